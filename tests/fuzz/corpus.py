"""Inputs that did not hold once, or were found by hand, each made by a few lines; they are tried in every run of CI."""

from __future__ import annotations

import io
import re
import shutil
import zipfile
from collections.abc import Callable
from pathlib import Path

from .seeds import plant_small
from .sizes import write_book

_SVG = '<svg xmlns="http://www.w3.org/2000/svg" viewBox="0 0 100 80">{}</svg>'
_PATH = "M0 0" + " ".join(f"L{at % 60} {at % 80}" for at in range(5_000))


def _game(folder: Path, fields: str, cards: int) -> None:
    (folder / "game.yaml").write_text(f"id: big\nname: Big\nkinds: {{k0: {{fields: {{name: text, {fields}}}}}}}\n")
    values = "".join(f"- {{name: card {number}}}\n" for number in range(cards))
    (folder / "deck.yaml").write_text(f"game: .\ntitle: Big\nk0:\n{values}")


def _fields(formula: str, count: int = 499) -> str:
    return ", ".join(f"f{at}: {{formula: {formula!r}}}" for at in range(count))


def _picture(folder: Path, body: str) -> None:
    (folder / "art" / "rope.svg").write_text(_SVG.format(body))


def _levels(kind: str, link: str, more: str = "", levels: int = 8) -> str:
    """Return elements of which each refers nine times to the one before."""
    parts = [f'<{kind} id="n0" {more}><rect width="9" height="9"/></{kind}>']
    parts += [f'<{kind} id="n{at}" {more}>{link.format(at - 1) * 9}</{kind}>' for at in range(1, levels)]
    return f"<defs>{''.join(parts)}</defs>{link.format(levels - 1)}"


def _filter(primitive: str) -> str:
    return f'<filter id="f">{primitive}</filter><rect width="100" height="80" filter="url(#f)"/>'


def _many_pictures(folder: Path) -> None:
    from PIL import Image

    for number in range(12):
        Image.new("1", (7_900, 7_900)).save(folder / "art" / f"{number}.png")
    goods = "".join(
        f"  - {{name: n{number}, text: t, cost: 1, art: art/{number}.png, kind: food}}\n" for number in range(12)
    )
    (folder / "deck.yaml").write_text(f"game: harbour\ntitle: x\ngoods:\n{goods}")


def _ods(folder: Path, content: str, method: int = zipfile.ZIP_DEFLATED) -> None:
    names = "".join(
        f' xmlns:{name}="urn:oasis:names:tc:opendocument:xmlns:{name}:1.0"' for name in ("office", "table", "text")
    )
    body = f"<office:body><office:spreadsheet><table:table table:name='s'>{content}</table:table></office:spreadsheet></office:body>"
    out = io.BytesIO()
    with zipfile.ZipFile(out, "w", method) as archive:
        archive.writestr("mimetype", "application/vnd.oasis.opendocument.spreadsheet")
        archive.writestr("META-INF/manifest.xml", "<manifest/>")
        archive.writestr("content.xml", f"<office:document-content{names}>{body}</office:document-content>")
    (folder / "cards.ods").write_bytes(out.getvalue())


def _row(cell: str, times: int = 1) -> str:
    return f'<table:table-row table:number-rows-repeated="{times}">{cell}</table:table-row>'


def _folder_as_font(folder: Path) -> None:
    (folder / "fonts" / "Cinzel-Bold.ttf").mkdir(parents=True)
    _picture(folder, '<text font-family="Cinzel" y="20">Words</text>')


def _link_as_theme(folder: Path) -> None:
    (folder / "theme.yaml").symlink_to("../canary/secret.yaml")


def _before_the_file(folder: Path) -> None:
    """Write a workbook whose first part would begin before the file."""
    _ods(folder, "")
    data = (folder / "cards.ods").read_bytes()
    (folder / "cards.ods").write_bytes(data[40:])


def _template(folder: Path, source: str, cards: int = 40) -> None:
    (folder / "templates" / "goods.svg.j2").write_text(_SVG.format(source))
    many = "".join(f"  - {{name: n{number}, text: t, cost: 1, kind: food}}\n" for number in range(cards))
    (folder / "deck.yaml").write_text(f"game: harbour\ntitle: x\ngoods:\n{many}")


