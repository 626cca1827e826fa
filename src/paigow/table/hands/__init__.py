"""Hands after the deal: set, surrendered, shown, compared. Not money."""
