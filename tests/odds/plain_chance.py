"""The plain twin of the kernels' randomness: xoshiro256** as its authors print it, and bounded numbers."""

from __future__ import annotations

from paigow.odds.simulation.sampling import stream

__all__ = ["PlainChance"]

MASK = (1 << 64) - 1


class PlainChance:
    """The numbers of one shard of a simulation."""

    def __init__(self, seed: int, shard: int, label: str) -> None:
        self.words = [int(word) for word in stream(seed, shard, label)]

    def word(self) -> int:
        s = self.words
        product = s[1] * 5 & MASK
        result = (product << 7 | product >> 57) * 9 & MASK
        t = s[1] << 17 & MASK
        s[2] ^= s[0]
        s[3] ^= s[1]
        s[1] ^= s[2]
        s[0] ^= s[3]
        s[2] ^= t
        s[3] = (s[3] << 45 | s[3] >> 19) & MASK
        return result

    def below(self, bound: int) -> int:
        """A number below the bound, without bias: values that would favor small ones are drawn again."""
        while True:
            product = (self.word() >> 32) * bound
            if product % 2**32 >= 2**32 % bound:
                return product >> 32

    def draw(self, order: list[int], count: int) -> None:
        """Bring this many random pieces to the front."""
        for place in range(count):
            other = place + self.below(len(order) - place)
            order[place], order[other] = order[other], order[place]
