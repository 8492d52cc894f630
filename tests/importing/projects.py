"""Small projects of other tools, in the forms that those tools write, with content of our own."""

import io
import json
import zipfile
from pathlib import Path

from PIL import Image

ICON = '<svg xmlns="http://www.w3.org/2000/svg" viewBox="0 0 10 10"><circle cx="5" cy="5" r="4" fill="#c33"/></svg>'

NANDECK = """; cards of a forest
UNIT=MM
CARDSIZE = 63, 88
DPI=300
LINK = "beasts.csv"
LINKMULTI = Number
[frame]="#204060"
[all]="1-{(name)}"
RECTANGLE = [all], 0, 0, 100%, 100%, [frame], EMPTY, 2
ROUNDRECT = [all], 5%, 5%, 90%, 12%, #FFEECC
FONT = "Arial", 18, B, #102030
TEXT = [all], "[name]", 5%, 5%, 90%, 12%, center, center
FONT = Arial, 12, I, #000000
TEXT = "1-2", "Cost: [cost]\\13\\Rare", 5%, 85%, 50%, 10%, left, top
IMAGE = [all], "[art]", 10%, 20%, 80%, 40%, 0, P
ICON = [all], f, icons\\fang.svg
ICONS = [all], [icons], 10%, 62%, 80%, 10%, 8, 8, 0, center
LINE = 3, 5, 70, 58, 70, #FF0000, 1
ELLIPSE = 1, 50, 75, 8, 8, #FF0000, #00FF00, 0.5
IF = [cost] > 3
TEXT = [all], "costly", 0, 0, 10, 10
ENDIF
SAVE = "out.png"
WOBBLE = 1, 2
TEXT = "3-one", "x", 0, 0, 10, 10
"""
BEASTS = "name,cost,art,icons,Number\nFox,2,img/fox.png,ff,2\nOwl,3,C:\\new\\fox.png,f,1\nElk,5,missing.png,,1\n"

SQUIB = """require 'squib'
data = Squib.csv file: 'data/game.csv'   # the list

Squib::Deck.new(cards: data['Name'].size, layout: 'layouts/deck.yml') do
  background color: '#252322'
  rect layout: :panel
  text str: data['Name'], layout: :title
  text str: data['atk'].map { |s| "#{s} ATK" }, layout: :atk
  text str: data.hp.map { |s| "#{s} HP" }, layout: :hp
  svg file: data['art'], layout: 'art'
  svg layout: data['clan']
  text str: %w(first second), x: '0.5in', y: 1000, width: 300, font: 'Serif Italic 20', color: :white,
       range: 0..0
  circle x: 700, y: 1000, radius: 40, fill_color: '#ff0000'
  text str: Time.now.to_s, layout: :title
  star x: 10, y: 10
  save_pdf trim: 37.5
end
"""
LAYOUT = """panel: {fill_color: '#0B3736', x: 60, y: 60, width: 705, height: 1005, radius: 38}
title: &t
  font: 'Arial Bold 32'
  align: !ruby/symbol center
  valign: middle
  x: 75
  y: 90
  width: 675
  height: 80
  color: '#DFDFE1'
atk: {x: 90, y: 190, width: 200, height: 50, font: Arial 24, color: white}
hp:
  extends: atk
  y: += 75
art: {x: 75, y: 350, width: 675, height: 600}
red: {file: fang.svg, x: 2in, y: 0.5in, width: 10mm, height: 10mm}
blue:
  extends: red
  file: other.svg
"""
GAME = "Name,atk,hp,art,clan,Qty\nOgre,3,2,fang.svg,red,2\nElf,1,4,fang.svg,blue,1\n"

MSE = (
    "mse version: 0.3.8\ngame: magic\nstylesheet: m15\nset info:\n\ttitle: Foxes\n\tartist: A. Nonymous\n"
    "styling:\n\tmagic-m15:\n\t\toverlay:\n"
    "card:\n\thas styling: false\n\ttime created: 2019-01-01\n\tname: <b>Red Fox</b>\n\tcasting cost: 2R\n\timage: image1\n"
    "\tsuper type: <word-list-type>Creature</word-list-type>\n\tsub type: <word-list-race>Fox</word-list-race>\n"
    "\trule text:\n\t\tHaste\n\t\t<sym>T</sym>: Draw a card. <i-auto>(Tap it.)</i-auto>\n\tpower: 2\n"
    "card:\n\tname: Den\n\tsuper type: Land\n\trule text: Add <sym>R</sym>.\n\timage: image2\n"
)

