"""What an actor may do: a command and the bounds of what is free in it. Finding them is `legal`."""

from __future__ import annotations

from collections.abc import Callable
from typing import Any

from msgspec import Struct
from msgspec.structs import replace

from paigow.table.acts import Command


class Free(Struct, frozen=True):
    """A field left to the actor: of which kind, and its bounds or choices; without them, anything."""

    field: str
    kind: str
    least: int | None = None
    most: int | None = None
    choices: tuple[Any, ...] = ()

    def allows(self, value: Any) -> bool:
        """Whether a value is within the bounds; pieces may be named in any order."""
        if self.kind == "pieces" and self.choices:
            return tuple(sorted(value)) in {tuple(sorted(choice)) for choice in self.choices}
        return (
            (self.least is None or value >= self.least)
            and (self.most is None or value <= self.most)
            and (not self.choices or value in self.choices)
        )


class Sum(Struct, frozen=True):
    """Bounds of several fields together: those of `plus` less those of `minus`."""

    plus: tuple[str, ...]
    minus: tuple[str, ...]
    least: int
    most: int

    def holds(self, command: Command) -> bool:
        total: int = sum(getattr(command, name) for name in self.plus)
        less: int = sum(getattr(command, name) for name in self.minus)
        return self.least <= total - less <= self.most


class Option(Struct, frozen=True):
    """A command that would be accepted now, and what of it may be said otherwise.

    Each free field may take any value within its bounds while the sums hold; everything else is as in
    `command`.
    """

    command: Command
    free: tuple[Free, ...] = ()
    sums: tuple[Sum, ...] = ()


def covers(option: Option, command: Command) -> bool:
    """Whether a command is one that an option allows."""
    if type(option.command) is not type(command):
        return False
    free = {bound.field: bound for bound in option.free}
    as_listed = replace(command, **{name: getattr(option.command, name) for name in free})
    return (
        as_listed == option.command
        and all(bound.allows(getattr(command, name)) for name, bound in free.items())
        and all(each.holds(command) for each in option.sums)
    )


def furthest(near: int, far: int, accepts: Callable[[int], bool]) -> int:
    """The number nearest to `far` that is accepted, where `near` is and there is one border between them.

    >>> furthest(0, 100, lambda number: number * number < 50)
    7
    """
    if accepts(far):
        return far
    if near != far and not accepts(near + (1 if far > near else -1)):
        return near
    while abs(far - near) > 1:
        middle = (near + far) // 2
        near, far = (middle, far) if accepts(middle) else (near, middle)
    return near
