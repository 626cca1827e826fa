"""The HTTP API: guests, accounts and roles, lobby, tables, rounds, and the headers of every response."""

from __future__ import annotations

import asyncio
import os
import subprocess
import sys
from collections.abc import Iterator
from pathlib import Path

import httpx
import pytest
from prometheus_client.parser import text_string_to_metric_families

from paigow.server.accounts.identity import COOKIE
from paigow.server.connections.protocol import BadMessage, decode_message
from paigow.table.records.roundfile import parse_rounds
from paigow.table.records.verifying import verify_rounds, verify_text
from tests.rules import rule
from tests.server.players import at_table, guest, own_table, play_round
from tests.server.running import Server, running

OWN_WAY = """
way "A way for this test"
game tiles
source "An example"
1 when two pairs play the pair kept
2 otherwise play the best low
finally the best low, then the best high
"""


@pytest.fixture
def web(floor: Server) -> Iterator[httpx.Client]:
    with httpx.Client(base_url=floor.address, timeout=60) as client:
        yield client


def test_a_guest_walks_in_with_play_chips_and_a_cookie_no_script_can_read(web: httpx.Client) -> None:
    answer = web.post("/api/session", json={"name": "  Zoë  van Dyck "})
    given = answer.json()
    assert given["name"] == "Zoë van Dyck"
    assert given["guest"] is True
    assert given["wallet"] > 0
    cookie = answer.headers["set-cookie"]
    assert "HttpOnly" in cookie
    assert "SameSite=lax" in cookie
    assert web.get("/api/session").json()["person"] == given["person"], "the cookie is enough"
    assert web.delete("/api/session").status_code == 204
    assert web.get("/api/session").status_code == 401


def test_behind_a_proxy_with_tls_the_cookie_is_for_tls_alone(web: httpx.Client) -> None:
    said = {"X-Forwarded-Proto": "https", "Host": "floor.example", "Origin": "https://floor.example"}
    answer = web.post("/api/session", json={}, headers=said)
    assert "Secure" in answer.headers["set-cookie"]
    assert "Secure" not in web.post("/api/session", json={}).headers["set-cookie"]


@pytest.mark.parametrize("name", ["", "   ", "dealer", "FLOOR", "a/b", "<b>", "x" * 25, "~bot", "Ana~bot"])
def test_a_name_that_could_be_mistaken_is_refused(web: httpx.Client, name: str) -> None:
    answer = web.post("/api/session", json={"name": name})
    assert answer.status_code in (200, 400, 422)
    if answer.status_code == 200:
        assert answer.json()["name"] == "Guest", "nothing was asked for"


def test_a_body_that_is_wrong_is_told_in_plain_words(web: httpx.Client) -> None:
    typeless = web.post("/api/session", content='{"name": "Ana"}', headers={"Content-Type": "text/plain"})
    lacking = web.post("/api/login", json={"name": "Ana"})
    assert typeless.status_code == lacking.status_code == 422
    assert "Content-Type: application/json" in typeless.json()["allowed"]
    assert lacking.json()["problem"] == "`password` is missing."
    assert lacking.json()["allowed"] == "Give text of 1 to 256 characters."


FIELDS = "Leave it out; the fields are submission, kind, bots, clock, pace, way."


@pytest.mark.parametrize(
    ("field", "value", "problem", "allowed"),
    [
        ("bots", "six", "must be a whole number.", "Give a whole number from 0 to 5."),
        ("bots", 6, "must be 5 or less.", "Give a whole number from 0 to 5."),
        ("bots", -1, "must be 0 or more.", "Give a whole number from 0 to 5."),
        ("clock", "never", "must be true or false.", "Give true or false."),
        (
            "submission",
            7,
            "must be text.",
            "Give text of at most 64 characters, such as commission-tiles-full.",
        ),
        (
            "kind",
            "secret",
            "must be 'private', 'practice' or 'school'.",
            "Give private, practice, or school.",
        ),
        ("felt", "red", "isn't a field here.", FIELDS),
        ("pase", "slow", "isn't a field here.", "Did you mean pace?"),
    ],
)
def test_a_field_that_is_wrong_is_named_with_what_is_allowed(
    web: httpx.Client, field: str, value: object, problem: str, allowed: str
) -> None:
    web.post("/api/session", json={"name": "Ana"})
    answer = web.post("/api/tables", json={"submission": "commission-tiles-plain", field: value})
    expected = {"problem": f"`{field}` {problem}", "where": f"body.{field}", "allowed": allowed}
    assert (answer.status_code, answer.json()) == (422, expected)