CIDER_CARDS = """ID,Name,Count,Front Template,Back Template,Crunch Power,Image,Rules
1,Red Fox,3,Beast,Back,4,Red Fox,Runs fast
2,Owl,1,Beast,Back,2,Red Fox,Flies over all
"""
CIDER_PAGE = """<div class="card">
  <div class="art"><img src="{{index assets card.image}}"/></div>
  <div class="title">{{card.name}}</div>
  <div class="power">{{card.crunch-power}}</div>
  {{#if card.rules}}<div class="rules"><p>Rules: {{{compileImages card.rules}}}</p></div>{{/if}}
</div>
"""
CIDER_STYLE = """.card { width: 825px; height: 1125px; background-color: #f4e8d0; position: relative; }
.title { position: absolute; left: 75px; top: 75px; width: 675px; height: 90px; font-size: 56px; font-weight: bold;
  text-align: center; background: #804020; color: white; border-radius: 20px; }
.art { position:absolute; left: 80px; top: 180px; right: 80px; height: 440px }
.power { position: absolute; right: 70px; bottom: 70px; width: 120px; height: 120px; background-color:#222; color:#fff; }
.rules { position: absolute; left: 10%; top: 60%; width: 80%; height: 25%; font-size: 40px }
"""

EVERY_STYLE = (
    "top: 1in; left: 10mm; width: 2cm; height: 72pt", "top: 0; right: 0; width: 50%; height: 10%", "bottom: 30px; left: 5px; right: 5px; height: 90px",
    "inset: 0; top: 9px; bottom: 9px; left: 9px; right: 9px; background: #abc; border-radius: 9999px 1px",
    "top: 0; left: 0; width: 90px; height: 90px; background: red; border-radius: 10%; font-style: italic; text-align: right; font-size: 2pt",
    "top: 0; left: 0; width: 0; height: 90px", "top: 5px; left: 5px; width: 99px; height: 99px; align-items: center; font-weight: 600",
    "top: 5px; left: 5px; width: 99px; height: 99px; justify-content: center; font-weight: 500; color: #0f0; font-size: 999px",
    "position: fixed; top: 5px; left: 5px; width: 99px; height: 99px; align-content: center; font-weight: bolder",
    "position: static; top: 5px",
)  # fmt: skip
EVERY_PAGE = (
    '<html><head><title>T</title></head><div class="card" id="c"><style>.x {}</style>'
    + "".join(
        f'<p class="b" style="{style}">{number} {{{{card.name}}}}</p>' for number, style in enumerate(EVERY_STYLE)
    )
    + '<div class="b far" style="left: 100px; top: 100px; width: 300px; height: 300px"><b class="b far" style="left: 10%; top: 10%; width: 50%; '
    'height: 50%">inner</b><i>flows</i><img src="{{card.image}}"/></div>'
    '<img class="b" src="{{assets.red-fox}}" style="left: 1px; top: 1px; width: 9px; height: 9px; object-fit: contain"/>'
    '<p class="b" style="left: 1px; top: 1px; width: 9px; height: 9px">{{#each x}}{{card.lost}}{{/each}}{{else}} {{ card.Rules }}</p></div></html>'
)
EVERY_SHEET = (
    "/* .card { width: 1px } */ @media print { .card, #c { width: 250px; height: 350px; font-weight: 700; background: url(x) } }"
    " .b { position: absolute } b.far, .none .far { color: #00f } .b:hover { color: #f0f } div .far { text-align: center }"
)


def picture(
    width: int = 76, height: int = 106, color: tuple[int, int, int] = (200, 90, 40), kind: str = "PNG"
) -> bytes:
    out = io.BytesIO()
    Image.new("RGB", (width, height), color).save(out, kind)
    return out.getvalue()


def sheet(columns: int, rows: int, width: int = 76, height: int = 106) -> bytes:
    """A sheet of cards of which each has a colour of its own."""
    whole = Image.new("RGB", (columns * width, rows * height))
    for place in range(columns * rows):
        box = place % columns * width, place // columns * height
        whole.paste((20 * place, 200, 100), (*box, box[0] + width, box[1] + height))
    out = io.BytesIO()
    whole.save(out, "PNG", compress_level=1)
    return out.getvalue()


