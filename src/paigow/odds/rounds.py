"""What the simulated rounds of both games share: the main wager from counts of whole rounds."""

from __future__ import annotations

from collections.abc import Mapping

import numpy as np
import numpy.typing as npt

from paigow.odds.main import MainTerms
from paigow.odds.simulation import Estimate, Exact, Range, Samples, estimate

__all__ = ["main_estimates"]


def main_estimates(
    seats: int, results: npt.NDArray[np.generic], terms: MainTerms, exact: Mapping[str, Exact]
) -> tuple[Estimate, Estimate]:
    """The main wager from `results[triple, wins, losses]`, the numbers of rounds by how the seats fared.

    As player it is the mean over the seats of a round; as bank the surplus less vigorish, per unit opposed.
    """
    cells = [cell for cell in np.ndindex(results.shape) if cell[1] + cell[2] <= seats]
    counts = [int(results[cell]) for cell in cells]
    win = float(terms.net_of_a_win())
    taken = [terms.triples and bool(triple) for triple, _, _ in cells]
    as_player = [
        -1.0 if gone else (won * win - lost) / seats
        for gone, (_, won, lost) in zip(taken, cells, strict=True)
    ]
    as_bank = [
        0.0 if gone else min((lost - won) * win, float(lost - won)) / seats
        for gone, (_, won, lost) in zip(taken, cells, strict=True)
    ]
    return (
        estimate("main", Samples.weighed(as_player, counts), Range.of(as_player), exact.get("main")),
        estimate(
            "main as bank", Samples.weighed(as_bank, counts), Range.of(as_bank), exact.get("main as bank")
        ),
    )
