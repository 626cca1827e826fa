"""WebSocket connections: handshake, frames, messages, and the fan-out of what happens to every viewer."""
