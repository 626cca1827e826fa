"""The library as its users meet it."""
