"""Checkpoints that a browser saw: verified, stored beyond the floor's reach, compared with what it serves."""

from __future__ import annotations

import json
import subprocess
from importlib.resources import files
from pathlib import Path
from typing import Any

import pytest
from msgspec.structs import replace
from playwright.sync_api import Page

from paigow.server.keys import derived_key
from paigow.store.checkpoints import Note, Signer
from paigow.store.testimony import parse_testimony
from tests.rules import rule
from tests.server.running import KEY
from tests.web.hands import KEYS, PATIENCE, finish_round, own_table, sit_down

SIGNER = Signer(bytes(range(32)))
KEEP = """async (notes) => {
  const { keep, seenOf, testimony, contradictions } = await import('/shared/checkpoints.js');
  for (const note of notes) keep(note);
  const seen = seenOf('velvet', 7);
  return { all: testimony(), round: seen.map((each) => each.version),
           against: contradictions(seen, notes.slice(1).join('\\n')) }; }"""
WITNESS = """async (notes) => {
  const { witness, testimony, doubts } = await import('/shared/checkpoints.js');
  localStorage.removeItem('checkpoints');
  const found = [];
  for (const note of notes) found.push((await witness(note))?.why ?? null);
  return { found, kept: testimony().split('\\n').length - 1, doubts: (await doubts('velvet')).problems }; }"""
WITHOUT_ED25519 = """const imported = crypto.subtle.importKey.bind(crypto.subtle);
  crypto.subtle.importKey = (...given) => given[2] === 'Ed25519'
    ? Promise.reject(new DOMException('Unrecognized name.', 'NotSupportedError')) : imported(...given);"""
STORAGE = """const kept = {};
  globalThis.localStorage = { getItem: (key) => kept[key] ?? null, removeItem: (key) => delete kept[key],
    setItem: (key, value) => { kept[key] = value; } };"""
ADD = """(note) => {
  const kept = JSON.parse(localStorage.getItem('checkpoints') || '[]');
  localStorage.setItem('checkpoints', JSON.stringify([...kept, `2026-11-17T12:00:00.000Z ${note}`])); }"""
REMOVE = """(note) => {
  const kept = JSON.parse(localStorage.getItem('checkpoints'));
  localStorage.setItem('checkpoints', JSON.stringify(kept.filter((line) => !line.endsWith(note)))); }"""
WATCH = """() => {
  window.toasts = [];
  new MutationObserver(() => document.querySelectorAll('.toast').forEach((each) =>
    window.toasts.push(each.innerText.trim()))).observe(
      document.body, { childList: true, subtree: true, characterData: true }); }"""
CONTRADICTED = "The floor contradicts what it signed before."
UNSIGNED = "A checkpoint isn’t signed by the floor."


def _note(version: int, number: int = 7, chain: bytes = bytes(32), signer: Signer = SIGNER) -> str:
    note = Note(signer.floor, "velvet", version, chain, number, "round over", 1_700_000_000_123)
    return signer.signed(note).text


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


def _told() -> list[tuple[str, str | None]]:
    """Each note with its status: valid, or why the player is warned."""
    first, other = _note(10, 7), bytes(31) + b"1"
    return [
        (first, None),
        (first, None),
        (_note(20, 8), None),
        (_note(10, 7, other), "contradicts"),
        (_note(30, 8), "contradicts"),
        (_note(40, 9).replace("round 9", "round 8"), "unsigned"),
        (_note(40, 9)[:-88] + "A" * 86 + "==", "unsigned"),
        (_note(40, 9).replace(SIGNER.floor, "f" * 64), "unsigned"),
        ("paigow checkpoint 1", "unsigned"),
        # The last bits of base64 are unused: another digit there is another text with the same signature.
        (_note(40, 9)[:-3] + chr(ord(_note(40, 9)[-3]) + 1) + "==", "unsigned"),
        (_note(50, 10, other, Signer(bytes(32))), "key"),
    ]


def _are_told_apart(found: dict[str, Any], told: list[tuple[str, str | None]]) -> None:
    assert found["found"] == [why for _, why in told]
    assert found["kept"] == len({note for note, why in told if why != "unsigned"})
    assert [each["why"] for each in found["doubts"]] == ["contradicts", "contradicts", "key"]
    assert (found["doubts"][0]["note"], found["doubts"][0]["other"]) == (told[3][0], told[0][0])


@rule("R100", "R102")
def test_a_browser_checks_what_the_floor_signs_as_it_comes(page: Page) -> None:
    page.goto("/pieces")
    told = _told()
    _are_told_apart(page.evaluate(WITNESS, [note for note, _ in told]), told)
    # Without Ed25519 nothing counts as signed or unsigned; what the floor says is still compared.
    page.evaluate(f"() => {{ {WITHOUT_ED25519} }}")
    first = told[0][0]
    found = page.evaluate(WITNESS, [first, told[6][0], told[3][0]])
    assert (found["found"], found["kept"]) == ([None, None, "contradicts"], 3)
    signed = "(note) => import('/shared/checkpoints.js').then(({ isSigned }) => isSigned(note))"
    assert page.evaluate(signed, first) is None


