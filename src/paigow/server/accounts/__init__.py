"""Who connects: names, sessions, roles, and how much one client may ask for."""
