"""The town: heroes with their tracks and cards, and the buildings."""
