"""A second, slow reckoning of each round's money, written from the regulations and not from the engine."""
