"""Rule books and submissions."""
