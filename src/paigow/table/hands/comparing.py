"""Exposing players' hands one by one and comparing them; losers are collected at once. Not paying."""

from __future__ import annotations

from typing import Final

from paigow.material.notation import Pieces
from paigow.ranks.comparing import Comparison, DecidedBy, Half, Outcome, reason_of_foul, reason_of_whole
from paigow.submissions.rules import Rules
from paigow.table.acts import Apply, Command, Event
from paigow.table.bank.covering import cite, lose_wagers
from paigow.table.fields import Position
from paigow.table.game import compare
from paigow.table.hands.card_progress import Proceeded, hand_racked, next_step, racked_after
from paigow.table.hands.progress import after_exposing, mains, opponent_place, to_expose
from paigow.table.hands.settling import WinnerPaid, winner_paid, winner_paid_from
from paigow.table.ledger import INVENTORY, return_wager, without_wagers
from paigow.table.refusals import Reason, Refused, cents, require_dealer, require_hand, require_step
from paigow.table.sides.optional import acknowledge, acknowledged
from paigow.table.sides.pair_fortunes import pairs_settled, pairs_shown
from paigow.table.state import HandStatus, Step, Table, Wager, WagerKey, changed, place_name, place_title


def limb_of(comparison: Comparison, low: Pieces, high: Pieces) -> DecidedBy:
    """The reasons for a hand's result, compared as `low` and `high` with another."""
    return reason_of_foul(len(low), len(high)) if comparison.fouled else reason_of_whole(comparison)


def cite_limb(rules: Rules, comparison: Comparison, limb: DecidedBy) -> tuple[str, ...]:
    """The clause's paragraph, plus the one on copies (cards) or on a zero low hand (tiles, R2)."""
    copies = not rules.is_tiles and Half.COPY in (comparison.low, comparison.high) and not comparison.pushed
    beside = rules.book.deciding[DecidedBy.CARD_COPY] if copies else ("R2",) if comparison.zero else ()
    return (*rules.book.deciding[limb], *beside)


def cite_foul(rules: Rules, low: Pieces, high: Pieces) -> tuple[str, ...]:
    return rules.book.deciding[reason_of_foul(len(low), len(high))]


def cite_win(rules: Rules) -> tuple[str, ...]:
    return rules.book.deciding[DecidedBy.WIN]


def once(*cites: str) -> tuple[str, ...]:
    return tuple(dict.fromkeys(cites))


class KeptHandShown(Event, frozen=True, tag="kept-hand-shown"):
    """Seven cards of a forfeited hand, turned up and arranged for others' envy bonuses; its wager is lost."""

    position: int
    pieces: Pieces


def lies_open(rules: Rules, table: Table, position: int) -> tuple[Event, ...]:
    """The events after a hand was shown and its main wager settled; `table` is the table then."""
    called = acknowledge(rules, table, position)
    for event in called:
        table = acknowledged(table, event)
    racked = racked_after(rules, table, position)
    for each in racked:
        table = hand_racked(table, each)
    return (*called, *racked, Proceeded(then=next_step(rules, table), cites=rules.cite("order of settling")))


def kept_shown(rules: Rules, table: Table, position: int) -> tuple[Event, ...]:
    """Show a surrendered or abandoned hand, for envy alone."""
    event = KeptHandShown(
        position=position, pieces=table.hands[position].pieces, cites=rules.cite("arranged for envy")
    )
    return (event, *lies_open(rules, kept_hand_shown(table, event), position))


def kept_hand_shown(table: Table, event: KeptHandShown) -> Table:
    hand = changed(table.hands[event.position], status=HandStatus.EXPOSED, outcome="lose")
    return changed(table, hands={**table.hands, event.position: hand})


class ExposeHand(Command, frozen=True, tag="expose-hand"):
    """The dealer turns up both of a player's hands and announces the result."""

    position: Position


class HandExposed(Event, frozen=True, tag="hand-exposed"):
    position: int
    low: Pieces
    high: Pieces
    low_half: str
    high_half: str
    outcome: str
    then: Step
    limb: str = ""
    """Why it did not win: see `WagersLost.limb` and `WagersPushed.half`."""


class WagersLost(Event, frozen=True, tag="wagers-lost"):
    """The wagers on a losing hand, collected at once together with its tiles."""

    position: int
    keys: tuple[WagerKey, ...]
    pieces_stay: bool = False
    """Cards stay until nothing is open on them."""
    limb: str = ""
    """Why: both halves `lower`, a `copy`, a low hand of `zero`; for cards `fouled-order`, `fouled-split`."""


class WagersPushed(Event, frozen=True, tag="wagers-pushed"):
    """Neither paid nor taken; the tiles are collected. For cards, the wagers are returned at once (R86)."""

    position: int
    keys: tuple[WagerKey, ...]
    pieces_stay: bool = False
    half: str = ""
    """The half that won, `high` or `low`; `dealer` where the dealer's hand lets every wager push."""
    left: tuple[Wager, ...] = ()
    """For tiles, the wagers that stay on the spot until the round is finished."""


