"""Check a deck beyond its schema: rules and conventions of the game, names, effects and texts.

`deck` checks whole decks and lists all checks; `effects` checks one ability, with `bindings` for names, `vocabulary` for
what each verb takes, `satisfiability` for what can never happen and `ambiguity` for what a text could not say; `texts`
compares an author's texts with the effects.
"""
