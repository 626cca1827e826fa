"""Players' words for the mix: committed with the wager, opened after "no more bets", then closed.

Also the beacon, which is named with the seed and read after the words are closed. The table has no clock: the
server enforces the two seconds for opening (R97).
"""

from __future__ import annotations

from typing import Final

from paigow.submissions.rules import Rules
from paigow.table.acts import Command, Event
from paigow.table.chance_state import CommittedWord
from paigow.table.deal.commitments import is_committed
from paigow.table.deal.mixing import LONGEST_WORD, SALT_BYTES, is_hex, word_commitment
from paigow.table.fields import Time
from paigow.table.refusals import Reason, Refused, require_dealer, require_person, require_seat
from paigow.table.state import Table, changed

CITES: Final = ("R60", "R97")
BEACON_CITES: Final = ("R60", "R98")
LONGEST_SIGNATURE: Final = 96
"""Bytes of a BLS12-381 signature: 48 on one curve, 96 on the other."""


class CommitWord(Command, frozen=True, tag="commit-word"):
    """Commit to a word for this round: its hash, in hexadecimal. Players' clients do this."""

    commitment: str


class WordCommitted(Event, frozen=True, tag="word-committed"):
    person: str
    commitment: str


class WordsListed(Event, frozen=True, tag="words-listed"):
    """The words fixed by "no more bets": those of the players seated at that moment, by position."""

    words: tuple[CommittedWord, ...]


class OpenWord(Command, frozen=True, tag="open-word"):
    """Reveal the word and the random bytes behind your commitment. Players' clients do this."""

    word: str
    salt: str


class WordOpened(Event, frozen=True, tag="word-opened"):
    person: str
    word: str
    salt: str


class CloseWords(Command, frozen=True, tag="close-words"):
    """Words that aren't opened by now are left out; `at` is the time, which decides the beacon's round."""

    at: Time


class WordsClosed(Event, frozen=True, tag="words-closed"):
    """The final list of words, by position, and the beacon round that will be mixed in."""

    at: int
    opened: tuple[int, ...]
    unopened: tuple[int, ...]
    beacon_round: int | None


class MixBeacon(Command, frozen=True, tag="mix-beacon"):
    """Add the signature that the beacon published for the chosen round. The server has verified it."""

    round: int
    signature: str


class BeaconMixed(Event, frozen=True, tag="beacon-mixed"):
    round: int
    signature: str


def _require_committed(table: Table, cites: tuple[str, ...]) -> None:
    if not is_committed(table):
        raise Refused(Reason.NOTHING_THERE, "This round has no committed seed yet.", cites)


def commit(rules: Rules, table: Table, command: CommitWord) -> tuple[Event, ...]:
    person = require_person(command.by, "commit to a word", CITES)
    require_seat(table, person, CITES)
    if not table.bets_open:
        sentence = 'A word is committed to before "no more bets".'
        raise Refused(Reason.WRONG_STEP, sentence, rules.cite("no more bets"))
    _require_committed(table, CITES)
    if any(each.person == person for each in table.drawing.words):
        raise Refused(Reason.NOT_ELIGIBLE, "You've committed to a word for this round.", CITES)
    if not is_hex(command.commitment):
        raise Refused(Reason.BAD_PIECES, "A commitment is 64 hexadecimal digits.", CITES)
    return (WordCommitted(person=person, commitment=command.commitment, cites=CITES),)


def committed(table: Table, event: WordCommitted) -> Table:
    position = table.position_of(event.person) or 0
    word = CommittedWord(event.person, position, event.commitment)
    return _with_words(table, (*_of_the_seated(table), word))


def _of_the_seated(table: Table) -> tuple[CommittedWord, ...]:
    """The words of those who still sit here, at their current positions."""
    seated = ((table.position_of(each.person), each) for each in table.drawing.words)
    words = (changed(each, position=position) for position, each in seated if position is not None)
    return tuple(sorted(words, key=lambda each: each.position))


def _with_words(table: Table, words: tuple[CommittedWord, ...], **fields: bool) -> Table:
    return changed(table, chance=changed(table.drawing, words=words, **fields))


