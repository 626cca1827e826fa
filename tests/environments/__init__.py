"""The learning environments, held to the tests of those who defined them."""
