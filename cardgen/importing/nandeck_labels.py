"""Replace the labels of a nanDECK script: by their values, or by columns, which hold lists and sequences."""

from __future__ import annotations

import re
from collections.abc import Mapping

from cardgen.importing.boxes import Field, Parts
from cardgen.importing.deck import ImportedKind

_PART = re.compile(r"\[([^\[\]]+)\]")
_NO_BREAK = re.compile(r"(?!)")  # matches nowhere: a path such as C:\new has no line breaks
_NEW_LINE = re.compile(r"\\13\\|\\n")
_DEEPEST_LABEL = 5
_LONGEST = 100_000  # characters of a text whose labels are replaced


class LabelTexts:
    """The labels and the columns of a script.

    Args:
        labels: Values of labels by their names in small letters.
        kind: The kind of card, which gets a column for each sequence.

    Attributes:
        columns: Keys of columns by their headings in small letters.
    """

    def __init__(self, labels: Mapping[str, str], kind: ImportedKind) -> None:
        self.labels, self.kind = labels, kind
        self.columns: dict[str, str] = {}

    def plain(self, text: str) -> str:
        """Return a text with the values of its labels, as far as they are no columns."""
        for _ in range(_DEEPEST_LABEL):
            values = (self.labels.get(match[1].strip().casefold(), "") for match in _PART.finditer(text))
            if len(text) + sum(map(len, values)) > _LONGEST:
                break
            text = _PART.sub(lambda match: self.labels.get(match[1].strip().casefold(), match[0]), text)
        return text

    def parts(self, text: str, cards: frozenset[int] | None, *, is_path: bool = False) -> Parts:
        r"""Return a text as words and columns; a sequence becomes a column of its own, and `\13\` a line break.

        Args:
            cards: Numbers of the cards that a sequence is dealt to; None for all.
            is_path: Whether it is a path, in which a backslash means no line break.
        """
        line_break = _NO_BREAK if is_path else _NEW_LINE
        parts: list[str | Field] = []
        last = 0
        for match in _PART.finditer(text):
            parts.append(line_break.sub("\n", text[last : match.start()]))
            parts.append(self._label(match[1].strip(), cards, match[0]))
            last = match.end()
        parts.append(line_break.sub("\n", text[last:]))
        return tuple(part for part in parts if part != "")

    def _label(self, name: str, cards: frozenset[int] | None, written: str) -> str | Field:
        key = self.columns.get(name.casefold())
        if key:
            return Field(key)
        value = self.labels.get(name.casefold())
        if value is None:
            return written
        value = self.plain(value)
        items = [item.strip().strip('"') for item in value.split("|")]
        if len(items) == 1:
            return value
        key = self.kind.key(name)
        self.columns[name.casefold()] = key
        for index, number in enumerate(sorted(cards or range(1, len(self.kind.rows) + 1))):
            if number <= len(self.kind.rows):
                self.kind.rows[number - 1][key] = items[index % len(items)]
        return Field(key)

    def value(self, parts: Parts, row: Mapping[str, str]) -> str:
        """Return a text as it is on one card."""
        return "".join(row.get(part.key, "") if isinstance(part, Field) else part for part in parts)
