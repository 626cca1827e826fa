"""A proxy to PostgreSQL that can cut, stall, or redirect connections: on loopback, in the test's threads."""

from __future__ import annotations

import socket
import threading
from collections.abc import Iterator
from contextlib import contextmanager, suppress
from pathlib import Path

__all__ = ["Proxy", "proxy_to"]

PIECE = 65_536


class Proxy:
    """Forwards bytes in both directions, unless told otherwise."""

    def __init__(self, target: Path) -> None:
        self.target = target
        """The unix socket that new connections go to."""
        self._open = threading.Event()
        self._open.set()
        self._refusing = False
        self._connections: set[socket.socket] = set()
        self._lock = threading.Lock()
        self._listener = socket.create_server(("127.0.0.1", 0))
        self.port: int = self._listener.getsockname()[1]
        threading.Thread(target=self._accept, daemon=True).start()

    def hold(self) -> None:
        """The network silently loses everything: connections stay, and nothing arrives."""
        self._open.clear()

    def cut(self) -> None:
        """Every connection is reset, and new ones are refused."""
        self._refusing = True
        self._reset()

    def mend(self, target: Path | None = None) -> None:
        """Everything works again, to another server if one is given; what was stalled is lost."""
        self.target = target or self.target
        self._refusing = False
        self._reset()
        self._open.set()

    def close(self) -> None:
        self._refusing = True
        self._listener.close()
        self._reset()
        self._open.set()

    def _reset(self) -> None:
        with self._lock:
            connections, self._connections = self._connections, set()
        for each in connections:
            with suppress(OSError):
                each.shutdown(socket.SHUT_RDWR)
            each.close()

    def _accept(self) -> None:
        while True:
            try:
                client, _ = self._listener.accept()
            except OSError:
                return
            threading.Thread(target=self._serve, args=(client,), daemon=True).start()

    def _serve(self, client: socket.socket) -> None:
        with self._lock:
            self._connections.add(client)
        self._open.wait()
        server = socket.socket(socket.AF_UNIX)
        try:
            if self._refusing:
                raise ConnectionRefusedError
            server.connect(str(self.target))
        except OSError:
            client.close()
            server.close()
            return
        with self._lock:
            self._connections.add(server)
        back = threading.Thread(target=self._pass, args=(server, client), daemon=True)
        back.start()
        self._pass(client, server)

    def _pass(self, source: socket.socket, sink: socket.socket) -> None:
        with suppress(OSError):
            while data := source.recv(PIECE):
                if not self._open.is_set():
                    # Lost on the way: when the network is back, this connection has a gap.
                    self._open.wait()
                    break
                sink.sendall(data)
        for each in (source, sink):
            with suppress(OSError):
                each.shutdown(socket.SHUT_RDWR)
            each.close()


@contextmanager
def proxy_to(target: Path) -> Iterator[Proxy]:
    proxy = Proxy(target)
    try:
        yield proxy
    finally:
        proxy.close()
