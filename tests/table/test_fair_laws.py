"""Laws of a round's randomness: the same seed, words, and beacon always give the same pieces and dice.

Also who can do what to it, line by line as in docs/security.md; what needs a server is in
`tests/server/tables/test_fairness.py`.
"""

from __future__ import annotations

from collections.abc import Sequence
from typing import Final, NamedTuple

import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

from paigow.submissions.rules import Rules
from paigow.table.acts import Command
from paigow.table.autoplay.chance import Chance, drawn
from paigow.table.bets.betting import CallNoMoreBets, PlaceWager
from paigow.table.chance_state import Beacon
from paigow.table.deal.commitments import FixOrder, PublishCommitment, PublishSeed
from paigow.table.deal.dice import CallNoRoll, LiftLid, ShakeDice
from paigow.table.deal.mixing import seed_commitment, word_commitment
from paigow.table.deal.shuffling import StackTiles, WashTiles
from paigow.table.deal.words import CloseWords, CommitWord, MixBeacon, OpenWord
from paigow.table.engine import decide, evolve
from paigow.table.game import ALL_TILES
from paigow.table.house.opening import BeginPlay
from paigow.table.house.seating import BuyIn, FillTray, Leave, Sit
from paigow.table.records.codec import decode_command, decode_event, decode_table, encode
from paigow.table.refusals import Reason, Refused
from paigow.table.state import Step, Table
from paigow.table.visibility.views import see, view
from tests.rules import rule
from tests.table.banks import after, refusal
from tests.table.eye_tables import dealer_to
from tests.table.tables import rules_with

RULES: Final = rules_with("commission-tiles-full")
SEED: Final = bytes(range(32))
SALT: Final = bytes(16)
PLAYERS: Final = ("anna", "bob", "carla")
BEACON: Final = Beacon("ab" * 96, "bls-unchained-g1-rfc9380", 100, 30)


class Drawn(NamedTuple):
    """A round's random results: the stacks, and each shake of the dice."""

    stacks: tuple[tuple[str, ...], ...]
    dice: tuple[tuple[int, int, int] | None, ...]


def _words(*opened: str) -> tuple[list[Command], list[Command]]:
    """Commitments of all players, and openings of some."""
    said = {person: word_commitment("one", 1, person, f"{person}'s word", SALT) for person in PLAYERS}
    return (
        [CommitWord(by=person, commitment=commitment) for person, commitment in said.items()],
        [OpenWord(by=person, word=f"{person}'s word", salt=SALT.hex()) for person in opened],
    )


def _acts(opened: Sequence[str] = PLAYERS, *, seed: bytes = SEED, signature: str = "") -> list[Command]:
    """A round as its own people act, up to the third shake."""
    commits, opens = _words(*opened)
    beacon = BEACON if signature else None
    mixed: list[Command] = [MixBeacon(by="dealer", round=32, signature=signature)] if signature else []
    shake: list[Command] = [ShakeDice(by="dealer", dice=(1, 1, 1)), LiftLid(by="dealer")]
    return [
        PublishCommitment(
            by="dealer", commitment=seed_commitment("one", 1, seed), table="one", beacon=beacon
        ),
        WashTiles(by="dealer", order=()),
        StackTiles(by="dealer"),
        *commits,
        *(PlaceWager(by=person, position=number, chips=25_00) for number, person in enumerate(PLAYERS, 1)),
        CallNoMoreBets(by="dealer", at=1),
        *opens,
        CloseWords(by="dealer", at=1_000),
        *mixed,
        FixOrder(by="dealer", pieces=()),
        *(each for _ in range(3) for each in (*shake, CallNoRoll(by="dealer"))),
    ]


def _open(rules: Rules = RULES) -> Table:
    table = after(rules, dealer_to(rules, Table(), Step.IDLE), FillTray(by="floor", chips=10_000_00))
    for position, person in enumerate(PLAYERS, start=1):
        table = after(rules, table, BuyIn(by=person, chips=1000_00), Sit(by=person, position=position))
    return after(rules, table, BeginPlay(by="dealer"))


def _give(table: Table, command: Command, seed: bytes = SEED) -> Table:
    """Like a server: random values filled in, decided, applied; a refusal changes nothing."""
    try:
        events = decide(RULES, table, drawn(RULES, table, command, Chance(seed)))
    except Refused:
        return table
    for event in events:
        table = evolve(table, event)
    return table


