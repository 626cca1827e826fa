"""Arbitrary input for every parser: it is parsed, or rejected in words. `python -m tests.fuzzing`."""
