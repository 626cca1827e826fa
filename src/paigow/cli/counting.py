"""Shared by the odds commands: ways by name, and counting for each game with its notices and progress."""

from __future__ import annotations

import time
from collections.abc import Callable, Iterator
from contextlib import contextmanager
from functools import cache, partial
from typing import TYPE_CHECKING, Any, Final

from paigow.cli.arguments import shown_source
from paigow.cli.output import note, reporting
from paigow.faults import BadInput
from paigow.material.cards import parse_cards
from paigow.material.game import Game
from paigow.material.hands import are_tiles
from paigow.material.tiles import parse_tiles
from paigow.odds.counting.known import NOTHING_KNOWN, Known, known_cards, known_tiles

if TYPE_CHECKING:
    from paigow.houseways import HouseWay
    from paigow.material.cards import Card
    from paigow.odds.answering import Counting, Setter
    from paigow.odds.counting import Role
    from paigow.odds.counting.card_deals import CardCounting
    from paigow.odds.counting.one_hand import HandOdds
    from paigow.odds.counting.way_cost import WayCost
    from paigow.odds.game_rules import GameRules
    from paigow.odds.runs.progress import Progress
    from paigow.odds.subject import Subject
    from paigow.ranks.poker import Order

COMPILING: Final = "Compiling the counting loops: a few seconds, once on this machine"
FINDING_LINES: Final = "Finding the line of every hand for {kind}: about a minute, once on this machine"
STOPPED: Final = "stopped; finished parts are saved, so run the same command again to resume"


def setter(name: str | None, game: Game) -> Setter | None:
    """The way with that name; `best` plays optimally."""
    from paigow.houseways.library import load_sound_way
    from paigow.odds.answering import BEST, Setter

    if name is None:
        return None
    return BEST if name == BEST.name else Setter(shown_source(name), load_sound_way(name, game))


@contextmanager
def counting_for(
    subject: Subject, *, on: str | None = None, fresh: bool = False, known: Known[Any] = NOTHING_KNOWN
) -> Iterator[Counting]:
    """Count the deals of the subject's game, with progress."""
    from paigow.odds.answering import Counting, tile_counting
    from paigow.odds.runs.shards import require_cluster
    from paigow.odds.wagers.numbering import announce

    announce.set(lambda kind: note(FINDING_LINES.format(kind=kind)))
    if on is not None:
        require_cluster(on)
    if subject.game is Game.TILES:
        _tell_when_compiling()
        yield tile_counting(subject.rules, known)
        return
    with card_counting(subject.rules, on=on, fresh=fresh, known=known) as cards:
        yield Counting(cards.tally, best_strengths=cards.best_strengths)


@cache
def _tell_when_compiling() -> None:
    """Have Numba print a notice, once, when it compiles a loop instead of loading it from disk."""
    from numba.core import event

    class Notice(event.Listener):  # type: ignore[misc]
        told = False

        def on_start(self, _: object) -> None:
            if not self.told:
                self.told = True
                note(COMPILING)

        def on_end(self, _: object) -> None: ...

    event.register("numba:compile", Notice())


@contextmanager
def card_counting(
    rules: GameRules, *, on: str | None = None, fresh: bool = False, known: Known[Card] = NOTHING_KNOWN
) -> Iterator[CardCounting]:
    """Card deals counted on this machine's cores or on a cluster."""
    from paigow.odds.counting.card_deals import CardCounting
    from paigow.odds.counting.kernels import sweeping
    from paigow.odds.runs.shards import Run
    from paigow.odds.runs.storage import are_compiled

    def tell(progress: Progress) -> None:
        # Worker processes compile what is missing; only now is it known that there will be any.
        if progress.seconds == 0 and progress.done < progress.total and not are_compiled(sweeping.sweep):
            note(COMPILING)
        report(progress)

    try:
        with reporting() as report:
            run = Run(on=on, fresh=fresh, report=tell)
            yield CardCounting(
                rules.wheel,
                run,
                rules.pushes,
                rules.face_up,
                rules.copies,
                partial(_set_every_hand, tell=tell),
                known,
            )
    except KeyboardInterrupt:
        note(STOPPED)
        raise


def _set_every_hand(way: HouseWay, wheel: Order, tell: Callable[[Progress], None]) -> None:
    """Let a card way set all hands, with progress, before anything needs it. The result is cached."""
    from paigow.houseways.cache import answers_file

    if answers_file(way, wheel).exists():
        return
    from paigow.houseways.compiled import compile_way
    from paigow.odds.runs.progress import Progress

    _tell_when_compiling()
    start, task = time.monotonic(), f"setting every hand by {way.title}"
    compile_way(
        way,
        wheel,
        lambda done, total: tell(
            Progress(task, "classes of hands", done, total, 0, time.monotonic() - start)
        ),
    )


def hand_odds(
    hand: str, book: str | None, dealer: str | None, role: Role, seen: str = "", dealer_shows: str = ""
) -> tuple[str, HandOdds]:
    """The dealer's way, and every setting of a hand against it."""
    from paigow.books.registry import usual_book
    from paigow.houseways.library import load_sound_way
    from paigow.odds.counting.one_hand import card_hand_odds, tile_hand_odds
    from paigow.odds.subject import subject_of

    game = Game.TILES if are_tiles(hand) else Game.CARDS
    subject = subject_of(book or usual_book(game))
    if subject.game is not game:
        raise BadInput(f"{book} is a game of {subject.game.value}", allowed=f"choose one for {game.value}")
    name = dealer or subject.way_name
    if subject.rules.face_up:
        problem = "players see the dealer's hand before they set theirs in this game"
        raise BadInput(problem, where=book, allowed="choose a game where the dealer's hand is face down")
    terms = subject.main_terms(subject.methods[0])
    nets, copies = (terms.net_of_a_win(), terms.net_of_a_push()), subject.rules.copies
    way = load_sound_way(name, game)
    if game is Game.TILES:
        tiles = parse_tiles(hand, count=4)
        _tell_when_compiling()
        zero_rule, known = subject.rules.zero_rule, known_tiles(tiles, seen, dealer_shows)
        return name, tile_hand_odds(tiles, way, role, *nets, zero_rule=zero_rule, copies=copies, known=known)
    cards = parse_cards(hand, count=7)
    out = known_cards(cards, seen, dealer_shows)
    with reporting() as tell:
        _set_every_hand(way, subject.wheel, tell)
    return name, card_hand_odds(cards, way, role, subject.wheel, subject.rules.pushes, *nets, copies, out)


def way_cost(way: HouseWay, opponent: HouseWay, role: Role, most: int) -> WayCost:
    """What a way loses against best play."""
    from paigow.odds.counting.way_cost import card_cost, tile_cost
    from paigow.odds.game_rules import GameRules

    if way.game is Game.TILES:
        _tell_when_compiling()
        return tile_cost(way, opponent, role, most)
    with card_counting(GameRules()) as counting:
        return card_cost(way, opponent, role, counting, most)
