"""The results page: every built-in way against itself and against best play, and published figures.

It takes tallies; `python -m tools.results` counts them and writes the page.
"""

from __future__ import annotations

from collections.abc import Iterator, Mapping, Sequence
from dataclasses import dataclass
from fractions import Fraction

from paigow.material.game import Game
from paigow.odds.counting import Role, Tally
from paigow.odds.counting.tile_ways import SurplusTally
from paigow.odds.reports.wager_odds import WagerOdds, percent
from tools.results.counted import Row
from tools.results.published import Published, published_figures

__all__ = ["BOOKS", "WayResults", "results_page"]

BOOKS = {Game.TILES: "colorado-tiles", Game.CARDS: "maryland-poker"}
"""The books whose optional wagers are on the page: between them, they have all."""
_NAMES = {Game.TILES: "Tiles", Game.CARDS: "Cards"}
_TOTALS = {
    Game.TILES: "736,281,000 = C(32,4) * C(28,4) deals",
    Game.CARDS: "8,250,459,031,214,400 = C(53,7) * C(46,7) deals",
}


_WHAT_WAGERS_ARE = {
    "colorado-tiles": (
        "Pair Fortunes is counted over C(32,4) = 35,960 hands, the others over 216 rolls. The dice bonus is",
        "one series, until it is lost or paid for the third triple, with such a wager at all six positions:",
        "a roll makes each of them the shaker with a chance of one in six (R13). Hits is how often a wager",
        "is paid, deviation the standard deviation of what one unit gains.",
    ),
    "maryland-poker": (
        "All are counted over C(53,7) = 154,143,080 hands, without what envy adds. A progressive wager is",
        "$1, with every meter at the least that it may start at. Hits is how often a wager is paid,",
        "deviation the standard deviation of what one unit gains.",
    ),
}
"""Over what they are counted, and on what terms."""


UNPRICED = (
    "The other [rulings](rulings.md) that can change money have no price here, for these reasons:",
    "",
    "- How often they apply depends on people: foul, abandoned, surrendered and voided hands and rounds",
    "  (R9, R12, R19, R21, R27, R34, R37, R54, R55, R63, R67, R72, R78 to R80), who banks and what it covers",
    "  (R7, R8, R32, R51), shared and second spots (R18, R56, R77), corrections (R87).",
    "- They come to less than a cent a round: the odd cent of a co-bank (R10).",
    "- They depend on amounts that a house files: payout limit and order of meters (R26), rates (R39).",
    "- The odds above are already split by them: the dice bonus as shaker and as another player (R13).",
    "- They say what a hand is, and we know of no other reading in print that could be counted: the tiles of",
    "  the supreme pair apart (R1), which half is high (R3), five cards against two (R22), the joker (R23).",
    "",
)


@dataclass(frozen=True, slots=True)
class WayResults:
    """One way: against itself, and against best play, from both sides."""

    name: str
    title: str
    same: Tally
    """As player; as bank it is the mirror image."""
    best: Mapping[Role, Tally]
    two: SurplusTally | None = None
    """As bank against two opponents, tiles only."""
    without_zero_rule: Tally | None = None

    def edge(self, role: Role) -> Fraction:
        tally = self.same if role is Role.PLAYER else self.same.mirrored()
        return -tally.value

    def best_edge(self, role: Role) -> Fraction | None:
        """Best play's result against the way; None if it wasn't counted."""
        return -self.best[role].value if role in self.best else None


def results_page(
    ways: Mapping[Game, Sequence[WayResults]],
    wagers: Mapping[Game, Sequence[WagerOdds]],
    switches: Sequence[tuple[str, str, str]],
    counted: Sequence[Row] = (),
) -> str:
    """The page in Markdown, with exact integers next to every rounded edge; `counted` is for the studies."""
    lines = list(_head())
    for game in Game:
        lines += _game(game, ways[game])
        lines += _optional(BOOKS[game], wagers[game])
    lines += _switches(switches)
    lines += _counted(counted)
    lines += _published(published_figures(ways, wagers))
    return "\n".join(lines) + "\n"


def _head() -> Iterator[str]:
    yield "# Results"
    yield ""
    yield "An edge is what the other side keeps of each unit wagered, after 5% commission; a minus"
    yield "means a gain. Every deal is counted; nothing is sampled. Best play knows the opponent's"
    yield "house way and its own hand, and nothing else. Each table names the command that repeats it"
    yield "from the installed package, or says that it needs a clone. The first count of a card way"
    yield "takes minutes; best play for cards takes longer."
    yield ""
    yield "Writing the page needs a clone of the repository: `python -m tools.results"
    yield "docs/results.md`. Card counts are recorded in `results.json`; `--fresh` recounts them."
    yield "Seen hands, banks with several opponents, readings, and short house ways are in"
    yield "[Studies](studies.md); the integers behind them are below."


def _table(head: Sequence[str], rows: Sequence[Sequence[str]]) -> list[str]:
    marks = ["---", *["---:"] * (len(head) - 1)]
    return ["", *(f"| {' | '.join(row)} |" for row in (head, marks, *rows)), ""]


