"""Getting a table ready and people to it: equipment, sets, decks, chairs, chips. Not wagers."""
