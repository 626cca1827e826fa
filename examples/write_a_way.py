"""Write a house way, prove that it answers every hand, and see where it differs from a published one."""

from __future__ import annotations

import paigow
from paigow.houseways.checking import check_way

MINE = paigow.HouseWay.parse("""
way "Mine"
game tiles
source "An example"

1  when two pairs                  play the pair kept
2  when a pair of Teen/Day         play the pair split, making 6/8 or better
3  when one pair                   play the pair kept
4  when a strong hand possible     consider only a strong hand
5  otherwise                       play the best low
finally the best low, then the best high
""")

report = check_way(MINE)
print(f"{report.hands:,} hands, every one answered: {report.clean}")
for hand in ("6-6 6-6 4-5 3-5", "6-6 6-6 5-6 4-6", "6-6 4-5 3-5 3-3"):
    mine, theirs = (paigow.set_hand(hand, way) for way in (MINE, "traditional"))
    print(f"{hand}: {mine}" + ("" if mine == theirs else f", and not {theirs}"))
