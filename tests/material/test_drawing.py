"""The drawings for notebooks match those of the browser client, and each piece shows its pips and signs."""

from __future__ import annotations

import re
from importlib.resources import files
from xml.etree import ElementTree as ET

import pytest

from paigow.material import CARDS, FACES, Hand
from paigow.material.drawing import EMBLEMS, PIPS, SPOTS, STAR, SUITS

CLIENT = files("paigow.web").joinpath("static", "pieces", "drawings.js").read_text(encoding="utf-8")


def squeezed(text: str) -> str:
    """Without the spaces and quotes that differ only by language."""
    return re.sub(r"[\s'+]", "", text)


def test_the_shapes_are_those_of_the_browser_client() -> None:
    client = squeezed(CLIENT)
    for shape in (*SUITS.values(), STAR):
        assert squeezed(shape) in client
    for emblem in EMBLEMS.values():
        for path in re.findall(r' d="([^"]+)"', emblem):
            assert squeezed(path) in client
    for rank, spots in SPOTS.items():
        assert f"{rank}: '{spots}'" in CLIENT
    for pips, places in PIPS.items():
        listed = ",".join(f"[{x},{y}{',18' if pips == 1 else ''}]" for x, y in places)
        assert f"{pips}:[{listed}" in client.replace(",]", "]")


@pytest.mark.parametrize("piece", [*FACES, *CARDS], ids=str)
def test_a_piece_is_well_formed_and_shows_what_it_is(piece: object) -> None:
    drawn = ET.fromstring(Hand([str(piece)])._repr_svg_())  # noqa: S314 - our own drawing
    name = str(piece)
    circles = [each for each in drawn.iter() if each.tag.endswith("circle")]
    texts = [each.text for each in drawn.iter() if each.tag.endswith("text")]
    if "-" in name:
        # Each pip is two circles: itself and its shade.
        assert len(circles) == 2 * sum(map(int, name.split("-")))
    elif name == "Jo":
        assert "".join(filter(None, texts)) == "JOKERJOKER"
    else:
        assert texts == [name[:-1]] * 2
