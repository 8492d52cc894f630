"""Decks with mistakes of all kinds at once: everything that a check says of them stays as in the last version."""

import sys
from collections.abc import Iterator
from dataclasses import replace
from pathlib import Path
from random import Random

import pytest
from PIL import Image

from cardgen.pipeline.check import check_deck
from cardgen.pipeline.open.project import open_project
from cardgen.pipeline.options import BuildOptions, DeckOptions
from cardgen.plugin.resources import resources
from cardgen.report.diagnostics import Collector
from cardgen.report.errors import CardgenError
from tests.recorded import check_recorded
from tests.told import told_in_full

TEMPLATES = resources().templates
HEAD = [
    "languages: [en, pt]", "languages: [en, pt-BR, de]", "languages: [pt]", "languages: [en, xx]", "look: text", "look: tex", "palette: night",
    "size: 40x53", "size: pocker", "images: art", "images: [art, nowhere]", "title: {en: Sea, pt: Mar}", "subtitle: {en: Deep}", "author: Ann", "colors: {accent: '#eeeeee'}",
    "colors: {inkk: '#123456'}", "strict: true", "x-any: 1", "keep: [Dory]", "columns: {name: Title}", "pull: {a.csv: x}", "emblem: {file: moby}", "land: 3", "game: none",
]  # fmt: skip
FIELDS = {
    "name": ["Dory", "Moby", "{en: Orca}", "{en: Orca, pt: Baleia}", "{pt: Foca, it: Foca}", "3", "[a]", "", "Dory", "{en: Seal, ptbr: Foca}", "'A very long name of a ship that sails far'"],
    "text": ["Draw {sun}.", "Draw {sum} and **pay.", "{en: 'Pay {sun}.', pt: Paga}", "'a { b'", "**x** *y*", "{en: 'a {moon}', pt: 'b {moon}'}", "Pay {wave}.", "\\\\{sun\\\\} **"],
    "art": ["moby.png", "Moby.PNG", "moby", "{file: moby.png, focus: top}", "{file: nothing.png, focus: here}", "nothing.svg", "bad.svg", "../moby.png", "bad.png", "https://a.b/c.png", "{file: moby.png, fit: x}"],
    "copies": ["2", "0", "-1", "two", "99999", "1.5"], "cost": ["3", "x", "{en: 1}"], "typ": ["Fish"], "type": ["Fish", "{en: Fish, pt: Peixe}"],
    "icon": ["sun", "sum", "Sun"], "id": ["dory", "Dory X", "moby"], "back": ["moby.png"], "color": ["red", "'#12345'", "'#00ff00'"], "face": ["own.svg.j2"],
}  # fmt: skip


@pytest.fixture
def folder(tmp_path, monkeypatch) -> Path:
    monkeypatch.chdir(tmp_path)
    (tmp_path / "art").mkdir()
    (tmp_path / "icons").mkdir()
    Image.new("RGB", (30, 40), "#203040").save(tmp_path / "art" / "moby.png")
    (tmp_path / "bad.png").write_bytes(b"\x89PNG\r\n\x1a\nhello")
    (tmp_path / "bad.svg").write_text(
        '<svg xmlns="http://www.w3.org/2000/svg" viewBox="0 0 9 9">\n<g onload="x"/></svg>'
    )
    drawn = '<svg xmlns="http://www.w3.org/2000/svg" viewBox="0 0 9 9"><path d="M0 0h9v9z"/></svg>'
    (tmp_path / "icons" / "wave.svg").write_text(drawn)
    (tmp_path / "strings.it.yaml").write_text("cards: Carte\n")
    return tmp_path


def any_deck(rng: Random) -> str:
    lines = ["game: cards", *rng.sample(HEAD, rng.choice((0, 1, 1, 2, 3))), "cards:"]
    for _ in range(rng.choice((1, 2, 3, 5))):
        names = ["name", *rng.sample([*FIELDS], rng.choice((1, 2, 2, 3)))]
        fields = {name: rng.choice(FIELDS[name]) for name in names if rng.random() < 0.95}
        lines.append(
            "  - " + "\n    ".join(f"{name}: {value}" for name, value in fields.items()) if fields else "  - {}"
        )
    return "\n".join(lines) + "\n"


def opened(path: Path, options: DeckOptions, is_partial: bool) -> Iterator[str]:
    """What a deck becomes, and what is said of it."""
    found = Collector()
    try:
        project = open_project(path, options, found, is_partial=is_partial)
    except CardgenError as error:
        yield from map(told_in_full, error.diagnostics)
        return
    faulty = sorted(str(span) for span in project.faulty)
    yield f"{project.title}; {project.renderer.language}, {project.card}, without {faulty}"
    yield f"{project.deck.data.model_dump(exclude_unset=True)}"
    yield from map(told_in_full, found.items)


@pytest.mark.skipif(sys.platform in ("win32", "darwin"), reason="names of files have no case there")
def test_changed_decks_are_told_as_recorded(folder):
    options = DeckOptions()
    ways = [options, options, replace(options, language="pt"), replace(options, draft=True), options, replace(options, language="it"), replace(options, images=("art",), palette="night")]  # fmt: skip

    def cases() -> Iterator[str]:
        for seed in range(130):
            rng = Random(seed)
            text, way = any_deck(rng), ways[seed % len(ways)]
            Path("sea.yaml").write_text(text, "utf-8")
            yield f"== {seed} {way.language} {'draft' * way.draft}{'partial' * (seed % 3 == 0)}"
            yield from (f"< {line}" for line in text.splitlines()[1:])
            yield from opened(Path("sea.yaml"), way, seed % 3 == 0)
        for seed in range(6):
            text = any_deck(Random(1000 + seed))
            Path("sea.yaml").write_text(text, "utf-8")
            yield f"== {1000 + seed}, drawn"
            yield from (f"< {line}" for line in text.splitlines()[1:])
            yield from map(
                told_in_full, check_deck(Path("sea.yaml"), BuildOptions(strict=seed == 1), lambda _stage: None)
            )

    lines = (line.replace(str(folder), "here").replace(f"{TEMPLATES}/", "") for line in cases())
    check_recorded(Path(__file__).with_name("decks.txt"), lines)
