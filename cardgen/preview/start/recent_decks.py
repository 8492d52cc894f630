"""Remember which decks were open, the newest first, and when each was printed last."""

from __future__ import annotations

import contextlib
import glob
from collections.abc import Mapping
from dataclasses import dataclass
from pathlib import Path

import yaml

from cardgen.model.deck import deck_name, split_sheet
from cardgen.preview.grid.yaml_values import child_of, compose
from cardgen.read.strings import readable
from cardgen.report.errors import UnlocatedError
from cardgen.report.json_text import format_json, parse_json
from cardgen.write.files import replace_file

_MOST = 12


@dataclass(frozen=True, slots=True)
class RecentDeck:
    """A deck that was open.

    Attributes:
        deck: Its absolute path.
        record: The record of what is on paper; empty if it is unknown.
    """

    deck: str
    record: str = ""

    @property
    def title(self) -> str:
        """The title that a deck in YAML states, in its first language; else made from the name of the file."""
        path, words = Path(self.deck), None
        if path.suffix in {".yaml", ".yml"}:
            with contextlib.suppress(OSError, ValueError):
                words = child_of(compose(path.read_text("utf-8")), "title")
        if isinstance(words, yaml.MappingNode) and words.value:
            words = words.value[0][1]
        stated = str(words.value) if isinstance(words, yaml.ScalarNode) and not words.tag.endswith(":null") else ""
        return stated or readable(deck_name(path))

    @property
    def printed(self) -> float:
        """When the deck was recorded as printed last, in any language, in seconds since 1970; 0 if it never was."""
        if not self.record:
            return 0.0
        record = Path(self.record)
        others = record.parent.glob(f"{glob.escape(record.name.split('.')[0])}.*.printed.json")
        times = [0.0]
        for path in {record, *others}:
            with contextlib.suppress(OSError):
                times.append(path.stat().st_mtime)
        return max(times)


class RecentDecks:
    """The decks that were open on this computer.

    Args:
        file: The JSON file that names them.
    """

    def __init__(self, file: Path) -> None:
        self._file = file

    def listed(self) -> list[RecentDeck]:
        """Return those that still exist."""
        try:
            stated = parse_json(self._file.read_bytes())
        except (OSError, ValueError):
            return []
        items = [_read(item) for item in stated] if isinstance(stated, list) else []
        return [item for item in items if item and Path(split_sheet(item.deck)[0]).is_file()]

    def note(self, decks: Mapping[Path, Path]) -> None:
        """Put decks to the front; where nothing can be kept, none is remembered.

        Args:
            decks: The record of what is on paper of each deck, by its path.
        """
        known = {str(deck): str(record) for deck, record in decks.items()}
        known = {**known, **{one.deck: one.record for one in self.listed() if one.deck not in known}}
        items = [{"deck": deck, "printed": record} for deck, record in [*known.items()][:_MOST]]
        with contextlib.suppress(OSError, UnlocatedError):
            self._file.parent.mkdir(parents=True, exist_ok=True)
            replace_file(self._file, format_json(items).encode())


def _read(item: object) -> RecentDeck | None:
    if isinstance(item, str):  # as written by releases before
        return RecentDeck(item)
    if isinstance(item, dict) and isinstance(item.get("deck"), str):
        return RecentDeck(item["deck"], str(item.get("printed") or ""))
    return None
