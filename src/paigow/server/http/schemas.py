"""JSON Schemas for everything on a table's socket, generated from the types themselves.

The dialect is draft 7, which AsyncAPI 3 uses. A command is as the client sends it, without `by`. An event is
as sent to clients, with its sentence, and null in the fields that are hidden from some.
"""

from __future__ import annotations

import ast
import inspect
import sys
import threading
from collections.abc import Mapping
from functools import cache
from itertools import pairwise
from types import SimpleNamespace
from typing import Any, Final, get_type_hints

import msgspec

from paigow.server.connections import protocol
from paigow.table.acts import Command, Event
from paigow.table.card_state import CardTableState
from paigow.table.chance_state import RoundChance
from paigow.table.engine import COMMANDS, EVENTS
from paigow.table.state import DealtHand, Shaker, Table
from paigow.table.text.script import ScriptLine
from paigow.table.visibility.legal import LegalOption
from paigow.table.visibility.views import OPEN_FIELDS, SECRETS

Schema = dict[str, Any]
REF: Final = "#/components/schemas/"
CLIENT_MESSAGES: Final = (
    protocol.SubmitCommand,
    protocol.Ready,
    protocol.SitOut,
    protocol.SayRemark,
    protocol.AskOptions,
    protocol.Resync,
)
SERVER_MESSAGES: Final = (
    protocol.Hello,
    protocol.Snapshot,
    protocol.Update,
    protocol.Options,
    protocol.DueShown,
    protocol.MetersShown,
    protocol.CheckpointShown,
    protocol.RemarkShown,
    protocol.Acknowledgement,
    protocol.Refusal,
    protocol.Fault,
)
_SHARED_VIEW: Final = (("schema", str), ("actor", str), ("book", str), ("table", str))
_parsing: Final = threading.Lock()
"""Python 3.11 shares the parser's depth counter between threads, so concurrent parsing can fail."""


def tag_of(kind: type[msgspec.Struct]) -> str:
    """The name of a command, an event, or a message."""
    return str(kind.__struct_config__.tag)


def ref(name: str) -> Schema:
    return {"$ref": f"{REF}{name}"}


def _view_types() -> tuple[type, type]:
    """The view as a type: the table's own fields, with masks or counts in place of hidden ones."""
    hints = get_type_hints(Table, include_extras=True)
    hand = get_type_hints(DealtHand, include_extras=True) | {
        "pieces": list[str | None],
        "low": list[str] | None,
        "high": list[str] | None,
        "fouled": bool | None,
    }
    hand_type = msgspec.defstruct("HandView", list(hand.items()))
    partly = {
        "stock": list[int],
        "shaker": Shaker,
        "cards": CardTableState,
        "record": int,
        "edition": str | None,
        "chance": RoundChance | None,
        "hands": list[hand_type],  # type: ignore[valid-type]
        "discards": list[hand_type],  # type: ignore[valid-type]
    }
    fields = {**dict(_SHARED_VIEW), **{name: hints[name] for name in sorted(OPEN_FIELDS)}, **partly}
    return msgspec.defstruct("View", list(fields.items())), hand_type


@cache
def components() -> Mapping[str, Schema]:
    """Every schema by name: messages, commands, events, the view, options, and their parts."""
    view, hand = _view_types()
    kinds: tuple[type, ...] = (
        *COMMANDS,
        *EVENTS,
        *CLIENT_MESSAGES,
        *SERVER_MESSAGES,
        LegalOption,
        ScriptLine,
        view,
        hand,
    )
    _, found = msgspec.json.schema_components(kinds, ref_template=REF + "{name}")
    schemas: dict[str, Schema] = {name: _draft_7(schema) for name, schema in found.items()}
    for command in COMMANDS:
        _as_sent(schemas[command.__name__])
    for event in EVENTS:
        _as_told(event, schemas[event.__name__])
    schemas["Command"] = _one_of(COMMANDS, "Any command, without `by`.")
    schemas["Event"] = _one_of(EVENTS, "Any event.")
    schemas["Layout"] = {
        "type": "object",
        "description": "Limits, wagers, banking, timers and choices: see GET /api/tables/{table}.",
    }
    _fill_in(schemas)
    _explain(schemas, {kind.__name__: kind for kind in (*kinds, Table)})
    return schemas


def _draft_7(schema: Any) -> Any:
    """The same without keywords of later drafts, which write tuples differently."""
    if isinstance(schema, list):
        return [_draft_7(each) for each in schema]
    if not isinstance(schema, dict):
        return schema
    plain = {name: _draft_7(value) for name, value in schema.items() if name != "prefixItems"}
    if "prefixItems" in schema:
        plain["items"] = _draft_7(schema["prefixItems"])
        plain["additionalItems"] = False
    return plain


def _as_sent(schema: Schema) -> None:
    """A command as a client sends it: the sender is known from the session."""
    schema["properties"].pop("by")
    schema["required"] = [name for name in schema["required"] if name != "by"]


