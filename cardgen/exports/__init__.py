"""Decks for print shops and virtual tables. Each target is a profile (data) and one of a few writers."""
