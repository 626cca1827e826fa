"""A house way being written: parsed, proven over all hands, priced, compared. Runs in a worker."""

from __future__ import annotations

import re
from typing import TYPE_CHECKING, Any, Final

from paigow.books.book import load_book
from paigow.faults import BadInput, sentence
from paigow.houseways.library import load_built_in
from paigow.houseways.plain import plain_rules
from paigow.houseways.syntax import Play
from paigow.houseways.way import HouseWay, card
from paigow.material.cards import parse_cards
from paigow.material.game import Game
from paigow.material.tiles import parse_tiles
from paigow.server.worker import tell
from paigow.submissions.checking import BOOK_KEY, Submission, find_submission, require_submission
from paigow.submissions.values import carrying, parse_submission, take_carried
from paigow.submissions.ways import EXCEPTIONS, WAY, departures
from paigow.submissions.writing import write_submission

if TYPE_CHECKING:
    from paigow.houseways.checking import WayCheck
    from paigow.odds.counting.way_cost import WayCost
    from paigow.odds.runs.progress import Progress

OWN: Final = "own.way"
"""The name of a workshop way in a submission."""
_PLACE: Final = re.compile(r"line (\d+)(?:, column (\d+))?")
_DEAREST: Final = 6


def read(text: str) -> dict[str, Any]:
    """The card of a way, or the errors in its text with their places."""
    try:
        way = HouseWay.parse(text)
    except BadInput as fault:
        found = _PLACE.search(fault.where or "")
        # What is missing belongs at the end of what there is.
        lines = text.rstrip().splitlines() or [""]
        line = int(found[1]) if found else len(lines)
        error = {
            "problem": sentence(fault.problem),
            "allowed": fault.allowed and sentence(fault.allowed),
            "line": line,
            "column": int(found[2]) if found and found[2] else len(lines[line - 1]) + 1,
        }
        return {"ok": False, "error": error}
    return {"ok": True, "title": way.title, "game": way.game.value, "card": card(way)}


def check(text: str) -> dict[str, Any]:
    """Prove a way over every hand; raises BadInput for a text that can't be parsed."""
    from paigow.houseways.checking import check_way

    found = check_way(HouseWay.parse(text), progress=tell)
    return {"clean": found.clean, "hands": found.hands, "rules": _rules(found), "findings": _findings(found)}


def _rules(found: WayCheck) -> list[dict[str, Any]]:
    return [
        {
            "number": str(rule.label),
            "line": rule.line,
            "told": plain_rules(rule),
            "hands": hands,
            "example": example,
            "guard": not isinstance(rule.action, Play),
        }
        for (rule, hands), example in zip(found.by_rule, found.examples, strict=True)
    ]


def _findings(found: WayCheck) -> list[dict[str, Any]]:
    """The problems found, by kind, with the rule and the hands affected."""
    findings: list[dict[str, Any]] = []
    if found.unanswered:
        findings.append({"kind": "unanswered", "hands": found.unanswered})
    if found.fouled:
        findings.append({"kind": "fouled", "hands": found.fouled})
    findings += [{"kind": "unreachable", "rule": str(rule.label)} for rule in found.unreachable]
    findings += [{"kind": "silent", "rule": str(rule.label)} for rule in found.speaking_though_silent]
    findings += [
        {
            "kind": "conflict",
            "rule": f"{each.first.label}, {each.second.label}",
            "hands": each.hands,
            "example": each.examples[0],
        }
        for each in found.conflicts
    ]
    return findings


def cost(text: str) -> dict[str, Any]:
    """What each rule loses against best play, both sides using the way: fast for tiles, slow for cards."""
    from paigow.odds.counting import Role
    from paigow.odds.counting.way_cost import tile_cost

    way = HouseWay.parse(text)
    found = (
        tile_cost(way, way, Role.PLAYER, _DEAREST) if way.game.value == Game.TILES.value else _card_cost(way)
    )
    costs = {part.name.split()[0]: float(part.cost) for part in found.rules}
    return {
        "edge": float(-found.value),
        "best_edge": float(-found.best_value),
        "cost": float(found.cost),
        "rules": costs,
        "hands": [
            {
                "hand": str(each.hand),
                "rule": each.rule.split()[0],
                "sets": str(each.way_sets),
                "best": str(each.best),
                "loss": float(each.loss),
            }
            for each in found.hands
        ],
    }


def _card_cost(way: HouseWay) -> WayCost:
    from paigow.odds.counting import Role
    from paigow.odds.counting.card_deals import CardCounting
    from paigow.odds.counting.way_cost import card_cost
    from paigow.odds.game_rules import GameRules
    from paigow.odds.runs.shards import Run

    def report(progress: Progress) -> None:
        tell(progress.done, progress.total)

    rules = GameRules()
    counting = CardCounting(rules.wheel, Run(workers=1, report=report), rules.pushes)
    return card_cost(way, way, Role.PLAYER, counting, _DEAREST)


def difference(text: str, other: str) -> dict[str, Any]:
    """The hands that a way and a built-in one set differently, by the rules responsible."""
    from paigow.houseways.checking import compare_ways

    one, second = HouseWay.parse(text), load_built_in(other)
    parse = parse_tiles if one.game.value == Game.TILES.value else parse_cards
    found = compare_ways(one, second, progress=tell)
    return {
        "hands": sum(each.hands for each in found),
        "rows": [
            {
                "first": str(each.first.label),
                "second": str(each.second.label),
                "told": {"first": plain_rules(each.first), "second": plain_rules(each.second)},
                "hands": each.hands,
                "examples": [
                    {
                        "hand": hand,
                        "first": str(one.set(parse(hand))),
                        "second": str(second.set(parse(hand))),
                    }
                    for hand in each.examples
                ],
            }
            for each in found
        ],
    }


def submission_with(example: str, text: str) -> Submission:
    """A built-in submission with your own house way, which is proven over every hand.

    Rules that depart from the book's own are noted, as R83 requires. Raises BadInput.
    """
    raw = parse_submission(find_submission(example).text)
    assert isinstance(raw, dict), "a shipped submission can be read"
    values, _ = take_carried(raw)
    book = load_book(str(values[BOOK_KEY]))
    way = HouseWay.parse(text)
    if way.game.value != book.game.value:
        raise BadInput(f"the way is for {way.game.value}", allowed=f"choose one for {book.game.value}")
    chosen = {name: value for name, value in values.items() if name in book.options}
    chosen[WAY] = OWN
    if book.options[EXCEPTIONS].open:
        chosen[EXCEPTIONS] = [each.rule for each in departures(book, way)]
    written = write_submission(book, chosen, explain=False)
    return require_submission(carrying(written, {OWN: text}), "the workshop")
