"""What the odds say of each wager, for programs and as a page with charts."""
