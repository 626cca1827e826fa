"""A table in a given state, played by the engine behind the pages' sockets. Not the server."""

from __future__ import annotations

import json
from typing import Any, Final

from msgspec.structs import replace
from playwright.sync_api import Page, WebSocketRoute

from paigow.server.connections.client import command_from
from paigow.server.tables.catalog import TableSettings, layout_record
from paigow.submissions.checking import Submission
from paigow.table.acts import STAFF, Command, Event
from paigow.table.autoplay.chance import Chance, drawn, seed_from
from paigow.table.engine import decide, evolve
from paigow.table.hands.settling import RoundFinished
from paigow.table.irregularities.voiding import RoundVoided
from paigow.table.refusals import Refused
from paigow.table.state import Table
from paigow.table.visibility.due_context import simulated_time
from tests.web.scenes import Record, due_shown, frame, shown
from tests.web.staff import in_role

__all__ = ["CHANCE", "Desk"]

CHANCE: Final = Chance(seed_from("dealt by hand"))


class Desk:
    """Sends every page what the server would send at this table, and receives what is done there."""

    def __init__(self, submission: Submission, table: Table, me: str = "") -> None:
        self.rules = submission.rules
        self.table = table
        self._me = me
        self._layout = layout_record(self.rules.book.name, submission, self.rules, TableSettings(title="T-1"))
        self._lines: list[tuple[WebSocketRoute, str]] = []
        self.heard: list[Command] = []
        """The commands received here, in order."""
        self.readiness: list[bool] = []
        """Who needs no more time, and who asks for more, in order."""
        self.dealer = ""
        """Who was handed this table."""
        self.rounds_over = 0
        """How many rounds were finished or voided here."""
        self._events: tuple[Event, ...] = ()
        """What the last command led to."""
        self.closed = False
        """Whether nobody can connect to this table."""

    def serve(self, *pages: Page) -> None:
        for page in pages:
            in_role(page, "dealer", "floor")
            page.route_web_socket("**/ws/tables/**", self._speak)

    def cut(self) -> None:
        """Drop every connection to the table."""
        lines, self._lines = self._lines, []
        for line, _ in lines:
            line.close()

    def _speak(self, line: WebSocketRoute) -> None:
        if self.closed:
            line.close()
            return
        role = line.url.partition("as=")[2] or self._me
        self._lines.append((line, role))
        line.on_message(lambda said: self._hear(line, role, json.loads(said)))
        self._show(line, role)

    def _show(self, line: WebSocketRoute, role: str) -> None:
        seen = shown(self.rules, self.table, role)
        line.send(json.dumps({**seen, "type": "snapshot", "me": role, "names": {}, "layout": self._layout}))
        self._tell_due(line, role)

    def _tell_due(self, line: WebSocketRoute, role: str) -> None:
        if role in STAFF:
            due = due_shown(self.rules, self.table, self._events)
            line.send(json.dumps({**due, "dealer": self.dealer}))

    def close(self, code: int, reason: str) -> None:
        """End every connection as the server does: the session is over, or a role is revoked."""
        for line, _ in self._lines:
            line.close(code=code, reason=reason)

    def put(self, table: Table) -> None:
        """Replace the whole table by another."""
        self.table = table
        for line, role in self._lines:
            self._show(line, role)

    def _hear(self, line: WebSocketRoute, role: str, message: dict[str, Any]) -> None:
        if message["type"] == "options":
            line.send(json.dumps({**shown(self.rules, self.table, role), "type": "options"}))
        if message["type"] == "ready":
            self.readiness.append(message.get("on", True))
        if message["type"] != "command":
            return
        answer: Record = {"type": "ack", "id": message["id"]}
        try:
            command = command_from(message["command"], role)
            if "at" in command.__struct_fields__:
                # The table's own clock, by which the page got what is due (R88).
                command = replace(command, at=simulated_time(self.table))
            self.happen(drawn(self.rules, self.table, command, CHANCE))
            answer["version"] = self.table.version
        except ConnectionError:
            return
        except Refused as refused:
            reason = {"reason": refused.reason.value, "sentence": str(refused), "cites": refused.cites}
            answer = {**answer, "type": "refusal", **reason}
        line.send(json.dumps(answer))

    def happen(self, command: Command) -> None:
        """Let anybody do something, and send it to every page."""
        self.heard.append(command)
        before = self.table
        self._events = events = decide(self.rules, before, command)
        for event in events:
            self.table = evolve(self.table, event)
            self.rounds_over += isinstance(event, RoundFinished | RoundVoided)
        for line, actor in self._lines:
            seen = frame(self.rules, before, self.table, command, events, actor)
            line.send(json.dumps({**seen, "type": "update", "after": before.version}))
            self._tell_due(line, actor)
