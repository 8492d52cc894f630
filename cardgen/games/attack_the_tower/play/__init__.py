"""The engine as simulations (`contest`) and people (`tabletop`) use it.

`messages` holds what people read, and `localizer` fills it in; `table_view` draws the table, `prompts` describes questions
and actions, `narration` recounts what happened. `scripted_policy` plays by rules of thumb, `summary` reports on finished games.
"""
