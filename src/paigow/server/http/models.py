"""Request and response models of the HTTP API, as in its OpenAPI document. Money is in cents."""

from __future__ import annotations

from typing import Annotated, Any, Literal

from pydantic import BaseModel, ConfigDict, Field

from paigow.houseways.grammar import LARGEST


class RequestProblem(BaseModel):
    """Why a request was not answered: a sentence, and what is allowed."""

    problem: str
    where: str | None = None
    allowed: str | None = None


class NewSession(BaseModel):
    """A guest walks in; the name is only what others read."""

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
    """A table as the lobby shows it."""

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
    vigorish: str
    house_way: str
    edge: float | None
    """The house's share of the main wager, both sides setting the house way; None while it is not known."""
    bank_edge: float | None
    """The same of what a player who banks wins and loses; None also where nobody may bank."""
    awaited: list[int]
    """The positions that the table waits for."""
    left: float | None
    """How many seconds they have, if a clock runs."""
    clock: bool


class LobbyPage(BaseModel):
    """All tables that are open to everyone."""

    tables: list[TableListed]
    people: int
    draining: bool


class FloorPage(BaseModel):
    """What a witness needs to know of a floor."""

    key: str
    """The Ed25519 key that its checkpoints are signed with, in hexadecimal."""
    tables: list[str]


class TablePage(TableListed):
    """A table with its layout: limits, wagers, timers, choices."""

    layout: dict[str, Any]


class NewTableRequest(BaseModel):
    """A table of your own, by a built-in submission or that of a public table on this floor."""

    model_config = ConfigDict(extra="forbid")
    submission: Annotated[str, Field(max_length=64, examples=["commission-tiles-full"])]
    kind: Literal["private", "practice", "school"] = "private"
    bots: Annotated[int, Field(ge=0, le=5)] = 3
    clock: bool | None = None
    """Whether decisions are timed; left out, they are at a private table and nowhere else."""
    pace: Literal["slow", "normal", "quick"] = "normal"
    """How long the dealer and bots pause between acts."""
    way: Annotated[str | None, Field(max_length=LARGEST)] = None
    """The text of your own house way, in place of the submission's; for built-in submissions only."""


class RoundListed(BaseModel):
    """A finished round as lists show it: who won or lost how much."""

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
    """A command and what followed, in sentences and as records, and the table then, every hand face up."""

    version: int
    """The table's version before the command: what its draws are labelled by."""
    at: str | None
    """When the journal kept it."""
    person: str
    """Who acted as the dealer or the floor, where the viewer is told; nobody where the program did."""
    command: dict[str, Any]
    events: list[dict[str, Any]]
    lines: list[dict[str, Any]]
    view: dict[str, Any]


class WagerBrought(BaseModel):
    """What one wager brought in the end: won less vigorish, the stake with a minus, or nothing."""

    person: str
    position: int
    kind: str
    due: int
    corrected: bool


class RoundPage(RoundListed):
    """A finished round, act by act, with nothing hidden."""

    dealt_by: str
    """Who dealt it, where the house writes that down (R110)."""
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
    """Whether the server is there, or ready."""

    ok: bool
    why: str | None = None
