"""`paigow deal`, `replay`, `verify`, and `script`: rounds as files, and the dealer's script. Not `play`."""

from __future__ import annotations

from dataclasses import replace
from pathlib import Path
from typing import TYPE_CHECKING, Annotated

import typer

from paigow.cli.arguments import file_from, submission_argument
from paigow.cli.files import ForceFlag, require_new, write_file
from paigow.cli.output import JsonFlag, bar, console, emit
from paigow.cli.table_text import ActTold, act_told, print_act, print_standing
from paigow.faults import BadInput, suggestion
from paigow.library.rounds import round_text
from paigow.material.notation import counted
from paigow.submissions.checking import load_submission, require_submission
from paigow.submissions.rules import Rules
from paigow.table.autoplay.chance import seed_from
from paigow.table.autoplay.players import PLAYERS
from paigow.table.autoplay.self_play import record
from paigow.table.engine import decide, evolve
from paigow.table.records.roundfile import Act, RoundFile, parse_rounds, print_rounds
from paigow.table.records.verifying import verify_text
from paigow.table.refusals import Refused
from paigow.table.state import Table

if TYPE_CHECKING:
    from paigow.table.house.equipment import RequiredItem
    from paigow.table.text.script import ScriptLine

MOST_ROUNDS = 100_000
DEFAULT_PLAYERS = "house-way,banker,house-way,banker,random,house-way"
EXAMPLE = Path("example")
ROUND = "\nround "
"""The first line of a round in a round file."""
RoundFileArgument = Annotated[
    Path,
    typer.Argument(
        metavar="FILE",
        help="A round file, or `example` for one dealt now. - reads standard input.",
        callback=file_from(".rounds"),
    ),
]


def deal(
    source: Annotated[str, submission_argument("FILE", "A submission, or a rule book's name.")],
    rounds: Annotated[int, typer.Option(min=1, max=MOST_ROUNDS, help="How many rounds to play.")] = 1,
    seed: Annotated[str, typer.Option(help="The same seed deals the same rounds.")] = "1",
    players: Annotated[
        str,
        typer.Option(
            help="Bots from position 1, separated by commas: house-way, banker, bonus, dice, random."
        ),
    ] = DEFAULT_PLAYERS,
    out: Annotated[
        Path | None, typer.Option(help="Write the round file here instead of printing it.")
    ] = None,
    force: ForceFlag = False,
    as_json: JsonFlag = False,
) -> None:
    """Play rounds with bots and write a file that can be replayed and verified."""
    require_new(force, out)
    submission = load_submission(source)
    rules = submission.rules
    with bar("dealing", rounds) as advance:
        kinds = _players(players, rules)
        file = record(rules, submission.text, seed_from(seed), kinds, rounds, finished=advance)
    if out is not None:
        write_file(out, print_rounds(file), "--out")
    payload = {
        "submission": submission.digest,
        "seed": file.seed.hex() if file.seed else None,
        "file": str(out) if out else None,
        "rounds": [
            {"acts": len(each.acts), "state": each.state, "chain": each.chain} for each in file.rounds
        ],
        "played": [each.as_json() for each in file.played()] if as_json else [],
    }
    acts = sum(len(each.acts) for each in file.rounds)

    def say() -> None:
        done = f"{counted(len(file.rounds), 'round')}, {counted(acts, 'step')}, written to {out}"
        print(done if out else print_rounds(file).rstrip("\n"))

    emit(payload, "paigow/deal/1", as_json, say)


def _players(text: str, rules: Rules) -> list[str]:
    kinds = [kind.strip() for kind in text.split(",") if kind.strip()][: rules.table.chairs]
    for kind in kinds:
        if kind not in PLAYERS:
            raise BadInput(
                f"there is no bot called {kind!r}",
                allowed=suggestion(kind, PLAYERS),
            )
    if not kinds:
        raise BadInput(
            "no bots were named", allowed=f"name one to {rules.table.chairs} of {', '.join(PLAYERS)}"
        )
    return kinds


def replay(
    path: RoundFileArgument,
    to: Annotated[
        int | None, typer.Option(min=0, help="Stop after this many steps of the file and show the table.")
    ] = None,
    round_: Annotated[int | None, typer.Option("--round", min=1, help="Show only this round.")] = None,
    as_json: JsonFlag = False,
) -> None:
    """Replay rounds step by step: what the dealer says and does, what happens, and what money moves."""
    file = load_rounds(path)
    rules = require_submission(file.submission, "the file's submission").rules
    if round_ is not None:
        if round_ > len(file.rounds):
            raise BadInput(
                f"there is no round {round_}",
                where="--round",
                allowed=f"the file has {_rounds_in(file)}",
            )
        file = replace(file, rounds=file.rounds[:round_])
    told, table = _told(rules, file, to)
    told = [act for act in told if round_ in (None, act.round)]
    payload = {"acts": [each.as_json() for each in told], "step": table.step.value, "version": table.version}

    def text() -> None:
        out = console()
        for each in told:
            print_act(out, each)
        print_standing(out, rules, table)

    emit(payload, "paigow/replay/1", as_json, text)


