"""Units, boxes, outlines of pieces, and colours as numbers. Independent of cards, paper and files."""
