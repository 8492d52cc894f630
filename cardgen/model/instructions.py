"""How to print a file, as texts."""

from __future__ import annotations

from dataclasses import dataclass
from typing import NamedTuple


class Words(NamedTuple):
    """Words of one look."""

    text: str
    bold: bool
    italic: bool


Paragraph = tuple[Words, ...]


@dataclass(frozen=True, slots=True)
class InstructionPart:
    """Instructions about one thing.

    Attributes:
        title: What they are about; empty for a remark.
        are_steps: Whether they are steps that follow each other.
    """

    title: str
    paragraphs: tuple[Paragraph, ...]
    are_steps: bool = False


@dataclass(frozen=True, slots=True)
class Instructions:
    """How to print a file.

    Attributes:
        title: The heading.
        intro: The line below: title, number of sheets, paper.
        parts: The instructions, in the order in which they are needed.
    """

    title: str
    intro: Paragraph
    parts: tuple[InstructionPart, ...]
