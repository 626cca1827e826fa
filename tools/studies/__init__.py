"""`python -m tools.studies` counts what the studies page reports, and writes the page and its plots."""
