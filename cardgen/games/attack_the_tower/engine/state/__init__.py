"""A game at one moment as plain data, what can be read from it, and its elementary changes."""
