"""Every setting of one hand against all replies of a way, and the best of them."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass
from fractions import Fraction

from paigow.faults import BadInput
from paigow.houseways import HouseWay
from paigow.material.cards import Card
from paigow.material.settings import CardSetting, TileSetting
from paigow.material.tiles import Tile
from paigow.odds.main_tiles import choices_of
from paigow.odds.report import fraction_json
from paigow.odds.roles import NET_OF_A_WIN, Role
from paigow.odds.tiles import as_set, count_replies, hand_number, tile_hands
from paigow.ranks.poker import Wheel, rank_five_cards, rank_two_cards
from paigow.ranks.tiles import rank_two_tiles, tile_settings

__all__ = ["HandOdds", "SettingOdds", "card_hand_odds", "tile_hand_odds"]


@dataclass(frozen=True, slots=True)
class SettingOdds:
    """One setting with its exact counts over all replies; value after five percent."""

    setting: TileSetting | CardSetting
    low_name: str
    high_name: str
    win: int
    push: int
    lose: int

    @property
    def total(self) -> int:
        return self.win + self.push + self.lose

    @property
    def value(self) -> Fraction:
        return (self.win * NET_OF_A_WIN - self.lose) / self.total

    def as_json(self) -> dict[str, object]:
        return {
            "low": " ".join(map(str, self.setting.low)),
            "high": " ".join(map(str, self.setting.high)),
            "low_name": self.low_name,
            "high_name": self.high_name,
            "win": self.win,
            "push": self.push,
            "lose": self.lose,
            "value": float(self.value),
            "exact": fraction_json(self.value),
        }


@dataclass(frozen=True, slots=True)
class HandOdds:
    """All settings of one hand, the best first."""

    role: Role
    settings: tuple[SettingOdds, ...]
    way_setting: str | None = None
    """How the dealer's way would set the same hand."""

    @property
    def best(self) -> SettingOdds:
        return self.settings[0]


def by_value(settings: Sequence[SettingOdds]) -> tuple[SettingOdds, ...]:
    """The best first; of equals the one listed first, which has the highest high hand."""
    return tuple(sorted(settings, key=lambda setting: setting.value, reverse=True))


def tile_hand_odds(tiles: Sequence[Tile], dealer: HouseWay, role: Role) -> HandOdds:
    """Four tiles against all 20,475 replies."""
    if len(tiles) != 4:
        raise BadInput(f"{len(tiles)} tiles", allowed="four are wanted")
    hands = tile_hands()
    number = hand_number(hands, tiles)
    replies = count_replies(hands, as_set(hands, choices_of(dealer)), role, only=number)
    found = []
    for setting in tile_settings(tiles):
        low, high = rank_two_tiles(setting.low), rank_two_tiles(setting.high)
        place = _place_of(number, low.strength, high.strength)
        lose, push, win = (int(count) for count in replies.outcomes[0, place])
        found.append(SettingOdds(setting, low.name, high.name, win, push, lose))
    return HandOdds(role, by_value(found), str(dealer.set(tiles)))


def card_hand_odds(cards: Sequence[Card], dealer: HouseWay, role: Role, wheel: Wheel) -> HandOdds:
    """Seven cards against all 53,524,680 replies; fouled settings are left out."""
    from paigow.odds.best_cards import best_settings
    from paigow.odds.strengths import way_strengths

    found = [
        SettingOdds(
            counts.setting,
            rank_two_cards(counts.setting.low).name,
            rank_five_cards(counts.setting.high, wheel).name,
            counts.win,
            counts.push,
            counts.lose,
        )
        for counts in best_settings(cards, way_strengths(dealer, wheel), role)
    ]
    return HandOdds(role, tuple(found), str(dealer.set(cards, wheel)))


def _place_of(number: int, low: int, high: int) -> int:
    """Where the hand's class lists a setting of these strengths."""
    hands = tile_hands()
    places = range(int(hands.counts[number]))
    return next(s for s in places if (hands.low[number, s], hands.high[number, s]) == (low, high))
