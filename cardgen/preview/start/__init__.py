"""Start games and decks from the page: a new one, a list or a project that is dropped, and those that were open before."""
