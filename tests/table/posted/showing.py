"""Whether something demonstrates a posted sentence at a table like this one: plays and facts do."""

from __future__ import annotations

from collections.abc import Mapping
from functools import cache, lru_cache

from paigow.submissions.checking import Submission
from tests.table.posted.facts import checked, furniture, stated
from tests.table.posted.playing import performances
from tests.table.posted.sentences import admitted, rendered

__all__ = ["is_shown"]


@cache
def _tables(book: str) -> Mapping[str, tuple[Submission, ...]]:
    """By template, the submissions of a book at whose tables the sentence is performed."""
    found: dict[str, tuple[Submission, ...]] = {}
    for each in performances():
        for example in each.at:
            if example.startswith(book):
                for template in each.says:
                    found[template] = (*found.get(template, ()), each.submission(example))
    return found


@lru_cache(maxsize=64)
def _templates(submission: Submission) -> Mapping[str, str]:
    """The template of each sentence that is known anywhere, as this submission would post it."""
    every = (*furniture(), *stated(), *_tables(submission.book.name))
    return {rendered(template, submission, missing="?"): template for template in every}


def is_shown(sentence: str, submission: Submission) -> bool:
    """Whether a sentence that a submission posts is performed, or its facts are true.

    A play counts if its table, and this one, made choices with which the sentence is posted: a table that
    allows something does not show the sentence of a table that forbids it.
    """
    template = _templates(submission).get(sentence)
    if template is None or template in furniture():
        return template is not None
    performed = template in _tables(submission.book.name) and _is_performed(sentence, template, submission)
    return performed or (template in stated() and _is_fact(sentence, template, submission))


def _is_fact(sentence: str, template: str, submission: Submission) -> bool:
    try:
        checked(template)(sentence, submission)
    except AssertionError:
        return False
    return True


def _is_performed(sentence: str, template: str, submission: Submission) -> bool:
    options = admitted(submission.book.name).get(sentence, {})

    def fits(table: Submission) -> bool:
        return all(table.rules.choices[name] in values for name, values in options.items())

    return fits(submission) and any(map(fits, _tables(submission.book.name)[template]))
