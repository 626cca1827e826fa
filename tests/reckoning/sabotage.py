"""Rules broken on purpose in the engine, one at a time: the campaign must detect each of them.

A sabotage replaces one function where the engine looks it up. None of them touches the reckoner.
"""

from __future__ import annotations

from collections.abc import Callable
from dataclasses import dataclass, replace
from importlib import import_module
from typing import Any

import pytest
from msgspec import structs

from paigow.ranks import comparing
from paigow.ranks.comparing import Half
from paigow.ranks.poker import Wheel, ranks_of
from paigow.ranks.tiles import rank_two_tiles
from paigow.table import game
from paigow.table.bank import center, covering
from paigow.table.hands import settling, surrender
from paigow.table.irregularities import card_reports, reports, voiding
from paigow.table.ledger import CENTER, INVENTORY, move, rack, take_wager
from paigow.table.sides import dragons_eye, eye_wagers, optional, progressive
from paigow.table.state import changed
from paigow.wagers import emperors, fortune, pair_fortunes
from paigow.wagers.dragons_eye import EVEN
from paigow.wagers.money import Cents
from paigow.wagers.payout_limit import under_limit
from paigow.wagers.progressive import pay as pay_meters
from paigow.wagers.wager import LineWager, envy_bonuses

__all__ = ["SABOTAGES", "Sabotage"]

Patch = Callable[[pytest.MonkeyPatch], None]

MONEY = import_module("paigow.wagers.money")
"""The module: its package has a function of the same name."""


@dataclass(frozen=True)
class Sabotage:
    """What is broken, the rule it violates, where the campaign should find it, and how it is done."""

    broken: str
    rule: str
    variation: str
    apply: Patch
    common: bool = True
    """Whether a short sample finds it; if not, it is left to the whole campaign."""


