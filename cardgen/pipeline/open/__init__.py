"""Open a deck: find its files, its game and its look, and read and validate it."""
