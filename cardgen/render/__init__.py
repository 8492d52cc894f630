"""Render the values of a deck to drawings: fill templates, take their SVG apart, set their text.

This package is independent of games, paper and PDF.
"""
