"""`paigow show` and `paigow compare`: what a hand is, and how two settings compare. Not the best setting."""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from typing import TYPE_CHECKING, Annotated, Any, Final

import typer

from paigow.cli.arguments import BookOption, hand_argument
from paigow.cli.output import JsonFlag, console, emit
from paigow.faults import BadInput
from paigow.material.cards import Card, cards_text, parse_cards
from paigow.material.game import Game
from paigow.material.hands import (
    CardSetting,
    TileSetting,
    are_tiles,
    parse_card_setting,
    parse_tile_setting,
)
from paigow.material.notation import counted
from paigow.material.tiles import Tile, parse_tiles, tiles_text
from paigow.ranks.comparing import Reasons, reasons_of_cards, reasons_of_tiles
from paigow.ranks.poker import (
    FiveRank,
    TwoRank,
    Wheel,
    best_five,
    card_settings,
    five_ranks,
    is_fouled,
    rank_five_cards,
    rank_two_cards,
    two_ranks,
)
from paigow.ranks.tiles import TWO_TILE_RANKS, order_tiles, rank_two_tiles, tile_settings

if TYPE_CHECKING:
    from rich.console import Console
    from rich.table import Table

    from paigow.books.book import RuleBook
    from paigow.wagers.wager import Kind

Payload = dict[str, object]
BookWheelOption = Annotated[
    Wheel | None,
    typer.Option(help="Rank of A-2-3-4-5 among straights, if the book leaves it open."),
]
COLORS: Final = {"win": "green", "copy": "yellow", "push": "yellow", "lose": "red"}
MEANINGS: Final = {
    "pair": "two matching tiles",
    "wong": "a twelve or a two with a nine",
    "gong": "a twelve or a two with an eight",
    "value": "the last digit of all pips, and the higher of the two tiles",
}
"""The kinds of two-tile hands. Card hands have the usual poker names."""
WHOLE: Final = {"win": "The player wins", "push": "A push", "lose": "The player loses"}


def show(
    hand: Annotated[str, hand_argument("Two or four tiles, or two, five, or seven cards.")],
    book: BookOption = None,
    wheel: BookWheelOption = None,
    as_json: JsonFlag = False,
) -> None:
    """Rank and name a hand, and list every setting.

    Tiles are written by their pips (6-6 or 66) or names (Teen, Heaven, 天),
    cards as As, 10h or Th, and Jo for the joker.

    For four tiles or seven cards, every setting is listed: the highest high
    hand first, fouled settings last. Seven cards are also checked against the
    book's bonus bets.
    """
    game = Game.TILES if are_tiles(hand) else Game.CARDS
    if game is Game.TILES:
        if book is not None or wheel is not None:
            # All books rank tiles the same, so a book is loaded only to validate the option.
            _wheel(_book(book, game), wheel)
        payload = _tiles_shown(parse_tiles(hand))
    else:
        rules = _book(book, game)
        payload = _cards_shown(parse_cards(hand), rules, _wheel(rules, wheel))
    if as_json:
        from paigow.books.registry import usual_book

        payload = {**payload, "book": book or usual_book(game)}
    emit(payload, "paigow/show/1", as_json, lambda: print_hand(payload))


def compare(
    player: Annotated[str, typer.Argument(help="The player's setting, written low / high.")],
    bank: Annotated[str, typer.Argument(help="The dealer's or banker's setting, written low / high.")],
    book: BookOption = None,
    wheel: BookWheelOption = None,
    as_json: JsonFlag = False,
) -> None:
    """Compare a player's setting with the dealer's or the bank's.

    A setting is written low / high; both hands come from one set or deck.

    The higher of two tile hands is the high hand, whichever you write first.
    A card hand whose low hand ranks above its high hand is a foul and loses.
    """
    tiles = are_tiles(player)
    if tiles != are_tiles(bank):
        raise BadInput(
            "one hand is tiles and the other is cards", allowed="compare two hands of the same game"
        )
    rules = _book(book, Game.TILES if tiles else Game.CARDS)
    place = _wheel(rules, wheel)
    details = _tiles_compared(player, bank, rules) if tiles else _cards_compared(player, bank, rules, place)
    payload = {**details, "book": rules.name}
    emit(payload, "paigow/compare/1", as_json, lambda: print_comparison(payload))


def _book(name: str | None, game: Game) -> RuleBook:
    from paigow.books.book import load_book
    from paigow.books.registry import usual_book

    book = load_book(name or usual_book(game))
    if book.game is not game:
        raise BadInput(
            f"{book.name} is for {book.game.value}, and these are {game.value}",
            allowed=f"leave --book out for {usual_book(game)}",
        )
    return book


def _wheel(book: RuleBook, wanted: Wheel | None) -> Wheel:
    """The wheel's rank: as the book says, or as requested if the book leaves it open (R20)."""
    option = book.options["ranking.wheel"]
    default = Wheel(option.default)
    if wanted is None or wanted is default:
        return default
    if option.fixed or not option.given:
        where = book.written(option.cites) if option.given else None
        raise BadInput(f"{book.name} fixes the rank of the wheel", where=where, allowed="leave --wheel out")
    return wanted


