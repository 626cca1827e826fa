"""Files of `deploy`, run as an operator would."""
