"""Every HTTP route is on the protocol's page, and every route on the page exists."""

from __future__ import annotations

import re
from collections.abc import Iterator
from typing import cast

from paigow.server.connections.lobby import Lobby
from paigow.server.http.app import application
from tests.docs.reading import ROOT

METHOD = r"GET|POST|PUT|DELETE"
WRITTEN = re.compile(rf"`(?:(?P<method>{METHOD}) )?(?P<path>[/…][^`\s]*)`")


def _row(line: str) -> Iterator[tuple[str, str]]:
    """The routes of a line: `/script` is beside the last whole path, `…/file` below the last path."""
    method = whole = last = ""
    for found in WRITTEN.finditer(line):
        path = found["path"].partition("?")[0]
        method = found["method"] or method
        if path.startswith("…"):
            last = f"{last}{path[1:]}"
        elif path.startswith("/api") or not whole:
            whole = last = path
        else:
            last = f"{whole.rpartition('/')[0]}{path}"
        if method:
            yield method, last


def test_every_route_is_on_the_page_and_the_page_names_no_other() -> None:
    page = (ROOT / "docs" / "protocol.md").read_text(encoding="utf-8")
    rows = [
        line for line in page.splitlines() if line.startswith("| `") and re.match(rf"\| `({METHOD}) /", line)
    ]
    written = {route for line in rows for route in _row(line)}
    prose = {(found["method"], found["path"]) for found in WRITTEN.finditer(page) if found["method"]}
    routes = {
        (method.upper(), path)
        for path, methods in application(cast(Lobby, None)).openapi()["paths"].items()
        for method in methods
    }
    named = {(method, path.partition("?")[0]) for method, path in prose}
    assert routes - written - named == set()
    assert written - routes == set()
