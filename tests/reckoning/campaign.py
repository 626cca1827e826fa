"""A campaign: random play under every variation, compared with the reckoner after each round."""

from __future__ import annotations

from collections import Counter
from collections.abc import Callable, Iterable
from dataclasses import dataclass, field

from tests.reckoning.comparing import Watch
from tests.reckoning.coverage import counted
from tests.reckoning.playing import play
from tests.reckoning.terms import Terms
from tests.reckoning.variations import VARIATIONS, rules_of, values_of

__all__ = ["Report", "run", "walk"]


@dataclass
class Report:
    """How much was played, by rule book, and what came up."""

    commands: Counter[str] = field(default_factory=Counter)
    carried_out: Counter[str] = field(default_factory=Counter)
    rounds: Counter[str] = field(default_factory=Counter)
    void: Counter[str] = field(default_factory=Counter)
    counts: Counter[str] = field(default_factory=Counter)

    def figures(self) -> str:
        """One line per book, and the total."""
        head = f"{'book':20}{'commands':>10}{'carried out':>13}{'rounds':>8}{'void':>7}{'differences':>13}"
        rows = [
            f"{book:20}{self.commands[book]:10,}{self.carried_out[book]:13,}{self.rounds[book]:8,}"
            f"{self.void[book]:7,}{0:13}"
            for book in sorted(self.commands)
        ]
        total = (
            f"{'together':20}{self.commands.total():10,}{self.carried_out.total():13,}"
            f"{self.rounds.total():8,}{self.void.total():7,}{0:13}"
        )
        return "\n".join((head, *rows, total))


def walk(variation: str, seed: int, commands: int, report: Report) -> None:
    """Play under one variation; a `Difference` has the variation and the seed."""
    values = values_of(variation)
    terms = Terms(values)
    watch = Watch(values, f"{variation!r}, seed {seed}")
    for stride in play(rules_of(variation), seed, commands):
        report.commands[terms.book] += 1
        report.carried_out[terms.book] += stride.refused is None
        points = list(watch.see(stride))
        report.counts.update(counted(terms, stride, points))
        report.rounds[terms.book] += sum(point.when == "round-finished" for point in points)
        report.void[terms.book] += sum(point.when == "round-voided" for point in points)


def run(
    seeds: Iterable[int],
    commands: int,
    variations: Iterable[str] = tuple(VARIATIONS),
    told: Callable[[str], None] = lambda _line: None,
) -> Report:
    """This many commands under each variation and seed. `told` is called with the progress."""
    report = Report()
    chosen = tuple(variations)
    for seed in seeds:
        for variation in chosen:
            walk(variation, seed, commands, report)
        told(f"seed {seed}: {report.commands.total():,} commands, {report.rounds.total():,} rounds")
    return report
