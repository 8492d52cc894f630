"""The phases of a game outside battles, and the table that maps every phase to its functions."""
