"""`python -m tests.web.pictures` draws the pictures in docs/pictures from recorded rounds. Not a test."""

from __future__ import annotations

import base64
import hashlib
import json
import struct
import tempfile
import zlib
from pathlib import Path
from typing import NamedTuple

import numpy as np
from numpy.typing import NDArray
from playwright.sync_api import Browser, BrowserContext, Page, sync_playwright
from textual.pilot import Pilot

from paigow.cli.play_screen import PlayScreen
from tests.cli.test_play_screen import at_a_table, until
from tests.server.running import Server, running
from tests.web.conftest import launched
from tests.web.hands import sit_down
from tests.web.scenes import Evening, frames
from tests.web.schooling import TILE_STEPS, begin, deal_until, say
from tests.web.test_phases import BONUSES, SIZES, put_on

OUT = Path(__file__).parent.parent.parent / "docs" / "pictures"
PIXELS = """async (data) => {
  const image = new Image();
  image.src = `data:image/png;base64,${data}`;
  await image.decode();
  const pen = new OffscreenCanvas(image.width, image.height).getContext('2d');
  pen.drawImage(image, 0, 0);
  const bytes = pen.getImageData(0, 0, image.width, image.height).data, parts = [];
  for (let at = 0; at < bytes.length; at += 32766)
    parts.push(btoa(String.fromCharCode(...bytes.subarray(at, at + 32766))));
  return parts;
}"""
SEATED = {"commission-tiles": 1, "colorado-tiles": 6, "rock-island-poker": 2, "maryland-poker": 1}
STEPS = (1, 3, 5, 8, 12, 16)
LARGEST = 700_000
Shades = NDArray[np.int16]
PHASE = "document.querySelector('.app').classList[1]"
# Meters that have grown.
METERS = {"mega": 1_820_437, "major": 391_862, "minor": 74_215}


class Picture(NamedTuple):
    """A file's name, whose evening at which table, the moment, and how it is shown."""

    name: str
    example: str
    me: str
    phase: str
    size: str = "wide"
    theme: str = "dark"
    language: str = "en"
    seed: str = "evening"


PICTURES = (
    Picture("tiles-set", "colorado-tiles-full", "Anna", "set", seed="b"),
    Picture("tiles-result-light", "colorado-tiles-full", "Anna", "result", theme="light", seed="b"),
    Picture("cards-set-light", "maryland-poker-full", "Anna", "set", theme="light"),
    Picture("bank-delivery", "colorado-tiles-full", "Mei", "style", "tablet"),
    Picture("tablet-cards", "maryland-poker-full", "Anna", "set", "upright"),
    Picture("phone-tiles", "colorado-tiles-full", "Anna", "set", "phone", seed="b"),
    Picture("phone-result", "colorado-tiles-full", "Anna", "result", "phone", "light", seed="b"),
    Picture("phone-cards-chinese", "maryland-poker-full", "Anna", "set", "phone", "light", "zh-Hant"),
)


