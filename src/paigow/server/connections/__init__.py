"""WebSocket connections: handshake, frames, messages, and fan-out to every viewer."""
