"""A second, slow computation of each round's money, written from the regulations, not from the engine."""
