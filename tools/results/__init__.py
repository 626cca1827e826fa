"""`python -m tools.results [FILE]` counts every built-in way and writes the results page."""
