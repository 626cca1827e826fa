"""Rules of a house way as plain sentences: every word of the language has one, in every language."""

from __future__ import annotations

import re
import tomllib
from importlib.resources import files
from pathlib import Path

import pytest

from paigow.houseways import built_in_ways
from paigow.houseways.checking import check_way
from paigow.houseways.library import load_built_in
from paigow.houseways.plain import LANGUAGES, plain_rule, plain_rules
from paigow.houseways.way import HouseWay
from paigow.material.tiles import parse_tiles

HERE = Path(__file__).parent
WORDS = tomllib.loads(files("paigow.houseways").joinpath("plain.toml").read_text(encoding="utf-8"))


def _way(rules: str, game: str = "tiles") -> HouseWay:
    return HouseWay.parse(f'way "made"\ngame {game}\n{rules}\nfinally the best low, then the best high\n')


TOLD = """
tiles: when a pair of GJ play the pair kept
If the hand has a pair of Gee Joon, keep the pair together.

tiles: when some setting with high 7 or better play high 7 or better
If possible, make the high hand 7 or better.

tiles: when a pair of Teen/Day play the pair split, making 6/8 or better
If the hand has a pair of Teen or Day, split the pair and make 6 low and 8 high,
or better in both hands, if possible.

tiles: when holding Teen+Day play Teen high, without Teen beside Day
If the hand holds Teen + Day, put Teen in the high hand, but don’t put Teen together with Day.

tiles: when one pair consider only the best low
If the hand has one pair, compare only splits that make the low hand as strong as possible.

cards: when one pair and the pair is 10 to K and A outside play the pair high
If the hand has one pair, the pair is 10s to kings, and the other cards include an ace,
keep the pair in the high hand.

cards: when no pair and the highest card is A and the third card is 9 play the second and sixth cards low
If the hand has no pair, the highest card is an ace, and the third-highest card is a 9,
put the second-highest and sixth-highest cards in the low hand.

cards: when three of a kind and the three is A play one of the three low
If the hand has three of a kind and the three of a kind is aces,
put one card of the three of a kind in the low hand.
"""


@pytest.mark.parametrize("example", TOLD.strip().split("\n\n"))
def test_a_rule_is_one_plain_sentence(example: str) -> None:
    written, *lines = example.splitlines()
    game, rule = written.split(": ")
    way = _way(f"1 {rule}\n2 otherwise play the best low", game)
    assert plain_rule(way.rules[0], "en") == " ".join(lines)
    assert plain_rule(way.rules[1], "en") == "In every other case, make the low hand as strong as possible."


def test_every_word_of_the_language_can_be_told_in_every_language() -> None:
    ways = [HouseWay.parse((HERE / f"every-word-{game}.way").read_text()) for game in ("tiles", "cards")]
    ways += [load_built_in(each.name) for each in built_in_ways()]
    for way in ways:
        for rule in way.rules:
            told = plain_rules(rule)
            assert set(told) == set(LANGUAGES)
            for language, sentence in told.items():
                # No notation is left, and no English in Chinese except a table's own name.
                assert not re.search(r"[\[\]{}_]|  |GJ|\b[HL]\d", sentence), sentence
                if language != "en":
                    assert not re.search(r"[a-z]{2}", re.sub("[「“][a-z ]+[」”]", "", sentence)), sentence


def test_all_languages_have_the_same_words() -> None:
    kinds = [key for key, value in WORDS["en"].items() if not isinstance(value, dict)]
    blanks = {key: set(re.findall(r"\{\w*\}", str(WORDS["en"][key]))) for key in kinds}
    for language in LANGUAGES[1:]:
        same = {key: value for key, value in WORDS[language].items() if not isinstance(value, dict)}
        assert {key: set(re.findall(r"\{\w*\}", str(value))) for key, value in same.items()} == blanks
        assert WORDS[language]["tiles"].keys() == WORDS["en"]["tiles"].keys()
        assert WORDS[language]["kinds"].keys() == WORDS["en"]["kinds"].keys()
        assert WORDS[language]["groups"].keys() == WORDS["en"]["groups"].keys()


def test_each_rule_has_a_hand_that_it_decides() -> None:
    found = check_way(load_built_in("regulation"))
    for (rule, hands), example in zip(found.by_rule, found.examples, strict=True):
        assert hands
        assert found.way.explain(parse_tiles(example, count=4)).decision.rule == rule
