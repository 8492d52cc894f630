"""Open an unfinished deck as a draft: fill its gaps, and turn its errors into warnings.

Placeholders stand for missing texts and pictures, fields and values with errors are left out, breaches of the game's rules
are warnings, and each face has a small mark. What nothing can stand for, such as a missing `game.yaml`, stays an error.
"""

from __future__ import annotations

from collections.abc import Iterable, Iterator
from dataclasses import replace
from pathlib import Path

from cardgen.model.deck import Deck
from cardgen.plugin.game import Game
from cardgen.plugin.hooks import deck_model
from cardgen.report.diagnostics import Collector, Diagnostic
from cardgen.report.quality import PICTURES
from cardgen.report.source import Node
from cardgen.validate.gaps import fill_gaps
from cardgen.validate.left_out import take_out_broken, take_out_wrong_fields
from cardgen.validate.schema import validate

_LASTING = {"E205"}
"""Codes of findings that stay errors: of two pieces with one id, only one can be drawn."""


def validate_draft(node: Node, path: Path, game: Game, found: Collector) -> Deck | None:
    """Validate an unfinished deck, after its gaps have been filled, and what is wrong in its lists taken out.

    Args:
        node: Root of the file, which receives the placeholders and loses what is wrong.
        found: Receives errors, and as warnings the gaps, what is left out, and the breaches of the game's rules.

    Returns:
        The deck; None if its schema has errors outside of its lists.
    """
    model = deck_model(game)
    fill_gaps(node, model, found)
    wrong = take_out_wrong_fields(node, model)
    if wrong:
        fill_gaps(node, model, found)
    left_out = take_out_broken(node, model)
    _report(wrong, "the field is left out", found)
    _report((error for value in left_out for error in value.errors), "the whole entry is left out", found)
    noted = Collector()
    deck = validate(node, path, game, noted)
    if deck is None:
        found.items += noted.items
    else:
        in_files = (item for item in (*found.items, *noted.items) if item.span)
        found.items[:] = [*(item for item in found.items if not item.span), *soften(in_files)]
        found.items += soften(item for item in noted.items if not item.span)
    return deck


def _report(errors: Iterable[Diagnostic], note: str, found: Collector) -> None:
    """Add errors of what was taken out, unless the reader of a spreadsheet has reported them."""
    known = {(item.code, item.message, item.span) for item in found.items}
    found.items += (
        replace(item, notes=(*item.notes, (note, None)))
        for item in dict.fromkeys(errors)
        if (item.code, item.message, item.span) not in known
    )


def soften(items: Iterable[Diagnostic]) -> Iterator[Diagnostic]:
    """Yield diagnostics with their errors, and the faults of what a placeholder stands for, as warnings of a draft."""
    for item in items:
        is_gap = item.is_error or item.code in PICTURES
        yield replace(item, in_draft=True) if is_gap and item.code not in _LASTING else item


def soften_from(start: int, found: Collector) -> None:
    """Turn the errors that were found from a place on into warnings of a draft."""
    found.items[start:] = soften(found.items[start:])
