"""msgspec's decoding errors, reworded for the person who wrote the client."""

from __future__ import annotations

import re
from typing import Final

from paigow.faults import sentence

_LONGEST: Final = 200
_PLACE: Final = r"(?: - at `\$\.?(?P<path>[^`]*)`)?"
_MISSING: Final = re.compile(rf"Object missing required field `(?P<field>[^`]*)`{_PLACE}")
_WRONG: Final = re.compile(rf"Expected `(?P<kinds>[^`]*)`(?:, got `[^`]*`)?{_PLACE}")
_UNLISTED: Final = re.compile(rf"Invalid enum value (?P<value>.*?){_PLACE}")
_KINDS: Final = {
    "str": "text",
    "int": "a whole number",
    "float": "a number",
    "bool": "true or false",
    "array": "a list",
    "object": "an object",
    "null": "null",
}


def plain_fault(error: Exception) -> str:
    """A decoding error about one field, or the whole message, as a sentence."""
    said = str(error).partition("\n")[0][:_LONGEST]
    if said.startswith("JSON is malformed") or isinstance(error, UnicodeError | RecursionError):
        return "The message isn't valid JSON."
    if found := _MISSING.fullmatch(said):
        inside = f" in `{found['path']}`" if found["path"] else ""
        return f"`{found['field']}` is missing{inside}."
    if found := _WRONG.fullmatch(said):
        kinds = " or ".join(_KINDS.get(kind, kind) for kind in found["kinds"].split(" | "))
        return f"`{found['path']}` must be {kinds}." if found["path"] else "A message must be a JSON object."
    if found := _UNLISTED.fullmatch(said):
        return f"`{found['path']}` can't be {found['value']}."
    return sentence(said)
