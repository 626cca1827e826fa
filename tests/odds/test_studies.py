"""The studies page: generated from its record, and the record's integers add up to all deals."""

from __future__ import annotations

from fractions import Fraction
from math import comb
from pathlib import Path

import numpy as np
import pytest

from paigow.faults import BadInput
from paigow.houseways import load_way
from paigow.houseways.checking import check_way
from paigow.material.game import Game
from paigow.odds.counting import Role
from paigow.odds.counting.card_deals import CARD_DEALS, CardCounting
from paigow.odds.counting.card_equilibrium import value_bounds
from paigow.odds.counting.card_shards import count_settings
from paigow.odds.counting.seen_hands import deals_seen
from paigow.odds.counting.strengths import dealer_strengths
from paigow.odds.counting.tile_deals import TILE_DEALS
from paigow.odds.counting.tile_ways import tile_surplus, tile_tally
from paigow.odds.counting.two_opponents import two_card_opponents
from paigow.odds.readings import LineReading, readings
from paigow.odds.runs.shards import Run
from paigow.odds.short_cards import changed_way
from paigow.odds.short_tiles import ALL_HANDS, losses_against, pairs
from paigow.odds.short_ways import MOST_RULES, Change
from paigow.ranks.batch import setting_strengths
from paigow.ranks.classes import tile_hand_classes
from paigow.ranks.poker import Wheel
from tools.studies.__main__ import short_way_files, write_page
from tools.studies.figures import bank_edge, surplus, value_of
from tools.studies.record import Studies

SWEPT_AT_ONCE = 50_000
DOCS = Path(__file__).parent.parent.parent / "docs"


@pytest.fixture(scope="module")
def record() -> Studies:
    return Studies.load(DOCS / "studies.json")


def test_the_page_and_its_plots_are_what_the_record_makes_of_them(record: Studies, tmp_path: Path) -> None:
    write_page(record, tmp_path)
    for file in (
        "studies.md",
        *(f"pictures/studies-{name}.svg" for name in ("seen", "bank", "bank-cards", "short")),
    ):
        written = (tmp_path / file).read_text(encoding="utf-8")
        assert written == (DOCS / file).read_text(encoding="utf-8"), f"{file}: python -m tools.studies --kept"
        assert "{{" not in written
        if file.endswith(".svg"):
            assert 'aria-label="' in written
            assert written.endswith("</svg>\n")


def test_seen_hands_on_record_add_up_to_all_deals_and_more_is_worth_more(record: Studies) -> None:
    seen = record.content["seen"]
    for name, outcomes in seen.items():
        way, key = name.rsplit(" ", 1)
        deals = 4 * TILE_DEALS if key == "tile" else deals_seen(int(key))
        assert sum(outcomes) == deals, name
    ways = {name.rsplit(" ", 1)[0] for name in seen}
    for way in ways:
        order = [value_of(seen[f"{way} {n}"]) for n in range(7) if f"{way} {n}" in seen]
        assert order == sorted(order)
        blind = tile_tally(None, load_way(way), Role.PLAYER)
        assert seen[f"{way} 0"] == [blind.win, blind.push, blind.lose]
        # The page's claim about friends: with five hands seen every way is beaten.
        assert value_of(seen[f"{way} 5"]) > 0


def test_seen_cards_on_record_are_sampled_and_leave_an_edge(record: Studies) -> None:
    """What the page says of friends at cards: the edge by the house way is 2.7228%, of which 1.06% stay."""
    seen = record.content["seen_cards"]
    for row in seen.values():
        low, high = row["interval"]
        assert 0 < low < row["gain"] < high
    assert seen["foxwoods player 5"]["interval"][0] > seen["foxwoods player 4"]["interval"][1]
    lose, push, win = record.content["bank"]["foxwoods 1"]["counts"].values()
    edge = -value_of((lose, push, win))
    assert f"{float(edge):.6f}" == "0.027228"
    assert edge - Fraction(seen["foxwoods player 5"]["interval"][1]) > Fraction(1, 100)


