"""Differences between two versions of a deck as a document: a line for each, and the faces before and after."""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from pathlib import Path

from cardgen.changes.compare import Status
from cardgen.proof.difference import Difference
from cardgen.report.sections import (
    CardPicture,
    Cards,
    DataTable,
    KeyPoint,
    KeyPoints,
    Part,
    ReportColumn,
    ReportDocument,
    Row,
    Section,
)

_TITLES: Mapping[Status, str] = {
    "changed": "Changed",
    "new": "New",
    "gone": "Gone",
    "more": "More copies",
    "fewer": "Fewer copies",
}


def difference_document(
    found: Sequence[Difference], pictures: Mapping[str, str] | None = None, deck: Path | None = None
) -> ReportDocument:
    """Return the differences for people.

    Args:
        pictures: Faces as `data:` addresses, by `before/KIND/ID` and `after/KIND/ID`.
    """
    lines = [KeyPoint(_line(one)) for one in found] or [KeyPoint("no piece looks different")]
    parts: list[Part] = [Section("", [KeyPoints(lines, "lines")], only="terminal" if found else "")]
    for status, title in _TITLES.items():
        own = [one for one in found if one.change.status == status]
        if own:
            parts.append(Section(title, _section(own, pictures or {}), only="page"))
    return ReportDocument(f"Differences: {deck.name if deck else ''}", parts, pictures or {})


def _section(found: Sequence[Difference], pictures: Mapping[str, str]) -> list[Part]:
    cards = []
    rows: list[Row] = []
    for one in found:
        design = one.change.design
        keys = [f"{at}/{design.kind}/{design.id}" for at in ("before", "after")]
        both = one.change.status == "changed" and keys[0] in pictures
        key = keys[1] if one.change.after else keys[0]
        cards.append(CardPicture(key, design.name, [f"{_copies(one)} ×", *one.keys], before=keys[0] if both else ""))
        rows.append([design.name, f"{design.kind}/{design.id}", _copies(one), ", ".join(one.keys)])
    columns = ("name", ReportColumn("piece", is_text=True), "copies", ReportColumn("fields that differ", is_text=True))
    return [Cards(cards), DataTable(columns, rows)]


def _line(found: Difference) -> str:
    design = found.change.design
    keys = f" ({', '.join(found.keys)})" if found.keys else ""
    return f"{found.change.status:8}{design.kind}/{design.id}: {design.name}, {_copies(found)} x{keys}"


def _copies(found: Difference) -> str:
    """Return the number of copies, before and after if they differ."""
    both = (found.change.before, found.change.after)
    return " -> ".join(dict.fromkeys(str(look.copies) for look in both if look))
