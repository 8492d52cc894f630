"""The turn of a hero: cards, actions, abilities, learning."""
