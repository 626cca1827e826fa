"""House ways: every hand of both games set by a way, fresh and cached, and one hand set plainly."""

from __future__ import annotations

import os
import tempfile
import time

from benchmarks.report import Report, best_seconds
from paigow.houseways import built_in_ways, load_way
from paigow.houseways.checking import check_way
from paigow.houseways.compiled import card_classes, compile_way, tile_block
from paigow.houseways.way import HouseWay
from paigow.material.cards import parse_cards
from paigow.material.game import Game
from paigow.material.tiles import parse_tiles
from paigow.ranks.classes import CARD_HANDS

WAY = "trump-plaza"


def run(report: Report) -> None:
    """All hands by one way of each game, then the longest of all ways."""
    tile_block()
    compile_way(load_way("generic"))
    report.measured(
        "all 35,960 tile hands by Generic", best_seconds(lambda: compile_way(load_way("generic"))), "s"
    )
    card_classes()
    compile_way(_few_rules(), remember=False)  # machine code is compiled once, on the first run on a machine
    seconds = best_seconds(lambda: compile_way(load_way(WAY), remember=False))
    report.measured(f"all {CARD_HANDS:,} card hands by {WAY}", seconds, "s")
    report.measured("card hands set per second", CARD_HANDS / seconds, "hands/s")
    with tempfile.TemporaryDirectory() as folder:
        os.environ["XDG_CACHE_HOME"] = folder
        compile_way(load_way(WAY))
        report.measured(
            "the same recalled from the cache", best_seconds(lambda: compile_way(load_way(WAY))), "s"
        )
        report.measured(f"way check {WAY}, compiled before", _once(lambda: check_way(load_way(WAY))), "s")
    slowest = max(
        (_once(lambda name=way.name: compile_way(load_way(name), remember=False)), way.name)
        for way in built_in_ways()
        if way.game is Game.CARDS
    )
    report.measured(f"the slowest built-in card way, {slowest[1]}", slowest[0], "s")
    tiles, cards = parse_tiles("6-6 4-5 2-2 3-5"), parse_cards("As Kd Kh Qc Jh 10s 4d")
    report.measured(
        "one tile hand set plainly", 1e6 * best_seconds(lambda: load_way("generic").set(tiles)), "us"
    )
    report.measured(
        "one card hand set plainly", 1e6 * best_seconds(lambda: load_way("foxwoods").set(cards)), "us"
    )


def _few_rules() -> HouseWay:
    return load_way("santa-ana-star")


def _once(work: object) -> float:
    assert callable(work)
    start = time.perf_counter()
    work()
    return time.perf_counter() - start
