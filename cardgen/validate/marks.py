"""Marks in texts: icons as `{shooter}`, and `**bold**`."""

from __future__ import annotations

import re
from collections.abc import Collection, Iterator
from dataclasses import dataclass

from cardgen.diagnostics import Collector, did_you_mean, shown
from cardgen.model.deck import Deck, Text
from cardgen.schema import walk
from cardgen.source import Path
from cardgen.validate.faults import label

# A backslash keeps the character behind it from being a mark, also another backslash.
_MARK = re.compile(r"\\.|\{(?P<icon>[^{}\s]+)\}|(?P<brace>\{)|(?P<bold>\*{2,3})", re.DOTALL)


@dataclass(frozen=True, slots=True)
class _Words:
    """One text in one language, and where it stands."""

    words: str
    label: str
    path: Path

    def marks(self, kind: str) -> list[str]:
        """The marks of a kind: a group of `_MARK`."""
        return [match[kind] for match in _MARK.finditer(self.words) if match[kind]]


def check_marks(deck: Deck, icons: Collection[str], diagnostics: Collector) -> None:
    """Note each icon in a text that the game does not have (E206), and marks that are not closed (W332).

    A single star is left alone: it may be a footnote's.

    Args:
        deck: Whose texts to look through.
        icons: Names of the icons that there are.
        diagnostics: Gets the faults.
    """
    for text in _texts(deck):
        place = deck.node.nearest(text.path)
        for name in text.marks("icon"):
            if name not in icons:
                hints = [*did_you_mean(name, icons), "for a brace that is no icon write \\{"][:2]
                known = f"one of: {', '.join(sorted(icons))}"
                diagnostics.add(
                    "E206", f"unknown icon {shown(name)} in {text.label}", place, expected=known, hints=hints
                )
        if text.marks("brace"):
            expected = "'{icon}' without spaces, or '\\{' for a brace"
            diagnostics.add("W332", f"'{{' in {text.label} begins no icon", place, expected=expected)
        if len(text.marks("bold")) % 2:
            expected = "'**bold**', or '\\*\\*' for stars"
            diagnostics.add("W332", f"'**' in {text.label} has no partner", place, expected=expected)


def _texts(deck: Deck) -> Iterator[_Words]:
    for path, value in walk(deck.data):
        if isinstance(value, Text):
            for language, words in value.languages.items():
                yield _Words(words, label(path, deck.node), (*path, language) if language else path)
