"""The socket of a table as an AsyncAPI 3 document, which the server serves. Not the messages' meaning."""

from __future__ import annotations

import inspect
from collections.abc import Iterable
from functools import cache
from typing import Any, Final

import msgspec
from fastapi import APIRouter
from fastapi.responses import Response

from paigow import __version__
from paigow.server.connections.lobby import ROLES
from paigow.server.connections.protocol import PROTOCOL
from paigow.server.http.schemas import CLIENT_MESSAGES, SERVER_MESSAGES, components, ref, tag_of

router = APIRouter()
ADDRESS: Final = "/api/asyncapi.json"
_CHANNEL: Final = "#/channels/table"


@cache
def document() -> dict[str, Any]:
    """The whole document."""
    messages = {_name(kind): _message(kind) for kind in (*CLIENT_MESSAGES, *SERVER_MESSAGES)}
    return {
        "asyncapi": "3.0.0",
        "info": {
            "title": "paigow: a table's socket",
            "version": __version__,
            "description": f"Protocol version {PROTOCOL}. Money is in cents. See /api/openapi.json for HTTP.",
        },
        "defaultContentType": "application/json",
        "channels": {"table": _table(messages)},
        "operations": {
            "fromClient": _operation("receive", CLIENT_MESSAGES, "What a client says."),
            "toClient": _operation("send", SERVER_MESSAGES, "What the server says."),
        },
        "components": {"messages": messages, "schemas": components()},
    }


def _name(kind: type[msgspec.Struct]) -> str:
    """A message's name; `options` goes both ways, as a question and as its answer."""
    return f"ask-{tag_of(kind)}" if kind.__name__ == "AskOptions" else tag_of(kind)


def _message(kind: type[msgspec.Struct]) -> dict[str, Any]:
    return {
        "name": tag_of(kind),
        "summary": " ".join(inspect.cleandoc(kind.__doc__ or "").split()),
        "payload": ref(kind.__name__),
    }


def _table(messages: Iterable[str]) -> dict[str, Any]:
    return {
        "address": "/ws/tables/{table}",
        "description": "One WebSocket per table. Sign in over HTTP first, and send the token with it.",
        "parameters": {"table": {"description": "The table's id, as GET /api/lobby lists it."}},
        "messages": {name: {"$ref": f"#/components/messages/{name}"} for name in messages},
        "bindings": {
            "ws": {
                "method": "GET",
                "query": {
                    "type": "object",
                    "properties": {
                        "protocol": {"type": "string", "enum": [str(PROTOCOL)]},
                        "as": {"type": "string", "enum": list(ROLES)},
                    },
                    "required": ["protocol"],
                },
            }
        },
    }


def _operation(action: str, kinds: Iterable[type[msgspec.Struct]], summary: str) -> dict[str, Any]:
    return {
        "action": action,
        "channel": {"$ref": _CHANNEL},
        "summary": summary,
        "messages": [{"$ref": f"{_CHANNEL}/messages/{_name(kind)}"} for kind in kinds],
    }


@router.get(ADDRESS, summary="The socket's messages as AsyncAPI 3", response_class=Response)
def asyncapi() -> Response:
    """Schemas of every message, command, event, view, and refusal on a table's socket."""
    return Response(msgspec.json.encode(document()), media_type="application/json")
