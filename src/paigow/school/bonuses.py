"""Drills on side wagers: what a line pays, envy, the progressive and its meters, dice wagers."""

from __future__ import annotations

from typing import Final

from paigow.school.tasks import Drill, Given, Picker, Solution, Task
from paigow.submissions.rules import Rules
from paigow.table.sides.eye_wagers import decided
from paigow.table.state import Shaker, Step, Table, Wager, changed
from paigow.wagers.dragons_eye import DICE_BONUS, ROLL_WAGERS
from paigow.wagers.money import Cents
from paigow.wagers.paytables import FixedAmount, ShareOfMeter
from paigow.wagers.progressive import WAGER as PROGRESSIVE
from paigow.wagers.progressive import MeterReading, Meters
from paigow.wagers.progressive import pay as pay_meters
from paigow.wagers.wager import Kind, Settled, qualifies

PLAYER: Final = "Ann"


def _stake(rules: Rules, pick: Picker, kind: str) -> int:
    limits = rules.wagers[kind]
    return pick.one(tuple(range(limits.least, limits.most + 1, limits.least))[:20])


def bonus_kinds(rules: Rules) -> tuple[str, ...]:
    """The side wagers that pay by a line of their own table."""
    by_line = (kind for kind, each in rules.optional.items() if each.wager.settled is not Settled.BY_TOPIC)
    return tuple(by_line)


def bonus(rules: Rules, pick: Picker) -> Drill:
    """What a side wager pays for a line, or that it loses."""
    kind = pick.one(bonus_kinds(rules))
    offered = rules.optional[Kind(kind)]
    stake = _stake(rules, pick, kind)
    # Losing lines come up one time in five.
    listed = [row.line for row in offered.paytable.lines]
    others = [line for line in offered.wager.lines if line not in listed]
    line = pick.one(others) if others and pick.number(1, 5) == 1 else pick.one(listed)
    result = offered.wager.settle(Cents(stake), line, offered.paytable)
    given: dict[str, Given] = {
        "wager": ("wager", kind),
        "stake": ("money", stake),
        "line": ("line", str(line.value)),
    }
    row = offered.paytable.find(line)
    pays: dict[str, Given] = {} if row is None else {"pays": ("line", str(row.pay))}
    cites = offered.cites if result.wins else rules.cite(f"{kind} lost")
    why = "bonus" if result.wins else "bonus.lost"
    return Drill(Task("bonus", "cents", given), Solution(result.won, cites, why, pays))


def envy(rules: Rules, pick: Picker) -> Drill:
    """What an envy lammer earns for somebody else's hand, with a stake that qualifies or doesn't."""
    kind = pick.one(rules.envied)
    offered = rules.optional[kind]
    assert offered.envy_table is not None
    stake = _stake(rules, pick, kind)
    row = pick.one(offered.envy_table.lines)
    assert isinstance(row.pay, FixedAmount)
    own = pick.number(1, 4) == 1
    earns = qualifies(offered.wager, Cents(stake)) and not own
    given: dict[str, Given] = {
        "wager": ("wager", kind),
        "stake": ("money", stake),
        "line": ("line", str(row.line.value)),
    }
    why = "envy" if earns else "envy.own" if own else "envy.stake"
    cites = (*rules.cite(f"envy {kind}"), *offered.envy_cites)
    task = Task("envy.own" if own else "envy.other", "cents", given)
    return Drill(task, Solution(row.pay.amount if earns else 0, cites, why))


def progressive(rules: Rules, pick: Picker) -> Drill:
    """What a line takes from a meter with a given amount, or from the inventory."""
    terms = rules.progressive
    assert terms is not None
    table = rules.optional[PROGRESSIVE.kind].paytable
    row = pick.one(table.lines)
    meters: Meters = tuple(
        MeterReading(each.meter, Cents(each.start + pick.number(0, 900_000))) for each in terms.meters
    )
    _, payout = pay_meters(terms, table, meters, row.line)
    given: dict[str, Given] = {"stake": ("money", terms.stake), "line": ("line", str(row.line.value))}
    ask, paid_by = "progressive", "progressive won"
    if isinstance(row.pay, ShareOfMeter):
        shown = {each.meter: each.amount for each in meters}
        given |= {"meter": ("line", str(row.pay.meter)), "shows": ("money", shown[row.pay.meter])}
        ask, paid_by = "progressive.meter", "meter paid"
    cites = (*rules.cite("progressive settled", paid_by), *rules.optional[PROGRESSIVE.kind].cites)
    told: dict[str, Given] = {"pays": ("line", str(row.pay))}
    return Drill(Task(ask, "cents", given), Solution(payout.amount, cites, "bonus", told))


def dice_wagers(rules: Rules, pick: Picker) -> Drill:
    """What a roll pays a dice wager, or that it loses."""
    kind = pick.one((*ROLL_WAGERS, DICE_BONUS.kind))
    position = pick.number(1, 6)
    dice = (pick.number(1, 6), pick.number(1, 6), pick.number(1, 6))
    # Doubles and triples decide most of these wagers, and are rare.
    match pick.number(1, 3):
        case 1:
            dice = (dice[0], dice[0], dice[0])
        case 2:
            dice = (dice[0], dice[1], dice[1])
    triples, shakes = pick.number(0, 2), pick.number(1, 2) == 1
    wager = Wager(PLAYER, position, kind, _stake(rules, pick, kind))
    table = Table(
        step=Step.DICE_WAGERS, wagers=(wager,), staked=(wager,), shaker=Shaker(dice=dice, lid_off=True)
    )
    table = changed(table, eye=changed(table.eye, triples=triples))
    (found,) = decided(rules, table, PLAYER if shakes else None)
    given: dict[str, Given] = {
        "wager": ("wager", kind),
        "stake": ("money", wager.chips),
        "dice": ("dice", dice),
        "place": ("place", position),
    }
    ask = "dice"
    if kind == DICE_BONUS.kind:
        given["triples"] = ("number", triples)
        ask = "dice.bonus.shaker" if shakes else "dice.bonus"
    why = "" if found.won else "bonus.lost"
    return Drill(Task(ask, "cents", given), Solution(found.won, found.cites, why))
