"""Whole rounds dealt at random, next to the exact values."""
