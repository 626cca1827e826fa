"""Random play for the campaign: bots, the automatic dealer, and legal commands weighted by kind.

The weights let rounds finish while rare commands stay frequent.
"""

from __future__ import annotations

from collections.abc import Iterator, Mapping
from functools import partial
from random import Random

from paigow.submissions.rules import Rules
from paigow.table.acts import DEALER, FLOOR, Command, Event
from paigow.table.autoplay.chance import drawn
from paigow.table.autoplay.players import PLAYERS, chosen
from paigow.table.autoplay.self_play import next_command
from paigow.table.bets.areas import next_to_set
from paigow.table.bets.betting import PlaceWager
from paigow.table.deal.dice import ShakeDice
from paigow.table.engine import decide, evolve
from paigow.table.hands.setting import SetHand
from paigow.table.house.seating import BuyIn, GiveCoupons, Sit
from paigow.table.irregularities.correcting import CorrectPayment
from paigow.table.refusals import Refused
from paigow.table.sides.progressive import SharedMeters, after, started
from paigow.table.state import Step, Table
from paigow.table.visibility.due import payable
from paigow.table.visibility.legal import LegalOption, legal
from tests.reckoning.accidents import accident
from tests.reckoning.fortune import Fortune
from tests.table.walks import Stride
from tests.table.wild import PEOPLE, wild_command

__all__ = ["play"]

BOTS = ("bonus", "bonus", "banker", "house-way", "random")
WILD = 0.02
ODD = 0.22
NOT_YET = (Step.CLOSED, Step.INSPECT, Step.VERIFY, Step.DISPLAY)
RANKS = "2 3 4 5 6 7 8 9 10 J Q K A".split()
EARLY = (Step.BETS, Step.SHUFFLE, Step.OFFER)

WEIGHTS: Mapping[str, float] = {
    "PlaceWager": 12,
    "Surrender": 6,
    "SetHand": 6,
    "CallAbandoned": 6,
    "AcceptBank": 6,
    "ChooseAfterExposure": 6,
    "SetBankHand": 3,
    "Leave": 0.12,
    **dict.fromkeys(
        ("BuyIn", "CashOut", "FillTray", "CreditTray", "GiveCoupons", "AskForRules", "AskHelp"), 0.05
    ),
    **dict.fromkeys(("AddWords", "CommitSeed", "ReportWrongPayment", "AskInspection"), 0.05),
    **dict.fromkeys(("ReportExposed", "ReportOffTable", "ReportUndealtTile", "DeliverStack"), 0.1),
    **dict.fromkeys(("DealCards", "CountStub", "AnnounceTotal", "ReportWrongCount"), 0.1),
    **dict.fromkeys(("ReportShoeJam", "ReportStubExposed", "ReportShufflerJam", "ReportDeviceBroken"), 0.1),
    **dict.fromkeys(("OrderShuffle", "OrderRecut", "ChangeDecks", "PlaceDice", "InspectDice"), 0.1),
    **dict.fromkeys(("SettleProgressive", "RevealSeed"), 0),
}
"""How often each kind of legal command is chosen; all others have weight 1.

The reading of a shared meter comes from its keeper, so a random one would prove nothing.
"""