def _keep(page: Page, name: str) -> None:
    """Write the page's picture with as many shades as fit: a felt's gradient is long."""
    size = page.viewport_size or {"width": 0, "height": 0}
    shot = base64.b64encode(page.screenshot()).decode()
    # A separate page: the table's can't take a picture that it hasn't drawn.
    parts = page.context.new_page().evaluate(PIXELS, shot)
    raw = b"".join(map(base64.b64decode, parts))
    pixels = np.frombuffer(raw, np.uint8).reshape(size["height"], size["width"], 4)[:, :, :3].astype(np.int64)
    for step in STEPS:
        shades = np.minimum(255, (pixels + step // 2) // step * step).astype(np.uint8)
        if len(data := _png(shades)) < LARGEST:
            (OUT / f"{name}.png").write_bytes(data)
            return


def _png(pixels: NDArray[np.uint8]) -> bytes:
    """A full-color picture (PNG, color type 2), each row in the shortest of four encodings."""
    height, width, _ = pixels.shape
    flat = pixels.reshape(height, 3 * width).astype(np.int16)
    above = np.vstack([np.zeros((1, 3 * width), np.int16), flat[:-1]])
    left, corner = (np.hstack([np.zeros((height, 3), np.int16), each[:, :-3]]) for each in (flat, above))
    kinds = {0: flat, 1: flat - left, 2: flat - above, 4: flat - _paeth(left, above, corner)}
    told = {kind: differences.astype(np.uint8) for kind, differences in kinds.items()}
    costs = np.stack([np.abs(each.astype(np.int8).astype(np.int32)).sum(axis=1) for each in told.values()])
    order = list(told)
    rows = b"".join(
        bytes([order[best]]) + told[order[best]][row].tobytes()
        for row, best in enumerate(costs.argmin(axis=0))
    )
    head = struct.pack(">IIBBBBB", width, height, 8, 2, 0, 0, 0)
    parts = ((b"IHDR", head), (b"IDAT", zlib.compress(rows, 9)), (b"IEND", b""))
    return b"\x89PNG\r\n\x1a\n" + b"".join(
        struct.pack(">I", len(data)) + kind + data + struct.pack(">I", zlib.crc32(kind + data))
        for kind, data in parts
    )


def _paeth(left: Shades, above: Shades, corner: Shades) -> Shades:
    """The neighbor nearest to left + above - corner, as in the PNG specification."""
    guess = left + above - corner
    to_left, to_above, to_corner = (np.abs(guess - each) for each in (left, above, corner))
    nearer: Shades = np.where(
        (to_left <= to_above) & (to_left <= to_corner), left, np.where(to_above <= to_corner, above, corner)
    )
    return nearer


def _draw(browser: Browser, server: Server, picture: Picture) -> None:
    width, height = SIZES[picture.size]
    context = browser.new_context(
        base_url=server.address, viewport={"width": width, "height": height}, reduced_motion="reduce"
    )
    page = context.new_page()
    page.goto(f"/school?theme={picture.theme}")
    evening = Evening(picture.example, BONUSES, picture.me, rounds=2, seed=picture.seed)
    played = json.loads(json.dumps(list(frames(evening))))
    put_on(page, picture.example, played, picture.language)
    # A live round is sealed before its bets; a recorded one has no seed to seal.
    sealed = hashlib.sha256(picture.seed.encode()).hexdigest()
    page.evaluate("(shared) => shown.set(shared)", {"meters": METERS, "sealed": sealed})
    # A result is captured when everything is paid.
    paid = "!!document.querySelector('.settle .act button')" if picture.phase == "result" else "true"
    for moment in range(len(played)):
        page.evaluate("(moment) => showTo(moment)", moment)
        if page.evaluate(PHASE) == picture.phase and page.evaluate(paid):
            break
    _keep(page, picture.name)
    context.close()


def _school(browser: Browser, server: Server) -> None:
    """A pupil in the middle of a deal."""
    context = browser.new_context(
        base_url=server.address,
        viewport={"width": 1440, "height": 900},
        reduced_motion="reduce",
        color_scheme="dark",
    )
    page = context.new_page()
    begin(page, "commission-tiles")
    deal_until(page, TILE_STEPS, "deal")
    say(page, "deliver-stack")
    _keep(page, "school")
    context.close()


def _lobby(browser: Browser, server: Server) -> None:
    """The floor with people at its tables, as a visitor sees it."""

    def visitor() -> BrowserContext:
        return browser.new_context(
            base_url=server.address, viewport={"width": 1440, "height": 900}, reduced_motion="reduce"
        )

    seated = []
    for book, position in SEATED.items():
        seated.append(visitor())
        page = seated[-1].new_page()
        page.goto(f"/table/{book}?theme=dark")
        sit_down(page, position=position)
    context = visitor()
    page = context.new_page()
    page.goto("/?theme=dark")
    page.wait_for_selector("article.floor-card")
    _keep(page, "lobby")
    for each in (context, *seated):
        each.close()


def _terminal_screen() -> str:
    """`paigow play` with a hand of tiles to split, as SVG. It needs an event loop of its own."""
    drawn: list[str] = []

    async def played(app: PlayScreen, pilot: Pilot[None]) -> None:
        await until(app, pilot, "Bet")
        await pilot.press("1", "enter")
        await until(app, pilot, "Set")
        await pilot.press("1")
        await pilot.pause()
        drawn.append(app.export_screenshot(title="paigow"))

    at_a_table("commission-tiles-full", played, (100, 30))
    return drawn[0]


def _terminal(browser: Browser, screen: str) -> None:
    context = browser.new_context(viewport={"width": 1200, "height": 758})
    page = context.new_page()
    page.set_content(f"<style>body {{ margin: 0 }} svg {{ width: 1200px; height: 758px }}</style>{screen}")
    _keep(page, "terminal")
    context.close()


def main() -> None:
    OUT.mkdir(parents=True, exist_ok=True)
    screen = _terminal_screen()
    with (
        tempfile.TemporaryDirectory() as directory,
        running(Path(directory), "--pace", "0", "--drain", "0") as server,
        sync_playwright() as playwright,
    ):
        browser = launched(playwright)
        for picture in PICTURES:
            _draw(browser, server, picture)
        _school(browser, server)
        _lobby(browser, server)
        _terminal(browser, screen)
        browser.close()


if __name__ == "__main__":
    main()
