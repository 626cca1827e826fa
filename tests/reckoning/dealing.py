"""Facts from "no more bets" to the end of a round: dice, pieces, settings, irregularities.

Whether one of them voids the round is judged from C 9, CO 30-2610, MD 8.F, 9.E, 10.E, 14 and the rulings.
"""

from __future__ import annotations

from collections import Counter
from collections.abc import Callable

from tests.reckoning.dice import takes_mains
from tests.reckoning.facts import Fact
from tests.reckoning.room import DEAD_HAND, DEALER, POSITIONS, Room, Round

__all__ = ["DEALING"]

TILE_CIRCLE = (DEALER, *POSITIONS, DEAD_HAND)
CARD_CIRCLE = (DEALER, *POSITIONS)
HAND_SIZE = 7
LEFT_OVER = 4


def _from(start: int, circle: tuple[int, ...]) -> tuple[int, ...]:
    at = circle.index(start)
    return circle[at:] + circle[:at]


def counted(round_: Round, total: int, circle: tuple[int, ...]) -> int:
    """The place that a count reaches if the dealer or the bank is one (C 6(c), 8(j), MD 5.K(1), R5)."""
    around = _from(round_.opponent, circle)
    return around[(total - 1) % len(circle)]


def void(round_: Round, why: str) -> None:
    """All hands are void, unless the pieces have already settled something (R63)."""
    if not round_.decided and round_.void is None:
        round_.void = why


def wagered(room: Room, round_: Round, place: int) -> bool:
    """Whether a place is played (R16, R51): not by dice wagers, nor by mains lost to a triple (R14)."""
    if place == DEALER:
        return round_.bank is None or round_.dealer_wager > 0
    if round_.bank is not None and place == round_.bank.position:
        return True
    if place in round_.hands_dead:  # Its wagers are lost; after a new shuffle (R69) nobody plays it.
        return False
    kinds = ("pair-fortunes",) if takes_mains(room.terms, round_.dice) else ("main", "pair-fortunes")
    return bool(round_.at(place, *kinds))


def lid_lifted(_room: Room, round_: Round, fact: Fact) -> None:
    first, second, third = fact["dice"]
    round_.dice = (first, second, third)


def no_roll(_room: Room, round_: Round, _fact: Fact) -> None:
    round_.dice = None


def announced(_room: Room, round_: Round, fact: Fact) -> None:
    round_.announced = fact["total"]


def start_found(_room: Room, round_: Round, fact: Fact) -> None:
    round_.start = fact["start"]


def tiles_back(_room: Room, round_: Round, _fact: Fact) -> None:
    """Seen before it was dealt: all tiles go back, wagers and dice stand (R19, R69)."""
    round_.hands.clear()


def tiles_delivered(room: Room, round_: Round, fact: Fact) -> None:
    """Four tiles; anywhere but where the dice send them, the round is void (C 9(c), CO 2610(3), R19)."""
    assert round_.dice is not None
    start = counted(round_, sum(round_.dice), TILE_CIRCLE)
    if room.terms.says("dragons-eye.offered") and room.terms.says("dragons-eye.deal-from") == "button":
        start = start if round_.bank is not None else round_.dice[0]
    if fact["place"] != _from(start, TILE_CIRCLE)[len(round_.hands)]:
        void(round_, "tiles went to a wrong position")
    round_.hands[fact["place"]] = tuple(fact["pieces"])


def deal_method(room: Room) -> str:
    """How cards are dealt now; a device out of order has its backup (MD 9.A(1), 14.N, R29)."""
    terms = room.terms
    if terms.book == "rock-island-poker":
        return "stacks"
    machine = terms.says("shuffling.method") in ("shuffler", "shuffler-into-shoe")
    method = terms.says("dealing.method")
    if "shuffler" in room.broken:
        machine = terms.says("fallback.shuffling") in ("shuffler", "shuffler-into-shoe")
    if "shoe" in room.broken or (method == "hand" and not machine):
        method = terms.says("fallback.dealing")
    return str(method)


