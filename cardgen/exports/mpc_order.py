"""Write an order of MakePlayingCards for the desktop tool of MPC Autofill: an XML file with its pictures beside.

The tool (https://github.com/chilli-axe/mpc-autofill, `desktop-tool/src/order.py`) finds a picture by its id, a path from
the folder that it runs in, or else by its name in the folder `cards` beside the order.
"""

from __future__ import annotations

from collections.abc import Iterable, Sequence
from pathlib import PurePosixPath
from typing import Any
from xml.etree import ElementTree

from cardgen.exports.bundle import Bundle, safe_name
from cardgen.exports.images import Row, write_images
from cardgen.exports.prepare import ExportJob

LARGEST = 612
"""Largest number of cards of one order."""

BRACKETS = 18, 36, 55, 72, 90, 108, 126, 144, 162, 180, 198, 216, 234, 396, 504, LARGEST
"""Numbers of cards at which the shop changes its price."""

STOCK = "(S30) Standard Smooth"
_BLANK = "cards/blank_back.png"


def write_mpc_order(job: ExportJob, bundle: Bundle) -> dict[str, Any]:
    """Write the pictures, and an order for each `LARGEST` cards.

    Returns:
        The entries of the manifest about them.
    """
    written = write_images(job, bundle)
    slots = [row for row in written["pieces"] for _copy in range(row["copies"])]
    if any(row["back"] is None for row in slots):
        bundle.add(_BLANK, _blank_picture(job))
    orders = [slots[at : at + LARGEST] for at in range(0, len(slots), LARGEST)]
    stem, several = safe_name(job.name), len(orders) > 1
    files = [
        bundle.add(f"{stem}-{number}.xml" if several else f"{stem}.xml", order_xml(order))
        for number, order in enumerate(orders, 1)
    ]
    return {"orders": files, **written}


def order_xml(slots: Sequence[Row]) -> bytes:
    """Return an order, with every slot of both sides stated, as the tool cannot find a shared back by its name.

    Args:
        slots: Row of the manifest of the card in each slot, at least one; a card without a back gets a white one.
    """
    order = ElementTree.Element("order")
    details = ElementTree.SubElement(order, "details")
    _add(details, "quantity", len(slots))
    _add(details, "bracket", next(size for size in BRACKETS if size >= len(slots)))
    _add(details, "stock", STOCK)
    _add(details, "foil", "false")
    backs = [row["back"] or _BLANK for row in slots]
    _add_side(order, "fronts", [row["front"] for row in slots], slots)
    _add_side(order, "backs", backs, slots)
    _add(order, "cardback", max(dict.fromkeys(backs), key=backs.count))
    ElementTree.indent(order)
    text: bytes = ElementTree.tostring(order, encoding="utf-8", xml_declaration=True)
    return text + b"\n"


def _add_side(order: ElementTree.Element, side: str, files: Iterable[str], slots: Sequence[Row]) -> None:
    """Add the pictures of one side, each once with all of its slots."""
    used: dict[str, list[int]] = {}
    for slot, file in enumerate(files):
        used.setdefault(file, []).append(slot)
    parent = ElementTree.SubElement(order, side)
    for file, places in used.items():
        card = ElementTree.SubElement(parent, "card")
        _add(card, "id", file)
        _add(card, "slots", ",".join(map(str, places)))
        _add(card, "name", PurePosixPath(file).name)
        _add(card, "query", slots[places[0]]["name"])


def _add(parent: ElementTree.Element, tag: str, value: object) -> None:
    ElementTree.SubElement(parent, tag).text = str(value)


def _blank_picture(job: ExportJob) -> bytes:
    from PIL import Image

    from cardgen.pipeline.draw.raster import png

    made = next(iter(job.profile.formats.values()))
    return png(Image.new("RGB", made.canvas, "white"), job.profile.dpi)
