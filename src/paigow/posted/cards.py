"""Posted rules of the card game: how hands rank, how cards are dealt, how a hand is set. Not money."""

from __future__ import annotations

from collections.abc import Iterator
from typing import Final

from paigow.books.choices import Dealing, Shuffling, Starting, StartingMarker
from paigow.books.cited import together
from paigow.posted.document import CardRow, Grid, Items, Section, Text
from paigow.posted.words import seconds
from paigow.ranks.poker import Wheel
from paigow.submissions.submission import Submission

__all__ = ["card_dealing", "card_ranks", "card_setting"]

_RANKS: Final = (
    ("Five aces", "As Ah Ad Ac Jo", "the four aces and the joker"),
    ("Royal flush", "Ah Kh Qh Jh 10h", "ten to ace in one suit"),
    ("Straight flush", "9c 8c 7c 6c 5c", "five in a row in one suit"),
    ("Four of a kind", "Qs Qh Qd Qc 4d", "four of one rank"),
    ("Full house", "Ks Kd Kc 7h 7s", "three of one rank and two of another"),
    ("Flush", "Ad Jd 9d 6d 3d", "five of one suit"),
    ("Straight", "10s 9d 8h 7c 6s", "five in a row, suits mixed"),
    ("Three of a kind", "8s 8h 8c Kd 4h", "three of one rank"),
    ("Two pair", "Jh Jc 5d 5s 9h", "two of one rank and two of another"),
    ("Pair", "10h 10d As 7c 2d", "two of one rank"),
    ("High card", "Ks Jd 8h 6c 3d", "none of these"),
)
"""maryland-poker 6.B, rock-island-poker 9."""


def card_ranks(submission: Submission) -> Section:
    """The order of hands, the joker and the wheel."""
    order, joker = submission.cite("order of hands"), submission.cite("joker")
    wheel = (
        "second among straights, below A-K-Q-J-10"
        if submission.wheel.value is Wheel.SECOND
        else "the lowest of the straights, below 6-5-4-3-2"
    )
    flush = (
        ", and first among straight flushes below the royal" if submission.wheel.value is Wheel.SECOND else ""
    )
    rows = tuple(
        (str(place), name, CardRow(cards), words) for place, (name, cards, words) in enumerate(_RANKS, 1)
    )
    return Section(
        "How hands rank",
        (
            Text(
                "Fifty-two cards and one joker. Ranks run from the ace down to the 2; suits are equal.", order
            ),
            Grid(
                ("Rank", "High hand", "For example", "What it is"),
                rows,
                "Five-card hands, highest first",
                order,
            ),
            Text("The two-card low hand is a pair or two single cards: a pair beats single cards.", order),
            Text(
                "The joker is an ace, or the card that completes a straight, a flush, a straight flush or a "
                "royal "
                "flush; in a flush it is the highest rank still missing. In the low hand it is an ace.",
                joker,
            ),
            Text(f"A-2-3-4-5 is {wheel}{flush}.", submission.wheel.cite),
            Text(
                "Within one kind of hand the higher ranks decide. Hands equal in every rank are a copy.",
                submission.cite("ranks decide"),
            ),
        ),
    )


def card_dealing(submission: Submission) -> Section:
    """From the shuffle to the four cards left."""
    return Section("The deal", (Items(tuple(_dealing(submission)), numbered=True),))


def _dealing(submission: Submission) -> Iterator[Text]:
    cards, cite = submission.cards, submission.cite
    seen = "Whenever" if cards.preshuffled.value else "Before the first round, and whenever"
    yield Text(
        f"{seen} the table was idle, the first player to arrive may look over the cards.",
        together(cite("first player"), cite("idle")),
    )
    if cards.preshuffled.value:
        yield Text("New decks come inspected and shuffled.", cards.preshuffled.cite)
    yield Text(_SHUFFLING[cards.shuffling.value], cards.shuffling.cite)
    asked = "to the bank, or else from" if submission.banking.offered.value else "from"
    if cite("card cut") and cards.shuffling.value is Shuffling.HAND:
        yield Text(
            f"In the first round of a game the cut is offered to the player who arrived first, later {asked} "
            "the dealer's right. Whoever declines passes it on, and at last the dealer cuts. The cover card "
            "goes in at least ten cards from either end.",
            together(cite("card cut"), cite("cut depth")),
        )
    if cards.decks.value == 2:
        yield Text("Two decks with backs of different colors take turns.", cards.decks.cite)
    yield Text(
        'The dealer calls "no more bets" before the first card is dealt.',
        cite(f"bets closed from {cards.dealing.value}"),
    )
    yield from _start(submission)
    yield Text(_DEALING[cards.dealing.value], cards.dealing.cite)
    yield Text(
        "All seven places get seven cards, wagered or not. The four cards left stay unseen, and so do the "
        "cards of "
        "places without a wager.",
        cite(f"sweep from {cards.dealing.value}"),
    )


