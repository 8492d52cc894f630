"""Read finished PDFs back: page arithmetic, boxes, print preferences, fonts, and a clean rendering by every renderer.

Usage: check_pdfs.py FILE.pdf ...
"""

from __future__ import annotations

import shutil
import subprocess
import sys
import tempfile
from pathlib import Path

import pikepdf
import pypdfium2 as pdfium

RENDERERS = {
    "pdftoppm": ["-r", "30", "FILE", "OUT/page"],
    "mutool": ["draw", "-q", "-N", "-r", "30", "-o", "OUT/page%d.png", "FILE"],
    "gs": ["-q", "-dSAFER", "-dBATCH", "-dNOPAUSE", "-dPDFSTOPONERROR", "-sDEVICE=nullpage", "FILE"],
}


def structure_faults(path: Path) -> list[str]:
    """What is wrong with pages, boxes, preferences or fonts."""
    faults = []
    with pikepdf.open(path) as pdf:
        pages, root = list(pdf.pages), pdf.Root
        sizes = [tuple(round(float(side), 2) for side in page.mediabox) for page in pages]
        preferences = root.get("/ViewerPreferences", {})
        if len(pages) % 2 or len(pages) < 4:
            faults.append(f"{len(pages)} pages, expected an even number")
        if any(sizes[at] != sizes[at + 1] for at in range(0, len(pages) - 1, 2)):
            faults.append("a verso is of another size than its recto")
        if str(preferences.get("/PrintScaling")) != "/None":
            faults.append("print scaling is not off")
        if str(preferences.get("/Duplex")) != "/DuplexFlipLongEdge":
            faults.append("duplex is not long edge")
        if [int(page) for page in preferences.get("/PrintPageRange", [])] != [3, len(pages)]:
            faults.append("the print range is not 3..N")
        if "/Lang" not in root or "/Outlines" not in root or not pdf.docinfo.get("/Title"):
            faults.append("no language, bookmarks or title")
        for page in pages:
            if [float(side) for side in page.trimbox] != [float(side) for side in page.mediabox]:
                faults.append("a TrimBox is not the paper")
        for font in (thing for thing in pdf.objects if isinstance(thing, pikepdf.Dictionary)):
            if font.get("/Type") == "/Font" and font.get("/Subtype") in ("/TrueType", "/Type1"):
                embedded = "/FontFile2" in font.get("/FontDescriptor", {})
                if not embedded or "+" not in str(font.BaseFont):
                    faults.append(f"font {font.BaseFont} is not embedded as a subset")
    document = pdfium.PdfDocument(path)
    if not all(page.render(scale=0.3).to_pil().size for page in document):
        faults.append("pdfium cannot render it")
    return faults


def rendering_faults(path: Path, renderer: str) -> list[str]:
    """What a renderer complains of."""
    with tempfile.TemporaryDirectory() as folder:
        arguments = [part.replace("FILE", str(path)).replace("OUT", folder) for part in RENDERERS[renderer]]
        run = subprocess.run([renderer, *arguments], capture_output=True, text=True, check=False)
    said = (run.stderr + (run.stdout if renderer == "gs" else "")).strip()
    return [f"{renderer} says: {said[:300]} (exit {run.returncode})"] if run.returncode or said else []


def main(paths: list[str]) -> int:
    renderers = [name for name in RENDERERS if shutil.which(name)]
    bad = 0
    for path in map(Path, paths):
        faults = structure_faults(path) + [fault for name in renderers for fault in rendering_faults(path, name)]
        bad += bool(faults)
        print(f"{path.parent.name}/{path.name}: {'; '.join(faults) or 'good'}")
    print(f"{len(paths)} files, {bad} with faults; rendered by pdfium, {', '.join(renderers) or 'no other renderer'}")
    return 1 if bad or not paths else 0


if __name__ == "__main__":
    sys.exit(main(sys.argv[1:]))
