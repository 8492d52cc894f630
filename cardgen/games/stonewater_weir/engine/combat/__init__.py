"""Attacks of heroes, of the Long Arm and of the enemies."""
