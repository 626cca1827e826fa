"""The table of commands, in help order. What they do is in one file per topic.

To add a command, write a function (or a `typer.Typer` of several) in its topic's file, with heavy imports
inside the functions, and add a row here. A topic's file is imported only when its command is called.
"""

from __future__ import annotations

from dataclasses import dataclass
from importlib import import_module
from typing import Any


@dataclass(frozen=True, slots=True)
class CliCommand:
    """A row: what a person types, where it is implemented, and its help. The tests run the examples."""

    name: str
    target: str
    summary: str
    panel: str
    examples: tuple[str, ...]

    def load(self) -> Any:
        """Import the function or `typer.Typer` that the target names as `module:attribute`."""
        module, _, attribute = self.target.partition(":")
        return getattr(import_module(module), attribute)


def examples(*lines: str) -> str:
    """Format examples as the epilog of a command's help."""
    if not lines:
        return ""
    return "\n\n".join(["[bold]Examples[/bold]", *(f"  [cyan]{_escaped(line)}[/cyan]" for line in lines)])


def _escaped(line: str) -> str:
    return line.replace("[", r"\[")


HANDS = "Hands"
WAYS = "House ways"
BOOKS = "Rule books"

FLOOR = "Floor"
ODDS = "Odds"
TABLE = "Table"

