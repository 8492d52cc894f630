"""Where the files of a deck are: its PDF, and the records beside it."""

from __future__ import annotations

from pathlib import Path

from cardgen.model.deck import deck_name

FOLDER = ".cardgen"
"""Folder of the records, beside the PDFs; the dot hides it in listings."""


def target_of(deck: Path, out: Path) -> Path:
    """Return the PDF of a deck.

    Args:
        deck: The deck file.
        out: Folder of the PDF, or the PDF itself.
    """
    return out if out.suffix.lower() == ".pdf" else out / f"{deck_name(deck)}.pdf"


def printed_record(target: Path) -> Path:
    """Return the file that says what is on paper; it need not exist.

    Args:
        target: The PDF of the whole deck.
    """
    return record_path(target, "printed")


def record_paths(target: Path) -> list[Path]:
    """Return the records that a build writes.

    Args:
        target: The PDF of the whole deck.
    """
    return [record_path(target, kind) for kind in ("built", "artworks")]


def record_path(target: Path, kind: str) -> Path:
    """Return the file of a record.

    Args:
        target: The PDF of the whole deck.
        kind: What is recorded: `built`, `printed` or `artworks`.
    """
    return target.parent / FOLDER / f"{target.stem}.{kind}.json"
