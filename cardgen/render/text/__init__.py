"""Text: fonts, styles, rich text, line breaking, boxes and columns. Comes in as inlines, goes out as placed items."""
