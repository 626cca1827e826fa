"""Dragon's Eye: what one roll pays and takes (CO 30-2607.01, 30-2608(12), 30-2612; R12 to R15, R17)."""

from __future__ import annotations

from tests.reckoning.book import Key
from tests.reckoning.room import AGAINST_BANK, DICE_KINDS, POSITIONS, Room, Round
from tests.reckoning.terms import Terms, paytable

__all__ = ["settle_dice", "takes_mains"]

Roll = tuple[int, int, int]
"""The Dragon's Eye die first."""
LAST_TRIPLE = 3


def is_triple(roll: Roll) -> bool:
    return roll[0] == roll[1] == roll[2]


def takes_mains(terms: Terms, roll: Roll | None) -> bool:
    """Without vigorish a triple takes every player's main wager to the tray, in a banked round too (R14)."""
    dragon = terms.says("dragons-eye.offered") and terms.says("vigorish.method") == "none"
    return bool(dragon) and roll is not None and is_triple(roll)


def odds(key: Key, roll: Roll, triples: int, shaker: str | None) -> int:
    """What a dice wager is paid to 1; zero means that it is lost."""
    person, position, kind = key
    eye, second, third = roll
    triple = is_triple(roll)
    pays = paytable("dice")
    wins = {
        "even": eye % 2 == 0 and not triple,
        "odd": eye % 2 == 1 and not triple,
        "double": second == third,
        "triple": triple,
    }
    if kind == "match":
        return [eye, second, third].count(position)
    if kind == "dice-bonus":
        column = "shaker" if person == shaker else "other"
        return int(paytable("dice-bonus")[column][triples]) if triple else 0
    return int(pays[kind]) if wins[kind] else 0


def shaker_of(room: Room, round_: Round) -> str | None:
    """Who is paid as shaker: the bank or the player at the button, with a dice bonus wager (R13)."""
    position = room.button if round_.bank is None else round_.bank.position
    if position is None:
        return None
    person = round_.chairs.get(position)
    return person if person is not None and (person, position, "dice-bonus") in round_.staked else None


def settle_dice(room: Room, round_: Round) -> None:
    """Losing wagers from position 1 to 6, then winning ones, then button and triples (R17)."""
    roll = round_.dice
    if not room.terms.says("dragons-eye.offered") or roll is None:
        return
    shaker = shaker_of(room, round_)
    for position in POSITIONS:
        _take_losers(room, round_, position, roll, shaker)
    for position in POSITIONS:
        for key, stake in round_.at(position, *DICE_KINDS):
            pays = odds(key, roll, room.triples, shaker)
            if pays:
                stays = key[2] == "dice-bonus" and room.triples + 1 < LAST_TRIPLE
                won = stake.playing * pays
                room.accounts.move("inventory", f"rack/{key[0]}", won, f"{key[2]} {pays} to 1")
                if not stays:
                    room.accounts.give_back(key, room.take(key), "won, stake")
                round_.paid.append(("dice paid", position, key[0], key[2], won, stays))
    if takes_mains(room.terms, roll) and round_.dealer_wager:
        room.accounts.move("wager/dealer/0/main", "inventory", round_.dealer_wager, "back to the tray (R14)")
    room.button = roll[0]
    room.triples = (room.triples + 1) % LAST_TRIPLE if is_triple(roll) else 0


def _take_losers(room: Room, round_: Round, position: int, roll: Roll, shaker: str | None) -> None:
    lost = [key for key, _ in round_.at(position, *DICE_KINDS) if not odds(key, roll, room.triples, shaker)]
    for key in lost:
        room.accounts.lose(key, room.take(key), "inventory", "lost on the dice")
    if lost:
        round_.paid.append(("dice lost", position, tuple(lost)))
    if not takes_mains(room.terms, roll):
        return
    mains = [key for key, _ in round_.at(position, *AGAINST_BANK)]
    for key in mains:
        room.accounts.lose(key, room.take(key), "inventory", "lost to a triple")
    if mains:
        round_.paid.append(("lost to triple", position, tuple(mains)))
