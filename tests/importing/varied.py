"""Projects that use a format to its edges: what is rare, left out, damaged, or stated in another way."""

import json
import zipfile
from pathlib import Path

from .projects import ICON, picture, write

NANDECK = """UNIT = INCH
CARDSIZE = 2.5, 3.5
<Body> = 10%, 20%, 80%, 30%, 9
LINK = beasts.csv
LINKMULTI = count
FOR = i, 1, 3
IF = [a] = 1
TEXT = 1, left out, 0, 0, 1, 1
ENDIF
NEXT
MACRO = m
ENDMACRO
' a remark
// another
these words are no directive
nor are these
[hue] = #ff0000 | "blue"|0,0,0
[edge]%nnn = #00FF00
[deep] = [deeper]
[deeper] = "deepest"
TEXT = 1-4, [Nothing] [deep], <body>, right, top, 90
FONT = , 0, BI
TEXT = 2, \\n[Name], <body>, full, bottom, -90
FONT = Arial, 999, , [hue]
TEXT = ALL, "x", 0, 0, 0.05, 0.01, centre, wrap
TEXT = ALL, "x", 1, 1, 0, 1
TEXT = ALL, , 0, 0, 1, 1
HTMLFONT = body, Times, 8, i, #123456
HTMLTEXT = 1-2, <b>[name]</b>, 1, 2, -0.5, -1, 7
TEXTFONT = 3, "own", 2, 1, -1, 1, left, bottom, 45, , Courier, 7, B, navy
TEXTFONT = 3, "none", 2, 1, 1
IMAGE = 1-2, art\\[Name].png, 0, 0, 1, 1, 30, pg
IMAGE = 3-4, [folder]/[Name].png, 0, 0, 1, 1
IMAGE = 1, http://example.com/art/Fox.png, 0, 0, 1, 1
IMAGE = 1, https://example.com/none.png, 0, 0, 1, 1
IMAGE = 1, file:///C:/art/Fox, 0, 0, 1, 1
IMAGE = 1, other/Fox.png, 0, 0, 1, 1
IMAGE = 1, words.png, 0, 0, 1, 1
IMAGE = 1, page.svg, 0, 0, 1, 1
IMAGE = 1, art/Fox.png, a, 0, 1, 1
RECTANGLE = 1-9, 0, 0, 1, 1
RECTANGLE = 1, 0, 0, 1, 1, 0, #111111, #222222, 1%
ROUNDRECT = 4, 1, 1, 1, 0.5, 0, 0, [hue], EMPTY, 0
ELLIPSE = 2-3, 1, 1, 1, -0.5, [edge]
LINE = 2, 2, 3, 1, 1, [hue]
LINE = 2, 2, 3, 1
ICONS = 1, [signs], 0, 0, 1, 1, 0.25, 0.25
ICON = 1, f, fang.svg
ICON = 1, gg, fang.svg
ICON = 1, h, nothing.svg
ICONS = 1, [signs]f, 0.5, 0, -0.5, 1, -0.25, 10%, 0, Right
ICONS = 2, f, 0, 0, 1, 1, 0.25, 0.25, 0, full
ICONS = 2, f, 0, 0, 1, 1, 0.25
PAGE = 21, 29.7
PAGE = 21, 29.7
CHROMAKEY = 1
text = 1, [HUE] [hue], 0, 0, 1, 1
for = i, 1, 2
TEXT = 1, left out, 0, 0, 1, 1
next
IMAGE = 1, C:/cards/wolf.png, 0, 0, 1, 1
"""
BEASTS = """Name,Count,hue word,text,Text,a b,a_b,signs,level,none
Fox,2,red,"a
b",x,1,2,f,-5,
Owl,many,#00f,{c},<y>,1,,g,007,
,0,no,*,,,,ff,0,
Fox,12345,,,,,,,,
"""

