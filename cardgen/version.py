"""The version of cardgen, in a module of its own so that no room has to import the public face above it."""

__version__ = "0.1.0"
