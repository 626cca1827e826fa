"""The dealer's school: drills and the answers that the rules give."""
