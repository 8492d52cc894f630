"""Typesetting: fonts, styles, rich text, line breaking, text boxes and columns.

Inline content comes in; items with absolute positions go out.
"""
