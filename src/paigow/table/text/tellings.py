"""An event as a sentence for someone who can see part of it. What they can see is in `views`."""

from __future__ import annotations

import re
from collections.abc import Callable, Iterable, Mapping, Sequence
from functools import cache
from importlib.resources import files
from typing import Any, Final, NamedTuple

from paigow.table.acts import DEALER, Event
from paigow.table.bank.stacks import Cut
from paigow.table.house.handover import AUTOMATIC
from paigow.table.ledger import INVENTORY, Posting
from paigow.table.records.codec import plain
from paigow.table.state import POSITIONS, place_name
from paigow.table.text.script_words import cut_said, item_name, style_name
from paigow.table.text.values import MONEY_FIELDS
from paigow.table.visibility.views import see
from paigow.wagers.money import Cents, money
from paigow.wagers.registry import wagers
from paigow.wagers.wager import Kind

_SLOT: Final = re.compile(r"\{(\w+)\}")
_OF_YOU: Final = re.compile(r"\[([^|\]]*)\|[^\]]*\]")
EventRecord = Mapping[str, Any]


class Sentence(NamedTuple):
    """Text, and functions for the blanks in it, by the names in `slots`, each followed by text."""

    start: str
    rest: tuple[tuple[Callable[[EventRecord], str], str], ...]
    slots: tuple[str, ...]


_LISTED: Final = frozenset(("winning", "unopened", "backs", "signed"))
_REASON: Final = "value.why."


def _positions(places: Sequence[int]) -> str:
    """Places as `place_name` has them, positions together."""
    numbers = [place for place in places if place in POSITIONS]
    together = f"position{'s' if len(numbers) > 1 else ''} {', '.join(map(str, numbers))}"
    others = [place_name(place) for place in places if place not in POSITIONS]
    return ", ".join([together, *others] if numbers else others)


def _wager_name(kind: Kind) -> str:
    """As the layout has it; the main wager has no name of its own."""
    known = wagers().get(kind)
    return kind.replace("-", " ") if known is None else known.name


_SAYS: Final[Mapping[str, Callable[[Any], str]]] = {
    "place": lambda value: "nowhere" if value is None else place_name(value),
    "places": _positions,
    "positions": _positions,
    "missing": lambda value: ", ".join(map(item_name, value)),
    "start": lambda value: "nowhere" if value is None else place_name(value),
    "kind": _wager_name,
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
    "withheld",
}


def tell(event: Event, actor: str | None = None) -> str | None:
    """An event as a sentence, as an actor can see it, or in full; None if there is nothing to say."""
    record = plain(event) if actor is None else see(event, actor)
    return None if record is None else tell_record(record)


_UNKNOWN: Final[tuple[object, ...]] = (None, [], ())


def tell_record(record: Mapping[str, Any]) -> str | None:
    """The same for an event returned by `views.see`."""
    event = record["event"]
    variant = _VARIANTS[event](record) if event in _VARIANTS else ""
    seen, hidden = _sentences()[f"{event}.{variant}" if variant else event]
    if seen is None:
        return None
    # An order that is drawn only after "no more bets" is as unknown as a hidden one.
    if hidden is not None and any(name in record and record[name] in _UNKNOWN for name in seen.slots):
        seen = hidden
    told = seen.start + "".join([word(record) + text for word, text in seen.rest])
    return told[:1].upper() + told[1:]


def _rows(name: str) -> list[list[str]]:
    text = files("paigow.table.text").joinpath(name).read_text(encoding="utf-8")
    return [line.split("\t") for line in text.splitlines() if line and not line.startswith("#")][1:]


@cache
def _phrases() -> Mapping[str, str]:
    return {row[0]: row[1] for row in _rows("words.tsv")}


def _phrase(key: str, why: str) -> str:
    """The words for a reason, or those without one; older journals have no reason."""
    phrases = _phrases()
    return phrases.get(f"{key}.{why}", phrases[key])


def _money(cents: int) -> str:
    return money(Cents(cents))


def _amount(record: EventRecord) -> str:
    """From a wager, from the event itself or, if neither has it, what came into the tray."""
    if (wager := record.get("wager")) is not None:
        return _money(wager["chips"] + wager["promotional"])
    if "amount" in record:
        return _money(record["amount"])
    return _money(sum(cents for account, cents in record.get("postings", ()) if account == INVENTORY))


def _main(record: EventRecord) -> str:
    """The result of a main wager by its hands."""
    return _phrase(f"main.{record['outcome']}", record["limb"])


def _follows(record: EventRecord) -> str:
    """The consequence of an exposed piece for the hand's player (R78)."""
    words = _phrases()
    return words["exposed.asks"] if record["asks"] else words["exposed.looked"] if record["looked"] else ""


def _held_or_lost(record: EventRecord) -> str:
    """An optional wager that the payout limit capped, or that lost."""
    return "held" if record["withheld"] else "" if record["won"] else "lost"


def _shares(record: EventRecord) -> str:
    """Who got what was left in the center."""
    if not record["surplus"]:
        return "none"
    return "shared" if record["to_house"] else "" if record["vigorish"] else "free"


def _decks(record: EventRecord) -> str:
    """A table with one deck doesn't name it by its back."""
    return "one" if len(record["backs"]) == 1 else ""


