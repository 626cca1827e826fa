"""What happened, told in a sentence to someone who may know some of it. Not what may be known: `views`."""

from __future__ import annotations

import re
from collections.abc import Iterable, Mapping
from functools import cache
from importlib.resources import files
from typing import Any, Final

from paigow.table.acts import Event
from paigow.table.bank.cutting import Cut
from paigow.table.pay.ledger import Posting
from paigow.table.places import place_name
from paigow.table.said.codec import plain
from paigow.table.said.script_words import cut_said, style_name
from paigow.table.said.values import MONEY_FIELDS, amount
from paigow.table.seen.views import see

__all__ = ["money_told", "tell", "tell_record"]

_SLOT: Final = re.compile(r"\{(\w+)\}")
_MONEY: Final = MONEY_FIELDS | {"from_bank", "from_house", "to_bank", "to_house", "to_person", "most"}


def tell(event: Event, actor: str | None = None) -> str | None:
    """An event in a sentence as an actor may hear it, or all of it; None if there is nothing to tell."""
    record = plain(event) if actor is None else see(event, actor)
    return None if record is None else tell_record(record)


def tell_record(record: Mapping[str, Any]) -> str | None:
    """The same for an event as `views.see` gives it."""
    tag = record["event"]
    seen, hidden = _sentences().get(tag, (None, "-"))
    if seen is None:
        return f"{tag.replace('-', ' ')}."
    if seen == "-":
        return None
    slots = _SLOT.findall(seen)
    unknown = any(name in record and record[name] is None for name in slots)
    sentence = hidden if unknown and hidden != "-" else seen
    told = _SLOT.sub(lambda slot: _word(record, slot[1]), sentence)
    return told[:1].upper() + told[1:]


def _word(record: Mapping[str, Any], name: str) -> str:
    if name == "amount" and "wager" in record:
        return amount(record["wager"]["chips"] + record["wager"]["promotional"])
    if name == "for_kind":
        kind = record["wager"]["kind"]
        return "" if kind == "main" else f" for {kind.replace('-', ' ')}"
    value = record["wager"][name] if "wager" in record and name not in record else record[name]
    return _said(name, value)


def _said(name: str, value: Any) -> str:
    if name in _MONEY and isinstance(value, int):
        return amount(value)
    match name:
        case "place" | "start":
            return "nowhere" if value is None else place_name(value)
        case "dice":
            return "+".join(map(str, value))
        case "style":
            return style_name(value)
        case "cut":
            return cut_said(Cut(**value))
        case _ if isinstance(value, (list, tuple)):
            return (", " if name in ("why", "winning", "places", "positions") else " ").join(
                map(str, value)
            ) or "none"
        case _:
            return str(value)


def money_told(postings: Iterable[Posting]) -> str:
    """The money that moved, account by account."""
    sums: dict[str, int] = {}
    for posting in postings:
        sums[posting.account] = sums.get(posting.account, 0) + posting.cents
    return ", ".join(f"{account} {_signed(cents)}" for account, cents in sums.items() if cents)


def _signed(cents: int) -> str:
    return f"{'+' if cents > 0 else ''}{amount(cents)}"


@cache
def _sentences() -> Mapping[str, tuple[str, str]]:
    text = files("paigow.table.said").joinpath("tellings.tsv").read_text(encoding="utf-8")
    rows = [line.split("\t") for line in text.splitlines() if line and not line.startswith("#")]
    assert rows[0] == ["event", "seen", "hidden"], rows[0]
    return {event: (seen, hidden) for event, seen, hidden in rows[1:]}
