"""A client's messages to a table, and their answers. Not the transport."""

from __future__ import annotations

import time
from collections.abc import Callable, Mapping
from typing import Any, Final

import msgspec
from msgspec import UNSET

from paigow.faults import BadInput, guess, nearest, suggestion
from paigow.server.accounts.consents import Consent, Consents
from paigow.server.accounts.identity import display_name, is_guest
from paigow.server.accounts.rate_limits import TokenBucket
from paigow.server.connections.decoding_faults import plain_fault
from paigow.server.connections.protocol import (
    AskOptions,
    BadMessage,
    Phrase,
    Ready,
    Resync,
    SayRemark,
    SitOut,
    SubmitCommand,
    acknowledgement,
    decode_message,
    fault,
    refusal,
)
from paigow.server.tables.host import Acknowledged, CommandResult, Failed
from paigow.server.tables.room import REMARK, Room
from paigow.server.tables.seeds import BY_ITSELF
from paigow.table.acts import DEALER, FLOOR, OBSERVER, Command
from paigow.table.autoplay.chance import CHANCE_FIELDS
from paigow.table.deal.commitments import CITES
from paigow.table.engine import COMMANDS, decide
from paigow.table.hands.setting import AskHelp
from paigow.table.house.asking import AskForRules
from paigow.table.house.handover import ANOTHER, LONGEST_NAME, RelieveDealer, dealer_of
from paigow.table.house.seating import BuyIn, CashOut
from paigow.table.irregularities.correcting import CorrectPayment, PaymentCorrected
from paigow.table.refusals import TIME_UP, Reason, Refused
from paigow.table.state import Table

_KINDS: Final[Mapping[str, type[Command]]] = {str(kind.__struct_config__.tag): kind for kind in COMMANDS}
_FLOOR_ONLY: Final = tuple(str(kind.__struct_config__.tag) for kind in BY_ITSELF)
_EMPTY: Final[Mapping[str, Any]] = {"order": (), "dice": (1, 1, 1), "number": 1}
_CHANCE: Final[Mapping[str, str]] = {
    str(kind.__struct_config__.tag): field for kind, field in CHANCE_FIELDS.items()
}
_TIMED: Final = frozenset(
    str(kind.__struct_config__.tag) for kind in COMMANDS if "at" in kind.__struct_fields__
)
PRIVATE_QUESTIONS: Final = (AskForRules, AskHelp)
"""Answered only to the client that asks. Journals of earlier versions contain such commands and events."""
BYSTANDERS_RATE: Final = 1.0
BYSTANDERS_BURST: Final = 40
"""Commands per second and burst of a person without a seat: they all become part of a round others play."""
REMARKS_RATE: Final = 0.2
REMARKS_BURST: Final = 3
"""Phrases per second and burst that a player can say to the table."""
_LONGEST_TAG: Final = 40
"""This much of an unknown command's name is compared with the known ones and repeated."""
_LARGEST: Final = 2**53
"""Whole numbers that every client can represent exactly."""


def command_from(fields: dict[str, Any], actor: str) -> Command:
    """A command from what a client sent. The server adds who sends it, randomness, and time."""
    name = str(fields.get("do"))
    if fields.get("by", actor) != actor:
        raise Refused(Reason.NOT_YOURS, "You can't act for another player.", ())
    if name in _FLOOR_ONLY:
        raise Refused(
            Reason.NOT_YOURS, "The floor does this by itself. It can't be sent as a command.", CITES
        )
    kind = _KINDS.get(name)
    if kind is None:
        hint = suggestion(name[:_LONGEST_TAG], _KINDS, "the protocol catalog lists them all")
        raise BadMessage(BadInput(f"there is no command {name[:_LONGEST_TAG]!r}", allowed=hint).sentences)
    # A client can send more fields than the command has, as the school page does: extras are dropped.
    said = {field: fields[field] for field in ("do", *kind.__struct_fields__) if field in fields}
    said["by"] = actor
    if name in _CHANCE:
        said[_CHANCE[name]] = _EMPTY[_CHANCE[name]]
    if name in _TIMED:
        said["at"] = int(time.time())
    for value in fields.values():
        if isinstance(value, int) and not -_LARGEST <= value <= _LARGEST:
            raise BadMessage(f"A number can't be larger than {_LARGEST}.")
    try:
        # One kind only: converting to a union of all of them takes twenty times as long.
        command = msgspec.convert(said, kind)
    except (msgspec.ValidationError, RecursionError) as error:
        raise BadMessage(plain_fault(error)) from None
    return command


