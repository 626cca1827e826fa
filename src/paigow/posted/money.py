"""Posted rules about money: limits, what wagers are made of, vigorish. Not side wagers."""

from __future__ import annotations

from collections.abc import Iterator
from typing import Final

from paigow.books.choices import TipRestriction
from paigow.books.cited import together
from paigow.material.game import Game
from paigow.posted.document import Grid, Items, Section, Text
from paigow.posted.words import listed, wager_name
from paigow.submissions.submission import Submission
from paigow.wagers.instruments import Instrument
from paigow.wagers.kinds import WagerKind
from paigow.wagers.money import Cents, dollars, money
from paigow.wagers.vigorish import Vigorish, vigorish_on

__all__ = ["glance", "vigorish_section", "wagering"]

_EXAMPLE_WINS: Final = (Cents(500), dollars(10), dollars(25), Cents(3_750), dollars(100), dollars(500))
_CHIPS: Final = {
    "commission-tiles": "gaming chips or plaques",
    "colorado-tiles": "value chips",
    "rock-island-poker": "chips",
    "maryland-poker": "value chips or plaques",
}
_VIGORISH_WORDS: Final = {
    Vigorish.TO_THE_CENT: "to the cent, half a cent upward",
    Vigorish.NEXT_QUARTER: "rounded up to the next multiple of 25 cents",
    Vigorish.LEAST_QUARTER: "to the cent, and never less than 25 cents on a winning bet",
}
_TIP_RESTRICTIONS: Final = {
    TipRestriction.NO_LARGER_THAN_MAIN: "A wager for the dealers is no larger than the main wager beside it.",
    TipRestriction.CHIPS_ONLY: "A wager for the dealers is made of value chips, not of promotional chips.",
}


def glance(submission: Submission, pays: dict[WagerKind, str]) -> Section:
    """Limits and odds of every wager, one line each."""
    rows = tuple(
        (wager_name(kind), money(limit.minimum.value), money(limit.maximum.value), pays[kind])
        for kind, limit in submission.limits.items()
    )
    cites = together(*(limit.minimum.cite for limit in submission.limits.values()))
    grid = Grid(
        ("Wager", "Least", "Most", "Pays"),
        rows,
        "Limits of each spot, and what a win pays",
        figures=frozenset({1, 2}),
    )
    return Section("At a glance", (grid, *_glance_notes(submission, cites)))


def _glance_notes(submission: Submission, cites: str) -> Iterator[Text]:
    yield Text("The least and the most hold for each spot and for each kind of wager by itself.", cites)
    if submission.payout_limit is not None:
        limit = submission.payout_limit
        yield Text(
            f"Payout limit: optional wagers pay at most {money(limit.amount)} on one hand. Envy bonuses, "
            "shares of a "
            "progressive meter and the main wager do not count towards it.",
            f"{limit.cite}, maryland-poker 13.G(2), maryland-poker 2.B(10), R26",
        )


def wagering(submission: Submission) -> Section:
    """Who may wager, with what, until when."""
    return Section("Making a wager", (Items(tuple(_wagering(submission))),))


def _wagering(submission: Submission) -> Iterator[Text]:
    cite = submission.cite
    yield Text(f"Wagers are {_instruments(submission)}, laid on the betting area.", cite("instruments"))
    yield Text("A spoken bet with cash is not accepted.", cite("no cash"))
    yield Text("Only players seated at the table may wager.", cite("seated players"))
    yield _staying(submission)
    yield Text(
        'Wagers are made before the dealer calls "no more bets". After that none is made, raised or taken '
        "back.",
        cite("no more bets"),
    )
    yield from _areas(submission)
    yield from _paper(submission)
    yield from _tips(submission)


def _staying(submission: Submission) -> Text:
    """What becomes of a hand whose player leaves (R30); Maryland's floor may call it abandoned."""
    cite = submission.cite("stay seated")
    left = "If you leave anyway, you forfeit nothing: your hand is set the house way and settled."
    abandoned = submission.cite("abandoned") if submission.game is Game.CARDS else ""
    if abandoned:
        left = (
            "If you leave anyway, your hand is set the house way and settled. But until it is turned, the "
            "floor may call its wagers abandoned; then they lose."
        )
    bank = " The bank cannot leave." if submission.banking.offered.value else ""
    return Text(
        "Once you have wagered and received a hand, stay seated until the round is over. " + left + bank,
        together(cite, abandoned),
    )


