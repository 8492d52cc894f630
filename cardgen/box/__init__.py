"""Make a tuck box for a deck: its net, sized for the cards, with the deck's artwork."""
