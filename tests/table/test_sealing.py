"""Sealed chance: sealed before anything is drawn, mixed with players' words, revealed after the round."""

from __future__ import annotations

import hmac
from hashlib import sha256

import pytest

from paigow.table.acts import Command
from paigow.table.autoplay.automatic import DealerContext, next_act
from paigow.table.bets.betting import CallNoMoreBets, PlaceWager
from paigow.table.deal.dice import ShakeDice
from paigow.table.deal.reshuffling import ReportUndealtTile
from paigow.table.deal.sealing import (
    AddWords,
    CommitSeed,
    RevealSeed,
    SeedRevealed,
    commitment_to,
    may_commit,
    may_reveal,
    mixed,
)
from paigow.table.deal.shuffling import StackTiles, WashTiles
from paigow.table.game import ALL_TILES
from paigow.table.house.opening import BeginPlay
from paigow.table.house.seating import BuyIn, FillTray, Leave, Sit
from paigow.table.irregularities.reports import ReportExposed
from paigow.table.refusals import Reason
from paigow.table.state import Seal, Step, Table
from tests.rules import rule
from tests.table.banks import after, happened, refusal
from tests.table.eye_tables import dealer_to
from tests.table.givens import NoChance
from tests.table.tables import rules_with

RULES = rules_with("commission-tiles-full")
SEED = bytes(range(32))
COMMIT = CommitSeed(by="dealer", commitment=commitment_to(SEED))
REVEAL = RevealSeed(by="dealer", seed=SEED.hex())
BET = PlaceWager(by="anna", position=1, chips=25_00)
STACK: tuple[Command, ...] = (WashTiles(by="dealer", order=ALL_TILES), StackTiles(by="dealer"))
CLOSE = CallNoMoreBets(by="dealer", at=1)
SHAKE = ShakeDice(by="dealer", dice=(2, 3, 4))


def _open() -> Table:
    """A table with Anna seated, about to be washed for the first time."""
    table = dealer_to(RULES, Table(), Step.IDLE)
    seat = (
        FillTray(by="floor", chips=10_000_00),
        BuyIn(by="anna", chips=1000_00),
        Sit(by="anna", position=1),
    )
    return after(RULES, table, *seat, BeginPlay(by="dealer"))


def _shaken(*before: Command) -> Table:
    return after(RULES, _open(), *before, *STACK, BET, CLOSE, SHAKE)


@rule("R60")
def test_a_commitment_binds_to_the_seed_and_tells_nothing_of_it() -> None:
    assert commitment_to(SEED) == sha256(b"paigow/seal/1\x00" + SEED).hexdigest()
    assert commitment_to(SEED) != sha256(SEED).hexdigest()
    assert SEED.hex() not in commitment_to(SEED)


@rule("R60")
def test_every_word_changes_the_seed_of_the_draw_and_so_does_their_order() -> None:
    plain = hmac.digest(SEED, b"[]", sha256)
    assert mixed(SEED, ()) == plain
    one, other = ("anna", "luck"), ("bob", "no luck")
    assert mixed(SEED, (one, other)) == hmac.digest(SEED, b'[["anna","luck"],["bob","no luck"]]', sha256)
    seeds = {mixed(SEED, words) for words in ((), (one,), (other,), (one, other), (other, one))}
    assert len(seeds) == 5


@rule("R60")
def test_a_seed_is_sealed_before_anything_is_drawn_and_one_at_a_time() -> None:
    table = _open()
    assert may_commit(table)
    sealed = after(RULES, table, COMMIT)
    assert sealed.seal == Seal(COMMIT.commitment, (), 0)
    assert refusal(RULES, sealed, COMMIT).reason is Reason.PENDING
    washed = after(RULES, table, STACK[0])
    assert not may_commit(washed)
    assert refusal(RULES, washed, COMMIT).reason is Reason.WRONG_STEP
    assert refusal(RULES, _shaken(), COMMIT).reason is Reason.WRONG_STEP


@rule("R60")
@pytest.mark.parametrize("commitment", ["", "00", "g" * 64, "A" * 64, "0" * 63, "0" * 65])
def test_a_commitment_is_64_hexadecimal_digits(commitment: str) -> None:
    refused = refusal(RULES, _open(), CommitSeed(by="dealer", commitment=commitment))
    assert refused.reason is Reason.BAD_PIECES


@rule("R60")
@pytest.mark.parametrize("command", [COMMIT, REVEAL])
@pytest.mark.parametrize("by", ["floor", "anna", "observer"])
def test_only_the_dealer_seals_and_reveals(command: CommitSeed | RevealSeed, by: str) -> None:
    kind = type(command)
    other = kind(by=by, **{name: getattr(command, name) for name in kind.__struct_fields__ if name != "by"})
    assert refusal(RULES, _open(), other).reason is Reason.NOT_YOURS


