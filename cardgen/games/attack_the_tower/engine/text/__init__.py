"""Positions as text: the canonical notation and its parser, invariants of what is read, and views of one player."""