def _relieved(record: EventRecord) -> str:
    """The program is not called by a name: its role is a word of each language."""
    return "automatic" if record["name"] == AUTOMATIC else "named" if record["name"] else ""


_VARIANTS: Final[Mapping[str, Callable[[EventRecord], str]]] = {
    "wager-placed": lambda record: "main" if record["wager"]["kind"] == "main" else "",
    "surrendered-hand-taken": lambda record: "kept" if record["kept_for_envy"] else "",
    "unwagered-swept": lambda record: "" if record["places"] else "none",
    "payment-corrected": lambda record: "signed" if record.get("signed") else "",
    "dispute-noted": lambda record: "round" if record.get("round") else "",
    "total-announced": lambda record: "again" if "R69" in record["cites"] else "",
    "dealer-relieved": _relieved,
    "bank-accepted": lambda record: "shared" if record["co_banked"] else "",
    "dealer-wager-placed": lambda record: "" if record["amount"] else "none",
    "winner-paid": lambda record: "" if record["vigorish"] else "free",
    "shortfall-collected": lambda record: "shared" if record["from_house"] else "",
    "center-closed": _shares,
    "wrong-payment-found": lambda record: "rebuilt" if record["low"] else "",
    "optional-settled": _held_or_lost,
    "progressive-settled": _held_or_lost,
    "words-closed": lambda record: "unopened" if record["unopened"] else "",
    "decks-received": _decks,
    "decks-changed": _decks,
}
"""Events whose sentence depends on what didn't happen; table/sentences.js in the browser does the same."""
_SHORT: Final[Mapping[tuple[str, str], str]] = {
    ("inspection-verified", "floor"): "the floor supervisor",
}
"""Words for values in an event's sentence; the browser has its own `value.` texts for these."""
_REASONED: Final = frozenset(("no-roll", "round-voided", "tiles-unsuitable", "decks-unsuitable"))
"""Events whose reason is the table's own, not what a person wrote."""


@cache
def _reasons() -> tuple[tuple[re.Pattern[str], str], ...]:
    """A pattern for each reason as events store it, and its words."""
    stored = (
        (key.removeprefix(_REASON), told) for key, told in _phrases().items() if key.startswith(_REASON)
    )
    return tuple((re.compile(_SLOT.sub(r"(?P<\1>.+?)", text)), told) for text, told in stored)


def _reason(text: str) -> str:
    for pattern, told in _reasons():
        if found := pattern.fullmatch(text):
            return told.format_map(found.groupdict())
    return text


def _why(record: EventRecord) -> str:
    given = record["why"]
    why = (given,) if isinstance(given, str) else given
    return ", ".join(map(_reason, why) if record["event"] in _REASONED else why)


_WORDS: Final[Mapping[str, Callable[[EventRecord], str]]] = {
    "amount": _amount,
    "why": _why,
    "main": _main,
    "limb": lambda record: _phrase("main.lose", record["limb"]),
    "half": lambda record: _phrase("main.push", record["half"]),
    "follows": _follows,
    "how": lambda record: _phrases()[f"how.{record['how']}"],
    "forfeits": lambda record: _phrases()["forfeits.returned"] if record["forfeited"] else "",
}


def _word(name: str) -> Callable[[EventRecord], str]:
    """The value for a name: from the event itself, or from its wager."""
    if name in _WORDS:
        return _WORDS[name]
    says, is_money = _SAYS.get(name), name in _MONEY
    between = ", " if name in _LISTED else " "

    def word(record: EventRecord) -> str:
        value = record[name] if name in record else record["wager"][name]
        if is_money and isinstance(value, int):
            return _money(value)
        if says is not None:
            return says(value)
        if isinstance(value, list | tuple):
            return between.join(map(str, value)) or "none"
        return _SHORT.get((record["event"], str(value)), str(value))

    return word


def money_told(postings: Iterable[Posting]) -> str:
    """The money that moved, account by account."""
    sums: dict[str, int] = {}
    for posting in postings:
        sums[posting.account] = sums.get(posting.account, 0) + posting.cents
    return ", ".join(f"{account} {_signed(cents)}" for account, cents in sums.items() if cents)


def _signed(cents: int) -> str:
    return f"{'+' if cents > 0 else ''}{_money(cents)}"


@cache
def _sentences() -> Mapping[str, tuple[Sentence | None, Sentence | None]]:
    """By event, its sentence for those who see all of it, and for others."""
    return {event: (_parts(seen), _parts(hidden)) for event, seen, hidden in _rows("tellings.tsv")}


@cache
def english_texts() -> Mapping[str, str]:
    """All sentences and words by key, as the pages request them: `event.left`, `event.hand-set.hidden`."""
    texts = dict(_phrases())
    for event, seen, hidden in _rows("tellings.tsv"):
        texts |= {f"event.{event}": seen} if seen != "-" else {}
        texts |= {f"event.{event}.hidden": hidden} if hidden != "-" else {}
    return texts


def _parts(sentence: str) -> Sentence | None:
    if sentence == "-":
        return None
    start, *parts = _SLOT.split(_OF_YOU.sub(r"\1", sentence))
    slots = tuple(parts[::2])
    return Sentence(start, tuple(zip(map(_word, slots), parts[1::2], strict=True)), slots)
