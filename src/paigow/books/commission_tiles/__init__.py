"""The regulation of a state gaming commission, as data."""
