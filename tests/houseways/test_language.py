"""What can be written in a way, and the messages for what can't."""

from __future__ import annotations

from pathlib import Path

import pytest

from paigow.faults import BadInput
from paigow.houseways import HouseWay, built_in_ways, load_way
from paigow.houseways.grammar import LARGEST
from paigow.houseways.syntax import Label
from paigow.material.cards import parse_cards
from paigow.material.game import Game
from tests.houseways.pieces import tiles_of

TILES = """way "mine"
game tiles
{rules}
finally the best low, then the best high
"""
CARDS = TILES.replace("game tiles", "game cards")
END = "9  otherwise play the best low"


def tiles_way(rules: str) -> HouseWay:
    return HouseWay.parse(TILES.format(rules=f"{rules}\n{END}"))


def cards_way(rules: str) -> HouseWay:
    return HouseWay.parse(CARDS.format(rules=f"{rules}\n{END}"))


@pytest.mark.parametrize("name", [way.name for way in built_in_ways()])
def test_a_way_printed_and_read_again_is_the_same(name: str) -> None:
    way = load_way(name)
    assert HouseWay.parse(str(way)) == way


@pytest.mark.parametrize("name", [way.name for way in built_in_ways()])
def test_each_built_in_way_names_its_source(name: str) -> None:
    assert load_way(name).texts("source")


def test_words_of_one_meaning_are_printed_one_way() -> None:
    written = "1 when a pair of Gee Joon/H2 and the best low is at\n"
    with pytest.raises(BadInput):
        tiles_way(written)
    way = tiles_way("1 when a pair of Gee Joon/H2, and holding Chong play any setting")
    assert str(way.rules[0]) == "1  when a pair of GJ/Teen and holding H6 play any setting"


def test_and_binds_closer_than_or_and_unless_least() -> None:
    way = tiles_way(
        "1 when one pair or no pair and holding 9 or two pairs, unless holding 5 play any setting"
    )
    assert str(way.rules[0]) == (
        "1  when one pair or (no pair and holding 9) or two pairs, unless holding 5 play any setting"
    )


def test_comments_and_line_breaks_do_not_matter() -> None:
    plain = tiles_way("1 when two pairs play the pair kept")
    laid_out = tiles_way("# pairs first\n1  when two pairs   # both\n     play the pair kept")
    assert plain == laid_out


def test_a_number_of_two_kinds_stands_for_either() -> None:
    way = tiles_way("1 when the tiles are 8+8+Teen+any play Teen high")
    assert str(way.explain(tiles_of("H8 L8 Teen 5")).decision.rule.label) == "1"
    assert str(way.explain(tiles_of("H8 L7 Teen 5")).decision.rule.label) == "9"


def test_a_rule_that_leaves_nothing_passes_the_hand_on() -> None:
    way = tiles_way("1 when one pair play the pair split, making 9/9 or better")
    assert str(way.explain(tiles_of("9 9 H10 L10")).decision.rule.label) == "1"
    assert str(way.explain(tiles_of("9 9 H4 L4")).decision.rule.label) == "9"


def test_a_guard_narrows_what_later_rules_see() -> None:
    way = tiles_way("1 when a strong hand possible consider only a strong hand")
    setting = way.set(tiles_of("Teen 9 L8 L4"))
    assert {str(tile) for tile in setting.high} & {"6-6"}
    assert way.explain(tiles_of("Teen 9 L8 L4")).guards[0].label == Label(1)


def test_a_guard_that_would_leave_nothing_is_passed_over() -> None:
    way = tiles_way("1 always consider only two strong hands")
    assert way.explain(tiles_of("H4 L4 5 9")).guards == ()


class TestDeltas:
    def test_rows_are_replaced_struck_out_and_inserted(self) -> None:
        way = HouseWay.parse(
            'way "d"\ngame cards\nas "trump-plaza", but\n'
            "7a when two threes of a kind play two of the lower three low\n"
            "8 struck out\n"
            "18 when one pair play the pair high, with the joker high, or else the pair high\n"
        )
        base = load_way("trump-plaza")
        labels = [str(rule.label) for rule in way.rules]
        assert labels == [str(n) for n in (1, 2, 3, 4, 5, 6, 7, "7a", *range(9, 20))]
        assert way.rule("18") != base.rule("18")
        assert way.rule("17") == base.rule("17")
        assert way.final == base.final

    def test_a_new_table_of_the_same_name_serves_the_rows_of_the_base(self) -> None:
        from paigow.material.cards import parse_cards

        eights_with_a_king = parse_cards("8s 8h 8c 8d Kh 9s 2c")
        assert str(load_way("trump-plaza").set(eights_with_a_king)).startswith("Kh 9s / ")
        low = str(load_way("claridge").set(eights_with_a_king)).split(" / ")[0]
        assert [card[0] for card in low.split()] == ["8", "8"]

    def test_a_delta_of_a_file_beside_it(self, tmp_path: Path) -> None:
        (tmp_path / "base.way").write_text(TILES.format(rules=END), encoding="utf-8")
        delta = tmp_path / "delta.way"
        delta.write_text(
            'way "d"\ngame tiles\nas "base", but\n1 when two pairs play the pair kept\n', "utf-8"
        )
        assert [str(rule.label) for rule in load_way(delta).rules] == ["1", "9"]

    def test_ways_that_lean_on_each_other_are_refused(self, tmp_path: Path) -> None:
        for one, other in (("a", "b"), ("b", "a")):
            text = f'way "{one}"\ngame tiles\nas "{other}", but\n'
            (tmp_path / f"{one}.way").write_text(text, encoding="utf-8")
        with pytest.raises(BadInput, match="is built on itself"):
            load_way(tmp_path / "a.way")