def test_the_banks_on_record_are_exact_where_they_say_so_and_fall_with_opponents(record: Studies) -> None:
    bank, way = record.content["bank"], load_way("traditional")
    two = surplus(bank["traditional 2"]["counts"], 2)
    assert two == tile_surplus(way, way)
    assert surplus(bank["traditional 2"]["best"], 2).value == tile_surplus(None, way).value
    edges = [bank_edge(bank[f"traditional {n}"], n) for n in range(1, 7)]
    assert edges == sorted(edges, reverse=True)
    tally = tile_tally(way, way, Role.BANK)
    gross = Fraction(tally.win - tally.lose, tally.total)
    assert all(edge > -gross for edge in edges)
    # The one opponent of cards is the way against itself, on record among the results.
    one = surplus(bank["foxwoods 1"]["counts"], 1)
    assert one.total == comb(53, 7) * comb(46, 7)
    results = (DOCS / "results.md").read_text(encoding="utf-8")
    assert f"| `foxwoods` | {one.counts[-1]:,} | {one.counts[0]:,} | {one.counts[1]:,} |" in results
    cards = [bank_edge(bank[f"foxwoods {n}"], n) for n in range(1, 7)]
    assert cards == sorted(cards, reverse=True)
    assert two.total == comb(32, 4) * comb(28, 4) * comb(24, 4)
    # Before vigorish each of three opponents is one opponent.
    three, best = (surplus(bank["traditional 3"][which], 3) for which in ("counts", "best"))
    assert three.total == best.total == two.total * comb(20, 4)
    assert sum(net * count for net, count in three.counts.items()) == 3 * gross * three.total
    assert three.value < best.value


def test_readings_on_record_are_those_that_are_known(record: Studies) -> None:
    known = {f"{each.way} {each.name}": each for each in readings()}
    for name, row in record.content["readings"].items():
        assert (row["here"], row["instead"]) == (known[name].here, known[name].instead)
        way = load_way(known[name].way)
        assert Fraction(row["best"][0]) == tile_tally(None, way, Role.PLAYER).value
        assert (row["hands"] == 0) <= (row["best"][0] == row["best"][1])


def test_card_readings_on_record_are_known_and_start_from_the_results(record: Studies) -> None:
    known = {f"{each.way} {each.name}": each for each in readings()}
    results = (DOCS / "results.md").read_text(encoding="utf-8")
    for name, row in record.content["card_readings"].items():
        assert (row["here"], row["instead"]) == (known[name].here, known[name].instead)
        for role in Role:
            assert sum(row[f"{role} here"]) == sum(row[f"{role} other"]) == comb(53, 7) * comb(46, 7)
        counts = " | ".join(f"{count:,}" for count in row["player here"])
        assert f"| `{known[name].way}` | {counts} |" in results
        # The bank with the same way sees the same deals from the other side.
        assert row["bank here"] == row["player here"][::-1]
    cards = {name for name, each in known.items() if load_way(each.way).game is Game.CARDS}
    assert {*record.content["card_readings"]} == cards
    # Two ways that read the same line in opposite ways differ from their other reading on the same hands.
    same = ("mgm made-hand-kept", "trump-plaza made-hand-broken")
    assert len({record.content["card_readings"][name]["hands"] for name in same}) == 1


