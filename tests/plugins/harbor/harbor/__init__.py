"""Harbor's pai gow poker, as data."""
