"""The chance of a round file checked as its acts are followed: seeds, words, beacon, draws. Not the rules."""

from __future__ import annotations

from collections import Counter
from collections.abc import Iterator, Mapping
from dataclasses import dataclass, field

from paigow.submissions.rules import Rules
from paigow.table.acts import Command
from paigow.table.autoplay.chance import CHANCE_FIELDS, Chance, drawn, is_drawn
from paigow.table.deal.sealing import SeedCommitted, SeedRevealed, WordsAdded, commitment_to, mixed
from paigow.table.records.report import BEACON, DRAWS, SEED, WORDS, Check, Status
from paigow.table.records.roundfile import Act, RoundFile
from paigow.table.state import Table

Found = tuple[str, str]
"""A topic and what is wrong with it."""


@dataclass(slots=True)
class DrawCheck:
    """Follows a file's acts, in their order, and notes what its chance came from."""

    file: RoundFile
    revealed: Mapping[str, str]
    """Seeds that the file reveals, by their commitments."""
    committed: dict[str, int] = field(default_factory=dict)
    """Versions at which the file's own commitments were made."""
    used: dict[str, None] = field(default_factory=dict)
    """Commitments whose seeds something was drawn from."""
    words: list[str] = field(default_factory=list)
    draws: Counter[str] = field(default_factory=Counter)
    unknown: int = 0
    """Draws whose seed is not in the file."""

    def follow(self, rules: Rules, table: Table, act: Act) -> Iterator[Found]:
        """Check an act that meets this table."""
        for version, event in enumerate(act.events, start=table.version + 1):
            match event:
                case SeedCommitted():
                    self.committed[event.commitment] = version
                case WordsAdded():
                    self.words.append(event.person)
                case SeedRevealed():
                    if commitment_to(bytes.fromhex(event.seed)) != event.commitment:
                        yield SEED, "this is not the seed that was committed to"
                case _:
                    pass
        if is_drawn(act.command):
            yield from self._draw(rules, table, act.command)

    def _draw(self, rules: Rules, table: Table, command: Command) -> Iterator[Found]:
        commitment = table.seal.commitment
        if commitment is not None:
            self.used[commitment] = None
            seed = self.revealed.get(commitment)
            chance = None if seed is None else Chance(mixed(bytes.fromhex(seed), table.seal.words))
        else:
            chance = None if self.file.seed is None else Chance(self.file.seed)
            if chance is None and self.file.total is not None:
                yield SEED, "nobody committed to a seed before this draw"
        if chance is None:
            self.unknown += 1
        elif drawn(rules, table, command, chance) != command:
            yield DRAWS, "this is not what the seed gives"
        else:
            self.draws[CHANCE_FIELDS.get(type(command), "cut")] += 1

    def checks(self) -> Iterator[Check]:
        """What the report says about chance when all acts were followed."""
        yield self._seed()
        yield self._words()
        yield Check(BEACON, Status.NONE, "no commitment names one")
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
        if not self.words:
            return Check(WORDS, Status.NONE, "nobody added any")
        return Check(WORDS, Status.CHECKED, f"{len(self.words)} added, by {', '.join(self.words)}")


def draw_check(file: RoundFile) -> DrawCheck:
    """Ready to follow a file: seeds are revealed after what was drawn from them."""
    acts = (act for each in file.rounds for act in each.acts)
    events = (event for act in acts for event in act.events)
    shown = (event for event in events if isinstance(event, SeedRevealed))
    return DrawCheck(file, {event.commitment: event.seed for event in shown})
