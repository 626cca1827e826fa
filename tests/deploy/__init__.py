"""The files in `deploy`, run as an operator would."""
