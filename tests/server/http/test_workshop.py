"""House ways from the workshop over HTTP: where an error is, what a proof finds, a table that uses one."""

from __future__ import annotations

import httpx
import pytest

from paigow.houseways.library import load_built_in
from paigow.houseways.way import HouseWay
from tests.rules import rule
from tests.server.http.test_analysis import web

__all__ = ["web"]
TRADITIONAL = str(load_built_in("traditional"))
UNUSED = TRADITIONAL.replace("2  when a pair of", "1a  when two pairs play the pair kept\n2  when a pair of")


def test_a_mistake_is_told_with_its_place(web: httpx.Client) -> None:
    line = TRADITIONAL.splitlines().index(next(x for x in TRADITIONAL.splitlines() if "9+11 play" in x)) + 1
    read = web.post("/api/workshop/read", json={"text": TRADITIONAL.replace("9+11 play", "9+12 play")}).json()
    assert read["ok"] is False
    assert read["error"]["line"] == line
    assert "12" in read["error"]["problem"]
    assert web.post("/api/workshop/read", json={"text": TRADITIONAL}).json()["title"] == "Traditional"


@pytest.mark.parametrize(
    ("text", "line", "column"),
    [
        ("", 1, 1),
        ('way "Mine"', 1, 11),
        ('way "Mine"\ngame tiles\n1 when two pairs\n\n', 3, 17),
        ('way "Mine"\ngame tiles\n1 otherwise play the best low\n', 3, 30),
    ],
)
def test_what_is_missing_is_told_at_the_end_of_the_text(
    web: httpx.Client, text: str, line: int, column: int
) -> None:
    error = web.post("/api/workshop/read", json={"text": text}).json()["error"]
    assert (error["line"], error["column"]) == (line, column), error


def test_built_in_ways_come_as_they_are_written(web: httpx.Client) -> None:
    """With the lines and columns of their files, and as the same ways."""
    for each in web.get("/api/workshop/ways").json():
        assert HouseWay.parse(each["text"]) == load_built_in(each["name"])
        assert any(line.startswith("  ") or "   " in line for line in each["text"].splitlines()), each["name"]


def test_a_rule_that_is_never_used_is_found(web: httpx.Client) -> None:
    while not (found := web.post("/api/workshop/check", json={"text": UNUSED}).json())["ready"]:
        pass
    assert {"kind": "unreachable", "rule": "1a"} in found["result"]["findings"]
    assert found["result"]["hands"] == 35_960, "32 tiles, four at a time"


@rule("R83")
@pytest.mark.parametrize(
    ("submission", "text", "said"),
    [
        ("commission-tiles-full", UNUSED, "never applies"),
        ("maryland-poker-full", TRADITIONAL, "for tiles"),
        ("commission-tiles", TRADITIONAL, "Choose one of"),
        ("commission-tiles-full", "way", "ends too early"),
    ],
)
def test_a_way_that_is_not_sound_opens_no_table(
    web: httpx.Client, submission: str, text: str, said: str
) -> None:
    token = web.post("/api/session", json={}).json()["token"]
    body = {"submission": submission, "kind": "practice", "way": text}
    answer = web.post("/api/tables", json=body, headers={"Authorization": f"Bearer {token}"})
    assert answer.status_code == 400, answer.text
    assert said in answer.text
