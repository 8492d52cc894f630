"""Marks in texts: icons as `{shooter}`, and `**bold**`."""

from __future__ import annotations

import re
from collections.abc import Callable, Iterator
from dataclasses import dataclass

from cardgen.model.deck import Deck, LocalizedText
from cardgen.plugin.schema import walk
from cardgen.report.diagnostics import Collector, quoted
from cardgen.report.source import Path
from cardgen.validate.pictures import CheckedNames
from cardgen.validate.schema_errors import label

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


def check_markup(deck: Deck, check: Callable[[str], object], diagnostics: Collector) -> None:
    """Note each icon in a text that is not there (E206) or faulty, and marks that are not closed (W332).

    A single star is left alone: it may be a footnote's.

    Args:
        deck: Whose texts to look through.
        check: Reads an icon by its name; raises `UnlocatedError`: E409, there is none; E122 to E124, its file is faulty. Called
            once for each.
        diagnostics: Gets the faults.
    """
    faults = CheckedNames(check)
    for text in _texts(deck):
        place = deck.node.nearest(text.path)
        for name in text.marks("icon"):
            fault = faults[name]
            if fault and fault.code == "E409":
                hints = [*fault.hints, "for a brace that is no icon write \\{"]
                message = f"unknown icon {quoted(name)} in {text.label}"
                diagnostics.add("E206", message, place, expected=fault.expected, hints=hints)
            elif fault:
                diagnostics.items.append(fault.at(place))
        if text.marks("brace"):
            expected = "'{icon}' without spaces, or '\\{' for a brace"
            diagnostics.add("W332", f"'{{' in {text.label} begins no icon", place, expected=expected)
        if len(text.marks("bold")) % 2:
            expected = "'**bold**', or '\\*\\*' for stars"
            diagnostics.add("W332", f"'**' in {text.label} has no partner", place, expected=expected)


def _texts(deck: Deck) -> Iterator[_Words]:
    for path, value in walk(deck.data):
        if isinstance(value, LocalizedText):
            for language, words in value.languages.items():
                yield _Words(words, label(path, deck.node), (*path, language) if language else path)
