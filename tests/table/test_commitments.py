"""A floor's randomness: committed before bets, words opened after them, nothing drawn in between."""

from __future__ import annotations

from hashlib import sha256
from typing import Final

import pytest
from msgspec import UNSET

from paigow.submissions.rules import Rules
from paigow.table.acts import Command
from paigow.table.autoplay.chance import Chance, DealerContext, FirstChance, chance_for, drawn, is_drawn
from paigow.table.autoplay.self_play import next_act
from paigow.table.bank.banking import AcceptBank, OfferBank
from paigow.table.bank.stacks import Cut, CutStacks
from paigow.table.bets.betting import CallNoMoreBets, PlaceWager
from paigow.table.chance_state import UNDRAWN, RoundChance
from paigow.table.deal.card_cutting import CutCards, OrderRecut
from paigow.table.deal.commitments import (
    FixOrder,
    OrderFixed,
    PublishCommitment,
    PublishSeed,
    SeedPublished,
    is_undrawn,
    may_commit,
    may_publish,
)
from paigow.table.deal.delivery import DeliverStack
from paigow.table.deal.dice import CallNoRoll, LiftLid, ShakeDice
from paigow.table.deal.first_seeds import (
    AddWords,
    CommitSeed,
    RevealSeed,
    SeedCommitted,
    WordsAdded,
    first_commitment,
    first_mix,
)
from paigow.table.deal.mixing import OpenedWord, hashed, mix, seed_commitment, word_commitment
from paigow.table.deal.shuffling import ExposeWhileStacking, ReportUndealtTile, StackTiles, WashTiles
from paigow.table.deal.words import (
    CloseWords,
    CommitWord,
    MixBeacon,
    OpenWord,
)
from paigow.table.engine import evolve
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
CHANCE = Chance(SEED)
COMMIT = PublishCommitment(by="dealer", commitment=seed_commitment("one", 1, SEED), table="one")
PUBLISH = PublishSeed(by="dealer", seed=SEED.hex())
BET = PlaceWager(by="anna", position=1, chips=25_00)
STACK: tuple[Command, ...] = (WashTiles(by="dealer", order=()), StackTiles(by="dealer"))
NO_MORE = CallNoMoreBets(by="dealer", at=1)
CLOSE = CloseWords(by="dealer", at=1)
SALT: Final = bytes(range(16))


def word(person: str, word: str) -> tuple[CommitWord, OpenWord]:
    commitment = word_commitment("one", 1, person, word, SALT)
    return CommitWord(by=person, commitment=commitment), OpenWord(by=person, word=word, salt=SALT.hex())


ANNAS, ANNA_OPENS = word("anna", "for luck")


def open_table(*others: str) -> Table:
    """A table with Anna and others seated, about to be washed for the first time."""
    table = dealer_to(RULES, Table(), Step.IDLE)
    seats = [FillTray(by="floor", chips=10_000_00)]
    table = after(RULES, table, *seats)
    for position, person in enumerate(("anna", *others), start=1):
        table = after(RULES, table, BuyIn(by=person, chips=1000_00), Sit(by=person, position=position))
    return after(RULES, table, BeginPlay(by="dealer"))


def _drawn(table: Table, command: Command) -> Table:
    return after(RULES, table, drawn(RULES, table, command, CHANCE))


def _mixed(*before: Command, commit: Command = COMMIT) -> Table:
    """Bets are closed, words too, and the order is fixed."""
    table = after(RULES, open_table(), commit, *STACK, *before, BET, NO_MORE, CLOSE)
    return _drawn(table, FixOrder(by="dealer", pieces=()))


def _shaken(*before: Command) -> Table:
    return _drawn(_mixed(*before), ShakeDice(by="dealer", dice=(1, 1, 1)))


