"""The order of hands: two tiles; two, five and seven cards; settings and how they compare."""
