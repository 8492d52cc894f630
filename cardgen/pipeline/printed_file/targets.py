"""Compute the paths of the files of a deck: its PDF, and the records beside it."""

from __future__ import annotations

from pathlib import Path

from cardgen.model.deck import deck_name, split_sheet
from cardgen.pipeline.open.deck_names import DECK_SUFFIXES

FOLDER = ".cardgen"
"""Folder of the records, beside the PDFs; the dot hides it in listings."""


def file_stem(deck: Path, language: str = "") -> str:
    """Return the name that the files of a deck begin with: `cards`, or `cards-csv` beside a `cards.yaml`, `cards.de` in German.

    Args:
        language: Code of the language, if it is another one than the first of the deck.
    """
    name, own = deck_name(deck), Path(split_sheet(deck.name)[0])
    for suffix in DECK_SUFFIXES:
        if suffix == own.suffix.lower():
            break
        if own.suffix and deck.with_name(own.stem + suffix).is_file():
            name = f"{name}-{own.suffix.lower().lstrip('.')}"
            break
    return f"{name}.{language}" if language else name


def target_of(deck: Path, out: Path, language: str = "") -> Path:
    """Return the PDF of a deck.

    Args:
        out: Folder of the PDF, or the PDF itself.
    """
    return out if out.suffix.lower() == ".pdf" else out / f"{file_stem(deck, language)}.pdf"


def printed_record(target: Path) -> Path:
    """Return the file that says what is on paper; it need not exist."""
    return record_path(target, "printed")


def record_paths(target: Path) -> list[Path]:
    """Return the records that a build writes."""
    return [record_path(target, kind) for kind in ("built", "artworks")]


def record_path(target: Path, kind: str) -> Path:
    """Return the file of a record.

    Args:
        kind: What is recorded: `built`, `printed` or `artworks`.
    """
    return target.parent / FOLDER / f"{target.stem}.{kind}.json"
