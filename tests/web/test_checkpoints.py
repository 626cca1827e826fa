"""Checkpoints that a browser saw: kept out of the floor's reach, and held against what it serves later."""

from __future__ import annotations

from playwright.sync_api import Page

from paigow.store.checkpoints import Note, Signer
from paigow.store.testimony import parse_testimony
from tests.rules import rule
from tests.web.hands import KEYS, PATIENCE, finish_round, own_table, sit_down

SIGNER = Signer(bytes(range(32)))
KEEP = """async (notes) => {
  const { keep, seenOf, testimony, contradictions } = await import('/shared/checkpoints.js');
  for (const note of notes) keep(note);
  const seen = seenOf('velvet', 7);
  return { all: testimony(), round: seen.map((each) => each.version),
           against: contradictions(seen, notes.slice(1).join('\\n')) }; }"""
REWRITE = """() => {
  const kept = JSON.parse(localStorage.getItem('checkpoints'));
  const other = kept.map((line) => line.replace(/chain ./, 'chain x'));
  localStorage.setItem('checkpoints', JSON.stringify(other)); }"""


def _note(version: int) -> str:
    note = Note(SIGNER.floor, "velvet", version, bytes(32), 7, "round over", 1_700_000_000_123)
    return SIGNER.signed(note).text


@rule("R100")
def test_a_browser_keeps_the_last_thousand_as_a_witness_does(page: Page) -> None:
    page.goto("/pieces")
    notes = [_note(version) for version in range(1, 1_003)]
    found = page.evaluate(KEEP, notes[:2])
    assert found["round"] == [1, 2]
    assert found["against"] == [{"note": notes[0], "served": None}]
    found = page.evaluate(KEEP, notes)
    seen = parse_testimony(found["all"])
    assert [each.note.text for each in seen] == notes[2:]
    assert all(each.note.is_signed for each in seen)


@rule("R100")
def test_a_floor_that_serves_another_history_is_shown_what_it_signed(page: Page) -> None:
    own_table(page, "commission-tiles-full", bots=1)
    sit_down(page)
    finish_round(page, KEYS)
    page.wait_for_function("() => document.querySelector('.app').dataset.step !== 'finish'")
    for rewritten in (False, True):
        if rewritten:
            page.evaluate(REWRITE)
        page.goto("/history")
        page.wait_for_selector(".list tbody tr")
        page.click("[data-act=prove]")
        page.wait_for_selector("dialog .proof", timeout=PATIENCE)
        told = page.inner_text("dialog")
        assert ("seen by this browser, and served unchanged" in told) is not rewritten
        assert ("The floor signed this before, and now serves another:" in told) is rewritten
        assert "0 seen by this browser" not in told
