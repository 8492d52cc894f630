"""Read finished PDFs back: page arithmetic, boxes, print preferences, fonts, and a clean rendering by every renderer.

Usage: check_pdfs.py [--pdfium | --in-turn] FILE.pdf ...

With `--pdfium`, no renderer but pdfium reads them, which takes a tenth of the time. With `--in-turn`, one of the others
reads each file, the next one the next file.
"""

from __future__ import annotations

import itertools
import os
import shutil
import subprocess
import sys
import tempfile
from collections.abc import Sequence
from concurrent.futures import ProcessPoolExecutor
from pathlib import Path

import pikepdf
import pypdfium2 as pdfium

RENDERERS = {
    "pdftoppm": ["-r", "30", "FILE", "OUT/page"],
    "mutool": ["draw", "-q", "-N", "-r", "30", "-o", "OUT/page%d.png", "FILE"],
    "gs": ["-q", "-dSAFER", "-dBATCH", "-dNOPAUSE", "-dPDFSTOPONERROR", "-r30", "-sDEVICE=nullpage", "FILE"],
}


def structure_faults(path: Path) -> list[str]:
    """Return what is wrong with pages, boxes, preferences or fonts."""
    with pikepdf.open(path) as pdf:
        wrong = {**page_checks(pdf), **document_checks(pdf), **font_checks(pdf)}
    document = pdfium.PdfDocument(path)
    wrong["pdfium cannot render it"] = not all(page.render(scale=0.3).to_pil().size for page in document)
    return [fault for fault, is_so in wrong.items() if is_so]


def page_checks(pdf: pikepdf.Pdf) -> dict[str, bool]:
    """Return each possible problem of the pages, and whether it exists."""
    boxes = [[round(float(side), 2) for side in page.mediabox] for page in pdf.pages]
    trims = [[round(float(side), 2) for side in page.trimbox] for page in pdf.pages]
    return {
        f"{len(boxes)} pages, expected an even number": len(boxes) % 2 == 1 or len(boxes) < 4,
        "the size of a verso differs from that of its recto": boxes[::2] != boxes[1::2],
        "a TrimBox differs from the size of the paper": trims != boxes,
    }


def document_checks(pdf: pikepdf.Pdf) -> dict[str, bool]:
    """Return each possible problem of the preferences and the metadata, and whether it exists."""
    root = pdf.Root
    preferences = root.get("/ViewerPreferences", {})
    pages = [int(page) for page in preferences.get("/PrintPageRange", [])]
    return {
        "print scaling is not off": str(preferences.get("/PrintScaling")) != "/None",
        "duplex is not long edge": str(preferences.get("/Duplex")) != "/DuplexFlipLongEdge",
        "the print range is not 3..N": pages != [3, len(pdf.pages)],
        "no language, bookmarks or title": not ("/Lang" in root and "/Outlines" in root and pdf.docinfo.get("/Title")),
    }


def font_checks(pdf: pikepdf.Pdf) -> dict[str, bool]:
    """Return for each font whether it is not embedded as a subset."""
    fonts = [thing for thing in pdf.objects if isinstance(thing, pikepdf.Dictionary) and thing.get("/Type") == "/Font"]
    simple = [font for font in fonts if font.get("/Subtype") != "/Type0"]
    return {
        f"font {font.get('/BaseFont')} is not embedded as a subset": "+" not in str(font.get("/BaseFont"))
        or not any(key.startswith("/FontFile") for key in font.get("/FontDescriptor", {}))
        for font in simple
    }


def rendering_faults(path: Path, renderer: str) -> list[str]:
    """Return what a renderer complains about."""
    with tempfile.TemporaryDirectory() as folder:
        arguments = [part.replace("FILE", str(path)).replace("OUT", folder) for part in RENDERERS[renderer]]
        run = subprocess.run([renderer, *arguments], capture_output=True, text=True, check=False)
    said = (run.stderr + (run.stdout if renderer == "gs" else "")).strip()
    return [f"{renderer} says: {said[:300]} (exit {run.returncode})"] if run.returncode or said else []


def all_faults(path: Path, renderers: Sequence[str]) -> list[str]:
    """Return what is wrong with a file, and what renderers complain about."""
    return structure_faults(path) + [fault for name in renderers for fault in rendering_faults(path, name)]


def main(names: list[str]) -> int:
    paths = [Path(name) for name in names if not name.startswith("--")]
    renderers = [name for name in RENDERERS if shutil.which(name) and "--pdfium" not in names]
    chosen = [renderers] * len(paths)
    if renderers and "--in-turn" in names:
        chosen = [[name] for _, name in zip(paths, itertools.cycle(renderers), strict=False)]
    bad = 0
    with ProcessPoolExecutor(os.cpu_count()) as executor:
        for path, faults in zip(paths, executor.map(all_faults, paths, chosen), strict=True):
            bad += bool(faults)
            print(f"{path.parent.name}/{path.name}: {'; '.join(faults) or 'good'}")
    print(f"{len(paths)} files, {bad} with problems; rendered by pdfium, {', '.join(renderers) or 'no other'}")
    return 1 if bad or not paths else 0


if __name__ == "__main__":
    sys.exit(main(sys.argv[1:]))
