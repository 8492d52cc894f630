"""Render the values of a deck to drawings.

`templates/` fills templates, `expressions/` evaluates formulas and checks, `face/` converts the SVG of a face, `text/` sets its
text, `placeholders/` generates missing pictures, and `pieces/` draws all pieces of a kind. This package is independent of
games, paper and PDF.
"""
