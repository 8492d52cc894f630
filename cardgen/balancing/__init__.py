"""Find the fewest and smallest changes of numbers that bring the pairings of decks to a target."""
