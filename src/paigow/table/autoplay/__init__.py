"""A table that plays by itself: automatic dealer, simple players, draws from a seed. Not rules."""
