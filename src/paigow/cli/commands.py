"""The table of commands, in the order help lists them. Not what they do: one file per topic does.

To add a command, write a function (or a `typer.Typer` of several) in its topic's file, with heavy imports
inside the functions, and add a row here. A topic's file is imported only when its command is called.
"""

from __future__ import annotations

from dataclasses import dataclass
from importlib import import_module
from typing import Any

__all__ = ["COMMANDS", "Command", "examples"]


@dataclass(frozen=True, slots=True)
class Command:
    """A row: what a person types, where it is written, and how it is told. Examples are run by the tests."""

    name: str
    target: str
    summary: str
    panel: str
    examples: tuple[str, ...]

    def load(self) -> Any:
        """Import the function or `typer.Typer` that the target names as `module:attribute`."""
        module, _, attribute = self.target.partition(":")
        return getattr(import_module(module), attribute)


def examples(*lines: str) -> str:
    """Lay examples out as the closing words of a command's help."""
    return "\n\n".join(["[bold]Examples[/bold]", *(f"  [cyan]{_escaped(line)}[/cyan]" for line in lines)])


def _escaped(line: str) -> str:
    return line.replace("[", r"\[")


COMMANDS: tuple[Command, ...] = ()
