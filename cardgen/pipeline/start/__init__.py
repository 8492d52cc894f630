"""Start a new game or deck in a folder."""
