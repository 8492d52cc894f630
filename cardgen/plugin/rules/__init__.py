"""The contract of a game that can be played: rules, states, and the table that people sit at."""
