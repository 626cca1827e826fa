"""Pai gow tiles and pai gow poker by the book. Not a place for code: each layer is a package below."""

__version__ = "0.1.0"
