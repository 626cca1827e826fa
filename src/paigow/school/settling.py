"""Drills on comparing and paying: calling hands, vigorish, a bank's center, setting by the house way."""

from __future__ import annotations

from typing import Final

from paigow.material.cards import parse_cards
from paigow.material.tiles import parse_tiles
from paigow.school.tasks import Drill, Given, Picker, ShownHand, Solution, Task
from paigow.submissions.rules import Rules
from paigow.table.acts import DEALER, Command
from paigow.table.bank.center import CenterClosed, CloseCenter, CollectShortfall, ShortfallCollected
from paigow.table.bank.covering import cover_needed
from paigow.table.engine import decide, evolve
from paigow.table.game import ALL_CARDS, ALL_TILES
from paigow.table.hands.comparing import ExposeHand, HandExposed
from paigow.table.hands.settling import pay_wager
from paigow.table.ledger import CENTER, INVENTORY, account_of, cover
from paigow.table.state import POSITIONS, Bank, DealtHand, HandStatus, Step, Table, Wager
from paigow.table.visibility.due import due
from paigow.table.visibility.due_context import DueContext
from paigow.wagers.money import Vigorish
from paigow.wagers.wager import MAIN

PLAYER: Final = "Ann"
BANK: Final = "Ben"
OUTCOMES: Final = ("win", "lose", "push")
_DEALT: Final = 10**9
"""A tray that can pay anything."""


def _hand(rules: Rules, pieces: tuple[str, ...], place: int) -> DealtHand:
    low, high = rules.house_setting(pieces)
    return DealtHand(place, pieces, HandStatus.SET, tuple(low), tuple(high))


def call(rules: Rules, pick: Picker) -> Drill:
    """The result of a hand against the dealer's. Hands that differ in both halves come up less often."""
    size, pieces = (4, ALL_TILES) if rules.is_tiles else (7, ALL_CARDS)
    order = pick.order(pieces)
    own, dealers = _hand(rules, order[:size], 1), _hand(rules, order[size : 2 * size], 0)
    wager = Wager(PLAYER, 1, MAIN, rules.wagers["main"].least)
    table = Table(
        step=Step.EXPOSE,
        chairs=(PLAYER, *(None,) * 5),
        wagers=(wager,),
        staked=(wager,),
        hands={0: dealers, 1: own},
        balances={INVENTORY: _DEALT, account_of(wager): wager.chips},
    )
    events = decide(rules, table, ExposeHand(by=DEALER, position=1))
    (shown,) = (event for event in events if isinstance(event, HandExposed))
    told: dict[str, Given] = {"low": ("choice", shown.low_half), "high": ("choice", shown.high_half)}
    hands = (
        ShownHand("player", low=own.low, high=own.high),
        ShownHand("dealer", low=dealers.low, high=dealers.high),
    )
    task = Task("call", "choice", {}, OUTCOMES, hands)
    return Drill(task, Solution(shown.outcome, shown.cites, "call", told))


def methods_of(rules: Rules) -> tuple[Vigorish, ...]:
    """The rounding methods that the book leaves to the house, and the book's own."""
    words = rules.book.options["vigorish.method"].words
    chosen = [Vigorish(word) for word in words if word != Vigorish.NONE.value]
    return tuple(dict.fromkeys(rules.book.main.charged(each) for each in chosen)) or (rules.charge,)


def pay(rules: Rules, pick: Picker) -> Drill:
    """What a winner is paid beyond the stake, by each method of rounding the five percent."""
    method = pick.one(methods_of(rules))
    limits = rules.wagers["main"]
    wager = Wager(PLAYER, 1, MAIN, pick.amount(limits.least, limits.most))
    paid = pay_wager(wager, INVENTORY, method)
    given: dict[str, Given] = {"stake": ("money", wager.chips), "method": ("method", method.value)}
    told: dict[str, Given] = {"won": ("money", paid.won), "vigorish": ("money", paid.vigorish)}
    cites = rules.cite("pay", "vigorish.method")
    return Drill(Task("pay", "cents", given), Solution(paid.won - paid.vigorish, cites, "pay", told))