SQUIB_TOP = """require 'squib'
Squib::Deck.new(
  width: '2.5in',
  'height' => '90mm', :dpi => 150,
  cards: 3, layout: %w(none.yml bad.yml)
) {
  b = Squib.xlsx 'none.xlsx', sheet: 2
  a = csv file: "list", explode: "NUMBER"
  c = csv file: 'more.csv'
  yaml
  use_layout file: 'big.yml'
  use_layout file: '../layout.yaml'
  background color: :nothing
  text str: "one \\"two\\" # three\\n", x: '-0.25in', layout: low # remark
  text str: 'a' 'b', range: [0, 2]
  text str: a["who"].map(&:upcase), range: 1..-1, align: :right, valign: :bottom, font: "12"
  text str: a.who.map { |w| "<#{w}> #{ w } #{x}\\n!" }, range: 0...2, font: 'Arial Bold Italic', font_size: '9'
  text str: a.who.collect do |w| "#{w.to_s}" end, font_size: 300.5, width: 99, align: middle
  text x: 10
  text str: 5, range: 7..9
  text str: ['a', "b", 'c', 'd'], range: :all
  text str: [a, b], range: some
  text str: 'no layout', layout: lost
  text str: a['lost'], layout: a['box']
  rect layout: a['who']
  rect stroke_width: 0, radius: '1mm', fill_color: '(0,0)(1,1) #fff'
  ellipse x: 20, y: 1in, width: 50, height: 0.5in, stroke_color: :blue, stroke_width: 1pt
  circle x: 50, y: 60, stroke_width: 0
  line x1: 30, y1: 40, x2: 90, y2: 20, stroke_color: 'red'
  png
  png file: "fox"
  png file: fox.png, width: 99
  svg file: a.pic, width: 99, height: 99
  svg file: %w(fang.svg fox.png nothing.svg), range: [1]
  svg file: a.map { |x| x }
  text.each { |x| x }
  text = 5
  triangle x1: 1
  polygon n: 5
  curve x1: 1
  text str: %w(#a b#c), y: 1in
  safe_zone
  save_sheet trim: '0.05in'
  save_pdf trim: 50
}
"""
SQUIB_NEXT = "Squib::Deck.new cards: 99999999, dpi: x, height: 5 do\n  rect x: 1\nend\n"
SQUIB_LAYOUT = """low: {x: 10, y: 5, width: 100, height: 50}
far:
  extends: [low, lost]
  x: +=5mm
  y: -= 2
  width: /= 0
  height: /= 2
near: {extends: far, x: '*=3', y: +=much, width: '*=0.5', extra: =5}
Fox: {x: " 20 ", width: 40in, height: 30}
plain: words
"""
SQUIB_LIST = "Who;Number;pic;box;qty\nFox;2;fox.png;low;1\nOwl;;fang;near;2\nElk;3;;lost;3\n"

MSE = (
    "\ufeffmse version: 0.3.8\nname: Dens\nshort name: D\ngame: vs\n# remark: 1\nset info:\n|artist:\n|author: B.\nkeyword:\n|keyword: Run\n"
    "pack type:\n|name: x\n||item:\n|||set: y\nno key\n: no name\n"
    "card:\n|has styling: true\n|styling data:\n||x: 1\n|extra data:\n||y:\n|||z: 1\n|notes: n\n|Name: *Fox*\n|card name: Second\n|title: Third\n"
    "|image_2: fox\n|image: art/owl\n|type: Beast\n|super_type: Creature\n|level: <b></b>\n|rule text:\n|| one: two\n|||three\n|copies: 3\n"
    "|flavor text: {a} &lt;&amp; <i>b</i> <nosym>c</nosym> <sym-auto>W</sym-auto> <B>\n|illustrator: C.\n"
    "card:\n|level: 2\n|super type:  \n|sub type: Owl\n|copies: x\ncard:\ncard: \n|time created: 1\n"
)


def nandeck(folder: Path) -> Path:
    files = {
        "art/Fox.png": picture(9, 9),
        "other/Fox.png": picture(8, 8),
        "a/deep/wolf.png": picture(7, 7),
        "z/wolf.png": picture(6, 6),
        "words.png": b"words",
        "page.svg": b"<!doctype html>",
    }
    write(folder, {"deck.nde": NANDECK.encode("utf-16"), "beasts.csv": BEASTS, "fang.svg": ICON, **files})
    return folder / "deck.nde"


def nandeck_alone(folder: Path) -> Path:
    """A script without a list, whose cards are those that its boxes are for."""
    script = "LINK=none.csv\nCARDSIZE=4,9\nUNIT=furlong\nCARDSIZE=0.4,9\nCARDS=0\nTEXT=2-7,caf\xe9,0,0,1,1\nRECTANGLE=ALL,0,0,1,1\nx\n"
    return write(folder, {"my_own-deck.txt": script.encode("cp1252")}) / "my_own-deck.txt"


def squib(folder: Path) -> Path:
    files = {
        "bad.yml": "a: {x: 1\n",
        "layout.yaml": SQUIB_LAYOUT,
        "list.csv": SQUIB_LIST,
        "more.csv": "Who\nElk\n",
        "big.yml": b" " * (2**21 + 1),
    }
    scripts = {
        "a_deck.rb": SQUIB_TOP,
        "b.rb": SQUIB_NEXT,
        "c.rb": "Squib.configure\n",
        "d.rb": "puts 1\n",
        "e.txt": "Squib::Deck.new",
    }
    return write(folder, {**scripts, **files, "fang.svg": ICON, "fox.png": picture(9, 9, kind="WEBP")})