@rule("R60")
def test_players_add_words_once_each_until_no_more_bets() -> None:
    words = AddWords(by="anna", words="for luck")
    assert refusal(RULES, _open(), words).reason is Reason.NOTHING_THERE
    sealed = after(RULES, _open(), COMMIT)
    spoken = after(RULES, sealed, words, AddWords(by="bob", words="against it"))
    assert spoken.seal.words == (("anna", "for luck"), ("bob", "against it"))
    assert refusal(RULES, spoken, words).reason is Reason.NOT_ELIGIBLE
    for unfit in ("", "x" * 129, "a\nb"):
        assert refusal(RULES, sealed, AddWords(by="anna", words=unfit)).reason is Reason.BAD_PIECES
    late = refusal(RULES, _shaken(COMMIT), words)
    assert late.reason is Reason.WRONG_STEP
    assert "5(c)" in late.cites
    assert refusal(RULES, sealed, AddWords(by="dealer", words="mine")).reason is Reason.NOT_YOURS


@rule("R60")
def test_the_seed_stays_sealed_through_every_step_of_its_round() -> None:
    table = after(RULES, _open(), COMMIT)
    assert refusal(RULES, table, REVEAL).reason is Reason.WRONG_STEP
    table = after(RULES, table, *STACK, BET, CLOSE, SHAKE)
    seen = set()
    while True:
        seen.add(table.step)
        assert not may_reveal(table)
        assert refusal(RULES, table, REVEAL).reason is Reason.WRONG_STEP
        if table.step is Step.FINISH:
            break
        table = _next_act(table)
    assert {Step.LID, Step.TOTAL, Step.DEAL, Step.SETTING, Step.EXPOSE, Step.FINISH} <= seen
    table = _next_act(table)
    (revealed,) = happened(RULES, table, REVEAL)
    assert isinstance(revealed, SeedRevealed)
    assert revealed.cites == ("R60",)
    assert after(RULES, table, REVEAL).seal == Seal()


def _next_act(table: Table) -> Table:
    """One act of the dealer further; players are not waited for."""
    command = next_act(DealerContext(RULES, table, NoChance(), late=True))
    assert command is not None, table.step
    return after(RULES, table, command)


@rule("R60")
def test_only_the_seed_that_was_sealed_is_revealed() -> None:
    table = dealer_to(RULES, _shaken(COMMIT), Step.OFFER)
    for wrong in (bytes(32).hex(), "zz", SEED.hex().upper()):
        refused = refusal(RULES, table, RevealSeed(by="dealer", seed=wrong))
        assert refused.reason is Reason.NOT_AS_REQUIRED
    assert may_reveal(table)


@rule("R60", "R50")
def test_a_void_round_is_over_too() -> None:
    table = dealer_to(RULES, _shaken(COMMIT), Step.SETTING)
    voided = after(RULES, table, ReportExposed(by="floor", place=7, index=0))
    assert may_reveal(voided)
    assert happened(RULES, voided, REVEAL, COMMIT)
    assert refusal(RULES, after(RULES, voided, STACK[0]), REVEAL).reason is Reason.WRONG_STEP


@rule("R60", "R69")
@pytest.mark.parametrize("shaken", [False, True])
def test_a_round_that_is_shuffled_again_is_not_over(shaken: bool) -> None:
    table = after(RULES, _open(), COMMIT, *STACK, BET, CLOSE, *((SHAKE,) if shaken else ()))
    again = after(RULES, table, ReportUndealtTile(by="dealer", nth=0))
    assert again.step is Step.SHUFFLE
    assert not may_reveal(again)
    assert refusal(RULES, again, REVEAL).reason is Reason.WRONG_STEP
    unsealed = after(RULES, _open(), *STACK, BET, CLOSE, ReportUndealtTile(by="dealer", nth=0))
    assert not may_commit(unsealed)
    assert refusal(RULES, unsealed, COMMIT).reason is Reason.WRONG_STEP


@rule("R60", "R62")
def test_a_seed_whose_round_never_began_serves_the_next_players() -> None:
    table = after(RULES, _open(), COMMIT, *STACK, Leave(by="anna"))
    assert table.step is Step.DISPLAY
    assert refusal(RULES, table, REVEAL).reason is Reason.WRONG_STEP
    assert table.seal.commitment == COMMIT.commitment


@rule("R60")
def test_without_a_sealed_seed_there_is_nothing_to_reveal() -> None:
    assert refusal(RULES, _open(), REVEAL).reason is Reason.NOTHING_THERE