def _edge(edge: Fraction | None, digits: int = 4) -> str:
    return "not counted" if edge is None else percent(edge, digits)


def _game(game: Game, ways: Sequence[WayResults]) -> list[str]:
    edges = [
        (
            f"`{way.name}`",
            percent(way.edge(Role.PLAYER)),
            _edge(way.best_edge(Role.PLAYER)),
            percent(way.edge(Role.BANK)),
            _edge(way.best_edge(Role.BANK)),
        )
        for way in ways
    ]
    head = ("way", "as player, same way", "as player, best play", "as bank, same way", "as bank, best play")
    lines = [
        "",
        f"## {_NAMES[game]}",
        "",
        f"{_TOTALS[game]} to two hands, both set by the way, or one at its best.",
        "Each row: `paigow odds WAY --as player` and `--as bank`, for best play with `--player best`.",
    ]
    lines += _table(head, edges)
    lines += _not_counted(ways)
    same = [(way, way.same) for way in ways]
    lines += _counts("Both hands set by the way, from the player's side", "--as player", same)
    for role in Role:
        if best := [(way, way.best[role]) for way in ways if role in way.best]:
            lines += _counts(f"Best play as {role} against the way", f"--player best --as {role}", best)
    if any(way.two for way in ways):
        lines += _two(ways)
    return lines


def _not_counted(ways: Sequence[WayResults]) -> list[str]:
    missing = []
    for way in ways:
        roles = [str(role) for role in Role if role not in way.best]
        if roles:
            missing.append(f"`{way.name}`" + (f" as {roles[0]}" if len(roles) < len(Role) else ""))
    if not missing:
        return []
    return [f"Best play is not counted yet against {', '.join(missing)}; the command goes on with it.", ""]


def _counts(title: str, options: str, found: Sequence[tuple[WayResults, Tally]]) -> list[str]:
    copies = all(tally.low_copies is not None for _, tally in found)
    head = ["way", "win", "push", "lose", *(("low copies", "high copies", "both") if copies else ())]
    rows = []
    for way, tally in found:
        numbers = [tally.win, tally.push, tally.lose]
        if copies:
            numbers += [
                count
                for count in (tally.low_copies, tally.high_copies, tally.both_copies)
                if count is not None
            ]
        rows.append([f"`{way.name}`", *(f"{number:,}" for number in numbers)])
    return [f"### {title}", "", f"Each row: `paigow odds WAY {options}`.", *_table(head, rows)]


def _two(ways: Sequence[WayResults]) -> list[str]:
    rows = []
    for way in ways:
        if way.two is not None:
            counts = [way.two.counts[surplus] for surplus in (2, 1, 0, -1, -2)]
            rows.append([f"`{way.name}`", percent(-way.two.value), *(f"{count:,}" for count in counts)])
    return [
        "### The bank against two opponents of equal wagers, everyone by the way",
        "",
        "7,823,721,906,000 deals to three hands; vigorish is on what is over when both are settled (R11).",
        "Each row: `paigow odds WAY --as bank`.",
        *_table(["way", "edge", "both won", "one up", "even", "one down", "both lost"], rows),
    ]


def _optional(book: str, wagers: Sequence[WagerOdds]) -> list[str]:
    rows = [
        [
            wager.title,
            percent(wager.edge),
            percent(wager.hit_frequency, 2),
            f"{wager.standard_deviation:,.3f}",
            f"{wager.value.numerator:,} / {wager.value.denominator:,}",
        ]
        for wager in wagers
    ]
    told = f"All rows: `paigow odds {book}`, and with `--json` the exact value."
    return [
        "### Optional wagers",
        "",
        told,
        *_WHAT_WAGERS_ARE[book],
        *_table(["wager", "edge", "hits", "deviation", "value"], rows),
    ]


def _counted(rows: Sequence[Row]) -> list[str]:
    if not rows:
        return []
    figures = [[name, *(f"{count:,}" for count in outcomes)] for name, *outcomes in rows]
    told = (
        "Rows of seen hands for tiles: `paigow seen WAY --hands N`. Each other row: the command that"
        " [Studies](studies.md) gives with its table."
    )
    return ["## Counted for the studies", "", told, *_table(["deals of", "win", "push", "lose"], figures), ""]


def _switches(switches: Sequence[tuple[str, str, str]]) -> list[str]:
    told = (
        "Rows with R2: `paigow odds WAY --as player`. The other rows need a clone of the repository:"
        " `python -m tools.results` counts them."
    )
    return ["## What a choice changes", "", told, *_table(["choice", "edge", "instead"], switches), *UNPRICED]


def _published(figures: Sequence[Published]) -> list[str]:
    rows = [[figure.what, figure.theirs, figure.ours, figure.remark] for figure in figures]
    lines = [
        "## Figures published elsewhere",
        "",
        "Figures that others published, ours beside them, and why some differ. Ours come from the",
        "tables above, and the one for envy from `paigow odds maryland-poker --wager emperors`.",
    ]
    return [*lines, *_table(["figure", "published", "here", "remark"], rows)]
