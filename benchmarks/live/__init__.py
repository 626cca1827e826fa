"""A floor under load and its measurement: drivers, dialects, servers to drive. Not the report."""
