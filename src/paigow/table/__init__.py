"""The table: commands, events, and state; `decide` and `evolve`. No clock, randomness, disk, or network."""
