"""The nouns that the stages hand on: deck, drawing, piece, sheet. All frozen, all in mm."""
