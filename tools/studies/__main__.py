"""`python -m tools.studies [FOLDER]` writes the page, its plots, and the record of what was counted."""

from __future__ import annotations

import argparse
import sys
from collections.abc import Sequence
from fractions import Fraction
from pathlib import Path
from typing import Any, Final

from paigow.cli.counting import card_counting
from paigow.cli.output import note, reporting
from paigow.houseways import HouseWay, built_in_ways, load_way
from paigow.material.game import Game
from paigow.odds.counting import Role
from paigow.odds.counting.bank import MOST_EXACT, bank_counts
from paigow.odds.counting.card_deals import CardCounting
from paigow.odds.counting.seen_hands import best_seeing, best_seeing_a_tile
from paigow.odds.counting.strengths import dealer_strengths
from paigow.odds.counting.tile_deals import as_set, tile_hands
from paigow.odds.counting.tile_ways import choices_of, tile_tally
from paigow.odds.game_rules import GameRules
from paigow.odds.readings import CardPrice, card_price, price, readings
from paigow.odds.runs.shards import Run
from paigow.odds.short_tiles import improve, search
from paigow.odds.short_ways import way_text
from paigow.odds.simulation.bank import BankEstimate, card_bank, gross_of, tile_bank
from paigow.odds.simulation.sampling import Estimate
from paigow.odds.simulation.seen_cards import gain_of_seeing
from paigow.ranks.poker import Wheel
from tools.studies.cards import (
    count_card_bounds,
    count_card_changes,
    count_queen_high,
    count_short_banks,
    count_short_cards,
    outcomes,
)
from tools.studies.page import studies_page
from tools.studies.plots import bank_plot, seen_plot, short_plot
from tools.studies.record import Studies

SHOWN_WAY: Final = "traditional"
"""The way that is studied in full; the others only where it takes seconds."""
SHOWN_CARD_WAY: Final = "foxwoods"
FEW_SEEN: Final = (5, 6)
SEEN_CARDS: Final = {5: 1_000_000, 4: 12_000}
"""How many hands are sampled, by the number of other hands seen: each sample counts 330 or 31,824 replies."""
ROUNDS: Final = 10_000_000
FEWER_ROUNDS: Final = 2_000_000
MOST_OPPONENTS: Final = 6
MARGINS: Final = ("0.05", "0.1", "0.2", "0.5")
CLOSEST: Final = MARGINS[0]
"""Its search passes all the others, and shows what each rule brings."""


def count_seen(record: Studies, run: Run) -> None:
    """Best play as player by what it has seen, against every tile way."""
    for each in built_in_ways():
        if each.game is Game.TILES:
            way = load_way(each.name)
            record.find(
                "seen",
                f"{each.name} tile",
                lambda way=way: outcomes(best_seeing_a_tile(way, Role.PLAYER)),  # type: ignore[misc]
            )
            for others in range(7) if each.name == SHOWN_WAY else (0, *FEW_SEEN):
                record.find(
                    "seen",
                    f"{each.name} {others}",
                    lambda way=way, others=others: outcomes(  # type: ignore[misc]
                        best_seeing(way, Role.PLAYER, others, run)
                    ),
                )


def count_seen_cards(record: Studies) -> None:
    """Best play's sampled gain over the way after seeing other card hands."""
    every = dealer_strengths(load_way(SHOWN_CARD_WAY), Wheel.SECOND)
    for others, rounds in SEEN_CARDS.items():
        for role in Role:
            record.find(
                "seen_cards",
                f"{SHOWN_CARD_WAY} {role} {others}",
                lambda role=role, others=others, rounds=rounds: _gained(  # type: ignore[misc]
                    gain_of_seeing(every, every, role, others, rounds, 1)
                ),
            )


def _gained(found: Estimate) -> dict[str, Any]:
    return {"hands": found.samples, "gain": found.mean, "interval": list(found.interval)}


