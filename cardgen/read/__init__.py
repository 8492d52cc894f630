"""Read files: YAML into a tree of values with positions, names into safe paths, pictures into something to place.

Comes in: paths and names that a stranger may have written. Goes out: `source.Node`, `svg.SvgPicture`,
`raster.RasterPicture`, or an error. This package knows neither decks nor cards, and reads no file outside the folders
that it is given.
"""
