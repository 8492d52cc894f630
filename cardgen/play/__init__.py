"""Play games between decks: matches of people and agents, simulations, and OpenSpiel."""