def _as_told(kind: type[Event], schema: Schema) -> None:
    """An event with its sentence; a field hidden from a viewer is null."""
    properties = schema["properties"]
    for name in _hidden(kind):
        properties[name] = {"anyOf": [properties[name], {"type": "null"}]}
    properties["told"] = {"type": "string", "description": "The event as a sentence; empty if there is none."}
    schema["required"] = [*schema.get("required", ["event"]), "told"]


def _hidden(kind: type[Event]) -> tuple[str, ...]:
    """The fields hidden from a bystander."""
    secret = SECRETS.get(kind)
    bystander: Any = SimpleNamespace(place=1, set_by="a player", person="a player")
    return () if secret is None else secret(bystander, "a bystander") or ()


def _one_of(kinds: tuple[type[msgspec.Struct], ...], what: str) -> Schema:
    return {"description": what, "oneOf": [ref(kind.__name__) for kind in kinds]}


def _fill_in(schemas: dict[str, Schema]) -> None:
    """Describe the parts that messages carry in encoded form."""
    events = {"type": "array", "items": ref("Event")}
    lines = {"type": "array", "items": ref("ScriptLine")}
    options = {"type": "array", "items": ref("LegalOption")}
    parts = {
        "Hello": {"layout": ref("Layout")},
        "Snapshot": {"layout": ref("Layout"), "view": ref("View"), "events": events, "options": options},
        "Update": {"view": _changed_parts(schemas["View"]), "events": events, "lines": lines},
        "Options": {"options": options},
        "DueShown": {
            "act": {"anyOf": [_offered(), {"type": "null"}]},
            "lines": lines,
            "follow_up": lines,
        },
        "SubmitCommand": {"command": ref("Command")},
        "LegalOption": {"command": _offered()},
    }
    for name, properties in parts.items():
        schemas[name]["properties"] |= properties
    count = {"type": "integer", "description": "How many cards."}
    cards = schemas["CardTableState"]["properties"]
    cards["stub"] = count
    schemas[cards["cut"]["$ref"].removeprefix(REF)]["properties"]["uncut"] = count


def _offered() -> Schema:
    """A command with its sender: leave `by` out when you send it."""
    fields = {"do": {"type": "string"}, "by": {"type": "string"}}
    note = "A command as it would be accepted, with `by`; leave `by` out when you send it."
    return {"type": "object", "description": note, "properties": fields, "required": ["do", "by"]}


def _changed_parts(view: Schema) -> Schema:
    """Any parts of the view, each complete."""
    note = "The parts of the view that changed, each whole."
    return {
        "type": "object",
        "description": note,
        "properties": view["properties"],
        "additionalProperties": False,
    }


def _explain(schemas: dict[str, Schema], kinds: Mapping[str, type]) -> None:
    """Add a field's docstring from the source as its description."""
    for name, kind in _with_parts(kinds).items():
        schema = schemas.get(name)
        for field, words in notes_of(kind).items() if schema else ():
            if schema and field in schema.get("properties", {}):
                schema["properties"][field].setdefault("description", words)
    for field, words in notes_of(Table).items():
        if field in schemas["View"]["properties"]:
            schemas["View"]["properties"][field].setdefault("description", words)


def _with_parts(kinds: Mapping[str, type]) -> Mapping[str, type]:
    """The records, and all types their fields use."""
    found: dict[str, type] = {}
    waiting: list[object] = list(msgspec.inspect.multi_type_info(kinds.values()))
    while waiting:
        match waiting.pop():
            case msgspec.inspect.StructType() as record:
                if record.cls.__name__ not in found:
                    found[record.cls.__name__] = record.cls
                    waiting += [field.type for field in record.fields]
            case msgspec.inspect.UnionType(types=parts):
                waiting += parts
            case msgspec.inspect.TupleType(item_types=parts):
                waiting += parts
            case msgspec.inspect.VarTupleType(item_type=part) | msgspec.inspect.ListType(item_type=part):
                waiting.append(part)
            case msgspec.inspect.DictType(value_type=part):
                waiting.append(part)
    return {**found, "HandView": DealtHand}


@cache
def _classes_of(module: str) -> Mapping[str, ast.ClassDef]:
    """The classes in a module's source, by name. Parsing takes most of the time, so each is parsed once."""
    try:
        source = inspect.getsource(sys.modules[module])
    except (OSError, TypeError, KeyError):
        return {}
    with _parsing:
        tree = ast.parse(source)
    return {node.name: node for node in tree.body if isinstance(node, ast.ClassDef)}


@cache
def notes_of(kind: type) -> Mapping[str, str]:
    """The docstrings under the fields of a record, or the members of an enum, in its source."""
    node = _classes_of(kind.__module__).get(kind.__name__)
    body = node.body if node else []
    found = {}
    for field, after in pairwise(body):
        match field, after:
            case (
                ast.AnnAssign(target=ast.Name(id=name)) | ast.Assign(targets=[ast.Name(id=name)]),
                ast.Expr(value=ast.Constant(value=str(words))),
            ):
                found[name] = " ".join(words.replace("None", "null").split())
    return found


def described(kind: type[Command | Event]) -> str:
    """The first paragraph of a command's or event's docstring; empty if it has none."""
    own = kind.__dict__.get("__doc__") or ""
    return " ".join(inspect.cleandoc(own).partition("\n\n")[0].split())
