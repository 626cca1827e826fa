"""A player as the bank: offer, cover, cut, style, the dealer's wager, the center. Not ordinary rounds."""