def cards_ordered(room: Room, round_: Round, fact: Fact) -> None:
    """Where each card or stack went: the first to a wrong place, or any out of turn, voids (MD 14.B, R72)."""
    method = deal_method(room)
    circle = CARD_CIRCLE if method == "stacks" else CARD_CIRCLE[::-1]
    size = HAND_SIZE if method in ("stacks", "automated-shoe") else 1
    if round_.dice is None:
        assert round_.start is not None
        right = called = round_.start
    else:
        assert round_.announced is not None
        right = counted(round_, sum(round_.dice), CARD_CIRCLE)
        called = counted(round_, round_.announced, CARD_CIRCLE)
    order = tuple(fact.get("places") or _from(called, circle) * (HAND_SIZE // size))
    wanted = _from(right, circle) * (HAND_SIZE // size)
    if order[0] != right:
        void(round_, "the first card went to a wrong position")
    elif order != wanted and sorted(Counter(order).items()) == sorted(Counter(wanted).items()):
        void(round_, "cards were dealt out of turn")


def cards_dealt(_room: Room, round_: Round, fact: Fact) -> None:
    round_.hands = {int(place): tuple(cards) for place, cards in fact["hands"].items()}
    if len(fact["found_face_up"]) > 1:
        void(round_, "more than one card was found face up")  # MD 14.F, R91


def stub_counted(_room: Room, round_: Round, fact: Fact) -> None:
    if fact["count"] != LEFT_OVER:
        void(round_, "not four cards were left")  # MD 8.F, 9.E, 10.E


def stub_exposed(room: Room, round_: Round, _fact: Fact) -> None:
    if deal_method(room) == "hand":
        void(round_, "a card was exposed while dealing from the hand")  # MD 14.J, R34


def wrong_count(_room: Room, round_: Round, _fact: Fact) -> None:
    void(round_, "somebody has not seven cards")  # MD 14.H, 14.K


def shoe_jammed(_room: Room, round_: Round, _fact: Fact) -> None:
    void(round_, "the shoe jammed")  # MD 14.M


def step_done(_room: Room, round_: Round, fact: Fact) -> None:
    round_.players_look = round_.players_look or fact["then"] == "setting"


def exposed(room: Room, round_: Round, fact: Fact) -> None:
    """C 9(d), (e); CO 2610(4), (5); MD 14.C, 14.D, 14.J; R19, R34, R79."""
    place = fact["place"]
    if not room.terms.is_tiles and not round_.players_look and deal_method(room) == "hand":
        return void(round_, "a card was exposed while dealing from the hand")
    if place in (DEALER, round_.opponent):
        if room.terms.is_tiles or wagered(room, round_, place):
            void(round_, "a piece of the dealer or the bank was exposed")
    elif not wagered(room, round_, place) and room.terms.is_tiles:
        void(round_, "a tile of the dead hand or an empty place was exposed")
    return None


def off_table(room: Room, round_: Round, fact: Fact) -> None:
    """CO 2610(7): the dealer's or bank's voids all, and so does one of an empty place (R19, R67)."""
    place = fact["place"]
    if place in (DEALER, round_.opponent) or not wagered(room, round_, place):
        void(round_, "a tile of the dealer, the bank or an empty place left the table")


def hand_voided(_room: Room, round_: Round, fact: Fact) -> None:
    round_.hands_voided.add(fact["position"])


def hand_dead(_room: Room, round_: Round, fact: Fact) -> None:
    round_.hands_dead.add(fact["position"])


def hand_abandoned(_room: Room, round_: Round, fact: Fact) -> None:
    round_.abandoned.add(fact["position"])


def hand_set(_room: Room, round_: Round, fact: Fact) -> None:
    round_.settings[fact["place"]] = (tuple(fact["low"]), tuple(fact["high"]))


def dealer_reset(_room: Room, round_: Round, fact: Fact) -> None:
    round_.settings[DEALER] = (tuple(fact["low"]), tuple(fact["high"]))


def bank_reset(_room: Room, round_: Round, fact: Fact) -> None:
    round_.settings[fact["position"]] = (tuple(fact["low"]), tuple(fact["high"]))


def surrendered(_room: Room, round_: Round, fact: Fact) -> None:
    round_.surrendered.add((fact["person"], fact["position"]))


def bank_shown(_room: Room, round_: Round, _fact: Fact) -> None:
    """The bank's hand decides the dealer's wager and the bank's own Pair Fortunes at once (R16, R53)."""
    assert round_.bank is not None
    if round_.dealer_wager or round_.at(round_.bank.position, "pair-fortunes"):
        round_.decided = True


def hand_shown(_room: Room, round_: Round, _fact: Fact) -> None:
    round_.decided = True


DEALING: dict[str, Callable[[Room, Round, Fact], None]] = {
    "lid-lifted": lid_lifted,
    "no-roll": no_roll,
    "lid-lifted-by-bank": no_roll,
    "total-announced": announced,
    "start-found": start_found,
    "stack-delivered": tiles_delivered,
    "undealt-tile-seen": tiles_back,
    "deal-cards": cards_ordered,
    "cards-dealt": cards_dealt,
    "stub-counted": stub_counted,
    "stub-exposed": stub_exposed,
    "wrong-count-found": wrong_count,
    "shoe-jammed": shoe_jammed,
    "unwagered-swept": step_done,
    "shaker-covered": step_done,
    "piece-exposed": exposed,
    "report-off-table": off_table,
    "hand-voided": hand_voided,
    "hand-dead": hand_dead,
    "hand-abandoned": hand_abandoned,
    "hand-set": hand_set,
    "dealer-hand-reset": dealer_reset,
    "bank-hand-reset": bank_reset,
    "wager-surrendered": surrendered,
    "bank-exposed": bank_shown,
    "hand-exposed": hand_shown,
    "pairs-shown": hand_shown,
}
