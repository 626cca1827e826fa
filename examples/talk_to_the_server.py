"""A complete bot, written from docs/protocol.md: it takes a seat and plays an evening.

`talk_to_the_server.py [ADDRESS] [ROUNDS]` needs a running `paigow serve` and the package websockets.
"""

from __future__ import annotations

import json
import sys
from typing import Any
from urllib.request import Request, urlopen

from websockets.sync.client import connect

ANSWERS = ("choose-after-exposure", "pass-bank", "set-hand", "shake-dice", "decline-cut", "pass-cut")


def ask(url: str, body: dict[str, str] | None = None) -> Any:
    data = None if body is None else json.dumps(body).encode()
    with urlopen(Request(url, data, {"Content-Type": "application/json"})) as answer:
        return json.load(answer)


def choose(view: dict[str, Any], commands: list[dict[str, Any]], me: str) -> dict[str, Any] | None:
    """Pick a command: chips, then a seat, then one bet per round and the simplest answers."""
    if me not in view["chairs"]:
        wanted: tuple[str, ...] = ("sit",) if view["balances"].get(f"rack/{me}") else ("buy-in",)
    elif view["step"] == "bets" and not any(wager["person"] == me for wager in view["wagers"]):
        seat = view["chairs"].index(me) + 1
        where = ("main", seat)
        commands = [
            each for each in commands if (each.get("kind", "main"), each.get("position", seat)) == where
        ]
        wanted = ("place-wager", "buy-in")
    else:
        wanted = ANSWERS
    return next((each for do in wanted for each in commands if each["do"] == do), None)


address = sys.argv[1].rstrip("/") if len(sys.argv) > 1 else "http://127.0.0.1:8480"
rounds = int(sys.argv[2]) if len(sys.argv) > 2 else 20
guest = ask(f"{address}/api/session", {"name": "Anna"})
me = guest["person"]
table = next(each["id"] for each in ask(f"{address}/api/lobby")["tables"] if each["free"])
url = f"{address.replace('http', 'ws', 1)}/ws/tables/{table}?protocol=2&as=player"
view: dict[str, Any] = {"chairs": [], "balances": {}}
sent, answered, version = 0, True, 0
with connect(url, additional_headers={"Authorization": f"Bearer {guest['token']}"}) as socket:
    while rounds > 0:
        message = json.loads(socket.recv())
        view |= message.get("view", {})
        view["balances"] |= message.get("balances") or {}
        for event in message.get("events", []):
            print(event["told"])
            rounds -= event["event"] == "round-finished" and me in view["chairs"]
        answered |= message["type"] in {"ack", "refusal", "fault"}
        asked = me in message.get("awaited", [])
        if message["type"] in {"snapshot", "update"}:
            version = message["version"]
        if message.get("version", version) < version and "options" in message:
            socket.send(json.dumps({"type": "options"}))
        elif "options" in message and answered and (asked or me not in view["chairs"]):
            command = choose(view, [option["command"] for option in message["options"]], me)
            if command is not None:
                sent, answered = sent + 1, False
                command.pop("by")
                socket.send(json.dumps({"type": "command", "id": str(sent), "command": command}))
            elif asked:
                socket.send(json.dumps({"type": "ready"}))