def _game_of_steps(folder: Path, move: str) -> None:
    rules = (
        "players: 2, zones: {stock: {holds: k0, faces: nobody}, row: {}}, numbers: {count: 0}, end: {winner: nobody}"
    )
    _game(folder, "f: {type: integer, default: 1}", 6)
    with (folder / "game.yaml").open("a") as file:
        file.write(f"rules: {{{rules}, turn: {{moves: {{wait: {{do: [{move}]}}}}}}}}\n")


def _document(folder: Path, text: str) -> None:
    (folder / "game.yaml").write_text("id: big\nname: Big\nextends: cards\ndocuments: {rules: {text: rules.md}}\n")
    (folder / "deck.yaml").write_text("game: .\ntitle: Big\ncards: [{name: Rat}]\n")
    (folder / "rules.md").write_text(text)


_AGAIN = "{{repeat: 1000, do: [{{repeat: 1000, do: [{}]}}]}}"
_NUMBERS = "{{each: {{n: 'from_to(1, 1000000)'}}, do: [{}]}}"
_CHECK, _BUILD, _ODS, _XLSX = "check deck.yaml", "build deck.yaml", "check cards.ods", "check cards.xlsx"
_LONG_CELL = '<table:table-cell office:value-type="string"><text:p>{}</text:p></table:table-cell>'
_VALUE = '<table:table-cell office:value-type="string" office:string-value="{}" table:number-columns-repeated="900"/>'

