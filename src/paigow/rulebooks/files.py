"""Finding a submission by name: a file, a shipped example or a rule book. Not judging it: see `checking`."""

from __future__ import annotations

from dataclasses import dataclass
from pathlib import Path

from paigow.faults import BadInput, nearest
from paigow.rulebooks.books import BOOK_NAMES
from paigow.rulebooks.checking import check_submission
from paigow.rulebooks.findings import Finding
from paigow.rulebooks.submission import Submission
from paigow.rulebooks.tables import HERE

__all__ = ["Found", "check_source", "example_names", "find_submission", "load_submission"]


@dataclass(frozen=True, slots=True)
class Found:
    """A submission's text and the folder in which a house way it names would be."""

    text: str
    folder: Path | None


def example_names() -> tuple[str, ...]:
    """The submissions that come with the program: for each book a plain one and one with everything on."""
    return tuple(f"{book}-{kind}" for book in BOOK_NAMES for kind in ("plain", "full"))


def find_submission(source: str) -> Found:
    """The text of a file, of an example, or of a rule book's plain example; raise BadInput."""
    name = source.strip().lower().replace("_", "-")
    if name in BOOK_NAMES:
        name = f"{name}-plain"
    if name in example_names():
        return Found((HERE / "examples" / f"{name}.toml").read_text(encoding="utf-8"), None)
    path = Path(source)
    try:
        return Found(path.read_text(encoding="utf-8"), path.parent)
    except FileNotFoundError:
        meant = nearest(name, [*example_names(), *BOOK_NAMES])
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


def load_submission(source: str) -> Submission:
    """A submission that is in order; raise BadInput that names what is not."""
    checked = check_source(source)
    if isinstance(checked, Submission):
        return checked
    first, *more = checked
    rest = f" (and {len(more)} more: paigow submission check lists all)" if more else ""
    raise BadInput(f"{first.field}: {first.problem}{rest}", where=source, allowed=first.allowed)
