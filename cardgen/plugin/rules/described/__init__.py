"""Compile the section `rules:` of a `game.yaml` to a state of the contract, and play it."""
