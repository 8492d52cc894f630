"""Read files: YAML into trees of values with positions, names into safe paths, pictures into harmless ones.

Comes in: paths and names from untrusted sources. Goes out: `source.Node`, `svg.SvgPicture`,
`raster.RasterPicture`, or an error. This package is independent of decks and cards, and reads no file outside the
folders that it is given.
"""
