"""Fetch the lists and pictures that a deck names by web address."""