def _kept(table: Table) -> Table:
    """A restart, or another process: all that is known of the table is what was stored."""
    return decode_table(encode(table))


def _draws(acts: Sequence[Command], seed: bytes = SEED) -> Drawn:
    table, dice = _open(), []
    for act in acts:
        before = table.drawing.counts
        table = _give(table, act, seed)
        if table.drawing.counts.get("dice", 0) > before.get("dice", 0):
            dice.append(table.shaker.dice)
    return Drawn(table.stock, tuple(dice))


FOREIGN: Final[tuple[Command, ...]] = (
    *(BuyIn(by=guest, chips=100) for guest in ("dora", "emil")),
    *(Sit(by=guest, position=position) for guest, position in (("dora", 5), ("emil", 6))),
    *(Leave(by=guest) for guest in ("dora", "emil")),
    FillTray(by="floor", chips=100),
    CommitWord(by="dora", commitment="ab" * 32),
    CommitWord(by="fred", commitment="ab" * 32),
    OpenWord(by="fred", word="", salt=SALT.hex()),
    CloseWords(by="fred", at=5),
    FixOrder(by="anna", pieces=()),
)
"""What bystanders, staff, and cheats do meanwhile; most of it is refused, some of it adds events."""

meanwhile = st.lists(
    st.tuples(st.integers(0, 30), st.sampled_from((*FOREIGN, "restart", "repeat"))), max_size=40
)


@rule("R95", "R96", "R97")
@given(happenings=meanwhile)
@settings(max_examples=60, deadline=None)
def test_nothing_that_happens_meanwhile_changes_pieces_or_dice(
    happenings: list[tuple[int, Command | str]],
) -> None:
    """Dora has a word only if she is seated when bets close, so here she never opens one."""
    acts = _acts()
    plain = _draws(acts)
    assert len(plain.dice) == 3
    assert len(set(plain.dice)) > 1
    table, dice, given_acts = _open(), [], list[Command]()
    for number, act in enumerate(acts):
        for _, what in (each for each in happenings if each[0] == number):
            match what:
                case "restart":
                    table = _kept(table)
                case "repeat":
                    again = [each for each in given_acts[-3:] if not isinstance(each, ShakeDice)]
                    table = _give(table, again[-1]) if again else table
                case Command():
                    table = _give(table, what)
                case _:
                    raise AssertionError(what)
        before = table.drawing.counts.get("dice", 0)
        table = _give(table, decode_command(encode(act)))
        given_acts.append(act)
        if table.drawing.counts.get("dice", 0) > before:
            dice.append(table.shaker.dice)
    assert Drawn(table.stock, tuple(dice)) == plain


@rule("R95", "R97", "R98")
def test_every_input_of_the_mix_changes_the_order() -> None:
    signature = "cd" * 48
    orders = {
        _draws(_acts()).stacks,
        _draws(_acts(("anna", "bob"))).stacks,
        _draws(_acts(("anna", "carla"))).stacks,
        _draws(_acts(())).stacks,
        _draws(_acts(signature=signature)).stacks,
        _draws(_acts(signature="ce" + signature[2:])).stacks,
        _draws(_acts(seed=bytes(32)), bytes(32)).stacks,
    }
    assert len(orders) == 7


@rule("R97")
def test_all_players_together_cannot_foresee_a_draw() -> None:
    """They know every word and the commitment, and each seed that fits what they know changes everything."""
    fallen = {_draws(_acts(seed=bytes([number]) * 32), bytes([number]) * 32) for number in range(20)}
    assert len(fallen) == 20


@rule("R60", "R95")
def test_the_operator_cannot_change_the_seed_after_committing_to_it() -> None:
    table = _open()
    for act in _acts():
        table = _give(table, act, bytes(32))
    # With another seed something else is dealt, and it can't be published for this commitment at the end.
    assert table.stock != _draws(_acts()).stacks
    over = dealer_to(RULES, _give(table, ShakeDice(by="dealer", dice=(1, 1, 1))), Step.OFFER)
    refused = refusal(RULES, over, PublishSeed(by="dealer", seed=bytes(32).hex()))
    assert refused.reason is Reason.NOT_AS_REQUIRED


