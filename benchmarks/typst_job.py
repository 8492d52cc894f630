"""Set the deck of the benchmark with Typst alone, as benchmarks/against_typst.py asks for it.

Usage: typst_job.py DECK PDF
"""

from __future__ import annotations

import json
import re
import shutil
import sys
import tempfile
from pathlib import Path

import typst
import yaml

HERE = Path(__file__).parent
FONTS = HERE.parent / "fonts"
_PARTS = re.compile(r"\*\*(.+?)\*\*|\{(\w+)\}")


def _parts(text: str) -> list[tuple[str, str]]:
    """Return a text as parts: plain, bold, and icons."""
    found, start = [], 0
    for match in _PARTS.finditer(text):
        found.append(("plain", text[start : match.start()]))
        found.append(("bold", match[1]) if match[1] else ("icon", match[2]))
        start = match.end()
    return [*found, ("plain", text[start:])]


def main() -> None:
    deck, pdf = map(Path, sys.argv[1:])
    cards = yaml.load(deck.read_bytes(), yaml.CSafeLoader)["cards"]
    for card in cards:
        card["text"] = _parts(card["text"])
    pdf.parent.mkdir(exist_ok=True)
    with tempfile.TemporaryDirectory() as root:
        folder = Path(root)
        shutil.copy(HERE / "typst_cards.typ", folder / "main.typ")
        shutil.copytree(HERE / "templates" / "icons", folder / "icons")
        for picture in deck.parent.glob("*.jpg"):
            (folder / picture.name).symlink_to(picture)
        (folder / "cards.json").write_text(json.dumps(cards), "utf-8")
        typst.compile(str(folder / "main.typ"), output=str(pdf), font_paths=[str(FONTS)], ignore_system_fonts=True)


if __name__ == "__main__":
    main()