COMMANDS: tuple[CliCommand, ...] = (
    CliCommand(
        "serve",
        "paigow.cli.serve:serve",
        "Open a floor: tables in the browser for everyone who connects.",
        FLOOR,
        ("paigow serve --open", "paigow serve --host 0.0.0.0 --port 8480 --store postgresql:///paigow"),
    ),
    CliCommand(
        "play",
        "paigow.cli.play:play",
        "Play at a table in the terminal.",
        TABLE,
        ("paigow play commission-tiles-full", "paigow play maryland-poker-full --seed 7 --plain"),
    ),
    CliCommand(
        "deal",
        "paigow.cli.table:deal",
        "Play rounds with bots and save them as replayable files.",
        TABLE,
        (
            "paigow deal commission-tiles --rounds 2 --seed 7",
            "paigow deal colorado-tiles-full --rounds 10 --players house-way,banker,random --json",
            "paigow deal maryland-poker-full --rounds 3 --players bonus,bonus,banker",
        ),
    ),
    CliCommand(
        "export",
        "paigow.cli.export:export",
        "Export rounds as CSV, Parquet, or JSON Lines.",
        TABLE,
        (
            "paigow export example",
            "paigow export example --rows hands --to jsonl",
            "paigow export example --json",
        ),
    ),
    CliCommand(
        "replay",
        "paigow.cli.table:replay",
        "Replay rounds step by step, with the dealer's script and the money.",
        TABLE,
        ("paigow replay example", "paigow replay example --to 12"),
    ),
    CliCommand(
        "verify",
        "paigow.cli.table:verify",
        "Verify rounds: rules, money, draws, and hashes.",
        TABLE,
        ("paigow verify example", "paigow verify example --json"),
    ),
    CliCommand(
        "script",
        "paigow.cli.table:script",
        "Print a dealer's script, with its paragraphs.",
        TABLE,
        ("paigow script maryland-poker-full", "paigow script commission-tiles --json"),
    ),
    CliCommand(
        "show",
        "paigow.cli.show:show",
        "Rank and name a hand, and list every setting.",
        HANDS,
        (
            'paigow show "6-6 4-5"',
            'paigow show "Teen RedNine Bon Gor"',
            'paigow show "As Kd Jo 10h 9c 9d 2s"',
            'paigow show "Jo 5h 4h 3h 2h" --book rock-island-poker --wheel lowest --json',
        ),
    ),
    CliCommand(
        "compare",
        "paigow.cli.show:compare",
        "Compare a player's setting with the bank's.",
        HANDS,
        (
            'paigow compare "2-2 1-3 / 6-6 4-5" "1-1 5-6 / 6-6 3-5"',
            'paigow compare "Kd Qs / Ah Jo 9c 9d 2s" "Kc Qh / 10c 10d 8h 7h 3s"',
        ),
    ),
    CliCommand(
        "way",
        "paigow.cli.way:way",
        "List, show, check, explain, tally, and compare house ways.",
        WAYS,
        (
            "paigow way list",
            "paigow way show taj-mahal",
            "paigow way check traditional",
            'paigow way explain foxwoods "As Kd Kh Qc Jh 10s 4d"',
            "paigow way tally regulation",
            "paigow way diff traditional canberra",
        ),
    ),
    CliCommand(
        "books",
        "paigow.cli.book:books",
        "List the rule books.",
        BOOKS,
        ("paigow books",),
    ),
    CliCommand(
        "book",
        "paigow.cli.book:book",
        "Show what an operator can choose, or what a paragraph or ruling means.",
        BOOKS,
        (
            "paigow book colorado-tiles",
            'paigow book commission-tiles "8(k)"',
            "paigow book maryland-poker 13.E --json",
        ),
    ),
    CliCommand(
        "submission",
        "paigow.cli.submission:submission",
        "Write, check, compare, and post an operator's rules submission.",
        BOOKS,
        (
            "paigow submission new colorado-tiles",
            "paigow submission new commission-tiles --way traditional",
            "paigow submission check maryland-poker-full",
            "paigow submission rules commission-tiles-full",
            "paigow submission compare colorado-tiles-plain colorado-tiles-full",
            "paigow submission examples",
        ),
    ),
    CliCommand(
        "odds",
        "paigow.cli.odds:odds",
        "Compute the exact edge of every bet.",
        ODDS,
        (
            "paigow odds commission-tiles",
            "paigow odds colorado-tiles --wager pair-fortunes",
            'paigow odds maryland-poker --wager "fortune A" --bet 5',
            "paigow odds commission-tiles --player best --as bank --json",
        ),
    ),
    CliCommand(
        "best",
        "paigow.cli.odds:best",
        "Show every setting of one hand with its exact value.",
        ODDS,
        ('paigow best "6-6 4-5 2-2 1-3"', 'paigow best "As Kd Jo 10h 9c 9d 2s" --as bank --json'),
    ),
    CliCommand(
        "simulate",
        "paigow.cli.odds:simulate",
        "Simulate rounds and compare them with the exact values.",
        ODDS,
        ("paigow simulate colorado-tiles-full --rounds 100000 --seed 7",),
    ),
    CliCommand(
        "equilibrium",
        "paigow.cli.best_play:equilibrium",
        "Solve the tile game: its value, and what each house way gives up to a perfect opponent.",
        ODDS,
        ("paigow equilibrium --gap 0.1 --way traditional --hands 5",),
    ),
    CliCommand(
        "seen",
        "paigow.cli.studies:seen",
        "Compute what it is worth to see other hands before you set.",
        ODDS,
        ("paigow seen traditional --hands 6",),
    ),
    CliCommand(
        "bank",
        "paigow.cli.studies:bank",
        "Compute the bank's edge against one to six opponents.",
        ODDS,
        ("paigow bank traditional --opponents 3 --rounds 100000",),
    ),
    CliCommand(
        "ratings",
        "paigow.cli.ratings:ratings",
        "Rate low and high hands by the share of opposing hands they beat.",
        ODDS,
        ("paigow ratings traditional",),
    ),
    CliCommand(
        "seat",
        "paigow.cli.seat:seat",
        "Compute a seat's bets together, for one round and for an evening.",
        ODDS,
        ("paigow seat colorado-tiles --bet main=10 --bet pair-fortunes=5 --rounds 60",),
    ),
    CliCommand(
        "backup",
        "paigow.cli.store:backup",
        "Back up a floor's store to a file, even while it runs.",
        FLOOR,
        (),
    ),
    CliCommand(
        "restore",
        "paigow.cli.store:restore",
        "Restore a backup into an empty store and audit it.",
        FLOOR,
        (),
    ),
    CliCommand(
        "move",
        "paigow.cli.moving:move",
        "Move a floor to another store, such as from SQLite to PostgreSQL, and audit it.",
        FLOOR,
        (),
    ),
    CliCommand(
        "archive",
        "paigow.cli.archive:archive",
        "Move finished rounds into a signed file for each day, and check such files.",
        FLOOR,
        (),
    ),
    CliCommand(
        "audit",
        "paigow.cli.store:audit",
        "Audit a floor: hash chains, balances, and every command.",
        FLOOR,
        (),
    ),
    CliCommand(
        "witness",
        "paigow.cli.witness:witness",
        "Follow a floor and save its signed checkpoints for paigow verify --witness.",
        FLOOR,
        (
            "paigow witness http://127.0.0.1:8480",
            "paigow witness https://floor.example --table colorado-tiles --out friday.kept",
        ),
    ),
    CliCommand(
        "tables",
        "paigow.cli.tables:tables",
        "List a floor's tables; add, close, reopen, and replace them.",
        FLOOR,
        (),
    ),
    CliCommand(
        "people",
        "paigow.cli.people:people",
        "List accounts and sessions, grant and revoke roles, reset passwords, and sign people out.",
        FLOOR,
        (),
    ),
)
