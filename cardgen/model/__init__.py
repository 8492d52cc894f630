"""The data that the stages pass on: deck, drawing, piece and sheet. All of it is frozen, and all lengths are in mm."""
