"""Measurements of us beside our peers. Not tests: a figure is not a promise until a target says so."""
