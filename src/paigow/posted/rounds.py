"""Posted rules that both games share: deciding a hand, the house way, fairness. Not the bank."""

from __future__ import annotations

from collections.abc import Iterator

from paigow.books.choices import Dealing, Reveal, Shuffling, Starting
from paigow.books.cited import bare, together
from paigow.houseways import Rule
from paigow.houseways.poker import Table
from paigow.material.game import Game
from paigow.posted.document import Block, Grid, Items, Section, Text
from paigow.posted.words import first_upper, listed, seconds
from paigow.submissions.exceptions import departures
from paigow.submissions.submission import Submission

__all__ = ["dealers_way", "deciding", "fairness"]


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
            together(cite("expose"), cite("lose"), *(("R2",) if tiles else ())),
        ),
        Text(
            "Both of yours are higher: you win, and the wager is paid 1 to 1.",
            together(cite("win"), cite("pay")),
        ),
        Text(f"Only one is higher: a push. {_pushed(tiles=tiles)}", cite("push")),
        Text("Neither is higher: you lose.", cite("lose")),
        Text(_order(submission), together(cite("expose"), cite("win"))),
    ]
    return Section("Winning and losing", (Items(tuple(items)),))


def _order(submission: Submission) -> str:
    """When hands are turned and wagers settled."""
    turned = "The dealer turns the hands from the right, position 1 first"
    if submission.game is Game.TILES:
        return (
            f"{turned}, and takes losing wagers at once. When all hands are turned, winners are paid in the "
            "same order."
        )
    house = " In a round that the house banks, each" if submission.banking.offered.value else " Each"
    return f"{turned}.{house} main wager is settled when its hand is turned."


def fairness(submission: Submission) -> Section:
    """Seeds, time and disputes."""
    who = (
        "It is then shown to everyone, so that anyone can rebuild every hand that was dealt, those of other "
        "players included."
        if submission.reveal.value is Reveal.EVERYONE
        else "It is then shown to auditors only."
    )
    timers = submission.timers
    pieces = "Tiles" if submission.game is Game.TILES else "Cards"
    items = [
        Text(
            f"The seed of each round is sealed before anything is drawn and revealed after the round. {who}",
            submission.reveal.cite,
        ),
        Text(
            f"In live play there are {seconds(timers.betting.value)} to wager. {_silence(submission)}", "R61"
        ),
        Text(
            f"{pieces} are collected in an order from which every hand can be rebuilt. Ask the floor before "
            'the next "no more bets" if you think that a payment was wrong.',
            submission.cite("correction"),
        ),
        Text(
            "Printed copies of these rules are handed to anyone who asks.", submission.cite("printed rules")
        ),
    ]
    return Section("Fair play", (Items(tuple(items)),))


def _silence(submission: Submission) -> str:
    """What follows if somebody does not answer, as far as this table asks."""
    banking, eye = submission.banking.offered.value, submission.dragons_eye.offered.value
    cards = submission.game is Game.CARDS
    by_hand = (
        cards and submission.cards.shuffling.value is Shuffling.HAND and bool(submission.cite("card cut"))
    )
    shaken = submission.cards.starting.value is Starting.SHAKER
    dealt_by_hand = cards and submission.cards.dealing.value is Dealing.HAND
    follows = [
        *(["you pass the bank"] if banking else []),
        *(["you pass the cut"] if by_hand else []),
        *(["the dealer shakes for you"] if eye or (banking and shaken) else []),
        *([] if dealt_by_hand else [f"you play on after an exposed {'card' if cards else 'tile'}"]),
        "your hand is set the house way",
    ]
    return f"If you do not answer in time, {listed(follows)}."
