"""Rounds in few calls: played by bots or players of one's own, kept, read and verified. Not judged here."""

from __future__ import annotations

from collections.abc import Sequence
from pathlib import Path

from paigow.faults import BadInput, nearest, printable, require_count, require_kind, require_text
from paigow.submissions.checking import Submission, load_submission
from paigow.table.autoplay.chance import seed_from
from paigow.table.autoplay.players import PLAYERS
from paigow.table.autoplay.seat import Player
from paigow.table.autoplay.self_play import record
from paigow.table.records.report import Problem
from paigow.table.records.roundfile import RoundFile, parse_rounds
from paigow.table.records.verifying import unsound, verify_file, verify_text


def play_rounds(
    submission: str | Submission,
    players: Sequence[str | Player] = ("house-way", "house-way"),
    *,
    rounds: int = 1,
    seed: str = "",
) -> RoundFile:
    """Rounds through the real table: players by kind (house-way, banker, bonus, random) or of one's own.

    The same seed deals the same rounds.

    >>> file = play_rounds("commission-tiles", ["house-way", "banker"], rounds=2, seed="friday")
    >>> len(file.rounds), verify(file)
    (2, ())
    """
    found = submission if isinstance(submission, Submission) else load_submission(submission)
    rules = found.rules
    require_kind(players, Sequence, "players", "give a list of kinds or functions")
    if not 1 <= len(players) <= rules.table.chairs:
        raise BadInput(f"{len(players)} players", allowed=f"1 to {rules.table.chairs} can sit")
    require_count(rounds, "rounds")
    return record(
        rules,
        found.text,
        seed_from(printable(seed, "a seed")),
        [_player(player) for player in players],
        rounds,
    )


def _player(player: str | Player) -> Player:
    if callable(player):
        return player
    if require_text(player, "a player") not in PLAYERS:
        meant = nearest(player, PLAYERS)
        hint = f"perhaps {meant}" if meant else f"one of {', '.join(PLAYERS)}"
        raise BadInput(f"no player is called {player!r}", allowed=hint)
    return PLAYERS[player]


def read_rounds(path: str | Path) -> RoundFile:
    """A round file from disk."""
    return parse_rounds(_text(path))


def _text(path: str | Path) -> str:
    require_kind(path, str | Path, "a round file", "give its path")
    try:
        return Path(path).read_text(encoding="utf-8")
    except (OSError, ValueError) as fault:
        raise BadInput(f"{str(path)!r} cannot be read: {fault}", allowed="a round file") from None


def verify(rounds: RoundFile | str | Path) -> tuple[Problem, ...]:
    """Everything that is wrong with played rounds, or could not be checked; nothing if they are sound."""
    return unsound(verify_file(rounds) if isinstance(rounds, RoundFile) else verify_text(_text(rounds)))
