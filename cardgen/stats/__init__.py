"""Statistics of decks for their designers: counts, curves and sums by any field, in the terminal, as JSON and as a page."""
