"""The protocol's catalog: valid by the official schema, complete, and consistent with what is sent."""

from __future__ import annotations

import json
from pathlib import Path
from typing import Any

import httpx
import msgspec
import pytest
from jsonschema_rs import Draft7Validator

from paigow.server.http.asyncapi import ADDRESS, document
from paigow.server.http.schemas import components, tag_of
from paigow.submissions.checking import load_submission
from paigow.table.autoplay.chance import seed_from
from paigow.table.autoplay.self_play import record
from paigow.table.engine import COMMANDS, EVENTS, evolve
from paigow.table.refusals import Reason
from paigow.table.text.tellings import tell_record
from paigow.table.visibility.legal import legal
from paigow.table.visibility.views import see, view
from tests.server.frames import faults_of
from tests.server.running import Server

ROOT = Path(__file__).parent.parent.parent.parent
OFFICIAL = ROOT / "node_modules" / "@asyncapi" / "specs" / "schemas" / "3.0.0.json"
JOURNALS = ROOT / "tests" / "table" / "journals"


def lines(name: str) -> list[dict[str, Any]]:
    return [json.loads(line) for line in (JOURNALS / name).read_text(encoding="utf-8").splitlines() if line]


def test_the_document_is_asyncapi_by_the_official_schema() -> None:
    official = Draft7Validator(json.loads(OFFICIAL.read_text(encoding="utf-8")))
    whole = json.loads(msgspec.json.encode(document()))
    assert [each.message for each in official.iter_errors(whole)] == []
    whole["channels"]["table"]["parameter"] = {}
    assert not official.is_valid(whole)


def test_every_reference_in_it_leads_somewhere() -> None:
    whole = document()

    def walk(value: Any) -> None:
        if isinstance(value, dict):
            target = value.get("$ref")
            if isinstance(target, str):
                found: Any = whole
                for part in target.removeprefix("#/").split("/"):
                    found = found[part]
            for each in value.values():
                walk(each)
        elif isinstance(value, list | tuple):
            for each in value:
                walk(each)

    walk(whole)


def test_it_has_every_command_event_and_reason() -> None:
    listed = components()
    for kind in COMMANDS:
        assert listed[kind.__name__]["properties"]["do"]["enum"] == [tag_of(kind)]
        assert "by" not in listed[kind.__name__]["properties"]
    for event in EVENTS:
        assert listed[event.__name__]["properties"]["event"]["enum"] == [tag_of(event)]
    assert listed["Reason"]["enum"] == sorted(reason.value for reason in Reason)


def test_stored_commands_and_events_of_every_kind_are_as_it_says() -> None:
    for command in lines("commands.jsonl"):
        command.pop("by")
        assert faults_of("Command", command) == []
        assert faults_of("Command", {**command, "nonsense": 1}) != []
    for event in lines("events.jsonl"):
        assert faults_of("Event", {**event, "told": ""}) == []
        assert faults_of("Event", event) != [], "the sentence is required"


@pytest.mark.parametrize("book", ["colorado-tiles-full", "maryland-poker-full"])
def test_views_events_and_options_of_a_round_are_as_it_says(book: str) -> None:
    submission = load_submission(book)
    rules = submission.rules
    file = record(rules, submission.text, seed_from("catalog"), ["banker", "bonus", "random"], 2)
    table = file.opens
    for number, act in enumerate(act for each in file.rounds for act in each.acts):
        for event in act.events:
            table = evolve(table, event)
            for actor in ("Ana", "dealer", "nobody"):
                seen = see(event, actor)
                if seen is not None:
                    told = {**seen, "told": tell_record(seen) or ""}
                    assert faults_of("Event", json.loads(msgspec.json.encode(told))) == []
        for actor in ("Ana", "dealer", "nobody") if number % 5 == 0 else ():
            shown = json.loads(msgspec.json.encode(view(rules, table, actor)))
            assert faults_of("View", shown) == []
            assert faults_of("View", {**shown, "step": "lunch"}) != []
            for option in json.loads(msgspec.json.encode(legal(rules, table, actor))):
                assert faults_of("LegalOption", option) == []
                option["command"].pop("by")
                assert faults_of("Command", option["command"]) == []


def test_a_server_serves_it(floor: Server) -> None:
    answer = httpx.get(f"{floor.address.rstrip('/')}{ADDRESS}")
    assert answer.headers["content-type"] == "application/json"
    assert answer.json()["asyncapi"] == "3.0.0"
    assert answer.json() == json.loads(msgspec.json.encode(document()))
