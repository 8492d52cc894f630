"""The reference of sheets: the labels and perforated cards that `--paper` knows by their product names."""

from __future__ import annotations

from dataclasses import replace

from cardgen.impose.paper import PAPERS
from cardgen.impose.products import Product, products

_PAPERS = {size: name.capitalize() for name, size in PAPERS.items() if name in {"a4", "letter"}}


def page() -> str:
    """Return the text of the page."""
    alike: dict[Product, list[str]] = {}
    for name, product in products().items():
        maker = name.partition("-")[0].capitalize()
        alike.setdefault(replace(product, name=maker), []).append(name)
    rows = sorted(alike.items(), key=lambda pair: (pair[0].paper.width, pair[0].slot.width, pair[0].slot.height))
    return "\n".join(
        [
            "# Sheets of labels and cards",
            "",
            "`--paper NAME` prints into the slots of these products; see [Print a deck](../how-to/print.md).",
            "Sizes are in mm, for the upright sheet; sheets in one row have the same slots.",
            "",
            "| Names | Sold as | Paper | Slots | Size of a slot | First slot from left, top |",
            "|---|---|---|---|---|---|",
            *(_row(product, names) for product, names in rows),
            "",
        ]
    )


def _row(product: Product, names: list[str]) -> str:
    shown = ", ".join(f"`{name}`" for name in names)
    place = f"{product.first.x:.4g}, {product.first.y:.4g}"
    size = f"{product.slot.width:.4g} × {product.slot.height:.4g}"
    slots = f"{product.columns} × {product.rows}"
    return f"| {shown} | {product.about} | {_PAPERS[product.paper]} | {slots} | {size} | {place} |"
