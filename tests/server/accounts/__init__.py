"""Who connects: names, passwords, sessions, roles, and rate limits."""
