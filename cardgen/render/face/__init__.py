"""Convert the SVG of one face to artworks, text and pictures."""
