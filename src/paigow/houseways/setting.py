"""Setting one hand by a way, plainly, with the reasons. The compiled twin is in `compiled`."""

from __future__ import annotations

from collections.abc import Callable, Iterator, Sequence
from dataclasses import dataclass
from typing import Any, NamedTuple

from paigow.faults import BadInput
from paigow.houseways import poker_hands, tile_hands
from paigow.houseways.syntax import (
    All,
    AnyOf,
    AnySetting,
    Beaten,
    Best,
    BestIs,
    BetterThan,
    Choice,
    Condition,
    Consider,
    Extent,
    Fact,
    Filter,
    Filters,
    Gives,
    HalfIs,
    Keep,
    LeaveOut,
    Not,
    OneIsBetter,
    OnlyWay,
    Play,
    Quantity,
    Rule,
    SettingLine,
    Settings,
    SettingStep,
    Side,
    Unless,
)
from paigow.houseways.way import HouseWay
from paigow.material.cards import Card
from paigow.material.game import Game
from paigow.material.hands import CardSetting, TileSetting
from paigow.material.tiles import Tile
from paigow.ranks.poker import Order, Wheel

AnyHand = Any
Candidate = Any
Candidates = tuple[Candidate, ...]
Test = Callable[[Candidate], bool]


@dataclass(frozen=True, slots=True)
class Sense:
    """The meaning of one game's words: facts about a hand, filters on a setting, ranges of ranks."""

    holds: Callable[[Fact, AnyHand], bool]
    admits: Callable[[Filter, AnyHand], Test]
    within: Callable[[Extent], Callable[[Any], bool]]
    finding: Callable[[Fact, AnyHand], str]
    detail: Callable[[Filter, AnyHand], str]


_SENSES = {
    Game.TILES: Sense(
        tile_hands.holds, tile_hands.admits, tile_hands.within, tile_hands.finding, lambda _part, _hand: ""
    ),
    Game.CARDS: Sense(
        poker_hands.holds, poker_hands.admits, poker_hands.within, poker_hands.finding, poker_hands.detail
    ),
}


@dataclass(frozen=True, slots=True)
class Decision:
    rule: Rule
    setting: TileSetting | CardSetting
    low_name: str
    high_name: str


@dataclass(frozen=True, slots=True)
class NearMiss:
    """An earlier rule that failed by one part only, and the actual situation."""

    rule: Rule
    reason: str


@dataclass(frozen=True, slots=True)
class Explanation:
    decision: Decision
    guards: tuple[Rule, ...]
    """The earlier rules that narrowed the settings."""
    near_misses: tuple[NearMiss, ...]


@dataclass(frozen=True, slots=True)
class View:
    """A hand with the settings still considered, and the way that sets it."""

    way: HouseWay
    sense: Sense
    hand: AnyHand
    candidates: Candidates


def read(way: HouseWay, hand: Sequence[Tile] | Sequence[Card], wheel: Order) -> View:
    found: Any
    if way.game is Game.TILES:
        if not all(isinstance(piece, Tile) for piece in hand):
            raise BadInput(f"the house way {way.title!r} is for tiles", allowed="give four tiles")
        found = tile_hands.read_hand([piece for piece in hand if isinstance(piece, Tile)])
    else:
        if not all(isinstance(piece, Card) for piece in hand):
            raise BadInput(f"the house way {way.title!r} is for cards", allowed="give seven cards")
        cards = [piece for piece in hand if isinstance(piece, Card)]
        found = poker_hands.read_hand(cards, wheel, way.joker_in_groups)
    return View(way, _SENSES[way.game], found, found.candidates)


def set_by(
    way: HouseWay, hand: Sequence[Tile] | Sequence[Card], wheel: Order = Wheel.SECOND
) -> TileSetting | CardSetting:
    """The setting a way requires, without reasons: the fast path for playing rounds."""
    last = _spoken(way, hand, wheel)
    setting: TileSetting | CardSetting = _unique(last.left, last.view).setting
    return setting


def decide(way: HouseWay, hand: Sequence[Tile] | Sequence[Card], wheel: Order = Wheel.SECOND) -> Decision:
    """The setting a way requires, and the rule that decided."""
    last = _spoken(way, hand, wheel)
    return _decision(last.rule, _unique(last.left, last.view))


