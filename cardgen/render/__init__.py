"""Render the values of a deck to drawings: fill templates, take their SVG apart, set their text.

This package knows no game, no paper and no PDF.
"""
