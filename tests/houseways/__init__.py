"""Tests of the house-way language and of the ways written in it."""