def center(rules: Rules, pick: Picker) -> Drill:
    """A banked round through the center: who is short how much, or how much of the surplus the bank gets."""
    shared = rules.banking.co_bank != "nobody" and pick.number(1, 2) == 1
    bank = Bank(BANK, pick.one(POSITIONS), co_banked=shared, dealer_wager=0)
    spots = [each for each in POSITIONS if each != bank.position][: pick.number(2, 4)]
    limits = rules.wagers["main"]
    wagers = tuple(
        Wager(f"{PLAYER}{spot}", spot, MAIN, pick.amount(limits.least, limits.most)) for spot in spots
    )
    won = [pick.number(1, 2) == 1 for _ in wagers]
    winners = tuple(wager for wager, wins in zip(wagers, won, strict=True) if wins)
    lost = sum(wager.chips for wager, wins in zip(wagers, won, strict=True) if not wins)
    table = _at_center(rules, pick, bank, wagers, winners)
    given: dict[str, Given] = {"lost": ("money", lost), "bank": ("place", bank.position)}
    given["won"] = ("money", sum(wager.chips for wager in winners))
    ask = "co" if shared else "sole"
    table, act = _settled_through(rules, table)
    (event, *_) = decide(rules, table, act)
    if isinstance(event, ShortfallCollected):
        told: dict[str, Given] = {"short": ("money", event.from_bank + event.from_house)}
        task = Task(f"center.short.{ask}", "cents", given)
        return Drill(task, Solution(event.from_bank, event.cites, "short", told))
    assert isinstance(event, CenterClosed)
    told = {"surplus": ("money", event.surplus), "vigorish": ("money", event.vigorish)}
    given["method"] = ("method", rules.charge.value)
    task = Task(f"center.over.{ask}", "cents", given)
    return Drill(task, Solution(event.to_bank, event.cites, "over", told))


def _at_center(
    rules: Rules, pick: Picker, bank: Bank, wagers: tuple[Wager, ...], winners: tuple[Wager, ...]
) -> Table:
    """The losing wagers are in the center, the winning ones at their spots, the cover apart."""
    lost = sum(wager.chips for wager in wagers if wager not in winners)
    size, pieces = (4, ALL_TILES) if rules.is_tiles else (7, ALL_CARDS)
    order = pick.order(pieces)
    hands = {
        wager.position: DealtHand(
            wager.position, order[turn * size : (turn + 1) * size], HandStatus.EXPOSED, outcome="win"
        )
        for turn, wager in enumerate(winners)
    }
    own = _hand(rules, order[-size:], bank.position)
    return Table(
        step=Step.CENTER,
        chairs=tuple(BANK if each == bank.position else f"{PLAYER}{each}" for each in POSITIONS),
        bank=bank,
        wagers=winners,
        staked=wagers,
        hands={**hands, bank.position: own},
        balances={
            INVENTORY: _DEALT,
            CENTER: lost,
            cover(BANK): cover_needed(bank, wagers),
            **{account_of(wager): wager.chips for wager in winners},
        },
    )


def _settled_through(rules: Rules, table: Table) -> tuple[Table, Command]:
    """Winners paid as far as the center lasts, and the next step: paying the shortfall, or closing it."""
    while True:
        act = due(DueContext(rules, table)).act
        assert act is not None
        if isinstance(act, CollectShortfall | CloseCenter):
            return table, act
        for event in decide(rules, table, act):
            table = evolve(table, event)


def house_way(rules: Rules, pick: Picker) -> Drill:
    """How the dealer's hand is set, and by which rule."""
    tiles = rules.is_tiles
    pieces = pick.order(ALL_TILES if tiles else ALL_CARDS)[: 4 if tiles else 7]
    text = " ".join(pieces)
    hand = parse_tiles(text, count=4) if tiles else parse_cards(text, count=7)
    told = rules.way.way.explain(hand, rules.ranking.wheel).decision
    low = tuple(map(str, told.setting.low))
    rule = f"{told.rule.label}: {told.rule.clause}, {told.rule.action}"
    task = Task("house-way", "low", {}, (), (ShownHand("dealer", pieces),))
    return Drill(task, Solution(list(low), rules.cite("house-way.way"), rule=rule))
