"""The tests, each marked with the paragraphs it shows. Not the long proofs' data: see counts beside them."""
