"""The ordinary optional wager: a line of a `to 1` table wins, anything else loses. Meters are elsewhere."""

from __future__ import annotations

from enum import Enum
from typing import TypeVar

from paigow.wagers.money import Cents
from paigow.wagers.paytables import Paytable, ToOne
from paigow.wagers.settlement import Settlement, lost, won

__all__ = ["settle_line"]

L = TypeVar("L", bound=Enum)


def settle_line(stake: Cents, line: L, table: Paytable[L], *, loses: str) -> Settlement:
    """Pay a stake by the line that was made; `loses` is the paragraph that takes it otherwise."""
    row = table.find(line)
    if row is None:
        return lost(stake, loses)
    assert isinstance(row.pay, ToOne), row
    return won(stake, row.pay.on(stake), row.cite, str(line.value))
