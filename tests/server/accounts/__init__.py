"""Who connects: names, passwords, sessions, roles, and how much one client may ask for."""
