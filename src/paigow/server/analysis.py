"""Analysis of one hand: all settings with exact values, and what each house way does. Runs in a worker."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass
from fractions import Fraction
from typing import TYPE_CHECKING, Any, Final

from paigow.books.book import RuleBook, books, load_book
from paigow.faults import BadInput, choices
from paigow.houseways import built_in_ways
from paigow.houseways.library import load_built_in
from paigow.houseways.plain import plain_rules
from paigow.material.cards import Card, parse_cards
from paigow.material.game import Game
from paigow.material.hands import CardSetting, TileSetting
from paigow.material.tiles import Tile, parse_tiles
from paigow.ranks.poker import Order, Wheel
from paigow.server.worker import tell

if TYPE_CHECKING:
    from paigow.houseways import HouseWay
    from paigow.odds.counting.one_hand import HandOdds
    from paigow.odds.subject import Subject

CO_BANK: Final = "co-bank"
ROLES: Final = ("player", "bank", CO_BANK)
Hand = Sequence[Tile] | Sequence[Card]


@dataclass(frozen=True, slots=True)
class Position:
    """The question: a hand as text, the book, the side, and the opponent's way."""

    hand: str
    book: str
    role: str = "player"
    dealer: str | None = None
    wheel: str | None = None
    seen: str = ""
    """Pieces known to be out of play."""


def options() -> list[dict[str, Any]]:
    """The choices under each book: roles, the house ways of its game, the wheel if it is open."""
    return [_option(book) for book in books()]


def _option(book: RuleBook) -> dict[str, Any]:
    wheel = book.options["ranking.wheel"]
    banks = book.options["banking.bank"].open, book.options["banking.co-bank"].open
    return {
        "book": book.name,
        "game": book.game.value,
        "roles": ["player", *(role for role, open_ in zip(ROLES[1:], banks, strict=True) if open_)],
        "dealer": str(book.options["house-way.way"].default),
        "wheel": str(wheel.default),
        "wheels": list(wheel.words) if book.game is Game.CARDS and wheel.open else [],
        "ways": [_named(each.name) for each in built_in_ways() if each.game.value == book.game.value],
    }


def _named(way: str) -> dict[str, str]:
    return {"name": way, "title": load_built_in(way).title}


def analyze(position: Position) -> dict[str, Any]:
    """Every setting of the hand, best first, and each built-in way's setting; raises BadInput."""
    subject, hand, dealer, wheel = _read(position)
    way = _way_for(dealer, subject.game)
    found = hand_values(subject, hand, way, position.role, wheel, position.seen)
    return {
        "game": subject.game.value,
        "book": position.book,
        "role": position.role,
        "dealer": dealer,
        "wheel": wheel.value,
        "pieces": list(map(str, hand)),
        "replies": found.best.total,
        "settings": [{**each.as_json(), **halves(each.setting)} for each in found.settings],
        "ways": _answers(subject, hand, wheel, found),
    }


def at_table(text: str, hand: str, role: str) -> dict[str, Any]:
    """Every setting of a hand under a table's own submission, against its house way; raises BadInput."""
    from paigow.odds.subject import subject_of_submission
    from paigow.submissions.checking import require_submission

    submission = require_submission(text, "the table")
    subject = subject_of_submission(submission.rules.table.operator, submission)
    pieces = read_hand(hand, subject.game)
    found = hand_values(subject, pieces, subject.way, role, subject.wheel)
    return {
        "role": role,
        "dealer": subject.way.title,
        "wheel": subject.wheel.value,
        "replies": found.best.total,
        "settings": [{**each.as_json(), **halves(each.setting)} for each in found.settings],
        "house_way": halves(subject.way.set(pieces, subject.wheel)),
    }


def dealers(position: Position) -> dict[str, list[str]]:
    """The ways the other side could set by; card ways only if they have already set all hands."""
    subject, _, _, wheel = _read(position)
    return {"ways": [each for each in _ways_of(subject) if _is_set(load_built_in(each), wheel)]}


def against(position: Position, dealer: str) -> dict[str, Any]:
    """The best setting if the other side sets by another way."""
    subject, hand, _, wheel = _read(position)
    way = load_built_in(dealer)
    best = hand_values(subject, hand, way, position.role, wheel, position.seen).best
    return {"name": dealer, "title": way.title, **halves(best.setting), "value": float(best.value)}