def count_banks(record: Studies, run: Run) -> None:
    """The bank by the way, exact against few and sampled against more."""
    way = load_way(SHOWN_WAY)
    for opponents in range(1, MOST_EXACT + 1):
        record.find("bank", f"{SHOWN_WAY} {opponents}", lambda n=opponents: _exact(way, n, run))  # type: ignore[misc]
    for opponents in range(MOST_EXACT + 1, MOST_OPPONENTS + 1):
        record.find("bank", f"{SHOWN_WAY} {opponents}", lambda n=opponents: _sampled(way, n))  # type: ignore[misc]

    cards = load_way(SHOWN_CARD_WAY)
    for opponents in range(1, MOST_OPPONENTS + 1):
        record.find("bank", f"{SHOWN_CARD_WAY} {opponents}", lambda n=opponents: _of_cards(cards, n))  # type: ignore[misc]


def _of_cards(way: HouseWay, opponents: int) -> dict[str, Any]:
    with card_counting(GameRules()) as counting:
        tally = counting.tally(way, way, Role.BANK)
        if opponents == 1:
            best = counting.tally(None, way, Role.BANK)
            return {
                "counts": {"-1": tally.lose, "0": tally.push, "1": tally.win},
                "best": {"-1": best.lose, "0": best.push, "1": best.win},
            }
    every = dealer_strengths(way, Wheel.SECOND)
    return _told(card_bank(every, (every, opponents), gross_of(tally), ROUNDS, 1))


def _told(found: BankEstimate) -> dict[str, Any]:
    return {"rounds": found.over.samples, "value": found.value, "interval": list(found.interval)}


def _exact(way: Any, opponents: int, run: Run) -> dict[str, Any]:
    found = bank_counts(way, opponents, run)
    best = found.tally(found.best_choices())
    by_way = found.tally(choices_of(way))
    return {
        "counts": {str(surplus): count for surplus, count in by_way.counts.items()},
        "best": {str(surplus): count for surplus, count in best.counts.items()},
    }


def _sampled(way: Any, opponents: int) -> dict[str, Any]:
    hands = tile_hands()
    every = as_set(hands, choices_of(way))
    gross = gross_of(tile_tally(way, way, Role.BANK))
    return _told(tile_bank(hands, every, (every, opponents), gross, ROUNDS, 1))


def count_knowing_banks(record: Studies, run: Run) -> None:
    """A tile bank that sets optimally against two, facing more; one that knows their number does no worse."""
    way, hands = load_way(SHOWN_WAY), tile_hands()
    best = bank_counts(way, 2, run).best_choices()
    alone = bank_counts(way, 1, run).tally(best)
    gross = Fraction(alone.counts[1] - alone.counts[-1], alone.total)
    bank, every = as_set(hands, best), as_set(hands, choices_of(way))
    for opponents in range(MOST_EXACT + 1, MOST_OPPONENTS + 1):
        record.find(
            "knowing_bank",
            f"{SHOWN_WAY} {opponents}",
            lambda n=opponents: _told(tile_bank(hands, bank, (every, n), gross, FEWER_ROUNDS, 1)),  # type: ignore[misc]
        )


def count_readings(record: Studies) -> None:
    for each in readings():
        if load_way(each.way).game is Game.TILES:
            record.find("readings", f"{each.way} {each.name}", lambda each=each: _priced(each))  # type: ignore[misc]


def count_card_readings(record: Studies, counting: CardCounting) -> None:
    """Both readings of the lines of card ways, each against the way as read here."""
    for each in readings():
        if load_way(each.way).game is Game.CARDS:
            record.find(
                "card_readings",
                f"{each.way} {each.name}",
                lambda each=each: _priced_cards(card_price(each, counting)),  # type: ignore[misc]
            )


def _priced_cards(found: CardPrice) -> dict[str, Any]:
    return {
        "here": found.reading.here,
        "instead": found.reading.instead,
        "hands": found.hands,
        **{f"{role} here": outcomes(found.here[role]) for role in Role},
        **{f"{role} other": outcomes(found.other[role]) for role in Role},
    }


def _priced(reading: Any) -> dict[str, Any]:
    found = price(reading)
    return {
        "here": reading.here,
        "instead": reading.instead,
        "hands": found.hands,
        "same": [str(value) for value in found.same],
        "best": [str(value) for value in found.best],
    }


