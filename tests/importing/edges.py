"""Projects whose values stand on both sides of each limit, with what only the second branch of a reader takes."""

import json
from pathlib import Path

from .projects import ICON, picture, write

NANDECK = """CARDSIZE = [w], 8.8
[w] = [w1]
[w1] = [w2]
[w2] = [w3]
[w3] = [w4]
[w4] = 6.3
LINK = beasts.csv
[tone] = #ff0000|#00ff00|#0000ff
[beast] = fox|owl
IF = 1
IF = 2
TEXT = 1, left out, 0, 0, 1, 1
ENDIF
TEXT = 1, left out too, 0, 0, 1, 1
ENDIF
FONT = , 1, B, red
TEXT = "1,3-4", [note], 0, 0, 6, 1, RIGHT, TOP
FONT = , 0.4, b, [tone]
TEXT = 2, [name] {[note]}, 6, 2, -6, 1
TEXT = 3-9, [beast], 0, 3, 6, -1
FONT = , 400, i, #12
TEXT = 2-1, [ note ], 0, 3, 6, 1
RECTANGLE = 1, 0, 0, 1, 1, 0, 0, #102030, #405060, 0.05
RECTANGLE = 1, 0, 0, 1, 2, [shade]
RECTANGLE = 1, 0, 0, 1, 2, 0, [shade], "empty ", -1
ROUNDRECT = 1, 0, 0, 1, 2, #fff
ELLIPSE = ALL, 0, 0, 2, 1, 90, #abcdef, [tone]
LINE = 2, 1, 1, 1, 5, #0f0, 0
LINE = 2, 5, 5, 1, 5, [shade], 0.2
LINE = 2, 3, 3, 3, 3
IMAGE = 2-9, [beast].svg, 0, 0, 1, 1
IMAGE = 1, [beast].svg, 0, 0, 1, 1, x, np
IMAGE = 1, [ears]\\fox.svg, 0, 0, 1, 1
IMAGE = ALL, [file], 0, 0, 1, 1
ICON = 1, o, OWL
ICON = 1, f, fox
ICONS = 1-4, of, 1, 1, 4, 1, 0.5, 0.5, 0, CENTER
ICONS = 1-4, oo, 1, 1, 4, 1, 0.5, 0.5, 0, middle
ICONS = 1-4, oo, 1, 1, 4, 1, 0.5, 0
ICONS = 1-4, oo, 1, 1, , 1, 0.5, 0.5
TEXT = 1, far, 999, 0, 1, 1
TEXT = 1, too far, 1000, 0, 1, 1
PRINT = DUPLEX
TEXT = 1, "a\\nb", 0, 0, 1, 1
"""
BEASTS = (
    "name,note,shade,file,2nd\nFox,plain,#AbC,fox.svg,0\nOwl,*,red,gone.svg,-0\nElk,{x},none,art/fox.svg,-12\n,,,,3\n"
)

SQUIB = """Squib::Deck.new(cards: 4, width: 600, height: 1100, layout: 'a.yml') do
  use_layout file: ['b.yml', 'none.yml']
  x = csv file: 'one.csv', sheet: 0
  text str: x['name'], range: 0..-2, layout: in, valign: 'middle', color: '#f00'
  text str: x['name'], range: 1..99, layout: "cm", font: 'Sans ITALIC 8', font_size: 0.2
  text str: x.name, range: [ 3,1 , 0 ], x: 10, y: 10
  text str: 'a\\\\', range: 3..3, x: 10, height: 99
  text str: "say \\"a\\"", range: 4..9
  text str: 'one', 'str' => 'two', x: 700
  text str: -1.5, y: 99999999
  text str: x['name'].map do |n| "#{n}\\n" end, width: 0
  text "first", "second", str: 'third'
  rect x: 45, y: 60, fill_color: '#0f0', stroke_width: 0
  rect x: 0, y: 0, width: 20, height: 20, stroke_width: 0, stroke_color: '#00f', radius: 5
  ellipse x: 0, y: 0, width: 20, height: 20, fill_color: :Lime, stroke_width: 0
  circle x: 100, y: 100, radius: 3in
  line x1: 1, y1: 2, x2: 3, y2: 2
  png file: x['pic'], layout: x['box'], range: 0..1
  svg file: 'fox' + '.svg'
  svg file: fox-2.svg, x: 1, width: 5
  save_png trim: 30
  save_sheet trim: 60
end # of the deck\twith a tab
text\tstr: 'after'\t# gone
"""
SQUIB_A = """in: {x: 0.5in, y: += 1, width: 2inch, height: .5 inches}
cm: {extends: in, x: '*= 2', y: 1.cm, width: '/=4', height: "-= 0.1in"}
q: {extends: [in, cm], y: 10pt, extra: true}
loop: {extends: pool, x: += 1}
pool: {extends: loop, x: += 1}
"""
SQUIB_B = "in: {y: 40px}\nnone: 5\nz: {width: /= 0, height: '*= x', x: 5, y: 'a'}\n"
ONE = "Name,QTY,pic,box\nFox,2,fox.svg,in\nOwl,,fox.svg,cm\nElk,01,,in\nCod,1,lost.svg,z\n"

