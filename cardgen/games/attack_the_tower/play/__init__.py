"""What simulations (`contest.py`) and people (`tabletop.py`) need of the engine, and how settings are written."""
