"""Side wagers at the table: dice, pairs, bonuses, envy, progressives. What they pay is in `paigow.wagers`."""
