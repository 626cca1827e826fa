"""Clients that drop, repeat, send old commands, stall, and cheat. What they get is recorded and checked."""

from __future__ import annotations

import asyncio
import json
from collections.abc import Iterator
from random import Random
from typing import Any

from paigow.server.accounts.identity import guest_name
from paigow.server.connections.client import Client
from paigow.server.tables.room import Room
from paigow.table.autoplay.chance import mix_of
from paigow.table.engine import COMMANDS
from paigow.table.records.codec import plain
from paigow.table.visibility.views import view
from tests.server.players import put_over
from tests.server.worlds import World
from tests.table.secrets import knows

__all__ = ["Unruly"]

Record = dict[str, Any]
TAGS = sorted(str(kind.__struct_config__.tag) for kind in COMMANDS)
ASIDE = ("ask-for-rules", "ask-help")
"""Answered from the table's current state, every time: nothing about them is stored."""
RARELY = ("leave", "cash-out", "surrender", "tip", "color-up")
NONSENSE = ("", "{", "[]", '{"type":"command"}', '{"type":"command","id":"x","command":{"do":7}}', '"' * 50)


def payloads_of(frames: bytes) -> Iterator[Record]:
    """The contents of text frames as a server writes them (RFC 6455, 5.2: the length, then that much)."""
    while frames:
        wide = {126: 2, 127: 8}.get(frames[1], 0)
        size = int.from_bytes(frames[2 : 2 + wide], "big") if wide else frames[1]
        yield json.loads(frames[2 + wide : 2 + wide + size])
        frames = frames[2 + wide + size :]


