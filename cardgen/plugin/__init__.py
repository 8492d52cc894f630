"""What a game brings: its contract, and the building blocks of its schema, theme, strings and codes."""
