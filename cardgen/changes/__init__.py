"""Compare what printed pieces look like, by short fingerprints, between two states of a deck.

This package knows no template, no paper and no PDF.
"""
