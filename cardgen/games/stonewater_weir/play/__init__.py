"""The siege as simulations (`contest`) and people (`tabletop`) use it.

`messages` holds what people read, and `localizer` fills it in; `table_view` draws the table, `questions` and `choices` describe
decisions, `narration` recounts what happened. `scripted` plays by rules of thumb, `evaluation` judges positions, `summary`
reports on finished games, and `blanks` takes a part out of a deck.
"""
