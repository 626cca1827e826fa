"""What is fuzzed: for each parser, a function of bytes that fails only if the parser broke its promise.

The promise is the same everywhere: what can be parsed round-trips, and what can't is rejected with the one
exception that callers expect, never with another.
"""

from __future__ import annotations

from collections.abc import Callable, Mapping
from contextlib import suppress
from functools import cache
from typing import Final

from websockets.frames import CloseCode, Frame
from websockets.protocol import State
from websockets.server import ServerProtocol

from paigow.books.book import load_book
from paigow.faults import BadInput
from paigow.houseways import HouseWay, built_in_ways, load_way
from paigow.material.cards import CARDS, cards_text, parse_cards
from paigow.material.dice import parse_dice
from paigow.material.game import Game
from paigow.material.hands import parse_hand, parse_setting
from paigow.material.tiles import TILES, parse_tiles, tiles_text
from paigow.posted import posted_rules, rules_page, rules_text
from paigow.server.connections.client import command_from
from paigow.server.connections.protocol import BadMessage, SubmitCommand, decode_message, text_frame
from paigow.submissions.checking import (
    Submission,
    check_submission,
    example_names,
    find_submission,
    load_submission,
)
from paigow.submissions.values import carrying
from paigow.submissions.ways import departures
from paigow.submissions.writing import write_submission
from paigow.table.acts import Command
from paigow.table.autoplay.chance import seed_from
from paigow.table.autoplay.self_play import record
from paigow.table.records.codec import decode_command, decode_event, decode_table, encode
from paigow.table.records.roundfile import RoundFile, parse_rounds, print_rounds
from paigow.table.records.verifying import verify_rounds
from paigow.table.refusals import Refused
from paigow.table.text.phrases import command_text, parse_command
from paigow.wagers.money import money, parse_money

__all__ = ["TARGETS", "seeds"]

LARGEST_MESSAGE: Final = 8 * 1024


def text_of(data: bytes) -> str:
    return data.decode("utf-8", errors="surrogateescape")


def notation(data: bytes) -> None:
    text = text_of(data)
    with suppress(BadInput):
        hand = parse_hand(text)
        again = parse_tiles(tiles_text(hand)) if hand[0] in TILES else parse_cards(cards_text(hand))  # type: ignore[arg-type]
        assert again == hand
    with suppress(BadInput):
        setting = parse_setting(text)
        assert parse_setting(str(setting)) == setting
    with suppress(BadInput):
        assert parse_dice(str(parse_dice(text))) == parse_dice(text)
    with suppress(BadInput):
        assert parse_money(money(parse_money(text))) == parse_money(text)


def way(data: bytes) -> None:
    with suppress(BadInput):
        found = HouseWay.parse(text_of(data))
        assert str(HouseWay.parse(str(found))) == str(found)
        hand = TILES[3:31:7] if found.game is Game.TILES else CARDS[::8]
        assert sorted(map(str, found.set(hand).pieces)) == sorted(map(str, hand))


def submission(data: bytes) -> None:
    checked = check_submission(text_of(data))
    if isinstance(checked, Submission):
        assert check_submission(checked.text) == checked
        assert checked.rules.book == checked.book
        rules = posted_rules(checked)
        assert rules_text(rules)
        assert rules_page(rules)
    else:
        assert all(str(finding) for finding in checked)


def round_file(data: bytes) -> None:
    with suppress(BadInput):
        file = parse_rounds(text_of(data))
        assert parse_rounds(print_rounds(file)) == file
        assert all(problem.problem for problem in verify_rounds(file))


def command(data: bytes) -> None:
    with suppress(BadInput):
        said = parse_command(text_of(data))
        assert parse_command(command_text(said)) == said


def journal(data: bytes) -> None:
    for decode in (decode_command, decode_event, decode_table):
        with suppress(BadInput):
            found = decode(data)
            assert decode(encode(found)) == found


def wire(data: bytes) -> None:
    socket = ServerProtocol(state=State.OPEN, max_size=LARGEST_MESSAGE)
    socket.receive_data(data)
    for event in socket.events_received():
        assert isinstance(event, Frame)
        message(bytes(event.data))
    code = None if socket.close_sent is None else socket.close_sent.code
    assert code != CloseCode.INTERNAL_ERROR, socket.parser_exc
    message(data)


def message(data: bytes) -> None:
    with suppress(BadMessage, Refused):
        said = decode_message(data)
        if isinstance(said, SubmitCommand):
            assert command_from(said.command, "Anna").by == "Anna"


TARGETS: Final[Mapping[str, Callable[[bytes], None]]] = {
    "notation": notation,
    "way": way,
    "submission": submission,
    "round-file": round_file,
    "command": command,
    "journal": journal,
    "wire": wire,
}


@cache
def seeds(target: str) -> tuple[bytes, ...]:
    """Valid inputs to mutate."""
    match target:
        case "notation":
            texts = "6-6 4-5 2-2 1-3|Teen RedNine Bon Gor|As Kd Jo 10h 9c 9d 2s|2-2 1-3 / 6-6 4-5"
            return tuple(map(str.encode, (*texts.split("|"), "Kd Qs / Ah Jo 9c 9d 2s", "1+4+4", "1,250.75")))
        case "way":
            return tuple(str(load_way(each.name)).encode() for each in built_in_ways())
        case "submission":
            return (*(find_submission(name).text.encode() for name in example_names()), carrying_a_way())
        case "round-file":
            return tuple(print_rounds(record_of(name)).encode() for name in FOR_ROUNDS)
        case "command":
            return tuple(command_text(act).encode() for act in acts())
        case "journal":
            events = (
                event for name in FOR_ROUNDS for act in record_of(name).rounds[0].acts for event in act.events
            )
            tables = (record_of(name).opens for name in FOR_ROUNDS)
            return (*map(encode, acts()), *map(encode, events), *map(encode, tables))
        case "wire":
            bodies = [encode(act)[1:-1] for act in acts()]
            messages = [b'{"type":"command","id":"7","command":{%s}}' % body for body in bodies]
            plain = [b'{"type":"ready"}', b'{"type":"sit-out","on":true}', *messages]
            return (*plain, *map(masked, plain))
        case _:
            raise ValueError(target)


def carrying_a_way() -> bytes:
    """A submission with its own house way in its text."""
    book, way = load_book("commission-tiles"), load_way("jb-easy")
    noted = [each.rule for each in departures(book, way)]
    chosen = {"table.operator": "Jade Court", "house-way.way": "ours.way", "house-way.exceptions": noted}
    return carrying(write_submission(book, chosen, explain=False), {"ours.way": str(way)}).encode()


FOR_ROUNDS: Final = (
    "commission-tiles-full",
    "colorado-tiles-full",
    "maryland-poker-full",
    "rock-island-poker-plain",
)


@cache
def record_of(name: str) -> RoundFile:
    found = load_submission(name)
    return record(found.rules, found.text, seed_from("fuzzing"), ["house-way", "banker", "bonus"], 2)


def masked(payload: bytes) -> bytes:
    """A text frame as a client sends it, its mask all zeros."""
    whole = text_frame(payload)
    head = len(whole) - len(payload)
    return whole[:1] + bytes((whole[1] | 0x80,)) + whole[2:head] + bytes(4) + payload


def acts() -> list[Command]:
    return [act.command for name in FOR_ROUNDS for act in record_of(name).rounds[0].acts]
