"""Colorado's Rule 26, as data."""
