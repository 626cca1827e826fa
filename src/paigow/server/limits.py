"""What one client may use up, and from where pages may connect. Set when a server starts."""

from __future__ import annotations

from dataclasses import dataclass

__all__ = ["Limits"]


@dataclass(frozen=True, slots=True)
class Limits:
    """Limits for connections and requests."""

    message_bytes: int = 8 * 1024
    rate: float = 40.0
    """Messages a second, for ever."""
    burst: float = 80.0
    unread_bytes: int = 512 * 1024
    """What may lie unread for a client before it is dropped."""
    connections: int = 20
    """Per person."""
    ping_seconds: float = 20.0
    door_rate: float = 10.0
    """Guests a second from one address, and ten times fewer accounts and logins."""
    door_burst: float = 300.0
    request_seconds: float = 10.0
    """How long the head of a request may take to arrive, and its body."""
    tables: int = 5
    """Private and practice tables per person."""
    origins: frozenset[str] = frozenset()
    """Other sites whose pages may connect, such as `https://example.org`."""