def _place(strength: int, of: int) -> Payload:
    return {"rank": of - strength, "of": of, "strength": strength}


def _tiles_shown(tiles: tuple[Tile, ...]) -> Payload:
    hand = tiles_text(tiles)
    match len(tiles):
        case 2:
            rank = rank_two_tiles(tiles)
            return {
                "kind": "two tiles",
                "hand": hand,
                **_place(rank.strength, len(TWO_TILE_RANKS)),
                "name": rank.name,
                "category": rank.category.value,
                "value": rank.value,
            }
        case 4:
            settings = tile_settings(tiles)
            return {
                "kind": "four tiles",
                "hand": hand,
                "rank": None,
                "of": None,
                "strength": None,
                "name": _pairs(tiles),
                "category": _pairs(tiles),
                "settings": [_halves(setting, _tile_names(setting)) for setting in settings],
            }
        case number:
            raise BadInput(f"{counted(number, 'tile')} can't be ranked", allowed="give two or four tiles")


def _pairs(tiles: Sequence[Tile]) -> str:
    """How many pairs four tiles hold, in any setting."""
    pairs = len(tiles) - len({tile.kind for tile in tiles})
    return ("no pair", "one pair", "two pairs")[pairs]


def _cards_shown(cards: tuple[Card, ...], book: RuleBook, wheel: Wheel) -> Payload:
    hand = cards_text(cards)
    match len(cards):
        case 2:
            return {"kind": "two cards", "hand": hand, **_two_shown(rank_two_cards(cards))}
        case 5:
            return {"kind": "five cards", "hand": hand, **_five_shown(rank_five_cards(cards, wheel), wheel)}
        case 7:
            best = best_five(cards, wheel)
            return {
                "kind": "seven cards",
                "hand": hand,
                **_five_shown(rank_five_cards(best, wheel), wheel),
                "best": cards_text(best),
                "settings": [_halves(s, _card_names(s, wheel)) for s in _best_first(cards, wheel)],
                "bonus": _bonus(cards, book),
            }
        case number:
            raise BadInput(
                f"{counted(number, 'card')} can't be ranked", allowed="give two, five, or seven cards"
            )


def _two_shown(rank: TwoRank) -> Payload:
    ranks = two_ranks()
    place = _place(ranks.index(rank), len(ranks))
    return {**place, "name": rank.name, "category": str(rank.category)}


def _five_shown(rank: FiveRank, wheel: Wheel) -> Payload:
    ranks = five_ranks(wheel)
    place = _place(ranks.index(rank), len(ranks))
    return {**place, "name": rank.name, "category": str(rank.category)}


def _best_first(cards: Sequence[Card], wheel: Wheel) -> list[CardSetting]:
    """All 21 settings, fouled ones last, then by the high hand, then by the low one."""
    return sorted(
        card_settings(cards),
        key=lambda setting: (
            not is_fouled(setting, wheel),
            rank_five_cards(setting.high, wheel),
            rank_two_cards(setting.low),
        ),
        reverse=True,
    )


def _tile_names(setting: TileSetting) -> Payload:
    low, high = rank_two_tiles(setting.low), rank_two_tiles(setting.high)
    return {"low_name": low.name, "high_name": high.name, "fouled": False}


def _card_names(setting: CardSetting, wheel: Wheel) -> Payload:
    """A split other than two and five cards has no hand names, only the foul."""
    if (len(setting.low), len(setting.high)) != (2, 5):
        return {"low_name": None, "high_name": None, "fouled": True}
    return {
        "low_name": rank_two_cards(setting.low).name,
        "high_name": rank_five_cards(setting.high, wheel).name,
        "fouled": is_fouled(setting, wheel),
    }


def _halves(setting: TileSetting | CardSetting, names: Payload) -> Payload:
    low, high = (" ".join(map(str, half)) for half in (setting.low, setting.high))
    return {"low": low, "high": high, **names}


def _bonus(cards: Sequence[Card], book: RuleBook) -> Payload:
    """The line seven cards make for each optional wager of the book; None if it would lose (R24)."""
    kinds = dict.fromkeys(table.kind for table in book.tables)
    return {kind: _paid_line(book, kind, cards) for kind in kinds}


def _paid_line(book: RuleBook, kind: Kind, cards: Sequence[Card]) -> str | None:
    """A line as text, if some pay table of the book lists it."""
    from paigow.books.registry import pay_tables
    from paigow.wagers.registry import line_wager

    line = line_wager(kind).line(cards)
    listed = any(table.find(line) is not None for table in pay_tables(book.name, kind).values())
    return str(line.value) if listed else None


