"""Exact counts and simulation of every wager, on any executor. Nothing of playing at a table."""
