"""Folders with decks that are right, for the mutators to spoil."""

from __future__ import annotations

import io
import shutil
from pathlib import Path

from cardgen.plugin.resources import resources

ROOT = Path(__file__).parents[2]

SVG = """<svg xmlns="http://www.w3.org/2000/svg" xmlns:xlink="http://www.w3.org/1999/xlink" viewBox="0 0 100 80">
<style>.a { fill: #236; stroke: rgb(1, 2, 3); filter: url(#blur) }</style>
<defs><linearGradient id="g"><stop offset="0" stop-color="#fff"/><stop offset="1"/></linearGradient>
<filter id="blur"><feGaussianBlur stdDeviation="1"/></filter><clipPath id="c"><circle r="30" cx="50" cy="40"/></clipPath>
<symbol id="s" viewBox="0 0 9 9"><path d="M0 0 L9 9 Q 3 4 5 6 Z"/></symbol></defs>
<rect class="a" width="100" height="80"/><g clip-path="url(#c)" transform="rotate(10) scale(.9)">
<use xlink:href="#s" x="3" width="20" height="20"/><text x="10" y="20" font-size="9" font-family="Cinzel">Words</text></g></svg>"""

FILES = {
    "deck.yaml": """game: harbour
title: Old harbour
palette: forest
pull: {ships.csv: "https://example.org/ships.csv"}
goods:
  - {id: rope, name: Rope, text: "**Strong** rope, {anchor} and *tar*.", cost: 2, copies: 2, art: art/rope.svg, kind: stuff}
  - {name: "Fish & chips", text: "Eat it. Gain 3 {anchor}.", cost: 1, art: art/fish.png, kind: food}
  - name: Net
    text: |
      Catch two cards.
      Then rest.
    cost: 5
    kind: stuff
ships: ships.csv
""",
    "ships.csv": "name,cost,sails,text\nDory,1,yes,Small\nSchooner,7,no,Fast {anchor}\n",
    "game.yaml": """id: harbour
name: {en: Harbour, pt: Porto}
languages: [en, pt]
constants: {most: 9}
kinds:
  goods:
    title: {en: Goods, pt: Bens}
    face: goods.svg.j2
    fields:
      text: text
      art: {type: picture, optional: true}
      cost: {type: integer, min: 0, max: 99, printed: no}
      kind: {type: choice, of: [stuff, food]}
      value: {formula: "card.cost * 2 + constants.most"}
  ships: {fields: {cost: integer, sails: {type: boolean, optional: true}, text: {type: text, optional: true}}}
checks:
  - {each: goods, that: "card.cost <= constants.most", say: "'{{ card.name }}' is dear", at: cost}
documents:
  rules: {title: {en: Rules, pt: Regras}, text: "rules.{lang}.md"}
""",
    "rules.en.md": "# Rules\n\nDraw *two* cards.\n\n- One\n- **Two** {anchor}\n\n| a | b |\n|---|---|\n| 1 | 2 |\n",
    "templates/goods.svg.j2": """<svg xmlns="http://www.w3.org/2000/svg" xmlns:card="urn:cardgen" viewBox="0 0 {{ width }} {{ height }}">
{% from "frame.svg.j2" import frame %}{{ frame(width, height) }}
{% if card.art %}<image href="{{ card.art }}" x="5" y="14" width="40" height="30"/>{% endif %}
<card:text x="5" y="5" width="{{ width - 15 }}" height="7" style="title">{{ card.name }}</card:text>
<card:text x="5" y="50" width="{{ width - 10 }}" height="20" style="body">{{ card.text }}</card:text>
{% for i in range(card.cost) %}<card:icon name="anchor" x="{{ 5 + 6 * i }}" y="75" size="5"/>{% endfor %}
</svg>
""",
    "templates/frame.svg.j2": """{% macro frame(w, h) %}<card:bleed xmlns:card="urn:cardgen"><rect width="{{ w }}" height="{{ h }}" fill="#fed"/></card:bleed>
<rect x="3" y="3" width="{{ w - 6 }}" height="{{ h - 6 }}" rx="2" fill="none" stroke="#543" stroke-width="0.5"/>{% endmacro %}
""",
    "templates/theme.yaml": """families: {words: {regular: AlegreyaSans-Regular, bold: AlegreyaSans-Bold}}
styles:
  title: {family: words, size: 10, color: "#332211"}
  body: {like: title, size: 8}
colors: {sea: "#224477"}
""",
    "templates/icons/anchor.svg": '<svg xmlns="http://www.w3.org/2000/svg" viewBox="0 0 9 9"><path d="M4 0H5V9H4Z"/></svg>',
    "sizes.yaml": "papers:\n  mine: {size: 200x250, margins: 8}\ncards:\n  small: {size: 44x68}\n",
    "art/rope.svg": SVG,
}
"""A small game with all that decks and games may have, but a workbook."""

EXAMPLES = ("brot-und-pao", "solstice", "sorry-im-late", "tideland")
"""Games of the gallery: workbooks, fonts, strings, documents, icons and placeholders."""


def plant_small(folder: Path) -> Path:
    """Write the small game into a folder, and return its deck."""
    from PIL import Image

    for name, text in FILES.items():
        path = folder / name
        path.parent.mkdir(parents=True, exist_ok=True)
        path.write_text(text, "utf-8")
    for suffix, mode in (("png", "RGBA"), ("jpeg", "RGB"), ("webp", "RGB")):
        out = io.BytesIO()
        Image.linear_gradient("L").resize((600, 400)).convert(mode).save(out, suffix)
        (folder / "art" / f"fish.{suffix.replace('jpeg', 'jpg')}").write_bytes(out.getvalue())
    (folder / "fonts").mkdir(exist_ok=True)
    shutil.copy(resources().fonts / "Cinzel-Bold.ttf", folder / "fonts" / "Own.ttf")
    theme = folder / "templates" / "theme.yaml"
    theme.write_text(f"{theme.read_text('utf-8')}fallback: [Own]\n", "utf-8")
    return folder / "deck.yaml"


def plant_example(name: str, folder: Path) -> Path:
    """Copy a game of the gallery into a folder, and return its deck."""
    shutil.copytree(ROOT / "examples" / name, folder, dirs_exist_ok=True)
    return folder / f"{name}.yaml"


def plant_samurai(folder: Path) -> Path:
    """Copy a deck of Attack the Tower, which can be played, and return it."""
    decks = resources().decks
    shutil.copy(decks / "samurai.yaml", folder / "deck.yaml")
    return folder / "deck.yaml"
