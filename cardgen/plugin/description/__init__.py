"""A game as data: the models of `game.yaml`, and how they become a `Game` with a model of its decks.

`fields` states the types of fields, `kinds` and `schema` the rest of the file; `layers` lays a game over those that it
extends; `decks` generates the model of the decks, and `compile` the `Game`.
"""
