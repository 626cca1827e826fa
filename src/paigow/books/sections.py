"""What a book fixes in its `book.toml`: main wager, instruments, procedure. Not the choices it leaves."""

from __future__ import annotations

from collections.abc import Mapping
from importlib.resources.abc import Traversable
from types import UnionType
from typing import Any, Final, Literal, get_args, get_origin, get_type_hints

from msgspec import Struct
from msgspec.structs import replace

from paigow.books.cited import SEPARATOR, Cites, cites_of
from paigow.books.converting import converted
from paigow.books.layers import Layered
from paigow.books.tables import read_toml, where_of
from paigow.faults import BadInput
from paigow.material.cards import RANK_NAMES
from paigow.material.game import Game
from paigow.wagers.money import Vigorish

HIGH_CARDS: Final = {f"{name}-high": rank for rank, name in RANK_NAMES.items()}


class BookSection(Struct, frozen=True, rename="kebab", forbid_unknown_fields=True):
    """A table of a book's TOML file. Paragraphs are written as one string: `cite = "8(g), R6"`."""


class TripleLoses(BookSection, frozen=True):
    """Without vigorish, a triple loses every player's main wager; those hands aren't played (R14)."""

    cite: Cites


class Push(BookSection, frozen=True):
    """The dealer's hands on which main wagers push: seven cards that make nothing, by the highest card."""

    lines: Literal["nothing-high"]
    on: tuple[Literal["nine-high", "ten-high", "jack-high", "queen-high", "king-high", "ace-high"], ...]
    cite: Cites


class Main(BookSection, frozen=True):
    """How the main wager is settled, besides the choices of `vigorish.method`."""

    least_charge: bool = False
    """Whether vigorish to the cent is at least 25 cents (R81)."""
    triple_loses: TripleLoses | None = None
    push: Push | None = None

    @property
    def pushing(self) -> frozenset[int]:
        """The high cards of dealer hands of nothing on which main wagers push, as ranks."""
        return frozenset(HIGH_CARDS[each] for each in self.push.on) if self.push else frozenset()

    def charged(self, method: Vigorish) -> Vigorish:
        """How vigorish is actually taken under the operator's chosen method."""
        least = self.least_charge and method is Vigorish.TO_THE_CENT
        return Vigorish.LEAST_QUARTER if least else method


class Instruments(BookSection, frozen=True):
    """The paragraph that says what a wager consists of. What an operator can accept is in the options."""

    cite: Cites
    chips: str
    """What the posted rules call chips."""


class Procedure(BookSection, frozen=True):
    """Steps that some books have and others don't. A step that isn't named isn't performed."""

    verified_by: Literal["floor", "surveillance"] = "floor"
    """Who confirms the inspection of the pieces: the floor, or surveillance through the floor (R66)."""
    surrender: bool = False
    dealers_turn: bool = False
    """Whether the dealer banks one round after the first bank offer has gone around the table (R32)."""
    house_round_between: bool = False
    """Whether a round without a player bank comes between two rounds that the same player banks."""
    far_spot_house_way: bool = False
    """Whether a player's second hand, out of reach, is set the house way unless it has the larger wager."""
    off_the_table: bool = False
    """Whether the book has a rule for a piece that left the table."""
    abandoned: bool = False
    """Whether the floor can declare the wagers of a player who left abandoned."""
    cards_cut: bool = False
    """Whether hand-shuffled cards are cut."""
    cards_held: bool = False
    """Whether players can take their cards off the table."""


class Offering(BookSection, frozen=True):
    """Whether the operator can offer a wager, and the prefixes of paragraphs that only matter with it."""

    cite: Cites
    default: bool = False
    governs: tuple[str, ...] = ()


class TableChoice(BookSection, frozen=True):
    cite: Cites
    default: str = "A"


class StakeLimits(BookSection, frozen=True):
    """The default limits of a new submission, in dollars."""

    minimum: int
    maximum: int
    cite: Cites


