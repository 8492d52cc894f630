"""What the effects of cards and events do, compiled to functions that the rules call."""
