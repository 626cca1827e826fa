"""Where the loop's CPU time goes: functions on a command's path, each with its own time.

Call it in a floor's process before it starts. A thread writes the sums into a file now and then. The clock
costs about half a microsecond at each call, so a command takes some microseconds more than without it.
"""

from __future__ import annotations

import json
import time
from collections.abc import Callable
from pathlib import Path
from threading import Thread
from typing import Any, Final

from paigow.server.connections import client, fanout, options_queue, socket
from paigow.server.tables import dealer, host, room

__all__ = ["STAGES", "measure_stages"]

WRITTEN_EVERY: Final = 0.2
STAGES: Final[dict[str, tuple[tuple[Any, str], ...]]] = {
    "read the frame": ((socket.Socket, "data_received"),),
    "decode the command": ((client, "decode_message"), (client, "command_from")),
    "hand it to the table": ((host.TableHost, "submit"),),
    "decide": ((host, "decide"),),
    "lay out for the store": ((host, "prepare_append"),),
    "keep what was committed": ((host.TableHost, "_written"),),
    "look who is awaited": ((room.Room, "status"),),
    "make the update": ((fanout.Audience, "flush"),),
    "write to six sockets": ((socket.Socket, "_write"),),
    "look what is due": ((dealer.AutoDealer, "proceed"),),
    "search options": ((options_queue.OptionsQueue, "_work"), (fanout.Audience, "offer_now")),
}
"""The stages of a command, in order, and their functions."""


def measure_stages(path: Path) -> None:
    """Time every stage from now on, and store the sums in a file: seconds by stage."""
    spent = dict.fromkeys(STAGES, 0)
    inner: list[int] = []

    def timed(stage: str, function: Callable[..., Any]) -> Callable[..., Any]:
        def wrapped(*arguments: Any, **named: Any) -> Any:
            start = time.thread_time_ns()
            inner.append(0)
            try:
                return function(*arguments, **named)
            finally:
                took = time.thread_time_ns() - start
                spent[stage] += took - inner.pop()
                if inner:
                    inner[-1] += took

        return wrapped

    for stage, functions in STAGES.items():
        for owner, name in functions:
            setattr(owner, name, timed(stage, getattr(owner, name)))

    def write() -> None:
        while True:
            time.sleep(WRITTEN_EVERY)
            beside = path.with_suffix(".new")
            beside.write_text(json.dumps({name: total / 1e9 for name, total in spent.items()}), "utf-8")
            beside.replace(path)

    Thread(target=write, daemon=True).start()
