"""Anything at all, read by every parser: it is answered, or refused in words. `python -m tests.fuzzing`."""
