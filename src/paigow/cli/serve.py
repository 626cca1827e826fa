"""`paigow serve`, and `paigow` alone: the floor, open in the browser. Not how it is served."""

from __future__ import annotations

import json
import os
import sys
from enum import Enum
from typing import Annotated

import typer

from paigow.cli.arguments import file_from, submission_names
from paigow.cli.output import JsonFlag

PORT = 8480


class Level(Enum):
    """What is worth a line in the log."""

    DEBUG = "debug"
    INFO = "info"
    WARNING = "warning"
    ERROR = "error"


def serve(
    host: Annotated[str, typer.Option(help="The address to listen on; 0.0.0.0 for everyone.")] = "127.0.0.1",
    port: Annotated[int, typer.Option(min=0, max=65535, help="0 takes any port that is free.")] = PORT,
    store: Annotated[
        str | None,
        typer.Option(help="sqlite:///PATH or postgresql://…; the user's own floor if left out."),
    ] = None,
    table: Annotated[
        list[str] | None,
        typer.Option(
            metavar="FILE",
            help="Put up a table by this submission; may be given several times. - reads standard input.",
            autocompletion=submission_names,
            callback=file_from(".toml"),
        ),
    ] = None,
    tables: Annotated[
        bool, typer.Option("--demonstration/--no-demonstration", help="Put up the demonstration tables.")
    ] = True,
    origin: Annotated[
        list[str] | None, typer.Option(help="Another site whose pages may connect: https://example.org.")
    ] = None,
    rate: Annotated[float, typer.Option(min=1, help="Messages a second that one client may send.")] = 40,
    request_seconds: Annotated[
        float, typer.Option(min=1, help="Seconds that a request's head may take to arrive, and its body.")
    ] = 10,
    drain: Annotated[
        float, typer.Option(min=0, help="Seconds that rounds in play have to finish when told to stop.")
    ] = 120,
    pace: Annotated[
        float, typer.Option(min=0, max=10, help="Times the pauses of dealer and bots; 0 is without any.")
    ] = 1,
    plays_alone: Annotated[
        bool,
        typer.Option(
            "--idle-play/--no-idle-play", help="Let bots play at public tables when nobody is there."
        ),
    ] = True,
    counting: Annotated[
        bool, typer.Option("--count-edges/--no-count-edges", help="Count edges that are not known yet.")
    ] = True,
    beacon: Annotated[
        str | None,
        typer.Option(metavar="URL", help="Mix this public beacon, in drand's format, into every round."),
    ] = None,
    level: Annotated[Level, typer.Option("--log", help="The lowest level that is logged.")] = Level.INFO,
    open_browser: Annotated[bool, typer.Option("--open", help="Open the floor in the browser.")] = False,
    as_json: JsonFlag = False,
) -> None:
    """Serve a floor: tables in the browser, the HTTP and WebSocket API. Stop it with Ctrl-C or SIGTERM."""
    from paigow.server.accounts.rate_limits import Limits
    from paigow.server.lifecycle import ServerOptions, run
    from paigow.server.monitoring import log_as_json
    from paigow.server.tables.catalog import demonstration_tables, table_of

    log_as_json(level.value)
    limits = Limits(
        message_rate=rate,
        message_burst=2 * rate,
        origins=frozenset(origin or ()),
        request_seconds=request_seconds,
    )
    options = ServerOptions(host, port, store, limits, drain, pace, counting, beacon, plays_alone)
    own = [table_of(source) for source in table or ()]
    run(
        options,
        (*own, *(demonstration_tables() if tables else ())),
        lambda address: _announce(address, open_browser=open_browser, as_json=as_json),
    )


def open_floor() -> None:
    """What `paigow` alone does: the demonstration floor, in the browser if there is one.

    If it runs already, its page is opened.
    """
    from paigow.server.lifecycle import running_floor

    if (address := running_floor()) is not None:
        print(f"The floor is already open at {address}")
        _open_browser(address)
        return
    serve(open_browser=True, level=Level.WARNING, port=_free_port())


def _free_port() -> int:
    """The usual port, or any other if that is taken."""
    import socket

    try:
        socket.create_server(("127.0.0.1", PORT)).close()
    except OSError:
        return 0
    return PORT


def _announce(address: str, *, open_browser: bool, as_json: bool) -> None:
    if as_json:
        print(json.dumps({"schema": "paigow/serve/1", "address": address}), flush=True)
    else:
        print(f"The floor is open at {address}  (Ctrl-C closes it)", flush=True)
    if open_browser:
        _open_browser(address)


def _open_browser(address: str) -> None:
    """Show a page, if there is a screen."""
    display = os.environ.get("DISPLAY") or os.environ.get("WAYLAND_DISPLAY")
    if sys.platform in ("darwin", "win32") or display:
        import webbrowser

        webbrowser.open(address)