def taking_over(table: Table, person: str, *, named: bool) -> RelieveDealer:
    """Record who deals, by name or role; mid-round, the floor is the one to record it."""
    return RelieveDealer(
        by=FLOOR if table.staked else DEALER, dealer=display_name(person) if named else ANOTHER
    )


def _unnamed(command: Command) -> Command:
    """The same without a dealer's name, for a house that stores none (R110)."""
    if isinstance(command, RelieveDealer) and 0 < len(command.dealer.strip()) <= LONGEST_NAME:
        return msgspec.structs.replace(command, dealer=ANOTHER)
    return command


def _late(until: int) -> bool:
    """Whether a message arrived after the time up to which its sender wanted it."""
    return 0 < until < time.time() * 1000


def _unheard(_result: CommandResult) -> None:
    """Nobody waits for the answer: it is in the journal, or the next command is answered."""


class Client:
    """One client at one table: a viewer that can also act."""

    __slots__ = (
        "_bystanding",
        "_remarks",
        "_wallet",
        "actor",
        "consents",
        "person",
        "role",
        "room",
        "staff",
        "write",
    )

    def __init__(
        self,
        room: Room,
        person: str,
        role: str,
        wallet: Callable[[str], int | None],
        write: Callable[[bytes], None],
    ) -> None:
        self.room = room
        self.person = person
        self.role = role
        self.actor = person if role == "player" else role
        self.write = write
        self.staff: Mapping[str, frozenset[str]] = {}
        """The accounts with each role, as of the last message from the staff."""
        self.consents: Consents | None = None
        """Reads what a colleague signed; without it nobody can have."""
        self._wallet = wallet
        self._bystanding = TokenBucket(BYSTANDERS_RATE, BYSTANDERS_BURST)
        self._remarks = TokenBucket(REMARKS_RATE, REMARKS_BURST)

    def enter(self) -> None:
        self.room.enter(self, self._wallet(self.person))

    def leave(self) -> None:
        self.room.leave(self)

    def receive(self, data: bytes) -> None:
        """Handle one message and answer it."""
        try:
            message = decode_message(data)
            match message:
                case SubmitCommand(command_id, fields, until):
                    self._submit(command_id, fields, until)
                case Resync():
                    self.room.audience.send_snapshot(self, self._wallet(self.person))
                case AskOptions():
                    self.room.audience.offer_now(self.actor)
                case SitOut() | Ready() | SayRemark() if self._why_not() is not None:
                    pass
                case SitOut(on) if self.room.plays(self.person):
                    self.room.signal(self.person, "out" if on else "in")
                case Ready(on, until) if self.room.plays(self.person) and not _late(until):
                    self.room.signal(self.person, "ready" if on else "unready")
                case SayRemark(phrase) if self.person in self.room.host.table.chairs:
                    self._remark(phrase)
                case _:
                    pass  # The table doesn't wait for bystanders, ready or not.
        except BadMessage as bad:
            self.answer(fault("bad-message", str(bad)))

    def _remark(self, phrase: Phrase) -> None:
        if self._remarks.take():
            self.room.signal(self.person, f"{REMARK}{phrase}")
        else:
            self.answer(fault("too-fast", "Wait a moment before your next remark."))

    def answer(self, message: bytes) -> None:
        self.room.audience.answer(self, message)

    def _submit(self, command_id: str, fields: dict[str, Any], until: int) -> None:
        if (why := self._why_not()) is not None:
            self.answer(fault("read-only", why, command_id))
            return
        if _late(until) and not self.room.host.is_known(f"{self.person}/{command_id}"):
            self.answer(fault("late", "This arrived after its `until`, so nothing was done.", command_id))
            return
        try:
            command = command_from(fields, self.actor)
        except Refused as refused:
            self.answer(refusal(command_id, refused))
        except BadMessage as bad:
            self.answer(fault("bad-message", str(bad), command_id))
        else:
            self._dispatch(command_id, command, str(fields.get("consent", "")))

    def _why_not(self) -> str | None:
        """Why this client can't act at all; None if it can."""
        if self.room.only_shown is None and self.role == OBSERVER:
            return "You are watching. Connect as a player to play."
        return self.room.only_shown

    def _dispatch(self, command_id: str, command: Command, consent: str) -> None:
        name = f"{self.person}/{command_id}"
        if isinstance(command, PRIVATE_QUESTIONS):
            self._answer_privately(command_id, command)
        elif self.role == "player" and not self._may_act(name, command):
            self.answer(fault("too-fast", "Slow down: you don't have a seat here.", command_id))
        else:
            self._give(command_id, name, command, consent)

    def _give(self, command_id: str, name: str, command: Command, consent: str) -> None:
        began = time.perf_counter()

        def answered(result: CommandResult) -> None:
            if (
                isinstance(command, RelieveDealer)
                and isinstance(result, Acknowledged)
                and not result.repeated
            ):
                self.room.handed_to = self.room.dealing = command.dealer.strip()
            self._answered(command_id, result, began)

        try:
            self.room.require_open(self.room.host.table, command)
            self._require_time_up(command)
            self._require_dealing(command)
            given = self._with_signatures(command, consent)
        except Refused as refused:
            self.room.host.refuse(command, name, refused, answered)
        else:
            named = self.room.host.rules.records.dealer_named
            if self._takes_over(command) and not self.room.host.is_known(name):
                taking = taking_over(self.room.host.table, self.person, named=named)
                self.room.host.submit(taking, f"{name}/name", _unheard)
            if self._deals(command):
                self.room.dealing = self.person
            self.room.host.submit(given if named else _unnamed(given), name, answered, drawn=False)

    def _takes_over(self, command: Command) -> bool:
        """Whether this dealer has started to deal without a handover (R110).

        Where dealers aren't named, nobody is told who was the first.
        """
        if self.role != DEALER or isinstance(command, RelieveDealer):
            return False
        host = self.room.host
        if host.rules.records.dealer_named:
            return dealer_of(host.table) != display_name(self.person)
        return self._deals(command) and self.room.dealing not in ("", self.person)

    def _deals(self, command: Command) -> bool:
        """Whether a dealer of the floor's staff deals with this command."""
        dealers = self.staff.get(DEALER, frozenset())
        return self.role == DEALER and self.person in dealers and not isinstance(command, RelieveDealer)

    def _may_act(self, name: str, command: Command) -> bool:
        """Whether a player can act now: what a crowd without seats adds to a round is bounded."""
        if self.room.plays(self.person) or self.room.host.is_known(name):
            return True
        moves = isinstance(command, BuyIn | CashOut)
        return self._bystanding.take() and (not moves or self.room.standing_by.take())

    def _require_time_up(self, command: Command) -> None:
        """The table's clock decides whether time is up, not the dealer (R85)."""
        if getattr(command, "because", "") == TIME_UP and not self.room.decision_timer.ran_out:
            sentence = (
                "The time isn't up yet. You can act for a player once it is, or if the player asks you."
            )
            raise Refused(Reason.NOT_ELIGIBLE, sentence, ("R61", "R85"))

    def _require_dealing(self, command: Command) -> None:
        """One dealer deals at a time, and a table can only be handed to an account (R110)."""
        deals = self.room.dealer_in_charge(self.room.host.table)
        dealers = self.staff.get(DEALER, frozenset())
        if self.role == DEALER and deals in dealers and deals != self.person:
            sentence = (
                f"{deals} deals here now. You can deal once {deals} or the floor hands you the table"
                f"{'' if self.room.handed_to == deals else f', or {deals} leaves the console'}."
            )
            raise Refused(Reason.NOT_YOURS, sentence, self.room.host.rules.cite("handover"))
        if not isinstance(command, RelieveDealer) or not dealers:
            return
        name = command.dealer.strip()
        if name and name not in dealers:
            meant = nearest(name, sorted(dealers))
            unknown = BadInput(
                f"no dealer here has an account called {name[:LONGEST_NAME]}",
                allowed=guess(meant) if meant else None,
            )
            sentence = unknown.sentences
            raise Refused(Reason.NOT_ELIGIBLE, sentence, self.room.host.rules.cite("handover"))

    def _with_signatures(self, command: Command, consent: str) -> Command:
        """A signer needs an account, and so does the colleague, who has signed in person (R111).

        A name alone never reaches the table: if another process has meanwhile committed what makes the
        difference large, the table asks for two signatures.
        """
        if not isinstance(command, CorrectPayment) or command.signed is UNSET or is_guest(self.person):
            return command
        names = {name.strip() for name in command.signed}
        strangers = sorted(names - frozenset().union(*self.staff.values()) - {self.person, ""})
        if strangers:
            sentence = f"{strangers[0][:LONGEST_NAME]} has no account with the dealer or floor role."
            raise Refused(Reason.NOT_ELIGIBLE, sentence, ("R111",))
        if self.person not in names:
            sentence = (
                f"Sign with your own account, {self.person}, and the account of another dealer or supervisor."
            )
            raise Refused(Reason.NOT_ELIGIBLE, sentence, ("R111",))
        others = sorted(names - {self.person, ""})
        unsigned = [each for each in others if not self._has_signed(each, command, consent)]
        if unsigned and self._needs_two(command):
            other = unsigned[0]
            sentence = f"{other} hasn't signed this correction. {other} has to enter their own password."
            raise Refused(Reason.NOT_ELIGIBLE, sentence, ("R111",))
        return msgspec.structs.replace(command, signed=UNSET) if unsigned else command

    def _needs_two(self, command: CorrectPayment) -> bool:
        """Whether the table would keep two signatures; what it refuses anyway, it explains itself."""
        host = self.room.host
        try:
            events = decide(host.rules, host.table, command)
        except Refused:
            return False
        return any(isinstance(each, PaymentCorrected) and each.signed is not UNSET for each in events)

    def _has_signed(self, other: str, command: CorrectPayment, consent: str) -> bool:
        wanted = Consent(
            signer=other,
            asked_by=self.person,
            table=self.room.host.record.id,
            round=self.room.host.table.round,
            person=command.person,
            position=command.position,
            kind=command.kind,
            handed=command.handed,
        )
        return self.consents is not None and self.consents.read(consent) == wanted

    def _answer_privately(self, command_id: str, command: Command) -> None:
        """Answer a command that doesn't change the game: it isn't stored, and nobody else is notified."""
        host = self.room.host
        try:
            events = decide(host.rules, host.committed, command)
        except Refused as refused:
            self.answer(refusal(command_id, refused))
        else:
            self.room.audience.send_privately(self, events)
            self.answer(acknowledgement(command_id, host.committed.version, repeated=False))

    def _answered(self, command_id: str, result: CommandResult, began: float) -> None:
        self.room.host.timings.command.observe(time.perf_counter() - began)
        match result:
            case Acknowledged(version, repeated):
                self.room.audience.acted(self.actor, version)
                self.answer(acknowledgement(command_id, version, repeated=repeated))
            case Refused() as refused:
                self.answer(refusal(command_id, refused))
            case Failed():
                self.answer(fault("failed", "Something went wrong. Nothing has changed.", command_id))
            case _:
                self.answer(
                    fault("unavailable", "The store can't be reached. Send the command again.", command_id)
                )