def _read(position: Position) -> tuple[Subject, Hand, str, Wheel]:
    """The validated question; raises BadInput."""
    from paigow.odds.subject import subject_of

    subject, book = subject_of(position.book), load_book(position.book)
    roles = _option(book)["roles"]
    if position.role not in roles:
        raise BadInput(f"{book.name} has no {position.role}", where="role", allowed=choices(roles))
    hand = read_hand(position.hand, subject.game)
    return subject, hand, position.dealer or subject.way_name, _wheel(position, book)


def _ways_of(subject: Subject) -> list[str]:
    return [each.name for each in built_in_ways() if each.game.value == subject.game.value]


def _wheel(position: Position, book: RuleBook) -> Wheel:
    option = book.options["ranking.wheel"]
    if position.wheel is None:
        return Wheel(str(option.default))
    if position.wheel != str(option.default) and not option.open:
        raise BadInput(
            f"{book.name} fixes how the wheel ranks", where="wheel", allowed=f"choose {option.default}"
        )
    return Wheel(position.wheel)


def read_hand(text: str, game: Game) -> Hand:
    """Four tiles or seven cards; raises BadInput."""
    return parse_tiles(text, count=4) if game.value == Game.TILES.value else parse_cards(text, count=7)


def _way_for(name: str, game: Game) -> HouseWay:
    way = load_built_in(name)
    if way.game.value != game.value:
        raise BadInput(
            f"{name} is a house way for {way.game.value}",
            where="dealer",
            allowed=f"choose one for {game.value}",
        )
    return way


def hand_values(
    subject: Subject, hand: Hand, way: HouseWay, role: str, wheel: Order, seen: str = ""
) -> HandOdds:
    """Every setting of a hand against a way's possible replies. A co-bank's unit is its half (R33)."""
    from paigow.odds.counting import Role
    from paigow.odds.counting.known import known_cards, known_tiles
    from paigow.odds.counting.one_hand import card_hand_odds, tile_hand_odds

    side = Role.PLAYER if role == "player" else Role.BANK
    terms = subject.main_terms(subject.methods[0])
    nets, rules = (terms.net_of_a_win(role == CO_BANK), terms.net_of_a_push()), subject.rules
    if subject.game.value == Game.TILES.value:
        tiles = parse_tiles(" ".join(map(str, hand)), count=4)
        known = known_tiles(tiles, seen, "")
        return tile_hand_odds(
            tiles, way, side, *nets, zero_rule=rules.zero_rule, copies=rules.copies, known=known
        )
    cards = parse_cards(" ".join(map(str, hand)), count=7)
    known_out = known_cards(cards, seen, "")
    set_every_hand(way, wheel)
    return card_hand_odds(cards, way, side, wheel, rules.pushes, *nets, rules.copies, known=known_out)


def set_every_hand(way: HouseWay, wheel: Order) -> None:
    """Let a card way set all hands, with progress; the result is cached on disk."""
    if not _is_set(way, wheel):
        from paigow.houseways.compiled import compile_way

        compile_way(way, wheel, tell)


def _is_set(way: HouseWay, wheel: Order) -> bool:
    from paigow.houseways.cache import answers_file

    return way.game.value == Game.TILES.value or answers_file(way, wheel).exists()


def halves(setting: TileSetting | CardSetting) -> dict[str, list[str]]:
    """A setting as two lists of pieces."""
    return {"low": list(map(str, setting.low)), "high": list(map(str, setting.high))}


def value_of(found: HandOdds, low: Sequence[str]) -> Fraction | None:
    """The value of a setting, found by its low hand; None if it is a foul."""
    wanted = sorted(low)
    return next((each.value for each in found.settings if sorted(map(str, each.setting.low)) == wanted), None)


def _answers(subject: Subject, hand: Hand, wheel: Wheel, found: HandOdds) -> list[dict[str, Any]]:
    """Each built-in way's setting, its rule, and its cost against the best; cheapest first."""
    answers = []
    for name in _ways_of(subject):
        way = load_built_in(name)
        told = way.explain(hand, wheel).decision
        value = value_of(found, list(map(str, told.setting.low)))
        assert value is not None, "a built-in way fouls no hand"
        answers.append(
            {
                "name": name,
                "title": way.title,
                **halves(told.setting),
                "number": str(told.rule.label),
                "rule": told.rule.text,
                "told": plain_rules(told.rule),
                "value": float(value),
                "cost": float(found.best.value - value),
            }
        )
    return sorted(answers, key=lambda answer: answer["cost"])
