"""A house way: parsed from text, a delta applied to its base, printed. Setting a hand is in `setting`."""

from __future__ import annotations

from collections.abc import Callable, Iterable
from dataclasses import dataclass, field
from textwrap import wrap
from typing import TYPE_CHECKING, Any, cast

from lark import Token, Tree
from lark.exceptions import VisitError

from paigow.faults import BadInput
from paigow.houseways.building import label_of, string_of
from paigow.houseways.building_poker import CardBuilder
from paigow.houseways.building_tiles import TileBuilder
from paigow.houseways.grammar import parse_tree, place
from paigow.houseways.poker import LowHandTable, RankSet, Shape, may_fit
from paigow.houseways.syntax import Best, Consider, Label, LeaveOut, Play, Rule, leaves
from paigow.houseways.tiles import TileSet
from paigow.material.game import Game
from paigow.material.hands import Hand, hand_of
from paigow.ranks.poker import Order, Wheel

if TYPE_CHECKING:
    from collections.abc import Sequence

    from paigow.houseways.setting import Explanation
    from paigow.material.cards import Card
    from paigow.material.hands import CardSetting, TileSetting
    from paigow.material.tiles import Tile


DEEPEST = 8
"""The longest allowed chain of ways that build on one another."""

_GAMES = {"tile_way": Game.TILES, "card_way": Game.CARDS}

Branch = Tree[Token]
Finder = Callable[[str], "HouseWay"]


@dataclass(frozen=True, slots=True)
class Remark:
    """A line for readers: a source, a note, a reading chosen, or a finding on the printed original."""

    kind: str
    text: str

    def __str__(self) -> str:
        return f'{self.kind} "{self.text}"'


@dataclass(frozen=True, slots=True)
class OmittedRule:
    """A rule of the base that a delta omits."""

    label: Label

    def __str__(self) -> str:
        return f"{self.label}  struck out"


@dataclass(frozen=True, slots=True, repr=False)
class HouseWay:
    """A house way. `rows` are its own rules; `rules` are all that apply, in order, its base's included.

    >>> import paigow
    >>> way = paigow.load_way("traditional")
    >>> decision = way.explain("6-6 4-5 2-2 1-3").decision
    >>> print(decision.setting, "by rule", decision.rule.label)
    1-3 2-2 / 6-6 4-5 by rule 8
    """

    title: str
    game: Game
    base: str | None
    remarks: tuple[Remark, ...]
    joker_in_groups: bool
    bands: tuple[tuple[str, TileSet | RankSet], ...]
    tables: tuple[LowHandTable, ...]
    rows: tuple[Rule | OmittedRule, ...]
    final: tuple[Best, ...]
    rules: tuple[Rule, ...]
    own: frozenset[str] = frozenset()
    """The headings (`joker`, `final`, a band's or a table's name) that the text itself states."""
    trees: tuple[Branch, ...] = field(default=(), compare=False, repr=False)
    _of_shape: dict[Shape, tuple[Rule, ...]] = field(
        init=False, default_factory=dict, compare=False, repr=False
    )

    def rules_for(self, shape: Shape) -> tuple[Rule, ...]:
        """The rules that can apply to a card hand of this shape, in order. Most rules name their shapes."""
        found = self._of_shape.get(shape)
        if found is None:
            found = tuple(rule for rule in self.rules if may_fit(rule.condition, shape))
            self._of_shape[shape] = found
        return found

    @staticmethod
    def parse(text: str, find: Finder | None = None) -> HouseWay:
        """Parse a way. `find` looks up the way that a delta names; by default, the built-in ones."""
        tree = parse_tree(text)
        body = _body(tree)
        base_tree = next((b for b in _branches(body) if b.data == "base"), None)
        base = None if base_tree is None else _found_base(base_tree, find)
        return _resolved(tree, base)

    def set(
        self, hand: str | Sequence[Tile] | Sequence[Card], wheel: Order = Wheel.SECOND
    ) -> TileSetting | CardSetting:
        """The setting the way requires."""
        from paigow.houseways.setting import set_by

        pieces: Hand[Any] = hand_of(hand) if isinstance(hand, tuple) else Hand(hand)
        return set_by(self, pieces, wheel)

    def explain(
        self, hand: str | Sequence[Tile] | Sequence[Card], wheel: Order = Wheel.SECOND
    ) -> Explanation:
        """The setting, the rule that decided, and why the rules before it didn't."""
        from paigow.houseways.setting import explain

        pieces: Hand[Any] = Hand(hand)
        return explain(self, pieces, wheel)

    def rule(self, label: Label | str) -> Rule:
        return next(rule for rule in self.rules if str(rule.label) == str(label))

    def __repr__(self) -> str:
        """The text of the way itself, which `HouseWay.parse` reads back."""
        return f"HouseWay.parse({str(self)!r})"

    def texts(self, kind: str) -> tuple[str, ...]:
        return tuple(remark.text for remark in self.remarks if remark.kind == kind)

    def __str__(self) -> str:
        lines = [f'way "{self.title}"', f"game {self.game.value}"]
        if self.base is not None:
            lines.append(f'as "{self.base}", but')
        lines += map(str, self.remarks)
        if "joker" in self.own:
            lines.append(f"groups {'count' if self.joker_in_groups else 'leave out'} the joker")
        lines += [
            f'band "{name}" is {_members(band)}' for name, band in self.bands if f"band {name}" in self.own
        ]
        lines += [str(table) for table in self.tables if f"table {table.name}" in self.own]
        lines += map(str, self.rows)
        if "final" in self.own:
            lines.append(f"finally {', then '.join(map(str, self.final))}")
        return "\n".join(lines) + "\n"


