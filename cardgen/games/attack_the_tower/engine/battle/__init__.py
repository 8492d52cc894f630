"""An attack: its course, one combat, and the automatic assignment of damage."""
