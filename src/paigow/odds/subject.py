"""The subject of the odds: a submission, a rule book with plain defaults, or a house way on its own."""

from __future__ import annotations

from collections.abc import Iterator, Mapping
from dataclasses import dataclass, field
from pathlib import Path
from typing import Any, Final

from paigow.books.book import RuleBook, load_book
from paigow.books.registry import book_names
from paigow.books.sections import Main
from paigow.faults import BadInput, suggestion
from paigow.houseways import HouseWay, built_in_ways, load_way
from paigow.houseways.library import SUFFIX, load_sound_way
from paigow.material.game import Game
from paigow.odds.counting.strengths import DealerPushes
from paigow.odds.game_rules import GameFile, GameRules, built_in_games, check_seats, is_game, load_game
from paigow.odds.wagers.main import MainTerms
from paigow.ranks.poker import Order, Wheel
from paigow.sources import folder_of
from paigow.submissions.checking import Submission, example_names, load_submission
from paigow.submissions.rules import Rules
from paigow.wagers.money import Cents, Vigorish, dollars
from paigow.wagers.payout_limit import PayoutLimit
from paigow.wagers.paytables import Paytable, read_own_paytables
from paigow.wagers.progressive import ProgressiveTerms
from paigow.wagers.registry import line_wagers
from paigow.wagers.wager import MAIN, Kind, Settled

PLAIN_PROGRESSIVE_STAKE: Final = dollars(1)
"""The assumed terms of a progressive wager if no submission states them."""
_MOST_CHAIRS: Final = 6


@dataclass(frozen=True, slots=True)
class OfferedWager:
    """An optional wager with one of its pay tables, and the minimum stake if a submission states one."""

    kind: Kind
    table: str = ""
    least: Cents | None = None
    own: Paytable[Any] | None = None
    """The pay table itself, if it comes from a file of your own and not from a book."""

    @property
    def name(self) -> str:
        return f"{self.kind} {self.table}".strip()


@dataclass(frozen=True, slots=True)
class Subject:
    """Everything about a table that the odds depend on."""

    name: str
    title: str
    game: Game
    way_name: str
    way: HouseWay
    rules: GameRules
    methods: tuple[Vigorish, ...]
    """The vigorish methods to report: the one chosen, or a book's that differ."""
    banking: bool
    co_banking: bool
    bank_sets_freely: bool
    offers: tuple[OfferedWager, ...]
    chairs: int = _MOST_CHAIRS
    progressive: ProgressiveTerms | None = None
    payout_limit: PayoutLimit | None = None
    main: Main = field(default_factory=Main)
    """How the book settles the main wager."""
    book: str | None = None
    """The book whose own pay tables apply, if it has any."""

    @property
    def wheel(self) -> Order:
        return self.rules.wheel

    def main_terms(self, method: Vigorish, bet: Cents | None = None) -> MainTerms:
        """The commission on a win by a method; without vigorish, a triple can lose."""
        triples = method is Vigorish.NONE and self.main.triple_loses is not None
        return MainTerms(method, bet, triples, self.rules.rate, self.rules.prepaid)


def subject_of(source: str) -> Subject:
    """A rule book, game, or way by name; a `.game` or `.way` file; else a submission. Raise BadInput."""
    if is_game(source):
        return _of_game(source, load_game(source))
    if source.strip().lower().replace("_", "-") in book_names():
        return _of_book(load_book(source))
    ways = [way.name for way in built_in_ways()]
    if source.endswith(SUFFIX) or source in ways:
        return subject_of_way(source, load_sound_way(source))
    try:
        return subject_of_submission(source, load_submission(source))
    except BadInput as fault:
        if fault.problem.startswith("there is no submission"):
            raise _unknown(source, ways) from None
        raise


def _unknown(source: str, ways: list[str]) -> BadInput:
    """Nothing has this name: suggest a similar one, or list the kinds of things that have odds."""
    names = [*book_names(), *example_names(), *built_in_games(), *ways]
    kinds = (
        f"name a submission file, a .game or .way file, a rule book ({', '.join(book_names())}), "
        f"a game ({', '.join(built_in_games())}), or a house way ({', '.join(ways)})"
    )
    problem = f"there is no submission, rule book, game, or house way {source!r}"
    return BadInput(problem, allowed=suggestion(source, names, kinds))


