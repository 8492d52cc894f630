"""The executable rules of Stonewater Weir.

From below: `state` (a position as plain data, the tables of a deck, how players and chance are asked), `town` (heroes, cards
in slots, buildings, decks), `field` (figures, spawning, the Undercurrent, the Runner), `combat`, `turn` (what a hero does),
`effects` (what cards and events do), `phases` (the steps of a round), `text`, and `siege_state`, the game as a state of the
common protocol. `compiler` makes the tables of a deck.

The effects of cards are functions of a `SiegePosition`. They change it by the functions of `town`, `field`, `combat` and
`turn.cards`, let players choose by `state.asking.ask`, roll by `state.asking.roll`, and change numbers for a while by
`state.lasting.add_lasting`. They are called again from the beginning of the step when a player has answered, so they
need no care for what was done before the question.
"""