PAGE = """<!doctype html><html><head><style>p { color: #0000ff }</style><style>img { position: absolute }</style></head><body></b>
<section id="card" style="WIDTH: 1125px; height: 825px; background: #EEE url(x.png)">
<p class="b wide" style="left: 0; bottom: 0.5in; width: 40%">{{card.name}} <b>and</b> {{card.nd-note}} {{/card.name}} {{else if card.name}}</p>
<p class="b" style="right: 12.5%; top: -10px; height: 1cm; font-weight: 600; font-size: 2px">thin</p>
<p class="b" style="left: 5px; right: 5px; top: 5px; bottom: 5px; font-weight: 599; background-color: #123; border-radius: 400px">full</p>
<p class="b" style="left: 5px; right: 1120px">no width</p>
<p class="b" style="left: 5px; right: 9px; width: 50px; top: 7px; bottom: 9px; height: 20px">from the left</p>
<p class="b" style="left: 2em; top: 9mm; width: 36pt; height: 36pt; position: relative">in the flow</p>
<div class="b" style="left: 100px; top: 100px; width: 50%; height: 50%; text-align: right"><div><p class="b" style="left: 50%; top: 50%; width: 10px; height: 10px">inner<img src="{{index assets card.lost}}"></p></div>
<img src="assets.red-fox" style="left: 1px; top: 1px; width: 99px; height: 99px"><img src="{{card.art}}" style="left: 1px; top: 1px; width: 99px; height: 99px"></div>
<div class="b" style="left: 3px; top: 3px; width: 50px; height: 50px"><i><img src="assets.red-fox" style="position: static"></i><img src="{{card.art}}" style="position: static"></div>
</section></body></html>
"""
STYLE = ".b { position: absolute; color: #ff0000; font-size: 10px } .b.wide, p#none { height: 80px; text-align: center } /* open"
SMALL = '<div class="card" style="width: 500px; height: 250px"><p style="position:absolute; width: 96px; height: 96px">x</p></div>'
BIG = '<div class="card" style="width: 501px; height: 16px"><p style="position:absolute; width: 300px; height: 16px">x</p></div>'
DEEP = (
    "<div>" * 58 + "<i></i>" * 1941 + '<p style="position: absolute; width: 9px; height: 9px">deep</p><p>x</p>'
)  # as deep and as much as is read
CIDER = "ID,Game ID,Deck ID,Name,Count,Front Template,Back Template,Art,Mixed,2nd note,Old\n1,1,1,Fox,1,Page,x,Red Fox,red-fox,<i>,hut\n2,1,1,Owl,0,Page,x,,a fox,a,\n3,1,1,,2,Page,,red-fox,,,hut\n"

MSE = (
    "mse version: 2\nshort name: S\nset info:\n\ttitle:\n\tauthor: A\n\tartist: B\nstyling: x\n"
    "card:\n\tname: Fox <b>and</b>\n\tsuper type: Beast\n\tcasting cost:\n\t\t{2}\n\t\t<sym-auto>R</sym-auto>\n\t# note\n\tstylesheet: a\n\tnotes: none\n"
    "\ttext box:\n\t\t# no remark\n\t\tcard: none\n\tpower: 1\n\tpower: 2\ncard:\n\tname: Owl\n\tsub type: Bird\n\tflavor_text: <b>a</b> <b>c</b>\n\timage: fox.svg\n\ttext: a </b>* b\n"
)

COLUMNS = {
    "whole": ("1", "0", "-2"), "zero": ("0", "", "00"), "large": ("999999999", "1", "2"), "larger": ("1000000000", "1", "2"),
    "signed": ("-01", "1", "1"), "starred": ("a", "*b*", "c"), "tagged": ("a", "<b>", "c"), "braced": ("*a*", "{b}", "c"),
    "lined": ("a", "a\nb", "c"), "art": ("art/fox.svg", "", "art/fox.svg"), "half": ("art/fox.svg", "fox", ""), "mixed": ("fox", "a fox", "fox"), "empty": ("", "", ""),
    "Über Größe": ("a", "b", "c"), "1": ("a", "b", "c"), "?": ("x", "y", "z"), "x" * 50: ("a", "b", "c"), "a_b": ("", "x", ""), "Ab": ("", "y", ""),
}  # fmt: skip


