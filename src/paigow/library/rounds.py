"""Rounds in a few calls: played by bots or your own players, saved, read, and verified."""

from __future__ import annotations

import warnings
from collections.abc import Iterable, Mapping, Sequence
from dataclasses import dataclass
from pathlib import Path
from typing import Any, ClassVar, Final, cast

from paigow.faults import BadInput, require_count, require_kind, shown
from paigow.library.reading import seed_given
from paigow.material.notation import counted
from paigow.submissions.checking import Submission, load_submission
from paigow.table.autoplay.chance import seed_from
from paigow.table.autoplay.players import player_named
from paigow.table.autoplay.seat import Player
from paigow.table.autoplay.self_play import record
from paigow.table.records.played import PlayedRound
from paigow.table.records.report import Problem
from paigow.table.records.roundfile import RoundFile, is_round_file, parse_rounds
from paigow.table.records.verifying import unsound, verify_file, verify_text
from paigow.wagers.money import LARGEST

_SHARED: Final = {
    "round": "the round's number at the table",
    "bank": "the player who banked; empty if the house did",
}
COLUMNS: Final[Mapping[str, Mapping[str, str]]] = {
    "wagers": {
        **_SHARED,
        "person": "who bet",
        "position": "the betting position, 1 to 6",
        "kind": "main, or the side wager's name",
        "stake": "chips and promotional chips at risk, in cents",
        "coupon": "a coupon's face, in cents",
        "result": "win, push or lose",
        "net": "won less commission, or the loss with a minus, in cents",
        "hand_outcome": "what became of the hand at that position",
    },
    "hands": {
        **_SHARED,
        "position": "the position; 0 is the dealer's hand",
        "person": "who sat there; empty if nobody did",
        "hand": "the tiles or cards dealt",
        "low": "the low hand; empty if the hand wasn't set",
        "high": "the high hand",
        "low_name": "the low hand's rank; empty if the hand wasn't set, or fouled",
        "high_name": "the high hand's rank",
        "set_by": "a person, dealer, or house-way for an absent player",
        "outcome": "win, push or lose; surrendered, void, dead or killed; empty if not compared",
        "fouled": "whether the low hand outranked the high hand",
        "is_bank": "whether this hand was the bank's",
    },
}
"""What each column of `rows` means."""
_NUMBERS: Final = frozenset(("round", "position", "stake", "coupon", "net"))
_YES_OR_NO: Final = frozenset(("fouled", "is_bank"))
SCHEMA: Final[Mapping[str, Mapping[str, type]]] = {
    table: {name: int if name in _NUMBERS else bool if name in _YES_OR_NO else str for name in columns}
    for table, columns in COLUMNS.items()
}
"""The type of each column. Data frames guess types from the first rows, where a column can be empty."""


def play_rounds(
    submission: str | Path | Submission,
    players: Sequence[str | Player] = ("house-way", "house-way"),
    *,
    rounds: int = 1,
    seed: str | int = "",
    chips: int | None = None,
) -> RoundFile:
    """Play rounds at a real table: players by kind (house-way, banker, bonus, dice, random) or your own.

    The same seed, text or an integer, deals the same rounds. `chips` is each player's buy-in in cents, by
    default 40 minimum bets. A player who can't afford the minimum bet sits out. Once nobody bets any more,
    the file ends with fewer rounds, and a `UserWarning` says so. If one of your own players returns something
    other than a `Command` or `None`, or a command that the table refuses, `BadInput` says who did and why.

    >>> file = play_rounds("commission-tiles", ["house-way", "banker"], rounds=2, seed="friday")
    >>> len(file.rounds), verify(file)
    (2, ())
    """
    found = submission if isinstance(submission, Submission) else load_submission(submission)
    rules = found.rules
    if isinstance(players, str):
        raise BadInput(f"players can't be {players!r}", allowed=f"give a list, such as [{players!r}]")
    require_kind(players, Sequence, "players", "give a list of kinds or functions")
    if not 1 <= len(players) <= rules.table.chairs:
        raise BadInput(
            f"{len(players)} players can't sit at this table",
            allowed=f"it has room for 1 to {rules.table.chairs}",
        )
    count = require_count(rounds, "rounds")
    cents = None if chips is None else require_count(chips, "cents")
    if cents is not None and not 1 <= cents <= LARGEST:
        raise BadInput(f"a buy-in can't be {cents} cents", where="chips", allowed=f"give 1 to {LARGEST}")
    seated = [_player(player) for player in players]
    file = record(rules, found.text, seed_from(seed_given(seed)), seated, count, cents)
    if len(file.rounds) < count:
        warnings.warn(
            f"play stopped after {len(file.rounds)} of {counted(count, 'round')} because nobody bet. Players"
            " who can't afford the minimum bet sit out: give them more chips.",
            stacklevel=2,
        )
    return file