def _six_percent(patch: pytest.MonkeyPatch) -> None:
    real = MONEY.vigorish_on
    for module in (covering, settling):
        patch.setattr(module, "vigorish_on", lambda won, method: real(won * 6 // 5, method))


def _half_a_cent_down(patch: pytest.MonkeyPatch) -> None:
    patch.setattr(MONEY, "half_up_to_cent", int)


def _quarters_down(patch: pytest.MonkeyPatch) -> None:
    patch.setattr(MONEY, "up_to_quarter", lambda exact: int(exact) // 25 * 25)


def _copy_to_player(patch: pytest.MonkeyPatch) -> None:
    real = comparing._half
    patch.setattr(comparing, "_half", lambda own, theirs: Half.WIN if own == theirs else real(own, theirs))


def _zero_wins(patch: pytest.MonkeyPatch) -> None:
    def compare(own: Any, theirs: Any) -> Any:
        real = comparing.compare_tiles(own, theirs)
        low = comparing._half(rank_two_tiles(own.low), rank_two_tiles(theirs.low))
        return replace(real, low=low, zero=False)

    patch.setattr(game, "compare_tiles", compare)


def _foul_plays_on(patch: pytest.MonkeyPatch) -> None:
    patch.setattr(comparing, "is_foul", lambda ranks: ranks is None)


def _wheel_lowest(patch: pytest.MonkeyPatch) -> None:
    patch.setattr(game, "ranks_of", lambda low, high, _wheel: ranks_of(low, high, Wheel.LOWEST))


def _odd_cent_of_surplus(patch: pytest.MonkeyPatch) -> None:
    def share(rules: Any, bank: Any, surplus: int) -> Any:
        real = covering.share_surplus(rules, bank, surplus)
        odd = surplus % 2 if bank.co_banked else 0
        return real._replace(to_bank=real.to_bank + odd, to_house=real.to_house - odd)

    patch.setattr(center, "share_surplus", share)


def _odd_cent_of_shortfall(patch: pytest.MonkeyPatch) -> None:
    def share(short: int, bank: Any) -> Any:
        from_bank, from_house = covering.shares_of(short, bank)
        odd = short % 2 if bank.co_banked and from_bank else 0
        return from_bank - odd, from_house + odd

    patch.setattr(center, "shares_of", share)


def _dealer_paid_first(patch: pytest.MonkeyPatch) -> None:
    real = center.unpaid
    patch.setattr(center, "unpaid", lambda table: tuple(sorted(real(table))))
    patch.setattr("paigow.table.visibility.due.unpaid", center.unpaid)


def _coupon_paid_by_bank(patch: pytest.MonkeyPatch) -> None:
    real = settling.pay_wager

    def pay(wager: Any, source: Any, charge: Any) -> Any:
        payment = real(wager, source, charge)
        if source != CENTER or not wager.coupon:
            return payment
        unpaid = move(INVENTORY, rack(wager.person), wager.coupon)
        return changed(payment, postings=tuple(each for each in payment.postings if each not in unpaid))

    patch.setattr(settling, "pay_wager", pay)


def _tips_to_tray(patch: pytest.MonkeyPatch) -> None:
    patch.setattr(settling, "TIPS", INVENTORY)


def _promotional_not_redeemed(patch: pytest.MonkeyPatch) -> None:
    def take(wager: Any, target: Any) -> Any:
        return take_wager(wager, target)[: 2 * bool(wager.chips) + 2 * bool(wager.promotional + wager.coupon)]

    patch.setattr(covering, "take_wager", take)


def _shaker_paid_as_others(patch: pytest.MonkeyPatch) -> None:
    patch.setattr(dragons_eye, "paid_as_shaker", lambda _table: None)


def _triple_wins_even(patch: pytest.MonkeyPatch) -> None:
    patch.setitem(vars(EVEN), "times", lambda dice, _position: int(dice.eye % 2 == 0))


def _triple_spares_mains(patch: pytest.MonkeyPatch) -> None:
    patch.setattr(eye_wagers, "triple_takes_main", lambda _dice, _method: False)


def _other_pair_fortunes(patch: pytest.MonkeyPatch) -> None:
    real = LineWager.settle
    first = pair_fortunes.WAGER.tables["1"]

    def settle(wager: Any, stake: Any, line: Any, table: Any) -> Any:
        return real(wager, stake, line, first if wager.kind == pair_fortunes.WAGER.kind else table)

    patch.setattr(LineWager, "settle", settle)


def _envy_of_own_hand(patch: pytest.MonkeyPatch) -> None:
    real = envy_bonuses
    patch.setattr(
        optional,
        "envy_bonuses",
        lambda kind, table, stake, _person, held: real(kind, table, stake, None, held),
    )


def _emperors_by_fortunes_match(patch: pytest.MonkeyPatch) -> None:
    patch.setitem(vars(emperors.WAGER), "line", fortune.WAGER.line)


def _no_limit(patch: pytest.MonkeyPatch) -> None:
    real = under_limit
    patch.setattr(optional, "under_limit", lambda _limit, before, due: real(None, before, due))


def _meter_not_fed(patch: pytest.MonkeyPatch) -> None:
    patch.setattr(progressive, "contribute", lambda _terms, meters, _wagers=1: meters)


def _meter_starts_empty(patch: pytest.MonkeyPatch) -> None:
    real = pay_meters

    def pay(terms: Any, table: Any, meters: Any, line: Any) -> Any:
        after, payout = real(terms, table, meters, line)
        return after, structs.replace(payout, restart=Cents(0))

    patch.setattr(progressive, "pay_meters", pay)


def _no_refund(patch: pytest.MonkeyPatch) -> None:
    patch.setattr(voiding, "_refunds", lambda *_args: ())


def _abandoned_to_tray(patch: pytest.MonkeyPatch) -> None:
    def lose(_table: Any, wagers: Any) -> Any:
        return tuple(posting for wager in wagers for posting in take_wager(wager, INVENTORY))

    patch.setattr(card_reports, "lose_wagers", lose)


def _surrendered_stays_lost(patch: pytest.MonkeyPatch) -> None:
    patch.setattr(surrender, "forfeit", lambda table, *_keys: table)


def _banks_piece_is_a_players(patch: pytest.MonkeyPatch) -> None:
    def topic(rules: Any, table: Any, place: int) -> str:
        banks = table.bank is not None and table.bank.position == place
        return "exposed of player" if banks else str(real(rules, table, place))

    real = reports._exposed_topic
    patch.setattr(reports, "_exposed_topic", topic)


def _lost_to_house(patch: pytest.MonkeyPatch) -> None:
    def lose(_table: Any, wagers: Any) -> Any:
        return tuple(posting for wager in wagers for posting in take_wager(wager, INVENTORY))

    patch.setattr(surrender, "lose_wagers", lose)


SABOTAGES = (
    Sabotage("vigorish is six percent", "C 7(k)", "commission", _six_percent),
    Sabotage("half a cent of vigorish goes down", "R11", "commission to the cent", _half_a_cent_down),
    Sabotage("quarters are rounded down", "R11", "commission", _quarters_down),
    Sabotage("a copy is the player's", "C 2(c)", "commission", _copy_to_player),
    Sabotage(
        "a copy is the player's, at cards", "MD 11.F(1)(b)", "rock island", _copy_to_player, common=False
    ),
    Sabotage("a low hand of zero wins", "C 7(h)", "commission", _zero_wins, common=False),
    Sabotage("a foul is compared", "MD 11.F(1)(c)", "maryland", _foul_plays_on, common=False),
    Sabotage("the wheel is the lowest straight", "MD 6.B(7)", "maryland", _wheel_lowest, common=False),
    Sabotage("the co-bank takes the odd cent", "R10", "commission to the cent", _odd_cent_of_surplus),
    Sabotage(
        "the house pays the odd cent twice",
        "R10",
        "commission to the cent",
        _odd_cent_of_shortfall,
        common=False,
    ),
    Sabotage("the dealer's wager is paid first", "R53", "commission", _dealer_paid_first),
    Sabotage("nobody pays a coupon against a bank", "R57", "commission", _coupon_paid_by_bank),
    Sabotage("tips go to the tray", "R57", "colorado", _tips_to_tray, common=False),
    Sabotage("promotional chips are not redeemed", "R57", "colorado", _promotional_not_redeemed),
    Sabotage(
        "the shaker is paid like others", "CO 2612(6)", "colorado", _shaker_paid_as_others, common=False
    ),
    Sabotage("a triple wins even", "CO 2612(2)", "colorado", _triple_wins_even),
    Sabotage("a triple spares main wagers", "R14", "colorado without vigorish", _triple_spares_mains),
    Sabotage("another pay table", "CO 2699.01(4)", "colorado quarters", _other_pair_fortunes),
    Sabotage("envy is paid for one's own hand", "MD 11.H(3)(b)(ii)", "maryland", _envy_of_own_hand),
    Sabotage(
        *("Emperor's takes Fortune's match", "MD 6.E(2)", "maryland", _emperors_by_fortunes_match),
        common=False,
    ),
    Sabotage("nothing limits a payout", "MD 13.G", "maryland", _no_limit, common=False),
    Sabotage("meters are not fed", "MD 13.E(6)", "maryland two meters", _meter_not_fed),
    Sabotage(
        "a meter starts again empty", "MD 13.E(7)", "maryland two meters", _meter_starts_empty, common=False
    ),
    Sabotage("a void keeps the progressive chip", "R39", "maryland two meters", _no_refund, common=False),
    Sabotage(
        *("a void keeps what was surrendered", "R80", "commission", _surrendered_stays_lost), common=False
    ),
    Sabotage(
        "a bank's exposed tile is a player's", "C 9(e)", "commission", _banks_piece_is_a_players, common=False
    ),
    Sabotage("a wager surrendered to a bank is the house's", "R9", "commission", _lost_to_house),
    Sabotage("abandoned wagers never go to a bank", "R37", "maryland", _abandoned_to_tray, common=False),
)
