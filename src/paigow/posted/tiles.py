"""Posted rules of the tile game: how hands rank, how tiles are dealt, how a hand is set. Not money."""

from __future__ import annotations

from collections.abc import Iterator
from typing import Final

from paigow.books.choices import FirstDeal, Idle
from paigow.books.cited import together
from paigow.material.tiles import FACES, Tile
from paigow.posted.document import Gallery, Items, Picture, Section, Text, TileRow
from paigow.posted.words import first_upper, seconds
from paigow.ranks.tiles import TWO_TILE_RANKS, TileCategory
from paigow.submissions.submission import Submission

__all__ = ["tile_dealing", "tile_ranks", "tile_setting"]

_ORDINALS: Final = (
    "1st 2nd 3rd 4th 5th 6th 7th 8th 9th 10th 11th 12th 13th 14th 15th 16th 17th 18th 19th 20th".split()
)
_PLACES: Final = {
    1: "the supreme pair",
    **dict.fromkeys(range(2, 13), "matched pair"),
    **dict.fromkeys(range(13, 17), "mixed pair"),
    **dict.fromkeys((17, 18), "wong"),
    **dict.fromkeys((19, 20), "gong"),
}


def tile_ranks(submission: Submission) -> Section:
    """The order of two-tile hands: pairs, wongs and gongs, then values, then single tiles."""
    by_book = {
        "commission-tiles": (
            "2(b)",
            "2(d)",
            "2(e)",
            "2(f), commission-tiles 2(g)",
            "2(c), commission-tiles 2(h)",
        ),
        "colorado-tiles": (
            "30-2603(2)",
            "30-2603(4)",
            "30-2603(5)",
            "30-2603(6), colorado-tiles 30-2603(7)",
            "30-2603(3), colorado-tiles 30-2603(8)",
        ),
    }
    pairs, value, apart, top, copy = (
        f"{submission.book.name} {id_}" for id_ in by_book[submission.book.name]
    )
    winner = "dealer, or to the bank in a banked round" if submission.banking.offered.value else "dealer"
    return Section(
        "How hands rank",
        (
            Text("A hand is two tiles. Any pair, wong or gong beats every hand without one.", pairs),
            Gallery(tuple(_pair_pictures()), "Pairs, wongs and gongs, highest first", pairs),
            Text(
                "Other hands count by value: add the spots of both tiles and keep the last digit, 0 to 9. "
                "So 5-6 with "
                "1-6 has 18 spots and is worth 8.",
                f"{value}, R2",
            ),
            Text(
                "Played apart, the 1-2 and the 2-4 each count as 3 or as 6, whichever makes the hand worth "
                "more. "
                "Counted as 6 such a tile ranks fifteenth, counted as 3 seventeenth.",
                f"{apart}, R1",
            ),
            Text("Of two hands of one value the one with the higher single tile wins.", top),
            Gallery(tuple(_single_pictures()), "Single tiles, highest first", top),
            Text(
                "Equal pairs, or equal values with equally ranked top tiles, are a copy. Copies go to the "
                f"{winner}.",
                copy,
            ),
        ),
    )


def _pair_pictures() -> Iterator[Picture]:
    named = [rank for rank in reversed(TWO_TILE_RANKS) if rank.category is not TileCategory.VALUE]
    for rank in named:
        assert rank.place is not None
        name = "Gee Joon" if rank.place == 1 else first_upper(rank.name.removeprefix("Pair of "))
        yield Picture(_ORDINALS[rank.place - 1], name, _PLACES[rank.place], TileRow(_tiles_of(rank.place)))


def _tiles_of(place: int) -> str:
    """The tiles that make a rank; where several do, one of each after a comma."""
    if place <= 16:
        kinds = ["GJ", *dict.fromkeys(face.kind for face in FACES if face.kind != "GJ")]
        pair = [face for face in FACES if face.kind == kinds[place - 1]]
        return " ".join(map(str, pair * 2 if len(pair) == 1 else pair))
    head = "6-6" if place % 2 else "1-1"
    others = ("4-5", "3-6") if place <= 18 else ("2-6", "3-5", "4-4")
    return ", ".join(f"{head} {other}" for other in others)


