"""Why a command is refused: a stable reason, a sentence, and its paragraphs or rulings.

The reasons are in order of precedence: a command that breaks several rules is refused for the first. A
refusal changes nothing. Bugs are assertions, never refusals. Checks that many commands share are here too,
including when the dealer can act for a player (R85).
"""

from __future__ import annotations

from enum import Enum
from typing import Final, NamedTuple

from paigow.submissions.rules import Rules
from paigow.table.acts import DEALER, FLOOR, STAFF
from paigow.table.state import POSITIONS, Bank, DealtHand, Step, Table, place_name, place_title
from paigow.wagers.money import Cents, money


class Reason(Enum):
    """Reasons in order of precedence. The words are stable: clients and journals can rely on them."""

    NOT_YOURS = "not-yours"
    """This command isn't for you."""
    NOT_OFFERED = "not-offered"
    """The submission or the rule book doesn't offer it."""
    WRONG_STEP = "wrong-step"
    """The table is at another step."""
    PENDING = "pending"
    """Something else has to be answered first."""
    NOT_SEATED = "not-seated"
    """The person has no seat at this table."""
    NO_SUCH_PLACE = "no-such-place"
    """The table has no such position."""
    PLACE_TAKEN = "place-taken"
    """Somebody already sits or bets there."""
    NOT_ELIGIBLE = "not-eligible"
    """The person can't do this now: banked last round, didn't wager, or has already chosen."""
    NOTHING_THERE = "nothing-there"
    """There is no such wager, hand, or offer."""
    OUT_OF_ORDER = "out-of-order"
    """Another hand, wager, or place comes first. Checked before the pieces are, so that a refusal reveals
    nothing about a hidden hand (R56)."""
    BAD_PIECES = "bad-pieces"
    """Wrong tiles or cards: not in the set, not in the hand, or the wrong number of them."""
    NOT_ACCEPTED = "not-accepted"
    """Not accepted as a wager: cash, a spoken bet, or the wrong instrument."""
    BELOW_MINIMUM = "below-minimum"
    """Below the table's minimum."""
    ABOVE_MAXIMUM = "above-maximum"
    """Above the table's maximum, or above what is left of it here."""
    NOT_ENOUGH = "not-enough"
    """There isn't that much on your rail."""
    NOT_COVERED = "not-covered"
    """The bank couldn't pay it."""
    NOT_AS_REQUIRED = "not-as-required"
    """Not done as prescribed: too few shakes, the wrong total, dice that are too old."""


class Refused(Exception):
    """A command that the table rejects."""

    def __init__(self, reason: Reason, sentence: str, cites: tuple[str, ...]) -> None:
        self.reason = reason
        self.sentence = sentence
        self.cites = cites
        super().__init__(reason, sentence, cites)

    def __str__(self) -> str:
        return f"{self.sentence} ({', '.join(self.cites)})" if self.cites else self.sentence


CARDS_IN_A_HAND = 7


def refuse(reason: Reason, sentence: str, cites: tuple[str, ...]) -> Refused:
    return Refused(reason, sentence, cites)


def cents(amount: int) -> str:
    return money(Cents(amount))


def require_dealer(by: str, act: str, cites: tuple[str, ...]) -> None:
    if by != DEALER:
        raise Refused(Reason.NOT_YOURS, f"Only the dealer can {act}.", cites)


def require_floor(by: str, act: str, cites: tuple[str, ...]) -> None:
    if by != FLOOR:
        raise Refused(Reason.NOT_YOURS, f"Only the floor supervisor can {act}.", cites)


def require_staff(by: str, act: str, cites: tuple[str, ...]) -> None:
    if by not in (DEALER, FLOOR):
        raise Refused(Reason.NOT_YOURS, f"Only the dealer or the floor supervisor can {act}.", cites)


def require_person(by: str, act: str, cites: tuple[str, ...]) -> str:
    if by in STAFF:
        raise Refused(Reason.NOT_YOURS, f"Only a player can {act}.", cites)
    return by


def require_bank(table: Table, by: str, act: str, cites: tuple[str, ...]) -> Bank:
    """The bank of this round, if it is the actor."""
    if table.bank is None or table.bank.person != by:
        raise Refused(Reason.NOT_YOURS, f"Only the banker can {act}.", cites)
    return table.bank


