"""A whole bot over the socket, from docs/protocol.md: sit down among others and play an evening.

`talk_to_the_server.py [ADDRESS] [ROUNDS]` needs a server (`paigow serve`) and the package websockets.
"""

from __future__ import annotations

import asyncio
import json
import sys
from typing import Any
from urllib.request import Request, urlopen

from websockets.asyncio.client import connect

Record = dict[str, Any]
ANSWERS = ("pass-bank", "set-hand", "choose-after-exposure", "shake-dice", "decline-cut", "pass-cut")


def ask(url: str, body: Record | None = None) -> Any:
    data = None if body is None else json.dumps(body).encode()
    with urlopen(Request(url, data, {"Content-Type": "application/json"})) as answer:
        return json.load(answer)


def choose(view: Record, options: list[Record], me: str, asked: bool) -> Record | None:
    """What to say now: chips and a seat first, then one bet a round and the plainest answers."""
    offered = [option["command"] for option in options]
    wanted: tuple[str, ...] = ANSWERS
    if me not in view["chairs"]:
        wanted = ("sit",) if view["balances"].get(f"rack/{me}") else ("buy-in",)
    elif not asked:
        return None
    elif view["bets_open"] and not any(wager["person"] == me for wager in view["wagers"]):
        seat = view["chairs"].index(me) + 1
        offered = [each for each in offered if (each.get("kind"), each.get("position")) == ("main", seat)]
        wanted = ("place-wager",)
    command = next((each for do in wanted for each in offered if each["do"] == do), None)
    if command is None:
        return {"type": "ready"} if asked else None
    return {"type": "command", "command": {name: value for name, value in command.items() if name != "by"}}


async def play(address: str, rounds: int) -> None:
    guest = ask(f"{address}api/session", {"name": "Anna"})
    me, tables = guest["person"], ask(f"{address}api/lobby")["tables"]
    table = next(each["id"] for each in tables if each["free"])
    url = f"{address.replace('http', 'ws', 1)}ws/tables/{table}?protocol=2&as=player"
    view: Record = {"chairs": [], "balances": {}}
    said: set[str] = set()
    async with connect(url, additional_headers={"Authorization": f"Bearer {guest['token']}"}) as socket:
        async for text in socket:
            message = json.loads(text)
            view |= message.get("view", {})
            view["balances"] |= message.get("balances") or {}
            for event in message.get("events", []):
                print(event["told"])
                rounds -= event["event"] == "round-finished" and me in view["chairs"]
            if rounds <= 0:
                return
            asked, answer = me in message.get("awaited", []), None
            if "options" in message:
                answer = choose(view, message["options"], me, asked)
            elif asked or (message["type"] == "ack" and me not in view["chairs"]):
                answer = {"type": "options"}
            # Once for each question of a step is enough.
            what = answer and answer.get("command", answer).get("do", answer["type"])
            question = f"{what} {view.get('round')} {view.get('step')}"
            if answer and question not in said:
                said.add(question)
                await socket.send(
                    json.dumps(answer | ({"id": f"{len(said)}"} if "command" in answer else {}))
                )


address = sys.argv[1] if len(sys.argv) > 1 else "http://127.0.0.1:8480/"
asyncio.run(play(address, int(sys.argv[2]) if len(sys.argv) > 2 else 20))
