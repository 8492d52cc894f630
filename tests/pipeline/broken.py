"""Broken decks of every kind, each as the changes that break a deck that ships with the tests.

`test_check_is_build.py` runs each of them through a check and through a build. Add a case here for every new thing that a
build may refuse.
"""

from __future__ import annotations

import shutil
from collections.abc import Mapping
from dataclasses import dataclass, field
from pathlib import Path

import toy

from cardgen.plugin.resources import resources

NO_FONT = '<svg xmlns="http://www.w3.org/2000/svg" viewBox="0 0 9 9"><text y="5" font-family="Nope">A</text></svg>'
SMALL_PNG = bytes.fromhex(
    "89504e470d0a1a0a0000000d4948445200000001000000010802000000907753de0000000c49444154789c63f8cfc0000003010100c9fe92ef"
    "0000000049454e44ae426082"
)


@dataclass(frozen=True)
class Broken:
    """A deck with something wrong.

    Attributes:
        codes: The codes that are reported, sorted; each once.
        deck: The deck file: `suns.yaml` of the toy game, `elves.yaml` of Attack the Tower, or a file of `files`.
        edits: Words of the deck, and what replaces them.
        files: Path to content of files that are added or replaced; None deletes the file.
        options: Options of the build.
        out: Folder of the PDF, or the PDF itself.
    """

    codes: tuple[str, ...]
    deck: str = "suns.yaml"
    edits: Mapping[str, str] = field(default_factory=dict)
    files: Mapping[str, str | bytes | None] = field(default_factory=dict)
    options: Mapping[str, object] = field(default_factory=dict)
    out: str = "out"

    def write(self, folder: Path) -> Path:
        """Write the deck with its pictures into a folder; return its path."""
        if self.deck == "suns.yaml":
            shutil.copytree(toy.FOLDER / "art", folder / "art")
            shutil.copy(toy.DECK, folder)
        elif self.deck == "elves.yaml":
            shutil.copytree(resources().decks / "art" / "elves", folder / "art" / "elves")
            shutil.copy(resources().decks / self.deck, folder)
        for name, content in self.files.items():
            path = folder / name
            path.parent.mkdir(parents=True, exist_ok=True)
            if content is None:
                path.unlink()
            else:
                path.write_bytes(content if isinstance(content, bytes) else content.encode())
        deck = folder / self.deck
        for old, new in self.edits.items():
            text = deck.read_text("utf-8")
            assert old in text, old
            deck.write_text(text.replace(old, new), "utf-8")
        return deck


TOY_TEMPLATES = {
    path.name: path.read_text("utf-8") for path in (toy.FOLDER / "templates").iterdir() if path.suffix == ".j2"
}


def _template(old: str, new: str, name: str = "card.svg.j2") -> dict[str, str]:
    """Return the file of a template of the toy game with some words replaced."""
    assert old in TOY_TEMPLATES[name], old
    return {f"templates/{name}": TOY_TEMPLATES[name].replace(old, new, 1)}


