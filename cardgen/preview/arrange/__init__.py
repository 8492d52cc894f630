"""Arrange the boxes of a face on the page: what stands where on a card, and the edit of the file that a gesture makes."""
