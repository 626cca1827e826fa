"""Compiled loops over integers and arrays. Each has a plain twin in the tests."""
