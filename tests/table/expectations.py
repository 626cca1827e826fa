"""What is true after a command: the lines of a transcript that start with `=`, listed in transcripts.py."""

from __future__ import annotations

import re
from collections.abc import Callable
from dataclasses import dataclass
from typing import Any, Final

import msgspec

from paigow.faults import BadInput
from paigow.submissions.rules import Rules
from paigow.table.acts import Event
from paigow.table.engine import COMMANDS, EVENTS
from paigow.table.refusals import Reason, Refused
from paigow.table.state import Table
from paigow.table.text.phrases import tag_of
from paigow.table.text.values import amount, field_forms
from paigow.table.visibility.legal import legal
from paigow.table.visibility.views import view
from paigow.wagers.money import parse_money

__all__ = ["Moment", "expect"]

_NAMED_ACCOUNTS: Final = {"tray": "inventory", "center": "center", "tips": "tips"}
_FIELD: Final = re.compile(r"(\w+)=(.*?)(?=\s+\w+=|\s*$)")


@dataclass(frozen=True, slots=True)
class Moment:
    """The subject of an expectation: the table, and the result of the last line."""

    rules: Rules
    table: Table
    happened: tuple[Event, ...]
    refused: Refused | None


def expect(text: str, moment: Moment) -> str | None:
    """None if it is true, else the actual state; raise BadInput for an unknown line."""
    for pattern, check in _FORMS:
        if found := re.fullmatch(pattern, text):
            return check(moment, found)
    raise BadInput(f"nothing is expected by {text!r}", allowed="the head of transcripts.py lists what can be")


def _differs(wanted: object, found: object) -> str | None:
    return None if wanted == found else f"it is {found}, not {wanted}"


def _ids(text: str) -> list[str]:
    return [id_.strip() for id_ in text.split(",")]


def _lacking(wanted: str | None, cites: tuple[str, ...]) -> str | None:
    missing = [id_ for id_ in _ids(wanted or "") if id_ and id_ not in cites]
    return f"it rests on {', '.join(cites)}, not on {', '.join(missing)}" if missing else None


def _refused(moment: Moment, found: re.Match[str]) -> str | None:
    reason = Reason(found["reason"])
    if moment.refused is None:
        return "it was not refused"
    if moment.refused.reason is not reason:
        return f"it was refused for {moment.refused.reason.value}: {moment.refused}"
    return _lacking(found["cites"], moment.refused.cites)


def _happens(moment: Moment, found: re.Match[str]) -> str | None:
    tag = found["tag"]
    kinds = [kind for kind in EVENTS if tag_of(kind) == tag]
    if not kinds:
        raise BadInput(f"there is no event {tag!r}")
    wanted = _fields(kinds[0], found["fields"] or "")
    of_kind = [event for event in moment.happened if type(event) is kinds[0]]
    if any(all(_alike(getattr(event, name), value) for name, value in wanted.items()) for event in of_kind):
        return None
    return f"no {tag} followed that fits" if of_kind else f"no {tag} followed"


def _alike(one: Any, other: Any) -> bool:
    """Pieces can be in any order; the order of everything else counts."""
    if isinstance(one, tuple) and one and all(isinstance(each, str) for each in one):
        return sorted(one) == sorted(other)
    return bool(one == other)


def _fields(kind: type[Event], text: str) -> dict[str, Any]:
    forms = field_forms(kind)
    values = {}
    for name, value in _FIELD.findall(text):
        if name not in forms:
            raise BadInput(f"{tag_of(kind)} has no {name}", allowed=", ".join(forms))
        values[name] = forms[name].read(value.strip())
    return values


def _only(moment: Moment, found: re.Match[str]) -> str | None:
    return _differs(_ids(found["tags"]), [tag_of(type(event)) for event in moment.happened])


def _cites(moment: Moment, found: re.Match[str]) -> str | None:
    return _lacking(found["cites"], tuple(id_ for event in moment.happened for id_ in event.cites))


def _rests(moment: Moment, found: re.Match[str]) -> str | None:
    """Exactly these, neither less nor more, behind the last event of a kind."""
    events = [event for event in moment.happened if tag_of(type(event)) == found["tag"]]
    if not events:
        return f"no {found['tag']} followed"
    return _differs(", ".join(sorted(_ids(found["cites"]))), ", ".join(sorted(events[-1].cites)))