def nandeck(folder: Path) -> Path:
    files = {
        "beasts.csv": BEASTS,
        "fox.svg": ICON,
        "owl.svg": ICON.replace("c33", "33c"),
        "ears/fox.svg": f"\ufeff <!-- a -->{ICON}",
    }
    return (
        write(folder / "scripts", {"deck.nde": NANDECK, **{f"../{name}": text for name, text in files.items()}})
        / "deck.nde"
    )


def squib(folder: Path) -> Path:
    return write(
        folder,
        {"deck.rb": f"require 'squib'\n{SQUIB}", "a.yml": SQUIB_A, "b.yml": SQUIB_B, "one.csv": ONE, "fox.svg": ICON},
    )


def cider(folder: Path) -> Path:
    lists = {
        "a": ("Page", CIDER),
        **{name: (name, f"Name,Front Template\nFox,{name}\n") for name in ("Small", "Big", "Deep", "Deeper")},
    }
    pages = {"Page": PAGE, "Small": SMALL, "Big": BIG, "Deep": DEEP, "Deeper": f"<div>{DEEP}"}
    files = {f"Top/Decks/{name}/Cards.csv": text for name, (_, text) in lists.items()}
    files |= {f"Top/Decks/{name}/{page.lower()}.html": pages[page] for name, (page, _) in lists.items()}
    return write(
        folder,
        {
            **files,
            "Top/Decks/a/page.css": STYLE,
            "Top/assets/red-fox.svg": ICON,
            "Top/old-assets/hut.svg": ICON,
            "other/lost.svg": ICON,
            "a.md": "",
        },
    )


def cider_games(folder: Path) -> Path:
    hidden = {"gameId": 3, "frontCardTemplateId": 1, "backCardTemplateId": 2}
    cards = [
        {"id": 1, **hidden, "name": "Fox", "count": 0},
        {"id": 2, **hidden, "name": "Owl", "Count": "2", "art": "owl"},
    ]
    tables = [
        {"tableName": "games", "rows": [{"id": 3, "name": "a Game"}]},
        {"tableName": "cards", "rows": cards},
        {"rows": [{}]},
        {"tableName": "x"},
    ]
    text = json.dumps({"formatName": "dexie", "data": {"data": tables}})
    return write(folder, {"Some_games.json": text, "assets/Owl.SVG": ICON}) / "Some_games.json"


def mse(folder: Path) -> Path:
    return write(folder / "foxes.mse-set", {"set": MSE, "fox.svg": ICON})


def tabletop(folder: Path) -> Path:
    def card(number: int, back: str = "", **more: object) -> dict[str, object]:
        sheet = {"FaceURL": "http://x/a%20b.png", "BackURL": back, "NumWidth": 2, "NumHeight": 3, "UniqueBack": False}
        return {"CardID": number, "CustomDeck": {"1": sheet}, **more}

    inside = [card(103, Nickname="Deep"), {"CardID": 104, "Nickname": "Lost in a bag"}]
    deck = {
        "DeckIDs": [100],
        "Nickname": "Pack",
        "CustomDeck": card(1)["CustomDeck"],
        "ContainedObjects": [{"CardID": 102, "Nickname": "Of the deck"}],
    }
    objects = [
        card(100), card(100, Description=" "), card(100, "b.webp"), card(105, "b.webp", Nickname="Last"), card(106, Nickname="Off"),
        {"Name": "Bag", **card(1), "CardID": "none", "ContainedObjects": inside}, deck, {"Nickname": "Bare", "DeckIDs": [101, 101], "CustomDeck": card(1)["CustomDeck"], "ContainedObjects": []},
    ]  # fmt: skip
    files = {"a%20b.png": picture(8, 30, (9, 8, 7)), "b.webp": picture(9, 9, kind="WEBP")}
    return write(folder, {"save.json": json.dumps({"SaveName": None, "ObjectStates": objects}), **files}) / "save.json"


def columns(folder: Path) -> Path:
    """A list whose columns have values of each type, and one whose kind, title and author cannot be names."""

    def quoted(text: str) -> str:
        return f'"{text}"'

    rows = [",".join(map(quoted, ("Name", *COLUMNS)))]
    rows += [
        ",".join(map(quoted, (name, *values)))
        for name, values in zip(("Fox", "", "Elk"), zip(*COLUMNS.values(), strict=True), strict=True)
    ]
    more = {f"decks/{name}/cards.csv": "Name\nFox\n" for name in ("rules", "Cards", "cards!", "game")}
    return write(
        folder / "9 lives", {"decks/The \u2028Deck/cards.csv": "\n".join(rows), "assets/fox.svg": ICON, **more}
    )


PROJECTS = {
    **{"nandeck edges": nandeck, "squib edges": squib, "cider edges": cider, "cider games": cider_games},
    **{"mse edges": mse, "tabletop edges": tabletop, "columns": columns},
}
