"""Impose leaves: whole pages, such as those of a rules leaflet, on both sides of their paper."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import replace

from cardgen.impose.duplex import verso_of
from cardgen.impose.layout import Layout
from cardgen.impose.marks import page_box
from cardgen.impose.pieces import number_title
from cardgen.model.drawing import Drawing
from cardgen.model.sheet import Placement, Sheet, Side


def fill_page(page: Drawing) -> Side:
    """Return a side that one drawing fills."""
    return Side((Placement(page, page_box(page.size)),))


def impose_leaves(pages: Sequence[Drawing], layout: Layout, *, kind: str, title: str) -> list[Sheet]:
    """Put pages on sheets in reading order, two on each, or one if the paper is printed on one side.

    Args:
        pages: Pages in reading order, each as large as its paper.
        title: Title of the sheets, for people; numbered if there are several.
    """
    share = 2 if layout.two_sided else 1
    groups = [pages[at : at + share] for at in range(0, len(pages), share)]
    sheets = []
    for number, group in enumerate(groups, 1):
        recto, paper = fill_page(group[0]), group[0].size
        sheet = Sheet(kind, number_title(title, number, len(groups)), paper, recto, None, heading=title)
        if len(group) > 1:
            sheet = replace(sheet, verso=verso_of(recto.placements, group[1:], paper, layout.flip))
        sheets.append(sheet)
    return sheets
