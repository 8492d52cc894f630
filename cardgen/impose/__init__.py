"""Pieces in, sheets out: what lies where on which side of which paper. Knows no PDF and no game."""