def _player(player: str | Player) -> Player:
    if isinstance(player, type):
        raise BadInput(
            f"a player can't be the class {player.__name__}",
            allowed="give a function of a seat, or an instance",
        )
    if callable(player):
        return player
    require_kind(player, str, "a player", "give a function of a seat, or a bot's name")
    return player_named(player)


def read_rounds(path: str | Path) -> RoundFile:
    """Read a round file from disk. The text of a round file is read too.

    >>> from pathlib import Path
    >>> from tempfile import TemporaryDirectory
    >>> from paigow import print_rounds
    >>> file = play_rounds("colorado-tiles", seed="friday")
    >>> with TemporaryDirectory() as folder:
    ...     path = Path(folder, "friday.rounds")
    ...     _ = path.write_text(print_rounds(file), encoding="utf-8")
    ...     read_rounds(path) == file
    True
    """
    return parse_rounds(round_text(path))


_LONGEST_NAME: Final = 255
"""Longer or multi-line text isn't a file's name, so errors don't repeat all of it."""
_ROUND_FILE: Final = "give a round file, as paigow deal writes it"


def round_text(path: str | Path) -> str:
    """The text of a round file, given its path or the text itself."""
    require_kind(path, str | Path, "a round file", "give its path")
    if isinstance(path, str) and is_round_file(path):
        return path
    name = shown(str(path)) if "\n" in str(path) or len(str(path)) > _LONGEST_NAME else repr(str(path))
    try:
        text = Path(path).read_text(encoding="utf-8")
    except FileNotFoundError:
        raise BadInput(f"there is no file {name}", allowed=_ROUND_FILE) from None
    except OSError as fault:
        raise BadInput(f"{name} can't be read: {fault.strerror}", allowed=_ROUND_FILE) from None
    except ValueError:
        raise BadInput(f"{name} is not text", allowed=_ROUND_FILE) from None
    if not is_round_file(text):
        raise BadInput(f"{name} is not a round file", allowed=_ROUND_FILE)
    return text


@dataclass(frozen=True, slots=True, repr=False)
class Rows:
    """Rounds as two tables of plain rows, ready for a data frame: one row per wager, one per hand.

    Money is in cents. `columns` says what each table's columns mean, and `schema` gives their types, for
    `pl.DataFrame(table.wagers, schema=table.schema["wagers"])`.

    >>> table: Rows = rows(play_rounds("commission-tiles", rounds=2, seed="friday"))
    >>> table
    <Rows: 4 wagers, 16 hands>
    >>> sorted({row["round"] for row in table.hands}), table.columns["wagers"]["person"]
    ([1, 2], 'who bet')
    >>> table.schema["wagers"]["stake"], table.schema["wagers"]["bank"]
    (<class 'int'>, <class 'str'>)
    """

    wagers: tuple[dict[str, Any], ...]
    hands: tuple[dict[str, Any], ...]

    columns: ClassVar[Mapping[str, Mapping[str, str]]] = COLUMNS
    schema: ClassVar[Mapping[str, Mapping[str, type]]] = SCHEMA

    def __repr__(self) -> str:
        return f"<Rows: {counted(len(self.wagers), 'wager')}, {counted(len(self.hands), 'hand')}>"


def rows(rounds: RoundFile | str | Path | Iterable[PlayedRound]) -> Rows:
    """Rows of a round file, of its path, or of rounds played.

    >>> table = rows(play_rounds("commission-tiles", rounds=2, seed="friday"))
    >>> [(row["round"], row["person"], row["stake"], row["net"]) for row in table.wagers][:2]
    [(1, 'Ana', 3000, 2850), (1, 'Ben', 2000, 1900)]
    """
    if isinstance(rounds, str | Path):
        rounds = read_rounds(rounds)
    played = rounds.played() if isinstance(rounds, RoundFile) else _require_played(rounds)
    wagers: list[dict[str, Any]] = []
    hands: list[dict[str, Any]] = []
    for each in played:
        shared = {"round": each.number, "bank": each.bank}
        outcomes = {hand.position: hand.outcome for hand in each.hands}
        wagers += [
            {**shared, **wager.as_json(), "hand_outcome": outcomes.get(wager.position)}
            for wager in each.wagers
        ]
        hands += [{**shared, **hand.as_json()} for hand in each.hands]
    return Rows(tuple(wagers), tuple(hands))


def _require_played(rounds: object) -> Iterable[PlayedRound]:
    require_kind(rounds, Iterable, "rounds", "give a round file, its path, or rounds played")
    for each in cast(Iterable[object], rounds):
        require_kind(each, PlayedRound, "a round", "give what RoundFile.played() gives")
        yield cast(PlayedRound, each)


def verify(rounds: RoundFile | str | Path) -> tuple[Problem, ...]:
    """Everything that is wrong with the rounds or couldn't be checked; empty if they pass.

    Give a round file, its path, or its text.

    >>> verify(play_rounds("colorado-tiles", rounds=2, seed="friday"))
    ()
    """
    return unsound(verify_file(rounds) if isinstance(rounds, RoundFile) else verify_text(round_text(rounds)))
