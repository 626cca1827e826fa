"""Finding a submission by name: a file, a shipped example or a rule book. Not judging it: see `checking`."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass
from pathlib import Path

from paigow.books.registry import book_names, folder_of
from paigow.books.tables import read_text
from paigow.faults import BadInput, nearest
from paigow.submissions.checking import check_submission, read_submission
from paigow.submissions.findings import Finding
from paigow.submissions.submission import Submission


@dataclass(frozen=True, slots=True)
class Found:
    """A submission's text and the folder in which a house way it names would be."""

    text: str
    folder: Path | None


def example_names() -> tuple[str, ...]:
    """The submissions that come with the program: for each book a plain one and one with everything on."""
    return tuple(f"{book}-{kind}" for book in book_names() for kind in ("plain", "full"))


def find_submission(source: str) -> Found:
    """The text of a file, of an example, or of a rule book's plain example; raise BadInput."""
    name = source.strip().lower().replace("_", "-")
    if name in book_names():
        name = f"{name}-plain"
    if name in example_names():
        book, _, kind = name.rpartition("-")
        return Found(read_text(folder_of(book) / f"{kind}.toml"), None)
    path = Path(source)
    try:
        return Found(path.read_text(encoding="utf-8"), path.parent)
    except FileNotFoundError:
        meant = nearest(name, [*example_names(), *book_names()])
        hint = f"perhaps {meant}" if meant else f"a file, or one of {', '.join(example_names())}"
        raise BadInput(f"there is no submission {source!r}", allowed=hint) from None
    except UnicodeDecodeError:
        raise BadInput(f"{source} is not text", allowed="a TOML file in UTF-8") from None
    except (OSError, ValueError) as fault:
        raise BadInput(f"{source!r} cannot be read: {fault}", allowed="a file that may be read") from None


def check_source(source: str) -> Submission | tuple[Finding, ...]:
    """Judge a submission found by name."""
    found = find_submission(source)
    return check_submission(found.text, folder=found.folder)


def read_source(source: str) -> Submission | tuple[Finding, ...]:
    """Read a submission found by name; it may be a draft."""
    found = find_submission(source)
    return read_submission(found.text, folder=found.folder)


def load_submission(source: str) -> Submission:
    """A submission to try, in order or a draft; raise BadInput that names what is wrong."""
    read = read_source(source)
    if isinstance(read, Submission):
        return read
    first, *more = read
    raise BadInput(f"{first.field}: {first.problem}{_others(more)}", where=source, allowed=first.allowed)


def require_filled_in(submission: Submission, where: str) -> None:
    """Refuse a draft to a floor (R82); `where` is what the submission is called."""
    if submission.to_fill_in:
        first, *more = submission.to_fill_in
        raise BadInput(
            f"this submission is a draft, and a floor does not serve drafts. {first.field}: {first.problem}"
            f"{_others(more)}",
            where=where,
            allowed=first.allowed,
        )


def _others(more: Sequence[Finding]) -> str:
    return f" (and {len(more)} more: paigow submission check lists all)" if more else ""
