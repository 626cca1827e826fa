"""Talk to a server: walk in, open a table, sit down, play one round. `talk_to_the_server.py ADDRESS`.

Start one first: `paigow serve`.
"""

from __future__ import annotations

import asyncio
import json
import sys
from typing import Any
from urllib.request import Request, urlopen

from websockets.asyncio.client import ClientConnection, connect

Record = dict[str, Any]


def post(url: str, body: Record, token: str = "") -> Any:
    headers = {"Content-Type": "application/json", "Authorization": f"Bearer {token}"}
    with urlopen(Request(url, json.dumps(body).encode(), headers)) as answer:
        return json.load(answer)


async def play(address: str) -> None:
    guest = post(f"{address}api/session", {"name": "Anna"})
    wanted = {"submission": "commission-tiles-plain", "kind": "private"}
    table = post(f"{address}api/tables", wanted, guest["token"])["id"]
    url = f"{address.replace('http', 'ws', 1)}ws/tables/{table}?protocol=2&as=player"
    async with connect(url, additional_headers={"Authorization": f"Bearer {guest['token']}"}) as socket:
        await follow(socket, guest["person"])


async def follow(socket: ClientConnection, me: str) -> None:
    """Keep the view as the protocol says, answer what is asked, until a round is over."""
    view: Record = {}
    async for text in socket:
        message = json.loads(text)
        if message["type"] == "refusal":
            raise SystemExit(message["sentence"])
        view |= message.get("view", {})
        for event in message.get("events", []):
            print(event["told"])
            if event["event"] == "round-finished":
                return
        asked = me in message.get("awaited", [])
        for command in answers(view, me, asked) if view else []:
            # Given twice under one id, a command is done once: saying it again is harmless.
            once = f"{command['do']} in round {view['round']}"
            await socket.send(json.dumps({"type": "command", "id": once, "command": command}))
        if asked and view["step"] == "expose":
            await socket.send(json.dumps({"type": "ready"}))


def answers(view: Record, me: str, asked: bool) -> list[Record]:
    """The commands to give now: buy in and sit down, bet, set the hand as it lies."""
    if me not in view["chairs"]:
        arrive = [{"do": "buy-in", "chips": 100_000}, {"do": "sit", "position": 1}]
        return arrive if view["step"] == "idle" else []
    match view["step"]:
        case "bets" if asked and not view["wagers"]:
            return [{"do": "place-wager", "position": 1, "chips": 2_500}]
        case "setting" if asked:
            pieces = next(hand["pieces"] for hand in view["hands"] if hand["place"] == 1)
            return [{"do": "set-hand", "position": 1, "low": pieces[:2]}]
        case _:
            return []


asyncio.run(play(sys.argv[1] if len(sys.argv) > 1 else "http://127.0.0.1:8480/"))
