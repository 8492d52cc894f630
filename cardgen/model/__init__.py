"""The data that the stages hand on: deck, drawing, piece and sheet. All of it is frozen, and all lengths are in mm."""
