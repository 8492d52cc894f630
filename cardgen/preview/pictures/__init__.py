"""Draw the pictures that the page requests, and name and cache them."""
