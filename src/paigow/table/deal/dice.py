"""Shaking, lifting the lid, calling the total, finding where the deal starts. Not dice wagers."""

from __future__ import annotations

from typing import Annotated, NamedTuple

from msgspec import UNSET

from paigow.material.dice import FACES_OF_A_DIE
from paigow.submissions.rules import Rules
from paigow.table.acts import DEALER, Command, Event
from paigow.table.deal.card_methods import cite_deal
from paigow.table.deal.commitments import DICE, Drawn, next_draw, require_mixed
from paigow.table.fields import OFTEN, Anything, Because, OneOf, WholeNumbers, within
from paigow.table.refusals import Reason, Refused, refuse_reason, require_dealer, require_reason, require_step
from paigow.table.sides.eye_wagers import handed_to
from paigow.table.state import DEALER_PLACE, Shaker, Step, Table, changed, count_from


class StartMarked(Event, frozen=True, tag="start-marked"):
    place: int
    marker: str


def mark_start(rules: Rules, place: int) -> tuple[StartMarked, ...]:
    """The start, marked as the submission says; no event without a marker."""
    marker = rules.starting.marker
    if rules.is_tiles or marker == "none":
        return ()
    return (StartMarked(place=place, marker=marker, cites=rules.cite("start marker")),)


def marked(table: Table, event: StartMarked) -> Table:
    return changed(table, cards=changed(table.cards, marker=event.place))


LEAST_SHAKES = 3
SHAKES_BEFORE_PASSING = 5
"""Dragon's Eye: the dealer's own shakes, whether or not the shaker is passed on after them (R13, R17)."""

WORKED_TOTALS = (9, 15)


class ShakeDice(Command, frozen=True, tag="shake-dice"):
    """Shake the dice, when it is your turn. `dice` is the random result, hidden under the lid.

    In Dragon's Eye the first die is the one of a different color.
    """

    dice: Annotated[tuple[int, int, int], within(Anything("dice", (1, 2, 3)))]
    shakes: Annotated[int, within(WholeNumbers("number", tuple(range(1, 9)), OFTEN))] = LEAST_SHAKES
    because: Because = ""
    """Why the dealer shakes for the bank or a player: `time-up` or `asked` (R85)."""


class DiceShaken(Event, frozen=True, tag="dice-shaken"):
    by: str
    dice: tuple[int, int, int]
    shakes: int
    then: Step
    because: str = ""
    draw: Drawn = UNSET


class LiftLid(Command, frozen=True, tag="lift-lid"):
    """Lift the lid of the shaker and show the dice."""


class LidLifted(Event, frozen=True, tag="lid-lifted"):
    dice: tuple[int, int, int]
    then: Step


class LidLiftedByBank(Event, frozen=True, tag="lid-lifted-by-bank"):
    """The bank lifted the lid: the dice are covered and shaken again."""

    person: str
    then: Step


NOT_FLAT = "not flat"
FELL_OUT = "fell out"
NO_ROLLS = (NOT_FLAT, FELL_OUT)
"""Why a roll doesn't count, each with its own clause: a die isn't flat, or it left the shaker."""


class CallNoRoll(Command, frozen=True, tag="call-no-roll"):
    """The dice didn't land flat, or fell out. Journals of earlier versions have other reasons too."""

    why: Annotated[str, within(OneOf("text", NO_ROLLS))] = NOT_FLAT


class NoRoll(Event, frozen=True, tag="no-roll"):
    why: str
    then: Step


class AnnounceTotal(Command, frozen=True, tag="announce-total"):
    total: Annotated[int, within(WholeNumbers("number", (3,), 18))]


class TotalAnnounced(Event, frozen=True, tag="total-announced"):
    total: int
    start: int
    then: Step


class Turn(NamedTuple):
    """Whose turn it is to shake, the minimum number of shakes, the paragraphs, and what comes after."""

    shaker: str
    least: int
    topic: str
    then: Step


