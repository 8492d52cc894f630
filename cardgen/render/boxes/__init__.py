"""Describe a face by boxes, and compile the description to the template that draws it."""
