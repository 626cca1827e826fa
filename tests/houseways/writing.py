"""Random ways for laws: any words that the grammar allows, in any combination."""

from __future__ import annotations

from hypothesis import strategies as st
from hypothesis.strategies import SearchStrategy

Text = SearchStrategy[str]

TILE_WORDS = "Teen Day H8 H4 H10 H6 L4 11 L10 H7 L6 9 L8 L7 5 GJ 4 6 7 8 10 Chong Bon".split()
RANKS = "2 3 4 5 6 7 8 9 10 J Q K A".split()
numbers = st.integers(0, 9)


def joined(parts: Text, by: str, most: int) -> Text:
    return st.lists(parts, min_size=1, max_size=most).map(by.join)


def filled(template: str, **parts: Text) -> Text:
    """The template with each part drawn; a composite, since those are cheap to show when a law fails."""
    return _drawn(Parts(template, parts))


class Parts:
    """What a template is filled with, shown by the template alone."""

    def __init__(self, template: str, parts: dict[str, Text]) -> None:
        self.template = template
        self.parts = parts

    def __repr__(self) -> str:
        return repr(self.template)


@st.composite
def _drawn(draw: st.DrawFn, wanted: Parts) -> str:
    return wanted.template.format(**{name: draw(part) for name, part in wanted.parts.items()})


def one_of(*choices: str | Text) -> Text:
    return st.one_of(*(st.just(choice) if isinstance(choice, str) else choice for choice in choices))


halves = st.sampled_from(["low", "high"])
tile_kinds = st.sampled_from(["pair", "wong", "gong", "high-nine"])
tile_sets = one_of(joined(st.sampled_from(TILE_WORDS), "/", 3), '"band"', "any")
patterns = joined(joined(tile_sets, "+", 4), ", ", 2)


def exact_patterns(size: int) -> Text:
    return st.lists(tile_sets, min_size=size, max_size=size).map("+".join)


def extents(specs: Text) -> Text:
    return one_of(
        specs,
        filled("{s} or better", s=specs),
        filled("{s} or worse", s=specs),
        filled("below {s}", s=specs),
        filled("above {s}", s=specs),
        filled("{s} to {t}", s=specs, t=specs),
    )


tile_extents = extents(
    one_of(
        numbers.map(str),
        filled("{n} with {t}", n=numbers.map(str), t=st.sampled_from(["Teen", "H6", "H4", "L10"])),
        filled("a {k}", k=tile_kinds),
    )
)
results = filled("{a}/{b}", a=one_of(numbers.map(str), tile_kinds), b=one_of(numbers.map(str), tile_kinds))
whole_numbers = one_of(
    numbers.map(str),
    filled("{n} or more", n=numbers.map(str)),
    filled("{n} or less", n=numbers.map(str)),
    numbers.map(lambda n: f"{n} to {n + 3}"),
)
making = filled("making {r}{b}", r=joined(results, ", ", 3), b=st.sampled_from(["", " or better"]))
tile_filters = st.recursive(
    one_of(
        "any setting",
        "the only way",
        "settings beaten in both hands",
        "the pair kept",
        "the pair split",
        "a strong hand",
        "two strong hands",
        "the two best tiles apart",
        "the best tile beside the worst",
        "the largest tile beside the smallest",
        making,
        filled("{h} {e}", h=halves, e=tile_extents),
        filled("a {k} {h}", k=tile_kinds, h=halves),
        filled("a {k} or better {h}", k=tile_kinds, h=halves),
        filled("{t} {h}", t=tile_sets, h=halves),
        filled("{t} beside {o}", t=tile_sets, o=tile_sets),
    ),
    lambda inner: filled("a better {h} than {f}", h=halves, f=inner),
    max_leaves=2,
)
card_kinds = st.sampled_from(
    [
        "made hand",
        "straight",
        "flush",
        "straight flush",
        "royal flush",
        "full house",
        "four of a kind",
        "three of a kind",
        "two pair",
        "pair",
        "pair of kings",
        "pair of 7s",
    ]
)
spans = one_of(
    st.sampled_from(RANKS),
    filled("{a} to {b}", a=st.sampled_from(RANKS), b=st.sampled_from(RANKS)),
    filled("{a} or higher", a=st.sampled_from(RANKS)),
    filled("{a} or lower", a=st.sampled_from(RANKS)),
    '"band"',
)
groups = st.sampled_from(
    ["pair", "higher pair", "middle pair", "lower pair", "three", "lower three", "four", "five"]
)
pairs = st.sampled_from(["pair", "higher pair", "middle pair", "lower pair"])
places = st.sampled_from(["highest", "second", "third", "fourth", "fifth", "sixth", "lowest"])
card_specs = one_of("K-J", "A-2", "K-high", "10-high", "a pair", "a pair of 7s", "a pair of aces")
card_filters = st.recursive(
    one_of(
        "any setting",
        "the only way",
        "settings beaten in both hands",
        "both pairs high",
        "the second and third cards low",
        "the highest and lowest cards low",
        "the second and sixth cards low",
        'low as table "t" asks',
        "an ace low",
        "a jack low",
        filled("low {e}", e=extents(card_specs)),
        filled("the {g} high", g=groups),
        filled("the {g} low", g=pairs),
        filled("one of the {g} low", g=groups),
        filled("two of the {g} low", g=groups),
        filled("the joker {h}", h=halves),
        filled("a {k} high", k=card_kinds),
        filled("a {k} or better high", k=card_kinds),
        filled("an ace-high straight high"),
        filled("a wheel high"),
    ),
    lambda inner: filled("a better {h} than {f}", h=halves, f=inner),
    max_leaves=2,
)
shapes = st.sampled_from(
    [
        "no pair",
        "one pair",
        "two pairs",
        "three pairs",
        "three of a kind",
        "three of a kind with a pair",
        "three of a kind with two pairs",
        "two threes of a kind",
        "four of a kind",
        "four of a kind with a pair",
        "four of a kind with three of a kind",
        "five aces",
        "five aces with a pair",
        "any four of a kind",
        "any full house",
        "any five aces",
    ]
)
tile_facts = one_of(
    "two pairs",
    "one pair",
    "no pair",
    "a strong hand possible",
    filled("a pair of {t}", t=tile_sets),
    filled("the tiles are {p}", p=exact_patterns(4)),
    filled("the others are {p}", p=exact_patterns(2)),
    filled("the others are any two of {t}", t=tile_sets),
    filled("holding {p}", p=patterns),
    filled("holding {p} with fourth tile {t}", p=exact_patterns(3), t=tile_sets),
    filled("the total is {n}", n=whole_numbers),
    filled("the best {h} is {e}", h=halves, e=tile_extents),
)
card_facts = one_of(
    shapes,
    "the joker",
    filled("the {g} is {r}", g=groups, r=joined(spans, ", ", 3)),
    filled("the {p} card is {r}", p=places, r=joined(spans, ", ", 2)),
    filled("both pairs are {r}", r=joined(spans, ", ", 2)),
    filled("{p} outside", p=joined(joined(spans, "/", 2), "+", 3)),
    filled("a {k} possible", k=card_kinds),
    filled("the pairs add up to {n}", n=whole_numbers),
    filled("the {g} exceeds the {o} by {n}", g=groups, o=groups, n=whole_numbers),
    filled("the best low is {e}", e=extents(card_specs)),
)


