"""What every wager pays, each test with the paragraph it shows. Not how tables use them."""
