"""An hour of play: memory stays where it is once everything has been used."""

from __future__ import annotations

from pathlib import Path

import pytest

from tests.server.soak import Soaked, soak

MB_AN_HOUR = 10.0
"""A connection or a round that is kept for good costs more: some thousand of each happen in an hour."""


def test_a_slope_is_measured_after_the_first_quarter() -> None:
    """Four samples a minute apart: 50 MB at first, then 100, 101 and 102: a MB a minute, 60 an hour."""
    assert Soaked([(0.0, 50.0), (60.0, 100.0), (120.0, 101.0), (180.0, 102.0)], 0, 0).slope == pytest.approx(
        60
    )


@pytest.mark.prove
def test_memory_does_not_grow_in_an_hour_of_play(tmp_path: Path) -> None:
    soaked = soak(f"sqlite:///{tmp_path / 'floor.db'}", 60)
    assert soaked.visits > 200, soaked
    assert soaked.slope < MB_AN_HOUR, soaked
