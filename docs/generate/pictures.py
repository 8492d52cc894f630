"""Make the pictures of the documents from real pages.

Usage: python -m docs.generate.pictures
"""

from __future__ import annotations

import shutil
import tempfile
from collections.abc import Sequence
from pathlib import Path

import pypdfium2 as pdfium
from PIL import Image

import cardgen
from cardgen import BuildOptions
from cardgen.printer.calibrate import write_calibration
from cardgen.proof.files import compare_decks

ROOT = Path(__file__).resolve().parents[2]
DECKS, IMAGES = ROOT / "decks", ROOT / "docs" / "images"
PAGES = (
    (("samurai", 3), ("samurai", 5), ("samurai", 9), ("samurai", 13)),
    (("elves", 5), ("lockkeepers", 5), ("spore-court", 5), ("elves", 4)),
)
DPI = 62
GAP = 14  # pixels around each page
BACKGROUND = "#6b6660"


def page_picture(file: Path, index: int, dpi: int = DPI) -> Image.Image:
    """Return a page of a PDF as a picture.

    Args:
        file: The PDF.
        index: Index of the page, from 0.
        dpi: Resolution.
    """
    with pdfium.PdfDocument(file) as document:
        picture: Image.Image = document[index].render(scale=dpi / 72).to_pil().convert("RGB")
    return picture


def contact_sheet(rows: Sequence[Sequence[Image.Image]]) -> Image.Image:
    """Return pictures of equal height in rows, on a dark ground."""
    width = sum(picture.width + GAP for picture in rows[0]) + GAP
    height = sum(max(picture.height for picture in row) + GAP for row in rows) + GAP
    sheet, y = Image.new("RGB", (width, height), BACKGROUND), GAP
    for row in rows:
        x = GAP
        for picture in row:
            sheet.paste(picture, (x, y))
            x += picture.width + GAP
        y += max(picture.height for picture in row) + GAP
    return sheet.quantize(256, dither=Image.Dither.NONE)


def pages(folder: Path) -> Image.Image:
    """Return sheets of the four decks."""
    for name in {name for row in PAGES for name, _ in row}:
        cardgen.build(DECKS / f"{name}.yaml", folder)
    return contact_sheet([[page_picture(folder / f"{name}.pdf", number - 1) for name, number in row] for row in PAGES])


def layouts(folder: Path) -> Image.Image:
    """Return a sheet that is folded, and a sheet with cut lines."""
    only = ("abilities",)
    ways = {
        "folded.pdf": BuildOptions(only=only, duplex="fold", gap="4mm"),
        "lines.pdf": BuildOptions(only=only, marks="lines", corners="3mm", gap="3mm"),
    }
    for name, options in ways.items():
        cardgen.build(DECKS / "elves.yaml", folder / name, options)
    return contact_sheet([[page_picture(folder / name, 2) for name in ways]])


def calibration(folder: Path) -> Image.Image:
    """Return the first page of the calibration sheets."""
    write_calibration(folder / "calibration.pdf", paper="a4", flip="long")
    return page_picture(folder / "calibration.pdf", 0, dpi=110).convert("L").quantize(16)


def difference(folder: Path) -> Image.Image:
    """Return the comparison of two versions of a deck."""
    shutil.copytree(DECKS, folder / "decks")
    old = folder / "decks" / "samurai.yaml"
    text = old.read_text("utf-8").replace("recruits: Kyudokas", "recruits: Archers").replace("Perfect Cut", "Cut")
    old.write_text(text, "utf-8")
    compare_decks(old, DECKS / "samurai.yaml", folder / "diff.pdf", BuildOptions(), lambda _stage: None)
    picture = page_picture(folder / "diff.pdf", 0, dpi=100)
    return picture.crop((0, 120, picture.width, 380)).quantize(128, dither=Image.Dither.NONE)


def main() -> None:
    """Write the pictures."""
    for name, draw in {"calibration": calibration, "diff": difference, "layouts": layouts, "pages": pages}.items():
        with tempfile.TemporaryDirectory() as folder:
            draw(Path(folder)).save(IMAGES / f"{name}.png", optimize=True)


if __name__ == "__main__":
    main()
