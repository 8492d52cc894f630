"""The rules of Attack the Tower, to be executed: a validated deck is played with the very effects that it prints.

`state.AttackState` is a game; `match.Match` is what never changes in it. The package can be compiled with mypyc; it
knows nothing of simulations or people.
"""
