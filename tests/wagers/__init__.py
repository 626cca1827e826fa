"""What every wager pays, each test with the paragraph it proves. Not how tables use them."""
