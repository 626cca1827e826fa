"""The reckoner takes facts and computes after each round what every account must hold."""

from __future__ import annotations

from collections.abc import Iterable, Mapping
from dataclasses import dataclass
from typing import Any

from tests.reckoning.betting import BETTING, return_wager
from tests.reckoning.book import Key, Movement
from tests.reckoning.dealing import DEALING
from tests.reckoning.dice import settle_dice
from tests.reckoning.facts import Fact, facts
from tests.reckoning.layout import improper, unfit
from tests.reckoning.mains import (
    close_center,
    lose_main,
    lying,
    outcome,
    pay_winners,
    settle_losers,
    winning_places,
)
from tests.reckoning.meters import collect_progressive, refund_progressive, settle_progressive
from tests.reckoning.room import DEALER, POSITIONS, Room, Round
from tests.reckoning.sides import pay_envy, settle_optional, settle_pair_fortunes
from tests.reckoning.terms import Terms

__all__ = ["Checkpoint", "Reckoner"]

DEALER_STAKE = "wager/dealer/0/main"


@dataclass(frozen=True)
class Checkpoint:
    """A moment at which all accounts must match."""

    when: str
    balances: dict[str, int]
    paid: tuple[tuple[object, ...], ...]
    movements: tuple[Movement, ...]
    round: Round
    wrong: tuple[str, ...]


class Reckoner:
    """One table from its first fact on."""

    def __init__(self, values: Mapping[str, Any]) -> None:
        self.room = Room(Terms(values))

    def hear(self, command: Mapping[str, Any], events: Iterable[Mapping[str, Any]]) -> list[Checkpoint]:
        """Process the facts of one command; return the moments at which the money can be compared."""
        return [point for fact in facts(command, events) if (point := self._heard(fact)) is not None]

    def _heard(self, fact: Fact) -> Checkpoint | None:
        room, kind = self.room, fact["fact"]
        if kind in BETTING:
            BETTING[kind](room, fact)
            if kind == "bank-accepted" and room.bank is not None:
                room.wrong += unfit(room, room.bank)
        round_ = room.round
        if round_ is None:
            return None
        if kind == "no-more-bets":
            room.wrong += improper(room)
            return self._checkpoint(kind, round_)
        if kind in BETTING:
            return None
        if kind == "round-voided":
            void_round(room, round_)
        elif kind == "round-finished":
            finish_round(room, round_)
        else:
            DEALING[kind](room, round_, fact)
            return None
        return self._checkpoint(kind, round_)

    def _checkpoint(self, when: str, round_: Round) -> Checkpoint:
        room = self.room
        point = Checkpoint(
            when,
            room.accounts.balances(),
            tuple(round_.paid),
            tuple(room.accounts.movements),
            round_,
            tuple(room.wrong),
        )
        room.accounts.movements.clear()
        room.wrong.clear()
        return point


def void_round(room: Room, round_: Round) -> None:
    """Void means void: all wagers go back, surrendered and abandoned ones too (R80).

    Settled dice stand (R12), and so does a hand that a tile off the table has killed: its wagers are lost for
    good (CO 2610(7)), to the bank if there is one, without vigorish.
    """
    if round_.void is None:
        room.wrong.append("the round was voided, and nothing that happened voids it")
    collect_progressive(room, round_)
    settle_dice(room, round_)
    for position in round_.hands_dead:
        _lose_all(room, round_, position)
    if round_.bank is not None:
        over = room.accounts.held("center")
        part = over // 2 if round_.bank.co_banked else over
        room.accounts.move("center", f"rack/{round_.bank.person}", part, "lost with a dead hand")
        room.accounts.move("center", "inventory", over - part, "lost with a dead hand, the house's half")
    for key in sorted(room.layout):
        if not _stays_up(room, key[2]):
            return_wager(room, key, "void round")
    refund_progressive(room, round_, set(POSITIONS))
    _end(room, round_)


def _stays_up(room: Room, kind: str) -> bool:
    """A dice bonus wager retained within a series of triples is not this round's alone (R12, R13)."""
    return kind == "dice-bonus" and room.triples > 0


def finish_round(room: Room, round_: Round) -> None:
    """Settle a completed round from its facts alone."""
    if round_.void is not None:
        room.wrong.append(f"the round was finished, and should have been void: {round_.void}")
    collect_progressive(room, round_)
    settle_dice(room, round_)
    for position in POSITIONS:
        _settle_spoiled(room, round_, position)
    if round_.bank is not None:
        _settle_banked(room, round_)
    elif room.terms.is_tiles:
        _settle_tiles(room, round_)
    else:
        _settle_cards(room, round_)
    if not room.terms.is_tiles:
        pay_envy(room, round_)
    _remember(room, round_)
    _end(room, round_)
    room.bank = None