_SHUFFLING: Final = {
    Shuffling.HAND: "The dealer shuffles by hand before every round.",
    Shuffling.SHUFFLER: "A machine shuffles the cards for every round; there is no cut.",
    Shuffling.SHUFFLER_INTO_SHOE: "A machine shuffles the cards into the shoe for every round; there is no "
    "cut.",
    Shuffling.RESHUFFLING_DEVICE: "A shoe that reshuffles and counts by itself holds the cards; there is no "
    "cut.",
}
_DEALING: Final = {
    Dealing.MANUAL_SHOE: "Cards are dealt one at a time from a shoe, clockwise from the starting place.",
    Dealing.HAND: "Cards are dealt one at a time from the dealer's hand, clockwise from the starting place.",
    Dealing.AUTOMATED_SHOE: "An automated shoe gives out stacks of seven, which go clockwise from the "
    "starting place.",
    Dealing.STACKS: "Seven stacks of seven are made; they go counterclockwise from the starting place.",
}


def _start(submission: Submission) -> Iterator[Text]:
    cards = submission.cards
    from_bank = ", or the bank in a banked round," if submission.banking.offered.value else ""
    match cards.starting.value:
        case Starting.SHAKER:
            words = (
                "Three dice are shaken at least three times. The dealer counts to their total, "
                "counterclockwise over all "
                f"seven places: the dealer{from_bank} is one. There the deal starts."
            )
        case Starting.GENERATOR:
            words = (
                "A generator draws a number from 1 to 7. The dealer counts to it, counterclockwise over all "
                "seven "
                f"places: the dealer{from_bank} is one. There the deal starts."
            )
        case Starting.FLAT_BUTTON:
            words = (
                "The deal starts where the flat button lies. It begins at the dealer and moves one place "
                "clockwise "
                "after each completed round."
            )
        case _:
            raise AssertionError(cards.starting.value)
    yield Text(words, cards.starting.cite)
    if cards.starting_marker.value is not StartingMarker.NONE:
        thing = (
            "a cover card"
            if cards.starting_marker.value is StartingMarker.COVER_CARD
            else "an approved object"
        )
        yield Text(f"The starting place is marked with {thing}.", cards.starting_marker.cite)


def card_setting(submission: Submission) -> Section:
    """What a player does with seven cards, what is a foul, and when a wager may be given up."""
    return Section("Setting your hand", (Items(tuple(_setting(submission))),))


def _setting(submission: Submission) -> Iterator[Text]:
    cite = submission.cite
    yield Text(
        "Split your seven cards into a high hand of five and a low hand of two and lay both face down. The "
        "high hand "
        "must rank at least as high as the low hand.",
        together(cite("set hand"), "R21, R22"),
    )
    yield Text(
        "Any other setting is a foul and loses the wager. You are warned once before it stands.",
        cite("fouled"),
    )
    yield from _handling(submission)
    told = "tells you how the house would set it" if submission.help.value else "does not advise"
    yield Text(f"If you ask for help with your hand, the dealer {told}.", submission.help.cite)
    yield Text(
        f"In live play you have {seconds(submission.timers.setting.value)}; after that your hand is set the "
        "house way.",
        submission.timers.setting.cite,
    )
    whose = "dealer's or bank's" if submission.banking.offered.value else "dealer's"
    unless = ", unless you made an optional wager on that hand" if len(submission.limits) > 1 else ""
    if cite("surrender"):
        yield Text(
            f"After the {whose} hand is set you may surrender{unless}: you lose the whole wager. Say so "
            "before your hand is turned; it cannot be taken back.",
            together(cite("surrender"), cite("surrender kept")),
        )
    else:
        yield Text("There is no surrender.", "R42")


def _handling(submission: Submission) -> Iterator[Text]:
    if not submission.cite("cards unmarked"):
        yield Text(
            "You set your own hand; nobody but you and the dealer touches your cards. Keep all seven in the "
            "dealer's "
            "sight. Once laid down, a hand is final.",
            submission.cite("look and set"),
        )
    else:
        yield Text(
            "You may hold your own cards; only you and the dealer touch them. Keep them above the table, "
            "off your body, "
            "and away from anything that could mark or bend them.",
            submission.cite("cards unmarked"),
        )