def test_a_wrong_value_in_the_address_is_told_with_its_bounds(web: httpx.Client) -> None:
    table = web.get("/api/lobby").json()["tables"][0]["id"]
    many = web.get(f"/api/tables/{table}/rounds", params={"limit": 500}).json()
    assert many == {
        "problem": "`limit` must be 100 or less.",
        "where": "query.limit",
        "allowed": "Give a whole number from 1 to 100.",
    }
    third = web.get(f"/api/tables/{table}/rounds/third").json()
    assert (third["problem"], third["where"]) == ("`number` must be a whole number.", "path.number")
    assert third["allowed"].startswith("Give a whole number")


def test_an_unknown_submission_is_told_with_the_nearest_one(web: httpx.Client) -> None:
    web.post("/api/session", json={"name": "Ana"})
    answer = web.post("/api/tables", json={"submission": "comission-tiles-plain"})
    assert (answer.status_code, answer.json()["allowed"]) == (400, "Did you mean commission-tiles-plain?")


def test_a_server_that_counts_no_odds_says_so_instead_of_asking_for_patience(web: httpx.Client) -> None:
    """The shared server runs with --no-count-edges, and the odds of a new table's own way aren't known."""
    web.post("/api/session", json={"name": "Ana"})
    new = web.post("/api/tables", json={"submission": "commission-tiles-plain", "way": OWN_WAY}).json()
    answer = web.get(f"/api/tables/{new['id']}/odds")
    assert answer.status_code == 404
    assert answer.json()["problem"] == "This server doesn't count odds. Use `paigow odds`."


def test_what_is_no_field_of_its_own_is_named_too(web: httpx.Client) -> None:
    web.post("/api/session", json={"name": "Ana"})
    spoiled = web.post("/api/session", content='{"name"', headers={"Content-Type": "application/json"})
    assert spoiled.json()["problem"] == "The body isn't valid JSON (at character 7)."
    assert spoiled.json()["allowed"] == "Send a JSON object with Content-Type: application/json."
    empty = web.get("/api/analysis", params={"book": "commission-tiles", "hand": ""})
    assert empty.json()["problem"] == "`hand` must have at least 1 character."
    key = web.post("/api/training/progress", json={"cards": {"a": {}}})
    assert key.json()["problem"] == "The key 'a' of `cards` must have at least 3 characters."
    assert key.json()["allowed"].startswith("Give text of 3 to ")
    book = web.get("/api/books/nevada/paragraphs")
    assert book.status_code == 422
    assert book.json()["problem"] == "There is no rule book 'nevada'."
    assert book.json()["allowed"].startswith("Choose one of commission-tiles, ")
    way = web.delete("/api/books")
    assert (way.status_code, way.headers["allow"]) == (405, "GET")
    assert (way.json()["problem"], way.json()["allowed"]) == ("DELETE isn't possible here.", "Use GET.")
    nothing = web.post("/api/guests", json={})
    assert (nothing.status_code, nothing.json()["problem"]) == (404, "There is no such page.")


@pytest.mark.parametrize("said", [b'{"type": "dance"}', b"{}"])
def test_a_message_of_no_known_type_is_told_the_types(said: bytes) -> None:
    with pytest.raises(BadMessage, match=r"^`type` must be command, .*, or remark\.$"):
        decode_message(said)


def test_accounts_have_passwords_and_do_not_say_which_part_is_wrong(web: httpx.Client) -> None:
    good = {"name": "Inga", "password": "correct horse battery"}
    assert web.post("/api/accounts", json={**good, "password": "short"}).status_code == 400
    made = web.post("/api/accounts", json=good)
    assert (made.status_code, made.json()["person"], made.json()["guest"]) == (201, "Inga", False)
    assert web.post("/api/accounts", json=good).status_code == 400, "the name is taken"
    wrong = web.post("/api/login", json={**good, "password": "wrong horse battery"})
    nobody = web.post("/api/login", json={**good, "name": "Nobody"})
    assert (wrong.status_code, wrong.json()) == (nobody.status_code, nobody.json())
    assert wrong.status_code == 401
    assert web.post("/api/login", json=good).json()["person"] == "Inga"


