"""Events in the browser's own words: true of them, as the server's sentences are."""

from __future__ import annotations

import msgspec
from playwright.sync_api import Page

from paigow.table.hands.comparing import KeptHandShown
from paigow.table.text.tellings import tell
from tests.rules import rule
from tests.table.test_tellings import TOLD

SAID = """async (events) => {
  const { lineSaid } = await import('/table/sentences.js');
  return events.map((event) => lineSaid({ names: {} }, { tag: event.event, event, text: '' }));
}"""


@rule("R93")
def test_the_browser_tells_who_where_and_what(page: Page) -> None:
    page.goto("/learn")
    page.wait_for_selector("h1")
    # The browser names pieces in words of its own, which test_names.py has.
    told = [(event, tell(event) or "") for event, _ in TOLD if not isinstance(event, KeptHandShown)]
    events = [msgspec.to_builtins(event, str_keys=True) for event, _ in told]
    # On the page the lines of a pay table are titles.
    assert [words.lower() for words in page.evaluate(SAID, events)] == [words.lower() for _, words in told]
