"""Evaluate the expressions of a `game.yaml` in the sandbox of templates."""
