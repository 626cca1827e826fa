"""A table that plays automatically: dealer, simple players, draws from a seed. Not rules."""
