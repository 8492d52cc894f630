"""Lay pieces on the sides of sheets. Independent of PDF and of games."""
