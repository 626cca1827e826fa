"""Exact tile odds: seconds once compiled. No other project counts these deals."""

from __future__ import annotations

from benchmarks.report import Report, best_seconds
from paigow.houseways import load_way
from paigow.material.tiles import parse_tiles
from paigow.odds.counting import Role
from paigow.odds.counting.one_hand import tile_hand_odds
from paigow.odds.counting.tile_deals import as_set, best_choices, count_replies, tally_choices, tile_hands
from paigow.odds.counting.tile_ways import choices_of, count_pairs

WAY = "regulation"
SECONDS_WANTED = 1


def run(report: Report) -> None:
    """Measure way against way, best play, one hand, and a bank with two opponents."""
    hands, way = tile_hands(), load_way(WAY)
    choices = choices_of(way)
    opponent = as_set(hands, choices)

    def way_against_way() -> None:
        tally_choices(hands, count_replies(hands, opponent, Role.PLAYER), choices)

    def best_play() -> None:
        replies = count_replies(hands, opponent, Role.PLAYER)
        tally_choices(hands, replies, best_choices(hands, replies))

    for what, work in (("way against way", way_against_way), ("best play of all hands", best_play)):
        work()
        seconds = best_seconds(work)
        report.measured(f"tiles, {what}", seconds, "s")
        report.compared(f"tiles, {what}", 3600 / seconds, "an hour", "wanted", 3600 / SECONDS_WANTED, 1)
    tiles = parse_tiles("6-6 4-5 2-2 1-3")
    report.measured(
        "tiles, best setting of one hand", best_seconds(lambda: tile_hand_odds(tiles, way, Role.PLAYER)), "s"
    )
    count_pairs(hands, opponent)
    report.measured("tiles, bank against two", best_seconds(lambda: count_pairs(hands, opponent), 1), "s")
