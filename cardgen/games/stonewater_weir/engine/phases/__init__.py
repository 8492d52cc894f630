"""The steps of the game, and the table that joins them."""
