"""Edits of files, as people make them."""

from pathlib import Path


def edit(file: Path, before: str, after: str) -> None:
    """Replace words of a file, which must have them."""
    text = file.read_text("utf-8")
    assert before in text
    file.write_text(text.replace(before, after), "utf-8")