def _told(rules: Rules, file: RoundFile, to: int | None) -> tuple[list[ActTold], Table]:
    table = file.opens
    told: list[ActTold] = []
    for number, each in enumerate(file.rounds, start=1):
        for act in each.acts:
            if to is not None and len(told) >= to:
                return told, table
            _require_sound(rules, table, act, len(told) + 1)
            before = table
            for event in act.events:
                table = evolve(table, event)
            told.append(act_told(rules, before, table, act, len(told) + 1, number))
    return told, table


def _require_sound(rules: Rules, table: Table, act: Act, number: int) -> None:
    try:
        sound = decide(rules, table, act.command) == act.events
    except Refused:
        sound = False
    if not sound:
        raise BadInput(f"act {number} doesn't follow from the rules", allowed="run paigow verify for details")


def verify(
    path: RoundFileArgument,
    without_draws: Annotated[
        bool, typer.Option("--without-draws", help="Exit with 0 even if the draws couldn't be checked.")
    ] = False,
    witness: Annotated[
        Path | None, typer.Option(metavar="KEPT", help="Checkpoints saved by `paigow witness`.")
    ] = None,
    as_json: JsonFlag = False,
) -> None:
    """Verify rounds: rules, money, hash chain, seed, words, beacon, and draws.

    --witness also checks that the floor's history matches the checkpoints you saved.

    Exits with 1 if anything is wrong or couldn't be checked.
    """
    text = print_rounds(_example()) if path == EXAMPLE else round_text(path)
    with bar("verifying", 2 * text.count(ROUND)) as advance:
        report = verify_text(text, advance)
    if witness is not None:
        from paigow.store.testimony import parse_testimony, testify

        report = testify(report, parse_testimony(_read_checkpoints(witness)))
    elif report.file is not None and report.file.place is not None:
        from paigow.store.testimony import own_notes

        report = own_notes(report)
    payload = report.as_json(without_draws=without_draws)
    emit(payload, "paigow/verify/1", as_json, lambda: print(*report.lines(), sep="\n"))
    if not report.is_sound(without_draws=without_draws):
        raise typer.Exit(1)


def _rounds_in(file: RoundFile) -> str:
    return "one round" if len(file.rounds) == 1 else f"rounds 1 to {len(file.rounds)}"


def load_rounds(path: Path) -> RoundFile:
    if path == EXAMPLE:
        return _example()
    text = round_text(path)
    with bar("reading", text.count(ROUND)) as advance:
        return parse_rounds(text, advance)


def _example() -> RoundFile:
    submission = load_submission("commission-tiles-full")
    return record(submission.rules, submission.text, seed_from("example"), ["house-way", "banker"], 2)


def _read_checkpoints(path: Path) -> str:
    allowed = "give a file that paigow witness wrote"
    try:
        return path.read_text(encoding="utf-8")
    except FileNotFoundError:
        raise BadInput(f"there is no file {str(path)!r}", allowed=allowed) from None
    except UnicodeDecodeError:
        raise BadInput(f"{str(path)!r} is not text", allowed=allowed) from None
    except OSError as fault:
        raise BadInput(f"{str(path)!r} can't be read: {fault.strerror}", allowed=allowed) from None


def script(
    source: Annotated[str, submission_argument("FILE", "A submission, or a rule book's name.")],
    as_json: JsonFlag = False,
) -> None:
    """Print a table's dealer script: equipment, then what to say and do, with paragraphs."""
    from paigow.table.house.equipment import equipment_of
    from paigow.table.text.script import manual

    submission = load_submission(source)
    rules = submission.rules
    items, lines = equipment_of(rules), manual(rules)
    payload = {
        "submission": submission.digest,
        "equipment": [
            {
                "item": item.name,
                "what": item.what,
                "approval": item.approval or None,
                "paragraphs": list(item.cites),
            }
            for item in items
        ],
        "lines": [
            {
                "step": line.key,
                "who": line.who,
                "say": line.say or None,
                "do": line.do,
                "paragraphs": list(line.cites),
            }
            for line in lines
        ],
    }
    title = f"{submission.book.title}: table {rules.table.number}"
    tiles = rules.is_tiles
    emit(payload, "paigow/script/1", as_json, lambda: _print_script(title, items, lines, tiles))


def _print_script(
    title: str, items: tuple[RequiredItem, ...], lines: tuple[ScriptLine, ...], tiles: bool
) -> None:
    from paigow.cli.script_headings import script_heading

    out = console()
    headings = {key: script_heading(key, tiles) for key in dict.fromkeys(line.key for line in lines)}
    out.print(title, style="bold", markup=False)
    out.print("\nIn place before the table opens", style="bold")
    for item in items:
        approved = f", approved as {item.approval}" if item.approval else ""
        out.print(f"  {item.what}{approved}", markup=False)
        out.print(f"    {', '.join(item.cites)}", style="dim", markup=False)
    for key, heading in headings.items():
        out.print(f"\n{heading}", style="bold", markup=False)
        for line in (each for each in lines if each.key == key):
            who = "" if line.who == "dealer" else f"{line.who}: "
            if line.say:
                out.print(f'  {who}"{line.say}"', markup=False)
            out.print(f"  {who}{line.do}", markup=False)
            out.print(f"    {', '.join(line.cites)}", style="dim", markup=False)
