"""`paigow script`: what must be in place at a table, and all that its dealer says and does. Not a round."""

from __future__ import annotations

from itertools import groupby
from typing import TYPE_CHECKING, Annotated

import typer

from paigow.cli.output import JsonFlag, console, emit

if TYPE_CHECKING:
    from paigow.table.house.equipment import Item
    from paigow.table.text.script import Line

OPENINGS = {"on": "With", "after": "After", "wait": "While waiting:", "always": "All the time"}


def script(
    source: Annotated[str, typer.Argument(metavar="FILE", help="A submission, or a rule book's name.")],
    as_json: JsonFlag = False,
) -> None:
    """Print the dealer's script of a table: equipment, then what is said and done, with its paragraphs."""
    from paigow.submissions.files import load_submission
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
                "at": line.key,
                "who": line.who,
                "say": line.say,
                "do": line.do,
                "paragraphs": list(line.cites),
            }
            for line in lines
        ],
    }
    title = f"{submission.book.title}: table {rules.table.number}"
    emit(payload, "paigow/script/1", as_json, lambda: _print(title, items, lines))


def _print(title: str, items: tuple[Item, ...], lines: tuple[Line, ...]) -> None:
    out = console()
    out.print(title, style="bold", markup=False)
    out.print("\nIn place before the table opens", style="bold")
    for item in items:
        approved = f", approved as {item.approval}" if item.approval else ""
        out.print(f"  {item.what}{approved}", markup=False)
        out.print(f"    {', '.join(item.cites)}", style="dim", markup=False)
    for key, group in groupby(lines, key=lambda line: line.key):
        out.print(f"\n{_heading(key)}", style="bold", markup=False)
        for line in group:
            who = "" if line.who == "dealer" else f"{line.who}: "
            if line.say:
                out.print(f'  {who}"{line.say}"', markup=False)
            out.print(f"  {who}{line.do}", markup=False)
            out.print(f"    {', '.join(line.cites)}", style="dim", markup=False)


def _heading(key: str) -> str:
    """`on wash-cards` as words."""
    when, _, what = key.partition(" ")
    return f"{OPENINGS[when]} {what.replace('-', ' ')}".strip()
