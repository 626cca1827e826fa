"""Writes docs/protocol-catalog.md from the types: `python -m tests.docs.catalog`. A test compares it."""

from __future__ import annotations

import json
from collections.abc import Iterable, Iterator
from inspect import cleandoc
from pathlib import Path
from typing import Any, Final

from paigow.server.http.schemas import components, described, notes_of, tag_of
from paigow.table.acts import Command
from paigow.table.engine import COMMANDS, EVENTS, PLAYER, occasion_of
from paigow.table.records.codec import decode_command
from paigow.table.refusals import Reason
from paigow.table.state import Step
from paigow.table.text.phrases import command_text
from paigow.table.text.tellings import tell_record

ROOT: Final = Path(__file__).parent.parent.parent
PAGE: Final = ROOT / "docs" / "protocol-catalog.md"
JOURNALS: Final = ROOT / "tests" / "table" / "journals"
HEAD: Final = """# Protocol catalog

Everything that goes over a table's socket: commands, events, the view, options, refusals. This page is
generated from the types that the server uses; `/api/asyncapi.json` has the same as JSON Schema in an
AsyncAPI 3 document. [The protocol](protocol.md) says how they work together. Money is in cents, a tile or
card is its notation (`6-6`, `10h`), and a position is 1 to 6; place 0 is the dealer's. A field with a default
can be left out.
"""
EXAMPLES: Final[dict[str, dict[str, Any]]] = {
    "sit": {"do": "sit", "position": 1},
    "buy-in": {"do": "buy-in", "chips": 50_000},
    "place-wager": {"do": "place-wager", "position": 1, "chips": 2_500},
    "set-hand": {"do": "set-hand", "position": 1, "low": ["2-2", "1-3"]},
}
"""Readable examples; the stored ones only exercise every field."""
NOTES: Final = {
    "position": "a betting position, 1 to 6",
    "place": "a position, or 0 for the dealer's hand",
    "chips": "in cents",
    "kind": "`main`, or a side wager's name as in the layout",
    "person": "a person, as in `chairs`",
    "low": "the tiles or cards of the low hand",
    "high": "the tiles or cards of the high hand",
    "pieces": "tiles or cards; null for one that you can't see",
    "co_bank": "whether the house carries half",
    "schema": "`paigow/view/1`",
    "actor": "who sees this: you",
    "book": "the rule book's name",
    "table": "the table's number",
    "balances": "cents by account: `rack/PERSON` is your rail, `inventory` the tray",
    "bank": "the player who banks this round; null while the house does",
    "bets_open": "whether wagers can be placed",
    "between": "what carries over from round to round",
    "chairs": "who sits at position 1, 2 and so on; null for an empty seat",
    "delivery": "the style of delivery that the bank chose",
    "offer": "the bank or the cut, while it is offered to somebody",
    "round": "how many rounds have begun here",
    "step": "what the table is at",
    "version": "one for each event since the table opened",
    "shaker": "the dice; null under the lid",
    "record": "how many wagers have been settled",
    "why": "what the inspection found",
    "fouled": "whether the low hand outranks the high hand",
    "lid_off": "whether the lid is off",
    "commitment": "a hash, in hex",
    "hands": "the hands on the layout",
    "status": "what has become of the hand",
    "outcome": "win, push or lose, once compared",
    "eye": "the Dragon's Eye wagers' button and marker",
    "cards": "decks, devices and the cut of a card table",
    "tiles": "the sets of a tile table",
    "seal": "the seed of rounds of the first edition",
    "then": "the step that follows",
    "because": "why the dealer acts for a player",
}
"""The meaning of fields that their types don't explain."""
CARRIED: Final = {"cites", "postings", "told", "event", "do"}


def stored(name: str, key: str) -> dict[str, dict[str, Any]]:
    """One example of each kind."""
    text = (JOURNALS / name).read_text(encoding="utf-8")
    return {line[key]: line for line in map(json.loads, reversed(text.splitlines())) if line}


def type_of(schema: dict[str, Any]) -> str:
    """A schema in a few words."""
    if "$ref" in schema:
        name = schema["$ref"].rpartition("/")[2]
        target = components()[name]
        return type_of(target) if "enum" in target else f"[{name}](#{name.lower()})"
    if "anyOf" in schema:
        return " or ".join(dict.fromkeys(type_of(each) for each in schema["anyOf"]))
    if "enum" in schema:
        words = schema["enum"]
        return " \\| ".join(f"`{word}`" for word in words) if len(words) <= 8 else "a step"
    if schema.get("type") == "array":
        items = schema.get("items", {})
        if isinstance(items, list):
            return f"[{', '.join(map(type_of, items))}]"
        return f"list of {type_of(items)}"
    if schema.get("type") == "object" and isinstance(schema.get("additionalProperties"), dict):
        return f"object of {type_of(schema['additionalProperties'])}"
    return str(schema.get("type", "anything"))


