"""Random numbers for compiled loops: xoshiro256** by Blackman and Vigna, in four words of state.

Seeds and streams are made outside; the same state always gives the same numbers.
"""

from __future__ import annotations

import numba
import numpy as np
import numpy.typing as npt

U64 = npt.NDArray[np.uint64]
U8 = npt.NDArray[np.uint8]

_LOW = np.uint64(0xFFFFFFFF)
_S32 = np.uint64(32)


@numba.njit(cache=True, inline="always")
def _rotated(x: np.uint64, k: int) -> np.uint64:
    return np.uint64((x << np.uint64(k)) | (x >> np.uint64(64 - k)))


@numba.njit(cache=True)
def next_word(state: U64) -> np.uint64:
    """The next 64 random bits."""
    result = np.uint64(_rotated(np.uint64(state[1] * np.uint64(5)), 7) * np.uint64(9))
    t = np.uint64(state[1] << np.uint64(17))
    state[2] ^= state[0]
    state[3] ^= state[1]
    state[1] ^= state[2]
    state[0] ^= state[3]
    state[2] ^= t
    state[3] = _rotated(state[3], 45)
    return result


@numba.njit(cache=True, inline="always")
def below(state: U64, bound: int) -> int:
    """A number from 0 below a bound, each equally likely.

    The upper 32 bits times the bound, shifted down; a product whose lower half falls under 2**32 mod bound
    is drawn again, so that none is favoured (Lemire).
    """
    b = np.uint64(bound)
    m = np.uint64((next_word(state) >> _S32) * b)
    if (m & _LOW) < b:
        floor = np.uint64((np.uint64(1) << _S32) % b)
        while (m & _LOW) < floor:
            m = np.uint64((next_word(state) >> _S32) * b)
    number: int = np.int64(m >> _S32)  # type: ignore[assignment]
    return number


@numba.njit(cache=True)
def draw(state: U64, pieces: U8, count: int) -> None:
    """Bring so many random pieces to the front, in random order, each order equally likely."""
    n = len(pieces)
    for k in range(count):
        other = k + below(state, n - k)
        held = pieces[k]
        pieces[k] = pieces[other]
        pieces[other] = held
