"""What the odds commands share: ways by name, and the counting of each game with its notices and progress."""

from __future__ import annotations

from typing import TYPE_CHECKING

from paigow.cli.progress import note
from paigow.faults import BadInput

if TYPE_CHECKING:
    from paigow.houseways import Game, HouseWay
    from paigow.odds.answering import Counting, Setter
    from paigow.odds.best_hand import HandOdds
    from paigow.odds.cost import WayCost
    from paigow.odds.roles import Role
    from paigow.odds.subject import Subject

__all__ = ["counting_for", "hand_odds", "setter", "sound_way", "way_cost"]

COMPILING = "compiling the counting loops: once on this machine, for some seconds"


def sound_way(name: str, game: Game | None = None) -> HouseWay:
    """A way by name or file, for the game if one is given; a file is refused if the checker has findings."""
    from paigow.houseways import built_in_ways, load_way
    from paigow.houseways.checking import check_way

    way = load_way(name)
    if game is not None and way.game is not game:
        raise BadInput(f"{name} is a way for {way.game.value}", allowed=f"a way for {game.value}")
    if name not in {each.name for each in built_in_ways()} and not check_way(way).clean:
        raise BadInput(f"the way {name} has findings", allowed=f"paigow way check {name} lists them")
    return way


def setter(name: str | None, game: Game) -> Setter | None:
    """Who sets by the way of that name; `best` sets as well as can be."""
    from paigow.odds.answering import BEST, Setter

    if name is None:
        return None
    return BEST if name == BEST.name else Setter(name, sound_way(name, game))


def counting_for(subject: Subject, *, on: str | None = None, fresh: bool = False) -> Counting:  # noqa: ARG001
    from paigow.houseways import Game

    if subject.game is Game.TILES:
        return _tile_counting()
    raise BadInput("the deals of cards are not counted yet", allowed="a tile game")


def _tile_counting() -> Counting:
    from functools import partial

    from paigow.odds.answering import Counting
    from paigow.odds.compiling import are_compiled
    from paigow.odds.kernels import tiles as kernels
    from paigow.odds.main_tiles import tile_surplus, tile_tally

    if not are_compiled(kernels.count_replies, kernels.count_two_opponents):
        note(COMPILING)
    return Counting(tile_tally, partial(tile_tally, zero_rule=False), tile_surplus)


def hand_odds(hand: str, book: str | None, dealer: str | None, role: Role) -> tuple[str, HandOdds]:
    """The dealer's way and every setting of a hand against it."""
    from paigow.houseways import Game
    from paigow.material.hands import are_tiles
    from paigow.material.tiles import parse_tiles
    from paigow.odds.best_hand import tile_hand_odds
    from paigow.odds.subject import subject_of

    game = Game.TILES if are_tiles(hand) else Game.CARDS
    subject = subject_of(book or DEFAULT_BOOKS[game.value])
    if subject.game is not game:
        raise BadInput(f"{book} is a book of {subject.game.value}", allowed=f"a book of {game.value}")
    name = dealer or subject.way_name
    way = sound_way(name, game)
    if game is Game.TILES:
        _tile_counting()
        return name, tile_hand_odds(parse_tiles(hand, count=4), way, role)
    raise BadInput("the replies of cards are not counted yet", allowed="four tiles")


def way_cost(way: HouseWay, opponent: HouseWay, role: Role, most: int) -> WayCost:
    """What a way gives up against best play."""
    from paigow.houseways import Game
    from paigow.odds.cost import tile_cost

    if way.game is Game.TILES:
        _tile_counting()
        return tile_cost(way, opponent, role, most)
    raise BadInput("the deals of cards are not counted yet", allowed="a way for tiles")


DEFAULT_BOOKS = {"tiles": "commission-tiles", "cards": "maryland-poker"}
