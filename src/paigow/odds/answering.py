"""The odds of a whole table: which wagers, whose side, by which ways; then computes each one.

The main wager's deals are counted elsewhere: `count` and `count_two` are passed in, one pair per game.
"""

from __future__ import annotations

from collections.abc import Callable, Iterator, Mapping, Sequence
from dataclasses import dataclass, field, replace
from fractions import Fraction
from functools import partial
from typing import TYPE_CHECKING, Any

from paigow.faults import BadInput
from paigow.houseways import HouseWay
from paigow.material.game import Game
from paigow.odds.counting import Role, Tally
from paigow.odds.counting.known import NOTHING_KNOWN, Known, Seen, known_cards, known_tiles
from paigow.odds.reports.wager_odds import OddsReport, WagerOdds, fraction_json, percent, select_wagers
from paigow.odds.subject import PLAIN_PROGRESSIVE_STAKE, OfferedWager, Subject
from paigow.odds.wagers.lines import Terms, dice_bonus_odds, line_odds, roll_odds
from paigow.odds.wagers.main import CO_BANK, MainTerms, main_odds, two_opponents_odds
from paigow.odds.wagers.progressive import check_meters, check_meters_of, progressive_odds
from paigow.ranks.poker import LOWEST_WHEELS
from paigow.wagers.dragons_eye import DiceBonus
from paigow.wagers.money import RATE, Cents
from paigow.wagers.paytables import Meter
from paigow.wagers.progressive import WAGER as PROGRESSIVE
from paigow.wagers.progressive import least_starts
from paigow.wagers.registry import wager_of
from paigow.wagers.wager import MAIN, LineWager, NamedWager, RollWager, Settled

if TYPE_CHECKING:
    from paigow.material.tiles import Tile
    from paigow.odds.counting.strengths import HandStrengths
    from paigow.odds.counting.tile_ways import SurplusTally
    from paigow.odds.game_rules import GameRules


@dataclass(frozen=True, slots=True)
class Setter:
    """How a side sets: by a way or, without one, optimally."""

    name: str
    way: HouseWay | None

    def __str__(self) -> str:
        return "best play" if self.way is None else f"the house way {self.name!r}"


BEST = Setter("best", None)

Count = Callable[[HouseWay | None, HouseWay, Role, tuple[int, int]], Tally]
CountTwo = Callable[[HouseWay | None, HouseWay], "SurplusTally"]
Job = tuple[str, Callable[[], WagerOdds]]
"""A wager's name, and the function that computes its odds: names are known before anything is counted."""
BestStrengths = Callable[[HouseWay, Role, tuple[int, int]], "HandStrengths"]


@dataclass(frozen=True, slots=True)
class Counting:
    """How the main wager's deals are counted.

    Counting without a zero rule and against two opponents is for tiles only; setting every hand face up is
    for cards only.
    """

    count: Count
    count_without_zero_rule: Count | None = None
    count_two: CountTwo | None = None
    best_strengths: BestStrengths | None = None


def tile_counting(rules: GameRules, known: Known[Tile] = NOTHING_KNOWN) -> Counting:
    """How tile deals are counted under some rules, with some tiles known."""
    from paigow.odds.counting.tile_ways import tile_surplus, tile_tally

    if rules.zero_rule and rules.copies is Role.BANK:
        count = partial(tile_tally, known=known)
        return Counting(count, partial(count, zero_rule=False), None if known else tile_surplus)
    return Counting(partial(tile_tally, zero_rule=rules.zero_rule, copies=rules.copies, known=known))


@dataclass(frozen=True, slots=True)
class Question:
    """The question. Without a player's way, all set as the dealer does; without a role, for every role."""

    subject: Subject
    wager: str | None = None
    player: Setter | None = None
    dealer: Setter | None = None
    role: Role | None = None
    bet: Cents | None = None
    meters: Mapping[Meter, Cents] = field(default_factory=dict)

    @property
    def house(self) -> Setter:
        return self.dealer or Setter(self.subject.way_name, self.subject.way)

    @property
    def hero(self) -> Setter:
        return self.player or (BEST if self.subject.rules.face_up else self.house)


