"""Mutated submissions: never a traceback, never acceptance of what a regulation forbids."""

from __future__ import annotations

from decimal import Decimal

import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

from paigow.books.options import option_names
from paigow.submissions.checking import Submission, check_submission, example_names, find_submission
from tests.books.forbidden import STYLES, why_forbidden
from tests.books.making import LEFT_OUT, text_of, tree_of, with_changes

WORDS = [
    *"hand shuffler shuffler-into-shoe reshuffling-device manual-shoe automated-shoe stacks shaker".split(),
    *"generator flat-button everyone nobody members none to-the-cent up-to-25-cents A B C D E 1 5".split(),
    *"regulation x.way ../x.way / fixed house-way second lowest blue white button count".split(),
    *["", " ", "pairs-face-up", "elsewhere", "commission-tiles", "maryland_poker"],
    *sorted(STYLES),
]
RAW = st.one_of(
    st.just(LEFT_OUT),
    st.booleans(),
    st.integers(-3, 30),
    st.sampled_from([0, 99, 100, 500, 1_000, 2_500, 9_999, 10_000, 10**20, -(10**20)]),
    st.decimals(-5, 20_000, places=2),
    st.sampled_from(
        [Decimal("NaN"), Decimal("Infinity"), Decimal("1e-40"), Decimal("1e40"), Decimal("0.005")]
    ),
    st.sampled_from(WORDS),
    st.text(max_size=12),
    st.lists(st.sampled_from(WORDS), max_size=4),
    st.lists(st.sampled_from([1, 10, 40, 60, 499, 500, 999, 1_000, 2_500, 9_999, 10_000]), max_size=4),
    st.builds(dict),
    st.builds(lambda: [[]]),
)
LIKELY = (
    *"shuffling.method dealing.method starting.method cards.decks cards.backs cards.change-hours".split(),
    *"banking.bank banking.co-bank banking.deliveries vigorish.method dragons-eye.offered".split(),
    *"progressive.table progressive.starts progressive.rates progressive.offered house-way.way".split(),
    *"table.chairs rulebook".split(),
)
KEYS = st.one_of(
    st.sampled_from(LIKELY),
    st.sampled_from(option_names()),
    st.sampled_from(["table", "limits", "limits.main", "tabel.chairs", "x", "banking.bank.x", ""]),
)


PLAUSIBLE: dict[str, list[object]] = {
    "shuffling.method": ["hand", "shuffler", "shuffler-into-shoe", "reshuffling-device"],
    "dealing.method": ["manual-shoe", "hand", "automated-shoe"],
    "starting.method": ["shaker", "generator", "flat-button"],
    "cards.decks": [1, 2, 3],
    "cards.backs": [["red"], ["red", "blue"], ["red", "red"]],
    "cards.change-hours": [3, 4, 5, 8, 9],
    "table.chairs": [1, 6, 7],
    "banking.bank": ["everyone", "nobody", "members"],
    "banking.co-bank": ["everyone", "nobody", "members"],
    "banking.deliveries": [[], ["jung-quat"], ["jung-quat", "cup-say-left"], ["cup-say"]],
    "banking.cut": [True, False],
    "vigorish.method": ["to-the-cent", "up-to-25-cents", "none"],
    "dragons-eye.offered": [True, False],
    "dragons-eye.other-dice": ["white", "blue", "BLUE"],
    "pair-fortunes.table": ["1", 2, "4", "5", 0],
    "spots.players-per-spot": [1, 2, 4, 5],
    "progressive.offered": [True, False],
    "progressive.table": ["A", "B", "C", "D", "E"],
    "progressive.starts": [
        [10_000],
        [10_000, 1_000],
        [10_000, 1_000, 500],
        [10_000, 2_500, 1_000],
        [9_999, 1_000, 500],
    ],
    "progressive.rates": [[40], [40, 60], [40, 61], [20, 10, 10], [20, 10, 80], [0, 10, 10]],
    "fortune.table": ["A", "D", "E"],
    "insurance.table": ["A", "B", "C"],
    "help.house-way": [True, False],
    "dice.change-hours": [1, 24, 25],
    "limits.main.minimum": [1, 100, 600, 0],
    "limits.main.maximum": [100, 500, 5_000],
    "approvals.generator": ["G-1", ""],
    "approvals.flat-button": ["F-1", ""],
    "approvals.reshuffling-device": ["R-1", ""],
}
"""For some options, what a person might write, right or wrong, so that many changes are accepted."""


