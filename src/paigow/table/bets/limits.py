"""Bet limits, and which wagers depend on a main wager. Where they can be made is in `areas`."""

from __future__ import annotations

from paigow.submissions.rules import Limit, Rules
from paigow.table.bets.areas import riders, second_area, setter_of
from paigow.table.refusals import Reason, Refused, cents
from paigow.table.state import Table, Wager, changed
from paigow.wagers.dragons_eye import DICE_BONUS, DICE_KINDS, may_hold_dice_bonus
from paigow.wagers.money import Cents
from paigow.wagers.progressive import WAGER
from paigow.wagers.wager import MAIN, TIP, Kind

PROGRESSIVE = WAGER.kind


def limit_of(rules: Rules, kind: str) -> Limit | None:
    """The limits of a kind of wager; None if the table doesn't offer it. A tip has no minimum (R58)."""
    if kind != TIP:
        return rules.wagers.get(kind)
    if not rules.tips.wagers:
        return None
    return Limit(1, min(rules.wagers[MAIN].most, rules.tips.maximum))


def topic_of(rules: Rules, kind: str) -> str:
    """The topic with the paragraphs for a kind of wager."""
    if kind in DICE_KINDS:
        return "dice wager"
    if kind in rules.optional or kind == TIP:
        return f"{kind} wager"
    return "main wager"


def room(rules: Rules, table: Table, person: str, position: int, kind: str) -> Limit:
    """The minimum and maximum a person can now have as a wager of a kind on a spot."""
    limit = limit_of(rules, kind)
    assert limit is not None, kind
    there = table.wagers_on(position)
    if not there:
        return limit
    if kind in (MAIN, TIP):
        # A tip wager counts toward the spot's maximum for the main wager (R57).
        others = sum(
            [
                wager.playing
                for wager in there
                if wager.kind in (MAIN, TIP) and not (wager.kind == kind and wager.person == person)
            ]
        )
        bound = _held_within_main(rules, there, person) if kind == MAIN else None
        limit = Limit(
            max(limit.least, bound.playing if bound else 0), min(limit.most, rules.wagers[MAIN].most - others)
        )
    else:
        others = sum([wager.playing for wager in there if wager.kind == kind and wager.person != person])
        limit = Limit(limit.least, limit.most - others)
    main = table.wager(person, position, MAIN)
    if main is not None and _within_main(rules, kind):
        return Limit(limit.least, min(limit.most, main.playing))
    return limit


def _within_main(rules: Rules, kind: str) -> bool:
    """Whether a wager of this kind can't be larger than the main wager beside it."""
    if kind == TIP:
        return "no-larger-than-main" in rules.tips.restrictions
    return kind in rules.optional and not rules.optional[kind].options.above_main


def _held_within_main(rules: Rules, there: tuple[Wager, ...], person: str) -> Wager | None:
    """The largest of a person's wagers that can't exceed the main wager on the same spot."""
    bound = (wager for wager in there if wager.person == person and _within_main(rules, wager.kind))
    return max(bound, key=lambda wager: wager.playing, default=None)


def takes_promotional(rules: Rules, kind: str) -> bool:
    """Whether a wager of this kind can be made with promotional chips here."""
    chips_only = kind == TIP and "chips-only" in rules.tips.restrictions
    return rules.instruments.promotional_chips and not chips_only


def require_room(rules: Rules, table: Table, wager: Wager) -> None:
    bounds = room(rules, table, wager.person, wager.position, wager.kind)
    if bounds.least <= wager.playing <= bounds.most:
        return
    beside = {PROGRESSIVE: ("R39",), TIP: rules.cite("tip wager")}.get(Kind(wager.kind), ())
    cites = tuple(dict.fromkeys((*rules.cite("limits"), *beside)))
    if wager.playing < bounds.least:
        held = _held_within_main(rules, table.wagers_on(wager.position), wager.person)
        if wager.kind == MAIN and held is not None and wager.playing < held.playing:
            sentence = (
                f"Your {held.kind} bet can't be larger than your main bet. "
                f"Bet at least {cents(bounds.least)}, or lower the {held.kind} bet first."
            )
            cites = (*rules.cite("limits"), *rules.cite(topic_of(rules, held.kind)))
            raise Refused(Reason.BELOW_MINIMUM, sentence, tuple(dict.fromkeys(cites)))
        sentence = f"{cents(wager.playing)} is under the minimum. Bet at least {cents(bounds.least)}."
        raise Refused(Reason.BELOW_MINIMUM, sentence, cites)
    sentence = f"{cents(wager.playing)} is over the limit. Bet up to {cents(max(bounds.most, 0))} here."
    raise Refused(Reason.ABOVE_MAXIMUM, sentence, cites)


def needs_main(rules: Rules, table: Table, wager: Wager) -> bool:
    """Whether a wager requires a main wager of the same person, on the same spot except for dice."""
    if wager.kind in DICE_KINDS:
        # A dice bonus wager kept within a series was placed in an earlier round (R13).
        kept = wager.kind == DICE_BONUS.kind and table.eye.triples > 0
        return not rules.dragons_eye.without_main and not kept
    optional = rules.optional.get(wager.kind)
    return wager.kind != MAIN and (optional is None or not optional.options.without_main)


def _has_main(table: Table, wager: Wager) -> bool:
    """Whether the main wager that a wager requires is down: on its spot, for dice wagers anywhere (R77)."""
    if wager.kind not in DICE_KINDS:
        return table.wager(wager.person, wager.position, MAIN) is not None
    return any(each.kind == MAIN and each.person == wager.person for each in table.wagers)


def require_standing(rules: Rules, table: Table, wager: Wager) -> None:
    """Refuse a wager without the main wager it requires, or that can't be made now."""
    cites = rules.cite(topic_of(rules, wager.kind))
    if wager.kind == TIP and setter_of(table, wager.position) != wager.person:
        raise Refused(Reason.NOT_ELIGIBLE, "A tip goes on your own hand.", cites)
    banks = table.bank is not None and table.bank.person == wager.person
    if not banks and needs_main(rules, table, wager) and not _has_main(table, wager):
        raise Refused(Reason.NOT_ELIGIBLE, f"A {wager.kind} bet needs a main bet.", cites)
    if wager.kind == DICE_BONUS.kind:
        held = table.wager(*wager.key)
        amount = Cents(held.playing if held else 0)
        if not may_hold_dice_bonus(table.eye.triples, amount, Cents(wager.playing)):
            sentence = "During a series of triples, a dice bonus bet can't be placed or raised."
            raise Refused(Reason.NOT_ELIGIBLE, sentence, rules.cite("dice bonus series"))


def dependent_wagers(rules: Rules, table: Table, main: Wager) -> tuple[Wager, ...]:
    """What is returned with a main wager: what depends on it, the second area, riders on the spot."""
    if main.kind != MAIN:
        return ()
    gone = [main]
    if table.position_of(main.person) == main.position:
        gone += (*riders(table, main.position), *second_area(table, main.person))
    return (*gone[1:], *orphaned(rules, table, tuple(gone)))


def orphaned(rules: Rules, table: Table, gone: tuple[Wager, ...]) -> tuple[Wager, ...]:
    """The other wagers that lose their required main wager when these are gone."""
    people = {wager.person for wager in gone if wager.kind == MAIN}
    left = changed(table, wagers=tuple(wager for wager in table.wagers if wager not in gone))
    return tuple(
        wager
        for wager in left.wagers
        if wager.person in people and needs_main(rules, table, wager) and not _has_main(left, wager)
    )
