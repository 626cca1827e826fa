"""What each wager comes to, from counts of deals, hands and throws."""
