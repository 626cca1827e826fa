"""Whole rounds dealt at random, beside the exact values."""
