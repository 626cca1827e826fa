"""The odds of each wager, from counts of deals, hands, and rolls."""
