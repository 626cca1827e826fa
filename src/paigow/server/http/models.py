"""Request and response models of the HTTP API, as in its OpenAPI document. Money is in cents."""

from __future__ import annotations

from typing import Annotated, Any, Literal

from pydantic import BaseModel, ConfigDict, Field

from paigow.houseways.grammar import LARGEST


class RequestProblem(BaseModel):
    """Why a request failed: a sentence, and what is allowed."""

    problem: str
    where: str | None = None
    allowed: str | None = None


class NewSession(BaseModel):
    """A new guest; the name is only for display."""

    model_config = ConfigDict(extra="forbid")
    name: Annotated[str | None, Field(max_length=24)] = None


class Credentials(BaseModel):
    """An account's name and password."""

    model_config = ConfigDict(extra="forbid")
    name: Annotated[str, Field(min_length=1, max_length=24)]
    password: Annotated[str, Field(min_length=1, max_length=256)]


class Whoami(BaseModel):
    """Who a session belongs to."""

    person: str
    name: str
    guest: bool
    roles: list[str]
    wallet: int


class SessionCreated(Whoami):
    """A new session; the same token is set as a cookie."""

    token: str
    until: int


class SeatListed(BaseModel):
    """A chair: who sits there, if anybody."""

    position: int
    person: str | None
    name: str | None
    bot: bool


class TableListed(BaseModel):
    """A table as shown in the lobby."""

    id: str
    title: str
    kind: str
    game: Literal["tiles", "cards"]
    book: str
    book_title: str
    limits: dict[str, list[int]]
    seats: list[SeatListed]
    free: int
    watching: int
    round: int
    step: str
    bank: str | None
    meters: dict[str, int]
    banking: bool
    """Whether players can bank."""
    co_banking: bool
    dice_bets: bool
    """Whether the Dragon's Eye bets on the dice are offered."""
    side_bets: list[str]
    """The other side bets, by kind."""
    vigorish: str
    house_way: str
    edge: float | None
    """The house's edge on the main wager when both sides set the house way; None while it is unknown."""
    bank_edge: float | None
    """The house's edge against a player who banks; None also if players can't bank."""
    awaited: list[int]
    """The positions the table waits for."""
    left: float | None
    """How many seconds they have, if there is a time limit."""
    clock: bool


class LobbyPage(BaseModel):
    """All tables that are open to everyone."""

    tables: list[TableListed]
    people: int
    draining: bool


class FloorPage(BaseModel):
    """What a witness needs to know about a floor."""

    key: str
    """The Ed25519 key that signs its checkpoints, in hexadecimal."""
    tables: list[str]


class TablePage(TableListed):
    """A table with its layout: limits, wagers, timers, choices."""

    layout: dict[str, Any]


class NewTableRequest(BaseModel):
    """A table of your own, with a built-in submission or that of a public table on this floor."""

    model_config = ConfigDict(extra="forbid")
    submission: Annotated[str, Field(max_length=64, examples=["commission-tiles-full"])]
    kind: Literal["private", "practice", "school"] = "private"
    bots: Annotated[int, Field(ge=0, le=5)] = 3
    clock: bool | None = None
    """Whether decisions are timed; by default only at private tables."""
    pace: Literal["slow", "normal", "quick"] = "normal"
    """How long the dealer and bots pause between actions."""
    way: Annotated[str | None, Field(max_length=LARGEST)] = None
    """The text of your own house way, replacing the submission's; for built-in submissions only."""


class RoundListed(BaseModel):
    """A finished round as shown in lists: who won or lost how much."""

    table: str
    round: int
    at: int
    voided: bool
    bank: str | None
    net: dict[str, int]


class RoundsPage(BaseModel):
    """Finished rounds, newest first."""

    rounds: list[RoundListed]


class ReplayedAct(BaseModel):
    """A command and its events, in sentences and as records, and the table after them, every hand face up."""

    version: int
    """The table's version before the command; its draws are labeled with it."""
    at: str | None
    """When it was stored in the journal."""
    person: str
    """Who acted as the dealer or the floor, if the viewer can see that; empty if the program did."""
    command: dict[str, Any]
    events: list[dict[str, Any]]
    lines: list[dict[str, Any]]
    view: dict[str, Any]


class WagerBrought(BaseModel):
    """The net result of one wager: the win less vigorish, minus the stake, or zero."""

    person: str
    position: int
    kind: str
    due: int
    corrected: bool


class RoundPage(RoundListed):
    """A finished round, command by command, with nothing hidden."""

    dealt_by: str
    """Who dealt it, if the house records that (R110)."""
    results: list[WagerBrought]

    layout: dict[str, Any]
    commitment: str | None
    seed: str | None
    acts: list[ReplayedAct]


class ScriptLineListed(BaseModel):
    """One line of the dealer's script."""

    key: str
    who: str
    say: str
    do: str
    cites: list[str]


class ScriptPage(BaseModel):
    """The whole script of a table, in order."""

    lines: list[ScriptLineListed]
    duties: list[ScriptLineListed]


class Health(BaseModel):
    """Whether the server is alive, or ready."""

    ok: bool
    why: str | None = None
