"""Posted rules that both games share: deciding a hand, the house way, mishaps, fairness. Not the bank."""

from __future__ import annotations

from collections.abc import Iterator
from typing import Final

from paigow.houseways import Rule
from paigow.houseways.poker import Table
from paigow.rulebooks.books import load_book
from paigow.rulebooks.choices import Dealing, Game, Reveal, Shuffling, Starting
from paigow.rulebooks.cited import bare, together
from paigow.rulebooks.exceptions import departures
from paigow.rulebooks.posted.document import Block, Grid, Items, Section, Text
from paigow.rulebooks.posted.words import first_upper, gist, gists, seconds
from paigow.rulebooks.submission import Submission

__all__ = ["dealers_way", "deciding", "fairness", "mishaps"]


def dealers_way(submission: Submission) -> Section:
    """How the dealer sets, as the way itself says it."""
    chosen = submission.house_way
    way = chosen.value.way
    blocks: list[Block] = [
        Text(
            f'The dealer sets by the way "{way.title}", without choice. A hand set otherwise by mistake is '
            "set again.",
            together(chosen.cite, submission.cite("dealer set wrongly")),
        )
    ]
    blocks.append(Text("The first of these rules that fits the hand decides:"))
    labels = tuple(str(rule.label) for rule in way.rules)
    blocks.append(Items(tuple(Text(_spoken(rule)) for rule in way.rules), numbered=True, labels=labels))
    blocks += [_asked(table) for table in way.tables]
    blocks.append(Text(f"If a rule leaves several settings, it is {', then '.join(map(str, way.final))}."))
    if submission.house_way_exceptions.value:
        blocks += [
            Text(
                "These rules of the way depart from the regulation's own rules for the dealer:",
                submission.house_way_exceptions.cite,
            ),
            Items(tuple(_exceptions(submission))),
        ]
    return Section("How the dealer sets", tuple(blocks))


def _exceptions(submission: Submission) -> Iterator[Text]:
    """Each rule that departs, and from which of the regulation's own (R83)."""
    for each in departures(submission.book, submission.house_way.value.way):
        own = together(*(submission.cite(f"dealer's rule {number}") for number in each.overrides))
        yield Text(f"Rule {each.rule} departs from {bare(own)}.", own)


def _spoken(rule: Rule) -> str:
    return f"{first_upper(rule.clause)}: {rule.action}."


def _asked(table: Table) -> Grid:
    """A table of a way: by the rank of one group, or of two, the least low hand it asks for."""
    first, *others = map(str, table.keys)
    head = (first, *(f"{others[0]} {span}" for span in table.columns)) if others else (first, "low at least")
    width = len(head) - 1
    rows = tuple((str(span), *_padded(tuple(map(_entry, entries)), width)) for span, entries in table.rows)
    return Grid(
        tuple(first_upper(word) for word in head),
        rows,
        f'Table "{table.name}": the low hand it asks for',
    )


def _padded(cells: tuple[str, ...], width: int) -> tuple[str, ...]:
    return (*cells, *[""] * (width - len(cells)))


def _entry(entry: object) -> str:
    return {True: "always", False: "never"}.get(entry, str(entry)) if isinstance(entry, bool) else str(entry)


def _pushed(*, tiles: bool) -> str:
    """What becomes of a pushed wager (R86)."""
    if tiles:
        return "The wager stays on the betting area until the round is over; then it is yours again."
    return "The dealer returns the wager to you."


def deciding(submission: Submission) -> Section:
    """What wins, loses and pushes."""
    cite = submission.cite
    tiles = submission.game is Game.TILES
    against = "dealer's, or the bank's in a banked round" if submission.banking.offered.value else "dealer's"
    items = [
        Text(
            f"Your high hand meets the {against}; so does your low hand. A copy goes to the other side"
            + (", and a low hand worth zero never wins." if tiles else "."),
            cite("expose") + (", R2" if tiles else ""),
        ),
        Text(
            "Both of yours are higher: you win, and the wager is paid 1 to 1.",
            together(cite("win"), cite("pay")),
        ),
        Text(f"Only one is higher: a push. {_pushed(tiles=tiles)}", cite("push")),
        Text("Neither is higher: you lose.", cite("lose")),
        Text(
            "Hands are turned and wagers settled from the dealer's right, position 1 first.",
            together(cite("expose"), cite("win")),
        ),
    ]
    return Section("Winning and losing", (Items(tuple(items)),))


_TILE_MISHAPS: Final = {"commission-tiles": "9", "colorado-tiles": "30-2610"}


def mishaps(submission: Submission) -> Section:
    """What happens when something goes wrong; Rock Island follows Maryland's list by ruling."""
    book = submission.book
    if book.name in _TILE_MISHAPS:
        ids = [id_ for id_ in book.paragraphs if id_.startswith(f"{_TILE_MISHAPS[book.name]}(")]
        return Section("When something goes wrong", (gists(book, *ids),))
    maryland = load_book("maryland-poker")
    chosen = [gist(maryland, id_) for id_ in _card_mishaps(submission)]
    if book != maryland:
        chosen = [Text(text.words, book.options["banking.bank"].cite) for text in chosen]
    return Section("When something goes wrong", (Items(tuple(chosen)),))


def _card_mishaps(submission: Submission) -> Iterator[str]:
    cards = submission.cards
    if cards.starting.value is Starting.SHAKER:
        yield from ("14.A(1)", "14.A(2)", "14.B")
    yield from ("14.C", "14.D", "14.E", "14.F", "14.G", "14.H", "14.I")
    if cards.dealing.value is Dealing.HAND:
        yield "14.J"
    if cards.shuffling.value is not Shuffling.HAND:
        yield "14.L"
    if cards.dealing.value is Dealing.AUTOMATED_SHOE:
        yield "14.M"
    if cards.shuffling.value is not Shuffling.HAND or cards.dealing.value is Dealing.AUTOMATED_SHOE:
        yield "14.N"


def fairness(submission: Submission) -> Section:
    """Seeds, time and disputes."""
    who = (
        "Afterwards the seed is shown to everyone, so that anyone can rebuild every piece that was dealt, "
        "those of other "
        "players included."
        if submission.reveal.value is Reveal.EVERYONE
        else "Afterwards the seed is shown to auditors only."
    )
    timers = submission.timers
    items = [
        Text(
            f"The chance of each round is sealed before betting opens and proven after it is settled. {who}",
            submission.reveal.cite,
        ),
        Text(
            f"In live play there are {seconds(timers.betting.value)} to wager. Whoever does not answer in "
            "time passes the "
            "bank, leaves the dice to the dealer, plays on after an exposed piece, and has the hand set the "
            "house way.",
            "R61",
        ),
        Text(
            "Pieces are collected in an order from which every hand can be rebuilt. Ask the floor before "
            "the next "
            '"no more bets" if you think that a payment was wrong.',
            submission.cite("correction"),
        ),
        Text(
            "Printed copies of these rules are handed to anyone who asks.", submission.cite("printed rules")
        ),
    ]
    return Section("Fair play", (Items(tuple(items)),))
