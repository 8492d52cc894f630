"""Write the page of statistics."""

from __future__ import annotations

from collections.abc import Sequence
from pathlib import Path

from cardgen.report.errors import as_cardgen_error
from cardgen.report.html import render_page
from cardgen.stats.collect import DeckSummary
from cardgen.stats.document import stats_document
from cardgen.write.files import replace_file


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
