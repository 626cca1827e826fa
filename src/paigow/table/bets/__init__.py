"""Wagers until "no more bets": where, how much, whose. Not what they win."""