def _single_pictures() -> Iterator[Picture]:
    ranks: dict[int, list[Tile]] = {}
    for face in FACES:
        ranks.setdefault(face.rank, []).append(face)
    for rank, faces in ranks.items():
        name = " and ".join(face.english for face in faces)
        copies = (
            "one of each"
            if len(faces) > 1
            else ("two in the set" if faces[0].copies == 2 else "one in the set")
        )
        yield Picture(
            _ORDINALS[rank - 1], name, f"{faces[0].kind}, {copies}", TileRow(", ".join(map(str, faces)))
        )


def tile_dealing(submission: Submission) -> Section:
    """From the wash to the last stack."""
    return Section("The deal", (Items(tuple(_dealing(submission)), numbered=True),))


def _dealing(submission: Submission) -> Iterator[Text]:
    cite = submission.cite
    yield Text(
        "Before the first round, and whenever the table was idle, the first player to arrive may look over "
        "the tiles.",
        together(cite("first player"), cite("idle")),
    )
    yield Text(
        "The dealer washes the tiles face down with both hands, at least eight circles each, and builds "
        "eight stacks "
        "of four. A tile that shows in the meantime means washing again.",
        together(cite("wash"), cite("exposed while stacking")),
    )
    if submission.dragons_eye.offered.value:
        yield Text(
            'The dealer calls "no more bets" and shakes three dice five times.',
            together(cite("no more bets"), cite("dealer shakes five times")),
        )
    else:
        yield Text(
            'The dealer calls "no more bets" and shakes three dice at least three times.',
            together(cite("no more bets"), cite("shake")),
        )
    yield from _start(submission)
    yield Text(
        "Every place gets four tiles whether or not anyone wagered there. What lies at places without a "
        "wager is "
        "collected unseen, with the dead hand.",
        together(cite("deal"), cite("sweep")),
    )
    if submission.table.six_spots.value:
        yield Text(
            "After all hands are dealt, the extra set and any unused tiles go to the left of the chip rack.",
            submission.table.six_spots.cite,
        )
    if submission.table.idle.value is Idle.STACKS_FACE_DOWN:
        yield Text("While nobody plays, the tiles stand in stacks, face down.", submission.table.idle.cite)
    else:
        yield Text("While nobody plays, the tiles lie face up in sixteen pairs.", cite("idle"))


def _start(submission: Submission) -> Iterator[Text]:
    count = Text(
        "The dealer counts to the dice total, counterclockwise: the dealer is one, then positions 1 to 6 "
        "from the "
        "dealer's right, then the dead hand, and around again. There the first stack goes, from the right "
        "end of "
        "the row; the others follow counterclockwise.",
        submission.cite("count"),
    )
    eye = submission.dragons_eye
    if eye.offered.value and eye.deal_from.value is FirstDeal.BUTTON:
        yield Text(
            "The first stack goes to the position that holds the Dragon's Eye button; the others follow "
            "counterclockwise around all eight places.",
            eye.deal_from.cite,
        )
    else:
        yield count


def tile_setting(submission: Submission) -> Section:
    """What a player does with four tiles, and when a wager may be given up."""
    return Section("Setting your hand", (Items(tuple(_setting(submission))),))


def _setting(submission: Submission) -> Iterator[Text]:
    cite = submission.cite
    yield Text(
        "Split your four tiles two and two and lay both hands face down behind your wager. The "
        "higher-ranking two are "
        "your high hand, the others your low hand: no split can be wrong.",
        cite("set hand"),
    )
    yield Text(
        "You set your own hand; nobody but you and the dealer touches your tiles, and they stay in the "
        "dealer's sight. "
        "Once laid down, a hand is final.",
        cite("own hand only"),
    )
    told = "tells you how the house would set it" if submission.help.value else "does not advise"
    yield Text(f"If you ask for help with your hand, the dealer {told}.", submission.help.cite)
    timers = submission.timers
    whose = "dealer's or bank's" if submission.banking.offered.value else "dealer's"
    yield Text(
        f"In live play you have {seconds(timers.setting.value)}; after that your hand is set the house way.",
        timers.setting.cite,
    )
    yield Text(
        f"After the {whose} hand is set you may surrender: you lose the whole wager and your tiles are taken "
        "unseen. Say so before your hand is turned; it cannot be taken back."
        + (
            " A hand with a Pair Fortunes wager cannot be surrendered."
            if submission.pair_fortunes.offered.value
            else ""
        ),
        cite("surrender") + (", R16" if submission.pair_fortunes.offered.value else ""),
    )
