"""A proxy between browser and server that can be cut, or hold everything back like a stalled connection."""

from __future__ import annotations

import socket
import threading
from collections.abc import Iterator
from contextlib import contextmanager, suppress
from urllib.parse import urlsplit

__all__ = ["Wire", "wire"]


class Wire:
    """Forwards bytes both ways until it is cut; refuses everybody until it is restored.

    While it stalls, open connections stay open and nothing arrives; afterward all of it does.
    """

    def __init__(self, address: str) -> None:
        found = urlsplit(address)
        self._server = (str(found.hostname), int(found.port or 0))
        self._listening = socket.create_server(("127.0.0.1", 0))
        self._whole = True
        self._flowing = threading.Event()
        self._flowing.set()
        self._open: set[socket.socket] = set()
        self._lock = threading.Lock()
        self.address = f"http://127.0.0.1:{self._listening.getsockname()[1]}/"
        threading.Thread(target=self._accept, daemon=True).start()

    def cut(self) -> None:
        with self._lock:
            self._whole = False
            for each in self._open:
                with suppress(OSError):
                    each.shutdown(socket.SHUT_RDWR)

    def stall(self) -> None:
        self._flowing.clear()
        with self._lock:
            self._whole = False

    def mend(self) -> None:
        with self._lock:
            self._whole = True
        self._flowing.set()

    def close(self) -> None:
        self.cut()
        self._flowing.set()
        self._listening.close()

    def _accept(self) -> None:
        with suppress(OSError):
            while True:
                near, _ = self._listening.accept()
                with self._lock:
                    if not self._whole:
                        near.close()
                        continue
                    far = socket.create_connection(self._server)
                    self._open |= {near, far}
                for one, other in ((near, far), (far, near)):
                    threading.Thread(target=self._pass, args=(one, other), daemon=True).start()

    def _pass(self, one: socket.socket, other: socket.socket) -> None:
        with suppress(OSError):
            while data := one.recv(65536):
                self._flowing.wait()
                other.sendall(data)
        with suppress(OSError):
            other.shutdown(socket.SHUT_RDWR)


@contextmanager
def wire(address: str) -> Iterator[Wire]:
    made = Wire(address)
    try:
        yield made
    finally:
        made.close()