class Trial(NamedTuple):
    """A rule tried on a hand: what was considered, and what the rule leaves; None if it doesn't fit."""

    rule: Rule
    view: View
    left: Candidates | None


def _spoken(way: HouseWay, hand: Sequence[Tile] | Sequence[Card], wheel: Order) -> Trial:
    """The trial of the rule that decides. Rules about other shapes of card hands are skipped."""
    view = read(way, hand, wheel)
    *_, last = _tried(view, way.rules_for(view.hand.shape) if way.game is Game.CARDS else way.rules)
    return last


def _tried(view: View, rules: tuple[Rule, ...]) -> Iterator[Trial]:
    """Each of these rules in order, up to the first that fits and leaves a setting to play."""
    for rule in rules:
        fits = rule.condition is None or satisfied(rule.condition, view)
        left = narrowed(rule, view) if fits else None
        yield Trial(rule, view, left)
        if left and isinstance(rule.action, Play):
            return
        if left:
            view = View(view.way, view.sense, view.hand, left)
    raise AssertionError(f"no rule of {view.way.title!r} answers {view.hand}")


def explain(way: HouseWay, hand: Sequence[Tile] | Sequence[Card], wheel: Order = Wheel.SECOND) -> Explanation:
    """Like `decide`, plus the guards that narrowed the settings and the rules that nearly applied."""
    *before, last = _tried(read(way, hand, wheel), way.rules)
    guards = [trial.rule for trial in before if trial.left and trial.left != trial.view.candidates]
    near = [(trial.rule, _why_not(trial)) for trial in before if not trial.left]
    return Explanation(
        _decision(last.rule, _unique(last.left, last.view)),
        tuple(guards),
        tuple(NearMiss(rule, reason) for rule, reason in near if reason),
    )


def _why_not(trial: Trial) -> str:
    """Why a rule didn't apply; empty unless it nearly did."""
    if trial.left is not None:
        return _why_empty(trial.rule, trial.view)
    assert trial.rule.condition is not None
    return _unfit(trial.rule.condition, trial.view)


def _decision(rule: Rule, candidate: Candidate) -> Decision:
    return Decision(rule, candidate.setting, str(candidate.low), str(candidate.high))


def _unfit(condition: Condition, view: View) -> str:
    """Why a condition that nearly holds fails; empty if it doesn't nearly hold.

    It nearly holds if its first part, the rule's subject, holds and so do all others but one.
    """
    parts = condition.parts if isinstance(condition, All) else (condition,)
    if isinstance(condition, Unless):
        if satisfied(condition.main, view):
            return f"the exception holds: {condition.exception}"
        parts = condition.main.parts if isinstance(condition.main, All) else (condition.main,)
    failing = [part for part in parts if not satisfied(part, view)]
    nearly = len(failing) == 1 and failing[0] is not parts[0]
    return _why(failing[0], view) if nearly else ""


def _why_empty(rule: Rule, view: View) -> str:
    """Why a rule leaves no setting: the first of its filters that none passes."""
    filters = rule.action.filters if isinstance(rule.action, LeaveOut) else _first_filters(rule.action.choice)
    left = view.candidates
    for place, (part, wanted) in enumerate(filters.parts):
        before, left = left, _passing(Filters(((part, wanted),)), view, left)
        if not left:
            asked = f"{Filters(filters.parts[: place + 1])}{view.sense.detail(part, view.hand)}"
            best = f"; but for that, the best low is {max(c.low for c in before)}" if place else ""
            return f"no setting is left with {asked}{best}"
    return "what it asks for leaves no setting to play"


def _first_filters(choice: Choice) -> Filters:
    for step in choice.lines[0]:
        if isinstance(step, Keep) and not step.soft:
            return step.filters
    return Filters(())


def _why(part: Condition, view: View) -> str:
    match part:
        case Not(inner):
            return f"it is not for hands where this holds: {inner}"
        case Settings() | BestIs() | Gives() | OneIsBetter() | AnyOf() | All() | Unless():
            return f"this does not hold: {part}"
        case _:
            return f"this does not hold: {part} ({view.sense.finding(part, view.hand)})"


