"""Units, boxes, outlines of pieces, and colours as numbers. Knows nothing of cards, paper or files."""
