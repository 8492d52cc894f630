"""The fields: figures, spawning, the Undercurrent and the Runner."""
