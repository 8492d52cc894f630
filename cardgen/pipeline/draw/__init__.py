"""Draw the components of an open deck, and check the drawn faces."""
