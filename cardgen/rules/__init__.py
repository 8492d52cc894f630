"""Executable rules without a game: what a state can do, random play, and games as readable text."""
