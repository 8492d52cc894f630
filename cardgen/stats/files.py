"""Statistics as files: JSON for scripts, and the page."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import asdict
from pathlib import Path
from typing import Any

from cardgen.report.errors import as_cardgen_error
from cardgen.report.html import render_page
from cardgen.report.json_text import format_json
from cardgen.stats.collect import DeckSummary
from cardgen.stats.document import stats_document
from cardgen.stats.results import ChoiceSummary, GroupTable, NumberSummary, Summary
from cardgen.write.files import replace_file


def to_json(decks: Sequence[DeckSummary]) -> str:
    """Return the statistics of decks as a JSON array."""
    return format_json([plain_summary(deck) for deck in decks])


def plain_summary(deck: DeckSummary) -> dict[str, Any]:
    """Return the statistics of a deck as they are in the JSON: dicts, lists and scalars."""
    whole = asdict(deck)
    for kind, stated in zip(deck.kinds, whole["kinds"], strict=True):
        for field, one in zip(kind.fields, stated["fields"], strict=True):
            one["type"] = _type(field)
        for by, one in zip(kind.by, stated["by"], strict=True):
            one["type"] = "groups" if isinstance(by, GroupTable) else "cross"
    return whole


def write_page(decks: Sequence[DeckSummary], target: Path) -> None:
    """Write the page of decks.

    Args:
        decks: The decks, at least one.
        target: The file; an older one stays whole if anything fails.

    Raises:
        CardgenError: E601, the file cannot be written.
    """
    with as_cardgen_error():
        replace_file(target, render_page(stats_document(decks)).encode())


def _type(field: Summary) -> str:
    if isinstance(field, NumberSummary):
        return "number"
    return "choice" if isinstance(field, ChoiceSummary) else "text"