class WagerBlock(BookSection, frozen=True):
    """An optional wager in this book; blocks are in settlement order.

    The paragraphs are those for each pay table, the posted sentence, and for making, settling, winning, and
    losing the wager. A step the book doesn't have is omitted. `options` are those that only this wager has.
    """

    offered: Offering
    table: TableChoice
    tables: Mapping[str, Cites]
    posted: Cites
    wager: Cites
    lost: Cites
    limits: StakeLimits | None = None
    """None for a wager of one fixed amount."""
    settle: Cites = ()
    won: Cites = ()
    spot: Cites = ()
    racked: Cites = ()
    envy_tables: Mapping[str, Cites] = {}
    envy_hand: Cites = ()
    envy_hand_without: Cites = ()
    envy: Cites = ()
    options: Mapping[str, Mapping[str, Any]] = {}

    def option_rows(self, kind: str) -> Mapping[str, Mapping[str, object]]:
        """The wager's rows, as a book's `options.toml` would have them."""
        offered = {"default": self.offered.default, "cite": _written(self.offered.cite)}
        return {
            f"{kind}.offered": {**offered, "governs": list(self.offered.governs)},
            f"{kind}.table": {
                "default": self.table.default,
                "required": True,
                "cite": _written(self.table.cite),
            },
            **{f"{kind}.{name}": row for name, row in self.options.items()},
            **self._limit_rows(kind),
        }

    def as_offered(self, kind: str) -> str:
        """The lines of a submission that offer the wager with its default pay table and limits."""
        lines = [f"[{kind}]", "offered = true", f'table = "{self.table.default}"']
        if self.limits is not None:
            amounts = (f"minimum = {self.limits.minimum}", f"maximum = {self.limits.maximum}")
            lines += ["", f"[limits.{kind}]", *amounts]
        return "\n".join((*lines, ""))

    def _limit_rows(self, kind: str) -> Mapping[str, Mapping[str, object]]:
        if self.limits is None:
            return {}
        amounts = {"minimum": self.limits.minimum, "maximum": self.limits.maximum}
        same = {"required": True, "cite": _written(self.limits.cite)}
        return {f"limits.{kind}.{name}": {"default": amount, **same} for name, amount in amounts.items()}

    def topics(self, kind: str) -> Mapping[str, Cites]:
        """The wager's rows, as a book's `citations.tsv` would have them."""
        found = {
            f"{kind}.posted": self.posted,
            f"{kind} wager": self.wager,
            f"settle {kind}": self.settle,
            f"{kind} won": self.won,
            f"{kind} lost": self.lost,
            f"rack after {kind}": self.racked,
            f"envy hand {kind}": self.envy_hand,
            f"envy hand without {kind}": self.envy_hand_without,
            f"envy {kind}": self.envy,
        }
        return {topic: cites for topic, cites in found.items() if cites}


def _written(cites: Cites) -> str:
    return SEPARATOR.join(cites)


class About(BookSection, frozen=True):
    """A complete `book.toml`."""

    name: str
    title: str
    game: Game
    silent: Cites
    """Cited for an option of another book that this book doesn't have."""
    instruments: Instruments
    order: int = 0
    """The book's position among those of its game."""
    usual: bool = False
    """Whether it is the default book of its game."""
    based_on: str = ""
    """The book whose files this one shares, except for what it says itself."""
    edition: int = 1
    """Incremented when a change of the book alters the outcome of a command."""
    main: Main = Main()
    procedure: Procedure = Procedure()
    wagers: Mapping[str, WagerBlock] = {}


def read_about(folder: Traversable) -> About:
    """A book's `book.toml`; BadInput names the key."""
    raw, where = read_toml(folder / "book.toml"), where_of(folder / "book.toml")
    blocks = raw.get("wagers", {})
    for kind, block in blocks.items() if isinstance(blocks, Mapping) else ():
        converted(_with_cites(block, WagerBlock), WagerBlock, where, f"wagers.{kind}")
    about = converted(_with_cites(raw, About), About, where)
    return _on_its_base(about, folder, where) if isinstance(folder, Layered) else about


OWN: Final = ("name", "title")


def _on_its_base(about: About, folder: Layered, where: str) -> About:
    """What a based book doesn't share: its names, its place in the list. A new edition of either counts."""
    own, base = read_toml(folder.own / "book.toml"), read_about(folder.base)
    for key in OWN:
        if key not in own:
            raise BadInput(f"the key {key!r} is missing", where=where, allowed=f"add {key!r}")
    if about.game is not base.game:
        raise BadInput(
            f"a book based on {base.name} can't be for {about.game.value}",
            where=where,
            allowed=f"leave out 'game', which is {base.game.value}",
        )
    edition = base.edition + own.get("edition", 1) - 1
    return replace(about, edition=edition, order=own.get("order", 0), usual=own.get("usual", False))


def _with_cites(value: object, type_: Any) -> object:
    """The value with every citation string split into its paragraphs."""
    if type_ == Cites:
        return cites_of(value) if isinstance(value, str) else value
    if not isinstance(value, Mapping):
        return value
    if get_origin(type_) is UnionType:
        type_ = next(each for each in get_args(type_) if each is not type(None))
    if get_origin(type_) is not None:
        return {key: _with_cites(each, get_args(type_)[-1]) for key, each in value.items()}
    hints = get_type_hints(type_)
    return {key: _with_cites(each, hints.get(key.replace("-", "_"), object)) for key, each in value.items()}
