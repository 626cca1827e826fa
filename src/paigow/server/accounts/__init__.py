"""Who connects: names, sessions, roles, and rate limits."""
