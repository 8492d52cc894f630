"""Compare what printed pieces look like, by short fingerprints, between two states of a deck.

This package is independent of templates, paper and PDF.
"""