def expose(rules: Rules, table: Table, command: ExposeHand) -> tuple[Event, ...]:
    cites = cite(rules, table, "expose")
    require_dealer(command.by, "expose a hand", cites)
    require_step(table, "expose a hand", cites, Step.EXPOSE)
    hand = require_hand(table, command.position, cites)
    waiting = to_expose(rules, table)
    if command.position not in waiting:
        raise Refused(Reason.NOTHING_THERE, f"{place_title(command.position)} has no hand to expose.", cites)
    if command.position != waiting[0]:
        raise Refused(Reason.OUT_OF_ORDER, f"Expose {place_name(waiting[0])} first.", cites)
    if hand.status is HandStatus.KEPT:
        return kept_shown(rules, table, command.position)
    wagers = mains(table, command.position)
    if not wagers:
        then = Step.EXPOSE if len(waiting) > 1 else after_exposing(table)
        return pairs_shown(rules, table, command.position, then)
    if not rules.is_tiles and table.bank is None:
        _require_tray_for_win(rules, table, wagers)
    against = table.hands[opponent_place(table)]
    push = rules.book.main.pushing if table.bank is None else frozenset()
    result = compare((hand.low, hand.high), (against.low, against.high), rules.wheel, push)
    outcome, limb = result.outcome, limb_of(result, hand.low, hand.high)
    why = "zero" if result.zero and outcome is Outcome.LOSE else _LIMBS[limb]
    by_limb = cite_limb(rules, result, limb)
    shown = HandExposed(
        position=command.position,
        low=hand.low,
        high=hand.high,
        low_half=result.low.value,
        high_half=result.high.value,
        outcome=outcome.value,
        then=Step.EXPOSE if len(waiting) > 1 else after_exposing(table, won=outcome is Outcome.WIN),
        limb=why,
        cites=once(*cites, *by_limb),
    )
    settled = _settled(rules, table, wagers, outcome, why, by_limb)
    if rules.is_tiles:
        return (shown, *pairs_settled(rules, table, command.position), *settled)
    after = exposed(table, shown)
    for event in settled:
        after = _AFTER[type(event)](after, event)
    return (shown, *settled, *lies_open(rules, after, command.position))


def _require_tray_for_win(rules: Rules, table: Table, wagers: tuple[Wager, ...]) -> None:
    """A card hand is paid as it is shown, so the tray must cover a win, whatever the unseen cards are."""
    due = sum([wager.playing + wager.coupon for wager in wagers])
    held = table.balances.get(INVENTORY, 0)
    if held < due:
        sentence = f"The tray holds {cents(held)}, and a win would be {cents(due)}."
        raise Refused(Reason.NOT_ENOUGH, sentence, rules.cite("pay"))


_LIMBS: Final = {
    DecidedBy.LOSE_LOWER: "lower",
    DecidedBy.LOSE_COPY: "copy",
    DecidedBy.FOULED_ORDER: "fouled-order",
    DecidedBy.FOULED_SPLIT: "fouled-split",
    DecidedBy.PUSH_HIGH: "high",
    DecidedBy.PUSH_LOW: "low",
    DecidedBy.PUSH_DEALER: "dealer",
    DecidedBy.WIN: "",
}
"""The name of a loss's or push's reason."""


def _settled(
    rules: Rules, table: Table, wagers: tuple[Wager, ...], outcome: Outcome, limb: str, cites: tuple[str, ...]
) -> tuple[Event, ...]:
    """Losing wagers are taken, pushed ones left or returned; at unbanked cards a win is paid at once."""
    position = wagers[0].position
    keys = tuple([wager.key for wager in wagers])
    cards = not rules.is_tiles
    match outcome:
        case Outcome.LOSE:
            lost = WagersLost(
                position=position,
                keys=keys,
                pieces_stay=cards,
                limb=limb,
                cites=once(*cites, *cite(rules, table, "losing taken")),
                postings=lose_wagers(table, wagers),
            )
            return (lost,)
        case Outcome.PUSH:
            pushed = WagersPushed(
                position=position,
                keys=keys,
                pieces_stay=cards,
                half=limb,
                left=() if cards else wagers,
                cites=once(*cites, *cite(rules, table, "push left")),
                postings=tuple(each for wager in wagers for each in return_wager(wager)) if cards else (),
            )
            return (pushed,)
        case Outcome.WIN if rules.is_tiles or table.bank is not None:
            return ()
        case Outcome.WIN:
            paid = once(*cites, *rules.cite("pay"))
            return tuple([winner_paid_from(rules, wager, INVENTORY, paid) for wager in wagers])


def exposed(table: Table, event: HandExposed) -> Table:
    hand = changed(table.hands[event.position], status=HandStatus.EXPOSED, outcome=event.outcome)
    return changed(table, hands={**table.hands, event.position: hand}, step=event.then)


def collected(table: Table, event: WagersLost | WagersPushed) -> Table:
    """The tiles stay, face up and in order, at the dealer's right; a wager they push stays down (R86)."""
    stays = isinstance(event, WagersPushed) and bool(event.left)
    after = table if stays else without_wagers(table, event.keys)
    if event.pieces_stay:
        return after
    hand = changed(table.hands[event.position], status=HandStatus.COLLECTED)
    return changed(after, hands={**table.hands, event.position: hand}, discards=(*table.discards, hand))


_AFTER: dict[type[Event], Apply] = {
    WagersLost: collected,
    WagersPushed: collected,
    WinnerPaid: winner_paid,
}