def test_a_role_granted_on_the_command_line_lets_a_person_deal(tmp_path: Path) -> None:
    async def play(server: Server) -> None:
        credentials = {"name": "Dora", "password": "a long password"}
        async with httpx.AsyncClient(base_url=server.address, timeout=60) as web:
            token = (await web.post("/api/accounts", json=credentials)).json()["token"]
            roles = (await web.get("/api/session")).json()["roles"]
        assert roles == ["player"]
        with pytest.raises(Exception, match="403"):
            async with at_table(server.address, "commission-tiles", token, "dealer"):
                pass
        store = f"sqlite:///{tmp_path / 'floor.db'}"
        command = [sys.executable, "-m", "paigow", "people", "grant", "Dora", "dealer", "--store", store]
        await asyncio.to_thread(subprocess.run, command, check=True, capture_output=True)
        async with at_table(server.address, "commission-tiles", token, "dealer") as dealer:
            assert dealer.me == "dealer"

    with running(tmp_path, "--pace", "0") as server:
        asyncio.run(play(server))


def test_another_sites_page_can_change_nothing(web: httpx.Client) -> None:
    headers = {"Origin": "https://elsewhere.example"}
    assert web.post("/api/session", json={}, headers=headers).status_code == 403
    assert web.post("/api/tables", json={}, headers=headers).status_code == 403
    own = {"Origin": str(web.base_url).rstrip("/")}
    assert web.post("/api/session", json={}, headers=own).status_code == 200


def test_the_lobby_shows_a_table_for_each_tile_book(web: httpx.Client) -> None:
    tables = {table["id"]: table for table in web.get("/api/lobby").json()["tables"]}
    for book in ("commission-tiles", "colorado-tiles"):
        table = tables[book]
        assert (table["book"], table["game"], len(table["seats"])) == (book, "tiles", 6)
        assert table["limits"]["main"][0] > 0
        page = web.get(f"/api/tables/{book}").json()
        assert page["layout"]["timers"]["betting"] > 0
        rules = web.get(f"/api/tables/{book}/rules")
        assert rules.headers["content-type"].startswith("text/html")
        assert "館規" not in rules.text
        assert "館規" in web.get(f"/api/tables/{book}/rules?language=zh-Hant").text
        refused = web.get(f"/api/tables/{book}/rules?language=tlh")
        assert (refused.status_code, "zh-Hans" in refused.text) == (422, True), refused.text
        assert f'rulebook = "{book}"' in web.get(f"/api/tables/{book}/submission").text
        lines = web.get(f"/api/tables/{book}/script").json()["lines"]
        assert all(line["cites"] for line in lines)


def test_a_private_table_is_found_by_its_name_alone(floor: Server, web: httpx.Client) -> None:
    someone = asyncio.run(guest(floor.address))
    table = asyncio.run(own_table(floor.address, someone["token"]))
    assert table not in {each["id"] for each in web.get("/api/lobby").json()["tables"]}
    assert web.get(f"/api/tables/{table}").json()["kind"] == "private"
    assert web.get("/api/tables/private-0000").status_code == 404


def test_nobody_opens_tables_without_end(web: httpx.Client) -> None:
    assert web.post("/api/tables", json={"submission": "commission-tiles-full"}).status_code == 401
    web.post("/api/session", json={})
    body = {"submission": "commission-tiles-plain"}
    codes = [web.post("/api/tables", json=body).status_code for _ in range(6)]
    assert codes == [201] * 5 + [429]


@rule("R60")
def test_a_finished_round_is_there_by_link_and_verifies_as_a_file(floor: Server, web: httpx.Client) -> None:
    async def play() -> tuple[str, str]:
        someone = await guest(floor.address)
        table = await own_table(floor.address, someone["token"], kind="practice", bots=2)
        async with at_table(floor.address, table, someone["token"]) as player:
            await player.sit(1)
            await player.until_step("bets")
            await player.commit_word("eight treasures")
            await play_round(player)
            await player.until_event("seed-published")
        return table, someone["token"]

    table, token = asyncio.run(play())
    listed = web.get(f"/api/tables/{table}/rounds").json()["rounds"]
    assert [each["round"] for each in listed] == [1]
    mine = web.get("/api/history", headers={"Authorization": f"Bearer {token}"}).json()["rounds"]
    assert [(each["table"], each["round"]) for each in mine] == [(table, 1)]
    page = web.get(f"/api/tables/{table}/rounds/1").json()
    assert page["seed"]
    said = [act["command"]["do"] for act in page["acts"]]
    assert "wash-tiles" in said
    order = ("publish-commitment", "wash-tiles", "call-no-more-bets", "open-word", "close-words", "fix-order")
    assert [said.index(each) for each in order] == sorted(said.index(each) for each in order)
    assert said.index("fix-order") < said.index("publish-seed")
    text = web.get(f"/api/tables/{table}/rounds/1/file").text
    file = parse_rounds(text)
    assert (file.total, len(file.rounds)) == (1, 1)
    assert verify_rounds(file) == ()
    told = {check.topic: check.detail for check in verify_text(text).checks}
    # The player's own and those of two bots.
    assert told["words"] == "3 committed, 3 opened"
    assert web.get(f"/api/tables/{table}/rounds/2").status_code == 404


