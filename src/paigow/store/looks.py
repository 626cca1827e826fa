"""How a name looks: names that could be mistaken for each other have a look in common.

Two foldings are needed. A small L looks like a capital I (`lvan`, `Ivan`), and capital and small I are one
letter (`IVAN`, `ivan`). One folding for both would also join `Lia` and `Ila`, which look nothing alike.
"""

from __future__ import annotations

import unicodedata
from functools import cache

__all__ = ["looks_of"]

_MARK = "\u200e"
"""Stands around right-to-left characters in the table of confusables."""


@cache
def _confusables() -> dict[str, str]:
    """Each character's prototype (Unicode Technical Standard 39), of a table that has both directions."""
    from confusable_homoglyphs.confusables import confusables_data

    alike = {
        char.strip(_MARK): [each["c"].strip(_MARK) for each in found]
        for char, found in confusables_data.items()
    }
    prototypes = {}
    for char, found in alike.items():
        if len(char) == 1 and len(found) == 1:
            (other,) = found
            # Where two characters have only each other, either can stand for both.
            only = len(other) == 1 and alike.get(other) == [char]
            prototypes[char] = min(char, other) if only else other
    return prototypes


def _skeleton(text: str) -> str:
    prototypes = _confusables()
    decomposed = unicodedata.normalize("NFD", text)
    return unicodedata.normalize("NFD", "".join(prototypes.get(char, char) for char in decomposed))


def looks_of(name: str) -> tuple[str, str]:
    """The looks of a name: as it is written, and with capitals and small letters taken as the same.

    >>> looks_of("Ivan"), looks_of("lvan")
    (('=lvan', '~ivan'), ('=lvan', '~lvan'))
    """
    plain = unicodedata.normalize("NFKC", name)
    return f"={_skeleton(plain).casefold()}", f"~{_skeleton(plain.casefold())}"
