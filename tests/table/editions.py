"""Writes rounds of this program's edition into `journals/`: `python -m tests.table.editions`.

Run it once, for a new edition; `test_editions` checks every later change against what it wrote.
"""

from __future__ import annotations

import sys
from pathlib import Path
from tempfile import TemporaryDirectory

from paigow.server.http.tables import rebuild_round, round_file
from paigow.server.tables.catalog import checked_submission
from paigow.store.journal import open_store
from paigow.submissions.checking import load_submission
from paigow.table.autoplay.chance import seed_from
from paigow.table.autoplay.self_play import record
from paigow.table.editions import edition_of
from paigow.table.records.roundfile import print_rounds
from tests.server.tables.test_simulation import BOOKS, _evening
from tests.server.worlds import world

JOURNALS = Path(__file__).parent / "journals"
PLAYERS = ("banker", "house-way", "bonus", "random", "house-way", "bonus")
ROUNDS = 4
LONGEST = 6


def dealt(book: str) -> str:
    """Rounds dealt by bots from one seed."""
    submission = load_submission(f"{book}-full")
    file = record(submission.rules, submission.text, seed_from("edition"), PLAYERS, ROUNDS)
    return print_rounds(file)


def sealed(book: str) -> str:
    """The longest of the rounds that unruly clients played on a server, with a committed seed."""
    with TemporaryDirectory() as directory:
        with world("edition", Path(directory)) as made:
            _evening(made, book, LONGEST)
        store = open_store(made.address)
        table = store.tables()[0]
        found = (rebuild_round(store, each) for each in store.last_rounds(table.id))
        files = [round_file(checked_submission(table).text, each) for each in found if each.is_over]
        store.close()
    return max(files, key=len)


def main() -> None:
    for book in BOOKS:
        folder = JOURNALS / f"edition-{edition_of(load_submission(book).rules)}"
        folder.mkdir(exist_ok=True)
        for name, text in (("dealt", dealt(book)), ("sealed", sealed(book))):
            (folder / f"{book}-{name}.rounds").write_text(text, encoding="utf-8")
            sys.stdout.write(f"{folder.name}/{book}-{name}.rounds, {len(text):,} bytes\n")


if __name__ == "__main__":
    main()