def test_practice_judges_a_setting_by_house_way_and_exact_values(web: httpx.Client) -> None:
    hand = web.get("/api/practice/hand", params={"book": "commission-tiles"}).json()
    assert len(hand["pieces"]) == 4
    pieces = ["6-6", "4-5", "2-2", "1-3"]
    body = {"book": "commission-tiles", "pieces": pieces, "low": ["2-2", "6-6"]}
    judged = web.post("/api/practice/grade", json=body, timeout=30).json()
    while not judged["values"]:
        judged = web.post("/api/practice/grade", json=body, timeout=30).json()
    assert sorted(judged["house_way"]["low"]) == ["1-3", "2-2"], "a wong is kept whole"
    assert sorted(judged["best"]["low"]) == ["1-3", "2-2"]
    assert judged["house_way"]["cites"] == ["7(e)", "R4"], "the book's own way"
    assert len(judged["values"]) == 3, "four tiles are set in three ways"
    bad = {**body, "low": ["2-2", "2-2"]}
    assert web.post("/api/practice/grade", json=bad).status_code == 400


@pytest.mark.parametrize("path", ["/api/session", "/api/login", "/api/practice/grade"])
def test_a_body_longer_than_any_request_needs_is_refused(web: httpx.Client, path: str) -> None:
    headers = {"content-type": "application/json"}
    assert web.post(path, content=b" " * 300_000, headers=headers).status_code == 413
    pieces = (b" " * 10_000 for _ in range(30))
    assert web.post(path, content=pieces, headers=headers).status_code == 413, "told in pieces"
    assert web.post("/api/session", json={}).status_code == 200


@pytest.mark.parametrize("path", ["/", "/healthz", "/api/lobby", "/api/nothing"])
def test_the_head_of_an_answer_can_be_asked_for_alone(web: httpx.Client, path: str) -> None:
    whole, head = web.get(path), web.head(path)
    assert (head.status_code, head.content) == (whole.status_code, b"")
    assert head.headers["content-type"] == whole.headers["content-type"]


def test_every_answer_keeps_a_page_from_loading_anything_from_elsewhere(web: httpx.Client) -> None:
    for path in ("/", "/api/lobby", "/api/nothing", "/healthz"):
        headers = web.get(path).headers
        assert "default-src 'self'" in headers["content-security-policy"]
        assert "frame-ancestors 'none'" in headers["content-security-policy"]
        assert headers["x-content-type-options"] == "nosniff"


def test_an_answer_that_is_somebodys_is_kept_by_no_cache(web: httpx.Client) -> None:
    given = web.post("/api/session", json={})
    assert given.headers["cache-control"] == "no-store"
    assert web.get("/api/session").headers["cache-control"] == "no-store"


@pytest.mark.parametrize(
    "path", ["/../../server/api.py", "/%2e%2e/%2e%2e/server/api.py", "/..%2f..%2ffaults.py"]
)
def test_no_file_outside_the_pages_is_served(web: httpx.Client, path: str) -> None:
    assert "import" not in web.get(path).text


def test_health_readiness_and_metrics(web: httpx.Client) -> None:
    assert web.get("/healthz").json() == {"ok": True, "why": None}
    assert web.get("/readyz").json() == {"ok": True, "why": None}
    text = web.get("/metrics").text
    assert "# TYPE paigow_commands_total counter" in text
    samples = [sample for family in text_string_to_metric_families(text) for sample in family.samples]
    assert all(sample.name.startswith("paigow_") and sample.value >= 0 for sample in samples)
    figures = {sample.name: sample.value for sample in samples}
    assert {f"paigow_{part}_seconds_count" for part in ("command", "commit", "fanout")} <= figures.keys()
    # Memory comes in whole pages: large figures are exact to the last digit, or counters would move in jumps.
    assert figures["paigow_resident_bytes"] % os.sysconf("SC_PAGE_SIZE") == 0


def test_a_session_is_signed_and_a_changed_one_is_none(web: httpx.Client) -> None:
    token = web.post("/api/session", json={}).json()["token"]
    web.cookies.clear()
    web.cookies.set(COOKIE, token[:-2] + ("AA" if not token.endswith("AA") else "BB"))
    assert web.get("/api/session").status_code == 401
