"""What is wrong with one field of a request, and what is allowed there, from the field's own schema."""

from __future__ import annotations

import re
from collections.abc import Iterator, Mapping, Sequence
from typing import Annotated, Any, Final

from fastapi.routing import APIRoute
from pydantic import BaseModel, TypeAdapter

from paigow.faults import LONGEST_SHOWN, BadInput, suggestion

_WRONG: Final = (
    ("missing", "{field} is missing"),
    ("extra_forbidden", "{field} isn't a field here"),
    ("(int|float|decimal)_.*", "{field} must be a whole number"),
    ("bool_.*", "{field} must be true or false"),
    ("string_(type|unicode|sub_type)", "{field} must be text"),
    ("string_too_long", "{field} can have at most {max_length} characters"),
    ("string_too_short", "{field} must have at least {min_length} characters"),
    ("string_pattern_mismatch", "{field} has characters that can't be used"),
    ("literal_error|enum", "{field} must be {expected}"),
    ("greater_than_equal", "{field} must be {ge} or more"),
    ("greater_than", "{field} must be more than {gt}"),
    ("less_than_equal", "{field} must be {le} or less"),
    ("less_than", "{field} must be less than {lt}"),
    ("(list|tuple|set)_type", "{field} must be a list"),
    ("too_long", "{field} can have at most {max_length} items"),
    ("too_short", "{field} must have at least {min_length} items"),
    ("(dict|model|model_attributes|dataclass)_type", "{field} must be an object"),
)
"""The validator's error types for a single field, and our wording."""
_OBJECT: Final = "Send a JSON object with Content-Type: application/json."
_UNBOUNDED: Final = 10**9
"""A larger bound only keeps numbers within their type, so messages don't mention it."""


def wrong_field(error: Mapping[str, Any], route: Any) -> tuple[str, str | None]:
    """A validation error as the problem and what is allowed."""
    kind, place = str(error["type"]), tuple(error["loc"])
    if place == ("body",) and kind != "value_error":
        return "The body isn't a JSON object.", _OBJECT
    if kind == "json_invalid":
        return f"The body isn't valid JSON (at character {place[-1]}).", _OBJECT
    bounds = error.get("ctx", {})
    if isinstance(fault := bounds.get("error"), BadInput):
        return fault.problem, fault.allowed
    for form, words in _WRONG:
        if re.fullmatch(form, kind):
            allowed = _allowed(route, place, kind) if isinstance(route, APIRoute) else None
            told = words.format(field=_field(place), **bounds)
            return re.sub(r"\b1 (character|item)s\b", r"1 \1", told), allowed
    return str(error["msg"]).removeprefix("Value error, "), None


def _field(place: Sequence[str | int]) -> str:
    """The subject of a validation error: a field, an item of a list, or a key of an object."""
    match place:
        case [*_, field, key, "[key]"]:
            return f"the key {str(key)[:LONGEST_SHOWN]!r} of `{field}`"
        case [*_, field, int(index)]:
            return f"`{field}[{index}]`"
    return f"`{place[-1]}`"


def _allowed(route: APIRoute, place: tuple[str | int, ...], kind: str) -> str | None:
    """What a route's schema allows at a place, as an instruction: "give a whole number from 0 to 5"."""
    schema, steps = _start(route, place)
    definitions = schema.get("$defs", {})
    for step in steps:
        schema = _resolved(schema, definitions)
        if step == "[key]":
            return _order({"type": "string", **schema})
        if isinstance(step, int):
            schema = schema.get("items", {})
        elif step in (fields := schema.get("properties", {})):
            schema = fields[step]
        elif kind == "extra_forbidden":
            return suggestion(str(step), fields, f"leave it out; the fields are {', '.join(fields)}")
        else:
            keys, values = schema.get("propertyNames", {}), schema.get("additionalProperties", {})
            schema = keys if place[-1] == "[key]" else values
        if not isinstance(schema, dict):
            return None
    return _order(_resolved(schema, definitions))


def _start(route: APIRoute, place: tuple[str | int, ...]) -> tuple[dict[str, Any], tuple[str | int, ...]]:
    """The schema of the body, or of a parameter in the address, and the path from there."""
    body = [] if route.body_field is None else [route.body_field]
    for field in body if place[0] == "body" else _parameters(route.dependant):
        info = field.field_info
        kind: Any = Annotated[info.annotation, info]
        if isinstance(info.annotation, type) and issubclass(info.annotation, BaseModel):
            return TypeAdapter(kind).json_schema(), place[1:]
        if field.alias == place[1]:
            return TypeAdapter(kind).json_schema(), place[2:]
    return {}, ()


def _parameters(dependant: Any) -> Iterator[Any]:
    """The parameters a route takes from the address, including those of its dependencies."""
    yield from (*dependant.path_params, *dependant.query_params)
    for each in dependant.dependencies:
        yield from _parameters(each)


def _resolved(schema: dict[str, Any], definitions: dict[str, Any]) -> dict[str, Any]:
    """A schema without its wrapping reference or null."""
    for each in schema.get("anyOf", ()):
        if each.get("type") != "null":
            return _resolved(each, definitions)
    if "$ref" in schema:
        return _resolved(definitions[schema["$ref"].rpartition("/")[2]], definitions)
    return schema


def _order(schema: Mapping[str, Any]) -> str | None:
    match schema:
        case {"enum": [one, other]}:
            return f"give {one} or {other}"
        case {"enum": [*first, last]}:
            return f"give {', '.join(map(str, first))}, or {last}"
        case {"const": value}:
            return f"give {value}"
        case {"type": "boolean"}:
            return "give true or false"
        case {"type": "integer" | "number"}:
            return " ".join(("give a whole number", *_range(schema, "minimum", "maximum")))
        case {"type": "string"}:
            words = ("give text", *_range(schema, "minLength", "maxLength", "characters"))
            example = f", such as {each}" if (each := next(iter(schema.get("examples", ())), None)) else ""
            return " ".join(words) + example
        case {"type": "array"}:
            return " ".join(("give a list", *_range(schema, "minItems", "maxItems", "items")))
        case {"type": "object", "properties": fields}:
            return f"give an object with {', '.join(fields)}"
        case {"type": "object"}:
            return "give an object"
    return None


def _range(schema: Mapping[str, Any], least: str, most: str, what: str = "") -> Iterator[str]:
    """The bounds of a schema in words: "from 0 to 5", "of at most 64 characters"."""
    low, high = (
        None if abs(schema.get(each, 0)) > _UNBOUNDED else schema.get(each) for each in (least, most)
    )
    match (low or None) if what else low, high:
        case None, None:
            return
        case None, _:
            yield f"of at most {high}"
        case _, None:
            yield f"of at least {low}"
            what = what[:-1] if low == 1 else what
        case _:
            yield f"of {low} to {high}" if what else f"from {low} to {high}"
    if what:
        yield what
