"""What a pupil has answered, over any number of answers, on both kinds of store."""

from __future__ import annotations

from collections.abc import Callable

from paigow.store.journal import Store
from paigow.store.lessons import Mark, keep_mark, marks_of, times_right

BOOK = "commission-tiles"


def test_rounds_are_counted_over_all_answers_and_the_latest_come_first(opened: Callable[[], Store]) -> None:
    database = opened().database
    steps = ("shake-dice", "finish-round", "finish-round", "begin-finish-round-not")
    for number, (step, right) in enumerate(zip(steps, (True, True, False, True), strict=True)):
        keep_mark(database, Mark("Rita", f"round/own-{number}-{step}", number, BOOK, "round", right))
    keep_mark(database, Mark("Rita", "pay/1-finish-round", 9, BOOK, "pay", True))
    keep_mark(database, Mark("Ruth", "round/own-0-finish-round", 9, BOOK, "round", True))
    assert times_right(database, "Rita", "round", "-finish-round") == 1
    assert [each.at for each in marks_of(database, "Rita", 2)] == [9, 3]
