"""Show the cards of a list as a grid, and write what is done in it as smallest edits of the file."""
