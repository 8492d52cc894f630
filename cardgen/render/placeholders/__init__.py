"""Generated pictures for cards without one: `placeholder:SEED` names a different picture for each seed.

A picture is composed of layers, each from a small pool, so that thousands of different pictures are converted at the
cost of a few hundred layers. A layer is drawn in shades of the deck's palette.
"""

from cardgen.render.placeholders.compose import PlaceholderPictures, Scene, is_placeholder

__all__ = ["PlaceholderPictures", "Scene", "is_placeholder"]
