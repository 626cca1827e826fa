"""The table: commands, events and state; `decide` and `evolve`. Knows no clock, chance, disk or network."""
