"""Make the pictures of the documents from real pages.

Usage: python -m docs.generate.pictures
"""

from __future__ import annotations

import shutil
import tempfile
from pathlib import Path

import pypdfium2 as pdfium
from PIL import Image

from cardgen.cli.calibrate import calibrate
from cardgen.pipeline.build import prepare, write
from cardgen.pipeline.options import BuildOptions, LayoutOptions
from cardgen.proof.difference import draw_differences, list_differences

ROOT = Path(__file__).resolve().parents[2]
PAGES = (
    (("samurai", 3), ("samurai", 5), ("samurai", 9), ("samurai", 13)),
    (("elves", 5), ("lockkeepers", 5), ("spore-court", 5), ("elves", 4)),
)
DPI, GAP = 62, 14


def page_picture(name: str, number: int, folder: Path) -> Image.Image:
    """A page of a deck."""
    target = folder / f"{name}.pdf"
    if not target.exists():
        write(prepare(ROOT / "decks" / f"{name}.yaml", BuildOptions()), target)
    document = pdfium.PdfDocument(target)
    picture = document[number - 1].render(scale=DPI / 72).to_pil().convert("RGB")
    document.close()
    return picture


def _calibration() -> Image.Image:
    """The first page of the calibration sheet."""
    with tempfile.TemporaryDirectory() as folder:
        calibrate(Path(folder) / "calibration.pdf")
        document = pdfium.PdfDocument(Path(folder) / "calibration.pdf")
        picture = document[0].render(scale=110 / 72).to_pil().convert("L")
        document.close()
    return picture.quantize(16)


def _layouts() -> Image.Image:
    """Sheets of two other ways to print: to be folded, and with lines to cut along."""
    ways = (LayoutOptions(duplex="fold", gap="4mm"), LayoutOptions(marks="lines", corners="3mm", gap="3mm"))
    pictures = []
    with tempfile.TemporaryDirectory() as folder:
        for wishes in ways:
            options = BuildOptions(only=("abilities",), layout=wishes)
            (path,) = write(prepare(ROOT / "decks" / "elves.yaml", options), Path(folder) / "sheet.pdf")
            document = pdfium.PdfDocument(path)
            pictures.append(document[2].render(scale=DPI / 72).to_pil().convert("RGB"))
            document.close()
    width, height = sum(picture.width + GAP for picture in pictures) + GAP, max(p.height for p in pictures) + 2 * GAP
    sheet, x = Image.new("RGB", (width, height), "#6b6660"), GAP
    for picture in pictures:
        sheet.paste(picture, (x, GAP))
        x += picture.width + GAP
    return sheet.quantize(256, dither=Image.Dither.NONE)


def _diff() -> Image.Image:
    """Two versions of an army side by side."""
    with tempfile.TemporaryDirectory() as folder:
        shutil.copytree(ROOT / "decks", Path(folder) / "decks")
        old = Path(folder) / "decks" / "samurai.yaml"
        text = old.read_text("utf-8").replace("recruits: Kyudokas", "recruits: Archers").replace("Perfect Cut", "Cut")
        old.write_text(text, "utf-8")
        options = BuildOptions(only=("bases", "abilities"))
        before, after = prepare(old, options), prepare(ROOT / "decks" / "samurai.yaml", options)
        document = pdfium.PdfDocument(draw_differences(before, after, list_differences(before, after)))
        picture = document[0].render(scale=100 / 72).to_pil().convert("RGB")
        document.close()
    return picture.crop((0, 120, picture.width, 380)).quantize(128, dither=Image.Dither.NONE)


def main() -> None:
    """Write the pictures."""
    _diff().save(ROOT / "docs" / "images" / "diff.png", optimize=True)
    _layouts().save(ROOT / "docs" / "images" / "layouts.png", optimize=True)
    _calibration().save(ROOT / "docs" / "images" / "calibration.png", optimize=True)
    with tempfile.TemporaryDirectory() as folder:
        rows = [[page_picture(name, number, Path(folder)) for name, number in row] for row in PAGES]
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
    sheet.quantize(256, dither=Image.Dither.NONE).save(ROOT / "docs" / "images" / "pages.png", optimize=True)


if __name__ == "__main__":
    main()
