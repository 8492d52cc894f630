"""Execute the rules of Attack the Tower: a deck is played with the same effects that are printed on it.

`compiler.match.compile_match` compiles two decks to a `state.position.Match`; `attack_state.AttackState` is a game of
it. The rest follows the flow of a game: `phases` (set-up, turn, renewal), `battle`, `abilities` and `decisions` read and
change the plain data in `state`; `text` writes and reads positions. The package does not depend on who plays, and it can
be compiled with mypyc.
"""
