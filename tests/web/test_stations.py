"""The consoles at every size and in Chinese, at moments the engine has played. Not what they do."""

from __future__ import annotations

import json
from functools import cache

import pytest
from playwright.sync_api import Page, WebSocketRoute

from tests.web.looking import LOOK
from tests.web.scenes import Evening, Record, frames
from tests.web.staff import in_role, open_console
from tests.web.test_languages import english
from tests.web.test_phases import PEOPLE, SIZES, layout

MOMENTS = ("bets", "deal", "expose")
# Which picture of the felt a console shows at each size: redrawn a moment after a resize.
WHOLE, FLAT = "svg[viewBox='0 0 820 500']", "svg[viewBox='0 0 1024 346']"
TURNED = "svg.tall[viewBox='0 0 282 300']"
TALL = f"svg.tall:not({TURNED.removeprefix('svg')})"
FELTS = {"wide": WHOLE, "tablet": FLAT, "upright": WHOLE, "phone": TALL, "lengthwise": TURNED, "slate": WHOLE}


@cache
def _moments(example: str, role: str) -> tuple[Record, ...]:
    played = list(frames(Evening(example, {**PEOPLE, 3: ("Tomás", "bonus")}, role)))
    return tuple(next(each for each in played if each["view"]["step"] == step) for step in MOMENTS)


def _stand(page: Page, example: str, role: str, seen: Record) -> None:
    """A stand-in for what the server would send at this moment."""
    told = {**seen, "type": "snapshot", "me": role, "names": {}, "layout": layout(example)}

    def speak(line: WebSocketRoute) -> None:
        line.send(json.dumps(told))
        line.send(json.dumps(seen["due"]))

    in_role(page, role)
    page.route_web_socket("**/ws/tables/**", speak)
    open_console(page, example.removesuffix("-full"), role)


@pytest.mark.parametrize(
    ("example", "role"), [("colorado-tiles-full", "dealer"), ("maryland-poker-full", "floor")]
)
def test_a_console_fits_at_every_size(page: Page, example: str, role: str) -> None:
    for seen in _moments(example, role):
        _stand(page, example, role, seen)
        for size, (width, height) in {**SIZES, "slate": (1180, 820)}.items():
            page.set_viewport_size({"width": width, "height": height})
            page.wait_for_selector(f".felt {FELTS[size]}")
            look = page.evaluate(LOOK)
            wrong = {name: what for name, what in look.items() if what and name != "phase"}
            assert not wrong, (seen["view"]["step"], size, wrong)


@pytest.mark.parametrize(
    ("example", "role"), [("colorado-tiles-full", "floor"), ("maryland-poker-full", "dealer")]
)
def test_a_console_in_chinese_shows_no_english(page: Page, example: str, role: str) -> None:
    page.add_init_script("localStorage.setItem('language', 'zh-Hant')")
    for seen in _moments(example, role):
        _stand(page, example, role, seen)
        assert not english(page), seen["view"]["step"]
