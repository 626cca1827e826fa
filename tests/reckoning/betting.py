"""Facts until "no more bets": chairs, wagers, who banks, the bank's cover, the dealer's wager."""

from __future__ import annotations

from tests.reckoning.book import Key, Stake
from tests.reckoning.facts import Fact
from tests.reckoning.room import AGAINST_BANK, DICE_KINDS, Bank, Room, Round
from tests.reckoning.terms import Terms

__all__ = ["BETTING", "cover_needed", "return_wager"]

DEALER_STAKE = "wager/dealer/0/main"


def return_wager(room: Room, key: Key, why: str) -> None:
    room.accounts.give_back(key, room.take(key), why)


def carried(room: Room, fact: Fact) -> None:
    for account, cents in fact["postings"]:
        room.accounts.cents[account] += cents


def sat_down(room: Room, fact: Fact) -> None:
    room.chairs[fact["position"]] = fact["person"]
    room.leaving.discard(fact["person"])


def left(room: Room, fact: Fact) -> None:
    """Gone while bets are open, with all their wagers; later, with nothing still in play (R30)."""
    if room.round is None:
        for key in [key for key in room.layout if key[0] == fact["person"]]:
            return_wager(room, key, "left before the bets were closed")
    room.chairs = {place: person for place, person in room.chairs.items() if person != fact["person"]}


def left_live_round(room: Room, fact: Fact) -> None:
    room.leaving.add(fact["person"])


def placed(room: Room, fact: Fact) -> None:
    wager = fact["wager"]
    key = (wager["person"], wager["position"], wager["kind"])
    if key in room.layout:
        return_wager(room, key, "changed")
    stake = Stake(wager["chips"], wager.get("promotional", 0), wager.get("coupon", 0))
    room.accounts.place(key, stake)
    room.layout[key] = stake


def taken_back(room: Room, fact: Fact) -> None:
    return_wager(room, (fact["person"], fact["position"], fact["kind"]), "taken back")


def bank_accepted(room: Room, fact: Fact) -> None:
    """The bank has one area and no main wager; nobody rides there (C 8(f), CO 2609(6), MD 12.F, R18)."""
    bank = Bank(fact["person"], fact["position"], fact["co_banked"])
    for person, position, kind in sorted(room.layout):
        own = person == bank.person
        if (own and (kind in AGAINST_BANK or position != bank.position)) or (
            not own and position == bank.position
        ):
            return_wager(room, (person, position, kind), "cannot stay beside the bank")
    for key in sorted(room.layout):
        if key[0] != bank.person and needs_main(room.terms, room, key[2]) and not _has_main(room, key):
            return_wager(room, key, "its main wager cannot stay beside the bank")
    room.bank, room.dealer_wager, room.directed = bank, 0, None


def _has_main(room: Room, key: Key) -> bool:
    """Dice wagers go with any main wager of their player, riding included (R77); others with that spot's."""
    person, position, kind = key
    mains = [spot for owner, spot, what in room.layout if owner == person and what == "main"]
    return bool(mains) if kind in DICE_KINDS else position in mains


def needs_main(terms: Terms, room: Room, kind: str) -> bool:
    """Whether a wager of this kind requires a main wager (CO 2606(4), 2699.01(2); MD 7.E)."""
    if kind == "dice-bonus" and room.triples:
        return False
    if kind in DICE_KINDS:
        return not terms.says("dragons-eye.without-main")
    if kind == "pair-fortunes":
        return not terms.says("pair-fortunes.without-main")
    return kind != "main"


def bank_lapsed(room: Room, _fact: Fact) -> None:
    """Nobody plays against the bank: the house banks (R51). Wagers that needed its hand go back (R38)."""
    assert room.bank is not None
    for key in sorted(room.layout):
        if key[0] == room.bank.person and needs_main(room.terms, room, key[2]):
            return_wager(room, key, "no main wager beside it any more")
    room.bank = None


def directed(room: Room, fact: Fact) -> None:
    room.directed = fact["most"]


def cover_needed(room: Room) -> int:
    """What a bank, or half of what a co-bank, could have to pay to players (R8, R10)."""
    assert room.bank is not None
    against = sum(
        stake.playing
        for (person, _, kind), stake in room.layout.items()
        if kind in AGAINST_BANK and person != room.bank.person
    )
    return against // 2 if room.bank.co_banked else against


def dealer_wagered(room: Room, fact: Fact) -> None:
    """The bank's last wager or the approved calculation, less on request, never beyond cover (R8, R52)."""
    assert room.bank is not None
    terms, person = room.terms, room.bank.person
    last = room.last_wagers.get(person, 0)
    due = {
        "last-wager": last,
        "share-of-last-wager": last * terms.says("banking.dealer-wager-percent", 100) // 100,
        "fixed": round(terms.says("banking.dealer-wager-amount", 0) * 100),
    }[terms.says("banking.dealer-wager", "last-wager")]
    limits = [
        due,
        round(terms.values["limits.main.maximum"] * 100),
        room.accounts.held(f"rack/{person}") - cover_needed(room),
        room.accounts.held("inventory"),
    ]
    if room.directed is not None:
        limits.append(room.directed)
    if fact["amount"] != min(limits):
        room.wrong.append(f"the dealer wagers {fact['amount']}, not {min(limits)}")
    room.dealer_wager = fact["amount"]


def no_more_bets(room: Room, _fact: Fact) -> None:
    """The layout is final. The bank's cover is set aside, and the dealer's wager is in front of the tray."""
    wagered = 0 if room.bank is None or room.bank.co_banked else room.dealer_wager
    if room.bank is not None:
        person = room.bank.person
        room.accounts.move(f"rack/{person}", f"cover/{person}", cover_needed(room) + wagered, "cover")
        room.accounts.move("inventory", DEALER_STAKE, wagered, "the dealer's wager")
    room.round = Round(dict(room.layout), dict(room.chairs), room.bank, wagered)


def meters_opened(room: Room, _fact: Fact) -> None:
    for name, start in zip(meter_names(room.terms), room.terms.values["progressive.starts"], strict=True):
        room.accounts.move("world", f"meter/{name}", round(start * 100), "meter starts")


def meter_names(terms: Terms) -> tuple[str, ...]:
    """The meters of a progressive table, the largest first (MD 13.E(2) to (5))."""
    return {"A": ("meter",), "B": ("major", "minor")}.get(
        terms.says("progressive.table", ""), ("mega", "major", "minor")
    )


def broken(room: Room, fact: Fact) -> None:
    room.broken.add(fact["device"])


def restored(room: Room, fact: Fact) -> None:
    room.broken.discard(fact["device"])


BETTING = {
    "carried": carried,
    "sat-down": sat_down,
    "left": left,
    "left-live-round": left_live_round,
    "wager-placed": placed,
    "wager-taken-back": taken_back,
    "bank-accepted": bank_accepted,
    "bank-lapsed": bank_lapsed,
    "dealer-wager-directed": directed,
    "dealer-wager-placed": dealer_wagered,
    "no-more-bets": no_more_bets,
    "meters-opened": meters_opened,
    "device-broken": broken,
    "device-restored": restored,
}
