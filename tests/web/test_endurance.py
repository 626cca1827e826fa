"""A hundred rounds in one page: its memory doesn't grow. `--log-cli-level INFO` shows the figures."""

from __future__ import annotations

import json
import logging
from typing import Any, Final

import pytest
from playwright.sync_api import CDPSession, Page

from tests.web.scenes import Evening, frames
from tests.web.test_phases import layout

__all__ = ["ROUNDS", "SETTLED", "held_over"]

_log = logging.getLogger(__name__)
ROUNDS: Final = 100
SETTLED: Final = 20
"""After this many rounds everything that is loaded on demand is there."""
NOT_OURS = {"code", "native", "hidden", "synthetic"}
PEOPLE = {
    1: ("Rosa", "bonus"),
    2: ("Mei", "banker"),
    3: ("Tomás", "bonus"),
    4: ("Anna", "bonus"),
    6: ("Kestrel", "house-way"),
}
# A table that is fed frames round by round, and reports how long each rendering took.
MOUNT = """async ([layout]) => {
  const { tablePage } = await import('/table/table.js');
  await (await import('/shared/terms.js')).readTerms();
  const root = document.getElementById('page');
  root.innerHTML = '<div></div>';
  const page = tablePage(root.firstChild, { layout, send: async () => ({ type: 'ack' }), navigate() {} });
  let first = true;
  window.play = async (told) => {
    const times = [];
    for (const frame of JSON.parse(told)) {
      const began = performance.now();
      page.receive({ ...frame, type: first ? 'snapshot' : 'update', me: frame.view.actor });
      page.set({});
      document.body.getBoundingClientRect();
      times.push(performance.now() - began);
      first = false;
    }
    await new Promise((done) => setTimeout(done));
    return times;
  };
}"""


def _held(client: CDPSession) -> dict[str, int]:
    """What is left after a collection: bytes of the page's own values, elements, and listeners."""
    client.send("HeapProfiler.collectGarbage")
    counters: dict[str, Any] = client.send("Memory.getDOMCounters")
    return {
        "bytes": _own_bytes(client),
        "nodes": counters["nodes"],
        "listeners": counters["jsEventListeners"],
    }


def _own_bytes(client: CDPSession) -> int:
    """A heap snapshot's values without the browser's own.

    Machine code grows for as long as functions get hot (150 kB between rounds 20 and 100), and the buffers of
    measurements up to their limits (`native`): the page can't free either.
    """
    parts: list[str] = []

    def more(part: dict[str, str]) -> None:
        parts.append(part["chunk"])

    client.on("HeapProfiler.addHeapSnapshotChunk", more)
    client.send("HeapProfiler.takeHeapSnapshot", {"reportProgress": False})
    client.remove_listener("HeapProfiler.addHeapSnapshotChunk", more)
    snapshot = json.loads("".join(parts))
    meta, nodes = snapshot["snapshot"]["meta"], snapshot["nodes"]
    fields, kinds = meta["node_fields"], meta["node_types"][meta["node_fields"].index("type")]
    of = nodes[fields.index("type") :: len(fields)]
    size = nodes[fields.index("self_size") :: len(fields)]
    return sum(each for kind, each in zip(of, size, strict=True) if kinds[kind] not in NOT_OURS)


def held_over(page: Page, example: str, rounds: int) -> tuple[dict[int, dict[str, int]], list[float]]:
    """Play rounds in one page: what it holds after every twentieth, and how long each picture took since."""
    page.goto("/school")
    page.wait_for_selector("#page h1")
    page.evaluate(MOUNT, [layout(example)])
    client = page.context.new_cdp_session(page)
    played: dict[int, list[Any]] = {}
    for frame in frames(Evening(example, PEOPLE, "Anna", rounds=rounds)):
        played.setdefault(frame["view"]["round"], []).append(frame)
    times: list[float] = []
    held: dict[int, dict[str, int]] = {}
    for number, told in enumerate(played.values()):
        found = page.evaluate("(told) => play(told)", json.dumps(told))
        if number >= SETTLED:
            times.extend(found)
        if number % SETTLED == 0:
            held[number] = _held(client)
    return held, sorted(times)


@pytest.mark.prove
@pytest.mark.parametrize("example", ["colorado-tiles-full", "maryland-poker-full"])
def test_a_page_holds_no_more_after_a_hundred_rounds(page: Page, example: str) -> None:
    held, times = held_over(page, example, ROUNDS)
    middle, slow = times[len(times) // 2], times[len(times) * 99 // 100]
    _log.info("%s: %s; a picture takes %.1f ms, 99%% under %.1f ms", example, held, middle, slow)
    start, end = held[SETTLED], held[max(held)]
    assert max(held) >= ROUNDS - SETTLED
    # A round has about 60 lines: leaking a whole one would exceed all of this.
    assert end["bytes"] - start["bytes"] < 20_000, held
    assert end["nodes"] <= start["nodes"] * 1.1, held
    assert end["listeners"] <= start["listeners"] + 5, held
