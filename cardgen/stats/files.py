"""Statistics as files: JSON for scripts, and the page."""

from __future__ import annotations

import json
from collections.abc import Sequence
from dataclasses import asdict
from pathlib import Path

from cardgen.report.errors import as_cardgen_error
from cardgen.stats.collect import DeckSummary
from cardgen.stats.page import render_stats
from cardgen.stats.results import ChoiceSummary, GroupTable, NumberSummary, Summary
from cardgen.write.files import replace_file


def to_json(decks: Sequence[DeckSummary]) -> str:
    """Return the statistics of decks as a JSON array."""
    found = []
    for deck in decks:
        whole = asdict(deck)
        for kind, stated in zip(deck.kinds, whole["kinds"], strict=True):
            for field, one in zip(kind.fields, stated["fields"], strict=True):
                one["type"] = _type(field)
            for by, one in zip(kind.by, stated["by"], strict=True):
                one["type"] = "groups" if isinstance(by, GroupTable) else "cross"
        found.append(whole)
    return json.dumps(found, ensure_ascii=False, indent=2)


def write_page(decks: Sequence[DeckSummary], target: Path) -> None:
    """Write the page of decks.

    Args:
        decks: The decks, at least one.
        target: The file; an older one stays whole if anything fails.

    Raises:
        CardgenError: E601, the file cannot be written.
    """
    with as_cardgen_error():
        replace_file(target, render_stats(decks).encode())


def _type(field: Summary) -> str:
    if isinstance(field, NumberSummary):
        return "number"
    return "choice" if isinstance(field, ChoiceSummary) else "text"
