"""Check drawn faces before they are printed, one rule in each module."""
