"""The rules of Attack the Tower, to be executed: a validated deck is played with the very effects that it prints."""
