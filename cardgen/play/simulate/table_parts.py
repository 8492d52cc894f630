"""Parts of the tables of a playtest in the terminal."""

from __future__ import annotations

from rich import box
from rich.table import Table
from rich.text import Text

from cardgen.play.simulate.formats import points
from cardgen.play.simulate.report_cards import Impact


def new_table(title: str, *columns: str) -> Table:
    """Return an empty table; all its columns but the first are aligned on the right.

    Args:
        columns: Title of each column.
    """
    table = Table(
        title=title,
        title_justify="left",
        box=box.SIMPLE_HEAD,
        padding=(0, 1, 0, 0),
        show_edge=False,
        title_style="bold",
    )
    for at, column in enumerate(columns):
        table.add_column(column, justify="right" if at else "left", overflow="fold")
    return table


def impact_text(impact: Impact | None) -> Text:
    """Return the contribution of a card in percentage points, marked if it is significant."""
    if impact is None:
        return Text("")
    gain, sure = impact.gain, impact.significant
    colour = ("green" if gain.estimate > 0 else "red") if sure else ""
    return Text(points(gain) + (" *" if sure else "  "), colour)
