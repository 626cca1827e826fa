"""`paigow people`: accounts, roles, passwords, and sessions of a floor, which can be in use."""

from __future__ import annotations

import sys
import time
from contextlib import closing
from typing import TYPE_CHECKING, Annotated

import typer

from paigow.cli.output import JsonFlag, console, emit
from paigow.cli.store import StoreOption, open_floor_store, with_store
from paigow.faults import BadInput
from paigow.material.notation import counted
from paigow.store.checkpoints import moment
from paigow.store.people import (
    LISTING,
    change_password,
    end_sessions,
    grant_role,
    revoke_role,
    sessions,
)

if TYPE_CHECKING:
    from collections.abc import Sequence

    from paigow.store.people import Person

NameArgument = Annotated[
    str, typer.Argument(metavar="NAME", help="An account's name; paigow people list shows them.")
]
SESSIONS = "paigow people sessions"
MOST_IDS_NAMED = 3
"""How many guests of one name a refusal names."""
RoleArgument = Annotated[str, typer.Argument(metavar="ROLE", help="player, dealer, floor, or auditor.")]

people = typer.Typer(no_args_is_help=True, help="Accounts, sessions, and roles.")


@people.command("list")
def list_people(store: StoreOption = None, as_json: JsonFlag = False) -> None:
    """List accounts and their roles."""
    from paigow.store.people import people as all_people

    with closing(open_floor_store(store)) as opened:
        found = all_people(opened.database)
    _show(found, "people-list", as_json)


@people.command("grant")
def grant(
    name: NameArgument, role: RoleArgument, store: StoreOption = None, as_json: JsonFlag = False
) -> None:
    """Give an account a role."""
    with closing(open_floor_store(store)) as opened:
        person = grant_role(opened.database, name, role, with_store(LISTING, store))
    _show([person], "people-grant", as_json)


@people.command("revoke")
def revoke(
    name: NameArgument, role: RoleArgument, store: StoreOption = None, as_json: JsonFlag = False
) -> None:
    """Take a role away from an account."""
    with closing(open_floor_store(store)) as opened:
        person = revoke_role(opened.database, name, role, with_store(LISTING, store))
    _show([person], "people-revoke", as_json)


@people.command("sessions")
def list_sessions(
    name: Annotated[
        str | None, typer.Argument(metavar="[NAME]", help="Only an account, a guest, or guests of this name.")
    ] = None,
    store: StoreOption = None,
    as_json: JsonFlag = False,
) -> None:
    """List open sessions, including guests'."""
    from paigow.server.accounts.identity import display_name

    with closing(open_floor_store(store)) as opened:
        every = sessions(opened.database, int(time.time()))
    found = [each for each in every if name in (None, each.person, display_name(each.person))]
    payload = {
        "sessions": [
            {
                "id": each.id[:16],
                "person": each.person,
                "since": moment(1000 * each.created_at),
                "until": moment(1000 * each.until),
            }
            for each in found
        ]
    }

    def text() -> None:
        for each in found:
            since = time.strftime("%Y-%m-%d %H:%M", time.localtime(each.created_at))
            console().print(f"{each.id[:16]}  {each.person}, since {since}", highlight=False)
        if not found:
            console().print("no session is open")

    emit(payload, "paigow/people-sessions/1", as_json, text)


@people.command("reset-password")
def reset_password(
    name: NameArgument,
    ask: Annotated[
        bool, typer.Option("--ask", help="Ask for the new password, instead of making one up.")
    ] = False,
    store: StoreOption = None,
    as_json: JsonFlag = False,
) -> None:
    """Give an account a new password and print it once. Its sessions end.

    Pass it to its owner in a way you trust: the store keeps only a hash of it.
    """
    from paigow.server.accounts.identity import hash_password, random_password

    password = _asked_for() if ask else random_password()
    with closing(open_floor_store(store)) as opened:
        hashed = hash_password(password, name)
        ended = change_password(opened.database, name, hashed, int(time.time()), with_store(LISTING, store))
    payload = {"person": name, "password": None if ask else password, "ended": ended}

    def text() -> None:
        new = "the password is changed" if ask else f"the new password is {password}"
        console().print(f"{name}: {new}; {counted(ended, 'session')} ended", highlight=False, markup=False)

    emit(payload, "paigow/people-reset-password/1", as_json, text)


def _asked_for() -> str:
    """A password typed twice in a terminal, or one line of standard input."""
    if not sys.stdin.isatty():
        return sys.stdin.readline().rstrip("\n")
    return str(typer.prompt("New password", hide_input=True, confirmation_prompt=True, err=True))


@people.command("sign-out")
def sign_out(
    name: Annotated[
        str,
        typer.Argument(metavar="NAME", help="An account's name or a guest's full id, such as Anna~k7f3q."),
    ],
    session: Annotated[
        str | None, typer.Option(metavar="ID", help="Only the session with this id. Default: all.")
    ] = None,
    store: StoreOption = None,
    as_json: JsonFlag = False,
) -> None:
    """End a person's sessions. Tokens stop working at once; connections close within a second."""
    now = int(time.time())
    with closing(open_floor_store(store)) as opened:
        found = sessions(opened.database, now, name)
        wanted = [each for each in found if each.id.startswith(session or "")]
        if not wanted:
            raise _no_session(name, session, [each.person for each in sessions(opened.database, now)], store)
        end_sessions(opened.database, now, wanted)
    emit(
        {"person": name, "ended": len(wanted)},
        "paigow/people-sign-out/1",
        as_json,
        lambda: console().print(f"{name}: {counted(len(wanted), 'session')} ended"),
    )


def _no_session(name: str, session: str | None, people_now: Sequence[str], store: str | None) -> BadInput:
    """Why nobody was signed out: several guests can share a name, so a guest needs the full id."""
    from paigow.server.accounts.identity import display_name

    guests = sorted({person for person in people_now if person != name == display_name(person)})
    if not guests or name in people_now:
        which = "no open session with this id" if session else "no open session"
        listing = with_store(SESSIONS, store)
        return BadInput(f"{name!r} has {which}", allowed=f"run {listing} to see those that are open")
    listed = " or ".join(guests[:MOST_IDS_NAMED])
    more = f"; {SESSIONS} {name} lists all {len(guests)}" if len(guests) > MOST_IDS_NAMED else ""
    return BadInput(f"{name!r} is only a guest's name", allowed=f"give the full id: {listed}{more}")


def _show(found: list[Person], schema: str, as_json: bool) -> None:
    payload = {"people": [{"person": each.name, "roles": list(each.roles)} for each in found]}

    def text() -> None:
        for each in found:
            console().print(f"{each.name}: {', '.join(each.roles) or 'no role'}")
        if not found:
            console().print("nobody has an account yet")

    emit(payload, f"paigow/{schema}/1", as_json, text)
