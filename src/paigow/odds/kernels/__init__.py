"""Compiled loops of the exact odds, on integers and arrays. Their callers say what they count."""