def fields(name: str, leave_out: Iterable[str] = ()) -> Iterator[tuple[str, str, str]]:
    """The fields of a schema: name, type with default, note."""
    schema = components()[name]
    for field, each in schema.get("properties", {}).items():
        if field in leave_out:
            continue
        default = each.get("default", ...)
        said = "" if default is ... else f", default `{json.dumps(default)}`"
        note = each.get("description") or NOTES.get(field, "")
        yield field, f"{type_of(each)}{said}", note.replace("|", "\\|")


def in_a_line(name: str) -> str:
    return ", ".join(f"`{field}`: {kind}" for field, kind, _ in fields(name, CARRIED)) or "no fields"


def table(name: str, leave_out: Iterable[str] = ()) -> Iterator[str]:
    rows = list(fields(name, leave_out))
    if rows:
        yield "| field | type | |\n|---|---|---|"
        yield from (f"| `{field}` | {kind} | {note} |" for field, kind, note in rows)
        yield ""


def example(record: dict[str, Any], leave_out: Iterable[str] = ("by",)) -> str:
    return f"`{json.dumps({name: value for name, value in record.items() if name not in leave_out})}`"


def when(kind: type[Command]) -> str:
    steps = occasion_of(kind).steps
    listed = ", ".join(f"`{step.value}`" for step in Step if step in steps)
    return "at any step" if len(steps) == len(Step) else f"at {listed}"


def commands() -> Iterator[str]:
    known = stored("commands.jsonl", "do")
    players = [kind for kind in COMMANDS if PLAYER in occasion_of(kind).who]
    staff = [kind for kind in COMMANDS if kind not in players and occasion_of(kind).who]
    yield "## Commands of players\n"
    for kind in players:
        record = EXAMPLES.get(tag_of(kind), known[tag_of(kind)])
        what = described(kind) or f"As in “{command_text(decode_command(json.dumps(record)))}”."
        yield f"### {tag_of(kind)}\n\n{what} Possible {when(kind)}.\n"
        yield from table(kind.__name__, {"do"})
        yield f"Example: {example(record)}\n"
    yield "## Commands of the dealer and the floor\n"
    yield "| command | who | when | fields | |\n|---|---|---|---|---|"
    for kind in staff:
        who = " or ".join(sorted(occasion_of(kind).who))
        what = described(kind) or f"“{command_text(decode_command(json.dumps(known[tag_of(kind)])))}”"
        yield f"| `{tag_of(kind)}` | {who} | {when(kind)} | {in_a_line(kind.__name__)} | {what} |"
    yield ""


def events() -> Iterator[str]:
    known = stored("events.jsonl", "event")
    yield "## Events\n"
    yield (
        "Every event also has `cites`, the paragraphs and rulings that it performs, `postings`, the money "
        "that moved as `[account, cents]`, and `told`, a sentence. A field that is hidden from you is null.\n"
    )
    yield "| event | fields | what happened | example |\n|---|---|---|---|"
    for kind in EVENTS:
        record = known[tag_of(kind)]
        what = described(kind) or tell_record({**record}) or ""
        cells = (f"`{tag_of(kind)}`", in_a_line(kind.__name__), what, example(record, {"cites", "postings"}))
        yield f"| {' | '.join(cell.replace(chr(10), ' ') for cell in cells)} |"
    yield ""


def reachable(name: str, found: dict[str, None]) -> dict[str, None]:
    """The records that a schema is made of, in order."""
    for target in _references(components()[name]):
        if target not in found and "properties" in components()[target]:
            found[target] = None
            reachable(target, found)
    return found


def _references(schema: Any) -> Iterator[str]:
    if isinstance(schema, dict):
        if isinstance(schema.get("$ref"), str):
            yield schema["$ref"].rpartition("/")[2]
        for each in schema.values():
            yield from _references(each)
    elif isinstance(schema, list):
        for each in schema:
            yield from _references(each)


def records() -> Iterator[str]:
    yield "## View\n\nThe table as you see it, in `snapshot` whole and in `update` the parts that changed.\n"
    yield from table("View")
    yield "Steps: " + ", ".join(f"`{step.value}`" for step in Step) + ".\n"
    found = reachable("View", {})
    for kind in (*COMMANDS, *EVENTS):
        reachable(kind.__name__, found)
    for name in found:
        yield f"### {name}\n"
        yield from table(name)
    yield "## Options\n\nA command that would be accepted now, and the fields of it that you can change.\n"
    for name in ("LegalOption", "Free", "Sum"):
        yield f"### {name}\n\n{cleandoc(components()[name].get('description', ''))}\n"
        yield from table(name)


def refusals() -> Iterator[str]:
    yield "## Refusals\n\n`reason` is one of these, the first that applies. `sentence` is for people.\n"
    yield "| reason | |\n|---|---|"
    notes = notes_of(Reason)
    for reason in Reason:
        yield f"| `{reason.value}` | {notes.get(reason.name, '')} |"
    yield ""


def page() -> str:
    """The whole page."""
    parts = (HEAD, *commands(), *events(), *records(), *refusals())
    return "\n".join(parts).rstrip() + "\n"


if __name__ == "__main__":
    PAGE.write_text(page(), encoding="utf-8")
