"""Checks a round file's randomness command by command: seeds, words, beacon, draws. Not the rules."""

from __future__ import annotations

from collections import Counter
from collections.abc import Iterator, Mapping
from dataclasses import dataclass, field

from paigow.material.beacons import SCHEMES, can_check, is_signed
from paigow.submissions.rules import Rules
from paigow.table.acts import Event
from paigow.table.autoplay.chance import chance_for, drawn, is_drawn
from paigow.table.chance_state import RoundChance
from paigow.table.deal.commitments import CommitmentPublished, SeedPublished, is_committed
from paigow.table.deal.draw_counts import draws_in
from paigow.table.deal.first_seeds import SeedCommitted, SeedRevealed, WordsAdded, first_commitment
from paigow.table.deal.mixing import seed_commitment, word_commitment
from paigow.table.deal.words import BeaconMixed, WordOpened, WordsClosed
from paigow.table.records.report import BEACON, DRAWS, SEED, WORDS, Check, Status
from paigow.table.records.roundfile import Act, RoundFile
from paigow.table.refusals import Refused
from paigow.table.state import Table

DrawProblem = tuple[str, str]
"""A topic and what is wrong with it."""


@dataclass(slots=True)
class DrawCheck:
    """Follows a file's commands in order, and records the source of each draw."""

    file: RoundFile
    revealed: Mapping[str, str]
    """Seeds that the file reveals, by their commitments."""
    committed: dict[str, int] = field(default_factory=dict)
    """Versions at which the file's own commitments were made."""
    used: dict[str, None] = field(default_factory=dict)
    """Commitments whose seeds were drawn from."""
    words: list[str] = field(default_factory=list)
    """Who added words in the open, as in the first edition."""
    opened: int = 0
    unopened: list[int] = field(default_factory=list)
    """Positions whose words weren't opened in time."""
    beacons: int = 0
    unsigned: int = 0
    """Rounds of a beacon, and those whose signature couldn't be checked."""
    draws: Counter[str] = field(default_factory=Counter)
    unknown: int = 0
    """Draws whose seed isn't in the file."""

    def follow(self, rules: Rules, table: Table, act: Act) -> Iterator[DrawProblem]:
        """Check a command against the table it meets."""
        for version, event in enumerate(act.events, start=table.version + 1):
            yield from self._event(table.drawing, version, event)
        if is_drawn(table, act.command):
            yield from self._draw(rules, table, act)

    def _event(self, chance: RoundChance, version: int, event: Event) -> Iterator[DrawProblem]:
        match event:
            case SeedCommitted() | CommitmentPublished():
                self.committed[event.commitment] = version
            case SeedRevealed():
                if first_commitment(bytes.fromhex(event.seed)) != event.commitment:
                    yield SEED, "this isn't the committed seed"
            case SeedPublished():
                bound = seed_commitment(chance.table, chance.number, bytes.fromhex(event.seed))
                if not event.commitment == chance.commitment == bound:
                    yield SEED, "this isn't the committed seed"
            case WordsAdded():
                self.words.append(event.person)
            case WordOpened():
                yield from _word(chance, event)
            case WordsClosed():
                self.opened += len(event.opened)
                self.unopened += event.unopened
                yield from _closed(chance, event)
            case BeaconMixed():
                yield from self._beacon(chance, event)
            case _:
                pass

    def _beacon(self, chance: RoundChance, event: BeaconMixed) -> Iterator[DrawProblem]:
        self.beacons += 1
        if chance.beacon is None or event.round != chance.beacon_round:
            yield BEACON, "this isn't the beacon round named in the closed list"
            return
        beacon = chance.beacon
        if not can_check():
            self.unsigned += 1
        elif beacon.scheme not in SCHEMES:
            yield BEACON, f"the beacon scheme {beacon.scheme!r} isn't supported"
        elif not is_signed(beacon.public_key, beacon.scheme, event.round, event.signature):
            yield BEACON, "the beacon's key didn't sign this"

    def _draw(self, rules: Rules, table: Table, act: Act) -> Iterator[DrawProblem]:
        seed = self._seed_of(table)
        if seed is None:
            if not is_committed(table) and table.seal.commitment is None and self.file.total is not None:
                yield SEED, "nobody committed to a seed before this draw"
            self.unknown += 1
            return
        try:
            again = drawn(rules, table, act.command, chance_for(seed, table, act.events))
        except Refused as early:
            yield DRAWS, f"drawn too early: {early}"
            return
        if again != act.command:
            yield DRAWS, "this draw doesn't match the seed"
            return
        for event in act.events:
            self.draws.update(draws_in(event))

    def _seed_of(self, table: Table) -> bytes | None:
        commitment = table.drawing.commitment if is_committed(table) else table.seal.commitment
        if commitment is None:
            return self.file.seed
        self.used[commitment] = None
        shown = self.revealed.get(commitment)
        return None if shown is None else bytes.fromhex(shown)

    def checks(self) -> Iterator[Check]:
        """The report's lines about randomness, once all commands were followed."""
        yield self._seed()
        yield self._words()
        yield self._beacons()
        told = ", ".join(name if count == 1 else f"{name} {count}" for name, count in self.draws.items())
        if self.unknown:
            yield Check(DRAWS, Status.NOT_CHECKED, f"the seed of {self.unknown} is not in the file")
        elif told:
            yield Check(DRAWS, Status.CHECKED, told)
        else:
            yield Check(DRAWS, Status.NONE, "nothing was drawn")

    def _seed(self) -> Check:
        if missing := [each for each in self.used if each not in self.revealed]:
            return Check(SEED, Status.ABSENT, f"not revealed: {', '.join(each[:12] for each in missing)}…")
        if self.used:
            versions = [self.committed[each] for each in self.used if each in self.committed]
            told = ", ".join(f"{version:,}" for version in versions) or "one before the first act"
            ones = "the one" if len(self.used) == 1 else "the ones"
            return Check(SEED, Status.CHECKED, f"{ones} committed to at version {told}")
        if self.file.seed is not None:
            return Check(SEED, Status.NONE, "the file's own, which nobody committed to")
        return Check(SEED, Status.ABSENT if self.unknown else Status.NONE)

    def _words(self) -> Check:
        committed = self.opened + len(self.unopened)
        if committed:
            told = f"{committed} committed, {self.opened} opened"
            if self.unopened:
                ones = "position" if len(self.unopened) == 1 else "positions"
                places = ", ".join(map(str, self.unopened))
                told += f", {len(self.unopened)} not opened ({ones} {places})"
            return Check(WORDS, Status.CHECKED, told)
        if not self.words:
            return Check(WORDS, Status.NONE, "nobody added any")
        return Check(WORDS, Status.CHECKED, f"{len(self.words)} added, by {', '.join(self.words)}")

    def _beacons(self) -> Check:
        if not self.beacons:
            return Check(BEACON, Status.NONE, "no commitment names one")
        if self.unsigned:
            return Check(BEACON, Status.NOT_CHECKED, "install paigow[beacon] to check signatures")
        return Check(BEACON, Status.CHECKED, f"{self.beacons} signed by the key that the commitment names")


def _word(chance: RoundChance, event: WordOpened) -> Iterator[DrawProblem]:
    bound = word_commitment(chance.table, chance.number, event.person, event.word, bytes.fromhex(event.salt))
    if all((each.person, each.commitment) != (event.person, bound) for each in chance.words):
        yield WORDS, f"{event.person} didn't commit to this word"


def _closed(chance: RoundChance, event: WordsClosed) -> Iterator[DrawProblem]:
    """The published list is the one that the draws use."""
    opened = tuple(each.position for each in chance.opened)
    unopened = tuple(each.position for each in chance.unopened)
    if (event.opened, event.unopened) != (opened, unopened):
        yield WORDS, "the closed list doesn't match the opened words"
    named = None if chance.beacon is None else chance.beacon.round_after(event.at)
    if event.beacon_round != named:
        yield BEACON, "the closed list's beacon round doesn't match its time"


def draw_check(file: RoundFile) -> DrawCheck:
    """A checker for a file, with its seeds: they are published after what was drawn from them."""
    acts = (act for each in file.rounds for act in each.acts)
    events = (event for act in acts for event in act.events)
    shown = (event for event in events if isinstance(event, SeedRevealed | SeedPublished))
    return DrawCheck(file, {event.commitment: event.seed for event in shown})