@rule("R95")
def test_hashes_are_over_the_parts_in_their_order_each_with_its_length() -> None:
    def plain(*parts: bytes) -> str:
        return sha256(b"".join(len(part).to_bytes(4, "big") + part for part in parts)).hexdigest()

    assert seed_commitment("one", 12, SEED) == plain(b"paigow seed 2", b"one", b"12", SEED)
    said = (b"paigow word 2", b"one", b"12", b"Mei", "九".encode(), SALT)
    assert word_commitment("one", 12, "Mei", "九", SALT) == plain(*said)
    words = (OpenedWord(4, "Bo", "b", SALT), OpenedWord(2, "Al", "a", SALT))
    opened = (b"2", b"2", b"Al", b"a", SALT, b"4", b"Bo", b"b", SALT)
    whole = plain(b"paigow mix 2", SEED, b"one", b"12", *opened, b"beacon")
    assert mix(SEED, "one", 12, words, b"beacon").hex() == whole
    assert hashed("ab", "c") != hashed("a", "bc")


@rule("R95")
def test_a_seed_is_committed_to_before_its_round_and_one_at_a_time() -> None:
    table = open_table()
    assert may_commit(table)
    committed = after(RULES, table, COMMIT)
    assert committed.chance == RoundChance(commitment=COMMIT.commitment, table="one")
    assert refusal(RULES, committed, COMMIT).reason is Reason.PENDING
    washed = after(RULES, table, WashTiles(by="dealer", order=ALL_TILES))
    assert not may_commit(washed)
    assert refusal(RULES, washed, COMMIT).reason is Reason.WRONG_STEP


@rule("R95")
@pytest.mark.parametrize("commitment", ["", "00", "g" * 64, "A" * 64, "0" * 63, "0" * 65])
def test_a_commitment_is_64_hexadecimal_digits(commitment: str) -> None:
    publish = PublishCommitment(by="dealer", commitment=commitment, table="one")
    assert refusal(RULES, open_table(), publish).reason is Reason.BAD_PIECES
    word = refusal(RULES, after(RULES, open_table(), COMMIT), CommitWord(by="anna", commitment=commitment))
    assert word.reason is Reason.BAD_PIECES


@rule("R95")
@pytest.mark.parametrize(
    "command",
    [COMMIT, PUBLISH, CLOSE, FixOrder(by="dealer", pieces=()), MixBeacon(by="dealer", round=1, signature="")],
)
@pytest.mark.parametrize("by", ["floor", "anna", "observer"])
def test_only_the_dealer_commits_closes_draws_and_publishes(command: Command, by: str) -> None:
    kind = type(command)
    other = kind(by=by, **{name: getattr(command, name) for name in kind.__struct_fields__ if name != "by"})
    assert refusal(RULES, open_table(), other).reason is Reason.NOT_YOURS


@rule("R96")
def test_a_wash_is_an_act_and_the_order_is_drawn_after_no_more_bets() -> None:
    table = after(RULES, open_table(), COMMIT)
    told = refusal(RULES, table, WashTiles(by="dealer", order=ALL_TILES))
    assert told.reason is Reason.NOT_AS_REQUIRED
    assert "R96" in told.cites
    table = after(RULES, table, *STACK)
    assert is_undrawn(table)
    assert [len(stack) for stack in table.stock] == [4] * 8
    fix = drawn(RULES, _mixed_words(table), FixOrder(by="dealer", pieces=()), CHANCE)
    assert refusal(RULES, table, fix).reason is Reason.PENDING
    closed = _mixed_words(table)
    assert refusal(RULES, closed, DeliverStack(by="dealer", place=1)).reason is Reason.WRONG_STEP
    (fixed,) = happened(RULES, closed, fix)
    assert isinstance(fixed, OrderFixed)
    assert fixed.draw == 1
    dealt = evolve(closed, fixed)
    assert tuple(tile for stack in dealt.stock for tile in stack) == fixed.pieces
    assert sorted(fixed.pieces) == sorted(ALL_TILES)
    assert dealt.drawing.counts == {"order": 1}
    assert refusal(RULES, dealt, fix).reason is Reason.NOTHING_THERE


def _mixed_words(table: Table) -> Table:
    return after(RULES, table, BET, NO_MORE, CLOSE)


@rule("R96")
def test_nothing_is_drawn_before_the_words_are_closed() -> None:
    table = after(RULES, open_table(), COMMIT, *STACK, BET, NO_MORE)
    shake = ShakeDice(by="dealer", dice=(2, 3, 4))
    assert refusal(RULES, table, shake).reason is Reason.PENDING
    assert refusal(RULES, table, FixOrder(by="dealer", pieces=ALL_TILES)).reason is Reason.PENDING
    assert next_act(DealerContext(RULES, table, NoChance(), late=True)) is None
    for command in (shake, FixOrder(by="dealer", pieces=())):
        with pytest.raises(Exception, match="words are opened first"):
            drawn(RULES, table, command, CHANCE)
    assert after(RULES, table, CLOSE, shake).shaker.dice == (2, 3, 4)