CASES: dict[str, Broken] = {
    # the deck file
    "no problem": Broken(()),
    "not there": Broken(("E101",), "none.yaml"),
    "empty": Broken(("E109",), files={"suns.yaml": ""}),
    "no YAML": Broken(("E112",), edits={"title: Suns": "title: 'Suns"}),
    "unknown game": Broken(("E201",), edits={"game: toy": "game: toi"}),
    "no game": Broken(("E202",), edits={"game: toy\n": ""}),
    "unknown key": Broken(("E203",), edits={"author:": "autor:"}),
    "wrong type": Broken(("E204",), edits={"copies: 10": "copies: ten"}),
    "duplicate key": Broken(("E106",), edits={"title: Suns": "title: Suns\ntitle: Moons"}),
    "warning": Broken(("W399",), edits={"copies: 10": "copies: 13"}),
    "strict warning": Broken(("W399",), edits={"copies: 10": "copies: 13"}, options={"strict": True}),
    "nothing to print": Broken(
        ("E505",),
        edits={"copies: 10": "copies: 0", "- id: dusk": "- id: dusk\n    copies: 0"},
        options={"only": ("cards",)},
    ),
    "too many copies": Broken(("E119",), edits={"copies: 10": "copies: 99999999"}),
    # pictures
    "picture missing": Broken(("E121",), files={"art/sun.svg": None}),
    "picture outside": Broken(("E125",), edits={"art/sun.svg": "../sun.svg"}),
    "picture is no SVG": Broken(("E122",), files={"art/sun.svg": "<svg"}),
    "picture is empty": Broken(("E122",), files={"art/sun.svg": b""}),
    "picture is no picture": Broken(("E122",), edits={"art/sun.svg": "art/sun.png"}, files={"art/sun.png": b"GIF89a"}),
    "picture is coarse": Broken(("E410",), edits={"art/sun.svg": "art/sun.png"}, files={"art/sun.png": SMALL_PNG}),
    "font of a picture": Broken(("E408",), files={"art/sun.svg": NO_FONT}),
    "font of a picture, and a warning": Broken(
        ("E408", "W399"), edits={"copies: 10": "copies: 13"}, files={"art/sun.svg": NO_FONT}
    ),
    # texts
    "unknown icon": Broken(("E206",), edits={"{sun}": "{sum}"}),
    "unclosed bold": Broken(("W332",), edits={"**Rise**": "**Rise"}),
    "text too long": Broken(("E406",), edits={"Go to rest.": "word " * 400}),
    "character without a font": Broken(("E407",), edits={"Go to rest.": "Go to \u6771."}),
    "language lacks": Broken(("W330",), edits={", pt: Ocaso": ""}, options={"language": "pt"}),
    "unknown language": Broken(("E504",), options={"language": "ptt"}),
    # templates, themes, strings
    "template syntax": Broken(("E402",), files=_template("{{", "{{ }}{{")),
    "template undefined": Broken(("E403",), files=_template("{{", "{{ card.nome }}{{")),
    "template no XML": Broken(("E405",), files={"templates/card.svg.j2": "<svg"}),
    "theme unknown key": Broken(("E203",), files={"templates/theme.yaml": "colours: {}"}),
    "theme no YAML": Broken(("E105",), files={"templates/theme.yaml": "a: b: c"}),
    "strings no YAML": Broken(("E105",), files={"templates/strings.yaml": "a: b: c"}),
    # options
    "unknown paper": Broken(("E502",), options={"paper": "a44"}),
    "unknown component": Broken(("E504",), options={"only": ("crads",)}),
    "negative gap": Broken(("E506",), options={"gap": "-1"}),
    "options that clash": Broken(("E508",), options={"duplex": "fold", "split": True}),
    "corners too round": Broken(("E509",), options={"corners": "30mm"}),
    "card too large": Broken(("E501",), options={"card": "290x400mm", "only": ("cards",)}),
    "unknown printer": Broken(("E520",), options={"printer": "none"}),
    "unknown plotter": Broken(("E532",), options={"plotter": "cameo"}),
    "unknown cut file": Broken(("E533",), options={"cut_files": ("studio3",)}),
    "sizes no YAML": Broken(("E105",), files={"sizes.yaml": "cards: [\n"}),
    # files that a build writes
    "output is a file": Broken(("E601",), files={"out": "a file"}),
    "output is a folder": Broken(("E601",), files={"out/suns.pdf/a": ""}),
    "second output is a folder": Broken(("E601",), files={"out/suns-backs.pdf/a": ""}, options={"split": True}),
    "cut file is a folder": Broken(
        ("E601",), files={"out/suns-cut-cards.svg/a": ""}, options={"plotter": "silhouette", "cut_files": ("svg",)}
    ),
    "record is a folder": Broken(("E601",), files={"out/.cardgen/suns.built.json/a": ""}),
    "record of the print": Broken(("E551",), files={"out/.cardgen/suns.printed.json": "?"}, options={"changed": True}),
    "output and deck": Broken(("E204", "E601"), edits={"copies: 10": "copies: ten"}, files={"out": "a file"}),
    "output, with a warning": Broken(("E601", "W399"), edits={"copies: 10": "copies: 13"}, files={"out": "a file"}),
}