def _instruments(submission: Submission) -> str:
    names = {
        Instrument.CHIPS: _CHIPS[submission.book.name],
        Instrument.PROMOTIONAL: "promotional chips",
        Instrument.COUPON: "match play coupons",
    }
    return listed(names[each] for each in submission.accepted.instruments)


def _areas(submission: Submission) -> Iterator[Text]:
    spots = submission.spots
    alone = ", but not while banking" if submission.banking.offered.value else ""
    if spots.two_areas.value:
        yield Text(
            f"A player may wager on two neighboring betting areas{alone}. Each hand is played by itself; the "
            "second stays closed until the first is set and laid down.",
            spots.two_areas.cite,
        )
        yield _second_hand(submission)
    else:
        yield Text("A player wagers on one betting area.", spots.two_areas.cite)
    if spots.players_per_spot.value > 1:
        bank = " and not on the bank's spot" if submission.banking.offered.value else ""
        yield Text(
            f"Up to {spots.players_per_spot.value} people may wager on one spot, each at least the minimum "
            f"and all together at most the spot's maximum, main wagers only{bank}. Only the player seated "
            "there touches and sets the hand.",
            spots.players_per_spot.cite,
        )
        yield Text(
            "A spot that you share is one of your two betting areas."
            if spots.two_areas.value
            else "You may wager on another player's spot instead of your own, not on both.",
            together(spots.two_areas.cite, spots.players_per_spot.cite, "R77"),
        )


def _second_hand(submission: Submission) -> Text:
    if submission.cite("far spot"):
        return Text(
            "The larger wager's hand is set first. The hand that is not in front of the player is set the "
            "house way, "
            "unless it carries the larger wager: then the player sets it, first and freely.",
            submission.cite("larger set first"),
        )
    return Text(
        "The larger wager's hand is set first; with equal wagers, counterclockwise.",
        together(submission.cite("larger set first"), submission.cite("equal set in order")),
    )


def _paper(submission: Submission) -> Iterator[Text]:
    if Instrument.COUPON in submission.accepted.instruments:
        yield Text(
            "A match play coupon goes with a main wager of at least its face in chips. Won, it pays its "
            "face and is "
            "taken; lost, it is taken; on a push or a void it stays. Vigorish is due on both parts.",
            f"{submission.accepted.cite}, R57",
        )
    cover = " and do not cover a bank" if submission.banking.offered.value else ""
    if Instrument.PROMOTIONAL in submission.accepted.instruments:
        yield Text(
            f"Promotional chips play like chips until they are lost. They are not cashed{cover}.",
            f"{submission.accepted.cite}, R57",
        )


def _tips(submission: Submission) -> Iterator[Text]:
    tips = submission.tips
    if tips.wagers.value:
        yield Text(
            "You may make a wager for the dealers beside your own main wager, up to "
            f"{money(tips.maximum.value)} and within the spot's maximum.",
            tips.maximum.cite,
        )
        for restriction in tips.restrictions.value:
            yield Text(_TIP_RESTRICTIONS[restriction], tips.restrictions.cite)
    elif submission.book.options["tips.wagers"].open:
        yield Text("Wagers for the dealers are not taken at this table.", tips.wagers.cite)


def vigorish_section(submission: Submission) -> Section:
    """What the house takes of a win, with amounts worked out."""
    method = submission.main.value.method
    if method is Vigorish.NONE:
        text = Text(
            "No vigorish is taken. Instead, whenever the three dice show a triple, odd and even wagers and "
            "every "
            "player's main wager lose, and no hand is played for them.",
            "colorado-tiles 30-2608(12)(b), R14",
        )
        return Section("Vigorish", (text,))
    others = ", nor on any other wager" if len(submission.limits) > 1 else ""
    text = Text(
        f"The house takes 5 percent of what a main wager wins, {_VIGORISH_WORDS[method]}, together with the "
        f"payment. No vigorish is due on a push or a loss{others}.",
        submission.main.cite,
    )
    rows = tuple(
        (money(win), money(due := vigorish_on(win, method)), money(Cents(win - due))) for win in _EXAMPLE_WINS
    )
    grid = Grid(("Won", "Vigorish", "You keep of it"), rows, figures=frozenset({0, 1, 2}))
    return Section("Vigorish", (text, grid))