@rule("R96", "R6")
def test_cuts_move_places_and_the_order_follows_them() -> None:
    table = after(RULES, open_table("bob"), COMMIT)
    table = after(RULES, table, *STACK)
    cut = Cut(2, 5, "right", 1)
    moved = Table(stock=cut.of(table.stock))
    order = CHANCE.order(RULES, _mixed_words(table))
    placed = dict(zip((place for stack in table.stock for place in stack), order, strict=True))
    expected = tuple(tuple(placed[place] for place in stack) for stack in moved.stock)
    event = OrderFixed(pieces=order, cut_at=0, draw=1, cut_draw=0)
    assert evolve(moved, event).stock == expected
    assert expected != evolve(table, event).stock


@rule("R95")
def test_draws_depend_on_the_mix_the_name_and_the_number_alone() -> None:
    plain = _mixed()
    busier = _mixed(*(Sit(by=f"guest {n}", position=2 + n) for n in range(3)), Leave(by="guest 1"))
    assert busier.version > plain.version
    assert plain.stock == busier.stock
    assert CHANCE.dice(plain) == CHANCE.dice(busier)
    again = after(RULES, _shaken(), LiftLid(by="dealer"), CallNoRoll(by="dealer"))
    assert again.drawing.counts == {"order": 1, "dice": 1}
    assert CHANCE.dice(again) != CHANCE.dice(plain)


@rule("R95")
def test_one_byte_of_any_input_changes_the_order_and_nothing_else_does() -> None:
    def order(
        seed: bytes = SEED,
        table: str = "one",
        number: int = 1,
        word: str = "for luck",
        salt: bytes = SALT,
        beacon: bytes = b"",
        position: int = 1,
        person: str = "anna",
    ) -> bytes:
        return mix(seed, table, number, (OpenedWord(position, person, word, salt),), beacon)

    plain = order()
    other = {
        order(seed=bytes([SEED[0] ^ 1]) + SEED[1:]),
        order(table="onf"),
        order(number=2),
        order(word="for lucj"),
        order(salt=bytes([SALT[0] ^ 1]) + SALT[1:]),
        order(beacon=b"\0"),
        order(position=2),
        order(person="annb"),
        mix(SEED, "one", 1),
    }
    assert len(other | {plain}) == 10


@rule("R19", "R96")
def test_a_tile_seen_while_the_stacks_are_made_is_drawn_for_the_accident() -> None:
    table = after(RULES, open_table(), COMMIT, STACK[0])
    report = ExposeWhileStacking(by="dealer", tile="6-6")
    assert is_drawn(table, report)
    seen = drawn(RULES, table, report, CHANCE)
    (event,) = happened(RULES, table, seen)
    assert getattr(event, "draw", None) == 1
    again = after(RULES, table, seen)
    assert again.step is Step.SHUFFLE
    assert again.drawing.counts == {"exposed": 1}
    # A second accident is a separate draw, and the order itself is still the first.
    table = after(RULES, again, *STACK)
    assert drawn(RULES, table, ReportUndealtTile(by="dealer", nth=3), CHANCE) != drawn(
        RULES, after(RULES, open_table(), COMMIT, *STACK), ReportUndealtTile(by="dealer", nth=3), CHANCE
    )
    assert _drawn(_mixed_words(table), FixOrder(by="dealer", pieces=())).stock == _mixed().stock


