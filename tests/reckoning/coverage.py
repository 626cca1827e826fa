"""A campaign's coverage, counted: events, reasons for which chips moved, and how the wagers were placed."""

from __future__ import annotations

from collections import Counter
from collections.abc import Iterator, Mapping

from tests.reckoning.poker import is_fouled
from tests.reckoning.reckoner import Checkpoint
from tests.reckoning.room import DICE_KINDS, POSITIONS, Round
from tests.reckoning.terms import Terms
from tests.table.walks import Stride

__all__ = ["REQUIRED", "counted", "missing", "table_of"]

ENVIED = ("fortune", "emperors")


def counted(terms: Terms, stride: Stride, points: list[Checkpoint]) -> Iterator[str]:
    """The names of what happened in one step, with repetitions."""
    for event in stride.events:
        yield f"event {type(event).__name__}"
    for point in points:
        yield point.when
        for movement in point.movements:
            yield f"{_whose(movement.source, movement.target)}{movement.why}"
        if point.when == "no-more-bets":
            yield from _layout(point.round)
        else:
            yield from _hands(terms, point)


def _whose(source: str, target: str) -> str:
    """The kind of wager that chips left or came back from, if any."""
    for account in (source, target):
        if account.startswith("wager/"):
            return f"{account.rpartition('/')[2]}: "
    return "tip: " if "tips" in (source, target) else ""


def _layout(round_: Round) -> Iterator[str]:
    if round_.bank is not None:
        yield "layout: co-banked" if round_.bank.co_banked else "layout: banked"
        yield "layout: dealer wagers" if round_.dealer_wager else "layout: dealer does not wager"
    for (person, position, kind), stake in round_.staked.items():
        seated = round_.chairs.get(position)
        if kind == "main" and seated != person:
            yield "layout: second area" if seated is None else "layout: riding"
        if stake.promotional:
            yield f"layout: promotional chips on {kind}"
        if stake.coupon:
            yield "layout: coupon"
    if not any(kind == "main" for _, _, kind in round_.staked):
        yield "layout: no main wager"


def _hands(terms: Terms, point: Checkpoint) -> Iterator[str]:
    round_, bank = point.round, "bank" if point.round.bank is not None else "house"
    for label in ("surrendered", "abandoned", "hands_dead", "hands_voided"):
        if getattr(round_, label):
            yield f"{point.when}: {label} against the {bank}"
    for place in POSITIONS:
        if (
            not terms.is_tiles
            and place in round_.settings
            and is_fouled(*round_.settings[place], terms.wheel)
        ):
            yield f"{point.when}: a foul against the {bank}"
    yield f"{point.when}: {bank}"


def missing(counts: Mapping[str, int]) -> list[str]:
    return [name for name in REQUIRED if not counts.get(name)]


def table_of(counts: Counter[str]) -> str:
    """Everything that was counted, one line each."""
    return "\n".join(f"{count:8,}  {name}" for name, count in sorted(counts.items()))


LINES = ("four", "straight-flush", "royal", "five-aces", "royal-match")
RUNS = ("seven-straight-flush", "seven-straight-flush-joker")
LOWER = ("straight", "three", "flush", "full-house")
REQUIRED: tuple[str, ...] = (
    *(f"{end}: {side}" for end in ("round-finished", "round-voided") for side in ("bank", "house")),
    *(f"layout: {lies}" for lies in ("banked", "co-banked", "dealer wagers", "dealer does not wager")),
    *(f"layout: {lies}" for lies in ("second area", "riding", "coupon", "no main wager")),
    *(f"layout: promotional chips on {kind}" for kind in ("main", "tip", "pair-fortunes", *DICE_KINDS)),
    *(f"main: {end}" for end in ("lost", "pushed", "won, stake", "surrendered", "dead or abandoned")),
    *(f"main: {end}" for end in ("the hand is void", "void round", "won, coupon taken", "lost to a triple")),
    *(f"main: the dealer's wager: {end}" for end in ("lose", "push")),
    *("the dealer's wager won", "main: back to the tray (R14)", "cover", "cover released"),
    *(f"tip: {end}" for end in ("lost", "pushed", "won 1 to 1", "surrendered", "void round")),
    *("won, coupon's face", "lost, promotional chips redeemed", "surrendered, promotional chips redeemed"),
    *("vigorish", "tip: vigorish", "vigorish on the surplus", "surplus", "the house's half of the surplus"),
    *("shortfall", "shortfall, the house's half"),
    *(f"match {pays} to 1" for pays in (1, 2, 3)),
    *("odd 1 to 1", "even 1 to 1", "double 4 to 1", "triple 30 to 1"),
    *(f"dice-bonus {pays} to 1" for pays in (30, 500, 10_000, 25, 50, 1_000)),
    "dice-bonus: its player has left",
    *(
        f"Pair Fortunes, {line}"
        for line in ("gee-joon-and-heaven", "two-pair", "gee-joon", "mixed", "identical")
    ),
    *(f"pair-fortunes: {end}" for end in ("dead or abandoned", "void round", "the hand is void")),
    *(f"{kind}, {line}" for kind in ENVIED for line in (*LINES, *RUNS, *LOWER)),
    *(f"{kind} envy, {line}" for kind in ENVIED for line in (*LINES, *RUNS)),
    *(f"{kind}: {end}" for kind in ENVIED for end in ("the hand is void", "void round", "dead or abandoned")),
    *(f"insurance, {line}" for line in ("nine", "ten", "jack", "queen", "king", "ace")),
    *(f"progressive, {line}" for line in ("full-house", "four", "straight-flush", "royal")),
    *(f"100 percent of the {meter} meter" for meter in ("meter", "mega", "major", "minor")),
    *("10 percent of the meter meter", "meter fed", "meter starts again", "progressive refunded"),
    *("round-finished: a foul against the bank", "round-finished: a foul against the house"),
    *(
        f"{end}: {what} against the {side}"
        for end in ("round-finished", "round-voided")
        for what in ("surrendered", "abandoned", "hands_dead", "hands_voided")
        for side in ("bank", "house")
    ),
    *(
        f"event {kind}"
        for kind in ("Left", "LeftLiveRound", "BankLapsed", "DealerHandReset", "BankHandReset")
    ),
    *(f"event {kind}" for kind in ("NoRoll", "LidLiftedByBank", "UndealtTileSeen", "OffTableNoted")),
    *(f"event {kind}" for kind in ("WrongCountFound", "StubExposed", "ShoeJammed", "DeckRemoved")),
    *(f"event {kind}" for kind in ("PlayedOn", "KeptHandShown", "CashedOut", "DealerWagerDirected")),
    "event PaymentCorrected",
)
"""What a campaign must have covered at least once, or it proves less than it claims."""
