"""The browser's files and its texts in each language, with headers that block everything from elsewhere.

English sentences for events and the dealer's lines exist once, next to the code that uses them.
"""

from __future__ import annotations

import gzip
import json
import mimetypes
import re
from base64 import b64encode
from collections.abc import Mapping
from functools import cache, lru_cache
from hashlib import sha256
from importlib.resources import files
from importlib.resources.abc import Traversable
from pathlib import Path
from typing import Final, NamedTuple

from starlette.requests import Request
from starlette.responses import Response

from paigow.books.book import books
from paigow.books.registry import texts_of
from paigow.table.text.script import sayings
from paigow.table.text.tellings import english_texts
from paigow.wagers.registry import wagers
from paigow.wagers.wager import NamedWager

HEADERS: Final = {
    # To save a picture as PNG, the page draws it from a blob address that only the page itself can make.
    "Content-Security-Policy": (
        "default-src 'self'; img-src 'self' blob:; base-uri 'none'; form-action 'self'; "
        "frame-ancestors 'none'; object-src 'none'"
    ),
    "Cross-Origin-Opener-Policy": "same-origin",
    "Referrer-Policy": "same-origin",
    "X-Content-Type-Options": "nosniff",
}
_CATALOGUE: Final = re.compile(r"/texts/(?:([a-z]+)/)?([\w-]+)\.json")
_PAGES: Final = re.compile(
    "/|"
    "/history|"
    "/learn|"
    "/learn/(?:how/)?(?:tiles|cards)|"
    "/practice|"
    "/analyze|"
    "/odds|"
    "/workshop|"
    "/school|"
    "/school/pupils|"
    "/floor|"
    "/pieces|"
    "/settings|"
    "/(?:table|watch|console)/[^/]+|"
    r"/round/[^/]+/\d+"
)
"""The paths the client has a page for (`main.js`); any other gets a 404 page."""
_WITH_A_TABLE: Final = re.compile(
    r"/|/school|/learn/(?:tiles|cards)|/(?:table|watch|console)/[^/]+|/round/[^/]+/\d+"
)
"""The pages that draw a table or lead to one with a click: only they preload its modules."""
_TABLE_MODULES: Final = re.compile(rb'<link rel="modulepreload" href="/table/[^>]*>\n')
_NO_PAGE: Final = b"<!doctype html><title>Pai gow</title><p>The floor is open. See /api/openapi.json.</p>"
ENGLISH: Final = "en"
LANGUAGES: Final = (ENGLISH, "zh-Hant", "zh-Hans")


def with_own_styles(page: str) -> dict[str, str]:
    """The policy for a page with an inline style sheet: only that exact style is allowed."""
    sheets = re.findall(r"<style>(.*?)</style>", page, re.DOTALL)
    sums = (b64encode(sha256(sheet.encode()).digest()).decode() for sheet in sheets)
    allowed = " ".join(f"'sha256-{each}'" for each in sums)
    name = "Content-Security-Policy"
    return {name: f"{HEADERS[name]}; style-src 'self' {allowed}"}


def static_directory() -> Path:
    return Path(str(files("paigow"))) / "web" / "static"


def page_or_file(request: Request) -> Response | None:
    """The file that a path names, or the page for one of the client's own paths; None if there is neither."""
    texts = _CATALOGUE.fullmatch(request.url.path)
    if texts and texts[2] in LANGUAGES and (texts[1] is None or texts[1] in text_parts()):
        return _answer(request, _packed_texts(texts[2], texts[1]))
    root = static_directory().resolve()
    wanted = _within(root, request.url.path)
    if wanted is None:
        return None
    if not wanted.is_file():
        if "." in wanted.name:
            return None
        wanted = root / "index.html"
        if not wanted.is_file():
            return Response(_NO_PAGE, media_type="text/html; charset=utf-8")
        if not _PAGES.fullmatch(request.url.path):
            page = _packed_file(wanted, wanted.stat().st_mtime_ns)
            return Response(page.content, 404, {"Cache-Control": "no-store"}, page.kind)
        if not _WITH_A_TABLE.fullmatch(request.url.path):
            return _answer(request, _page_without_table(wanted, wanted.stat().st_mtime_ns))
    return _answer(request, _packed_file(wanted, wanted.stat().st_mtime_ns))


def _within(root: Path, path: str) -> Path | None:
    """The file or folder a path leads to; None if it is invalid or outside the root."""
    try:
        wanted = (root / path.lstrip("/")).resolve()
        wanted.is_file()
    except (OSError, ValueError):
        # An impossible file name: a null byte in it, or too long.
        return None
    return wanted if wanted.is_relative_to(root) else None


class _Packed(NamedTuple):
    """A file as sent: in full and compressed, with its tag and content type."""

    content: bytes
    packed: bytes
    tag: str
    kind: str


