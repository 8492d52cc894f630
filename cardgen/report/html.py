"""Pages of reports: one HTML file that needs no network, with a style sheet for text, tables and plots."""

from __future__ import annotations

from collections.abc import Iterable, Sequence
from html import escape

from cardgen.report.visible import visible

STYLE = """
:root { color-scheme: light; }
body { font: 16px/1.5 system-ui, sans-serif; max-width: 60rem; margin: 2rem auto; padding: 0 1rem; color: #222;
  background: #fff; }
h1 { margin-bottom: 0; } h2 { margin-top: 2.5rem; } h3 { margin: 1.5rem 0 .25rem; }
.note { color: #666; font-size: .9rem; }
table { border-collapse: collapse; width: 100%; font-variant-numeric: tabular-nums; }
th, td { padding: .25rem .6rem; border-bottom: 1px solid #ddd; text-align: right; vertical-align: top; }
td { white-space: nowrap; }
th:first-child, td:first-child { text-align: left; }
.cards { font-size: .9rem; }
.heat { table-layout: fixed; } .heat th + th, .heat td + td { text-align: center; } .heat small { color: #444; }
.bar { display: inline-block; min-width: 4.5rem; text-align: left; padding: 0 .3rem;
  background: linear-gradient(#cfdfec, #cfdfec) no-repeat left / var(--w) 100%; }
.bar.loud { background-image: linear-gradient(#f0b8ae, #f0b8ae); }
svg { width: 100%; height: auto; } svg text { font: 12px system-ui, sans-serif; fill: #222; }
.scroll { overflow-x: auto; }
@media print { h2 { break-after: avoid; } svg, tr { break-inside: avoid; } }
"""


def page(title: str, parts: Iterable[str], style: str = "") -> str:
    """Return a whole page.

    Args:
        title: Title in the window of the browser, as text.
        style: Rules of the style sheet beside the common ones.
    """
    head = f'<meta charset="utf-8"><title>{escape(title)}</title><style>{STYLE}{style}</style>'
    view = '<meta name="viewport" content="width=device-width">'
    body = "\n".join(parts)
    return visible(f'<!doctype html>\n<html lang="en"><head>{head}{view}</head>\n<body>\n{body}\n</body></html>\n')


def table(head: Sequence[str], rows: Sequence[Sequence[str]], kind: str = "") -> str:
    """Return a table.

    Args:
        head: Titles of the columns, as text.
        rows: Cells of each row, as markup.
        kind: Class of the table in the style sheet, or nothing.
    """
    top = "".join(f"<th>{escape(cell)}</th>" for cell in head)
    body = "\n".join("<tr>" + "".join(f"<td>{cell}</td>" for cell in row) + "</tr>" for row in rows)
    return f'<div class="scroll"><table class="{kind}"><thead><tr>{top}</tr></thead><tbody>\n{body}\n</tbody></table></div>'