def answer(question: Question, counting: Counting) -> OddsReport:
    """Compute every wager asked for."""
    jobs = list(_all_jobs(question, counting))
    if question.wager is not None:
        wanted = set(select_wagers([name for name, _ in jobs], question.wager))
        jobs = [(name, work) for name, work in jobs if name in wanted]
    counted = {name for name, _ in jobs}
    progressives = [offer for offer in question.subject.offers if offer.kind == PROGRESSIVE.kind]
    check_meters_of([offer.table for offer in progressives if offer.name in counted], question.meters)
    wagers = tuple(work() for _, work in jobs)
    return OddsReport(
        subject=question.subject.title,
        game=question.subject.game.value,
        assumes=_assumes(question),
        wagers=wagers,
        conclusions=conclusions(wagers),
    )


def knowing(subject: Subject, seen: Seen, dealer_shows: Seen) -> tuple[Subject, Known[Any]]:
    """The known pieces. If there are any, the subject keeps only its main wager: no other is counted then."""
    if not (seen or dealer_shows):
        return subject, NOTHING_KNOWN
    known_pieces = known_tiles if subject.game is Game.TILES else known_cards
    return replace(subject, offers=()), known_pieces((), seen, dealer_shows)


def answer_knowing(question: Question, counting: Counting, known: Known[Any]) -> OddsReport:
    """Compute every wager asked for, and say in the report what was known."""
    report = answer(question, counting)
    return replace(report, assumes=(*report.assumes, *known.words()))


def _assumes(question: Question) -> tuple[str, ...]:
    words = [f"the dealer sets by {question.house} ({question.subject.title})"]
    if question.subject.game is Game.CARDS:
        place = "lowest" if question.subject.wheel in LOWEST_WHEELS else "second highest"
        words.append(f"A-2-3-4-5 is the {place} straight (R20)")
    push = question.subject.main.push
    if push is not None:
        hands = " or ".join(push.on)
        words.append(f"the main wager pushes when the dealer has nothing, {hands} ({', '.join(push.cite)})")
    return (*words, *question.subject.rules.words(push is not None))


def _all_jobs(question: Question, counting: Counting) -> Iterator[Job]:
    for method in question.subject.methods:
        yield from _main_jobs(question, counting, question.subject.main_terms(method, question.bet))
    yield from side_jobs(question.subject, question.bet, question.meters)


def _main_jobs(question: Question, counting: Counting, terms: MainTerms) -> Iterator[Job]:
    subject = question.subject
    if question.role in (None, Role.PLAYER):
        yield "main", partial(_main, question, counting, terms, Role.PLAYER)
    if question.role is Role.BANK or (question.role is None and subject.banking):
        yield "main", partial(_main, question, counting, terms, Role.BANK)
        if counting.count_two is not None and not terms.triples and terms.rate == RATE:
            yield "main", partial(_two, question, counting, terms)
    if subject.co_banking and question.role in (None, Role.BANK):
        yield "main", partial(_main, question, counting, terms, Role.BANK, co_bank=True)


def _bank_setter(question: Question, co_bank: bool) -> tuple[Setter, str]:
    """Who sets the bank's hand, and the rule for it: a co-bank's is always set the house way (R33)."""
    if co_bank:
        return question.house, "the dealer sets a co-bank's hand the house way (R33)"
    if not question.subject.bank_sets_freely:
        return question.house, "the bank's hand is set the house way (R33)"
    return question.hero, f"the bank sets by {question.hero}"


def _house_way(question: Question) -> HouseWay:
    if question.house.way is None:
        raise BadInput("the dealer must follow a house way", allowed="name a house way or a .way file")
    return question.house.way


def _main(
    question: Question, counting: Counting, terms: MainTerms, role: Role, co_bank: bool = False
) -> WagerOdds:
    house = _house_way(question)
    if role is Role.PLAYER:
        setter, words = question.hero, f"the player sets by {question.hero}"
    else:
        setter, words = _bank_setter(question, co_bank)
        words += f", and its opponents by {question.house}"
    tally = counting.count(setter.way, house, role, terms.merits())
    odds = main_odds(tally, role, terms, co_bank=co_bank)
    details = dict(odds.details)
    if counting.count_without_zero_rule is not None:
        plain = counting.count_without_zero_rule(setter.way, house, role, terms.merits())
        value = main_odds(plain, role, terms, co_bank=co_bank).value
        details["value_without_zero_rule"] = fraction_json(value)
    case = "without vigorish" if terms.triples else ""
    return replace(odds, case=case, assumes=(words, *odds.assumes), details=details)


