"""Sealed chance: a commitment before betting, words that players add, the seed shown when the round is over.

Whoever deals keeps the seed until then. All draws of a round come from it, mixed with the words that had
been added by the moment of the draw: the dealer cannot choose the seed after the words, nor a player the
words after the seed.
"""

from __future__ import annotations

import hmac
import json
from collections.abc import Iterable
from hashlib import sha256

from paigow.material.shuffling import SEED_BYTES
from paigow.submissions.rules import Rules
from paigow.table.acts import Command, Event
from paigow.table.refusals import Reason, Refused, require_dealer, require_person
from paigow.table.state import Seal, Table, changed

CITES = ("R60",)
LONGEST_WORDS = 128
DOMAIN = b"paigow/seal/1\x00"


class CommitSeed(Command, frozen=True, tag="commit-seed"):
    """The dealer seals a seed for the coming round: its hash, in hexadecimal."""

    commitment: str


class SeedCommitted(Event, frozen=True, tag="seed-committed"):
    commitment: str


class AddWords(Command, frozen=True, tag="add-words"):
    """A player mixes words of his own into the chance of this round."""

    words: str


class WordsAdded(Event, frozen=True, tag="words-added"):
    person: str
    words: str


class RevealSeed(Command, frozen=True, tag="reveal-seed"):
    seed: str


class SeedRevealed(Event, frozen=True, tag="seed-revealed"):
    commitment: str
    seed: str


def commitment_to(seed: bytes) -> str:
    """What is published before betting: it binds the dealer to the seed and tells nothing of it."""
    return sha256(DOMAIN + seed).hexdigest()


def mixed(seed: bytes, words: Iterable[tuple[str, str]]) -> bytes:
    """The seed of a draw: the sealed one and all words added by then, in their order."""
    text = json.dumps([list(pair) for pair in words], ensure_ascii=False, separators=(",", ":"))
    return hmac.digest(seed, text.encode(), sha256)


def _is_hex(text: str) -> bool:
    return len(text) == 2 * SEED_BYTES and all(letter in "0123456789abcdef" for letter in text)


def _nothing_drawn(table: Table) -> bool:
    """Whether nothing drawn for a round lies on the table, nor is one being shuffled again (R19)."""
    return not table.stock and not table.hands and table.shaker.dice is None and table.resume is None


def may_commit(table: Table) -> bool:
    """Whether a seed can be sealed now."""
    return table.seal.commitment is None and _nothing_drawn(table)


def may_reveal(table: Table) -> bool:
    """Whether the round of the sealed seed is over, finished or void."""
    sealed = table.seal
    return sealed.commitment is not None and table.round > sealed.round and _nothing_drawn(table)


def commit(_rules: Rules, table: Table, command: CommitSeed) -> tuple[Event, ...]:
    require_dealer(command.by, "seal a seed", CITES)
    if not _nothing_drawn(table):
        raise Refused(Reason.WRONG_STEP, "a seed is sealed before anything is drawn", CITES)
    if table.seal.commitment is not None:
        raise Refused(Reason.PENDING, "the last seed has not been revealed", CITES)
    if not _is_hex(command.commitment):
        raise Refused(Reason.BAD_PIECES, "a commitment is 64 hexadecimal digits", CITES)
    return (SeedCommitted(commitment=command.commitment, cites=CITES),)


def committed(table: Table, event: SeedCommitted) -> Table:
    return changed(table, seal=Seal(event.commitment, round=table.round))


def add_words(rules: Rules, table: Table, command: AddWords) -> tuple[Event, ...]:
    person = require_person(command.by, "add words", CITES)
    if not table.bets_open:
        raise Refused(Reason.WRONG_STEP, 'words are added before "no more bets"', rules.cite("no more bets"))
    if any(name == person for name, _ in table.seal.words):
        raise Refused(Reason.NOT_ELIGIBLE, f"{person} has added words to this round", CITES)
    if table.seal.commitment is None:
        raise Refused(Reason.NOTHING_THERE, "no seed is sealed to add words to", CITES)
    if not 0 < len(command.words) <= LONGEST_WORDS or not command.words.isprintable():
        raise Refused(Reason.BAD_PIECES, f"words are 1 to {LONGEST_WORDS} printable characters", CITES)
    return (WordsAdded(person=person, words=command.words, cites=CITES),)


def words_added(table: Table, event: WordsAdded) -> Table:
    words = (*table.seal.words, (event.person, event.words))
    return changed(table, seal=changed(table.seal, words=words))


def reveal(_rules: Rules, table: Table, command: RevealSeed) -> tuple[Event, ...]:
    """The seed is shown once nothing drawn from it lies on the table: after the end or a void round."""
    require_dealer(command.by, "reveal a seed", CITES)
    if table.seal.commitment is not None and not may_reveal(table):
        raise Refused(Reason.WRONG_STEP, "a seed is revealed when its round is over", CITES)
    if table.seal.commitment is None:
        raise Refused(Reason.NOTHING_THERE, "no seed is sealed", CITES)
    if not _is_hex(command.seed) or commitment_to(bytes.fromhex(command.seed)) != table.seal.commitment:
        raise Refused(Reason.NOT_AS_REQUIRED, "this is not the seed that was sealed", CITES)
    return (SeedRevealed(commitment=table.seal.commitment, seed=command.seed, cites=CITES),)


def revealed(table: Table, _event: SeedRevealed) -> Table:
    return changed(table, seal=Seal())