def count_short(record: Studies) -> None:
    for role in Role:
        for margin in MARGINS:
            record.find("short", f"{SHOWN_WAY} {role} {margin}", lambda r=role, m=margin: _short(r, m))  # type: ignore[misc]
        record.find("frontier", f"{SHOWN_WAY} {role}", lambda r=role: _frontier(r))  # type: ignore[misc]


def _short(role: Role, margin: str) -> dict[str, Any]:
    found = search(load_way(SHOWN_WAY), role, Fraction(margin) / 100)
    return {"rules": list(found.rules), "value": str(found.value), "best": str(found.best_value)}


def _frontier(role: Role) -> dict[str, str]:
    """What lists of so many rules give up at least, of those that the search comes by."""
    least: dict[int, Fraction] = {}

    def tell(rules: int, cost: Fraction) -> None:
        least[rules] = min(cost, least.get(rules, cost))

    search(load_way(SHOWN_WAY), role, Fraction(CLOSEST) / 100, tell)
    return {str(rules): str(cost) for rules, cost in least.items()}


def count_changes(record: Studies) -> None:
    """The two rules that recover most of what each tile way loses as player against itself."""
    for each in built_in_ways():
        if each.game is Game.TILES:
            record.find("improve", each.name, lambda name=each.name: _changed(name))  # type: ignore[misc]


def _changed(name: str) -> dict[str, Any]:
    way = load_way(name)
    found = improve(name, way, way, Role.PLAYER, 2)
    return {"rules": list(found.rules), "costs": [str(cost) for cost in found.costs]}


def main(arguments: Sequence[str] | None = None) -> int:
    """Count what is missing from the record, and write page and plots."""
    parser = argparse.ArgumentParser(prog="python -m tools.studies", description="Write the page of studies.")
    parser.add_argument("folder", nargs="?", type=Path, default=Path("docs"), help="where to write")
    parser.add_argument("--kept", action="store_true", help="count nothing, write what is on record")
    options = parser.parse_args(arguments)
    record = Studies.load(options.folder / "studies.json")
    if not options.kept:
        with reporting() as tell:
            run = Run(report=tell)
            count_seen(record, run)
            count_seen_cards(record)
            count_banks(record, run)
            count_knowing_banks(record, run)
        count_readings(record)
        with card_counting(GameRules()) as counting:
            count_card_readings(record, counting)
            count_short_cards(record, counting)
            count_short_banks(record)
            count_card_changes(record, counting)
            count_card_bounds(record, counting)
            count_queen_high(record, counting)
        count_short(record)
        count_changes(record)
    write_page(record, options.folder)
    note(f"wrote {options.folder / 'studies.md'}")
    return 0


def short_way_files(record: Studies) -> dict[str, str]:
    """The short ways on record as `.way` files by their names."""
    found = {}
    for study, game in (("short", Game.TILES), ("short_cards", Game.CARDS)):
        for name, row in record.content[study].items():
            way, role, margin = name.rsplit(" ", 2)
            if row["rules"]:
                title = f"Short way as {role} against {way}, within {margin} points"
                source = f"paigow way short {way} --as {role} --within {margin}"
                file = f"short-{game.value}-{role}-{margin}.way"
                found[file] = way_text(game, row["rules"], title, source)
    return found


def write_page(record: Studies, folder: Path) -> None:
    """The page, its plots, and the short ways as files."""
    pictures, ways = folder / "pictures", folder / "ways"
    pictures.mkdir(exist_ok=True)
    ways.mkdir(exist_ok=True)
    for file, text in short_way_files(record).items():
        (ways / file).write_text(text, encoding="utf-8")
    (folder / "studies.md").write_text(studies_page(record.content), encoding="utf-8")
    (pictures / "studies-seen.svg").write_text(seen_plot(record.content["seen"]), encoding="utf-8")
    (pictures / "studies-short.svg").write_text(short_plot(record.content["frontier"]), encoding="utf-8")
    for file, way, game in (
        ("studies-bank.svg", SHOWN_WAY, "tiles"),
        ("studies-bank-cards.svg", SHOWN_CARD_WAY, "cards"),
    ):
        (pictures / file).write_text(bank_plot(record.content["bank"], way, game), encoding="utf-8")


if __name__ == "__main__":
    sys.exit(main())
