"""Coaching: a hand dealt for setting only, and what the house way and best play make of it.

Exact values come from the odds, which are heavy: they are worked out in a process of their own, and left out
when they are not there in time.
"""

from __future__ import annotations

import asyncio
import logging
import multiprocessing
import secrets
from concurrent.futures import ProcessPoolExecutor
from concurrent.futures.process import BrokenProcessPool
from dataclasses import dataclass
from typing import Final

from paigow.faults import BadInput
from paigow.material.cards import parse_cards
from paigow.material.game import Game
from paigow.material.settings import CardSetting, Setting, TileSetting
from paigow.material.shuffling import SEED_BYTES, shuffled
from paigow.material.tiles import parse_tiles
from paigow.ranks.poker import Wheel, is_fouled
from paigow.server.background import work_quietly
from paigow.submissions.files import load_submission
from paigow.submissions.submission import Submission
from paigow.table.game import ALL_CARDS, ALL_TILES

__all__ = ["Coach", "Grade", "dealt_hand", "grade"]

PATIENCE: Final = 4.0
PRIORITY: Final = 10
LONGEST_QUEUE: Final = 16
"""So many hands are worked out or wait for it; for more there is no time anyway."""
Pieces = tuple[str, ...]
Values = list[tuple[Pieces, float]]
_log = logging.getLogger("paigow.coaching")


@dataclass(frozen=True, slots=True)
class Grade:
    """The asker's setting beside the house's: the rule that spoke, in its number and words."""

    low: Pieces
    high: Pieces
    fouled: bool
    house_low: Pieces
    house_high: Pieces
    rule: str
    text: str


def submission_of(book: str) -> Submission:
    """The submission that practice goes by: the book's example with everything on."""
    return load_submission(f"{book}-full")


def dealt_hand(submission: Submission) -> Pieces:
    """Four tiles or seven cards, drawn afresh."""
    tiles = submission.game.value == Game.TILES.value
    order = shuffled(secrets.token_bytes(SEED_BYTES), "practice", ALL_TILES if tiles else ALL_CARDS)
    return tuple(order[: 4 if tiles else 7])


def _hand(submission: Submission, pieces: Pieces) -> tuple[object, ...]:
    text = " ".join(pieces)
    if submission.game.value == Game.TILES.value:
        return tuple(parse_tiles(text, count=4))
    return tuple(parse_cards(text, count=7))


def grade(submission: Submission, pieces: Pieces, low: Pieces) -> Grade:
    """Set the asker's choice beside the house way's; raises BadInput for pieces that are none."""
    hand = _hand(submission, pieces)
    rest = list(pieces)
    for piece in low:
        if piece not in rest:
            raise BadInput(f"{piece} is not among the pieces", where="low")
        rest.remove(piece)
    if len(low) != 2:
        raise BadInput("the low hand is two pieces", where="low")
    way, wheel = submission.house_way.value.way, submission.wheel.value
    told = way.explain(hand, wheel).decision  # type: ignore[arg-type]
    fouled = len(pieces) == 7 and _fouled(low, tuple(rest), wheel)
    return Grade(
        low,
        tuple(rest),
        fouled,
        tuple(map(str, told.setting.low)),
        tuple(map(str, told.setting.high)),
        str(told.rule.label),
        told.rule.text,
    )


def _fouled(low: Pieces, high: Pieces, wheel: Wheel) -> bool:
    return is_fouled(Setting(parse_cards(" ".join(low)), parse_cards(" ".join(high))), wheel)


def exact_values(book: str, pieces: Pieces) -> Values:
    """Every setting of a hand by its low hand, the best first, with its exact value. Runs in the worker."""
    from paigow.odds.counting.one_hand import card_hand_odds, tile_hand_odds
    from paigow.odds.counting.tally import Role

    submission = submission_of(book)
    way, text = submission.house_way.value.way, " ".join(pieces)
    if submission.game.value == Game.TILES.value:
        odds = tile_hand_odds(parse_tiles(text, count=4), way, Role.PLAYER)
    else:
        odds = card_hand_odds(parse_cards(text, count=7), way, Role.PLAYER, submission.wheel.value)
    return [(_low(each.setting), float(each.value)) for each in odds.settings]


def _low(setting: TileSetting | CardSetting) -> Pieces:
    return tuple(map(str, setting.low))


class Coach:
    """Keeps the worker that knows exact values; it starts with the first question."""

    def __init__(self) -> None:
        self._pool: ProcessPoolExecutor | None = None
        self._asked: dict[tuple[str, Pieces], asyncio.Future[Values]] = {}

    async def values(self, book: str, pieces: Pieces) -> Values | None:
        """Exact values, or None if they are not there in time; asked again later they may be."""
        future = self._asked.get((book, pieces)) or self._ask(book, pieces)
        if future is None:
            return None
        try:
            return await asyncio.wait_for(asyncio.shield(future), PATIENCE)
        except TimeoutError:
            return None
        except (BrokenProcessPool, BadInput, OSError):
            _log.warning("exact values could not be worked out", exc_info=True)
            self._pool = None
            return None

    def _ask(self, book: str, pieces: Pieces) -> asyncio.Future[Values] | None:
        """Have a hand worked out, unless too many wait already."""
        if len(self._asked) >= LONGEST_QUEUE:
            return None
        if self._pool is None:
            context = multiprocessing.get_context("spawn")
            self._pool = ProcessPoolExecutor(1, context, initializer=work_quietly, initargs=(PRIORITY,))
        loop = asyncio.get_running_loop()
        future = loop.run_in_executor(self._pool, exact_values, book, pieces)
        self._asked[book, pieces] = future

        def over(done: asyncio.Future[Values]) -> None:
            del self._asked[book, pieces]
            if not done.cancelled():
                done.exception()  # Whoever asked may have gone: it is nobody's fault that is left over.

        future.add_done_callback(over)
        return future

    def stop(self) -> None:
        if self._pool is not None:
            self._pool.shutdown(wait=False, cancel_futures=True)
            self._pool = None
