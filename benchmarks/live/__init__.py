"""A floor under load and what it is measured with: drivers, dialects, servers to drive. Not the report."""
