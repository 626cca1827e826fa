"""Odds reports for each wager, as data and as a page with charts."""
