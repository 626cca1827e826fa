"""Posted rules of Maryland's optional wagers and the envy bonus. Not the main wager."""

from __future__ import annotations

from typing import Any

from paigow.posted.document import Grid, Items, Section, Text
from paigow.posted.words import first_upper, wager_name
from paigow.submissions.submission import Submission
from paigow.submissions.values import percent_text
from paigow.wagers.bonus import BONUS_TABLES
from paigow.wagers.envy import ENVY_TABLES
from paigow.wagers.insurance import INSURANCE
from paigow.wagers.kinds import WagerKind
from paigow.wagers.money import money
from paigow.wagers.paytables import Paytable
from paigow.wagers.progressive import PROGRESSIVE

__all__ = ["BONUS_PAYS", "optional_wagers"]

BONUS_PAYS = {
    WagerKind.FORTUNE: "by its table",
    WagerKind.EMPERORS: "by its table",
    WagerKind.INSURANCE: "by its table",
    WagerKind.PROGRESSIVE: "by its table and meters",
}

_BOOK = "maryland-poker"


def optional_wagers(submission: Submission) -> tuple[Section, ...]:
    """A section for what all of them share, and one for each that is offered."""
    offered = [kind for kind in BONUS_PAYS if submission.offers(kind)]
    if not offered:
        return ()
    return (_shared(submission, offered), *(_section(submission, kind) for kind in offered))


def _shared(submission: Submission, offered: list[WagerKind]) -> Section:
    banked = submission.banking.offered.value
    items = [
        Text(
            "Optional wagers go with a main wager on the same hand"
            f"{'; a bank needs none' if banked else ''}.",
            f"{_BOOK} 7.E, R38",
        ),
        Text(
            "They are decided by all seven cards, however you set them, and the dealer finds the best line. "
            "The highest "
            "line pays, no other. Here three of a kind pays more than a straight.",
            f"{_BOOK} 11.H(1), R24",
        ),
        Text(
            f"They are played against the house{', also in a banked round,' if banked else ''} and pay no "
            "vigorish.",
            f"{_BOOK} 12.N",
        ),
        Text("A hand with an optional wager cannot be surrendered.", f"{_BOOK} 11.D, R27"),
    ]
    if {WagerKind.FORTUNE, WagerKind.EMPERORS} & set(offered):
        items.append(
            Text(
                "Envy bonus: a Fortune Bonus or Emperor's Treasure wager of $5.00 or more gets an envy "
                "lammer, and earns the "
                "sums of its envy table whenever another player holds four of a kind or better. Several "
                "such hands pay "
                "several times; your own hands and the dealer's pay none.",
                f"{_BOOK} 1.B(4), {_BOOK} 1.B(7), {_BOOK} 11.H(3)(b), R25",
            )
        )
    return Section("Optional wagers", (Items(tuple(items)),))


def _section(submission: Submission, kind: WagerKind) -> Section:
    match kind:
        case WagerKind.INSURANCE:
            return _insurance(submission)
        case WagerKind.PROGRESSIVE:
            return _progressive(submission)
        case _:
            return _bonus(submission, kind)


def _bonus(submission: Submission, kind: WagerKind) -> Section:
    id_ = submission.pay_tables[kind].value
    table, envy = BONUS_TABLES[kind][id_], ENVY_TABLES[kind][id_]
    sums = {row.line: str(row.pay) for row in envy.lines}
    rows = tuple((_line(row.line, kind), str(row.pay), sums.get(row.line, "")) for row in table.lines)
    match_words = (
        "a royal flush whose two other cards are ace and king, or king and queen, of one suit"
        if kind is WagerKind.FORTUNE
        else "a royal flush whose two other cards are ace and king of one suit"
    )
    first = Text(
        f"It wins on a straight, three of a kind or better in your seven cards. The match is {match_words}, "
        "both natural; "
        "the joker may be in the royal flush.",
        f"{_BOOK} 7.E({1 if kind is WagerKind.FORTUNE else 2}), {_BOOK} "
        f"6.{'D' if kind is WagerKind.FORTUNE else 'E'}(2), R24",
    )
    grid = Grid(
        ("Your seven cards", "Pays", "Envy bonus"),
        rows,
        f"Table {id_}",
        f"{table.cite}, {envy.cite}",
        frozenset({1, 2}),
    )
    return Section(wager_name(kind), (first, grid))


def _line(line: Any, kind: WagerKind) -> str:
    words = str(line)
    if words == "royal flush and match":
        words = (
            "royal flush and Royal Match"
            if kind is WagerKind.FORTUNE
            else "royal flush with suited ace and king"
        )
    return first_upper(words)


def _rows(table: Paytable[Any]) -> tuple[tuple[str, str], ...]:
    return tuple((_line(row.line, WagerKind.PROGRESSIVE), str(row.pay)) for row in table.lines)


def _insurance(submission: Submission) -> Section:
    table = INSURANCE[submission.pay_tables[WagerKind.INSURANCE].value]
    text = Text(
        "It wins when your seven cards make nothing at all: no pair, no straight, no flush. A joker makes "
        "the hand ace-high.",
        f"{_BOOK} 7.E(3), R24",
    )
    grid = Grid(("Your highest card", "Pays"), _rows(table), f"Table {table.id}", table.cite, frozenset({1}))
    return Section(wager_name(WagerKind.INSURANCE), (text, grid))


def _progressive(submission: Submission) -> Section:
    assert submission.progressive is not None
    terms = submission.progressive.value
    table = PROGRESSIVE[terms.table_id]
    shared = submission.shared_meters.value
    items = [
        Text(
            f"One chip of {money(terms.stake)} for each hand, on the device at your position. Nothing can "
            'be added after "no more bets".',
            f"{_BOOK} 2.D(2), R39",
        ),
        Text(
            'It wins on a full house or better in your seven cards. "For 1" means that the stake is inside '
            "the payment.",
            f"{_BOOK} 7.E(4), R26",
        ),
        Text(
            "A meter pays what it shows when your turn to be paid comes, whatever it showed before. Shares "
            "of a meter are paid by the cage.",
            f"{_BOOK} 13.F, {_BOOK} 11.H(6)(b)(v), R26",
        ),
    ]
    if shared:
        items.append(Text(f"The meters are shared by all tables of {shared}.", submission.shared_meters.cite))
    meters = Grid(
        ("Meter", "Starts, and starts again, at", "Grows by"),
        tuple(
            (str(each.meter).capitalize(), money(each.start), f"{percent_text(each.rate)} of each wager")
            for each in terms.meters
        ),
        "Meters",
        f"{_BOOK} 13.E(6), {_BOOK} 13.E(7)",
        frozenset({1, 2}),
    )
    grid = Grid(("Your seven cards", "Pays"), _rows(table), f"Table {table.id}", table.cite, frozenset({1}))
    return Section(wager_name(WagerKind.PROGRESSIVE), (Items(tuple(items)), grid, meters))
