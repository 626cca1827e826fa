"""Posted rules for when something goes wrong. Only what can happen at a table of this submission is posted.

Rock Island follows Maryland's list by ruling (R42).
"""

from __future__ import annotations

from collections.abc import Iterator

from paigow.books.choices import Dealing, Shuffling, Starting
from paigow.books.cited import together
from paigow.material.game import Game
from paigow.posted.document import Items, Section, Text
from paigow.submissions.submission import Submission

__all__ = ["mishaps"]


def mishaps(submission: Submission) -> Section:
    """What happens to the round, the hand and the wagers."""
    found = _tile_mishaps(submission) if submission.game is Game.TILES else _card_mishaps(submission)
    return Section("When something goes wrong", (Items(tuple(found)),))


def _banked(submission: Submission, words: str) -> str:
    """Words that only a table with player banks needs."""
    return words if submission.banking.offered.value else ""


def _no_roll(submission: Submission) -> Text:
    return Text(
        'If a die does not lie flat when the lid comes off, or drops out of the shaker, it is a "no roll": '
        "whoever shook shakes again.",
        together(submission.cite("not flat"), submission.cite("fell out"), "R19"),
    )


def _can_abandon(submission: Submission) -> bool:
    return submission.game is Game.CARDS and bool(submission.cite("abandoned"))


def _void(submission: Submission) -> Text:
    settled = " Dice wagers settled before it stay settled." if submission.dragons_eye.offered.value else ""
    lost = "surrendered or called abandoned" if _can_abandon(submission) else "surrendered"
    earlier = f" Wagers {lost} before it come back, too." if submission.cite("surrender") else ""
    return Text(
        f"When a round is void, all wagers come back and no vigorish is taken.{earlier}{settled}",
        together(submission.cite("void round"), "R80"),
    )


def _tile_mishaps(submission: Submission) -> Iterator[Text]:
    cite = submission.cite
    yield _no_roll(submission)
    yield Text(
        "If the dealer adds up the dice wrongly and deals tiles to a wrong place, the round is void and the "
        "tiles are shuffled again. A wrong sum that counts to the right place voids nothing.",
        cite("wrong positions"),
    )
    yield _exposed_piece(submission, "tile")
    yield Text(
        f"If a tile of the dealer,{_banked(submission, ' the bank,')} the dead hand or a place without a "
        "wager is exposed, whoever exposed it, the round is void and the tiles are shuffled again. This ends "
        "when the first player's hand is turned.",
        together(cite("exposed of bank"), "R79"),
    )
    if cite("off the table"):
        whose = f"the dealer{_banked(submission, ' or the bank')}"
        yield Text(
            "If one of your tiles leaves the table, your hand is dead and its wagers lose. If a tile of "
            f"{whose} leaves the table, the round is void and the tiles are shuffled again.",
            cite("off the table"),
        )
    yield _void(submission)


def _exposed_piece(submission: Submission, piece: str) -> Text:
    return Text(
        f"If the dealer exposes one of your {piece}s before you have looked at your hand, you choose, "
        "without seeing the others, to play on or to void the hand and take its wagers back. If you do not "
        "answer, you play on.",
        together(submission.cite("exposed of player"), "R78"),
    )


def _card_mishaps(submission: Submission) -> Iterator[Text]:
    cite, cards = submission.cite, submission.cards
    if cards.starting.value is Starting.SHAKER:
        yield _no_roll(submission)
        yield Text(
            "If the dealer adds up the dice wrongly and deals the first card to a wrong place, the round is "
            "void and the cards are shuffled again.",
            cite("wrong positions"),
        )
    if cards.dealing.value is Dealing.HAND:
        yield Text(
            "If any card is exposed while the cards are dealt from the hand, the round is void and the cards "
            "are shuffled again.",
            cite("exposed from hand"),
        )
    else:
        yield _exposed_piece(submission, "card")
    yield Text(
        f"If a card of the dealer{_banked(submission, ' or the bank')} is exposed, whoever exposed it, the "
        "round is void and the cards are shuffled again.",
        together(cite("exposed of bank"), "R79"),
    )
    if cards.dealing.value is not Dealing.HAND:
        yield Text(
            "If a card of a place without a wager or one of the four cards left is exposed, play goes on.",
            cite("exposed unwagered"),
        )
    yield from _wrong_cards(submission)
    yield from _broken_devices(submission)
    yield _void(submission)


def _wrong_cards(submission: Submission) -> Iterator[Text]:
    cite, dealing = submission.cite, submission.cards.dealing.value.value
    yield Text(
        "One card found face up while dealing is not played; it counts among the four cards left.",
        cite("face up"),
    )
    yield Text("Two or more cards found face up void the round.", cite("two face up"))
    yield Text(
        "A card drawn by mistake that nobody has seen is dealt as the next card.", cite("drawn in error")
    )
    yield Text(
        "If anyone has more or fewer than seven cards, the round is void and the cards are shuffled again. "
        "If everyone has seven and not four are left, the round is void and the deck leaves the table.",
        together(cite(f"misdealt from {dealing}"), cite(f"deck removed from {dealing}")),
    )


def _broken_devices(submission: Submission) -> Iterator[Text]:
    cite, cards = submission.cite, submission.cards
    shuffler = cards.shuffling.value is not Shuffling.HAND
    shoe = cards.dealing.value is Dealing.AUTOMATED_SHOE
    if shuffler:
        yield Text(
            "If the shuffling machine jams or stops early, the cards are shuffled again.",
            cite("shuffler jam"),
        )
    if shoe:
        yield Text(
            "If the automated shoe jams or stops in a round, the round is void and its cards are shuffled "
            "together with those already dealt.",
            cite("shoe jam"),
        )
    if shuffler or shoe:
        yield Text(
            "A broken device is covered or marked out of order before the table uses another method.",
            cite("device out of order"),
        )