MISTAKES = {
    "a slip": ("1 when tow pairs play the pair kept", "'tow' can't go here (line 3, column 8)", "'two'"),
    "a slip in a kind": (
        "1 when two pairs play a wog high",
        "'wog' can't go here",
        "did you mean wong? You can write better, gong, high-nine, pair, strong, wong",
    ),
    "a word of cards": ("1 when three pairs play the pair kept", "'three' can't go here", "two"),
    "no such tile": (
        "1 when holding Teem+9 play any setting",
        "there is no tile 'Teem' (line 3, column 16)",
        "Teen",
    ),
    "two for Day": ("1 when holding 2+9 play any setting", "there is no tile '2'", "did you mean Day?"),
    "too many points": (
        "1 when some setting with low 11 play any setting",
        "no two tiles have 11 points",
        "0 to 9",
    ),
    "no such band": (
        '1 when holding "small" play any setting',
        "there is no band 'small'",
        "the house way defines no band",
    ),
    "five tiles": ("1 when holding 4+5+6+7+8 play any setting", "names 5 tiles", "a hand has four"),
    "three tiles": ("1 when the tiles are 4+5+6 play any setting", "has 3 tiles", "4 are needed"),
    "no one tile": ("1 when the best low is 3 with 4 play any setting", "not one tile", "Chong"),
    "order": (f"2 {END[3:]}\n1 {END[3:]}", "rule 1 comes after rule 2", "ascending"),
    "struck": ("1 struck out", "struck out, but this way has no base", "as WAY, but"),
    "not whole words": ("1 when two pairs play the lowest low", "'lowest' can't go here", "worst"),
    "an open bracket": ("1 when (two pairs play the pair kept", "'play' can't go here", ")"),
}


@pytest.mark.parametrize("name", MISTAKES)
def test_a_mistake_is_told_with_its_place_and_what_would_do(name: str) -> None:
    rules, problem, remedy = MISTAKES[name]
    with pytest.raises(BadInput) as told:
        tiles_way(rules)
    assert problem in str(told.value)
    assert remedy.strip("'") in str(told.value.allowed)


CARD_MISTAKES = {
    "no such rank": ("1 when the pair is B play any setting", "there is no rank 'B'", "ranks are"),
    "three low": (
        "1 when three of a kind play the three low",
        "too large for the low hand",
        "two of the three",
    ),
    "five by two": ("1 when no pair play high K-J", "K-J names two cards, not five", "flush"),
    "two by five": ("1 when no pair play low a flush", "two cards can't be a flush", "a pair"),
    "lower first": ("1 when no pair play low J-K", "higher card first", ""),
    "places": (
        "1 when no pair play the third and second cards low",
        "the second card isn't below the third",
        "the higher one first",
    ),
    "no such table": (
        '1 when one pair play low as table "x" asks',
        "there is no table 'x'",
        "the house way defines no table",
    ),
    "tables": (
        'table "t" by the pair, the lower pair\n row 2 K-high\n1 when one pair play any setting',
        "is by 2 with 0 columns",
        "line of columns",
    ),
    "a tile": ("1 when holding Teen play any setting", "'holding' can't go here", "one"),
}


@pytest.mark.parametrize("name", CARD_MISTAKES)
def test_a_mistake_in_a_way_for_cards(name: str) -> None:
    rules, problem, remedy = CARD_MISTAKES[name]
    with pytest.raises(BadInput) as told:
        cards_way(rules)
    assert problem in str(told.value)
    assert remedy in (told.value.allowed or "")


class TestNoAnswer:
    def test_a_way_without_a_final_rule_is_refused(self) -> None:
        with pytest.raises(BadInput, match="no final rule for every remaining hand"):
            HouseWay.parse(TILES.format(rules="1 when two pairs play the pair kept"))

    def test_a_final_rule_that_may_leave_nothing_is_refused(self) -> None:
        with pytest.raises(BadInput, match="no final rule"):
            HouseWay.parse(TILES.format(rules="1 otherwise play high 7 or better"))

    def test_the_best_tile_lies_beside_the_worst_in_some_setting(self) -> None:
        HouseWay.parse(TILES.format(rules="1 otherwise play the best tile beside the worst"))

    def test_but_not_after_a_guard(self) -> None:
        with pytest.raises(BadInput, match="no final rule"):
            HouseWay.parse(
                TILES.format(
                    rules="1 always consider only the best low\n"
                    "2 otherwise play the best tile beside the worst"
                )
            )

    def test_a_way_without_a_final_order_is_refused(self) -> None:
        with pytest.raises(BadInput, match="no final order"):
            HouseWay.parse(f'way "w"\ngame tiles\n{END}\n')

    def test_an_empty_file_is_refused(self) -> None:
        with pytest.raises(BadInput, match="ends too early"):
            HouseWay.parse("")


