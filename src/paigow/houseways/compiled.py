"""A way applied to every possible hand, in parallel and cached. For one block of hands see `arrays`."""

from __future__ import annotations

import os
from collections.abc import Callable, Iterator
from concurrent.futures import ThreadPoolExecutor
from dataclasses import dataclass
from functools import cache
from pathlib import Path
from tempfile import NamedTemporaryFile
from typing import Final, TypeVar
from zipfile import BadZipFile

import numpy as np

from paigow.houseways import kernels
from paigow.houseways.arrays import Answers, Block, answer
from paigow.houseways.blocks import CardBlock, TileBlock
from paigow.houseways.cache import answers_file
from paigow.houseways.kernels import U8
from paigow.houseways.way import HouseWay
from paigow.material.game import Game
from paigow.ranks.classes import HandClasses, card_hand_classes, tile_hand_classes
from paigow.ranks.poker import Order, Wheel

CHUNK: Final = 1 << 17
WORKERS: Final = max(1, min(os.cpu_count() or 1, 8))

Result = TypeVar("Result")
ClassesDone = Callable[[int, int], None]
"""Called with the number of hand classes done, and the total."""


@dataclass(frozen=True, slots=True)
class CompiledWay:
    """For every class of hands, in `ranks.classes` order: the setting chosen, and by which rule.

    `choice` is an index into `card_settings` or `tile_settings`; `rule` is an index into `way.rules`.
    """

    way: HouseWay
    wheel: Order
    choice: U8
    rule: U8


def compile_way(
    way: HouseWay, wheel: Order = Wheel.SECOND, progress: ClassesDone | None = None, *, remember: bool = True
) -> CompiledWay:
    """Set every hand by a way. The result is cached for the user, keyed by the way's content."""
    if way.game is Game.TILES:
        found = answer(way, tile_block())
        return CompiledWay(way, wheel, found.choice, found.rule)
    file = answers_file(way, wheel)
    answers = _recalled(file) if remember else None
    if answers is None:
        answers = _set_all_cards(way, wheel, progress)
        if remember:
            _keep(file, answers)
    elif progress is not None:
        progress(len(answers.choice), len(answers.choice))
    return CompiledWay(way, wheel, answers.choice, answers.rule)


@cache
def tile_block() -> TileBlock:
    return TileBlock()


@cache
def tile_weights() -> tuple[int, ...]:
    return tuple(weight for _, weight in tile_hand_classes())


@cache
def card_classes() -> HandClasses:
    return card_hand_classes()


def card_blocks(wheel: Order, joker_in_groups: bool) -> Iterator[tuple[slice, Callable[[], Block]]]:
    """The classes of card hands in blocks that fit the processor's caches, each built on demand."""
    classes = card_classes()
    for start in range(0, len(classes), CHUNK):
        part = slice(start, min(start + CHUNK, len(classes)))
        yield part, lambda part=part: CardBlock(classes.cards[part], wheel, joker_in_groups)  # type: ignore[misc]


def _set_all_cards(way: HouseWay, wheel: Order, progress: ClassesDone | None) -> Answers:
    total = len(card_classes())
    result = Answers(np.zeros(total, dtype=np.uint8), np.zeros(total, dtype=np.uint8))

    def work(part: slice, block: Callable[[], Block]) -> int:
        found = answer(way, block())
        result.choice[part], result.rule[part] = found.choice, found.rule
        return int(part.stop - part.start)

    done = 0
    for size in in_parallel(work, card_blocks(wheel, way.joker_in_groups)):
        done += size
        if progress is not None:
            progress(done, total)
    return result


def in_parallel(
    work: Callable[[slice, Callable[[], Block]], Result],
    pieces: Iterator[tuple[slice, Callable[[], Block]]],
) -> Iterator[Result]:
    """Run the work on each block, on every core, and yield the results in order.

    Threads suffice, since the kernels release the GIL.
    """
    with ThreadPoolExecutor(WORKERS) as workers:
        running = [workers.submit(work, part, block) for part, block in pieces]
        try:
            for finished in running:
                yield finished.result()
        finally:
            for waiting in running:
                waiting.cancel()


def is_compiled() -> bool:
    """Whether an earlier run cached the kernels' machine code on this machine."""
    folder = Path(kernels.best.stats.cache_path)
    return bool(kernels.best.signatures) or any(folder.glob(f"kernels.{kernels.best.py_func.__name__}-*.nbi"))


def _recalled(file: Path) -> Answers | None:
    """The answers of an earlier run; None if there are none or the file is damaged."""
    try:
        with file.open("rb") as opened, np.load(opened, allow_pickle=False) as kept:
            choice, rule = kept["choice"], kept["rule"]
    except (OSError, ValueError, KeyError, EOFError, BadZipFile):
        return None
    expected = len(card_classes())
    if any(array.dtype != np.uint8 or array.shape != (expected,) for array in (choice, rule)):
        return None
    return Answers(choice, rule)


def _keep(file: Path, answers: Answers) -> None:
    """Write to a temporary file and rename it. A cache that can't be written is skipped, not an error."""
    partial: Path | None = None
    try:
        file.parent.mkdir(parents=True, exist_ok=True)
        with NamedTemporaryFile(dir=file.parent, prefix=".writing-", delete=False) as out:
            partial = Path(out.name)
            np.savez(out, choice=answers.choice, rule=answers.rule)
        partial.replace(file)
    except (OSError, RuntimeError):
        if partial is not None:
            partial.unlink(missing_ok=True)