@rule("R19", "R69", "R96")
def test_shuffled_again_after_no_more_bets_the_order_is_drawn_again() -> None:
    first = _shaken()
    seen = ReportUndealtTile(by="dealer", nth=0)
    assert not is_drawn(first, seen)
    again = after(RULES, first, seen)
    assert not may_publish(again)
    assert refusal(RULES, again, PUBLISH).reason is Reason.WRONG_STEP
    assert refusal(RULES, again, WashTiles(by="dealer", order=ALL_TILES)).reason is Reason.NOT_AS_REQUIRED
    stacked = after(RULES, again, *STACK)
    assert (
        refusal(RULES, first, ReportUndealtTile(by="dealer", nth=0, shown="6-6")).reason is Reason.BAD_PIECES
    )
    second = _drawn(stacked, FixOrder(by="dealer", pieces=()))
    assert second.drawing.counts == {"order": 2, "dice": 1}
    assert second.stock != first.stock
    assert second.shaker.dice == first.shaker.dice


@rule("R41", "R96")
def test_the_dealers_own_cut_is_drawn_together_with_the_order() -> None:
    rules = rules_with("maryland-poker-plain")
    assert rules.is_tiles is False
    table = dealer_to(rules, Table(), Step.IDLE)
    table = after(rules, table, FillTray(by="floor", chips=10_000_000))
    table = after(rules, table, BuyIn(by="anna", chips=1_000_00), Sit(by="anna", position=1))
    table = _until(rules, table, COMMIT, Step.BETS)
    assert is_undrawn(table)
    assert (table.cards.cut.made_by, table.cards.cut.place) == ("dealer", 0)
    recut = after(rules, table, OrderRecut(by="floor", by_last=True))
    assert refusal(rules, recut, CutCards(by="dealer", depth=20)).reason is Reason.NOT_AS_REQUIRED
    table = after(rules, table, PlaceWager(by="anna", position=1, chips=25_00), NO_MORE, CLOSE)
    bare = FixOrder(by="dealer", pieces=CHANCE.order(rules, table))
    assert refusal(rules, table, bare).reason is Reason.NOT_AS_REQUIRED
    fix = drawn(rules, table, bare, CHANCE)
    assert isinstance(fix, FixOrder)
    assert 10 <= fix.cut_at <= 43
    fixed = after(rules, table, fix)
    assert fixed.stock == ((*fix.pieces[fix.cut_at :], *fix.pieces[: fix.cut_at]),)
    assert fixed.cards.cut.uncut == fix.pieces
    assert fixed.cards.cut.place == fix.cut_at
    assert fixed.drawing.counts == {"order": 1, "cut": 1}
    # If recut with the cards on the table, the depth is drawn and told at once.
    again = after(rules, fixed, OrderRecut(by="floor", by_last=True))
    cut = drawn(rules, again, CutCards(by="dealer", depth=0), CHANCE)
    assert isinstance(cut, CutCards)
    assert cut.depth == CHANCE.number(again, "cut", 10, 43)
    assert after(rules, again, cut).drawing.counts == {"order": 1, "cut": 2}


def _until(rules: Rules, table: Table, commit: Command, step: Step) -> Table:
    """The dealer starts, commits before anything else, and continues to a step; players are skipped."""
    while table.step is not step:
        if may_commit(table) and table.step in (Step.WASH, Step.SHUFFLE):
            table = after(rules, table, commit)
        act = next_act(DealerContext(rules, table, NoChance(), now=table.clock + 1, late=True))
        assert act is not None, table.step
        table = after(rules, table, act)
    return table


@rule("R60")
def test_the_seed_stays_secret_through_every_step_of_its_round() -> None:
    table = after(RULES, open_table(), COMMIT)
    assert refusal(RULES, table, PUBLISH).reason is Reason.WRONG_STEP
    table = _shaken()
    seen = set()
    while True:
        seen.add(table.step)
        assert not may_publish(table)
        assert refusal(RULES, table, PUBLISH).reason is Reason.WRONG_STEP
        if table.step is Step.FINISH:
            break
        table = _next_act(table)
    assert {Step.LID, Step.TOTAL, Step.DEAL, Step.SETTING, Step.EXPOSE, Step.FINISH} <= seen
    table = _next_act(table)
    (published,) = happened(RULES, table, PUBLISH)
    assert isinstance(published, SeedPublished)
    assert published.cites == ("R60", "R95")
    assert after(RULES, table, PUBLISH).chance is UNSET
    second = seed_commitment("one", 2, SEED)
    assert (
        after(
            RULES, table, PUBLISH, PublishCommitment(by="dealer", commitment=second, table="one")
        ).drawing.number
        == 2
    )


