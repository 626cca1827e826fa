"""Preparing a table and seating people: equipment, sets, decks, chairs, chips. Not wagers."""
