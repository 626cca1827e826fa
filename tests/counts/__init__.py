"""Exhaustive counts as files: a name, a number, and the arithmetic or source of it. `loading` reads them."""
