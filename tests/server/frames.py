"""Checks the messages on a table's socket against the AsyncAPI document, with a third-party validator."""

from __future__ import annotations

import json
from collections.abc import Iterable
from functools import cache
from typing import Any

from jsonschema_rs import Draft7Validator

from paigow.server.http.asyncapi import document


@cache
def validator(name: str) -> Draft7Validator:
    """A validator that knows the document's schemas by name."""
    whole = document()
    schema = {"$ref": f"#/components/schemas/{name}", "components": whole["components"]}
    return Draft7Validator(schema)


def payload_of(message: str, *, to_client: bool) -> str:
    """The schema of a message, by the operation that carries it."""
    whole = document()
    operation = whole["operations"]["toClient" if to_client else "fromClient"]
    for each in operation["messages"]:
        found = whole["components"]["messages"][each["$ref"].rpartition("/")[2]]
        if found["name"] == message:
            return str(found["payload"]["$ref"]).rpartition("/")[2]
    raise AssertionError(f"no message {message!r} in the document")


def faults_of(name: str, value: Any) -> list[str]:
    """What is wrong with a value, in the validator's words."""
    return [
        f"{'/'.join(map(str, each.instance_path))}: {each.message}"
        for each in validator(name).iter_errors(value)
    ]


def require_documented(frames: Iterable[str]) -> None:
    """Every frame that a client got matches the document."""
    for frame in frames:
        message = json.loads(frame)
        wrong = faults_of(payload_of(message["type"], to_client=True), message)
        assert not wrong, (message["type"], wrong[:3], frame[:500])
