"""Decks for print shops and virtual tabletops. Each target is a profile (data) and one of a few writers."""
