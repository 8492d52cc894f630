"""Join the stages: from options and a deck file to files.

`options` states what the user may ask for, `presets` and `print_settings` resolve it, `open/` opens the deck, `draw/` draws its
components, and `printed_file/` makes sheets, front pages and files of them. `check` stops before anything is written. `cache`
and `printed_file/records` keep results between builds, in memory and on disk. `start/` makes new decks, `author_help/` helps to
write one, and `pull/` fetches its lists and pictures.
"""
