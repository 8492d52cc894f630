"""Remember which decks were open, the newest first."""

from __future__ import annotations

import contextlib
from collections.abc import Iterable
from pathlib import Path

from cardgen.model.deck import split_sheet
from cardgen.report.errors import UnlocatedError
from cardgen.report.json_text import format_json, parse_json
from cardgen.write.files import replace_file

_MOST = 12


class RecentDecks:
    """The decks that were open on this computer.

    Args:
        file: The JSON file that names them.
    """

    def __init__(self, file: Path) -> None:
        self._file = file

    def listed(self) -> list[str]:
        """Return the absolute paths of those that still exist."""
        try:
            names = parse_json(self._file.read_bytes())
        except (OSError, ValueError):
            return []
        known = [name for name in names if isinstance(name, str)] if isinstance(names, list) else []
        return [name for name in known if Path(split_sheet(name)[0]).is_file()]

    def note(self, decks: Iterable[Path]) -> None:
        """Put decks to the front; where nothing can be kept, none is remembered."""
        names = list(dict.fromkeys([*(str(deck) for deck in decks), *self.listed()]))[:_MOST]
        with contextlib.suppress(OSError, UnlocatedError):
            self._file.parent.mkdir(parents=True, exist_ok=True)
            replace_file(self._file, format_json(names).encode())
