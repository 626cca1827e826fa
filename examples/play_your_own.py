"""Run a table with your own player among bots, save the rounds to a file, and verify it."""

from __future__ import annotations

import paigow
from paigow import Seat, Step


def cautious(seat: Seat) -> paigow.Command | None:
    """Bets the minimum, banks when offered, sets the best low hand; for the rest, plays as usual."""
    match seat.step:
        case Step.BETS if seat.chips >= seat.least and not seat.banks:
            return seat.bet(seat.least)
        case Step.OFFER if seat.accepts(seat.take_bank(shared=True)):
            return seat.take_bank(shared=True)
        case Step.SETTING if seat.hand:
            return seat.set(max(paigow.settings(seat.hand), key=lambda setting: paigow.rank(setting.low)))
        case _:
            return seat.usual()


rounds = paigow.play_rounds(
    "commission-tiles-full", [cautious, "house-way", "banker"], rounds=20, seed="mine"
)
problems = paigow.verify(rounds)
print(f"{len(rounds.rounds)} rounds played, {len(problems)} problems found")

brought = rounds.opens.rack("Ana")
moved = sum(
    posting.cents
    for each in rounds.rounds
    for act in each.acts
    for event in act.events
    for posting in event.postings
    if posting.account == "rack/Ana"
)
print(f"Ana came with {brought / 100:,.2f} and leaves with {(brought + moved) / 100:,.2f}")
