"""Positions as text: the canonical notation, the views of one player, and the checks of what people write."""
