"""What printed pieces look like, as short fingerprints, and what differs between two states of a deck.

Knows no template, no paper and no PDF.
"""
