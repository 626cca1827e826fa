"""Exact odds, their check by simulation, and the cost of a house way, in one call each. Not the counting."""

from __future__ import annotations

from collections.abc import Mapping
from pathlib import Path
from typing import TYPE_CHECKING, Any

from paigow.faults import BadInput, require_count, require_kind, require_text
from paigow.library.reading import (
    HandLike,
    RoleLike,
    SourceLike,
    WayLike,
    cents_given,
    meters_given,
    number_from,
    role_given,
    seed_given,
    way_given,
)
from paigow.material.game import Game
from paigow.material.hands import Hand

if TYPE_CHECKING:
    from paigow.odds.answering import Counting, Setter
    from paigow.odds.counting.card_deals import CardCounting
    from paigow.odds.counting.known import Known
    from paigow.odds.counting.way_cost import WayCost
    from paigow.odds.game_rules import GameRules
    from paigow.odds.reports.wager_odds import OddsReport
    from paigow.odds.simulation.sampling import Estimate
    from paigow.odds.subject import Subject

BEST_PLAY = "best"


def odds(
    source: SourceLike,
    wager: str | None = None,
    *,
    role: RoleLike | None = None,
    player: WayLike | None = None,
    dealer: WayLike | None = None,
    bet: int | None = None,
    meters: Mapping[str, int] | None = None,
    seen: HandLike = (),
    dealer_shows: HandLike = (),
) -> OddsReport:
    """The exact edge of every wager of a submission, rule book, game, or house way; or of one wager.

    `player` is how players set their hands: a house way, or `best`; by default, the dealer's way. `bet`, in
    cents, matters to rounding, envy, and payout limits; `meters`, such as `{"mega": 1_500_000}`, to the
    progressive. With pieces `seen` out of play, or some that the dealer shows, only the main wager is
    counted, over the deals that remain. The first count of a card way takes minutes; the result is cached on
    disk.

    >>> (main,) = odds("commission-tiles", "main", role="player").wagers
    >>> main.total, round(float(main.edge), 6)
    (736281000, 0.026816)
    """
    from paigow.odds.answering import Question, answer_knowing, knowing

    out, shown = (str(Hand(each or ())) for each in (seen, dealer_shows))
    subject, known = knowing(subject_given(source), out, shown)
    question = Question(
        subject=subject,
        wager=None if wager is None else require_text(wager, "a wager"),
        player=setter_given(player, subject.game),
        dealer=setter_given(dealer, subject.game),
        role=None if role is None else role_given(role),
        bet=None if bet is None else cents_given(bet, "a bet", 1),
        meters=meters_given(meters),
    )
    return answer_knowing(question, _counting(subject.game, subject.rules, known), known)


def simulate(
    source: SourceLike,
    *,
    rounds: int = 100_000,
    seed: int | str = 1,
    seats: int | None = None,
    player: WayLike | None = None,
    dealer: WayLike | None = None,
) -> tuple[Estimate, ...]:
    """Deal random rounds with every wager on: each mean with its confidence interval and the exact value.

    The same seed, an integer or text, deals the same rounds.

    >>> estimates = simulate("commission-tiles", rounds=20_000, seed=7)
    >>> [each.wager for each in estimates if each.disagrees]
    []
    """
    from paigow.odds.answering import Question
    from paigow.odds.simulation.sampling import simulate as deal
    from paigow.odds.simulation.setup import simulation_of

    subject = subject_given(source)
    chairs = subject.chairs if seats is None else require_count(seats, "seats", 1)
    count = require_count(rounds, "rounds", 1)
    start = number_from(seed_given(seed))
    question = Question(
        subject, player=setter_given(player, subject.game), dealer=setter_given(dealer, subject.game)
    )
    prepared = simulation_of(question, _counting(subject.game, subject.rules), chairs)
    return prepared.judge(deal(prepared.dealing, count, start))


def way_cost(
    way: WayLike, dealer: WayLike | None = None, *, role: RoleLike = "player", hands: int = 10
) -> WayCost:
    """What a house way loses against best play: by rule, by type of hand, and the costliest hands.

    `dealer` is the other side's way; by default, the same one.

    >>> cost = way_cost("traditional")
    >>> cost.cost >= 0 and sum(part.cost for part in cost.rules) == cost.cost
    True
    """
    from paigow.odds.counting.way_cost import card_cost, tile_cost
    from paigow.odds.game_rules import GameRules

    mine = way_given(way)
    theirs = mine if dealer is None else way_given(dealer)
    if theirs.game is not mine.game:
        raise BadInput(
            f"{theirs.title!r} is a house way for {theirs.game.value}",
            allowed=f"give a house way for {mine.game.value}",
        )
    side, most = role_given(role), require_count(hands, "hands")
    if mine.game is Game.TILES:
        return tile_cost(mine, theirs, side, most)
    return card_cost(mine, theirs, side, card_counting(GameRules()), most)


def subject_given(source: SourceLike) -> Subject:
    from paigow.houseways import HouseWay
    from paigow.odds.subject import subject_of, subject_of_submission, subject_of_way
    from paigow.submissions.checking import Submission

    if isinstance(source, Submission):
        return subject_of_submission(source.rules.table.operator, source)
    if isinstance(source, HouseWay):
        return subject_of_way(source.title, source)
    allowed = (
        "give a Submission, a HouseWay, or the name or file of a submission, rule book, game, or house way"
    )
    require_kind(source, str | Path, "the source of the odds", allowed)
    return subject_of(str(source))


def setter_given(way: WayLike | None, game: Game) -> Setter | None:
    from paigow.odds.answering import BEST, Setter

    if way is None:
        return None
    if way == BEST_PLAY:
        return BEST
    found = way_given(way)
    if found.game is not game:
        raise BadInput(
            f"{found.title!r} is a house way for {found.game.value}",
            allowed=f"give a house way for {game.value}",
        )
    return Setter(way if isinstance(way, str) else found.title, found)


def _counting(game: Game, rules: GameRules, known: Known[Any] | None = None) -> Counting:
    """Count deals without a progress display; the command line adds one to the same call."""
    from paigow.odds.answering import Counting, tile_counting
    from paigow.odds.counting.known import NOTHING_KNOWN

    known = known or NOTHING_KNOWN
    if game is Game.TILES:
        return tile_counting(rules, known)
    cards = card_counting(rules, known)
    return Counting(cards.tally, best_strengths=cards.best_strengths)


def card_counting(rules: GameRules, known: Known[Any] | None = None) -> CardCounting:
    from paigow.odds.counting.card_deals import CardCounting
    from paigow.odds.counting.known import NOTHING_KNOWN
    from paigow.odds.runs.shards import Run

    return CardCounting(
        rules.wheel, Run(), rules.pushes, rules.face_up, rules.copies, known=known or NOTHING_KNOWN
    )