def _two(question: Question, counting: Counting, terms: MainTerms) -> WagerOdds:
    assert counting.count_two is not None
    setter, words = _bank_setter(question, co_bank=False)
    odds = two_opponents_odds(counting.count_two(setter.way, _house_way(question)), terms)
    return replace(odds, assumes=(words, *odds.assumes))


def side_jobs(subject: Subject, bet: Cents | None, meters: Mapping[Meter, Cents]) -> Iterator[Job]:
    for offer in subject.offers:
        wager = wager_of(offer.kind)
        name = offer.name
        if isinstance(wager, DiceBonus):
            yield name, dice_bonus_odds
            yield f"{name} placed as shaker", partial(dice_bonus_odds, first_shaker=True)
            yield f"{name} placed as other", partial(dice_bonus_odds, first_shaker=False)
        else:
            yield name, partial(_odds, subject, wager, offer, bet, meters)


def _odds(
    subject: Subject, wager: NamedWager, offer: OfferedWager, bet: Cents | None, meters: Mapping[Meter, Cents]
) -> WagerOdds:
    match wager:
        case RollWager():
            return roll_odds(wager)
        case LineWager(settled=Settled.BY_TOPIC):
            return _progressive(subject, offer.table, meters)
        case LineWager():
            terms = Terms(bet if bet is not None else offer.least, subject.payout_limit)
            return line_odds(wager, offer.table, terms, subject.book, offer.own)
        case _:
            raise BadInput(
                f"the odds of {offer.kind} can't be counted", allowed="choose a wager on lines or on a roll"
            )


def _progressive(subject: Subject, table: str, meters: Mapping[Meter, Cents]) -> WagerOdds:
    """A submission has one table and must have each meter named; a book's tables take those they have."""
    if subject.progressive is not None:
        check_meters(table, meters)
        return progressive_odds(table, subject.progressive.stake, meters, subject.progressive)
    known = {meter: amount for meter, amount in meters.items() if meter in least_starts(table)}
    return progressive_odds(table, PLAIN_PROGRESSIVE_STAKE, known)


def cents_of_a_dollar(edge: Fraction) -> str:
    """An edge in words: who keeps how much of every dollar wagered.

    >>> cents_of_a_dollar(Fraction(-1, 400))
    'gains 0.25 cents on every dollar'
    """
    cents = percent(abs(edge), 2).removesuffix("%")
    if cents == "0.00":
        return "breaks even to a hundredth of a cent"
    return f"{'loses' if edge > 0 else 'gains'} {cents} cents on every dollar"


def conclusions(wagers: Sequence[WagerOdds]) -> tuple[str, ...]:
    """The conclusions for somebody who reads nothing else."""
    main = [wager for wager in wagers if wager.kind == MAIN]
    found = [_main_sentence(wager) for wager in main if not _is_repeated(wager, main)]
    optional = [wager for wager in wagers if wager.kind != MAIN]
    if len(optional) > 1:
        best, worst = min(optional, key=_edge), max(optional, key=_edge)
        found.append(
            f"Of the optional wagers {best.title} costs least ({percent(best.edge, 2)}), "
            f"{worst.title} most ({percent(worst.edge, 2)})."
        )
    elif optional:
        found.append(f"{optional[0].title} {cents_of_a_dollar(optional[0].edge)}.")
    return tuple(sentence[:1].upper() + sentence[1:] for sentence in found)


def _is_repeated(wager: WagerOdds, main: Sequence[WagerOdds]) -> bool:
    """Whether this is a co-bank whose half has the same value as the whole bank reported before."""
    return wager.role == CO_BANK and any(
        other.role == str(Role.BANK) and (other.case, other.edge) == (wager.case, wager.edge)
        for other in main
    )


def _edge(wager: WagerOdds) -> Fraction:
    return wager.edge


def _main_sentence(wager: WagerOdds) -> str:
    who = f"as {wager.role}" + (f" {wager.case}" if wager.case else "")
    shares = {
        result.name: percent(Fraction(result.count, wager.total), 2)
        for result in wager.results
        if result.name in ("win", "push", "lose")
    }
    words = ", ".join(f"{name} {share}" for name, share in shares.items())
    return f"{who} the main wager {cents_of_a_dollar(wager.edge)}" + (f" ({words})." if words else ".")