def play(rules: Rules, seed: int, steps: int) -> Iterator[Stride]:
    """This many commands, starting from a closed table."""
    random = Random(seed)
    chance = Fortune(random)
    players = {person: PLAYERS[random.choice(BOTS)] for person in PEOPLE}
    meters = None if rules.progressive is None else started(rules.progressive)
    table = Table()
    for number in range(steps):
        drawn = random.random()
        command: Command | None = None
        if drawn < WILD:
            command = wild_command(random, rules, table)
        elif drawn < WILD + ODD:
            odd = _odd(random, rules, table, chance)
            command = None if odd is None else payable(rules, table, odd)
        for suggestion in (accident, _newcomer, _gift, _raise, _foul, _correction):
            command = command or suggestion(random, rules, table)
        if command is None:
            command = next_command(rules, table, chance, players, 1 + number // 10, meters)
        if command is None:
            continue
        stride = taken(rules, table, command)
        yield stride
        table, meters = stride.after, _metered(meters, stride.events)


def taken(rules: Rules, table: Table, command: Command) -> Stride:
    try:
        events = decide(rules, table, command)
    except Refused as refusal:
        return Stride(table, command, (), refusal, table)
    then = table
    for event in events:
        then = evolve(then, event)
    return Stride(table, command, events, None, then)


def _metered(meters: SharedMeters | None, events: tuple[Event, ...]) -> SharedMeters | None:
    for event in events:
        meters = None if meters is None else after(meters, event)
    return meters


def _odd(random: Random, rules: Rules, table: Table, chance: Fortune) -> Command | None:
    """Something that is legal for somebody, its kind chosen by weight."""
    seated = [person for person in table.chairs if person]
    options = legal(rules, table, random.choice((DEALER, FLOOR, *seated, *seated)))
    kinds: dict[str, list[LegalOption]] = {}
    for option in options:
        kinds.setdefault(type(option.command).__name__, []).append(option)
    weights = [WEIGHTS.get(kind, 1) for kind in kinds]
    if not any(weights):
        return None
    (kind,) = random.choices(list(kinds), weights)
    command = chosen(random.choice(kinds[kind]), partial(chance.whim, table))
    return drawn(rules, table, command, chance) if isinstance(command, ShakeDice) else command


def _newcomer(random: Random, rules: Rules, table: Table) -> Command | None:
    """Somebody with chips sits down if a chair is free, so that there is always play."""
    seated = [person for person in table.chairs if person]
    if len(seated) > 4 or table.step in NOT_YET or random.random() < 0.5:
        return None
    free = [position for position in range(1, rules.table.chairs + 1) if table.seated(position) is None]
    person = random.choice([person for person in PEOPLE if person not in seated])
    least = rules.wagers["main"].least
    if table.rack(person) < least:
        return BuyIn(by=person, chips=least * random.choice((2, 5, 20, 60)) + random.randrange(100))
    return Sit(by=person, position=random.choice(free))


def _raise(random: Random, rules: Rules, table: Table) -> Command | None:
    """Somebody raises an optional wager to the maximum, which brings payouts up to their limit."""
    optional = [wager for wager in table.wagers if wager.kind in rules.optional]
    if table.step is not Step.BETS or not optional or random.random() < 0.9:
        return None
    wager = random.choice(optional)
    most = rules.wagers[wager.kind].most
    return PlaceWager(by=wager.person, position=wager.position, kind=wager.kind, chips=most)


def _height(card: str) -> int:
    return len(RANKS) if card == "Jo" else RANKS.index(card[:-1])


def _foul(random: Random, rules: Rules, table: Table) -> Command | None:
    """Somebody sets the two highest cards low, which often makes a foul."""
    if rules.is_tiles or table.step is not Step.SETTING or random.random() < 0.97:
        return None
    waiting = [
        (person, spot) for person in table.chairs if person and (spot := next_to_set(rules, table, person))
    ]
    if not waiting:
        return None
    person, position = random.choice(waiting)
    cards = sorted(table.hands[position].pieces, key=_height, reverse=True)
    return SetHand(by=person, position=position, low=tuple(cards[:2]), confirmed=True)


def _correction(random: Random, _rules: Rules, table: Table) -> Command | None:
    """The floor finds that a wager was paid a different amount than it was due."""
    if not table.record.results or random.random() < 0.98:
        return None
    person, position, kind = random.choice(table.record.results).key
    handed = random.choice((0, -2_500, 2_500, random.randint(-5_000, 5_000)))
    return CorrectPayment(
        by=FLOOR, person=person, position=position, kind=kind, handed=handed, why="counted again"
    )


def _gift(random: Random, rules: Rules, table: Table) -> Command | None:
    """Promotional chips or coupons for somebody, if they are accepted; chips for somebody who has run out."""
    seated = [person for person in table.chairs if person]
    if not seated or table.step not in EARLY or random.random() < 0.8:
        return None
    person = random.choice(seated)
    least = rules.wagers["main"].least
    if table.rack(person) < least:
        return BuyIn(by=person, chips=least * random.choice((1, 3, 30)) + random.randrange(100))
    kinds = rules.instruments
    if (
        not (kinds.match_play_coupons or kinds.promotional_chips)
        or table.balances.get(f"coupons/{person}", 0) > 2 * least
    ):
        return None
    amount = least + random.randrange(500)
    return GiveCoupons(
        by=FLOOR,
        person=person,
        promotional=amount if kinds.promotional_chips else 0,
        coupons=amount if kinds.match_play_coupons else 0,
    )
