"""Analyze rounds as data: play many, put them into a data frame, and compare them with the exact odds.

`analyze_rounds.py [ROUNDS]` plays 10,000 rounds, or as many as you say. It needs the extra `data`.
"""

from __future__ import annotations

import sys

import polars as pl

import paigow

count = int(sys.argv[1]) if len(sys.argv) > 1 else 10_000
# A million dollars in chips lasts for every round.
file = paigow.play_rounds("commission-tiles", ["house-way"], rounds=count, seed="analysis", chips=100_000_000)
table = paigow.rows(file)
wagers = pl.DataFrame(table.wagers, schema=table.schema["wagers"])
hands = pl.DataFrame(table.hands, schema=table.schema["hands"])
print(f"{count:,} rounds: {len(wagers):,} wagers, {len(hands):,} hands")

share = wagers.group_by("result").len().with_columns(share=pl.col("len") / len(wagers)).sort("result")
(exact,) = paigow.odds("commission-tiles", "main", role="player").wagers
counted = {result.name: result.count / exact.total for result in exact.results}
for row in share.iter_rows(named=True):
    print(f"  {row['result']:5} {row['share']:7.2%} of wagers; exactly {counted[row['result']]:.2%}")

edge = -int(wagers["net"].sum()) / int(wagers["stake"].sum())
print(f"  edge {edge:.2%} of the money bet; exactly {float(exact.edge):.2%}")

best = (
    hands.filter(pl.col("high_name").is_not_null()).group_by("high_name").len().sort("len", descending=True)
)
print("The most common high hands:", ", ".join(best["high_name"].head(3)))
