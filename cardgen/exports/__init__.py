"""Export decks for print shops and virtual tabletops. A target is a profile (data) and one of a few writers."""