FOUND: dict[str, tuple[str, str, Callable[[Path], object]]] = {
    "brackets": (_CHECK, "E112", lambda f: (f / "deck.yaml").write_text("a: 'x\n" + "[" * 500_000)),
    "wrong values": (_CHECK, "E204", lambda f: (f / "deck.yaml").write_text(f"game: harbour\ngoods: [{'1, ' * 290_000}1]\n")),
    "equal names": ("check cards.csv", "W240", lambda f: (f / "cards.csv").write_text("name,text,cost,kind\n" + "x,t,1,food\n" * 8_000)),
    "no characters": (_BUILD, "W332", lambda f: (f / "deck.yaml").write_text("game: harbour\ngoods:\n- {name: '\u00ad', cost: 1, kind: food, text: '**** \u200b'}\n")),
    "fields": (_CHECK, "E204", lambda f: _game(f, ", ".join(f"f{at}: text" for at in range(100_000)), 1)),
    "items of a number": (_CHECK, "E222", lambda f: _game(f, "a: {formula: '1[0]'}, b: {formula: '1(2)'}", 1)),
    "lists by formulas": (_BUILD, "E406 W417", lambda f: _game(f, _fields("k0 | map(attribute='name') | list"), 30)),
    "texts by formulas": (_BUILD, "E406", lambda f: _game(f, _fields("(card.name ~ ' lorem ipsum ') * 40"), 38)),
    "values in sum": (_CHECK, "E223", lambda f: _game(f, _fields("'x' * 900000", 1), 2_500)),
    "values of emoji": (_CHECK, "E223", lambda f: _game(f, _fields("'\N{PARTY POPPER}' * 900000", 1), 30)),
    "filters that take long": (_CHECK, "E404", lambda f: _template(f, "{{ " + " ~ ".join(["('a ' * 499999) | title | length"] * 30) + " }}")),
    "many failures": (_BUILD, "E404", lambda f: _template(f, "{{ 'x' * 9999999 }}", 300)),
    "variables": (_CHECK, "E404", lambda f: _template(f, "".join(f"{{% set a{at} = '\N{PARTY POPPER}' * 999999 %}}" for at in range(900)))),
    "cyclers": (_CHECK, "E404", lambda f: _template(f, "{% set ns = namespace(c=1) %}{% for i in range(900) %}{% set ns.c = cycler(ns.c, '\N{PARTY POPPER}' * 990000 ~ i) %}{% endfor %}")),
    "chains in formulas": (_CHECK, "E222", lambda f: _game(f, _fields("[card" + ".name" * 150 + "] | length", 480), 1)),
    "chains in templates": (_CHECK, "E403", lambda f: _template(f, ("{{ deck" + ".title" * 150 + " }}") * 30)),
    "moves to and fro": (_CHECK, "W245", lambda f: _game_of_steps(f, _AGAIN.format("{move: stock, to: row}, {move: row, to: stock}"))),
    "numbers in numbers": (_CHECK, "W245", lambda f: _game_of_steps(f, _NUMBERS.format(_NUMBERS.format("{add: 1, to: count}")))),
    "a long word": (_CHECK, "", lambda f: _document(f, "wood\u00adlark" * 4_000 + " words")),
    "pictures of one colour": (_BUILD, "E123", _many_pictures),
    "a folder as a font": (_BUILD, "E408", _folder_as_font),
    "a link as a theme": (_BUILD, "E125", _link_as_theme),
    "a folder that is a link": (_BUILD, "E601", lambda f: (shutil.rmtree(f / "out"), (f / "out").symlink_to("../canary"))),
    "uses": (_BUILD, "E602", lambda f: _picture(f, _levels("g", '<use href="#n{}"/>'))),
    "masks": (_BUILD, "E602", lambda f: _picture(f, _levels("mask", '<rect width="9" height="9" mask="url(#n{})"/>'))),
    "markers": (_BUILD, "E602", lambda f: _picture(f, _levels("marker", '<path d="M0 0L1 1" marker-start="url(#n{})"/>'))),
    "patterns": (_BUILD, "E602", lambda f: _picture(f, _levels("pattern", '<rect width="9" height="9" fill="url(#n{})"/>', 'width="9" height="9" patternUnits="userSpaceOnUse"'))),
    "clips": (_BUILD, "", lambda f: _picture(f, _levels("clipPath", '<rect width="9" height="9" clip-path="url(#n{})"/>', levels=7))),
    "long paths": (_BUILD, "E602", lambda f: _picture(f, f'<defs><path id="p" d="{_PATH}"/></defs>' + '<use href="#p"/>' * 9_000)),
    "itself": (_BUILD, "E602", lambda f: _picture(f, '<g id="a"><use href="#b"/></g><g id="b"><use href="#a"/></g><use href="#a"/>')),
    "a clip by itself": (_BUILD, "", lambda f: _picture(f, '<clipPath id="a"><rect width="9" height="9" clip-path="url(#a)"/></clipPath><rect width="9" height="9" clip-path="url(#a)"/>')),
    "turbulence": (_BUILD, "", lambda f: _picture(f, _filter('<feTurbulence numOctaves="1000000"/>'))),
    "numbers": (_BUILD, "", lambda f: _picture(f, '<g transform="scale(1e30)"><path d="M0 0 A1e-300 1 0 0 1 9 1e400 C1e308 0 -1e308 0 5 5"/></g>')),
    "dashes": (_BUILD, "E602", lambda f: _picture(f, '<path stroke="#000" d="M0 0H100000" stroke-dasharray="0.001"/>')),
    "masks for a viewer": (_BUILD, "E602", lambda f: _picture(f, '<mask id="m"><rect width="9" height="9" fill="#fff"/></mask>' + '<rect width="9" height="9" mask="url(#m)"/>' * 15_000)),
    "a part of bzip2": (_ODS, "E133", lambda f: _ods(f, _row(_LONG_CELL.format("x" * 50_000_000)), zipfile.ZIP_BZIP2)),
    "values repeated": (_ODS, "E132", lambda f: _ods(f, _row(_VALUE.format("x" * 1_000_000), 900))),
    "a long text": (_ODS, "E132", lambda f: _ods(f, _row(_LONG_CELL.format("\N{PARTY POPPER}" + "x" * 60_000_000)))),
    "before the file": (_ODS, "E133", _before_the_file),
    "a shared text": (_XLSX, "E132", lambda f: write_book(f / "cards.xlsx", ["x" * 2**20], "".join(f'<row><c r="A{at}" t="s"><v>0</v></c></row>' for at in range(1, 1_023)))),
    "merged cells": (_XLSX, "E132", lambda f: write_book(f / "cards.xlsx", ["x"], "", 2_000_000)),
    "a far cell": (_XLSX, "E132", lambda f: write_book(f / "cards.xlsx", ["x"], '<row><c r="XFD1048576" t="s"><v>0</v></c></row>')),
}  # fmt: skip
"""The command line, the codes in which it ends, and what spoils the folder, by name."""


def plant(number: int, folder: Path) -> list[str]:
    """Write an input into an empty folder, and return its command line."""
    command, _, spoil = [*FOUND.values()][number % len(FOUND)]
    plant_small(folder)
    (folder / "out").mkdir()
    (folder / "out" / "deck.pdf").write_bytes(b"%PDF-old")
    spoil(folder)
    return command.split()


def judge(number: int, text: str) -> list[str]:
    """Return what is wrong with the output of an input: an early error would hide what it is about."""
    codes = [*FOUND.values()][number % len(FOUND)][1]
    told = " ".join(sorted({*re.findall(r"\[([EW]\d{3})\]", text)}))
    return [] if told == codes else [f"it ended in {told or 'no code'}, not in {codes or 'no code'}"]
