"""Posted rules of the bank: who may take it, what it risks, how tiles are delivered for it."""

from __future__ import annotations

from collections.abc import Iterator

from paigow.books.choices import BankSets, DealerWager
from paigow.books.cited import bare, together
from paigow.material.game import Game
from paigow.posted.document import Block, Items, Section, Text
from paigow.posted.words import gists
from paigow.submissions.submission import Submission
from paigow.wagers.money import money
from paigow.wagers.vigorish import Vigorish

__all__ = ["banking"]


def banking(submission: Submission) -> Section:
    """Whether and how players bank."""
    if not submission.banking.offered.value:
        text = Text(
            "The house banks every round; players are not offered the bank.", submission.banking.offered.cite
        )
        return Section("The bank", (text,))
    blocks: list[Block] = [Items(tuple(_banking(submission)))]
    if submission.game is Game.TILES:
        blocks += _deliveries(submission)
    return Section("The bank", tuple(blocks))


def _banking(submission: Submission) -> Iterator[Text]:
    cite, banking_ = submission.cite, submission.banking
    half = ", or half of them if you co-bank" if banking_.co_banking.value else ""
    untaxed = submission.main.value.method is Vigorish.NONE
    house_round = " After a banked round the house banks one." if cite("house round between") else ""
    yield Text(
        "Every player in turn may take the bank or pass it on, beginning at the dealer's right; the first "
        "offer moves on "
        f"each round.{house_round} Nobody banks twice running, nor the first round of a game.",
        together(cite("offer bank"), cite("banked last"), cite("no bank at the start")),
    )
    yield Text(
        "To bank you must have wagered against the dealer in the last round that the house banked, and have "
        f"chips on the table to cover all main wagers{half}. The bank wagers on one area only.",
        together(cite("wagered last"), cite("cover"), cite("bank on one area")),
    )
    yield Text(
        "Everyone then plays against the bank. Losing wagers go to the center and pay the winners; the bank "
        f"makes up what is missing and receives what is left{'' if untaxed else ', less 5 percent'}.",
        together(cite("expose with bank"), cite("pay with bank"), cite("surplus with bank")),
    )
    yield Text(
        f"The dealer wagers against the bank {_dealer_wager(submission)}; the bank may ask for less or none.",
        banking_.dealer_wager.cite,
    )
    sets = (
        "The bank sets its hand as it likes"
        + ("; a fouled bank hand is set again the house way." if submission.game is Game.CARDS else ".")
        if banking_.sole_bank_sets.value is BankSets.FREELY
        else "The bank's hand is set the house way."
    )
    yield Text(sets, banking_.sole_bank_sets.cite)
    if banking_.co_banking.value:
        yield Text(
            "Any bank may ask the house, on accepting, to carry half. The dealer then sets the bank's hand "
            "the house way "
            "and makes no wager; losses and gains are shared half and half.",
            together(banking_.co_banking.cite, cite("expose with co-bank"), cite("surplus with co-bank")),
        )
    else:
        yield Text("The house does not share a bank.", banking_.co_banking.cite)
    if not untaxed:
        yield Text("Players who beat the bank pay the same 5 percent.", cite("pay with bank"))


def _dealer_wager(submission: Submission) -> str:
    match submission.banking.dealer_wager.value:
        case DealerWager.LAST_WAGER:
            return "as much as that player's last wager against the dealer"
        case DealerWager.SHARE_OF_LAST_WAGER:
            percent = submission.banking.dealer_wager_percent.value
            return f"{percent} percent of that player's last wager against the dealer"
        case DealerWager.FIXED:
            return money(submission.banking.dealer_wager_amount.value)


def _deliveries(submission: Submission) -> Iterator[Block]:
    """The bank's part in dealing tiles: the cut, the style and the dice."""
    cite, banking_ = submission.cite, submission.banking
    cut = (
        Text(
            "The bank may have the stacks cut once: neighboring stacks go to one end, or apart to both.",
            banking_.cut.cite,
        )
        if banking_.cut.value
        else Text("The stacks are not cut.", banking_.cut.cite)
    )
    yield Items(
        (
            cut,
            Text(
                "The bank shakes the dice, at least three times, and the count starts at the bank.",
                together(cite("bank shakes"), cite("count from bank")),
            ),
            Text(
                "The bank may choose one of these styles of delivery. If it names none, it is house way "
                "from the right.",
                together(banking_.deliveries.cite, cite("indicate delivery"), "R61"),
            ),
        )
    )
    yield gists(submission.book, *(bare(cite(style.value)) for style in banking_.deliveries.value))
