"""The reference of commands (to be replaced)."""


def page() -> str:
    """Return the text of the page."""
    return "# Commands\n"
