"""Hold an imported project: kinds of card with rows, faces as boxes, pictures, and notes on what was taken and left."""

from __future__ import annotations

import re
from collections.abc import Sequence
from dataclasses import dataclass, field
from pathlib import PurePosixPath

from cardgen.geometry.units import Size
from cardgen.importing.boxes import Element
from cardgen.pipeline.start.plan import ascii_name
from cardgen.report.diagnostics import quoted

Row = dict[str, str]
"""Texts of a card by the key of their column."""
STANDARD = {"id": "id", "name": "name", "copies": "copies", "back": "back"}
"""Keys with a meaning of their own in every game."""
NUMBER = "card_number"
"""Key of the number of a card from 1, by which boxes are for some cards only."""
_YAML_WORDS = frozenset({"null", "true", "false", "yes", "no", "on", "off"})  # no text without quotes
_TAKEN_WORDS = frozenset({"id", "back", "face", "place", "plan", "copies_for", NUMBER}) | _YAML_WORDS


def title_of(name: str) -> str:
    """Return the name of a file as a title."""
    words = " ".join(re.findall(r"[^\W_]+", PurePosixPath(name).stem))
    return words[:1].upper() + words[1:] or "Cards"


@dataclass(frozen=True, slots=True)
class Note:
    """What was taken from a project, or left.

    Attributes:
        text: What it is, and why it was left.
        line: Its line in the file that it stands in; 0 if it has none.
        file: That file; empty for the whole project.
    """

    is_taken: bool
    text: str
    line: int = 0
    file: str = ""

    def __str__(self) -> str:
        place = f"{self.file}:{self.line}: " if self.file and self.line else f"{self.file}: " if self.file else ""
        return f"{'took' if self.is_taken else 'left'}: {place}{self.text}"


@dataclass(slots=True)
class ImportedKind:
    """A kind of card.

    Attributes:
        name: Its key in the deck.
        size: Its trim size, mm; None for that of a poker card.
        columns: Titles of its columns by key, in order.
        face: What is drawn on the face, from the bottom up; None for a stock face.
        background: Colour of the face behind all, as `#rrggbb`.
    """

    name: str = "cards"
    title: str = "Cards"
    size: Size | None = None
    columns: dict[str, str] = field(default_factory=dict)
    rows: list[Row] = field(default_factory=list)
    face: Sequence[Element] | None = None
    background: str = "#ffffff"

    def key(self, heading: str) -> str:
        """Return the key of a column, which is added if it is new."""
        known = next((key for key, title in self.columns.items() if title == heading), None)
        if known is not None:
            return known
        base = key = key_of(heading)
        taken = {other.replace("_", "") for other in self.columns}  # headings are the same without underscores
        number = 2
        while key.replace("_", "") in taken:
            key, number = f"{base}_{number}", number + 1
        self.columns[key] = heading
        return key


def key_of(heading: str) -> str:
    """Return a heading as the key of a field: `Rules Text` as `rules_text`."""
    key = ascii_name(heading)[:40].strip("-").replace("-", "_") or "field"
    key = f"n{key}" if key[0].isdigit() else key
    return f"own_{key}" if key in _TAKEN_WORDS else key


@dataclass(slots=True)
class ImportedDeck:
    """A project of another tool.

    Attributes:
        tool: The tool that it was made with.
        pictures: Files of the new folder by name, such as `art/ogre.png`.
        notes: What was taken and what was left.
        author: Its author; may be empty.
    """

    title: str
    tool: str
    kinds: list[ImportedKind] = field(default_factory=list)
    pictures: dict[str, bytes] = field(default_factory=dict)
    notes: list[Note] = field(default_factory=list)
    author: str = ""

    def take(self, text: str, file: str = "") -> None:
        """Note what was taken; see `Note`."""
        self.notes.append(Note(True, text, file=file))

    def leave(self, text: str, line: int = 0, file: str = "") -> None:
        """Note once what was left; see `Note`."""
        note = Note(False, text, line, file)
        if note not in self.notes:
            self.notes.append(note)

    def leave_picture(self, name: str, reason: str, line: int = 0, file: str = "") -> None:
        """Note a picture that was left."""
        self.leave(f"picture {quoted(name)} {reason}", line, file)
