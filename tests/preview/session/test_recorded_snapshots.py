"""What a page is told of decks, whole: of pieces of every form, of documents and sheets, and of decks with errors."""

import json
import re
from collections.abc import Callable, Iterator
from dataclasses import replace
from pathlib import Path

from things import ARROWS, CARDS, COINS, FLAPS, HEXES, MAPS, MAT

from cardgen.pipeline.options import BuildOptions
from cardgen.preview.session.session import PreviewSession
from cardgen.preview.session.snapshot import Snapshot, snapshot_json
from tests.edits import edit
from tests.recorded import check_recorded

CARDS_ONLY = """game: cards
title: {en: Ferries, pt: Balsas}
subtitle: Of a lake
languages: [pt, en]
cards:
  - {name: Ferry, copies: 2, art: art/ferry.svg}
  - {name: {en: Oar, pt: Remo}, art: none.png, text: Row.}
  - {name: Pier, art: none.png, copies: 0}
  - {name: Quay, art: other.png}
  - {name: Buoy, art: art/broken.png}
  - {name: Reed, art: "placeholder:reed"}
"""


def told(title: str, snapshot: Snapshot, known: dict[str, str], folder: Path) -> Iterator[str]:
    """The values of a snapshot, with a number for each key of a picture: equal pictures have equal numbers."""

    def numbered(found: re.Match[str]) -> str:
        return known.setdefault(found[0], f"#{len(known) + 1}")

    yield f"== {title}"
    for name, value in snapshot_json(snapshot).items():
        shown = value and value["intro"] if name == "instructions" else value
        lines = [*shown] if isinstance(shown, list | tuple) and name not in ("card", "languages") else [shown]
        for line in lines:
            text = json.dumps(line, ensure_ascii=False).replace(str(folder), "FOLDER")
            yield f"{name}: {re.sub('[0-9a-f]{24}', numbered, text)}"


def test_snapshots_are_as_recorded(things: Callable[..., Path], tmp_path: Path) -> None:
    found, known = [], dict[str, str]()
    lake = tmp_path / "lake"
    (lake / "art").mkdir(parents=True)
    file = lake / "ferries.yaml"
    file.write_text(CARDS_ONLY, "utf-8")
    (lake / "art" / "ferry.svg").write_text('<svg xmlns="http://www.w3.org/2000/svg" viewBox="0 0 9 9"/>', "utf-8")
    (lake / "art" / "broken.png").write_bytes(b"no picture")
    session = PreviewSession(file, BuildOptions(language="pt", paper="letter", card="tarot"))
    found += told("missing pictures", session.build(), known, lake)
    edit(file, "copies: 2", "copies: 2x")
    edit(file, 'art: "placeholder:reed"', 'art: "placeholder:reed", copies: x')
    edit(file, "text: Row.", "text: Rows.")
    edit(file, "none.png, copies: 0", "none.svg")
    found += told("a wrong card", session.build(), known, lake)
    edit(file, "cards:\n", "cards: [\n")
    found += told("a broken deck", session.build(), known, lake)
    edit(file, "cards: [\n", "cards:\n")
    edit(file, "copies: 2x", "copies: 3")
    edit(file, ", copies: x", "")
    found += told("mended", session.build(), known, lake)
    deck = things(replace(CARDS, endwise=True), FLAPS, ARROWS, COINS, HEXES, MAPS, MAT)
    for name, options in (("round", BuildOptions(corners="3mm")), ("one side", BuildOptions(duplex="none", ink="low"))):
        found += told(name, PreviewSession(deck, options).build(), known, deck.parent)
    found += told("draft", PreviewSession(things(CARDS), BuildOptions(draft=True)).build(), known, deck.parent)
    check_recorded(Path(__file__).with_name("snapshots.txt"), found)