def _members(band: TileSet | RankSet) -> str:
    return ", ".join(band.words) if isinstance(band, TileSet) else str(band)


def _body(tree: Branch) -> Branch:
    way = tree.children[1]
    assert isinstance(way, Tree)
    body = way.children[0]
    assert isinstance(body, Tree)
    return body


def _branches(body: Branch) -> list[Branch]:
    return [child for child in body.children if isinstance(child, Tree)]


def _found_base(base: Branch, find: Finder | None) -> HouseWay:
    from paigow.houseways.library import load_built_in

    token = base.children[0]
    assert isinstance(token, Token)
    try:
        found = (find or load_built_in)(string_of(token))
    except BadInput as fault:
        raise BadInput(fault.problem, where=place(token), allowed=fault.allowed) from None
    if len(found.trees) >= DEEPEST:
        raise BadInput(
            f"{len(found.trees)} house ways are built on one another",
            where=place(token),
            allowed=f"use at most {DEEPEST}",
        )
    return found


def _resolved(tree: Branch, base: HouseWay | None) -> HouseWay:
    """Build the base's headings, then its own, and all rules with the meanings these give them."""
    game = _GAMES[str(cast(Tree[Token], tree.children[1]).data)]
    if base is not None and base.game is not game:
        raise BadInput(
            f"{base.title!r} is a house way for {base.game.value}", allowed=f"this one is for {game.value}"
        )
    trees = (*(base.trees if base else ()), tree)
    builder: TileBuilder | CardBuilder = TileBuilder() if game is Game.TILES else CardBuilder()
    headings = [_headings(_body(each), builder) for each in trees]
    rows = [_rows(_body(each), builder, delta=place_ > 0) for place_, each in enumerate(trees)]
    stated: dict[str, Any] = {key: value for heading in headings for key, value in heading.items()}
    rules = _laid_over(rows)
    way = HouseWay(
        title=string_of(cast(Token, tree.children[0])),
        game=game,
        base=_base_name(tree),
        remarks=_remarks(_body(tree)),
        joker_in_groups=stated.get("joker", True),
        bands=tuple((key[5:], value) for key, value in stated.items() if key.startswith("band ")),
        tables=tuple(value for key, value in stated.items() if key.startswith("table ")),
        rows=rows[-1],
        final=stated.get("final", ()),
        rules=rules,
        own=frozenset(headings[-1]),
        trees=trees,
    )
    _require_an_answer(way)
    return way


