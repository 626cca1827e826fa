"""The HTTP API and the browser's files."""
