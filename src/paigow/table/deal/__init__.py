"""From the shuffle to the last piece delivered: washing, cutting, dice, dealing, committed randomness."""
