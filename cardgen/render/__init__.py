"""Deck values in, drawings out: templates are filled, their SVG is taken apart, their text is set.

Knows no game, no paper and no PDF.
"""