def _of_book(book: RuleBook) -> Subject:
    """Plain defaults, and every wager and pay table that the book allows."""
    option = book.options["vigorish.method"]
    default = book.main.charged(Vigorish(str(option.default)))
    without = {Vigorish.NONE} & set(map(Vigorish, option.words)) - {default}
    way = str(book.options["house-way.way"].default)
    bank, co_bank = (book.options[name] for name in ("banking.bank", "banking.co-bank"))
    return Subject(
        name=book.name,
        title=f"{book.title}, its plain defaults",
        game=book.game,
        way_name=way,
        way=load_way(way),
        rules=_rules(Wheel(str(book.options["ranking.wheel"].default)), book.main),
        methods=(default, *without),
        banking=bank.open,
        co_banking=co_bank.open,
        bank_sets_freely=True,
        offers=tuple(OfferedWager(table.kind, table.id) for table in book.tables),
        main=book.main,
        book=book.name,
    )


def _rules(wheel: Order, main: Main) -> GameRules:
    return GameRules(wheel, pushes=DealerPushes(nothing=main.pushing))


def _of_game(source: str, game: GameFile) -> Subject:
    """The main wager by the parameters of a `.game` file, and side wagers with pay tables of your own."""
    rules = game.rules(source)
    beside = folder_of(Path(source)) / game.way
    way = load_sound_way(str(beside) if beside.is_file() else game.way)
    if way.game is Game.TILES and (rules.pushes or rules.face_up):
        raise BadInput(
            "pushes and open hands exist only for cards", where=source, allowed="use a house way for cards"
        )
    game.require_keys_of(way.game, source)
    check_seats(game.seats, way.game, source)
    return Subject(
        name=source,
        title=game.title,
        game=way.game,
        way_name=game.way,
        way=way,
        rules=rules,
        methods=(game.method,),
        banking=game.banking,
        co_banking=False,
        bank_sets_freely=True,
        offers=tuple(_own_offers(source, way.game, game.pay_tables)),
        chairs=game.seats,
    )


def _own_offers(source: str, game: Game, named: Mapping[str, str]) -> Iterator[OfferedWager]:
    """Every pay table in the files that a `.game` file names, which are beside it."""
    known = {
        str(kind): wager
        for kind, wager in line_wagers().items()
        if wager.game is game and wager.settled is not Settled.BY_TOPIC
    }
    for kind, file in named.items():
        if kind not in known:
            hint = suggestion(kind, known, f"choose one of {', '.join(known)}")
            raise BadInput(f"{kind!r} can't have pay tables of your own", where=source, allowed=hint)
        tables = read_own_paytables(folder_of(Path(source)) / file, kind, known[kind].lines)
        yield from (OfferedWager(Kind(kind), name, own=table) for name, table in tables.items())


def subject_of_way(source: str, way: HouseWay) -> Subject:
    """The main wager only, with vigorish to the cent, from both sides: what a way alone decides."""
    return Subject(
        name=source,
        title=way.title,
        game=way.game,
        way_name=source,
        way=way,
        rules=GameRules(),
        methods=(Vigorish.TO_THE_CENT,),
        banking=True,
        co_banking=False,
        bank_sets_freely=True,
        offers=(),
    )


def subject_of_submission(source: str, submission: Submission) -> Subject:
    """What a valid submission offers and chooses; `source` is its name."""
    rules = submission.rules
    return Subject(
        name=source,
        title=f"{rules.table.operator}, table {rules.table.number}",
        game=submission.game,
        way_name=rules.way.name,
        way=rules.way.way,
        rules=_rules(rules.ranking.wheel, rules.book.main),
        methods=(rules.charge,),
        banking=rules.banking.offered,
        co_banking=rules.banking.co_banking,
        bank_sets_freely=rules.banking.sole_bank_sets == "freely",
        offers=tuple(_offers(rules)),
        chairs=rules.table.chairs,
        progressive=rules.progressive,
        payout_limit=rules.payout_cap,
        main=rules.book.main,
        book=rules.book.name,
    )


def _offers(rules: Rules) -> list[OfferedWager]:
    found = []
    for kind, limit in rules.wagers.items():
        if kind != MAIN:
            optional = rules.optional.get(kind)
            found.append(
                OfferedWager(Kind(kind), optional.paytable.id if optional else "", Cents(limit.least))
            )
    return found
