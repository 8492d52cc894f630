"""What must be true of a deck beyond its shape: rules and conventions of the game, names, sense, and texts that tell the truth."""