@st.composite
def plausible_changes(draw: st.DrawFn) -> tuple[str, dict[str, object]]:
    """An example and changes to options that it has."""
    example = draw(st.sampled_from(example_names()))
    tree = tree_of(example)
    known = [
        key
        for key in PLAUSIBLE
        if key.partition(".")[2] in tree.get(key.partition(".")[0], {}) or "limits" in key
    ]
    keys = draw(st.lists(st.sampled_from(known), min_size=1, max_size=4, unique=True))
    return example, {key: draw(st.sampled_from(PLAUSIBLE[key])) for key in keys}


@settings(max_examples=300, deadline=None)
@given(plausible_changes())
def test_nothing_forbidden_is_accepted_among_plausible_choices(change: tuple[str, dict[str, object]]) -> None:
    example, changes = change
    tree = with_changes(tree_of(example), changes)
    checked = check_submission(text_of(tree))
    if isinstance(checked, Submission):
        assert why_forbidden(tree) == ()


@settings(max_examples=200, deadline=None)
@given(st.sampled_from(example_names()), st.dictionaries(KEYS, RAW, min_size=1, max_size=5))
def test_nothing_forbidden_is_accepted_among_wild_values(example: str, changes: dict[str, object]) -> None:
    try:
        tree = with_changes(tree_of(example), changes)
    except (AttributeError, TypeError):
        return  # a change inside what another change turned into a plain value
    checked = check_submission(text_of(tree))
    if isinstance(checked, Submission):
        assert why_forbidden(tree) == ()
        for limit in checked.rules.wagers.values():
            assert 0 < limit.least <= limit.most
    else:
        assert checked
        for finding in checked:
            assert finding.problem
            assert finding.allowed
            assert str(finding)


@settings(max_examples=150, deadline=None)
@given(
    st.sampled_from(example_names()),
    st.integers(0, 3_000),
    st.integers(0, 40),
    st.text(alphabet=st.characters(codec="utf-8"), max_size=20),
)
def test_scribbled_text_never_breaks_the_checker(
    example: str, place: int, length: int, scribble: str
) -> None:
    text = find_submission(example).text
    place %= len(text)
    checked = check_submission(text[:place] + scribble + text[place + length :])
    assert isinstance(checked, Submission) or all(str(finding) for finding in checked)


@settings(max_examples=100, deadline=None)
@given(st.text(max_size=200))
def test_any_text_is_answered(text: str) -> None:
    assert isinstance(check_submission(text), tuple)


@pytest.mark.parametrize("example", example_names())
def test_the_predicate_agrees_with_the_examples(example: str) -> None:
    assert why_forbidden(tree_of(example)) == ()


@pytest.mark.parametrize(
    ("example", "changes"),
    [
        ("maryland-poker-plain", {"dealing.method": "hand"}),
        ("maryland-poker-plain", {"cards.decks": 2}),
        ("maryland-poker-full", {"dealing.method": "manual-shoe"}),
        ("maryland-poker-full", {"progressive.starts": [10_000, 1_000, 499]}),
        ("commission-tiles-full", {"banking.bank": "members"}),
        ("colorado-tiles-plain", {"vigorish.method": "none"}),
        ("rock-island-poker-plain", {"banking.bank": "everyone"}),
    ],
)
def test_the_predicate_forbids_by_itself(example: str, changes: dict[str, object]) -> None:
    assert why_forbidden(with_changes(tree_of(example), changes)) != ()
