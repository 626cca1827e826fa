"""Measurements of paigow and similar projects. Not tests: a figure isn't a promise until a target says so."""
