"""Commands as sentences and back: `anna bets 25.00 on 1`. The words are in phrases.tsv. Not events."""

from __future__ import annotations

import re
from collections.abc import Callable, Mapping
from dataclasses import dataclass
from functools import cache
from importlib.resources import files
from typing import Any, Final

import msgspec

from paigow.faults import BadInput, nearest
from paigow.table.acts import Command, Event
from paigow.table.engine import COMMANDS
from paigow.table.text.values import NAME, field_forms

_PART: Final = re.compile(r"\[(?P<optional>[^\]]*)\]|(?P<plain>[^\[\]]+)")
_SLOT: Final = re.compile(r"\{(\w+)\}")
_ACTED: Final = re.compile(rf"(?P<by>{NAME.pattern})\s+(?P<rest>.+)")
_PAIR: Final = re.compile(r"(\w+)=(\"(?:[^\"\\]|\\.)*\"|.*?)(?=\s+\w+=|\s*$)")


@dataclass(frozen=True, slots=True)
class Phrase:
    """How one command is phrased: its parts in order, which are optional, and the pattern for all."""

    command: type[Command]
    parts: tuple[tuple[str, bool], ...]
    pattern: re.Pattern[str]
    unsaid: tuple[str, ...]
    """Fields without words: if one isn't at its default, the command is written by its tag."""


def tag_of(record: type[msgspec.Struct]) -> str:
    tag = record.__struct_config__.tag
    assert isinstance(tag, str), record
    return tag


@cache
def _tags() -> Mapping[str, type[Command]]:
    return {tag_of(command): command for command in COMMANDS}


def _pattern_of(command: type[Command], part: str) -> str:
    forms = field_forms(command)
    pieces = _SLOT.split(part.strip())
    words = (
        re.escape(word) if index % 2 == 0 else f"(?P<{word}>{forms[word].pattern})"
        for index, word in enumerate(pieces)
    )
    return "".join(words)


def _phrase(command: type[Command], text: str) -> Phrase:
    found = list(_PART.finditer(text))
    parts = tuple(
        ((match["optional"] or match["plain"] or "").strip(), match["optional"] is not None)
        for match in found
    )
    parts = tuple(part for part in parts if part[0])
    patterns = (
        f"(?: {_pattern_of(command, part)})?" if optional else f" {_pattern_of(command, part)}"
        for part, optional in parts
    )
    unsaid = set(field_forms(command)) - {"by"} - set(_SLOT.findall(text))
    return Phrase(command, parts, re.compile("".join(patterns)), tuple(sorted(unsaid)))


@cache
def _phrases() -> Mapping[type[Command], Phrase]:
    text = files("paigow.table.text").joinpath("phrases.tsv").read_text(encoding="utf-8")
    rows = [line.split("\t") for line in text.splitlines() if line and not line.startswith("#")]
    assert rows[0] == ["command", "phrase"], rows[0]
    return {_tags()[tag]: _phrase(_tags()[tag], phrase) for tag, phrase in rows[1:]}


def command_text(command: Command) -> str:
    """A command as a phrase; `parse_command` reads it back."""
    phrase = _phrases().get(type(command))
    if phrase is None or not all(_is_default(command, name) for name in phrase.unsaid):
        words = [NAME.write(command.by), tag_of(type(command)), fields_text(command, but=("by",))]
        return " ".join(filter(None, words))
    said = [NAME.write(command.by)]
    for part, optional in phrase.parts:
        blank, slots = _split(type(command), part)
        if not optional or not all(_is_default(command, name) for name, _ in slots):
            said.append(blank % tuple([write(getattr(command, name)) for name, write in slots]))
    return " ".join(said)


@cache
def _split(command: type[Command], part: str) -> tuple[str, tuple[tuple[str, Callable[[Any], str]], ...]]:
    """The words of a part of a phrase with `%s` for each field it names, and how each field is written."""
    forms, words = field_forms(command), part.replace("%", "%%")
    return _SLOT.sub("%s", words), tuple((name, forms[name].write) for name in _SLOT.findall(part))


