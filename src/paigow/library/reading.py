"""Converts callers' arguments to the types the lower layers take. Anything else raises BadInput."""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from hashlib import sha256
from pathlib import Path
from typing import TYPE_CHECKING, Any, Literal, TypeAlias, cast

from paigow.faults import (
    BadInput,
    printable,
    require_count,
    require_kind,
    require_text,
    shown,
    whole_number,
)
from paigow.material.cards import Card, cards_text, parse_cards
from paigow.material.hands import CardSetting, Hand, Setting, TileSetting, parse_setting
from paigow.material.notation import there_are
from paigow.material.tiles import Tile, parse_tiles, tiles_text
from paigow.ranks.poker import Wheel
from paigow.wagers.money import Cents

if TYPE_CHECKING:
    from paigow.houseways import HouseWay
    from paigow.odds.counting import Role
    from paigow.submissions.checking import Submission
    from paigow.wagers.paytables import Meter

HandLike: TypeAlias = str | Sequence[Tile] | Sequence[Card]
"""A hand as text, or as tiles or cards."""
SettingLike: TypeAlias = str | TileSetting | CardSetting
"""A setting, or `low / high` as text."""
WayLike: TypeAlias = "str | Path | HouseWay"
"""A house way, or the name or file of one."""
SourceLike: TypeAlias = "str | Path | Submission | HouseWay"
"""What odds are computed for: also the name or file of a submission, rule book, game, or house way."""
RoleLike: TypeAlias = "Literal['player', 'bank'] | Role"

WHOLE_HAND = {True: (4, "tile"), False: (7, "card")}


def hand_given(hand: HandLike) -> Hand[Any]:
    """A hand of one game, using only pieces of its set or deck."""
    found: Hand[Any] = Hand(hand)
    if not found:
        raise BadInput("this hand is empty", allowed="give tiles such as 6-6 4-5, or cards such as As Jo 10h")
    parse_tiles(tiles_text(found)) if found.is_tiles else parse_cards(cards_text(found))
    return found


def whole_hand(hand: HandLike) -> Hand[Any]:
    """Four tiles or seven cards."""
    found = hand_given(hand)
    count, piece = WHOLE_HAND[found.is_tiles]
    if len(found) != count:
        raise BadInput(f"{there_are(len(found), piece)} in {str(found)!r}", allowed=f"{count} are needed")
    return found


def setting_given(setting: SettingLike) -> Setting[Any]:
    return setting if isinstance(setting, Setting) else parse_setting(require_text(setting, "a setting"))


def way_given(way: WayLike) -> HouseWay:
    from paigow.houseways import HouseWay, load_way

    return way if isinstance(way, HouseWay) else load_way(way)


def wheel_given(wheel: Wheel) -> Wheel:
    require_kind(wheel, Wheel, "the place of A-2-3-4-5", "give Wheel.SECOND or Wheel.LOWEST")
    return wheel


def seed_given(seed: int | str) -> str:
    """A seed as text: an integer of 0 or more, or any text."""
    number = whole_number(seed)
    if number is not None and number >= 0:
        return str(number)
    allowed = "give text, or a whole number of 0 or more"
    if not isinstance(seed, str):
        raise BadInput(f"a seed can't be {shown(seed)}", allowed=allowed)
    return printable(seed, "a seed")


def number_from(seed: str) -> int:
    """The number for a seed: the seed itself if it is an integer, else one derived from its text."""
    if seed.isascii() and seed.isdecimal():
        return int(seed)
    return int.from_bytes(sha256(seed.encode()).digest()[:8])


def cents_given(amount: int, what: str, least: int = 0) -> Cents:
    return Cents(require_count(amount, what, least))


def bets_given(bets: Mapping[str, int]) -> dict[str, Cents]:
    """Stakes in cents by the name of the bet."""
    require_kind(bets, Mapping, "the bets", "give stakes in cents by bet, such as {'main': 1000}")
    return {
        require_text(name, "the name of a bet"): cents_given(stake, f"the stake of {name}", 1)
        for name, stake in bets.items()
    }


def meters_given(meters: Mapping[str, int] | None) -> dict[Meter, Cents]:
    """Amounts in cents by the name of the progressive meter."""
    from paigow.wagers.paytables import Meter

    found = {}
    names = {each.value: each for each in Meter}
    require_kind(
        meters, Mapping | None, "the meters", "give amounts in cents by meter, such as {'mega': 1500000}"
    )
    for name, amount in (meters or {}).items():
        if str(name) not in names:
            raise BadInput(f"{name!r} is not a meter", allowed=f"choose one of {', '.join(names)}")
        found[names[str(name)]] = cents_given(amount, f"the meter {name}")
    return found


def role_given(role: RoleLike) -> Role:
    from paigow.odds.counting import Role

    try:
        return Role(cast(str, role))
    except ValueError:
        raise BadInput(f"{role!r} is not a role", allowed="choose player or bank") from None
