"""Translate decks and games with gettext PO files."""