@rule("R102")
def test_the_browsers_check_by_itself(tmp_path: Path) -> None:
    """The same module without a browser, for the mutants that break it."""
    module = files("paigow.web").joinpath("static/shared/checkpoints.js").read_text("utf-8")
    (tmp_path / "checkpoints.mjs").write_text(module, encoding="utf-8")
    script, told = WITNESS.replace("/shared/checkpoints.js", "./checkpoints.mjs"), _told()
    (tmp_path / "witness.mjs").write_text(
        f"{STORAGE}\nconst found = await ({script})({json.dumps([note for note, _ in told])});\n"
        "console.log(JSON.stringify(found));\n",
        encoding="utf-8",
    )
    done = subprocess.run(
        ["node", tmp_path / "witness.mjs"],
        capture_output=True,
        text=True,
        check=False,
    )
    assert done.returncode == 0, done.stderr
    _are_told_apart(json.loads(done.stdout), told)


def _proof(page: Page) -> str:
    page.goto("/history")
    page.wait_for_selector(".list tbody tr")
    page.click("[data-act=prove]")
    page.wait_for_selector("dialog .proof", timeout=PATIENCE)
    return page.inner_text("dialog")


@rule("R100", "R102")
def test_a_floor_that_serves_another_history_is_shown_what_it_signed(page: Page) -> None:
    name = own_table(page, "commission-tiles-full", bots=1)
    sit_down(page)
    own = Signer(derived_key(KEY, "checkpoints"))
    # The floor once signed that round 1 ended much later: when it ends now, the player is warned.
    earlier = own.signed(Note(own.floor, name, 10**6, bytes(32), 1, "round over", 1_700_000_000_123)).text
    page.evaluate(WATCH)
    page.evaluate(ADD, earlier)
    finish_round(page, KEYS)
    page.wait_for_function("() => document.querySelector('.app').dataset.step !== 'finish'")
    page.wait_for_function("(warning) => window.toasts.includes(warning)", arg=CONTRADICTED)
    page.evaluate(REMOVE, earlier)
    told = _proof(page)
    assert "seen by this browser, signed by the floor, and unchanged" in told
    assert "0 seen by this browser" not in told
    seen = parse_testimony(page.evaluate("import('/shared/checkpoints.js').then((m) => m.testimony())"))
    assert {each.note.floor for each in seen} == {own.floor}
    kept, last = page.evaluate("localStorage.getItem('checkpoints')"), seen[-1].note
    # A note that isn't the floor's accuses nobody; another history of the same round, signed by it, does.
    for other, warning in ((last, UNSIGNED), (own.signed(replace(last, chain=bytes(32))), CONTRADICTED)):
        note = replace(other, chain=bytes(32)).text
        page.evaluate(ADD, note)
        told = _proof(page)
        assert warning in told
        assert note in told
        assert (CONTRADICTED if warning == UNSIGNED else UNSIGNED) not in told
        page.evaluate("(kept) => localStorage.setItem('checkpoints', kept)", kept)
    # A browser that can't check signatures says so, and doesn't call them signed.
    page.add_init_script(WITHOUT_ED25519)
    told = _proof(page)
    assert "This browser can’t check signatures." in told
    assert "signed by the floor" not in told


@pytest.mark.parametrize(
    ("checked", "events", "verdict"),
    [
        (["seal", "order"], [], "gist win"),
        # Without a draw, or with a beacon that only the program can check, nobody may call it fair.
        (["seal"], [], "gist push"),
        ([], [], "gist push"),
        (["seal", "order"], ["beacon-mixed"], "gist push"),
        (["seal", "another order"], [], "gist lose"),
    ],
)
def test_only_what_was_checked_is_called_fair(
    page: Page, checked: list[str], events: list[str], verdict: str
) -> None:
    page.goto("/")
    # A page's first words come after its texts.
    page.wait_for_selector("article.floor-card")
    told = page.evaluate(
        """async ([checked, events]) => {
          const { loadPart } = await import('/shared/texts.js');
          await loadPart('verify');
          const { proof } = await import('/rounds/verify.js');
          const steps = events.map((event) => ({ event: { event } })),
            findings = checked.map((what) => ({
              what: what.replace('another ', ''), same: !what.startsWith('another'), found: '',
            }));
          return proof({ round: 1, seed: '', words: [], steps }, findings,
                       { key: '', seen: [], against: [], checked: true }); }""",
        [checked, events],
    )
    assert verdict in told
    assert ("gist win" in told) == (verdict == "gist win")
    # The first sentence answers the heading's question; what was checked follows it.
    said = {"gist win": "▲ Fair:", "gist push": "= Not fully checked:", "gist lose": "▼ No:"}[verdict]
    assert told.index("Was round 1 fair?") < told.index(said) < told.index('<dl class="proof">')
    assert ("✗" in told) == (verdict == "gist lose")