def mse(folder: Path) -> Path:
    return write(folder, {"deep/set": MSE, "fox.jpg": picture(9, 9, kind="JPEG"), "owl.png": picture(9, 9)})


def cider(folder: Path) -> Path:
    """Decks without a template, with several, and with one that flows."""
    head = "Name,Count,Front Template,Tone\n"
    files = {
        "decks/a/cards.csv": head + "Fox,1,,red\n", "decks/b/cards.csv": head + "Fox,1,One,my tone\nOwl,1,My Two,\n",
        "decks/c/cards.csv": head + "Fox,,Flow,My Tone\n", "decks/d/cards.csv": head, "decks/e/cards.csv": b"PK\x03\x04",
        "decks/b/one.html": "<p>1</p>", "decks/b/my-two.html": "<p>2</p>", "decks/c/flow.html": "<html><p>3</p></html>",
        "assets/my-tone.svg": ICON, "red.png": picture(9, 9), "read.md": "a", "documents/b.md": "b",
    }  # fmt: skip
    return write(folder, files)


def tabletop(folder: Path) -> Path:
    def sheet(face: str, back: str = "", wide: object = 1, high: object = 1, **more: object) -> dict[str, object]:
        return {"FaceURL": face, "BackURL": back, "NumWidth": wide, "NumHeight": high, **more}

    sheets = {
        "1": sheet("a.png", "a.png", 2, 1, UniqueBack=True), "2": sheet("gray{Unique}", "", "x", 0), "3": sheet("words.webp"),
        "4": sheet("tiny.png", "", 99, 99), "5": sheet("a.png", "", 1, 2), "6": "none", "9": sheet("away.png"), "10": sheet("a.png", "a.png", 2, 1, UniqueBack=True), "8": {"FaceURL": "a.png"}, "7": sheet("huge.png"),
    }  # fmt: skip
    huge = picture(1, 1).replace((1).to_bytes(4, "big") * 2, (60_000).to_bytes(4, "big") * 2, 1)
    inner = {"Nickname": " Inner ", "CardID": 101, "Description": " d ", "CustomDeck": {}}
    save = {
        "SaveName": "",
        "ObjectStates": [
            {"CardID": 1, "Nickname": "No sheets"}, {"CardID": 900, "CustomDeck": sheets, "Nickname": "Away"},
            {"Nickname": "Whole", "DeckIDs": [100, 101, 101, "x"], "CustomDeck": sheets},
            {"Nickname": "Named", "DeckIDs": [100], "CustomDeck": sheets, "ContainedObjects": [inner, inner | {"Nickname": "In"}]},
            *({"CardID": 100 * number, "CustomDeck": sheets, "Nickname": ""} for number in range(2, 9)),
            *({"CardID": number, "CustomDeck": sheets, "Nickname": "Twin"} for number in (100, 1000, 302, 303)),
            {"CardID": 102, "CustomDeck": sheets, "Nickname": "Off the sheet"},
            5, {"States": {}},
        ],
    }  # fmt: skip
    files = {
        "deep/a.png": picture(40, 20),
        "gray.jpg": _gray(),
        "words.webp": b"words",
        "tiny.png": picture(3, 3),
        "huge.png": huge,
    }
    write(folder, {"Two Foxes.json": json.dumps(save), **files})
    write(folder.parent, {"away.png": picture(9, 9)})
    (folder / "away.png").symlink_to(folder.parent / "away.png")
    return folder / "Two Foxes.json"


def _gray() -> bytes:
    import io

    from PIL import Image

    out = io.BytesIO()
    made = Image.new("L", (40, 60), 200)
    made.paste(90, (0, 0, 40, 20))
    made.save(out, "PNG")
    return out.getvalue()


def archive(folder: Path) -> Path:
    """A project of Cider in an archive, with folders and a file that is damaged."""
    folder.mkdir()
    with zipfile.ZipFile(folder / "cider.zip", "w") as made:
        made.writestr("top/decks/a/", "")
        made.writestr("top/decks/a/cards.csv", "Name,Art\nFox,red\nOwl,blue\n")
        made.writestr("top/assets/red.png", picture(9, 9))
        made.writestr("top/assets/blue.png", b"blue words")
    path = folder / "cider.zip"
    path.write_bytes(path.read_bytes().replace(b"blue words", b"blue wards", 1))
    return path


PROJECTS = {
    "nandeck varied": nandeck, "nandeck alone": nandeck_alone, "squib varied": squib, "mse varied": mse,
    "cider varied": cider, "tabletop varied": tabletop, "archive": archive,
}  # fmt: skip