def shaker_of(rules: Rules, table: Table) -> str:
    """Who shakes the dice now: the player the shaker was passed to, the bank, or else the dealer."""
    if table.step is Step.PLAYER_SHAKE:
        person = None if table.shaker.left_to_dealer else handed_to(table)
        return DEALER if person is None or person in table.leaving else person
    return DEALER if table.bank is None or rules.dragons_eye.offered else table.bank.person


def _turn(rules: Rules, table: Table) -> Turn:
    if rules.dragons_eye.offered and table.step is not Step.PLAYER_SHAKE:
        then = Step.LID if handed_to(table) is None else Step.PLAYER_SHAKE
        return Turn(DEALER, SHAKES_BEFORE_PASSING, "dealer shakes five times", then)
    shaker = shaker_of(rules, table)
    if table.bank is not None:
        return Turn(shaker, LEAST_SHAKES, "bank shakes", Step.LID)
    if table.step is Step.PLAYER_SHAKE:
        topic = "dealer shakes for player" if shaker == DEALER else "player shakes"
        return Turn(shaker, 1, topic, Step.LID)
    return Turn(shaker, LEAST_SHAKES, "shake", Step.LID)


def shake(rules: Rules, table: Table, command: ShakeDice) -> tuple[Event, ...]:
    turn = _turn(rules, table)
    cites = rules.cite(turn.topic)
    if command.by not in (turn.shaker, DEALER):
        raise Refused(Reason.NOT_YOURS, f"It's {turn.shaker}'s turn to shake the dice.", cites)
    require_step(table, "shake the dice", cites, Step.SHAKE, Step.PLAYER_SHAKE)
    require_mixed(table)
    if not all(1 <= value <= FACES_OF_A_DIE for value in command.dice):
        raise Refused(Reason.BAD_PIECES, f"Dice can't show {command.dice}.", cites)
    if command.shakes < turn.least:
        raise Refused(
            Reason.NOT_AS_REQUIRED,
            f"Shake at least {turn.least} times, not {command.shakes}.",
            cites,
        )
    because, on_behalf = _reason(table, command, turn, cites)
    shaken = DiceShaken(
        by=command.by,
        dice=command.dice,
        shakes=command.shakes,
        then=turn.then,
        because=because,
        draw=next_draw(table, DICE),
        cites=(*cites, *on_behalf),
    )
    return (shaken,)


def _reason(
    table: Table, command: ShakeDice, turn: Turn, cites: tuple[str, ...]
) -> tuple[str, tuple[str, ...]]:
    """Why a person can shake: it is their turn, or the dealer does it for them."""
    if command.by == turn.shaker:
        refuse_reason(command.because, cites)
        return "", ()
    return require_reason(table, turn.shaker, command.because, "shake the dice", cites)


def shaken(table: Table, event: DiceShaken) -> Table:
    left = table.shaker.left_to_dealer
    return changed(table, shaker=Shaker(event.dice, event.shakes, event.by, left), step=event.then)


def _reshaken_at(rules: Rules, table: Table) -> Step:
    """The same person shakes again (R19): the player the shaker was passed to, or the dealer."""
    passed = rules.dragons_eye.offered and handed_to(table) is not None
    return Step.PLAYER_SHAKE if passed else Step.SHAKE


def lift(rules: Rules, table: Table, command: LiftLid) -> tuple[Event, ...]:
    bank = table.bank.person if table.bank is not None else None
    if command.by not in (DEALER, bank):
        raise Refused(Reason.NOT_YOURS, "Only the dealer takes the lid off.", rules.cite("lid"))
    require_step(table, "take the lid off", rules.cite("lid"), Step.LID)
    if command.by != DEALER:
        then = _reshaken_at(rules, table)
        return (LidLiftedByBank(person=command.by, then=then, cites=rules.cite("bank lifts lid")),)
    assert table.shaker.dice is not None
    then = Step.EYE if rules.dragons_eye.offered else Step.TOTAL
    return (LidLifted(dice=table.shaker.dice, then=then, cites=rules.cite("lid")),)


def lifted(table: Table, event: LidLifted) -> Table:
    return changed(table, shaker=changed(table.shaker, lid_off=True), step=event.then)


