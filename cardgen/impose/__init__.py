"""Pieces come in, sheets go out: where each piece is on which side of which sheet. Independent of PDF and of games."""
