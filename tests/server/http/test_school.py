"""The dealer's school over HTTP: tasks without their answers, marks that count once, assigned lessons."""

from __future__ import annotations

from collections.abc import Iterator
from pathlib import Path
from typing import Any

import httpx
import pytest

from paigow.school.drills import drill
from paigow.store.journal import open_store
from paigow.store.people import grant_role
from tests.server.running import Server, running

WORDS = "a long password"


@pytest.fixture(scope="module")
def store(tmp_path_factory: pytest.TempPathFactory) -> Path:
    return tmp_path_factory.mktemp("school")


@pytest.fixture(scope="module")
def server(store: Path) -> Iterator[Server]:
    with running(store, "--pace", "0") as found:
        yield found
        assert "Traceback" not in found.log, found.log


def _account(server: Server, name: str) -> httpx.Client:
    account = {"name": name, "password": WORDS}
    token = httpx.post(f"{server.address}api/accounts", json=account, timeout=60).json()["token"]
    return httpx.Client(base_url=server.address, timeout=60, headers={"Authorization": f"Bearer {token}"})


def _task(web: httpx.Client, kind: str) -> dict[str, Any]:
    answer = web.get("/api/school/task", params={"book": "commission-tiles", "kind": kind})
    assert answer.status_code == 200, answer.text
    found: dict[str, Any] = answer.json()
    return found


def _answer(web: httpx.Client, task: dict[str, Any], answer: object) -> dict[str, Any]:
    body = {name: task[name] for name in ("book", "kind", "seed")}
    found: dict[str, Any] = web.post("/api/school/answer", json={**body, "answer": answer}).json()
    return found


def test_a_task_tells_nothing_but_the_question_and_only_the_first_answer_counts(server: Server) -> None:
    with _account(server, "Pia") as web:
        task = _task(web, "pay")
        assert set(task) == {"book", "kind", "seed", "ask", "form", "given", "choices", "hands"}
        assert set(task["given"]) == {"stake", "method"}
        right = drill("commission-tiles", "pay", task["seed"]).solution.answer
        told = _answer(web, task, right + 1)
        assert (told["right"], told["answer"]) == (False, right)
        assert "7(k)" in told["cites"]
        assert _answer(web, task, right)["right"], "judged again, and not marked again"
        (score,) = web.get("/api/school/me").json()["scores"]
        assert (score["kind"], score["asked"], score["right"]) == ("pay", 1, 0)
        again = _task(web, "pay")
        _answer(web, again, drill("commission-tiles", "pay", again["seed"]).solution.answer)
        web.post("/api/school/steps", json={"book": "commission-tiles", "task": "t-1", "right": True})
        scores = {each["kind"]: each for each in web.get("/api/school/me").json()["scores"]}
        assert {kind: (each["asked"], each["right"]) for kind, each in scores.items()} == {
            "pay": (2, 1),
            "round": (1, 1),
        }


def test_a_guest_is_judged_and_not_kept(server: Server) -> None:
    with httpx.Client(base_url=server.address, timeout=60) as web:
        # The session's cookie stays with the client.
        web.post("/api/session", json={})
        assert "right" in _answer(web, _task(web, "call"), "win")
        assert web.get("/api/school/me").json()["scores"] == []


def test_an_instructor_sees_pupils_and_says_what_they_learn(server: Server, store: Path) -> None:
    with _account(server, "Ines") as web, _account(server, "Paul") as pupil:
        assert web.get("/api/school/pupils").status_code == 403
        floor = open_store(f"sqlite:///{store / 'floor.db'}")
        grant_role(floor.database, "Ines", "floor")
        floor.close()
        _answer(pupil, _task(pupil, "irregularity.exposed"), "void")
        table = pupil.post(
            "/api/tables", json={"submission": "commission-tiles-full", "kind": "school"}
        ).json()
        lessons = [
            {"book": "commission-tiles", "kind": kind} for kind in ("round", "irregularity.exposed", "center")
        ]
        given = web.post("/api/school/pupils/Paul/lessons", json={"lessons": lessons})
        assert given.status_code == 200, given.text
        found = {each["person"]: each for each in web.get("/api/school/pupils").json()}["Paul"]
        assert [each["id"] for each in found["tables"]] == [table["id"]]
        assert [each["kind"] for each in found["scores"]] == ["irregularity.exposed"]
        mine = pupil.get("/api/school/me").json()["assigned"]
        assert {(each["kind"], each["given_by"]) for each in mine} == {
            (lesson["kind"], "Ines") for lesson in lessons
        }
        # The answer before the assignment doesn't count; those after it do, and assigning again keeps them.
        _answer(pupil, _task(pupil, "irregularity.exposed"), "void")
        again = web.post("/api/school/pupils/Paul/lessons", json={"lessons": lessons[:2]}).json()["assigned"]
        assert {each["kind"]: each["asked"] for each in again} == {"round": 0, "irregularity.exposed": 1}
        fresh = {"person": "Ines", "scores": [], "assigned": [], "tables": []}
        assert web.get("/api/school/pupils/Ines").json() == fresh
        assert web.get("/api/school/pupils/Nobody").status_code == 404
        assert pupil.get("/api/school/pupils/Paul").status_code == 403
        wrong = [{"book": "rock-island-poker", "kind": "envy"}]
        assert web.post("/api/school/pupils/Paul/lessons", json={"lessons": wrong}).status_code == 400
        assert web.post("/api/school/pupils/Nobody/lessons", json={"lessons": []}).status_code == 404
        assert pupil.post("/api/school/pupils/Paul/lessons", json={"lessons": []}).status_code == 403


def test_a_report_names_mistakes_with_their_paragraphs_and_what_to_train(server: Server, store: Path) -> None:
    with _account(server, "Rita") as web, _account(server, "Ruth") as instructor:
        floor = open_store(f"sqlite:///{store / 'floor.db'}")
        grant_role(floor.database, "Ruth", "floor")
        floor.close()
        for _ in range(2):
            task = _task(web, "pay")
            _answer(web, task, drill("commission-tiles", "pay", task["seed"]).solution.answer + 1)
        task = _task(web, "count")
        _answer(web, task, drill("commission-tiles", "count", task["seed"]).solution.answer)
        for tag, right in (("shake-dice", False), ("finish-round", True)):
            mark = {"book": "commission-tiles", "task": f"own-1-{10**12}-{tag}", "right": right}
            assert web.post("/api/school/steps", json=mark).status_code == 204
        assert web.get("/api/school/pupils/Rita/report").status_code == 403
        assert instructor.get("/api/school/pupils/Nobody/report").status_code == 404
        told = instructor.get("/api/school/pupils/Rita/report").json()
    # The round's one step of two, and both payments, were wrong; the count was right.
    assert told["rounds"] == 1
    shake, pay = told["mistakes"]
    assert (shake["kind"], shake["step"], shake["times"]) == ("round", "shake-dice", 1)
    assert "6(a)" in shake["cites"], "at least three shakes"
    assert (pay["kind"], pay["times"]) == ("pay", 2)
    assert "7(k)" in pay["cites"], "five percent of what was won"
    assert [each["kind"] for each in told["next"]] == ["pay", "round"]
