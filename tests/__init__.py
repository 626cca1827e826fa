"""The tests, each marked with the paragraphs it proves. The data of the long proofs is in `counts`."""
