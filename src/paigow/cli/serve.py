"""`paigow serve`, and `paigow` alone: the floor, open in the browser. The server itself is elsewhere."""

from __future__ import annotations

import json
import os
import sys
from collections.abc import Sequence
from enum import Enum
from functools import partial
from typing import Annotated
from urllib.parse import SplitResult, urlsplit

import typer

from paigow.cli.arguments import file_from, submission_names
from paigow.cli.output import JsonFlag
from paigow.faults import BadInput, shown

PORT = 8480
READ_ONLY = "add --read-only, or leave --play-at out"


class Level(Enum):
    """What is worth a line in the log."""

    DEBUG = "debug"
    INFO = "info"
    WARNING = "warning"
    ERROR = "error"


def serve(
    host: Annotated[str, typer.Option(help="The address to listen on; 0.0.0.0 for everyone.")] = "127.0.0.1",
    port: Annotated[int, typer.Option(min=0, max=65535, help="The port; 0 picks a free one.")] = PORT,
    store: Annotated[
        str | None,
        typer.Option(help="sqlite:///PATH or postgresql://…; default: your own floor."),
    ] = None,
    table: Annotated[
        list[str] | None,
        typer.Option(
            metavar="FILE",
            help="Open a table with this submission; repeat for several. - reads standard input.",
            autocompletion=submission_names,
            callback=file_from(".toml"),
        ),
    ] = None,
    without_demonstration: Annotated[
        bool, typer.Option("--no-demonstration", help="Leave out the demonstration tables.")
    ] = False,
    origin: Annotated[
        list[str] | None,
        typer.Option(help="Another site whose pages can connect, such as https://example.org."),
    ] = None,
    rate: Annotated[float, typer.Option(min=1, help="Maximum messages per second per client.")] = 40,
    request_seconds: Annotated[
        float, typer.Option(min=1, help="Timeout for a request's headers, and for its body, in seconds.")
    ] = 10,
    workers: Annotated[
        int,
        typer.Option(
            min=1, max=64, help="Servers to start on one PostgreSQL floor; each also has its own port."
        ),
    ] = 1,
    reads_only: Annotated[
        bool,
        typer.Option("--read-only", help="Serve a PostgreSQL floor to spectators only."),
    ] = False,
    play_at: Annotated[
        str | None,
        typer.Option(metavar="URL", help="With --read-only: where to send people who want to play."),
    ] = None,
    drain: Annotated[
        float, typer.Option(min=0, help="Seconds that open rounds have to finish on shutdown.")
    ] = 120,
    pace: Annotated[
        float, typer.Option(min=0, max=10, help="Multiplier for dealer and bot pauses; 0 disables them.")
    ] = 1,
    no_idle_play: Annotated[
        bool,
        typer.Option("--no-idle-play", help="Stop bots from playing at public tables when nobody is there."),
    ] = False,
    no_count_edges: Annotated[
        bool,
        typer.Option("--no-count-edges", help="Don't compute edges that aren't known yet in the background."),
    ] = False,
    beacon: Annotated[
        str | None,
        typer.Option(metavar="URL", help="Mix a public randomness beacon (drand) into every round."),
    ] = None,
    level: Annotated[Level, typer.Option("--log", help="Minimum log level.")] = Level.INFO,
    open_browser: Annotated[bool, typer.Option("--open", help="Open the floor in the browser.")] = False,
    as_json: JsonFlag = False,
) -> None:
    """Serve a floor: tables in the browser, the HTTP and WebSocket API. Stop it with Ctrl-C or SIGTERM."""
    from paigow.server.accounts.rate_limits import Limits
    from paigow.server.lifecycle import ServerOptions, run
    from paigow.server.monitoring import log_as_json
    from paigow.server.tables.catalog import demonstration_tables, table_of

    if play_at is not None and not reads_only:
        raise BadInput(
            "only a read-only server sends players elsewhere", where="--play-at", allowed=READ_ONLY
        )
    if play_at is not None:
        _require_web_address(play_at, "--play-at", "https://floor.example.org/")
    origins = frozenset(_origin(each) for each in origin or ())
    log_as_json(level.value)
    limits = Limits(
        message_rate=rate,
        message_burst=2 * rate,
        origins=origins,
        request_seconds=request_seconds,
    )
    options = ServerOptions(
        host,
        port,
        store,
        limits,
        drain,
        pace,
        not no_count_edges,
        beacon,
        not no_idle_play,
        reads_only,
        without_demonstration=without_demonstration,
        play_at=play_at,
    )
    own = [table_of(source) for source in table or ()]
    every = () if reads_only else (*own, *(() if without_demonstration else demonstration_tables()))
    announce = partial(_announce, open_browser=open_browser, as_json=as_json)
    if workers == 1:
        run(options, every, announce)
    else:
        from paigow.server.workers import run_workers

        run_workers(options, workers, every, announce)


def _require_web_address(text: str, option: str, example: str) -> SplitResult:
    """The parts of a web address; raise BadInput if it isn't one."""
    try:
        parts = urlsplit(text)
    except ValueError:
        parts = SplitResult("", "", "", "", "")
    if parts.scheme not in ("http", "https") or not parts.hostname:
        raise BadInput(
            f"{shown(text)} is not a web address", where=option, allowed=f"write it like {example}"
        )
    return parts


def _origin(text: str) -> str:
    """A site as browsers name it in the Origin header, which has no path."""
    parts = _require_web_address(text, "--origin", "https://example.org")
    if parts.path.strip("/") or parts.query or parts.fragment:
        raise BadInput(
            f"{shown(text)} is a page, not a site",
            where="--origin",
            allowed=f"write {parts.scheme}://{parts.netloc}",
        )
    return f"{parts.scheme}://{parts.netloc.lower()}"


def open_floor() -> None:
    """`paigow` without arguments: the demonstration floor, in the browser if there is one.

    If it is already running, open its page.
    """
    from paigow.server.lifecycle import running_floor

    if (address := running_floor()) is not None:
        print(f"The floor is already open at {address}")
        _open_browser(address)
        return
    serve(open_browser=True, level=Level.WARNING, port=_free_port())


def _free_port() -> int:
    """The default port, or any free one if that is taken."""
    import socket

    try:
        socket.create_server(("127.0.0.1", PORT)).close()
    except OSError:
        return 0
    return PORT


def _announce(
    address: str, workers: Sequence[str] = (), *, open_browser: bool = False, as_json: bool = False
) -> None:
    """Print where the floor is and, for a proxy, where each of its workers is."""
    if as_json:
        told = {"schema": "paigow/serve/1", "address": address, "workers": list(workers)}
        print(json.dumps(told), flush=True)
    else:
        print(f"The floor is open at {address}  (Ctrl-C to close)", flush=True)
        if workers:
            print("For nginx, to send a table's clients to one worker (deploy/nginx/paigow.conf):")
            upstream = [f"    server {urlsplit(each).netloc};" for each in workers]
            print(
                "\n".join(["upstream paigow {", "    hash $paigow_table consistent;", *upstream, "}"]),
                flush=True,
            )
    if open_browser:
        _open_browser(address)


def _open_browser(address: str) -> None:
    """Show a page, if there is a screen."""
    display = os.environ.get("DISPLAY") or os.environ.get("WAYLAND_DISPLAY")
    if sys.platform in ("darwin", "win32") or display:
        import webbrowser

        webbrowser.open(address)