@cache
def _defaults(record: type[msgspec.Struct]) -> dict[str, Any]:
    return {field.name: field.default for field in msgspec.structs.fields(record)}


def _is_default(record: msgspec.Struct, name: str) -> bool:
    return bool(_defaults(type(record))[name] == getattr(record, name))


def fields_text(record: msgspec.Struct, but: tuple[str, ...] = ()) -> str:
    """All fields that differ from their defaults, as `name=value`."""
    said = []
    for name, default, write in _fields(type(record), but):
        value = getattr(record, name)
        if value != default:
            said.append(f"{name}={write(value)}")
    return " ".join(said)


@cache
def _fields(
    record: type[msgspec.Struct], but: tuple[str, ...]
) -> tuple[tuple[str, Any, Callable[[Any], str]], ...]:
    """The fields of a record, except some: name, default, and how a value is written."""
    defaults = _defaults(record)
    return tuple(
        (name, defaults[name], form.write) for name, form in field_forms(record).items() if name not in but
    )


def event_text(event: Event) -> str:
    """An event in one line: tag and fields, without money and paragraphs."""
    tag, fields = tag_of(type(event)), fields_text(event, but=("cites", "postings"))
    return f"{tag} {fields}" if fields else tag


def parse_command(text: str) -> Command:
    """Read a command from its phrase; raise BadInput."""
    whole = _ACTED.fullmatch(text.strip())
    if whole is None:
        raise BadInput(f"{text.strip()!r} is not a command", allowed="say who acts, and what they do")
    by, rest = NAME.read(whole["by"]), whole["rest"]
    tag, _, fields = rest.strip().partition(" ")
    if tag in _tags():
        return _by_fields(_tags()[tag], by, fields)
    said = f" {' '.join(rest.split())}"
    found = [(phrase, match) for phrase in _phrases().values() if (match := phrase.pattern.fullmatch(said))]
    if not found:
        raise BadInput(f"nobody can be said to {rest.strip()!r}", allowed=_hint(rest))
    assert len(found) == 1, (text, [phrase.command for phrase, _ in found])
    phrase, match = found[0]
    given = {name: said for name, said in match.groupdict().items() if said}
    return _complete(phrase.command, {**_values(phrase.command, given), "by": by})


def _by_fields(command: type[Command], by: str, text: str) -> Command:
    return _complete(command, {**parse_fields(command, text), "by": by})


def parse_fields(record: type[msgspec.Struct], text: str) -> dict[str, Any]:
    """Read fields written by `fields_text`; raise BadInput."""
    pairs = _PAIR.findall(text)
    if _PAIR.sub("", text).strip():
        raise BadInput(f"{text!r} can't be read", allowed="fields are written name=value")
    return _values(record, {name: value.strip() for name, value in pairs})


def _values(record: type[msgspec.Struct], fields: Mapping[str, str]) -> dict[str, Any]:
    forms = field_forms(record)
    if unknown := [name for name in fields if name not in forms]:
        known = ", ".join(name for name in forms if name not in ("by", "cites", "postings"))
        raise BadInput(f"{tag_of(record)} has no {unknown[0]}", allowed=f"it has {known}" if known else None)
    return {name: forms[name].read(text) for name, text in fields.items()}


def _complete(command: type[Command], values: Mapping[str, Any]) -> Command:
    try:
        return command(**values)
    except TypeError as fault:
        raise BadInput(f"{tag_of(command)} is not complete: {fault}") from None


def _hint(said: str) -> str:
    sayings = list(_sayings().values())
    verbs = {saying.partition(" ")[0]: saying for saying in sayings}
    verb = nearest(said.partition(" ")[0], verbs)
    meant = nearest(said, sayings) or (verbs[verb] if verb else None)
    return f"did you mean: {meant}?" if meant else "say it as in phrases.tsv, or write the tag and name=value"


def _sayings() -> dict[str, str]:
    return {
        tag_of(command): " ".join(f"[{part}]" if optional else part for part, optional in phrase.parts)
        for command, phrase in _phrases().items()
    }
