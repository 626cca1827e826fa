"""Posted rules of Colorado's side wagers: Dragon's Eye and Pair Fortunes. Not the tiles game itself."""

from __future__ import annotations

from collections.abc import Iterator

from paigow.books.choices import FirstDeal
from paigow.posted.document import Grid, Items, Section, Text
from paigow.posted.words import first_upper
from paigow.submissions.submission import Submission
from paigow.wagers.kinds import WagerKind
from paigow.wagers.pair_fortunes import PAIR_FORTUNES
from paigow.wagers.vigorish import Vigorish

__all__ = ["DICE_PAYS", "dragons_eye", "pair_fortunes"]

DICE_PAYS = {
    WagerKind.MATCH: "1 to 1 for each die",
    WagerKind.ODD: "1 to 1",
    WagerKind.EVEN: "1 to 1",
    WagerKind.DOUBLE: "4 to 1",
    WagerKind.TRIPLE: "30 to 1",
    WagerKind.DICE_BONUS: "up to 10,000 to 1",
    WagerKind.PAIR_FORTUNES: "by its table",
}
"""In a word, for the overview; the tables themselves are in `wagers`."""

_BOOK = "colorado-tiles"


def dragons_eye(submission: Submission) -> tuple[Section, ...]:
    """The dice wagers, if they are offered."""
    eye = submission.dragons_eye
    if not eye.offered.value:
        return ()
    wins = Grid(
        ("Wager", "Wins when", "Pays"),
        (
            (
                "Match",
                "a die shows your position's number; a triple counts three times",
                "1 to 1 for each die",
            ),
            ("Odd", "the Dragon's Eye die shows 1, 3 or 5, and it is no triple", "1 to 1"),
            ("Even", "the Dragon's Eye die shows 2, 4 or 6, and it is no triple", "1 to 1"),
            ("Double", "the two other dice agree, a triple included", "4 to 1"),
            ("Triple", "all three dice agree", "30 to 1"),
        ),
        "One roll decides",
        f"{_BOOK} 30-2612(1), {_BOOK} 30-2612(2), {_BOOK} 30-2612(3), {_BOOK} 30-2612(4), {_BOOK} "
        "30-2612(5), R15",
    )
    bonus = Grid(
        ("Triples running", "You shake", "Someone else shakes"),
        (
            ("First", "30 to 1", "25 to 1"),
            ("Second", "500 to 1", "50 to 1"),
            ("Third", "10,000 to 1", "1,000 to 1"),
        ),
        "Dice Bonus",
        f"{_BOOK} 30-2612(6)",
    )
    return (
        Section(
            "Dragon's Eye",
            (Items(tuple(_opening(submission))), wins, bonus, Items(tuple(_bonus(submission)))),
        ),
    )


def _opening(submission: Submission) -> Iterator[Text]:
    eye = submission.dragons_eye
    yield Text(
        f"Of the three dice the {eye.eye_die.value} one is the Dragon's Eye die, the {eye.other_dice.value} "
        "ones are the "
        "others. After the shake the dealer calls it and puts the Dragon's Eye button at the position of "
        "its number.",
        f"{eye.eye_die.cite}, {_BOOK} 30-2607.01(1)",
    )
    yield Text(
        "Losing dice wagers are taken and winning ones paid before any tile is dealt, from the dealer's "
        "right. The house "
        "stands against all of them.",
        f"{_BOOK} 30-2607.01(2), R17",
    )
    banked = "; in a banked round it is counted from the bank" if submission.banking.offered.value else ""
    if eye.deal_from.value is FirstDeal.BUTTON:
        yield Text(
            f"The deal then starts at the button{banked}.",
            eye.deal_from.cite,
        )
    alone = "without" if eye.without_main.value else "only with"
    yield Text(f"Dice wagers may be made {alone} a main wager.", eye.without_main.cite)
    if submission.main.value.method is Vigorish.NONE:
        yield Text(
            "A triple loses odd, even and every player's main wager; in return no vigorish is taken.",
            f"{_BOOK} 30-2608(12)(b), R14",
        )
    else:
        yield Text("A triple loses odd and even wagers.", f"{_BOOK} 30-2608(12)(a)")


def _bonus(submission: Submission) -> Iterator[Text]:
    banked = " In a banked round the bank shakes." if submission.banking.offered.value else ""
    yield Text(
        "The player at the button shakes the next round, if that player then has a Dice Bonus wager, and "
        "may leave the "
        "shaking to the dealer and still be paid as the one who shakes. Otherwise the dealer shakes, and "
        f"all are paid as others.{banked}",
        f"{_BOOK} 30-2607.01(3), {_BOOK} 30-2607.01(5), {_BOOK} 30-2607.01(6), R13",
    )
    yield Text(
        "After a triple you are paid and may leave the wager up for the next. While triples are running "
        "nobody can join, "
        "and any other roll loses the wager. After the third it is paid and returned.",
        f"{_BOOK} 30-2612(6), R13",
    )


def pair_fortunes(submission: Submission) -> tuple[Section, ...]:
    """The pair wager, if it is offered."""
    choice = submission.pair_fortunes
    if not choice.offered.value:
        return ()
    table = PAIR_FORTUNES[submission.pay_tables[WagerKind.PAIR_FORTUNES].value]
    rows = tuple((first_upper(str(row.line)), str(row.pay)) for row in table.lines)
    alone = "may be made without a main wager" if choice.without_main.value else "needs a main wager"
    bank = "The bank may make it, too. " if submission.banking.offered.value else ""
    larger = "may" if choice.above_main.value else "may not"
    items = (
        Text(
            "It wins if your four tiles hold at least one pair, however you set them. Only the highest line "
            "pays.",
            f"{_BOOK} 30-2699.01(3), R16",
        ),
        Text("Wongs and gongs are no pairs here.", "R16"),
        Text(f"It {alone}.", choice.without_main.cite),
        Text(f"It {larger} be larger than the main wager.", choice.above_main.cite),
        Text(f"{bank}The house pays it. It comes back if your hand is voided.", "R16"),
    )
    grid = Grid(("Your four tiles", "Pays"), rows, f"Table {table.id}", table.cite, frozenset({1}))
    return (Section("Pair Fortunes", (Items(items), grid)),)