def satisfied(condition: Condition, view: View) -> bool:
    match condition:
        case Not(part):
            return not satisfied(part, view)
        case All(parts):
            return all(satisfied(part, view) for part in parts)
        case AnyOf(parts):
            return any(satisfied(part, view) for part in parts)
        case Unless(main, exception):
            return satisfied(main, view) and not satisfied(exception, view)
        case Settings(quantity, filters):
            passing = _passing(filters, view, view.candidates)
            return _enough(quantity, len(passing), len(view.candidates))
        case BestIs(side, extent):
            return view.sense.within(extent)(max([_half(c, side) for c in view.candidates], key=_strength))
        case Gives(line, filters):
            left = _follow(line, view)
            return bool(left) and bool(_passing(filters, view, (_unique(left, view),)))
        case OneIsBetter():
            return any(map(_test(OnlyWay(), view), view.candidates))
        case _:
            return view.sense.holds(condition, view.hand)


def _enough(quantity: Quantity, passing: int, considered: int) -> bool:
    match quantity:
        case Quantity.SOME:
            return passing >= 1
        case Quantity.NO:
            return passing == 0
        case Quantity.TWO:
            return passing >= 2
        case Quantity.EVERY:
            return passing == considered


def narrowed(rule: Rule, view: View) -> Candidates:
    """The settings that a rule leaves of those considered; none if it can't be followed."""
    match rule.action:
        case Play(choice) | Consider(choice):
            return _choose(choice, view)
        case LeaveOut(filters):
            passing = _passing(filters, view, view.candidates)
            return tuple([c for c in view.candidates if c not in passing])


def _choose(choice: Choice, view: View) -> Candidates:
    for line in choice.lines:
        left = _follow(line, view)
        if left:
            return left
    return ()


def _follow(line: SettingLine, view: View) -> Candidates:
    left = view.candidates
    for step in line:
        left = _step(step, view, left)
    return left


def _step(step: SettingStep, view: View, left: Candidates) -> Candidates:
    match step:
        case Keep(filters, soft):
            passing = _passing(filters, view, left)
            return left if soft and not passing else passing
        case Best():
            return _best(step, left)


def _best(step: Best, left: Candidates) -> Candidates:
    if not left:
        return ()
    measures = _measures(step, left)
    wanted = min(measures) if step.worst else max(measures)
    return tuple([c for c, measure in zip(left, measures, strict=True) if measure == wanted])


def _measures(step: Best, left: Candidates) -> list[Any]:
    if step.points:
        return [c.points(step.side) for c in left]
    return [c.high.strength if step.side is Side.HIGH else c.low.strength for c in left]


def _unique(left: Candidates | None, view: View) -> Candidate:
    """The final order, then the first listed setting."""
    assert left, "a rule that speaks leaves a setting"
    for step in view.way.final:
        if len(left) == 1:
            break
        left = _best(step, left)
    return left[0]


def _strength(rank: Any) -> Any:
    """What a rank of either game is compared by."""
    return rank.strength


def _half(candidate: Candidate, side: Side) -> Any:
    return candidate.low if side is Side.LOW else candidate.high


def _passing(filters: Filters, view: View, candidates: Candidates) -> Candidates:
    """The candidates that pass every filter."""
    for part, wanted in filters.parts:
        passes = _test(part, view)
        candidates = tuple([c for c in candidates if passes(c) is wanted])
        if not candidates:
            break
    return candidates


def _test(part: Filter, view: View) -> Test:
    """A predicate for a filter. What depends on the hand alone is computed once."""
    match part:
        case AnySetting():
            return lambda _candidate: True
        case OnlyWay():
            return lambda mine: all(
                mine.low.strength >= c.low.strength and mine.high.strength >= c.high.strength
                for c in view.candidates
            )
        case Beaten():
            return lambda mine: any(
                c.low >= mine.low and c.high >= mine.high and (c.low, c.high) != (mine.low, mine.high)
                for c in view.candidates
            )
        case HalfIs(side, extent):
            reached = view.sense.within(extent)
            if side is Side.LOW:
                return lambda mine: reached(mine.low)
            return lambda mine: reached(mine.high)
        case BetterThan(side, other):
            rivals = [_half(c, side) for c in filter(_test(other, view), view.candidates)]
            return lambda mine: all(_half(mine, side) > rival for rival in rivals)
        case _:
            return view.sense.admits(part, view.hand)
