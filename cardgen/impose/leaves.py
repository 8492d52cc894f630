"""Whole pages, such as those of a rules leaflet, on both sides of their paper."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import replace

from cardgen.impose.duplex import verso_of
from cardgen.impose.layout import Layout
from cardgen.impose.marks import whole
from cardgen.impose.pieces import numbered
from cardgen.model.drawing import Drawing
from cardgen.model.sheet import Placement, Sheet, Side


def whole_page(page: Drawing) -> Side:
    """A side that is one drawing."""
    return Side((Placement(page, whole(page.size)),))


def impose_leaves(pages: Sequence[Drawing], layout: Layout, *, kind: str, title: str) -> list[Sheet]:
    """Put pages on sheets in reading order, two on each, or one if the paper is printed on one side.

    Args:
        pages: Each as large as its paper.
        layout: How the paper is turned.
        kind: What the sheets are said to carry.
        title: Of the sheets, for people; numbered if there are several.
    """
    share = 2 if layout.two_sided else 1
    groups = [pages[at : at + share] for at in range(0, len(pages), share)]
    sheets = []
    for number, group in enumerate(groups, 1):
        recto, paper = whole_page(group[0]), group[0].size
        sheet = Sheet(kind, numbered(title, number, len(groups)), paper, recto, None, heading=title)
        if len(group) > 1:
            sheet = replace(sheet, verso=verso_of(recto.placements, group[1:], paper, layout.flip))
        sheets.append(sheet)
    return sheets
