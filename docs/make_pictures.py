"""Make docs/pages.png, the picture in the README, from real pages: python docs/make_pictures.py."""

from __future__ import annotations

import tempfile
from pathlib import Path

import pypdfium2 as pdfium
from PIL import Image

from cardgen.pipeline import Options, prepare, write

ROOT = Path(__file__).resolve().parent.parent
PAGES = {"samurai": (3, 5, 9, 13), "elves": (3, 5, 4, 11)}
DPI, GAP = 62, 14


def page_pictures(name: str, folder: Path) -> list[Image.Image]:
    """Chosen pages of a deck."""
    target = folder / f"{name}.pdf"
    write(prepare(ROOT / "decks" / f"{name}.yaml", Options()), target)
    document = pdfium.PdfDocument(target)
    pictures = [document[number - 1].render(scale=DPI / 72).to_pil().convert("RGB") for number in PAGES[name]]
    document.close()
    return pictures


def main() -> None:
    """Write the picture."""
    with tempfile.TemporaryDirectory() as folder:
        rows = [page_pictures(name, Path(folder)) for name in PAGES]
    width = sum(picture.width + GAP for picture in rows[0]) + GAP
    height = sum(row[0].height + GAP for row in rows) + GAP
    sheet = Image.new("RGB", (width, height), "#6b6660")
    y = GAP
    for row in rows:
        x = GAP
        for picture in row:
            sheet.paste(picture, (x, y))
            x += picture.width + GAP
        y += row[0].height + GAP
    sheet.quantize(256, dither=Image.Dither.NONE).save(ROOT / "docs" / "pages.png", optimize=True)


if __name__ == "__main__":
    main()
