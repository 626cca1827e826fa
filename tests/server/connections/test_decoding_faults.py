"""The error for a message that can't be decoded: a sentence that names the field."""

from __future__ import annotations

from typing import Any

import pytest

from paigow.server.connections.client import command_from
from paigow.server.connections.protocol import BadMessage, decode_message


@pytest.mark.parametrize(
    ("message", "told"),
    [
        (b"x", "The message isn't valid JSON."),
        (b'"\xff"', "A message must be a JSON object."),
        (b"[]", "A message must be a JSON object."),
        (b'{"type":"commnd"}', "`type` must be command, resync, sit-out, options, ready, or remark."),
        (b'{"type":"command","command":{}}', "`id` is missing."),
        (b'{"type":"command","id":7,"command":{}}', "`id` must be text."),
        (b'{"type":"command","id":"","command":{}}', "`id` must have 1 to 64 printable characters."),
        (b'{"type":"ready","on":3}', "`on` must be true or false."),
        (b'{"type":"remark","phrase":"boo"}', "`phrase` can't be 'boo'."),
    ],
)
def test_a_message_is_refused_in_a_sentence(message: bytes, told: str) -> None:
    with pytest.raises(BadMessage) as caught:
        decode_message(message)
    assert str(caught.value) == told


@pytest.mark.parametrize(
    ("fields", "told"),
    [
        ({"do": "plce-wager"}, "There is no command 'plce-wager'. Did you mean place-wager?"),
        ({"do": "q" * 9000}, f"There is no command '{'q' * 40}'. The protocol catalog lists them all."),
        ({"do": "place-wager", "chips": 5}, "`position` is missing."),
        ({"do": "place-wager", "position": "x", "chips": 5}, "`position` must be a whole number."),
        ({"do": "place-wager", "position": 1, "chips": 1.5}, "`chips` must be a whole number."),
        ({"do": "set-hand", "position": 1, "low": "6-6"}, "`low` must be a list."),
        ({"do": "set-hand", "position": 1, "low": [1, 2]}, "`low[0]` must be text."),
    ],
)
def test_a_command_is_refused_in_a_sentence_that_names_the_field(fields: dict[str, Any], told: str) -> None:
    with pytest.raises(BadMessage) as caught:
        command_from(fields, "anna~1")
    assert str(caught.value) == told
