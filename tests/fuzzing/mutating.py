"""Valid inputs mutated at random: cut, doubled, swapped, mixed with one another and with awkward pieces."""

from __future__ import annotations

from collections.abc import Callable, Iterator, Sequence
from random import Random
from typing import Final

__all__ = ["mutants"]

AWKWARD: Final = tuple(
    text.encode("utf-8", errors="surrogateescape")
    for text in (
        *(
            "",
            "\0",
            "\r\n",
            "\n\n",
            "\t",
            " ",
            '"',
            "'",
            "\\",
            "/",
            "=",
            " = ",
            "[",
            "]",
            "{",
            "}",
            "#",
            ",",
            ".",
        ),
        *(
            "-1",
            "0",
            "00",
            "1e400",
            "9" * 40,
            "-0.0",
            "NaN",
            "null",
            "true",
            "[]",
            "{}",
            '""',
            "\ufeff",
            "\udcff",
        ),
        *("天", "\u202e", "é", "\U0001f0cf", "١", "²", "ß", "İ"),
        *("[" * 2000, "{" * 500, "(" * 500, "not " * 300, '{"a":' * 1200, "a" * 9000, "1" * 5000),
    )
)


def mutants(seeds: Sequence[bytes], random: Random) -> Iterator[bytes]:
    """An endless stream of inputs, each a few steps away from a valid one."""
    while True:
        data = random.choice(seeds)
        for _ in range(1 + int(random.expovariate(0.5))):
            data = random.choice(CHANGES)(data, seeds, random)
        yield data


def _span(data: bytes, random: Random) -> tuple[int, int]:
    start = random.randint(0, len(data))
    length = random.choice((0, 1, 2, 4, 8, 20, 80, 400, len(data)))
    return start, min(len(data), start + random.randint(0, length))


def _cut(data: bytes, _seeds: Sequence[bytes], random: Random) -> bytes:
    start, end = _span(data, random)
    return data[:start] + data[end:]


def _double(data: bytes, _seeds: Sequence[bytes], random: Random) -> bytes:
    start, end = _span(data, random)
    place = random.randint(0, len(data))
    return data[:place] + data[start:end] * random.choice((1, 1, 2, 9)) + data[place:]


def _mix(data: bytes, seeds: Sequence[bytes], random: Random) -> bytes:
    other = random.choice(seeds)
    (start, end), (first, last) = _span(data, random), _span(other, random)
    return data[:start] + other[first:last] + data[end:]


def _spoil(data: bytes, _seeds: Sequence[bytes], random: Random) -> bytes:
    start, end = _span(data, random)
    return data[:start] + random.choice(AWKWARD) + data[random.choice((start, end)) :]


def _scribble(data: bytes, _seeds: Sequence[bytes], random: Random) -> bytes:
    start, end = _span(data, random)
    return data[:start] + random.randbytes(min(end - start, 12)) + data[end:]


def _lines(data: bytes, _seeds: Sequence[bytes], random: Random) -> bytes:
    """Two lines swapped, or one line dropped or doubled."""
    lines = data.split(b"\n")
    one, other = random.randrange(len(lines)), random.randrange(len(lines))
    match random.randrange(3):
        case 0:
            lines[one], lines[other] = lines[other], lines[one]
        case 1:
            del lines[one]
        case _:
            lines.insert(other, lines[one])
    return b"\n".join(lines)


def _words(data: bytes, seeds: Sequence[bytes], random: Random) -> bytes:
    """One word replaced by another."""
    words, others = data.split(b" "), random.choice(seeds).split()
    if others:
        words[random.randrange(len(words))] = random.choice(others)
    return b" ".join(words)


CHANGES: Final[tuple[Callable[[bytes, Sequence[bytes], Random], bytes], ...]] = (
    _cut,
    _double,
    _mix,
    _spoil,
    _scribble,
    _lines,
    _words,
    _words,
)
