"""The live floor: tables that many people share over HTTP and WebSocket. Judging commands is elsewhere."""
