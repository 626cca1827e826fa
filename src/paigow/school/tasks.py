"""The parts of a drill: what is shown and asked, the form of the answer, and the answer itself."""

from __future__ import annotations

from collections.abc import Iterable, Sequence
from hashlib import sha256
from typing import Any, Literal, TypeVar

from msgspec import Struct, field

from paigow.faults import BadInput
from paigow.material.shuffling import between, shuffled
from paigow.table.acts import Event

Form = Literal["cents", "number", "place", "choice", "stacks", "low"]
"""The form of an answer: an amount, a number, a place, one of several words, stacks, the two low pieces."""
Shown = Literal["money", "number", "place", "wager", "line", "style", "dice", "method", "step", "choice"]
Given = tuple[Shown, Any]
"""A value in the question or its explanation, and how to format it."""
_Item = TypeVar("_Item")


class ShownHand(Struct, frozen=True):
    """An exposed hand: whose it is, and its pieces, in two halves if it is set."""

    whose: str
    pieces: tuple[str, ...] = ()
    low: tuple[str, ...] = ()
    high: tuple[str, ...] = ()


class Task(Struct, frozen=True):
    """A question. `ask` is the key of its sentence, which the values in `given` complete."""

    ask: str
    form: Form
    given: dict[str, Given] = field(default_factory=dict)
    choices: tuple[str, ...] = ()
    hands: tuple[ShownHand, ...] = ()


class Solution(Struct, frozen=True):
    """The answer, the paragraphs it follows from, and the explanation: a sentence or a house-way rule."""

    answer: Any
    cites: tuple[str, ...]
    why: str = ""
    given: dict[str, Given] = field(default_factory=dict)
    rule: str = ""


def cites_of(events: Iterable[Event]) -> tuple[str, ...]:
    """The paragraphs of some events, each once."""
    return tuple(dict.fromkeys(id_ for event in events for id_ in event.cites))


class Drill(Struct, frozen=True):
    """A question and its answer, which stays hidden until the learner has answered."""

    task: Task
    solution: Solution


class Picker:
    """Successive draws from a seed: the same seed always makes the same task."""

    def __init__(self, seed: bytes) -> None:
        self._seed = seed
        self._drawn = 0

    def _label(self) -> str:
        self._drawn += 1
        return f"drill {self._drawn}"

    def number(self, first: int, last: int) -> int:
        return between(self._seed, self._label(), first, last)

    def one(self, items: Sequence[_Item]) -> _Item:
        return items[self.number(0, len(items) - 1)]

    def order(self, items: Sequence[_Item]) -> tuple[_Item, ...]:
        return shuffled(self._seed, self._label(), items)

    def seed(self) -> bytes:
        """A separate seed, for a whole table."""
        return sha256(self._seed + self._label().encode()).digest()

    def amount(self, least: int, most: int) -> int:
        """A wager in half dollars, usually small, so that vigorish has cents to round."""
        return least + 50 * self.number(0, min(most - least, 20_000) // 50)


_WHOLE: dict[str, str] = {"cents": "an amount in cents", "number": "a whole number", "place": "a place"}


def is_right(drill: Drill, answer: Any) -> bool:
    """Whether an answer is right; raise BadInput if it doesn't have the form of an answer."""
    task, right = drill.task, drill.solution.answer
    if task.form in _WHOLE:
        if not isinstance(answer, int) or isinstance(answer, bool):
            raise BadInput(f"{answer!r} can't be the answer", where="answer", allowed=_WHOLE[task.form])
        return bool(answer == right)
    if task.form == "choice":
        if answer not in task.choices:
            raise BadInput(
                f"{answer!r} can't be the answer",
                where="answer",
                allowed=f"choose one of {', '.join(task.choices)}",
            )
        return bool(answer == right)
    if not isinstance(answer, list) or not all(isinstance(each, str | int) for each in answer):
        raise BadInput(f"{answer!r} can't be the answer", where="answer", allowed="give a list")
    if task.form == "stacks":
        return {*answer} == {*right}
    return _is_split(task.hands[0].pieces, tuple(map(str, answer)), tuple(right))


def _is_split(pieces: tuple[str, ...], low: tuple[str, ...], right: tuple[str, ...]) -> bool:
    """Whether two low pieces make the right split; with four tiles, either pair can be named."""
    rest = list(pieces)
    for piece in low:
        if piece not in rest:
            raise BadInput(
                f"{piece} isn't in the hand", where="answer", allowed=f"choose from {' '.join(pieces)}"
            )
        rest.remove(piece)
    halves = (low, tuple(rest)) if len(rest) == len(low) else (low,)
    return any(sorted(half) == sorted(right) for half in halves)
