"""Posted rules checked against the tables: sentences, what performs them, and the facts they state."""
