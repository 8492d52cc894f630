"""Read and write whom the fetched icons of a deck are by: the file `credits.yaml` beside them."""

from __future__ import annotations

import re
from collections.abc import Mapping
from pathlib import Path

from cardgen.guard.files import is_file
from cardgen.read.files import is_below
from cardgen.read.yaml import load_yaml
from cardgen.report.diagnostics import Collector

ICONS = "icons"
"""Folder of the icons of a deck, beside it."""
_CREDITS = "credits.yaml"
_MOST = 500  # icons
_LONGEST = 80  # characters of an author
_NO_NAME = re.compile(r"[^\w ,.&'-]")


def read_credits(deck: Path) -> dict[str, str]:
    """Return the authors of the fetched icons that lie beside a deck, by the names of the icons; none of a file with errors."""
    folder = deck / ICONS
    if not is_file(folder / _CREDITS) or not is_below(folder / _CREDITS, deck):
        return {}
    root = load_yaml(folder / _CREDITS, Collector(), _CREDITS)
    stated = root.plain() if root else None
    if not isinstance(stated, dict):
        return {}
    return {
        name: _NO_NAME.sub("", str(author))[:_LONGEST]
        for name, author in [*stated.items()][:_MOST]
        if is_file(folder / f"{name}.svg")
    }


def credits_text(credits: Mapping[str, str]) -> bytes:
    """Return the file of credits."""
    lines = [f'{name}: "{_NO_NAME.sub("", author)}"\n' for name, author in sorted(credits.items())]
    return "".join(["# Icons of game-icons.net (CC BY 3.0), whose authors page 2 of the PDF names.\n", *lines]).encode()


def credits_path(deck: Path) -> Path:
    """Return the path of the file of credits."""
    return deck / ICONS / _CREDITS


def credited_icons(credits: Mapping[str, str]) -> str:
    """Return authors, each with their icons, as page 2 names them."""
    authors: dict[str, list[str]] = {}
    for name, author in sorted(credits.items()):
        authors.setdefault(author, []).append(name)
    return "; ".join(f"{author} ({', '.join(names)})" for author, names in sorted(authors.items()))
