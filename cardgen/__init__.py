"""cardgen: one YAML file in, a printable card game out."""

__version__ = "0.1.0"
