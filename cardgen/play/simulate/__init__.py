"""Play decks against each other by the thousand: agents, paired matches, intervals, ratings, one report."""