_NEXT: Final = {
    Step.CLOSED: "the opening of the table",
    Step.INSPECT: "the inspection",
    Step.SUBSTITUTE: "the substitute set",
    Step.VERIFY: "the verification of the inspection",
    Step.DISPLAY: "the display for the first player",
    Step.IDLE: "the first player's look at the display",
    Step.OFFER: "the offer of the bank",
    Step.WASH: "the wash",
    Step.SHUFFLE: "the shuffle",
    Step.STACK: "the stacking",
    Step.CUT: "the cut",
    Step.BETS: 'the betting, up to "no more bets"',
    Step.PROGRESSIVE: "the progressive wagers",
    Step.STYLE: "the style of delivery",
    Step.SHAKE: "the shake",
    Step.PLAYER_SHAKE: "the player's shake",
    Step.LID: "taking the lid off",
    Step.EYE: "the Dragon's Eye die",
    Step.BUTTON: "the Dragon's Eye button",
    Step.DICE_WAGERS: "the dice wagers",
    Step.TRIPLES: "the marker of the triples",
    Step.TOTAL: "the total of the dice",
    Step.START: "the starting position",
    Step.DEAL: "the deal",
    Step.COUNT_STUB: "the count of the cards left",
    Step.SWEEP: "collecting the hands without a wager",
    Step.EXTRA_SET: "the extra set",
    Step.COVER: "covering the shaker",
    Step.SETTING: "the setting of the players' hands",
    Step.BANK_SETTING: "the setting of the bank's hand",
    Step.DEALER_SETTING: "the setting of the dealer's hand",
    Step.EXPOSE_BANK: "showing the bank's hand",
    Step.EXPOSE: "showing the players' hands",
    Step.OPTIONAL: "the optional wagers",
    Step.PAY: "paying the winners",
    Step.CENTER: "settling the center",
    Step.ENVY: "the envy bonuses",
    Step.PAPERS: "the papers of the progressive win",
    Step.FINISH: "the end of the round",
}
"""What a table at a step does next, in a dealer's words."""


def require_step(table: Table, act: str, cites: tuple[str, ...], *steps: Step) -> None:
    if table.step not in steps:
        sentence = f"You can't {act} now. What comes next is {_NEXT[table.step]}."
        raise Refused(Reason.WRONG_STEP, sentence, cites)
    if table.choosing:
        waiting = ", ".join(map(place_name, table.choosing))
        raise Refused(Reason.PENDING, f"{waiting} must first choose: void the hand or play on.", cites)


def require_seat(table: Table, person: str, cites: tuple[str, ...]) -> int:
    position = table.position_of(person)
    if position is None:
        raise Refused(Reason.NOT_SEATED, f"{person} isn't seated at this table.", cites)
    return position


def require_position(position: int, rules: Rules) -> None:
    if position not in POSITIONS[: rules.table.chairs]:
        raise Refused(
            Reason.NO_SUCH_PLACE,
            f"There is no position {position} here. Choose 1 to {rules.table.chairs}.",
            rules.cite("chairs"),
        )


def require_place(rules: Rules, place: int, cites: tuple[str, ...]) -> None:
    if place not in rules.circle:
        raise Refused(Reason.NO_SUCH_PLACE, f"There is no place {place} here.", cites)


def require_whole(rules: Rules, hand: DealtHand) -> None:
    """Refuse to continue with a wrong number of cards: it has to be reported, and voids the round."""
    if not rules.is_tiles and len(hand.pieces) != CARDS_IN_A_HAND:
        sentence = f"{place_title(hand.place)} has {len(hand.pieces)} cards. Report the misdeal."
        raise Refused(Reason.BAD_PIECES, sentence, rules.cite("misdealt"))


def require_hand(table: Table, place: int, cites: tuple[str, ...]) -> DealtHand:
    hand = table.hands.get(place)
    if hand is None:
        raise Refused(Reason.NOTHING_THERE, f"{place_title(place)} has no hand.", cites)
    return hand


TIME_UP: Final = "time-up"
ASKED: Final = "asked"
LEFT: Final = "left"
"""Reasons. A command gives one of the first two; the table itself knows that a player has left (R30)."""
_CITES: Final = {TIME_UP: ("R61", "R85"), ASKED: ("R85",), LEFT: ("R30",)}


class OnBehalf(NamedTuple):
    """The reason in an event, and its basis."""

    because: str
    cites: tuple[str, ...]

    @property
    def in_silence(self) -> bool:
        """Whether the player hasn't answered."""
        return self.because in (TIME_UP, LEFT)


def has_asked(table: Table, person: str | None) -> bool:
    """Whether a person has asked the dealer to do what is due at this step of this round."""
    return person is not None and (person, table.step.value, table.round) in table.asked


def require_reason(
    table: Table, person: str | None, because: str, act: str, cites: tuple[str, ...]
) -> OnBehalf:
    """The reason the dealer can act for a person; refuse without one."""
    if person is None or person in table.leaving:
        return OnBehalf(LEFT, _CITES[LEFT])
    if because == ASKED and not has_asked(table, person):
        sentence = f"{person} hasn't asked you to {act}."
        raise Refused(Reason.NOTHING_THERE, sentence, (*cites, "R85"))
    if because not in (TIME_UP, ASKED):
        sentence = (
            f"{person} has still to answer. You can {act} only if the time is up or {person} asked you."
        )
        raise Refused(Reason.NOT_ELIGIBLE, sentence, (*cites, "R85"))
    return OnBehalf(because, _CITES[because])


def refuse_reason(because: str, cites: tuple[str, ...]) -> None:
    """Refuse a reason when the actor acts for themselves."""
    if because:
        raise Refused(
            Reason.NOT_ELIGIBLE, "Leave out the reason: you aren't acting for anyone.", (*cites, "R85")
        )
