"""Mutation tests: each change here breaks a rule, and a test with that paragraph must fail."""
