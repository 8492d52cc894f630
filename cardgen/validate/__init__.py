"""Validate values: turn the tree of a file into a deck that its game accepts, or into diagnostics."""
