"""Words that players commit to and open, and the beacon: who can, until when, and how the mix uses them."""

from __future__ import annotations

from hashlib import sha256

from paigow.table.autoplay.chance import mix_of
from paigow.table.chance_state import Beacon, CommittedWord
from paigow.table.deal.commitments import (
    PublishCommitment,
)
from paigow.table.deal.dice import ShakeDice
from paigow.table.deal.mixing import OpenedWord, mix
from paigow.table.deal.shuffling import StackTiles, WashTiles
from paigow.table.deal.words import (
    BeaconMixed,
    CloseWords,
    CommitWord,
    MixBeacon,
    OpenWord,
    WordsClosed,
    WordsListed,
)
from paigow.table.engine import evolve
from paigow.table.game import ALL_TILES
from paigow.table.house.seating import Leave
from paigow.table.refusals import Reason
from tests.rules import rule
from tests.table.banks import after, happened, refusal
from tests.table.test_commitments import (
    ANNA_OPENS,
    ANNAS,
    BET,
    CLOSE,
    COMMIT,
    NO_MORE,
    RULES,
    SALT,
    SEED,
    STACK,
)
from tests.table.test_commitments import open_table as _open
from tests.table.test_commitments import word as _word

BEACON = Beacon(public_key="ab" * 96, scheme="bls-unchained-g1-rfc9380", genesis=100, period=30)


@rule("R97")
def test_only_seated_players_commit_to_words_and_once_each() -> None:
    table = after(RULES, _open(), COMMIT)
    assert refusal(RULES, _open(), ANNAS).reason is Reason.NOTHING_THERE
    bobs, _ = _word("bob", "against it")
    assert refusal(RULES, table, bobs).reason is Reason.NOT_SEATED
    assert refusal(RULES, table, CommitWord(by="dealer", commitment="0" * 64)).reason is Reason.NOT_YOURS
    spoken = after(RULES, table, ANNAS)
    assert spoken.drawing.words == (CommittedWord("anna", 1, ANNAS.commitment),)
    assert refusal(RULES, spoken, ANNAS).reason is Reason.NOT_ELIGIBLE
    late = refusal(RULES, after(RULES, table, *STACK, BET, NO_MORE), ANNAS)
    assert late.reason is Reason.WRONG_STEP
    assert "5(c)" in late.cites


@rule("R97")
def test_no_more_bets_fixes_the_list_of_those_who_are_seated() -> None:
    bobs, _ = _word("bob", "gone")
    table = after(RULES, _open("bob"), COMMIT, bobs, ANNAS, *STACK, BET, Leave(by="bob"))
    *_, listed = happened(RULES, table, NO_MORE)
    assert listed == WordsListed(words=(CommittedWord("anna", 1, ANNAS.commitment),), cites=("R60", "R97"))
    unsealed = after(RULES, _open(), WashTiles(by="dealer", order=ALL_TILES), StackTiles(by="dealer"), BET)
    assert not any(isinstance(event, WordsListed) for event in happened(RULES, unsealed, NO_MORE))


@rule("R97")
def test_a_word_is_opened_after_no_more_bets_and_only_as_it_was_committed_to() -> None:
    table = after(RULES, _open("bob"), COMMIT, ANNAS, *STACK, BET)
    assert refusal(RULES, table, ANNA_OPENS).reason is Reason.WRONG_STEP
    listed = after(RULES, table, NO_MORE)
    for wrong in (
        OpenWord(by="anna", word="for Luck", salt=SALT.hex()),
        OpenWord(by="anna", word="for luck", salt=bytes(16).hex()),
    ):
        assert refusal(RULES, listed, wrong).reason is Reason.NOT_AS_REQUIRED
    for unfit in (
        OpenWord(by="anna", word="x" * 129, salt=SALT.hex()),
        OpenWord(by="anna", word="a\nb", salt=SALT.hex()),
        OpenWord(by="anna", word="for luck", salt="00"),
    ):
        assert refusal(RULES, listed, unfit).reason is Reason.BAD_PIECES
    assert refusal(RULES, listed, _word("bob", "none")[1]).reason is Reason.NOTHING_THERE
    opened = after(RULES, listed, ANNA_OPENS)
    assert opened.drawing.opened == (CommittedWord("anna", 1, ANNAS.commitment, "for luck", SALT.hex()),)
    assert refusal(RULES, opened, ANNA_OPENS).reason is Reason.NOTHING_THERE
    assert refusal(RULES, after(RULES, listed, CLOSE), ANNA_OPENS).reason is Reason.WRONG_STEP


@rule("R97")
def test_what_is_not_opened_in_time_is_left_out_and_told_to_all() -> None:
    bobs, bob_opens = _word("bob", "against it")
    listed = after(RULES, _open("bob"), COMMIT, ANNAS, bobs, *STACK, BET, NO_MORE, bob_opens)
    assert refusal(RULES, after(RULES, _open(), COMMIT), CLOSE).reason is Reason.WRONG_STEP
    (closed,) = happened(RULES, listed, CLOSE)
    assert closed == WordsClosed(at=1, opened=(2,), unopened=(1,), beacon_round=None, cites=("R60", "R97"))
    table = evolve(listed, closed)
    assert refusal(RULES, table, CLOSE).reason is Reason.WRONG_STEP
    assert mix_of(SEED, table) == mix(SEED, "one", 1, (OpenedWord(2, "bob", "against it", SALT),))
    both = after(RULES, listed, ANNA_OPENS, CLOSE)
    assert mix_of(SEED, both) != mix_of(SEED, table)


@rule("R98")
def test_a_beacon_is_named_with_the_seed_and_its_round_with_the_closed_list() -> None:
    commit = PublishCommitment(by="dealer", commitment=COMMIT.commitment, table="one", beacon=BEACON)
    table = after(RULES, _open(), commit, *STACK, BET, NO_MORE)
    (closed,) = happened(RULES, table, CloseWords(by="dealer", at=1_000))
    assert isinstance(closed, WordsClosed)
    # Round 1 at 100, every 30 seconds: 1,030 is the time of round 32.
    assert closed.beacon_round == 32
    waits = evolve(table, closed)
    shake = ShakeDice(by="dealer", dice=(2, 3, 4))
    assert refusal(RULES, waits, shake).reason is Reason.PENDING
    assert (
        refusal(RULES, waits, MixBeacon(by="dealer", round=33, signature="ab" * 48)).reason
        is Reason.NOT_AS_REQUIRED
    )
    for unfit in ("", "abc", "xy", "ab" * 97):
        assert (
            refusal(RULES, waits, MixBeacon(by="dealer", round=32, signature=unfit)).reason
            is Reason.BAD_PIECES
        )
    beacon = MixBeacon(by="dealer", round=32, signature="ab" * 48)
    assert happened(RULES, waits, beacon) == (
        BeaconMixed(round=32, signature="ab" * 48, cites=("R60", "R98")),
    )
    mixed = after(RULES, waits, beacon)
    assert mix_of(SEED, mixed) == mix(SEED, "one", 1, (), sha256(b"\xab" * 48).digest())
    assert refusal(RULES, mixed, beacon).reason is Reason.NOTHING_THERE
    assert after(RULES, mixed, shake).shaker.dice == (2, 3, 4)