class TestFiles:
    def test_an_unknown_base_is_told_with_its_place(self) -> None:
        with pytest.raises(BadInput) as told:
            HouseWay.parse('way "d"\ngame cards\nas "trump-plazza", but\n')
        assert "line 3, column 4" in str(told.value)
        assert "trump-plaza" in str(told.value)

    def test_a_base_of_the_other_game_is_refused(self) -> None:
        with pytest.raises(BadInput, match="is a house way for cards"):
            HouseWay.parse('way "d"\ngame tiles\nas "trump-plaza", but\n')

    def test_ten_megabytes_are_refused_without_being_read(self, tmp_path: Path) -> None:
        file = tmp_path / "huge.way"
        file.write_bytes(b"#" * 10_000_000)
        with pytest.raises(BadInput, match="too many for a house way"):
            load_way(file)
        with pytest.raises(BadInput, match="too long"):
            HouseWay.parse("#" * (LARGEST + 1))

    def test_what_is_no_text_is_refused(self, tmp_path: Path) -> None:
        file = tmp_path / "binary.way"
        file.write_bytes(b"\xff\xfe\x00way")
        with pytest.raises(BadInput, match="not text in UTF-8"):
            load_way(file)

    @pytest.mark.parametrize("name", ["trump-plazza", "nowhere/x.way", "x.way"])
    def test_what_is_not_there_is_refused(self, name: str) -> None:
        with pytest.raises(BadInput):
            load_way(name)

    def test_a_folder_is_refused(self, tmp_path: Path) -> None:
        folder = tmp_path / "folder.way"
        folder.mkdir()
        with pytest.raises(BadInput, match="can't be read"):
            load_way(folder)

    def test_nesting_without_end_is_refused(self) -> None:
        for rules in ("1 when " + "(" * 20_000, "1 when " + "not " * 15_000 + "one pair play any setting"):
            with pytest.raises(BadInput):
                tiles_way(rules)

    def test_the_place_is_told_with_the_file(self, tmp_path: Path) -> None:
        file = tmp_path / "slip.way"
        file.write_text(TILES.format(rules=f"1 when tow pairs play any setting\n{END}"), encoding="utf-8")
        with pytest.raises(BadInput, match=r"slip\.way, line 3, column 8"):
            load_way(file)

    def test_the_hand_must_be_of_the_game(self) -> None:
        from paigow.material.cards import parse_cards

        with pytest.raises(BadInput, match="is for tiles"):
            load_way("regulation").set(parse_cards("As Kd Jo 10h 9c 9d 2s"))
        with pytest.raises(BadInput, match="is for cards"):
            load_way("foxwoods").set(tiles_of("Teen 9 L8 L4"))
        with pytest.raises(BadInput, match="four tiles"):
            load_way("regulation").set(tiles_of("Teen 9 L8"))


def test_no_two_built_in_ways_share_a_name() -> None:
    names = [way.name for way in built_in_ways()]
    assert len(names) == len(set(names))
    assert {way.game for way in built_in_ways()} == set(Game)


@pytest.mark.parametrize(
    ("hand", "rule", "low"),
    [
        ("Ac Kd 9h 7s 5c 4h 2d", "1", "Kd 4h"),
        ("Jo Kd 9h 7s 5c 4h 2d", "1", "Kd 4h"),
        ("Ac Kd 10h 7s 5c 4h 2d", "2", "Kd 7s"),
        ("Kd Qh 9s 7c 5d 4h 2s", "3", "9s 2s"),
        # Both kings low would be a foul, and so would K-9 against K-7: K-7 is the best low.
        ("Kd Kh 9s 7c 5d 4h 2s", "9", "Kh 7c"),
    ],
)
def test_cards_are_named_by_their_place_among_all_seven(hand: str, rule: str, low: str) -> None:
    """The joker is the highest card, an ace; equal ranks have places of their own."""
    way = cards_way(
        "1 when no pair and the highest card is A and the third card is 9 or lower"
        " play the second and sixth cards low\n"
        "2 when the highest card is A and the third card is 10, J play the second and fourth cards low\n"
        "3 when no pair and the lowest card is 2 play the third and lowest cards low\n"
        "4 when the second card is K play the highest and second cards low"
    )
    told = way.explain(parse_cards(hand))
    assert (str(told.decision.rule.label), str(told.decision.setting).split(" / ")[0]) == (rule, low)
