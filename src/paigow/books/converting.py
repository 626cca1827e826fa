"""Parsed TOML as records, with each mistake told as a sentence: the key, its table, what is allowed."""

from __future__ import annotations

import re
from typing import Any, Final, TypeVar

import msgspec
from msgspec import inspect

from paigow.faults import BadInput, suggestion

T = TypeVar("T")
_TOLD: Final = {
    "int": "a whole number",
    "str": "text",
    "bool": "true or false",
    "float": "a number",
    "array": "a list",
    "object": "a table",
    "null": "nothing",
}
_TYPE: Final = re.compile(r"Expected `(?P<wanted>[a-z |]+)`, got `(?P<got>[a-z]+)`")
_UNKNOWN: Final = re.compile(r"Object contains unknown field `(?P<key>.*)`")
_MISSING: Final = re.compile(r"Object missing required field `(?P<key>.*)`")
_VALUE: Final = re.compile(r"Invalid enum value (?P<value>.*)")


def converted(raw: object, type_: type[T], where: str, table: str = "") -> T:
    """The record that parsed TOML stands for; `table` is the key it is under. BadInput names the key."""
    try:
        return msgspec.convert(raw, type_)
    except msgspec.ValidationError as wrong:
        message, _, path = str(wrong).partition(" - at `")
        parts = [part for part in re.split(r"[.$`]+", path.replace("[...]", "[]")) if part]
        problem, allowed = _told(message, parts, type_, table)
        raise BadInput(problem, where=where, allowed=allowed) from wrong


def _told(message: str, parts: list[str], type_: type[Any], table: str) -> tuple[str, str | None]:
    full = [*([table] if table else []), *(part.replace("[]", ".*") for part in parts)]
    if found := _UNKNOWN.match(message):
        key, known = found["key"], _keys(type_, parts)
        return f"there is no key {key!r}{_inside(full)}", suggestion(key, known)
    if found := _MISSING.match(message):
        return f"the key {found['key']!r} is missing{_inside(full)}", f"add {found['key']!r}"
    key = f"{full[-1]!r}{_inside(full[:-1])}" if full else "this"
    if found := _TYPE.match(message):
        wanted = " or ".join(_TOLD.get(each.strip(), each.strip()) for each in found["wanted"].split("|"))
        return f"{key} is {_TOLD.get(found['got'], found['got'])}", f"give {wanted}"
    if found := _VALUE.match(message):
        value = found["value"].strip("'")
        return f"{key} can't be {value!r}", suggestion(value, _values(type_, parts))
    return f"{key}: {message}", None


def _inside(parts: list[str]) -> str:
    return f" in [{'.'.join(parts)}]" if parts else ""


def _at(type_: type[Any], parts: list[str]) -> inspect.Type:
    """The type at the end of a path."""
    found = inspect.type_info(type_)
    for part in parts:
        found = _alone(found)
        if isinstance(found, inspect.StructType):
            found = next(each.type for each in found.fields if each.encode_name == part.partition("[")[0])
        for _ in range(part.count("[")):
            found = _within(_alone(found))
    return _alone(found)


def _alone(type_: inspect.Type) -> inspect.Type:
    """A type that can be left out, without that."""
    if isinstance(type_, inspect.UnionType):
        return next(each for each in type_.types if not isinstance(each, inspect.NoneType))
    return type_


def _within(type_: inspect.Type) -> inspect.Type:
    if isinstance(type_, inspect.DictType):
        return type_.value_type
    return type_.item_type if isinstance(type_, inspect.VarTupleType) else type_


def _keys(type_: type[Any], parts: list[str]) -> list[str]:
    found = _at(type_, parts)
    return [each.encode_name for each in found.fields] if isinstance(found, inspect.StructType) else []


def _values(type_: type[Any], parts: list[str]) -> list[str]:
    found = _at(type_, parts)
    if isinstance(found, inspect.EnumType):
        return [str(each.value) for each in found.cls]
    return list(map(str, found.values)) if isinstance(found, inspect.LiteralType) else []