def write(folder: Path, files: dict[str, str | bytes]) -> Path:
    for name, content in files.items():
        path = folder / name
        path.parent.mkdir(parents=True, exist_ok=True)
        path.write_bytes(content if isinstance(content, bytes) else content.encode())
    return folder


def nandeck(folder: Path) -> Path:
    write(folder, {"forest.txt": NANDECK, "beasts.csv": BEASTS, "img/fox.png": picture(), "icons/fang.svg": ICON})
    return folder / "forest.txt"


def squib(folder: Path) -> Path:
    return write(
        folder, {"src/deck.rb": SQUIB, "layouts/deck.yml": LAYOUT, "data/game.csv": GAME, "img/fang.svg": ICON}
    )


def mse(folder: Path, text: str = MSE, more: dict[str, bytes] | None = None) -> Path:
    folder.mkdir(parents=True, exist_ok=True)
    with zipfile.ZipFile(folder / "foxes.mse-set", "w", zipfile.ZIP_DEFLATED) as archive:
        for name, content in {"set": text.encode(), "image1": picture(), **(more or {})}.items():
            archive.writestr(name, content)
    return folder / "foxes.mse-set"


def cider(folder: Path) -> Path:
    return write(
        folder,
        {
            "decks/beasts/cards.csv": CIDER_CARDS,
            "decks/beasts/attributes.csv": "ID,Name,Type\n1,Crunch Power,number\n",
            "decks/beasts/beast.html": CIDER_PAGE,
            "decks/beasts/beast.css": CIDER_STYLE,
            "assets/red-fox.png": picture(),
        },
    )


def cider_styles(folder: Path) -> Path:
    return write(
        folder,
        {
            "decks/beasts/cards.csv": CIDER_CARDS,
            "decks/beasts/beast.html": EVERY_PAGE,
            "decks/beasts/beast.css": EVERY_SHEET,
            "assets/red-fox.png": picture(),
        },
    )


def cider_export(folder: Path) -> Path:
    cards = [
        {"id": 1, "deckId": 7, "name": "Fox", "count": 3, "power": 0, "text": None, "tags": ["a"], "more": {"b": 1}, "is": False},
        {"id": 2, "deckId": 7, "name": "Owl", "art": "Red Owl", "frontCardTemplateId": 5, "height": 1.5}, {"id": 3, "deckId": 8, "name": "Elk"},
    ]  # fmt: skip
    tables = {"decks": [{"id": 7, "name": "Beasts"}, {"id": 8}], "cards": [*cards, 5], "assets": [{}, {}], "games": "x"}
    data = [*({"tableName": name, "rows": listed} for name, listed in tables.items()), 5]
    text = json.dumps({"formatName": "dexie", "data": {"data": data}})
    return write(folder, {"export.json": text, "assets/red-owl.png": picture(9, 9)}) / "export.json"


def tabletop(folder: Path) -> Path:
    face = {
        "FaceURL": "file:///C:/games/sheet.png",
        "BackURL": "http://example.com/u/back.jpg",
        "NumWidth": 3,
        "NumHeight": 2,
    }
    far = {"FaceURL": "https://example.com/ugc/1/ABC/", "BackURL": "", "NumWidth": 10, "NumHeight": 7}
    ids = (100, 101, 101, 105)
    cards = [{"Name": "Card", "CardID": id, "Nickname": f"Fox {id}", "Description": "Runs."} for id in ids]
    save = {
        "SaveName": "Foxes",
        "ObjectStates": [
            {"Name": "DeckCustom", "Nickname": "Main", "DeckIDs": list(ids), "CustomDeck": {"1": face}, "ContainedObjects": cards},
            {"Name": "Bag", "ContainedObjects": [{"Name": "CardCustom", "CardID": 200, "Nickname": "Far", "CustomDeck": {"2": far}}]},
            {"Name": "Custom_Dice"},
        ],
    }  # fmt: skip
    write(folder, {"save.json": json.dumps(save), "sheet.png": sheet(3, 2), "back.jpg": picture(80, 112, kind="JPEG")})
    return folder / "save.json"


PROJECTS = {
    **{"nandeck": nandeck, "squib": squib, "mse": mse, "tabletop": tabletop},
    **{"cider": cider, "cider styles": cider_styles, "cider export": cider_export},
}