def several(filters: Text) -> Text:
    return filled(
        "{f}{rest}", f=filters, rest=st.lists(filled("{j} {f}", j=JOINTS, f=filters), max_size=2).map("".join)
    )


JOINTS = st.sampled_from([", with", ", without"])


def lines(filters: Text, orders: Text) -> Text:
    step = one_of(several(filters), filled("preferably {f}", f=several(filters)), orders)
    return joined(step, ", then ", 3)


def conditions(facts: Text, filters: Text, orders: Text) -> Text:
    quantities = st.sampled_from(
        ["some setting with", "no setting with", "two settings with", "every setting with"]
    )
    whole = one_of(
        facts,
        filled("{q} {f}", q=quantities, f=several(filters)),
        filled("playing {l} gives {f}", l=lines(filters, orders), f=several(filters)),
        "one setting is better in both hands",
    )
    return st.recursive(
        whole,
        lambda inner: one_of(
            filled("{a} and {b}", a=inner, b=inner),
            filled("({a} or {b})", a=inner, b=inner),
            filled("not ({a})", a=inner),
            filled("({a}, unless {b})", a=inner, b=inner),
        ),
        max_leaves=4,
    )


def rules(facts: Text, filters: Text, orders: Text) -> Text:
    choice = joined(lines(filters, orders), ", or else ", 2)
    action = one_of(
        filled("play {c}", c=choice),
        filled("consider only {c}", c=choice),
        filled("leave out {f}", f=several(filters)),
    )
    body = filled("when {w} {a}", w=conditions(facts, filters, orders), a=action)
    return st.lists(body, max_size=4).map(
        lambda bodies: "".join(f"{number} {body}\n" for number, body in enumerate(bodies, 1))
    )


orders = st.sampled_from(["the best low", "the best high", "the worst low", "the worst high"])
tile_orders = one_of(orders, "the most points", "the best low points", "the worst high points")


def tile_ways() -> Text:
    return filled(
        'way "w"\ngame tiles\nband "band" is 4, 5, GJ\n{r}9 otherwise play {o}\nfinally {f}\n',
        r=rules(tile_facts, tile_filters, tile_orders),
        o=tile_orders,
        f=joined(tile_orders, ", then ", 2),
    )


def card_ways() -> Text:
    return filled(
        'way "w"\ngame cards\ngroups {j} the joker\nband "band" is 7 to 9\n'
        'table "t" by the higher pair\n row 2 to 6 always\n row "band" {e}\n{r}'
        "9 otherwise play {o}\nfinally {f}\n",
        j=st.sampled_from(["count", "leave out"]),
        e=card_specs,
        r=rules(card_facts, card_filters, orders),
        o=orders,
        f=joined(orders, ", then ", 2),
    )