class Unruly:
    """One person, over all lives of the server. Connections come and go."""

    def __init__(self, world: World, name: str, table: str) -> None:
        self.person = guest_name(name)
        self.acknowledged: dict[str, int] = {}
        self.unanswered: dict[str, Record] = {}
        self.refused = 0
        self._world = world
        self._random = Random(f"{self.person}/{table}")
        self._table = table
        self._said: list[tuple[str, Record]] = []
        self._stale: list[Record] = []
        self._asides: set[str] = set()
        self._number = 0
        self._client: Client | None = None
        self._connection = 0
        self._view: Record = {}
        self._version = -1
        self._options: tuple[int, list[Record]] = (-1, [])
        self._awaited: list[str] = []

    @property
    def _room(self) -> Room:
        return self._world.floor.rooms[self._table]

    async def live(self) -> None:
        """Do one thing after another until the server is gone."""
        self._client = None
        while True:
            await asyncio.sleep(self._random.expovariate(1.0))
            self._next()
            if self._random.random() < 0.02:
                await asyncio.sleep(self._random.uniform(10, 120))

    def _next(self) -> None:
        random = self._random
        if self._client is None:
            self._connect()
            return
        deed = random.choices(
            (self._play, self._ask, self._repeat, self._cheat, self._drop, self._old, self._talk),
            (60, 2, 5, 6, 2, 4, 6),
        )[0]
        deed()

    def _connect(self) -> None:
        self._connection += 1
        connection = self._connection
        loop = asyncio.get_running_loop()
        due = [loop.time()]

        def write(frames: bytes) -> None:
            due[0] = max(due[0] + 1e-6, loop.time() + self._random.random() * 0.1)
            loop.call_at(due[0], self._hear, connection, frames)

        self._version = -1
        held = self._world.floor.wallets.held
        self._client = Client(self._room, self.person, "player", held, write)
        self._client.enter()
        for command_id, command in list(self.unanswered.items()):
            self._say({"type": "command", "id": command_id, "command": command})

    def _drop(self) -> None:
        client, self._client = self._client, None
        self._connection += 1
        if client is not None:
            client.leave()

    def _say(self, message: Record | str) -> None:
        """In flight for a while; a broken connection takes it along."""
        data = (message if isinstance(message, str) else json.dumps(message)).encode()
        connection = self._connection

        def arrive() -> None:
            if self._client is not None and connection == self._connection:
                self._client.receive(data)

        asyncio.get_running_loop().call_later(self._random.random() * 0.1, arrive)

    def _give(self, command: Record) -> None:
        self._number += 1
        command_id = f"{self._number}"
        self.unanswered[command_id] = command
        if command["do"] in ASIDE:
            self._asides.add(command_id)
        self._said.append((command_id, command))
        self._say({"type": "command", "id": command_id, "command": command})

    def _play(self) -> None:
        """One of the available options, if they are known; an awaited person does what is asked first."""
        version, options = self._options
        if version != self._version or not options:
            if self.person in self._awaited or self._random.random() < 0.2:
                self._ask()
            return
        wanted = [o for o in options if o["command"]["do"] not in RARELY or self._random.random() < 0.03]
        if wanted:
            command = self._filled(self._random.choice(wanted))
            (self._stale.append if self._random.random() < 0.1 else self._give)(command)

    def _filled(self, option: Record) -> Record:
        random = self._random
        command = {name: value for name, value in option["command"].items() if name != "by"}
        for free in option["free"]:
            if free["choices"]:
                command[free["field"]] = random.choice(free["choices"])
            elif free["least"] is not None and free["most"] is not None:
                near = min(free["most"], free["least"] + 20_000)
                command[free["field"]] = random.choice(
                    (free["least"], near, random.randint(free["least"], near))
                )
        return command

    def _ask(self) -> None:
        self._say({"type": "options" if self._random.random() < 0.95 else "resync"})

    def _repeat(self) -> None:
        if self._said:
            command_id, command = self._random.choice(self._said[-40:])
            self._say({"type": "command", "id": command_id, "command": command})

    def _old(self) -> None:
        """Something meant for another moment."""
        if self._stale:
            self._give(self._stale.pop(self._random.randrange(len(self._stale))))

    def _talk(self) -> None:
        random = self._random
        self._say(
            random.choice(
                (
                    {"type": "ready"},
                    {"type": "ready"},
                    {"type": "sit-out", "on": random.random() < 0.3},
                    {
                        "type": "command",
                        "id": "words",
                        "command": {"do": "commit-word", "commitment": "ab" * 32},
                    },
                )
            )
        )

    def _cheat(self) -> None:
        random = self._random
        if random.random() < 0.2:
            self._say(random.choice(NONSENSE))
            return
        command: Record = {"do": random.choice(TAGS)}
        for field in random.sample(
            ("position", "place", "chips", "seed", "total", "number", "dice", "by"), 4
        ):
            command[field] = {
                "seed": "00" * 32,
                "dice": [6, 6, 6],
                "by": random.choice(("dealer", "floor", self.person)),
            }.get(field, random.choice((-1, 0, 1, 3, 6, 2_500, 10**15)))
        if random.random() < 0.3:
            command |= {"low": ["6-6", "2-4"], "kind": "main"}
        self._give(command)

    def _hear(self, connection: int, frames: bytes) -> None:
        if connection == self._connection:
            kept = self._room.host.committed
            if (commitment := kept.drawing.commitment) is not None:
                seed = self._world.floor.vault.open(self._table, commitment)
                assert seed.hex().encode() not in frames, "a seed"
                assert mix_of(seed, kept).hex().encode() not in frames, "a mix"
            for message in payloads_of(frames):
                self._take(message)

    def _take(self, message: Record) -> None:
        self._awaited = message.get("awaited", self._awaited)
        match message["type"]:
            case "snapshot":
                self._version, self._view = message["version"], message["view"]
                self._options = (message["version"], message["options"])
                self._check(message["view"])
            case "update":
                assert message["after"] == self._version, f"a gap: {message['after']} after {self._version}"
                self._version = message["version"]
                self._view.update(message["view"])
                put_over(self._view, message)
                self._check(self._view)
            case "options":
                self._options = (message["version"], message["options"])
            case "ack":
                self._acknowledged(message["id"], message["version"])
            case "refusal" | "fault":
                self.refused += 1
                if message.get("code") != "unavailable":
                    self._not_done(message)

    def _acknowledged(self, command_id: str, version: int) -> None:
        self.unanswered.pop(command_id, None)
        if command_id != "words" and command_id not in self._asides:
            before = self.acknowledged.setdefault(command_id, version)
            assert before == version, f"{command_id} was done at {before} and at {version}"

    def _not_done(self, message: Record) -> None:
        command_id: str | None = message["id"]
        self.unanswered.pop(command_id or "", None)
        assert command_id == "words" or command_id not in self.acknowledged, f"{message} was done before"

    def _check(self, shown: Record) -> None:
        """The view is what this person can see, without any piece that only others know."""
        table, rules = self._room.host.committed, self._room.host.rules
        if table.version != self._version or self._random.random() < 0.5:
            return
        expected = json.loads(json.dumps(plain(view(rules, table, self.person))))
        assert shown == expected, [name for name in expected if shown.get(name) != expected[name]]
        for hand in shown["hands"]:
            held = table.hands[hand["place"]]
            seen = [index for index, piece in enumerate(hand["pieces"]) if piece and index not in held.shown]
            assert not seen or knows(table, held, self.person), hand
