"""What happened, told in a sentence to someone who may know some of it. Not what may be known: `views`."""

from __future__ import annotations

import re
from collections.abc import Callable, Iterable, Mapping
from functools import cache
from importlib.resources import files
from typing import Any, Final, NamedTuple

from paigow.table.acts import DEALER, Event
from paigow.table.bank.cutting import Cut
from paigow.table.pay.ledger import Posting
from paigow.table.places import place_name
from paigow.table.records.codec import plain
from paigow.table.text.script_words import cut_said, style_name
from paigow.table.text.values import MONEY_FIELDS, amount
from paigow.table.visibility.views import see

__all__ = ["money_told", "tell", "tell_record"]

_SLOT: Final = re.compile(r"\{(\w+)\}")
Record = Mapping[str, Any]


class Sentence(NamedTuple):
    """Text, and functions that say what stands between by the names in `slots`, each with text after it."""

    start: str
    rest: tuple[tuple[Callable[[Record], str], str], ...]
    slots: tuple[str, ...]


_LISTED: Final = frozenset(("why", "winning", "places", "positions"))
_SAYS: Final[Mapping[str, Callable[[Any], str]]] = {
    "place": lambda value: "nowhere" if value is None else place_name(value),
    "start": lambda value: "nowhere" if value is None else place_name(value),
    "dice": lambda value: "+".join(map(str, value)),
    "style": style_name,
    "cut": lambda value: cut_said(Cut(**value)),
    "exposed_by": lambda value: "the dealer" if value == DEALER else value,
}
_MONEY: Final = MONEY_FIELDS | {
    "from_bank",
    "from_house",
    "to_bank",
    "to_house",
    "to_person",
    "most",
    "due",
    "handed",
}


def tell(event: Event, actor: str | None = None) -> str | None:
    """An event in a sentence as an actor may hear it, or all of it; None if there is nothing to tell."""
    record = plain(event) if actor is None else see(event, actor)
    return None if record is None else tell_record(record)


def tell_record(record: Mapping[str, Any]) -> str | None:
    """The same for an event as `views.see` gives it."""
    seen, hidden = _sentences()[record["event"]]
    if seen is None:
        return None
    if hidden is not None and any(name in record and record[name] is None for name in seen.slots):
        seen = hidden
    told = seen.start + "".join([word(record) + text for word, text in seen.rest])
    return told[:1].upper() + told[1:]


def _amount(record: Record) -> str:
    wager = record.get("wager")
    return amount(record["amount"] if wager is None else wager["chips"] + wager["promotional"])


def _for_kind(record: Record) -> str:
    kind = record["wager"]["kind"]
    return "" if kind == "main" else f" for {kind.replace('-', ' ')}"


def _halves(record: Record) -> str:
    """What became of each half; a fouled hand is not compared."""
    if record["limb"].startswith("fouled"):
        return "fouled"
    return f"low {record['low_half']}, high {record['high_half']}"


def _shares(record: Record) -> str:
    """What became of what was left in the center, as far as there was anything."""
    if not record["surplus"]:
        return "Nothing is left in the center"
    parts = [f"{amount(record['to_bank'])} to {record['person']}"]
    parts += [f"{amount(record['vigorish'])} vigorish"] if record["vigorish"] else []
    parts += [f"{amount(record['to_house'])} to the house"] if record["to_house"] else []
    return f"{amount(record['surplus'])} is left in the center: {', '.join(parts)}"


def _result(record: Record) -> str:
    """What an optional wager came to; where the payout limit bites, what it held back."""
    if not (record["won"] or record["withheld"]):
        return "lost"
    held = f", {amount(record['withheld'])} held back by the payout limit" if record["withheld"] else ""
    return f"won {amount(record['won'])}{held}"


def _made_up(record: Record) -> str:
    """Who makes up what the center lacks."""
    parts = [f"{amount(record['from_bank'])} from {record['person']}"]
    parts += [f"{amount(record['from_house'])} from the tray"] if record["from_house"] else []
    return ", ".join(parts)


def _follows(record: Record) -> str:
    """What an exposed piece leads to where the hand's player is concerned (R78)."""
    if record["asks"]:
        return " Its player chooses, before looking, to play on or void the hand."
    return " Its player has already looked, so play goes on." if record["looked"] else ""


def _forfeits(record: Record) -> str:
    return ", forfeited ones too" if record["forfeited"] else ""


_WHY: Final[Mapping[str, str]] = {
    "": "",
    "lower": ": both hands are lower",
    "copy": ": neither hand is higher, and a copy does not win",
    "zero": ": neither hand wins, and a low hand worth zero never does",
    "fouled-order": ": the high hand was set below the low hand",
    "fouled-split": ": the hand was not set in two and five cards",
    "high": ": only the high hand wins",
    "low": ": only the low hand wins",
    "dealer": ": the dealer's hand of nothing pushes",
}
"""Why a wager was lost or pushed; journals of before do not say."""
_WORDS: Final[Mapping[str, Callable[[Record], str]]] = {
    "amount": _amount,
    "for_kind": _for_kind,
    "halves": _halves,
    "less": lambda record: (
        f", less {amount(record['vigorish'])} vigorish" if record["vigorish"] else ", without vigorish"
    ),
    "shares": _shares,
    "result": _result,
    "rebuilt": lambda record: "The hand is rebuilt: " if record["low"] else "",
    "swept": lambda record: (
        f"Stacks without a wager are taken in unseen: places {', '.join(map(str, record['places']))}"
        if record["places"]
        else "Every place has a wager: no stack is taken in"
    ),
    "made_up": _made_up,
    "surrendered": lambda record: (
        "stays on the table, face down" if record["kept_for_envy"] else "is taken in unseen"
    ),
    "follows": _follows,
    "forfeits": _forfeits,
    "limb": lambda record: _WHY[record["limb"]],
    "half": lambda record: _WHY[record["half"]],
}


def _word(name: str) -> Callable[[Record], str]:
    """What stands for a name: of the event itself, or of its wager."""
    if name in _WORDS:
        return _WORDS[name]
    says, money = _SAYS.get(name), name in _MONEY
    between = ", " if name in _LISTED else " "

    def word(record: Record) -> str:
        value = record[name] if name in record else record["wager"][name]
        if money and isinstance(value, int):
            return amount(value)
        if says is not None:
            return says(value)
        return between.join(map(str, value)) or "none" if isinstance(value, list | tuple) else str(value)

    return word


def money_told(postings: Iterable[Posting]) -> str:
    """The money that moved, account by account."""
    sums: dict[str, int] = {}
    for posting in postings:
        sums[posting.account] = sums.get(posting.account, 0) + posting.cents
    return ", ".join(f"{account} {_signed(cents)}" for account, cents in sums.items() if cents)


def _signed(cents: int) -> str:
    return f"{'+' if cents > 0 else ''}{amount(cents)}"


@cache
def _sentences() -> Mapping[str, tuple[Sentence | None, Sentence | None]]:
    """By event, how it is told to who sees all of it, and to others."""
    text = files("paigow.table.text").joinpath("tellings.tsv").read_text(encoding="utf-8")
    rows = [line.split("\t") for line in text.splitlines() if line and not line.startswith("#")]
    assert rows[0] == ["event", "seen", "hidden"], rows[0]
    return {event: (_parts(seen), _parts(hidden)) for event, seen, hidden in rows[1:]}


def _parts(sentence: str) -> Sentence | None:
    if sentence == "-":
        return None
    start, *parts = _SLOT.split(sentence)
    slots = tuple(parts[::2])
    return Sentence(start, tuple(zip(map(_word, slots), parts[1::2], strict=True)), slots)
