"""WebSocket connections, with clients good and bad."""
