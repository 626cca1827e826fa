"""Drills on dealing: styles of delivery, counting dice to a place, shakes, the count of the stub."""

from __future__ import annotations

from typing import Final

from paigow.school.moments import tables_of
from paigow.school.tasks import Drill, Given, Picker, Solution, Task, cites_of
from paigow.submissions.rules import Rules
from paigow.table.acts import DEALER
from paigow.table.bank.stacks import INDICATIONS, TOUCHED, IndicateDelivery
from paigow.table.deal.card_dealing import CountStub
from paigow.table.deal.delivery import deal_order
from paigow.table.deal.dice import AnnounceTotal, ShakeDice, from_button, right_start
from paigow.table.engine import decide
from paigow.table.hands.comparing import once
from paigow.table.refusals import Reason, Refused
from paigow.table.state import POSITIONS, Bank, Shaker, Step, Table, Wager, changed
from paigow.wagers.dragons_eye import DICE_BONUS

PLAYER: Final = "Ann"
_LONGEST_SHAKE: Final = 9
_MOVED: Final = {"pin": 1, "dragon": 2}
"""For styles that leave some stacks in place: how many of the first ones move."""


def _banked(rules: Rules, pick: Picker) -> Bank | None:
    """A bank at some position, or none: the dealer banks at every third table."""
    if rules.banking.bank == "nobody" or pick.number(1, 3) == 1:
        return None
    return Bank(PLAYER, pick.one(POSITIONS))


def _seated(bank: Bank | None) -> tuple[str | None, ...]:
    position = None if bank is None else bank.position
    return tuple(PLAYER if each == position else None for each in POSITIONS)


def delivery(rules: Rules, pick: Picker) -> Drill:
    """Which stacks a style moves, or which ones the tiles of one hand come from."""
    style = pick.one(rules.banking.deliveries)
    if pick.number(1, 3) == 1:
        bank = Bank(PLAYER, 1, indicated=INDICATIONS[:-1])
        table = Table(step=Step.STYLE, bank=bank, delivery=style, chairs=_seated(bank))
        (event,) = decide(rules, table, IndicateDelivery(by=DEALER, how=INDICATIONS[-1]))
        task = Task("delivery.move", "stacks", {"style": ("style", style)})
        moved = TOUCHED[style][: _MOVED.get(style.split("-")[0])]
        return Drill(task, Solution(sorted(moved), once(*event.cites, *rules.cite(style))))
    turn = pick.number(1, 8)
    # Each tile is named after its stack, so the deal order shows where a hand comes from.
    stacks = tuple((str(number),) * 4 for number in range(1, 9))
    four = deal_order(stacks, style)[turn - 1]
    task = Task("delivery.from", "stacks", {"style": ("style", style), "turn": ("number", turn)})
    return Drill(task, Solution(sorted({int(number) for number in four}), rules.cite(style)))


def count(rules: Rules, pick: Picker) -> Drill:
    """Where the first pieces go, given three dice."""
    bank = _banked(rules, pick)
    dice = (pick.number(1, 6), pick.number(1, 6), pick.number(1, 6))
    table = Table(step=Step.TOTAL, bank=bank, chairs=_seated(bank), shaker=Shaker(dice=dice, lid_off=True))
    place = right_start(rules, table)
    ask = "count" if bank is None else "count.bank"
    given: dict[str, Given] = {"dice": ("dice", dice)}
    if bank is not None:
        given["bank"] = ("place", bank.position)
    if from_button(rules, table):
        ask, why, cites = "count.button", "button", rules.cite("deal from button")
    else:
        why, cites = "count", once(*decide(rules, table, AnnounceTotal(by=DEALER, total=sum(dice)))[0].cites)
    first = 0 if bank is None else bank.position
    told: dict[str, Given] = {"total": ("number", sum(dice)), "first": ("place", first)}
    return Drill(Task(ask, "place", given), Solution(place, cites, why, told))


def shakes(rules: Rules, pick: Picker) -> Drill:
    """The minimum number of shakes, by who shakes."""
    bank = _banked(rules, pick)
    table = Table(step=Step.SHAKE, bank=bank, chairs=_seated(bank))
    by = DEALER if bank is None or rules.dragons_eye.offered else bank.person
    ask = "shakes.dealer" if by == DEALER else "shakes.bank"
    if rules.dragons_eye.offered and pick.number(1, 2) == 1:
        bonus = Wager(PLAYER, 2, DICE_BONUS.kind, 100)
        eye = changed(table.eye, button=2)
        chairs = (None, PLAYER, None, None, None, None)
        table = Table(step=Step.PLAYER_SHAKE, eye=eye, chairs=chairs, wagers=(bonus,))
        by, ask = PLAYER, "shakes.player"
    elif rules.dragons_eye.offered:
        ask = "shakes.passing"
    for least in range(1, _LONGEST_SHAKE + 1):
        try:
            (event,) = decide(rules, table, ShakeDice(by=by, dice=(1, 2, 3), shakes=least))
        except Refused as refused:
            assert refused.reason is Reason.NOT_AS_REQUIRED, refused
            continue
        return Drill(Task(ask, "number"), Solution(least, event.cites))
    raise AssertionError(ask)


def stub(rules: Rules, pick: Picker) -> Drill:
    """How many cards are left over, or what follows from a different count."""
    table = next(each for each in tables_of(rules, pick) if each.step is Step.COUNT_STUB)
    left = len(table.cards.stub)
    if pick.number(1, 4) == 1:
        (event, *_) = decide(rules, table, CountStub(by=DEALER))
        return Drill(Task("stub.left", "number"), Solution(left, event.cites, "stub"))
    extra = pick.one((-2, -1, 0, 1, 2))
    events = decide(rules, table, CountStub(by=DEALER, extra=extra))
    answer = "on" if len(events) == 1 else "void-deck"
    task = Task("stub.counted", "choice", {"count": ("number", left + extra)}, ("on", "again", "void-deck"))
    return Drill(task, Solution(answer, cites_of(events)))
