"""Maryland's rules of pai gow poker, as data."""