def _next_act(table: Table) -> Table:
    """One more action of the dealer, without waiting for players."""
    command = next_act(DealerContext(RULES, table, NoChance(), late=True))
    assert command is not None, table.step
    return after(RULES, table, command)


@rule("R60")
def test_only_the_seed_that_was_committed_to_is_published() -> None:
    table = dealer_to(RULES, _shaken(), Step.OFFER)
    for wrong in (bytes(32).hex(), "zz", SEED.hex().upper()):
        refused = refusal(RULES, table, PublishSeed(by="dealer", seed=wrong))
        assert refused.reason is Reason.NOT_AS_REQUIRED
    assert may_publish(table)


@rule("R60", "R50")
def test_a_void_round_is_over_too() -> None:
    table = dealer_to(RULES, _shaken(), Step.SETTING)
    voided = after(RULES, table, ReportExposed(by="floor", place=7, index=0))
    assert may_publish(voided)
    again = PublishCommitment(by="dealer", commitment=seed_commitment("one", 2, SEED), table="one")
    assert happened(RULES, voided, PUBLISH, again)
    assert refusal(RULES, after(RULES, voided, STACK[0]), PUBLISH).reason is Reason.WRONG_STEP


@rule("R60", "R62")
def test_a_seed_whose_round_never_began_serves_the_next_players() -> None:
    table = after(RULES, open_table(), COMMIT, *STACK, Leave(by="anna"))
    assert table.step is Step.DISPLAY
    assert refusal(RULES, table, PUBLISH).reason is Reason.WRONG_STEP
    assert table.drawing.commitment == COMMIT.commitment


@rule("R60")
def test_without_a_commitment_there_is_nothing_to_publish() -> None:
    assert refusal(RULES, open_table(), PUBLISH).reason is Reason.NOTHING_THERE


@rule("R95")
def test_a_table_dealt_by_hand_tells_the_order_with_the_wash() -> None:
    table = after(RULES, open_table(), WashTiles(by="dealer", order=ALL_TILES))
    assert not any(piece.startswith(UNDRAWN) for stack in table.stock for piece in stack)
    assert refusal(RULES, open_table(), WashTiles(by="dealer", order=())).reason is Reason.BAD_PIECES


@rule("R60")
def test_rounds_of_the_first_edition_are_finished_and_checked_as_they_began() -> None:
    for old in (CommitSeed(by="dealer", commitment="0" * 64), AddWords(by="anna", words="luck")):
        assert refusal(RULES, open_table(), old).reason is Reason.NOT_OFFERED
    table = evolve(open_table(), SeedCommitted(commitment=first_commitment(SEED)))
    table = evolve(table, WordsAdded(person="anna", words="luck"))
    assert table.seal == Seal(first_commitment(SEED), (("anna", "luck"),), 0)
    assert not may_commit(table)
    chance = chance_for(SEED, table, ())
    assert chance == FirstChance(first_mix(SEED, (("anna", "luck"),)))
    table = after(
        RULES, table, drawn(RULES, table, WashTiles(by="dealer", order=()), chance), STACK[1], BET, NO_MORE
    )
    table = dealer_to(RULES, after(RULES, table, ShakeDice(by="dealer", dice=(2, 3, 4))), Step.OFFER)
    assert after(RULES, table, RevealSeed(by="dealer", seed=SEED.hex())).seal == Seal()


@rule("R96")
def test_a_bank_that_cuts_cuts_places() -> None:
    table = after(RULES, open_table("bob"), COMMIT, *STACK, BET, NO_MORE, CLOSE)
    table = _drawn(table, FixOrder(by="dealer", pieces=()))
    table = dealer_to(RULES, _drawn(table, ShakeDice(by="dealer", dice=(1, 1, 1))), Step.OFFER)
    table = after(RULES, table, PUBLISH, OfferBank(by="dealer"))
    second = PublishCommitment(by="dealer", commitment=seed_commitment("one", 2, SEED), table="one")
    table = after(RULES, table, second, AcceptBank(by="anna"), *STACK)
    cut = after(RULES, table, CutStacks(by="anna", cut=Cut(1, 2, "left")))
    assert cut.stock[-1] == table.stock[1]
    assert is_undrawn(cut)