def list_words(table: Table) -> tuple[WordsListed, ...]:
    """What "no more bets" fixes if the floor is committed to a seed."""
    if not is_committed(table):
        return ()
    return (WordsListed(words=_of_the_seated(table), cites=CITES),)


def listed(table: Table, event: WordsListed) -> Table:
    return _with_words(table, event.words, listed=True)


def open_word(_rules: Rules, table: Table, command: OpenWord) -> tuple[Event, ...]:
    person = require_person(command.by, "open a word", CITES)
    _require_committed(table, CITES)
    chance = table.drawing
    if not chance.listed:
        raise Refused(Reason.WRONG_STEP, 'Words are opened after "no more bets".', CITES)
    if chance.closed:
        raise Refused(Reason.WRONG_STEP, "It's too late: this round's words are closed.", CITES)
    mine = next((each for each in chance.unopened if each.person == person), None)
    if mine is None:
        raise Refused(Reason.NOTHING_THERE, "You have no word to open in this round.", CITES)
    if len(command.word) > LONGEST_WORD or not command.word.isprintable():
        raise Refused(Reason.BAD_PIECES, f"A word has up to {LONGEST_WORD} printable characters.", CITES)
    if not is_hex(command.salt, SALT_BYTES):
        raise Refused(Reason.BAD_PIECES, f"{SALT_BYTES} random bytes go with a word, in hexadecimal.", CITES)
    salt = bytes.fromhex(command.salt)
    if word_commitment(chance.table, chance.number, person, command.word, salt) != mine.commitment:
        raise Refused(Reason.NOT_AS_REQUIRED, "This isn't the word that you committed to.", CITES)
    return (WordOpened(person=person, word=command.word, salt=command.salt, cites=CITES),)


def opened(table: Table, event: WordOpened) -> Table:
    words = (
        changed(each, word=event.word, salt=event.salt) if each.person == event.person else each
        for each in table.drawing.words
    )
    return _with_words(table, tuple(words))


def close(_rules: Rules, table: Table, command: CloseWords) -> tuple[Event, ...]:
    require_dealer(command.by, "close the words", CITES)
    _require_committed(table, CITES)
    chance = table.drawing
    if not chance.listed or chance.closed:
        raise Refused(Reason.WRONG_STEP, 'Words are closed once, after "no more bets".', CITES)
    at = max(table.clock, command.at)
    closed = WordsClosed(
        at=at,
        opened=tuple(each.position for each in chance.opened),
        unopened=tuple(each.position for each in chance.unopened),
        beacon_round=None if chance.beacon is None else chance.beacon.round_after(at),
        cites=CITES if chance.beacon is None else (*CITES, "R98"),
    )
    return (closed,)


def closed(table: Table, event: WordsClosed) -> Table:
    chance = changed(table.drawing, closed=True, beacon_round=event.beacon_round)
    return changed(table, chance=chance, clock=event.at)


def mix_beacon(_rules: Rules, table: Table, command: MixBeacon) -> tuple[Event, ...]:
    require_dealer(command.by, "mix in the beacon", BEACON_CITES)
    chance = table.drawing
    if chance.beacon_round is None or chance.signature is not None:
        raise Refused(Reason.NOTHING_THERE, "This round isn't waiting for a beacon.", BEACON_CITES)
    if command.round != chance.beacon_round:
        sentence = f"The closed list names round {chance.beacon_round} of the beacon, not {command.round}."
        raise Refused(Reason.NOT_AS_REQUIRED, sentence, BEACON_CITES)
    size = len(command.signature) // 2
    if not 0 < size <= LONGEST_SIGNATURE or not is_hex(command.signature, size):
        raise Refused(Reason.BAD_PIECES, "A beacon's signature is written in hexadecimal.", BEACON_CITES)
    return (BeaconMixed(round=command.round, signature=command.signature, cites=BEACON_CITES),)


def beacon_mixed(table: Table, event: BeaconMixed) -> Table:
    return changed(table, chance=changed(table.drawing, signature=event.signature))