def _base_name(tree: Branch) -> str | None:
    for branch in _branches(_body(tree)):
        if branch.data == "base":
            return string_of(cast(Token, branch.children[0]))
    return None


def _remarks(body: Branch) -> tuple[Remark, ...]:
    kinds = ("source", "note", "reading", "finding")
    return tuple(
        Remark(str(branch.data), string_of(cast(Token, branch.children[0])))
        for branch in _branches(body)
        if branch.data in kinds
    )


def _headings(body: Branch, builder: TileBuilder | CardBuilder) -> dict[str, Any]:
    stated: dict[str, Any] = {}
    for branch in _branches(body):
        match branch.data:
            case "tile_band" | "rank_band":
                name, members = _built(builder, branch)
                stated[f"band {name}"] = members
            case "table":
                table = _built(builder, branch)
                stated[f"table {table.name}"] = table
            case "groups_count_joker" | "groups_leave_joker":
                stated["joker"] = _built(builder, branch)
            case "closing":
                stated["final"] = _built(builder, branch)
    return stated


def _rows(body: Branch, builder: TileBuilder | CardBuilder, delta: bool) -> tuple[Rule | OmittedRule, ...]:
    found: list[Rule | OmittedRule] = []
    for branch in _branches(body):
        if branch.data not in ("rule", "struck"):
            continue
        label = label_of(branch)
        where = place(cast(Token, branch.children[0]))
        if found and label <= found[-1].label:
            raise BadInput(
                f"rule {label} comes after rule {found[-1].label}",
                where=where,
                allowed="number the rules in ascending order",
            )
        if branch.data == "struck" and not delta:
            raise BadInput(
                f"rule {label} is struck out, but this way has no base",
                where=where,
                allowed="start with `as WAY, but` to have a base",
            )
        found.append(OmittedRule(label) if branch.data == "struck" else _built(builder, branch))
    return tuple(found)


def _built(builder: TileBuilder | CardBuilder, branch: Branch) -> Any:
    try:
        return builder.transform(branch)
    except VisitError as error:
        if not isinstance(error.orig_exc, BadInput):
            raise error.orig_exc from None
        fault = error.orig_exc
        raise BadInput(fault.problem, where=fault.where or place(branch), allowed=fault.allowed) from None
    except RecursionError:
        raise BadInput("the rule is nested too deeply to be read aloud", where=place(branch)) from None


def _laid_over(layers: Iterable[tuple[Rule | OmittedRule, ...]]) -> tuple[Rule, ...]:
    """Each layer's rows replace, omit, or add to those of the layers before."""
    rules: dict[Label, Rule] = {}
    for rows in layers:
        for row in rows:
            if isinstance(row, Rule):
                rules[row.label] = row
            elif row.label in rules:
                del rules[row.label]
            else:
                known = ", ".join(str(label) for label in sorted(rules))
                raise BadInput(
                    f"rule {row.label} is struck out, but the base has none", allowed=f"it has {known}"
                )
    return tuple(rules[label] for label in sorted(rules))


def _always_answers(action: Play | Consider | LeaveOut, guarded: bool) -> bool:
    return isinstance(action, Play) and leaves(action.choice, guarded)


def _require_an_answer(way: HouseWay) -> None:
    if not way.final:
        raise BadInput(
            f"the house way {way.title!r} has no final order",
            allowed="end with `finally the best low, then the best high`",
        )
    last = way.rules[-1] if way.rules else None
    guarded = any(not isinstance(rule.action, Play) for rule in way.rules)
    if last is None or last.condition is not None or not _always_answers(last.action, guarded):
        raise BadInput(
            f"the house way {way.title!r} has no final rule for every remaining hand",
            where=f"line {last.line}" if last else None,
            allowed="end with `otherwise play the best low` or another rule that always gives a setting",
        )
    if len(way.rules) > 250:
        raise BadInput(f"{len(way.rules)} rules are too many", allowed="use at most 250")