@pytest.mark.prove
@pytest.mark.parametrize("role", Role)
@pytest.mark.parametrize(
    "reading",
    [each for each in readings() if load_way(each.way).game is Game.CARDS],
    ids=lambda each: f"{each.way}-{each.name}",
)
def test_a_card_reading_changes_what_its_hands_change_one_by_one(
    record: Studies, reading: LineReading, role: Role
) -> None:
    """On record are two counts over all deals by shared cards; here only hands set otherwise are swept."""
    counting, here = CardCounting(Wheel.SECOND, Run()), load_way(reading.way)
    sides = counting.strengths(here), counting.strengths(reading.other())
    dealer = counting.dealer(here, role)
    differ = (sides[0].low != sides[1].low) | (sides[0].high != sides[1].high)
    more = np.zeros(2, dtype=np.int64)
    changed = np.flatnonzero(differ).astype(np.int32)
    for rows in np.array_split(changed, len(changed) // SWEPT_AT_ONCE + 1):
        win, lose, fouled = count_settings(dealer, rows, role)
        settings = setting_strengths(dealer.hands.cards[rows], Wheel.SECOND)
        for sign, side in zip((-1, 1), sides, strict=True):
            fits = (settings.low == side.low[rows, None]) & (settings.high == side.high[rows, None])
            chosen = np.arange(len(rows)), (fits & ~fouled).argmax(axis=1)
            assert (fits & ~fouled)[chosen].all()
            weights = dealer.hands.weights[rows].astype(np.int64)
            more += sign * np.array([win[chosen] @ weights, lose[chosen] @ weights])
    row = record.content["card_readings"][f"{reading.way} {reading.name}"]
    (win_here, _, lose_here), (win_other, _, lose_other) = (
        row[f"{role} {which}"] for which in ("here", "other")
    )
    assert more.tolist() == [win_other - win_here, lose_other - lose_here]


def test_short_ways_on_record_give_up_what_is_said(record: Studies, tmp_path: Path) -> None:
    for name, row in record.content["short"].items():
        way, role, margin = name.rsplit(" ", 2)
        rules = "\n".join(f"{n} {rule}" for n, rule in enumerate(row["rules"], start=1))
        file = tmp_path / "short.way"
        text = f'way "x"\ngame tiles\nsource "x"\n{rules}\nfinally the best low, then the best high\n'
        file.write_text(text, encoding="utf-8")
        value = tile_tally(load_way(file), load_way(way), Role(role)).value
        best = tile_tally(None, load_way(way), Role(role)).value
        assert (str(value), str(best)) == (row["value"], row["best"])
        assert best - value <= Fraction(margin) / 100


def test_short_ways_on_record_are_no_longer_than_the_lists_that_the_search_came_by(record: Studies) -> None:
    """Longer lists lose less; the last of them is within the smallest margin."""
    for name, row in record.content["frontier"].items():
        costs = {int(rules): Fraction(cost) for rules, cost in row.items()}
        assert max(costs) <= MOST_RULES
        order = [costs[rules] for rules in sorted(costs)]
        assert order == sorted(order, reverse=True)
        for margin in ("0.05", "0.1", "0.2", "0.5"):
            short = record.content["short"][f"{name} {margin}"]
            assert Fraction(short["best"]) - Fraction(short["value"]) <= Fraction(margin) / 100
            assert len(short["rules"]) <= min(
                n for n, cost in costs.items() if cost <= Fraction(margin) / 100
            )
    # What is left of the bank's closest way is many small losses: 112 kinds of hands, 1,696 of 35,960.
    way = load_way(DOCS / "ways" / "short-tiles-bank-0.05.way")
    losses = losses_against(load_way("traditional"), Role.BANK)
    lost = losses.by_hand(ALL_HANDS.whole("", way).choice)
    weights = np.array([weight for _, weight in tile_hand_classes()])
    assert [len(lost[lost > 0]), int(weights[lost > 0].sum())] == [112, 1_696]
    assert Fraction(int(lost.max()), losses.unit) < Fraction("0.0015") / 100


def test_the_page_says_how_many_rules_are_tried_and_found(record: Studies) -> None:
    page = (DOCS / "studies.md").read_text(encoding="utf-8")
    tried = len(pairs().conditions) * len(pairs().choices)
    assert f"{tried / 1_000_000:.1f} million rules in all" in page
    tiles, cards = record.content["short"], record.content["short_cards"]
    for margin in ("0.5", "0.2", "0.1", "0.05"):
        bank, player = (len(tiles[f"traditional {role} {margin}"]["rules"]) for role in ("bank", "player"))
        assert f"{bank} and {player} rules within {margin} points" in " ".join(page.split())
    for margin in ("0.2", "0.1", "0.05"):
        bank, player = (len(cards[f"foxwoods {role} {margin}"]["rules"]) for role in ("bank", "player"))
        assert f"{bank} and {player} rules within {margin} points" in " ".join(page.split())


def test_changes_on_record_take_what_is_said(record: Studies, tmp_path: Path) -> None:
    recovered = []
    for name, row in record.content["improve"].items():
        costs = tuple(Fraction(cost) for cost in row["costs"])
        file = tmp_path / "changed.way"
        file.write_text(Change(name, tuple(row["rules"]), costs).text(), encoding="utf-8")
        way = load_way(name)
        best = tile_tally(None, way, Role.PLAYER).value
        assert best - tile_tally(way, way, Role.PLAYER).value == costs[0]
        assert best - tile_tally(load_way(file), way, Role.PLAYER).value == costs[-1] < costs[0]
        recovered.append(round(100 * (1 - costs[1] / costs[0])))
    page = (DOCS / "studies.md").read_text(encoding="utf-8")
    assert f"gives up: from {min(recovered)}% to {max(recovered)}% of it" in page


def test_short_ways_are_files_that_the_language_takes(record: Studies) -> None:
    files = short_way_files(record)
    assert {file.name for file in (DOCS / "ways").iterdir()} == {*files}
    for file, text in files.items():
        assert (DOCS / "ways" / file).read_text(encoding="utf-8") == text, "python -m tools.studies --kept"
        way = load_way(DOCS / "ways" / file)
        assert str(way.rules[-1]).split(maxsplit=1)[1].startswith("otherwise")


def test_short_card_ways_on_record_keep_their_margins(record: Studies) -> None:
    content = record.content
    for name, row in content["short_cards"].items():
        _, role, margin = name.rsplit(" ", 2)
        best = content["best_cards"][f"foxwoods {role}"]
        assert sum(best) == CARD_DEALS
        if row["rules"]:
            assert sum(row["counts"]) == CARD_DEALS
            assert 0 <= value_of(best) - value_of(row["counts"]) <= Fraction(margin) / 100
            assert len(row["rules"]) <= MOST_RULES
    # The page's claim: the shortest lose less than foxwoods itself, as player and as bank.
    by_way = content["bank"]["foxwoods 1"]["counts"]
    lose, push, win = (by_way[surplus] for surplus in ("-1", "0", "1"))
    for role, outcomes in (("player", (lose, push, win)), ("bank", (win, push, lose))):
        short = content["short_cards"][f"foxwoods {role} 0.2"]
        assert value_of(short["counts"]) > value_of(outcomes)


@pytest.mark.prove
def test_short_card_ways_on_record_are_sound_and_come_out_again(record: Studies) -> None:
    """Set for all 154,143,080 hands, and counted over all deals."""
    counting, dealer = CardCounting(Wheel.SECOND, Run()), load_way("foxwoods")
    for name, row in record.content["short_cards"].items():
        _, role, margin = name.rsplit(" ", 2)
        if row["rules"]:
            way = load_way(DOCS / "ways" / f"short-cards-{role}-{margin}.way")
            checked = check_way(way)
            assert (checked.hands, checked.unanswered, checked.fouled) == (154_143_080, 0, 0)
            tally = counting.tally(way, dealer, Role(role))
            assert [tally.win, tally.push, tally.lose] == row["counts"]


@pytest.mark.prove
def test_bounds_on_record_come_out_again(record: Studies) -> None:
    strengths = dealer_strengths(load_way("foxwoods"), Wheel.SECOND)
    lower, upper = value_bounds(strengths, strengths, Run())
    assert lower == value_of(record.content["bounds"]["best dealer against foxwoods"])
    assert upper == value_of(record.content["best_cards"]["foxwoods player"])
    two = two_card_opponents(strengths, strengths, Run())
    sampled = record.content["bank"]["foxwoods 2"]["interval"]
    assert two.lower < sampled[0] < sampled[1] < two.upper


def test_card_changes_on_record_gain_and_name_a_rule_of_the_language(record: Studies) -> None:
    best = value_of(record.content["best_cards"]["foxwoods player"])
    recovered = {}
    for name, row in record.content["improve_cards"].items():
        assert len(changed_way(name, tuple(row["rules"])).rules) == len(load_way(name).rules) + 1
        assert sum(row["before"]) == sum(row["after"]) == CARD_DEALS
        before, after = (best - value_of(row[which]) for which in ("before", "after"))
        assert before > after > 0
        recovered[name] = (before - after) / before
    # The page's claim about the two ways that one rule fixes, and about all others.
    assert recovered.pop("mgm") > Fraction(3, 4)
    assert recovered.pop("casino-real") > Fraction(2, 3)
    assert all(share < Fraction(1, 4) for share in recovered.values())


def test_bounds_on_record_hold_what_is_counted_and_sampled(record: Studies) -> None:
    content = record.content
    lower = value_of(content["bounds"]["best dealer against foxwoods"])
    upper = value_of(content["best_cards"]["foxwoods player"])
    assert sum(content["bounds"]["best dealer against foxwoods"]) == CARD_DEALS
    # Both sides by the way is one play of the game: the player gets more than the guaranteed value.
    by_way = content["bank"]["foxwoods 1"]["counts"]
    same = value_of([by_way[surplus] for surplus in ("-1", "0", "1")])
    assert lower < same < upper
    assert (f"{float(-100 * upper):.4f}", f"{float(-100 * lower):.4f}") == ("2.5081", "2.9446")
    two = content["bounds"]["foxwoods against two"]
    low, high = content["bank"]["foxwoods 2"]["interval"]
    assert two["lower"] < low < high < two["upper"]


def test_another_file_is_no_record(tmp_path: Path) -> None:
    (tmp_path / "studies.json").write_text("{}", encoding="utf-8")
    with pytest.raises(BadInput, match="no record of studies"):
        Studies.load(tmp_path / "studies.json")
