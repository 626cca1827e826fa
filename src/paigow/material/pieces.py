"""Shared by tiles, cards, hands, and settings: one object for each value, and a drawing for notebooks."""

from __future__ import annotations

from collections.abc import Sequence
from html import escape
from typing import TypeVar

Thing = TypeVar("Thing")


def filled(kind: type[Thing], values: tuple[object, ...]) -> Thing:
    """A new instance with these slot values. The class's constructor only looks up instances made here."""
    made = object.__new__(kind)
    for name, value in zip(kind.__slots__, values, strict=True):  # type: ignore[attr-defined]
        object.__setattr__(made, name, value)
    return made


class Drawn:
    """Something that never changes and that notebooks draw instead of print.

    Not a dataclass: `asdict`, and with it a data frame of records, keeps it whole.
    """

    __slots__ = ()

    def __setattr__(self, name: str, value: object) -> None:
        raise AttributeError(f"a {type(self).__name__} can't be changed")

    def __delattr__(self, name: str) -> None:
        raise AttributeError(f"a {type(self).__name__} can't be changed")

    def _repr_svg_(self) -> str:
        raise NotImplementedError

    def _repr_html_(self) -> str:
        """The drawing, with its notation as the text for screen readers."""
        return f'<div role="img" aria-label="{escape(str(self))}">{self._repr_svg_()}</div>'

    @staticmethod
    def _svg(groups: Sequence[Sequence[object]]) -> str:
        from paigow.material.drawing import drawing

        return drawing([[str(piece) for piece in group] for group in groups])
