"""The pipeline: the stages, joined in one place.

From options and a deck file to files: `options` states what the user may ask for, `presets` and `print_settings` resolve it,
`project` opens the deck, `draw` draws its components, `sheets` and `front_pages` make sheets and pages of them, `build` composes
the PDF, and `output` writes it with cut files and records. `load` and `check` stop earlier. `cache` and `records` hold what is
kept between builds, in memory and on disk.
"""