def _settle_spoiled(room: Room, round_: Round, position: int) -> None:
    """Hands that are not compared: voided alone, dead, abandoned, surrendered (CO 2610(7), R37, R54, R55)."""
    if position in round_.hands_voided:
        for key in _here(room, position):
            return_wager(room, key, "the hand is void")
        refund_progressive(room, round_, {position})
    elif position in round_.hands_dead | round_.abandoned:
        _lose_all(room, round_, position)
    else:
        given_up = [key for key in lying(room, round_, position) if (key[0], position) in round_.surrendered]
        lose_main(room, round_, given_up, "surrendered")


def _here(room: Room, position: int) -> list[Key]:
    """The wagers at a position that depend on the hand there."""
    return [key for key in sorted(room.layout) if key[1] == position and not _stays_up(room, key[2])]


def _lose_all(room: Room, round_: Round, position: int) -> None:
    """A dead or abandoned hand: main wagers and tips go like lost ones, everything else to the house."""
    lose_main(room, round_, lying(room, round_, position), "dead or abandoned")
    for key in _here(room, position):
        room.accounts.lose(key, room.take(key), "inventory", "dead or abandoned")


def _settle_tiles(room: Room, round_: Round) -> None:
    """Hands from position 1 on, losers at once; then the winners in the same order (C 7(g) to (k))."""
    results = {}
    for position in POSITIONS:
        settle_pair_fortunes(room, round_, position)
        results[position] = settle_losers(room, round_, position)
    for position in winning_places(results):
        pay_winners(room, round_, position)


def _settle_cards(room: Room, round_: Round) -> None:
    """Each hand completely before the next: main wager, then its optional wagers (MD 11.E to 11.H, R40)."""
    for position in POSITIONS:
        if settle_losers(room, round_, position) == "win":
            pay_winners(room, round_, position)
        _settle_optional(room, round_, position)


def _settle_optional(room: Room, round_: Round, position: int) -> None:
    if position not in round_.hands_voided | round_.abandoned and position in round_.hands:
        counted = settle_optional(room, round_, position)
        settle_progressive(room, round_, position, counted)


def _settle_banked(room: Room, round_: Round) -> None:
    """The dealer's wager, the players by position, the center; then optional wagers (C 8(n) to (r), R53)."""
    assert round_.bank is not None
    results: dict[int, str | None] = {}
    if room.terms.is_tiles and round_.bank.position in round_.settings:
        settle_pair_fortunes(room, round_, round_.bank.position)
    if round_.dealer_wager and room.accounts.held(DEALER_STAKE):
        results[DEALER] = outcome(room, round_, DEALER, round_.bank.position)
        goes = {"lose": "center", "push": "inventory"}.get(results[DEALER] or "")
        if goes:
            room.accounts.move(
                DEALER_STAKE, goes, round_.dealer_wager, f"the dealer's wager: {results[DEALER]}"
            )
    for position in POSITIONS:
        if room.terms.is_tiles:
            settle_pair_fortunes(room, round_, position)
        results[position] = settle_losers(room, round_, position)
    close_center(room, round_, list(winning_places(results)))
    if not room.terms.is_tiles:
        for position in POSITIONS:
            _settle_optional(room, round_, position)


def _remember(room: Room, round_: Round) -> None:
    """Who banked, and who bet how much against the dealer: for the next bank (CO 2606(5), R7, R89)."""
    room.banked_last = None if round_.bank is None else round_.bank.person
    mains = {key: stake.playing for key, stake in round_.staked.items() if key[2] == "main"}
    if round_.bank is not None or not mains:
        return
    room.last_wagers = {}
    for person in sorted({key[0] for key in mains}):
        own = sorted(key for key in mains if key[0] == person)
        seat = [key for key in own if round_.chairs.get(key[1]) == person]
        counted = seat or own[:1]
        if seat and room.terms.says("spots.bank-counts") == "whole-spot":
            counted = [key for key in mains if key[1] == seat[0][1]]
        room.last_wagers[person] = sum(mains[key] for key in counted)


def _end(room: Room, round_: Round) -> None:
    """Release cover and dealer's wager; those who left take even what would have stayed up (R30, R62)."""
    accounts = room.accounts
    if round_.bank is not None:
        accounts.move(DEALER_STAKE, "inventory", accounts.held(DEALER_STAKE), "the dealer's wager, undecided")
        cover = f"cover/{round_.bank.person}"
        accounts.move(cover, f"rack/{round_.bank.person}", accounts.held(cover), "cover released")
    for key in sorted(room.layout):
        if key[0] in room.leaving:
            return_wager(room, key, "its player has left")
    room.chairs = {place: person for place, person in room.chairs.items() if person not in room.leaving}
    room.leaving.clear()
    room.round = None
    room.dealer_wager = 0
