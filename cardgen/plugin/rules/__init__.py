"""The contract of a game that can be played."""
