"""The parts of a game: its contract, and the building blocks of its schema, wording, effects, theme and rules."""
