"""The live floor: tables that many people share over HTTP and WebSocket. Not how to judge a command."""
