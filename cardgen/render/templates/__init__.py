"""Render Jinja2 templates in a sandbox, and report their mistakes where they stand."""