@rule("R96")
@pytest.mark.parametrize(
    "early", [ShakeDice(by="dealer", dice=(6, 6, 6)), FixOrder(by="dealer", pieces=ALL_TILES)]
)
def test_the_operator_cannot_draw_before_the_words_are_closed(early: Command) -> None:
    acts, table = _acts(), _open()
    for act in acts:
        if isinstance(act, CloseWords):
            break
        table = _give(table, act)
        assert table.shaker.dice is None
        assert all(place.startswith("#") for stack in table.stock for place in stack)
        # Refused for being early, and for nothing else: the pieces and dice themselves would be accepted.
        reason = refusal(RULES, table, early).reason
        assert reason in (Reason.NOTHING_THERE, Reason.WRONG_STEP, Reason.PENDING)
    assert refusal(RULES, table, early).reason is Reason.PENDING


@rule("R97")
def test_an_operator_with_accomplices_chooses_among_two_to_the_k_and_everybody_sees_it() -> None:
    """Bob and Carla are his: by leaving words unopened they get one of four rounds, and no fifth."""
    orders = {}
    for opened in (("bob", "carla"), ("bob",), ("carla",), ()):
        acts = _acts(("anna", *opened))
        orders[_draws(acts).stacks] = opened
        table = _open()
        for act in acts:
            table = _give(table, act)
        left_out = {each.person for each in table.drawing.unopened}
        assert left_out == {"bob", "carla"} - set(opened)
        shown = view(RULES, table, "anna")["chance"]["words"]
        assert {each["person"] for each in shown if each["word"] is None} == left_out
    assert len(orders) == 4


@rule("R97", "R98")
def test_with_a_beacon_accomplices_choose_before_anybody_knows_what_it_brings() -> None:
    """The list is closed and names its round a period before that is published: nothing is left to choose."""
    table = _open()
    acts = _acts(("anna",), signature="cd" * 48)
    for act in acts:
        if isinstance(act, MixBeacon):
            break
        table = _give(table, act)
    chance = table.drawing
    assert chance.closed
    assert chance.beacon_round is not None
    assert BEACON.published_at(chance.beacon_round) >= 1_000 + BEACON.period
    for late in (*_words("bob")[1], CloseWords(by="dealer", at=1_001)):
        assert refusal(RULES, table, late).reason is Reason.WRONG_STEP
    with pytest.raises(Refused):
        drawn(RULES, table, FixOrder(by="dealer", pieces=()), Chance(SEED))


@rule("R97")
def test_an_honest_word_cannot_be_dropped_unseen() -> None:
    """Closing early leaves Anna's word out: the list shows it, and her client compares it with its own."""
    table = _open()
    for act in _acts(("bob", "carla")):
        table = _give(table, act)
    (dropped,) = table.drawing.unopened
    assert (dropped.person, dropped.commitment) == ("anna", _words()[0][0].commitment)  # type: ignore[attr-defined]


@rule("R97")
def test_a_bystander_adds_no_word() -> None:
    table = after(RULES, _open(), _acts()[0], BuyIn(by="dora", chips=100))
    assert refusal(RULES, table, CommitWord(by="dora", commitment="ab" * 32)).reason is Reason.NOT_SEATED
    seated = after(RULES, table, Sit(by="dora", position=5), CommitWord(by="dora", commitment="ab" * 32))
    again = refusal(RULES, seated, CommitWord(by="dora", commitment="cd" * 32))
    assert again.reason is Reason.NOT_ELIGIBLE


@rule("R60", "R95")
def test_nobodys_view_has_an_undealt_piece_or_an_unopened_word() -> None:
    table = _open()
    for act in _acts():
        command = act
        try:
            command = drawn(RULES, table, act, Chance(SEED))
            events = decide(RULES, table, command)
        except Refused:
            continue
        for event in events:
            for actor in ("anna", "dealer", "floor", "observer"):
                seen = str(see(decode_event(encode(event)), actor))
                assert SEED.hex() not in seen
                assert isinstance(act, OpenWord) or "'s word" not in seen or table.drawing.opened
                if isinstance(act, FixOrder):
                    assert "-" not in seen.split("'cites'", maxsplit=1)[0].replace("order-fixed", "")
            table = evolve(table, event)
        for actor in ("anna", "dealer", "floor", "observer"):
            shown = view(RULES, table, actor)
            assert shown["stock"] == [len(stack) for stack in table.stock]
            unopened = {each.person for each in table.drawing.unopened}
            assert not any(f"{person}'s word" in str(shown) for person in unopened)
