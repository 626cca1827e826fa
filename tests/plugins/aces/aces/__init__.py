"""Maryland's pai gow poker with a bet on aces."""