WIDTH = 100
CLAUSE = 46
"""A condition up to this wide has its action on the same line."""
_TITLES = {
    "source": "Source",
    "note": "Notes",
    "reading": "Readings chosen",
    "finding": "Found in the printed original",
}


def card(way: HouseWay) -> str:
    """The whole way: its sources, its bands and tables, every rule, and how ties end."""
    head = f"{way.title}, a house way for {way.game.value}"
    lines = [head, "=" * len(head), *_remark_lines(way, "source"), *_basics(way), ""]
    for table in way.tables:
        lines += [*grid(table), ""]
    own = {row.label for row in way.rows if isinstance(row, Rule)} if way.base is not None else set()
    for rule in way.rules:
        lines += _rule(rule, "*" if rule.label in own else " ")
    lines += ["", *_wrapped(f"Of several settings left: {', then '.join(map(str, way.final))}.", "")]
    for kind in ("note", "reading", "finding"):
        lines += _remark_lines(way, kind)
    return "\n".join(line.rstrip() for line in lines) + "\n"


def _basics(way: HouseWay) -> list[str]:
    lines = ["The first rule that fits the hand and leaves a legal setting speaks."]
    if way.base is not None:
        lines.append(f'As "{way.base}", but for the rows marked * and for rows struck out.')
    if way.game is Game.CARDS:
        counted = (
            "counts as an ace in pairs and larger groups" if way.joker_in_groups else "is left out of groups"
        )
        lines.append(f"The joker {counted}.")
    lines += [
        f'"{name}": {", ".join(band.words) if isinstance(band, TileSet) else band}'
        for name, band in way.bands
    ]
    return [piece for line in lines for piece in _wrapped(line, "")]


def _remark_lines(way: HouseWay, kind: str) -> list[str]:
    texts = way.texts(kind)
    if not texts:
        return []
    if kind == "source":
        return [piece for text in texts for piece in _wrapped(f"{_TITLES[kind]}: {text}", "        ")]
    pieces = [piece for text in texts for piece in _wrapped(f"- {text}", "  ")]
    return ["", _TITLES[kind], *pieces]


def _rule(rule: Rule, mark: str) -> list[str]:
    label = f"{mark}{rule.label!s:>4}  "
    one_line = f"{label}{rule.clause:<{CLAUSE}}  {rule.action}"
    if len(one_line) <= WIDTH and len(rule.clause) <= CLAUSE:
        lines = [one_line]
    else:
        lines = [
            *_wrapped(f"{label}{rule.clause}", " " * (len(label) + 2)),
            *_wrapped(f"{' ' * len(label)}    {rule.action}", " " * (len(label) + 6)),
        ]
    if rule.silent is not None:
        lines += _wrapped(f"{' ' * len(label)}    (never applies: {rule.silent})", " " * (len(label) + 6))
    return lines


def grid(table: LowHandTable) -> list[str]:
    """A table in rows and columns; an empty cell is a combination that can't occur."""
    if len(table.keys) == 1:
        caption = f'"{table.name}": the least low hand, by {table.keys[0]}'
        return [caption, *_aligned([str(span), _cell(entries[0])] for span, entries in table.rows)]
    caption = f'"{table.name}": the least low hand, by {table.keys[0]} (down) and {table.keys[1]} (across)'
    head = ["", *map(str, table.columns)]
    rows = [[str(span), *map(_cell, entries)] for span, entries in table.rows]
    return [caption, *_aligned([head, *rows])]


def _cell(entry: object) -> str:
    if isinstance(entry, bool):
        return "always" if entry else "never"
    return str(entry)


def _aligned(rows: Iterable[list[str]]) -> list[str]:
    cells = list(rows)
    width = max(len(cell) for row in cells for cell in row) + 2
    return ["  " + "".join(f"{cell:<{width}}" for cell in row).rstrip() for row in cells]


def _wrapped(text: str, indent: str) -> list[str]:
    return wrap(text, WIDTH, subsequent_indent=indent, break_long_words=False, drop_whitespace=True) or [text]
