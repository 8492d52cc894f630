"""Positions as text, for records, and for what players see."""
