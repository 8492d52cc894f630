"""Compile the cards of two armies: effects become programs, lasting effects and playing conditions."""
