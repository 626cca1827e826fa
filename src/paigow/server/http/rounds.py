"""Finished rounds found again: listed, told act by act with nothing hidden, or written as round files."""

from __future__ import annotations

from collections.abc import Iterator
from dataclasses import dataclass
from typing import Any

import msgspec

from paigow.server.http.models import Act as ActPage
from paigow.server.http.models import RoundListed, RoundPage
from paigow.store.journal import Store, commands_of
from paigow.store.records import RoundRecord
from paigow.store.rounds import RoundSummary
from paigow.submissions.rules import Rules
from paigow.table.acts import OBSERVER, Event
from paigow.table.deal.sealing import SeedRevealed
from paigow.table.engine import evolve
from paigow.table.records.codec import decode_command, decode_event, digest, plain
from paigow.table.records.roundfile import Act, Round, chained, opening_chain, print_rounds, whole_file
from paigow.table.state import Table
from paigow.table.text import script
from paigow.table.text.tellings import tell
from paigow.table.visibility.views import hand_shown, view


def listed(record: RoundRecord) -> RoundListed:
    """A round as lists show it."""
    summary = msgspec.json.decode(record.summary, type=RoundSummary)
    return RoundListed(
        table=record.table,
        round=record.round,
        at=record.at,
        voided=summary.voided,
        bank=summary.bank,
        net=summary.net,
    )


@dataclass(frozen=True, slots=True)
class Played:
    """A round from the table before it to the revealed seed: every act with the table it met."""

    opens: Table
    acts: tuple[tuple[Table, Act], ...]
    closes: Table
    commitment: str | None
    """What its seed was sealed by, if it had one."""
    seed: str | None

    @property
    def is_over(self) -> bool:
        """Whether nothing of it is secret any more: its seed, if it had one, is revealed."""
        return self.commitment is None or self.seed is not None


def played(store: Store, record: RoundRecord) -> Played:
    """Rebuild a round from the journal, up to the seed that is revealed when it is over."""
    table = opens = msgspec.json.decode(record.summary, type=RoundSummary).opens
    acts, commitment, seed = list[tuple[Table, Act]](), None, None
    for before, act, after in _acts(store, record.table, opens):
        acts.append((before, act))
        table = after
        if before.version < record.last <= after.version:
            commitment = after.seal.commitment
        if after.version >= record.last:
            seed = _revealed(act, commitment)
            if commitment is None or seed is not None:
                break
    return Played(opens, tuple(acts), table, commitment, seed)


def _revealed(act: Act, commitment: str | None) -> str | None:
    found = (event for event in act.events if isinstance(event, SeedRevealed))
    return next((event.seed for event in found if event.commitment == commitment), None)


def _acts(store: Store, name: str, table: Table) -> Iterator[tuple[Table, Act, Table]]:
    for command in commands_of(store, name, table.version):
        entries = store.events(name, command.first - 1, command.last - command.first + 1)
        events: tuple[Event, ...] = tuple(decode_event(entry.body) for entry in entries)
        before = table
        for event in events:
            table = evolve(table, event)
        yield before, Act(decode_command(command.body), events), table


def round_page(rules: Rules, record: RoundRecord, round_played: Played, layout: dict[str, Any]) -> RoundPage:
    return RoundPage(
        layout=layout,
        **listed(record).model_dump(),
        commitment=round_played.commitment,
        seed=round_played.seed,
        acts=[_act_page(rules, before, act) for before, act in round_played.acts],
    )


def _act_page(rules: Rules, before: Table, act: Act) -> ActPage:
    lines = script.of(rules, before, act.command, act.events)
    after = before
    for event in act.events:
        after = evolve(after, event)
    return ActPage(
        version=before.version,
        view=_open_view(rules, after),
        command=plain(act.command),
        events=[{**plain(event), "told": tell(event)} for event in act.events],
        lines=[msgspec.to_builtins(line) for line in lines],
    )


def _open_view(rules: Rules, table: Table) -> dict[str, Any]:
    """The table with every hand face up: when its seed is known, nothing of a round is secret."""
    hands = [hand_shown(hand, whole=True) for _, hand in sorted(table.hands.items())]
    discards = [hand_shown(hand, whole=True) for hand in table.discards]
    return {**view(rules, table, OBSERVER), "hands": hands, "discards": discards}


def round_file(submission: str, round_played: Played) -> str:
    """The round as a file that `paigow replay` and `paigow verify` read."""
    acts = tuple(act for _, act in round_played.acts)
    chain = chained(opening_chain(submission, round_played.opens), acts)
    only = Round(acts, digest(round_played.closes), chain)
    return print_rounds(whole_file(submission, None, round_played.opens, (only,)))