def _tiles_compared(player: str, bank: str, book: RuleBook) -> Payload:
    mine, theirs = order_tiles(parse_tile_setting(player)), order_tiles(parse_tile_setting(bank))
    parse_tiles(tiles_text(mine.pieces + theirs.pieces))
    sides = {
        "player": _halves(mine, _tile_names(mine)),
        "bank": _halves(theirs, _tile_names(theirs)),
    }
    return {"kind": "tiles", **sides, **_decided(reasons_of_tiles(mine, theirs), book)}


def _cards_compared(player: str, bank: str, book: RuleBook, wheel: Wheel) -> Payload:
    mine, theirs = parse_card_setting(player), parse_card_setting(bank)
    parse_cards(cards_text(mine.pieces + theirs.pieces))
    if is_fouled(theirs, wheel):
        raise BadInput(
            f"the bank's setting {str(theirs)!r} is fouled",
            allowed="give one without a foul: a dealer or banker resets a fouled hand before the comparison",
        )
    sides = {
        "player": _halves(mine, _card_names(mine, wheel)),
        "bank": _halves(theirs, _card_names(theirs, wheel)),
    }
    return {
        "kind": "cards",
        **sides,
        **_decided(reasons_of_cards(mine, theirs, wheel, book.main.pushing), book),
    }


def _decided(reasons: Reasons, book: RuleBook) -> Payload:
    comparison = reasons.comparison
    parts = {"low": reasons.low, "high": reasons.high, "outcome": reasons.whole}
    return {
        "low": comparison.low.value,
        "high": comparison.high.value,
        "outcome": comparison.outcome.value,
        "zero": comparison.zero,
        "fouled": comparison.fouled,
        "paragraphs": list(book.decided_by(reasons.all)),
        "why": [
            {"decides": part, "reason": str(reason), "paragraphs": list(book.decided_by([reason]))}
            for part, decisive in parts.items()
            for reason in decisive
        ],
    }


def print_hand(payload: Mapping[str, Any]) -> None:
    out = console()
    title = f"four tiles, {payload['name']}" if payload["kind"] == "four tiles" else payload["name"]
    out.print(f"[bold]{title}[/bold]")
    if payload["kind"] == "two tiles":
        out.print(MEANINGS[payload["category"]], style="dim")
    for line in _explained(payload["kind"], payload["hand"]):
        out.print(f"  {line}")
    if payload["rank"] is not None:
        out.print(f"rank {payload['rank']:,} of {payload['of']:,}, counted from the strongest")
    if "best" in payload:
        out.print(f"best five: {payload['best']}")
    if "settings" in payload:
        out.print()
        out.print(_settings_table(payload["settings"]))
    if payload.get("bonus"):
        out.print()
        out.print(_bonus_table(payload["bonus"]))


def _explained(kind: str, hand: str) -> list[str]:
    """Tiles with all their names; cards by name if there are few."""
    if kind.endswith("tiles"):
        return [f"{tile}  {tile.english}, {tile.cantonese} {tile.chinese}" for tile in parse_tiles(hand)]
    cards = parse_cards(hand)
    return [hand] if len(cards) > 2 else [f"{card}  {card.name}" for card in cards]


def _table(*headers: str) -> Table:
    from rich.box import SIMPLE_HEAD
    from rich.table import Table

    return Table(*headers, box=SIMPLE_HEAD, pad_edge=False, show_edge=False)


def _settings_table(settings: Sequence[Mapping[str, Any]]) -> Table:
    table = _table("low hand", "", "high hand", "", *([""] if any(s["fouled"] for s in settings) else []))
    for setting in settings:
        cells = [setting[key] for key in ("low", "low_name", "high", "high_name")]
        if setting["fouled"]:
            table.add_row(*cells, "fouled", style="dim")
        else:
            table.add_row(*cells)
    return table


def _bonus_table(lines: Mapping[str, str | None]) -> Table:
    from paigow.wagers.registry import wager_of

    table = _table("wager", "the seven cards make")
    for wager, line in lines.items():
        table.add_row(wager_of(wager).title, line or "nothing it pays for")
    return table


def print_comparison(payload: Mapping[str, Any]) -> None:
    out = console()
    table = _table("", "player", "", "bank", "", "player's half")
    for half in ("high", "low"):
        result = payload[half]
        cells = [payload[side][key] or "" for side in ("player", "bank") for key in (half, f"{half}_name")]
        table.add_row(f"{half} hand", *cells, f"[{COLORS[result]}]{result}[/]")
    out.print(table)
    out.print()
    outcome = payload["outcome"]
    out.print(f"[bold {COLORS[outcome]}]{WHOLE[outcome]}[/]")
    _print_reasons(out, payload["why"])


def _print_reasons(out: Console, reasons: Sequence[Mapping[str, Any]]) -> None:
    names = {"high": "high hand", "low": "low hand", "outcome": "together"}
    for part, name in names.items():
        decisive = [reason for reason in reasons if reason["decides"] == part]
        if decisive:
            words = "; ".join(reason["reason"] for reason in decisive)
            ids = ", ".join(id_ for reason in decisive for id_ in reason["paragraphs"])
            out.print(f"  {name}: {words} ({ids})")
