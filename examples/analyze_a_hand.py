"""Analyze a hand: its settings, how a house way sets it, and what each setting is worth exactly."""

from __future__ import annotations

import sys

import paigow

hand = sys.argv[1] if len(sys.argv) > 1 else "6-6 4-5 2-2 1-3"
way = paigow.load_way("traditional")
decision = way.explain(hand).decision
print(f"{hand}: {way.title} sets {decision.setting} by rule {decision.rule.label}")

for each in paigow.best_settings(hand, way).settings:
    print(f"{each.setting}  {each.low_name} and {each.high_name}")
    print(f"  wins {each.win:,}, pushes {each.push:,}, loses {each.lose:,} of {each.total:,}")
    print(f"  worth {each.value} of the wager, {float(each.value):+.4f}")
