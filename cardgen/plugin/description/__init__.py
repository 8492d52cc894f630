"""Describe a game as data: the models of `game.yaml`, and their compilation to a `Game`.

`fields` states the types of fields, `kinds` and `schema` the rest of the file; `layers` lays a game over those that it
extends; `decks` generates the model of the decks, and `compile` the `Game`.
"""
