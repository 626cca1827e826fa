"""Accounts that can't be guessed or impersonated: passwords, limits on attempts, look-alike names."""

from __future__ import annotations

from collections.abc import Callable, Iterator
from pathlib import Path

import httpx
import pytest

from paigow.faults import BadInput
from paigow.server.accounts.identity import account_name, guest_name
from paigow.store.journal import Store
from paigow.store.people import Person, add_person
from tests.server.running import running

Opened = Callable[[], Store]
GOOD = "seven tiny lanterns"


@pytest.fixture(scope="module")
def web(tmp_path_factory: pytest.TempPathFactory) -> Iterator[httpx.Client]:
    directory: Path = tmp_path_factory.mktemp("accounts")
    with (
        running(directory, "--no-demonstration") as server,
        httpx.Client(base_url=server.address, timeout=60) as client,
    ):
        yield client


@pytest.mark.parametrize(
    "password",
    # Long enough, but each among the first that anybody would try; the last is the name, twice.
    [
        "1234567890",
        "qwertyuiop",
        "password123",
        "Passw0rd2024",
        "iloveyou123",
        "Wilhelmina2",
        "aaaaaaaaaaaaaaaa",
    ],
)
def test_a_common_password_is_refused(web: httpx.Client, password: str) -> None:
    answer = web.post("/api/accounts", json={"name": "Wilhelmina", "password": password})
    assert answer.status_code == 400, "accepted"
    assert "easy to guess" in answer.json()["problem"]


def test_guessing_one_account_from_many_addresses_is_limited(web: httpx.Client) -> None:
    """A proxy on this machine reports each client's address, so one client can pretend to be many."""
    assert web.post("/api/accounts", json={"name": "Petra", "password": GOOD}).status_code == 201
    codes = []
    for number in range(25):
        headers = {"X-Forwarded-For": f"203.0.113.{number}"}
        guess = {"name": "Petra", "password": f"wrong guess {number}"}
        codes.append(web.post("/api/login", json=guess, headers=headers).status_code)
    assert codes[0] == 401
    assert codes[-1] == 429
    assert codes.count(401) <= 12
    other = {"name": "Nobody else", "password": "wrong guess"}
    assert web.post("/api/login", json=other, headers={"X-Forwarded-For": "203.0.113.1"}).status_code == 401
    # A user who signed in from an address before isn't locked out by guesses from others.
    assert web.post("/api/login", json={"name": "Petra", "password": GOOD}).status_code == 200


ALIKE = [
    ("Anna", "anna"),
    ("Anna", "ANNA"),
    ("Anna", "Аnnа"),  # Cyrillic А and а
    ("Anna", "Ａｎｎａ"),  # full width
    ("Paul", "Ρaul"),  # Greek Rho
    ("Ivan", "lvan"),  # capital i, small L
    ("Ivan", "1van"),
    ("Mary", "rnary"),
    ("Otto", "0tto"),
]


@pytest.mark.parametrize(("first", "second"), ALIKE)
def test_one_account_for_names_that_look_alike(opened: Opened, first: str, second: str) -> None:
    database = opened().database
    add_person(database, Person(first, "a hash", ("player",), 1))
    with pytest.raises(BadInput, match="taken"):
        add_person(database, Person(second, "a hash", ("player",), 2))


@pytest.mark.parametrize(
    ("first", "second"), [("Lia", "Ila"), ("Zoë", "Zoe"), ("Anna", "Anne"), ("李明", "李朋")]
)
def test_names_that_look_different_are_different_accounts(opened: Opened, first: str, second: str) -> None:
    database = opened().database
    add_person(database, Person(first, "a hash", ("player",), 1))
    add_person(database, Person(second, "a hash", ("player",), 2))


@pytest.mark.parametrize(
    "name",
    [
        "dealer",
        "DEALER",
        "dеаlеr",  # Cyrillic е, а
        "ｄｅａｌｅｒ",  # full width
        "Dea1er",
        "d.e.a.l.e.r",
        "fl00r",
        "h0use",
        "𝐛𝐚𝐧𝐤",
        "荷官",
        "莊家",
    ],
)
def test_a_word_of_the_house_is_nobodys_name_in_any_script(name: str) -> None:
    for named in (account_name, guest_name):
        with pytest.raises(BadInput):
            named(name)
