"""Files in: YAML to a tree of values with their places, names to safe paths, pictures to what a template can place.

Comes in: paths and names that a stranger may have written. Goes out: `source.Node`, `svg.SvgPicture`,
`raster.RasterPicture`, or a diagnostic. Knows neither decks nor cards, and reads no file outside the folders it is given.
"""
