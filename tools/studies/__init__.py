"""`python -m tools.studies` counts what the page of studies tells, and writes the page and its plots."""
