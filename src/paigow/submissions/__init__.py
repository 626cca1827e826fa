"""An operator's submission: read, checked against its rule book, written and compared."""