def _answer(request: Request, packed: _Packed) -> Response:
    headers = {"ETag": packed.tag, "Cache-Control": "no-cache", "Vary": "Accept-Encoding"}
    if request.headers.get("if-none-match") == packed.tag:
        return Response(status_code=304, headers=headers)
    if "gzip" in request.headers.get("accept-encoding", ""):
        headers["Content-Encoding"] = "gzip"
        return Response(packed.packed, media_type=packed.kind, headers=headers)
    return Response(packed.content, media_type=packed.kind, headers=headers)


_COMMENT_LINES: Final = re.compile(
    rb"^[ \t]*(?://[^\n]*|/\*(?:(?!\*/).)*\*/)[ \t]*$", re.DOTALL | re.MULTILINE
)


_INDENTATION: Final = re.compile(rb"^[ \t]+", re.MULTILINE)


def slimmed(source: bytes) -> bytes:
    """A script or style sheet without whole-line comments and indentation. Line numbers stay the same.

    Indentation inside a template goes too: there it is space between elements, which browsers collapse.
    """
    without_comments = _COMMENT_LINES.sub(lambda found: b"\n" * found[0].count(b"\n"), source)
    return _INDENTATION.sub(b"", without_comments)


@lru_cache(maxsize=256)
def _packed_file(path: Path, _changed: int) -> _Packed:
    kind = mimetypes.guess_type(path.name)[0] or "application/octet-stream"
    if kind.startswith("text/") or kind.endswith(("javascript", "json", "svg+xml")):
        kind += "; charset=utf-8"
    content = path.read_bytes()
    return _pack(slimmed(content) if path.suffix in (".js", ".css") else content, kind)


@lru_cache(maxsize=2)
def _page_without_table(path: Path, changed: int) -> _Packed:
    page = _packed_file(path, changed)
    return _pack(_TABLE_MODULES.sub(b"", page.content), page.kind)


@cache
def _packed_texts(language: str, part: str | None) -> _Packed:
    content = catalog_file(language) if part is None else _sent(part_texts(part, language))
    return _pack(content, "application/json; charset=utf-8")


def _pack(content: bytes, kind: str) -> _Packed:
    return _Packed(content, gzip.compress(content, mtime=0), f'"{sha256(content).hexdigest()[:20]}"', kind)


@cache
def text_parts() -> tuple[str, ...]:
    """The parts of the client with their own texts, loaded only with their pages."""
    return tuple(sorted(each.name for each in _texts().iterdir() if each.is_dir()))


def part_texts(part: str, language: str) -> dict[str, str]:
    """The texts of one part of the client. Their keys start with the part's name.

    Wagers add explanations of their own terms, and books their descriptions to the school's list.
    """
    found: dict[str, str] = json.loads(
        _texts().joinpath(part, f"{language}.json").read_text(encoding="utf-8")
    )
    strays = [key for key in found if not key.startswith(f"{part}.")]
    assert not strays, strays
    match part:
        case "terms":
            return found | _explained(language)
        case "school":
            return found | _offered(language)
        case _:
            return found


def _offered(language: str) -> dict[str, str]:
    """What each book is known for."""
    return {f"school.offers.{each.name}": texts_of(each.name).words(language).offers for each in books()}


def _explained(language: str) -> dict[str, str]:
    """Each wager's explanation, if its package has one, under its title or its own name as a term."""
    found: dict[str, str] = {}
    for wager in wagers().values():
        texts = wager.texts.get(language, wager.texts[ENGLISH])
        if gist := texts.get("gist"):
            key = f"terms.wager.{wager.kind}"
            found |= {key: texts.get("term", texts["title"]), f"{key}.text": gist}
    return found


def _texts() -> Traversable:
    return files("paigow").joinpath("web", "texts")


@cache
def catalog(language: str) -> Mapping[str, str]:
    """Every text of a language by key, except those that only one part of the client needs."""
    own = _texts().joinpath(f"{language}.json").read_text(encoding="utf-8")
    parts = [json.loads(own), *(_book(each.name, language) for each in books())]
    parts += [_wager(each, language) for each in wagers().values()]
    if language == ENGLISH:
        parts += [english_texts(), {f"say.{line}": line for line in sayings()}]
    found: dict[str, str] = {}
    for part in parts:
        assert not found.keys() & part.keys(), sorted(found.keys() & part.keys())
        found |= part
    return dict(sorted(found.items()))


def _book(name: str, language: str) -> dict[str, str]:
    return {f"book.{name}": texts_of(name).words(language).name}


def _wager(wager: NamedWager, language: str) -> dict[str, str]:
    """Its title, the layout's spot, and its letter; English if a package has no translation."""
    texts = wager.texts.get(language, wager.texts[ENGLISH])
    key = f"wager.{wager.kind}"
    return {key: texts["title"], f"{key}.fold": texts["spot"], f"{key}.key": texts["key"]}


@cache
def catalog_file(language: str) -> bytes:
    """A catalog as a browser loads it; the dealer's English lines come with each line."""
    texts = catalog(language).items()
    return _sent({key: text for key, text in texts if language != ENGLISH or not key.startswith("say.")})


def _sent(texts: Mapping[str, str]) -> bytes:
    return json.dumps(texts, ensure_ascii=False, separators=(",", ":")).encode()
