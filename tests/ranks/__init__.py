"""Tests of the order of hands."""
