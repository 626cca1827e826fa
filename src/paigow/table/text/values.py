"""Single values of commands and events as text, and back: money, pieces, dice, names. Not sentences."""

from __future__ import annotations

import re
import types
from collections.abc import Callable
from dataclasses import dataclass
from enum import Enum
from functools import cache, lru_cache
from typing import Any, Final, Union, get_args, get_origin

import msgspec

from paigow.faults import BadInput
from paigow.table.bank.stacks import CUT_TEXT, Cut, parse_cut
from paigow.table.fields import plain_type
from paigow.wagers.money import parse_money

MONEY_FIELDS: Final = frozenset(
    (
        "amount",
        "cents",
        "chips",
        "coupon",
        "coupons",
        "dealer_wager",
        "due",
        "from_bank",
        "from_house",
        "handed",
        "most",
        "promotional",
        "restart",
        "shortfall",
        "stake",
        "surplus",
        "to_bank",
        "to_house",
        "to_person",
        "vigorish",
        "withheld",
        "won",
    )
)
"""Whole numbers that are cents and written as money."""
WORD: Final = r"[^\s\",;:=]+"
STRING: Final = rf"{WORD}|\"(?:[^\"\\]|\\.)*\""
"""A word, or anything in quotation marks."""


@dataclass(frozen=True, slots=True)
class Form:
    """How one field is written: the pattern of its text, and conversion both ways."""

    pattern: str
    write: Callable[[Any], str]
    read: Callable[[str], Any]


def amount(cents: int) -> str:
    """Money as in transcripts: `1250.00`."""
    whole, rest = divmod(abs(cents), 100)
    return f"{'-' if cents < 0 else ''}{whole}.{rest:02}"


def _read_int(text: str) -> int:
    try:
        return int(text)
    except ValueError:
        raise BadInput(f"{text!r} is not a whole number", allowed="write it like 3") from None


def _read_bool(text: str) -> bool:
    if text not in ("yes", "no"):
        raise BadInput(f"{text!r} is neither yes nor no")
    return text == "yes"


def _read_dice(text: str) -> tuple[int, ...]:
    """Three numbers; the table judges whether dice can show them."""
    values = tuple(map(_read_int, text.split("+")))
    if len(values) != 3:
        raise BadInput(f"{text!r} is not a shake of three dice", allowed="write it like 1+4+4")
    return values


@lru_cache(maxsize=4096)
def _write_word(value: str) -> str:
    return value if re.fullmatch(WORD, value) else msgspec.json.encode(value).decode()


def _read_word(text: str) -> str:
    return _decoded(text) if text.startswith('"') else text


def _decoded(text: str) -> Any:
    try:
        return msgspec.json.decode(text)
    except (msgspec.DecodeError, UnicodeError, RecursionError) as fault:
        raise BadInput(f"{text!r} can't be read: {fault}") from None


_INT = Form(r"-?\d+", str, _read_int)
_MONEY = Form(r"-?[\d,]+(?:\.\d\d)?", amount, parse_money)
_BOOL = Form(r"yes|no", lambda value: "yes" if value else "no", _read_bool)
NAME = Form(STRING, _write_word, _read_word)
_DICE = Form(
    r"\d\+\d\+\d",
    lambda dice: "+".join(map(str, dice)),
    _read_dice,
)
_CUT = Form(re.sub(r"\((?!\?)", "(?:", CUT_TEXT), str, parse_cut)
_INTS = Form(
    r"-|-?\d+(?:,-?\d+)*",
    lambda values: ",".join(map(str, values)) or "-",
    lambda text: () if text == "-" else tuple(map(_read_int, text.split(","))),
)
_WORDS = Form(
    rf"(?:{STRING})(?: (?:{STRING}))*?",
    lambda values: " ".join(map(_write_word, values)) or "-",
    lambda text: () if text == "-" else tuple(map(_read_word, re.findall(STRING, text))),
)


def _enum_form(kind: type[Enum]) -> Form:
    def read(text: str) -> Enum:
        try:
            return kind(text)
        except ValueError:
            known = ", ".join(str(member.value) for member in kind)
            raise BadInput(f"{text!r} is not a {kind.__name__.lower()}", allowed=known) from None

    return Form(WORD, lambda member: str(member.value), read)


def _json_form(kind: Any) -> Form:
    return Form(
        r"\S.*",
        lambda value: msgspec.json.encode(value).decode(),
        lambda text: _converted(_decoded(text), kind),
    )


def _converted(value: Any, kind: Any) -> Any:
    try:
        return msgspec.convert(value, kind, str_keys=True)
    except msgspec.ValidationError as fault:
        raise BadInput(f"{value!r} can't be used: {fault}") from None


def _or_none(form: Form) -> Form:
    return Form(
        f"none|{form.pattern}",
        lambda value: "none" if value is None else form.write(value),
        lambda text: None if text == "none" else form.read(text),
    )


def form_of(kind: Any, name: str = "") -> Form:
    """The form of a type; the field's name tells whether a whole number is money."""
    if get_origin(kind) in (Union, types.UnionType):
        rest = [each for each in get_args(kind) if each not in (type(None), msgspec.UnsetType)]
        if len(rest) > 1:
            return _json_form(kind)
        form = form_of(rest[0], name)
        return _or_none(form) if type(None) in get_args(kind) else form
    if isinstance(kind, type) and issubclass(kind, Enum):
        return _enum_form(kind)
    known: dict[Any, Form] = {
        bool: _BOOL,
        int: _MONEY if name in MONEY_FIELDS else _INT,
        str: NAME,
        Cut: _CUT,
        tuple[int, int, int]: _DICE,
        tuple[int, ...]: _INTS,
        tuple[str, ...]: _WORDS,
    }
    return known.get(kind) or _json_form(kind)


@cache
def field_forms(record: type[msgspec.Struct]) -> dict[str, Form]:
    """The forms of all fields of a command or event, by name."""
    return {
        field.name: form_of(plain_type(field.type), field.name) for field in msgspec.structs.fields(record)
    }
