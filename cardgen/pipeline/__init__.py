"""The stages joined: open a deck, draw it, impose it, write it; and what is kept between builds."""
