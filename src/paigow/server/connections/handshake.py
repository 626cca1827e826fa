"""The request that opens a WebSocket: read, judged and answered. No frames here."""

from __future__ import annotations

import base64
from dataclasses import dataclass
from hashlib import sha1
from http import HTTPStatus
from http.cookies import CookieError, SimpleCookie
from ipaddress import ip_address, ip_network
from typing import Final
from urllib.parse import parse_qs, unquote, urlsplit

from paigow.server.accounts.identity import COOKIE

_GUID: Final = b"258EAFA5-E914-47DA-95CA-C5AB0DC85B11"
"""Fixed by RFC 6455."""
LONGEST_HEAD: Final = 16_384


@dataclass(frozen=True, slots=True)
class Request:
    """Path, query and headers, names in lower case."""

    path: str
    query: dict[str, str]
    headers: dict[str, str]


class Rejected(Exception):
    """The request is rejected with an HTTP status and a sentence."""

    def __init__(self, status: HTTPStatus, sentence: str) -> None:
        self.status = status
        self.sentence = sentence
        super().__init__(status, sentence)


def parse_request(head: bytes) -> Request:
    """Read the head of the request; raises Rejected."""
    try:
        lines = head.decode("latin-1").split("\r\n")
        _method, target, _version = lines[0].split(" ")
        parts = urlsplit(target)
        query = {name: values[0] for name, values in parse_qs(parts.query).items()}
    except ValueError:
        raise Rejected(HTTPStatus.BAD_REQUEST, "this is no request") from None
    headers: dict[str, str] = {}
    for line in lines[1:]:
        name, colon, value = line.partition(":")
        if colon:
            headers[name.strip().lower()] = value.strip()
    if "transfer-encoding" in headers or headers.get("content-length", "0") != "0":
        raise Rejected(HTTPStatus.BAD_REQUEST, "a request for a WebSocket has no body")
    return Request(unquote(parts.path), query, headers)


def accepted(request: Request) -> bytes:
    """The answer that opens the WebSocket; raises Rejected if the request asks for something else."""
    key = request.headers.get("sec-websocket-key", "")
    if request.headers.get("sec-websocket-version") != "13" or len(key) != 24:
        raise Rejected(HTTPStatus.UPGRADE_REQUIRED, "WebSocket version 13 is spoken here")
    accept = base64.b64encode(sha1(key.encode() + _GUID, usedforsecurity=False).digest()).decode()
    return (
        "HTTP/1.1 101 Switching Protocols\r\n"
        "Upgrade: websocket\r\n"
        "Connection: Upgrade\r\n"
        f"Sec-WebSocket-Accept: {accept}\r\n\r\n"
    ).encode()


def rejection(rejected: Rejected) -> bytes:
    body = rejected.sentence.encode()
    return (
        f"HTTP/1.1 {rejected.status.value} {rejected.status.phrase}\r\n"
        "Content-Type: text/plain; charset=utf-8\r\n"
        f"Content-Length: {len(body)}\r\n"
        "Connection: close\r\n\r\n"
    ).encode() + body


def same_origin(headers: dict[str, str], allowed: frozenset[str], scheme: str) -> bool:
    """Whether a page of this site, or no page at all, asks. A browser always tells the page's origin.

    A page that came over `http` may have been made by anybody on the way: it is not the one over `https`.
    """
    origin = headers.get("origin")
    if origin is None or origin in allowed:
        return True
    return origin.lower() == f"{scheme}://{headers.get('host', '').lower()}"


def trusts(proxies: list[str] | str, address: str) -> bool:
    """Whether an address is one of the proxies: addresses, networks or `*`, by commas or as a list."""
    named = proxies.split(",") if isinstance(proxies, str) else proxies
    for each in (name.strip() for name in named):
        try:
            if each == "*" or ip_address(address) in ip_network(each, strict=False):
                return True
        except ValueError:
            if each and each == address:
                return True
    return False


def token_of(headers: dict[str, str]) -> str | None:
    """The session's text: from `Authorization: Bearer`, or from the cookie."""
    kind, _, token = headers.get("authorization", "").partition(" ")
    if kind.lower() == "bearer":
        return token.strip()
    try:
        found = SimpleCookie(headers.get("cookie", "")).get(COOKIE)
    except CookieError:
        return None
    return None if found is None else found.value
