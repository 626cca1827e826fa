"""Verifying a committed round's randomness: a change in seed, words, beacon, or draws is found there."""

from __future__ import annotations

from collections.abc import Callable
from pathlib import Path

import pytest
from msgspec.structs import replace

from paigow.table.acts import Event
from paigow.table.autoplay.chance import Chance, drawn
from paigow.table.deal.commitments import FixOrder, OrderFixed, PublishCommitment, PublishSeed, SeedPublished
from paigow.table.deal.mixing import seed_commitment
from paigow.table.deal.words import BeaconMixed, MixBeacon, WordOpened, WordsClosed
from paigow.table.engine import decide, evolve
from paigow.table.records import drawing
from paigow.table.records.drawing import draw_check
from paigow.table.records.report import BEACON, DRAWS, SEED, WORDS, Status
from paigow.table.records.roundfile import Act, RoundFile, parse_rounds
from paigow.table.records.verifying import verify_file
from paigow.table.state import Table
from tests.beacon import OwnBeacon, signature
from tests.rules import rule
from tests.table.tables import rules_with
from tests.table.test_fair_laws import RULES, _acts, _open
from tests.table.test_fair_laws import SEED as OWN_SEED

STORED = Path(__file__).parent / "journals" / "edition-3.1"
FILES = sorted(STORED.glob("*-sealed.rounds"))


DRAWN = {
    "commission-tiles": "order, dice",
    "colorado-tiles": "order, dice 2",
    "maryland-poker": "order",
    "rock-island-poker": "order, start",
}
"""In Colorado dealer and player shake; in Maryland the flat button finds the start, and no die is shaken."""


def _read(path: Path) -> RoundFile:
    return parse_rounds(path.read_text(encoding="utf-8"))


@rule("R95", "R96", "R97")
@pytest.mark.parametrize("path", FILES, ids=lambda path: path.stem)
def test_a_committed_round_is_checked_in_seed_words_and_draws(path: Path) -> None:
    report = verify_file(_read(path))
    assert report.problems == ()
    assert report.check(SEED).status is Status.CHECKED
    assert report.check(WORDS).status is Status.CHECKED
    assert report.check(DRAWS).detail == DRAWN[path.stem.removesuffix("-sealed")]
    assert report.check(BEACON).status is Status.NONE


Change = Callable[[Event], Event]


def _topics(file: RoundFile, kind: type[Event], change: Change) -> set[str]:
    """The findings if one event of a kind is changed; the rules are left to `decide`."""
    rules = rules_with("commission-tiles-full")
    check, table, found, waits = draw_check(file), file.opens, set[str](), True
    for act in file.rounds[0].acts:
        events = list(act.events)
        for index, event in enumerate(events):
            if waits and isinstance(event, kind):
                events[index], waits = change(event), False
        altered = Act(act.command, tuple(events))
        found |= {topic for topic, _ in check.follow(rules, table, altered)}
        for event in events:
            table = evolve(table, event)
    assert not waits, kind
    return found


def _swapped(event: OrderFixed) -> OrderFixed:
    first, second, *rest = event.pieces
    return replace(event, pieces=(second, first, *rest))


@rule("R95", "R96", "R97")
def test_what_was_changed_is_found_in_its_own_topic() -> None:
    file = _read(STORED / "commission-tiles-sealed.rounds")
    assert _topics(file, WordOpened, lambda event: replace(event, word="another")) >= {WORDS}
    assert _topics(file, WordsClosed, lambda event: replace(event, opened=())) >= {WORDS}
    late = lambda event: replace(event, beacon_round=7)  # noqa: E731
    assert _topics(file, WordsClosed, late) >= {BEACON}
    assert _topics(file, SeedPublished, lambda event: replace(event, seed="00" * 32)) >= {SEED}


@rule("R96")
def test_an_order_that_the_mix_does_not_give_is_found() -> None:
    file = _read(STORED / "commission-tiles-sealed.rounds")
    rules, table, check = rules_with("commission-tiles-full"), file.opens, draw_check(file)
    found = list[tuple[str, str]]()
    for act in file.rounds[0].acts:
        altered = act
        if isinstance(act.command, FixOrder):
            first, second, *rest = act.command.pieces
            altered = Act(replace(act.command, pieces=(second, first, *rest)), act.events)
        found += check.follow(rules, table, altered)
        for event in act.events:
            table = evolve(table, event)
    assert found == [(DRAWS, "this draw doesn't match the seed")]


def _with_beacon(signed: str) -> list[tuple[Table, Act]]:
    """A round with a beacon of our own, up to the order, and the seed published."""
    own = OwnBeacon(genesis=100, period=30)
    table, acts = _open(), list[tuple[Table, Act]]()
    for act in _acts():
        command = act
        if isinstance(act, PublishCommitment):
            command = replace(act, beacon=own.beacon)
        if isinstance(act, FixOrder):
            mixed = MixBeacon(by="dealer", round=32, signature=signed)
            events = decide(RULES, table, mixed)
            acts.append((table, Act(mixed, events)))
            table = evolve(table, events[0])
        command = drawn(RULES, table, command, Chance(OWN_SEED))
        events = decide(RULES, table, command)
        acts.append((table, Act(command, events)))
        for event in events:
            table = evolve(table, event)
        if isinstance(act, FixOrder):
            break
    seed = SeedPublished(commitment=seed_commitment("one", 1, OWN_SEED), seed=OWN_SEED.hex())
    acts.append((table, Act(PublishSeed(by="dealer", seed=OWN_SEED.hex()), (seed,))))
    return acts


@rule("R98")
@pytest.mark.parametrize("honest", [True, False])
def test_a_beacons_signature_is_checked(honest: bool) -> None:
    acts = _with_beacon(signature("bls-unchained-g1-rfc9380", 32 if honest else 33))
    check = draw_check(_read(FILES[0]))
    check.revealed = {seed_commitment("one", 1, OWN_SEED): OWN_SEED.hex()}
    found = [each for table, act in acts for each in check.follow(RULES, table, act)]
    assert found == ([] if honest else [(BEACON, "the beacon's key didn't sign this")])
    beacon = next(each for each in check.checks() if each.topic == BEACON)
    assert beacon.status is Status.CHECKED
    assert any(isinstance(event, BeaconMixed) for _, act in acts for event in act.events)


@rule("R98")
def test_without_the_library_a_beacon_is_not_checked_and_the_report_says_so(
    monkeypatch: pytest.MonkeyPatch,
) -> None:
    monkeypatch.setattr(drawing, "can_check", lambda: False)
    check = draw_check(_read(FILES[0]))
    check.revealed = {seed_commitment("one", 1, OWN_SEED): OWN_SEED.hex()}
    for table, act in _with_beacon(signature("bls-unchained-g1-rfc9380", 32)):
        assert list(check.follow(RULES, table, act)) == []
    beacon = next(each for each in check.checks() if each.topic == BEACON)
    assert beacon.status is Status.NOT_CHECKED