def shake_again(table: Table, event: LidLiftedByBank | NoRoll) -> Table:
    return changed(table, shaker=Shaker(left_to_dealer=table.shaker.left_to_dealer), step=event.then)


def no_roll(rules: Rules, table: Table, command: CallNoRoll) -> tuple[Event, ...]:
    cites = rules.cite("fell out" if command.why == FELL_OUT else "not flat")
    require_dealer(command.by, 'call a "no roll"', cites)
    require_step(table, 'call a "no roll"', cites, Step.EYE if rules.dragons_eye.offered else Step.TOTAL)
    if command.why not in NO_ROLLS:
        sentence = f"Say why it is no roll: {' or '.join(NO_ROLLS)}."
        raise Refused(Reason.NOT_AS_REQUIRED, sentence, rules.cite("not flat", "fell out"))
    then = _reshaken_at(rules, table)
    by_player = table.bank is not None or then is Step.PLAYER_SHAKE
    return (NoRoll(why=command.why, then=then, cites=(*cites, *(("R19",) if by_player else ()))),)


def counted_place(rules: Rules, table: Table, total: int) -> int:
    """The place a total leads to, counted from the bank or the dealer."""
    first = table.bank.position if table.bank is not None else DEALER_PLACE
    return count_from(first, total, rules.circle)


def right_start(rules: Rules, table: Table) -> int:
    """Where the deal starts by the dice themselves: the Dragon's Eye button's place, or by the count."""
    assert table.shaker.dice is not None
    if from_button(rules, table):
        return table.shaker.dice[0]
    return counted_place(rules, table, sum(table.shaker.dice))


def from_button(rules: Rules, table: Table) -> bool:
    """Whether the first tiles go to the Dragon's Eye button: never in a banked round (R17)."""
    return rules.dragons_eye.offered and rules.dragons_eye.deal_from == "button" and table.bank is None


def announce(rules: Rules, table: Table, command: AnnounceTotal) -> tuple[Event, ...]:
    """A wrong total isn't refused: it is an irregularity if it leads to another place (R19).

    Until the first tiles are dealt, the dealer can announce it again.
    """
    cites = rules.cite("total")
    require_dealer(command.by, "announce the total", cites)
    if from_button(rules, table):
        sentence = (
            "No total is announced here: the deal starts at the position that the Dragon's Eye die shows."
        )
        raise Refused(Reason.WRONG_STEP, sentence, rules.cite("deal from button"))
    again = table.step is Step.DEAL and table.shaker.announced is not None and not table.hands
    require_step(table, "announce the total", cites, Step.DEAL if again else Step.TOTAL)
    if not 3 <= command.total <= 18:
        raise Refused(Reason.NOT_AS_REQUIRED, f"Three dice can't total {command.total}.", cites)
    counted = (*_counted_by(rules, table, command.total), *(("R69",) if again else ()))
    start = counted_place(rules, table, command.total)
    method = () if rules.is_tiles else cite_deal(rules, table, "start")
    cites = (*cites, *counted, *method)
    announced = TotalAnnounced(total=command.total, start=start, then=Step.DEAL, cites=cites)
    return (announced, *mark_start(rules, start))


def total_wrong(table: Table) -> bool:
    """Whether the total called differs from the dice, and can still be corrected (R69)."""
    shaker = table.shaker
    called = None if table.hands else shaker.announced
    return called is not None and shaker.dice is not None and called != sum(shaker.dice)


def _counted_by(rules: Rules, table: Table, total: int) -> tuple[str, ...]:
    """Counting from the dealer: the tile books give an example for each of two totals."""
    if table.bank is not None:
        return rules.cite("count from bank")
    example = (f"count to {total}",) if total in WORKED_TOTALS else ()
    return rules.cite("count instead of button" if rules.dragons_eye.offered else "count", *example)


def announced(table: Table, event: TotalAnnounced) -> Table:
    shaker = changed(table.shaker, announced=event.total, start=event.start)
    return changed(table, shaker=shaker, step=event.then)