def _step(moment: Moment, found: re.Match[str]) -> str | None:
    return _differs(found["step"], moment.table.step.value)


def _money(moment: Moment, account: str, wanted: str) -> str | None:
    return _differs(amount(parse_money(wanted)), amount(moment.table.balances.get(account, 0)))


def _rack(moment: Moment, found: re.Match[str]) -> str | None:
    return _money(moment, f"rack/{found['person']}", found["amount"])


def _named(moment: Moment, found: re.Match[str]) -> str | None:
    return _money(moment, _NAMED_ACCOUNTS[found["account"]], found["amount"])


def _account(moment: Moment, found: re.Match[str]) -> str | None:
    return _money(moment, found["account"], found["amount"])


def _wager(moment: Moment, found: re.Match[str]) -> str | None:
    wager = moment.table.wager(found["person"], int(found["position"]), found["kind"] or "main")
    held = "none" if wager is None else amount(wager.playing)
    wanted = found["amount"]
    return _differs(wanted if wanted == "none" else amount(parse_money(wanted)), held)


def _state(moment: Moment, found: re.Match[str]) -> str | None:
    value: Any = msgspec.to_builtins(moment.table, str_keys=True)
    for name in found["path"].split("."):
        try:
            value = value[int(name)] if isinstance(value, list | tuple) else value[name]
        except (LookupError, TypeError, ValueError):
            raise BadInput(f"the table has no {found['path']}") from None
    return _differs(found["value"], _shown(value))


def _shown(value: Any) -> str:
    match value:
        case None:
            return "none"
        case bool():
            return "yes" if value else "no"
        case list() | tuple():
            return " ".join(map(_shown, value)) or "-"
        case _:
            return str(value)


def _sees(moment: Moment, found: re.Match[str]) -> str | None:
    hands = view(moment.rules, moment.table, found["actor"])["hands"]
    hand = next((hand for hand in hands if hand["place"] == int(found["place"])), None)
    if hand is None:
        return "no hand lies there"
    shown = ["?" if piece is None else piece for piece in hand["pieces"]]
    return _differs(" ".join(sorted(found["pieces"].split())), " ".join(sorted(shown)))


def _may(moment: Moment, found: re.Match[str]) -> str | None:
    options = legal(moment.rules, moment.table, found["actor"])
    tags = sorted({tag_of(type(option.command)) for option in options})
    if found["tag"] not in {tag_of(kind) for kind in COMMANDS}:
        raise BadInput(f"there is no command {found['tag']!r}")
    listed = found["tag"] in tags
    return None if listed is (found["no"] is None) else f"{found['actor']} may {', '.join(tags)}"


_FORMS: Final[tuple[tuple[str, Callable[[Moment, re.Match[str]], str | None]], ...]] = (
    (r"refused (?P<reason>[a-z-]+)(?: \[?(?P<cites>[^\]]+)\]?)?", _refused),
    (r"happens (?P<tag>[a-z-]+)(?: (?P<fields>.+))?", _happens),
    (r"only (?P<tags>.+)", _only),
    (r"cites (?P<cites>.+)", _cites),
    (r"rests (?P<tag>[a-z-]+) on (?P<cites>.+)", _rests),
    (r"step (?P<step>[a-z-]+)", _step),
    (r"rack (?P<person>\S+) (?P<amount>[-\d.,]+)", _rack),
    (r"(?P<account>tray|center|tips) (?P<amount>[-\d.,]+)", _named),
    (r"account (?P<account>\S+) (?P<amount>[-\d.,]+)", _account),
    (r"wager (?P<person>\S+) (?P<position>\d)(?: (?P<kind>[a-z-]+))? (?P<amount>none|[\d.,]+)", _wager),
    (r"(?P<actor>\S+) sees (?P<pieces>.+) at (?P<place>\d)", _sees),
    (r"(?P<actor>\S+) may (?P<no>not )?(?P<tag>[a-z-]+)", _may),
    (r"state (?P<path>[\w.]+) (?P<value>.+)", _state),
)
