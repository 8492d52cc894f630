"""Compile the effects of cards and events to functions that the rules call."""
