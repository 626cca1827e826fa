"""The first edition's seeds and words: still loaded, and finished if begun, but never started.

A seed's hash was published and words were added in the open; draws were labeled with the table's version.
`commitments` and `words` replaced them.
"""

from __future__ import annotations

import hmac
import json
from collections.abc import Iterable
from hashlib import sha256

from paigow.submissions.rules import Rules
from paigow.table.acts import Command, Event
from paigow.table.deal.mixing import is_hex
from paigow.table.refusals import Reason, Refused, require_dealer
from paigow.table.state import Seal, Table, changed

CITES = ("R60",)
DOMAIN = b"paigow/seal/1\x00"


class CommitSeed(Command, frozen=True, tag="commit-seed"):
    commitment: str


class SeedCommitted(Event, frozen=True, tag="seed-committed"):
    commitment: str


class AddWords(Command, frozen=True, tag="add-words"):
    words: str


class WordsAdded(Event, frozen=True, tag="words-added"):
    person: str
    words: str


class RevealSeed(Command, frozen=True, tag="reveal-seed"):
    seed: str


class SeedRevealed(Event, frozen=True, tag="seed-revealed"):
    commitment: str
    seed: str


def first_commitment(seed: bytes) -> str:
    """What was published before betting."""
    return sha256(DOMAIN + seed).hexdigest()


def first_mix(seed: bytes, words: Iterable[tuple[str, str]]) -> bytes:
    """The seed of a draw: the sealed one and all words added by then, in order."""
    text = json.dumps([list(pair) for pair in words], ensure_ascii=False, separators=(",", ":"))
    return hmac.digest(seed, text.encode(), sha256)


def may_reveal(table: Table) -> bool:
    """Whether the round of a first-edition seed is over, finished or void."""
    begun = table.stock or table.hands or table.shaker.dice is not None or table.resume is not None
    return table.seal.commitment is not None and table.round > table.seal.round and not begun


def retired(_rules: Rules, _table: Table, _command: CommitSeed | AddWords) -> tuple[Event, ...]:
    sentence = (
        "This command belongs to the first edition. Publish a commitment, or commit to a word, instead."
    )
    raise Refused(Reason.NOT_OFFERED, sentence, ("R60", "R95"))


def committed(table: Table, event: SeedCommitted) -> Table:
    return changed(table, seal=Seal(event.commitment, round=table.round))


def words_added(table: Table, event: WordsAdded) -> Table:
    words = (*table.seal.words, (event.person, event.words))
    return changed(table, seal=changed(table.seal, words=words))


def reveal(_rules: Rules, table: Table, command: RevealSeed) -> tuple[Event, ...]:
    """A round that an earlier version began is finished the same way."""
    require_dealer(command.by, "reveal a seed", CITES)
    if table.seal.commitment is None:
        raise Refused(Reason.NOTHING_THERE, "No seed is sealed.", CITES)
    if not may_reveal(table):
        raise Refused(Reason.WRONG_STEP, "A seed is revealed when its round is over.", CITES)
    if not is_hex(command.seed) or first_commitment(bytes.fromhex(command.seed)) != table.seal.commitment:
        raise Refused(Reason.NOT_AS_REQUIRED, "This isn't the seed that was sealed.", CITES)
    return (SeedRevealed(commitment=table.seal.commitment, seed=command.seed, cites=CITES),)


def revealed(table: Table, _event: SeedRevealed) -> Table:
    return changed(table, seal=Seal())
