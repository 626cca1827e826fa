"""Whole rounds through `decide` and `evolve`, compared with a poker engine's hands. Not bare simulation.

A round is everything from the offer of the bank to the last payment with six players: some fifty commands at
tiles, some forty at cards, each decided, applied and posted in double entry. There are more rounds than
cached comparisons. The peer's hand is one of fixed-limit hold'em, checked down by six players.
"""

from __future__ import annotations

import time
from collections.abc import Callable

from benchmarks.report import Report
from paigow.submissions.checking import load_submission
from paigow.submissions.rules import Rules
from paigow.table.acts import Command
from paigow.table.autoplay.chance import Chance, seed_from
from paigow.table.autoplay.players import PLAYERS
from paigow.table.autoplay.seat import Player
from paigow.table.autoplay.self_play import BOT_NAMES, open_table, played
from paigow.table.engine import decide, evolve
from paigow.table.state import Table

ROUNDS = 800
SECONDS = 5.0
TABLES = (
    # The game, a submission, who plays, and how many hands of the peer a round should equal. Five wagers each
    # make a round twice as long.
    ("tiles", "commission-tiles-full", "house-way", 10.0),
    ("cards", "maryland-poker-full", "house-way", 25.0),
    ("cards with every wager", "maryland-poker-full", "bonus", 10.0),
    ("Rock Island's cards", "rock-island-poker-full", "house-way", 10.0),
)


def _rounds(rules: Rules, rounds: int, player: Player) -> tuple[Table, list[Command]]:
    """A table ready to start, and the commands of this many rounds of six such players."""
    chance = Chance(seed_from("benchmark"))
    table = open_table(rules, chance, dict(enumerate(BOT_NAMES, start=1)), 10_000_000)
    players = dict.fromkeys(BOT_NAMES, player)
    return table, [command for command, _, _ in played(rules, table, chance, players, rounds)]


def _play(rules: Rules, table: Table, commands: list[Command]) -> None:
    for command in commands:
        for event in decide(rules, table, command):
            table = evolve(table, event)


def _holdem() -> None:
    from pokerkit import Automation, FixedLimitTexasHoldem

    state = FixedLimitTexasHoldem.create_state(
        (
            Automation.ANTE_POSTING,
            Automation.BET_COLLECTION,
            Automation.BLIND_OR_STRADDLE_POSTING,
            Automation.CARD_BURNING,
            Automation.HOLE_DEALING,
            Automation.BOARD_DEALING,
            Automation.HOLE_CARDS_SHOWING_OR_MUCKING,
            Automation.HAND_KILLING,
            Automation.CHIPS_PUSHING,
            Automation.CHIPS_PULLING,
        ),
        True,
        0,
        (1, 2),
        2,
        4,
        200,
        6,
    )
    while state.status:
        state.check_or_call()


def _per_second(work: Callable[[], object], units: int) -> float:
    """Units of work per second of one core's time, over as many repeats as fit."""
    start, repeats = time.process_time(), 0
    while (spent := time.process_time() - start) < SECONDS:
        work()
        repeats += 1
    return units * repeats / spent


def _rounds_per_second(submission: str, player: str) -> tuple[float, float]:
    """Rounds, and commands, per second of one core's time."""
    rules = load_submission(submission).rules
    table, commands = _rounds(rules, ROUNDS, PLAYERS[player])
    _play(rules, table, commands)
    rounds = _per_second(lambda: _play(rules, table, commands), ROUNDS)
    return rounds, rounds * len(commands) / ROUNDS


def run(report: Report) -> None:
    """Measure rounds per second against checked-down hold'em hands per second, on one core."""
    theirs = _per_second(_holdem, 1)
    for game, submission, player, target in TABLES:
        rounds, commands = _rounds_per_second(submission, player)
        report.measured(f"commands decided and applied, {game}", commands, "a second")
        report.compared(f"six-player rounds, {game}", rounds, "a second", "pokerkit hands", theirs, target)
