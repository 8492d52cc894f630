"""The reference of the template language: elements, attributes, variables, filters; names come from the code."""

from __future__ import annotations

from collections.abc import Iterator, Mapping
from pathlib import Path

import yaml

from cardgen.render.attributes import ATTRIBUTES
from cardgen.render.environment import FILTERS

ROOT = Path(__file__).parents[2]

ELEMENTS: Mapping[str, str] = {
    "text": 'A box of wrapped rich text. Its content is text with `<b>`, `<i>`, `<br/>` and `<card:icon name="..."/>`.',
    "icon": "An icon of the game, drawn as a square.",
    "bleed": "A background that covers the piece and its bleed.",
    "column": "A box that the text of a document fills; the columns of a page are filled in order. For pages of documents.",
}

DESCRIPTIONS: Mapping[str, Mapping[str, str]] = {
    "text": {
        "x": "Left edge of the box, in the units of the `viewBox` (mm).",
        "y": "Top edge of the box, in mm.",
        "width": "Width of the box, in mm.",
        "height": "Height of the box, in mm.",
        "style": "Name of a style of the theme.",
        "align": "`left`, `center`, `right` or `justify`. Default: that of the style.",
        "valign": "`top`, `middle` or `bottom`. Default: `top`.",
        "fit": "`shrink` reduces the leading first, then the size, down to `min-size`; `line` does the same without ever"
        " breaking the line; `none`, the default, changes nothing. Text that still does not fit is error E406.",
        "min-size": "Smallest size of the type, such as `5pt`. Default: that of the style.",
        "scale": "Factor for size and `min-size`. Default: 1.",
        "rotate": "Clockwise rotation about the centre of the box, in degrees. Default: 0.",
        "color": "Name of a colour. Default: that of the style.",
        "from": "Key of the deck that holds this text, so that an error can point at it.",
        "id": "A name for people who read the template; it has no effect.",
    },
    "icon": {
        "name": "Name of the icon: the stem of its file in `icons/`.",
        "x": "Left edge, in mm.",
        "y": "Top edge, in mm.",
        "size": "Side of the square, in mm.",
        "color": "Name of the colour that replaces `currentColor`. Default: `ink`.",
        "from": "Key of the deck that holds the name, so that an error can point at it.",
        "id": "A name for people who read the template; it has no effect.",
    },
    "bleed": {
        "fill": "Name of the colour. Default: `paper`.",
        "id": "A name for people who read the template; it has no effect.",
    },
    "column": {
        "x": "Left edge, in mm.",
        "y": "Top edge, in mm.",
        "width": "Width, in mm.",
        "height": "Height, in mm.",
        "id": "A name for people who read the template; it has no effect.",
    },
}

VARIABLES: Mapping[str, str] = {
    "card": "The entry: one card, token or board. `card.plan` is the geometry that the game computes for it, if any.",
    "deck": "The whole deck, with every text in the language of the build.",
    "identity": "The identity of the deck: `title`, `subtitle`, `author`, `palette`, `emblem` and the other fields of its identity.",
    "game": "The game: `game.id` and `game.name`.",
    "constants": "The constants of the game, by name: `constants.hand_limit`.",
    "fields": "The fields of the kind, for stock faces: each has `name`, `title` and `type`. Empty if the game lists none.",
    "kind": "The kind of piece: `kind.name`, `kind.title`, `kind.role` and `kind.shape`, such as `rectangle`.",
    "t": "The fixed strings of the game, in the language of the build, by key.",
    "lang": "The language of the build, such as `en`.",
    "version": "The version of cardgen.",
    "width": "Width of the trimmed piece, in mm.",
    "height": "Height of the trimmed piece, in mm.",
    "bleed": "How far ink extends past the trim, in mm.",
}

OWN_FILTERS: Mapping[str, str] = {
    "rich": "Turns the marks in a deck's text (`**bold**`, `*italic*`, `{icon}`) into elements, and fills placeholders that"
    " are passed as arguments: `{{ t.cost | rich(n=card.cost) }}`.",
    "sum": "Adds up numbers, or a field of cards: `{{ deck.ships | sum('copies') }}`.",
    "counts": "Counts the copies that have each value of a field: `{{ (deck.ships | counts('type')).trader }}`. `min`, `max`"
    " and `unique` take a field too: `{{ deck.ships | max('cost') }}`.",
    "groups": "Groups cards by a field: `{% for type, ships in (deck.ships | groups('type')).items() %}`.",
    "fill": "Fills the placeholders of a fixed string: `{{ t.copies | fill(n=3) }}`.",
    "in_language": "A text of the deck in another language than that of the build: `{{ card.name | in_language('pt') }}`.",
    "parts": "The values of a card by the part that each plays on a face, whatever fields the game has:"
    " `{% set parts = card | parts(fields) %}`. See [the parts of a card](#the-parts-of-a-card).",
    "has_icon": "Whether there is an icon of this name: `{% if card.type | has_icon %}`.",
    "text_width": "The width of a text on one line, at the full size of a style, in mm: `{{ card.name | text_width('name') }}`.",
    "color": "The value of a named colour as `#rrggbb`: `{{ 'accent' | color }}`.",
}

PARTS: Mapping[str, str] = {
    "art": "The picture: the value of `art`, `image`, `picture`, `illustration` or `photo`, or the first picture.",
    "icon": "The icon: the first value of type `icon`, or an icon with the name of the type.",
    "text": "The rules: the value of `text`, `rules`, `effect`, `description` or `prompt`, or the first long text.",
    "flavor": "The value of `flavor`, `flavour` or `quote`.",
    "kind": "The words of the type line: the values of `type` (or `category`, `class`) and `subtype`.",
    "cost": "The value of `cost` or `price`, with `title` and `value`; None without.",
    "suit": "The value of `suit`.",
    "rank": "The value of `rank`.",
    "stats": "Numbers, each with `name`, `title` and `value`; at most six, with short titles.",
    "tags": "The words of lists, and the titles of fields that are true.",
    "colors": "Colours, each with `title` and `value`.",
    "details": "Short texts, each with `title` and `value`.",
    "texts": "Long texts, each with `title` and `value`.",
    "pictures": "Further pictures.",
    "credits": "The values of `artist`, `illustrator`, `credit`, `copyright`, `set` and `edition`.",
    "weight": "The number of characters of all that a text box has to hold, to divide a card between picture and text.",
}

JINJA = "https://jinja.palletsprojects.com/en/stable/templates/#list-of-builtin-filters"


def page() -> str:
    """Return the text of the page."""
    return "\n".join(_lines()) + "\n"


def _theme() -> Iterator[str]:
    """Yield the styles and colours of the theme that every game inherits."""
    theme = yaml.safe_load((ROOT / "templates" / "common" / "theme.yaml").read_text("utf-8"))
    colors = ", ".join(f"`{name}`" for name in {**theme["palette"], **theme["colors"]})
    yield from ("## Styles and colours", "")
    yield "Every game has these text styles; its `theme.yaml` changes them and adds others."
    yield from ("", "| Style | Font | Size | Colour |", "| --- | --- | --- | --- |")
    for name, style in theme["styles"].items():
        whole = theme["styles"].get(style.get("like"), {}) | style
        smallest = f", at least {whole['min_size']} pt" if "min_size" in whole else ""
        yield f"| `{name}` | {whole['family']} | {whole['size']} pt{smallest} | `{whole['color']}` |"
    yield ""
    yield f"Every game has these colours: {colors}."
    own = ", ".join(f"`{name}`" for name in theme["palette"])
    yield f"A deck can state its own values of {own}; the others follow from them."


def _lines() -> Iterator[str]:
    yield "# Templates"
    yield ""
    yield "The template of a face, a back, a board or a page is a [Jinja](https://jinja.palletsprojects.com) file that yields one"
    yield 'SVG document in millimetres: `viewBox="0 0 40 53"` is a card of 40 × 53 mm. Plain SVG is drawn with full fidelity.'
    yield "Four further elements, in the namespace `urn:cardgen`, draw text and icons:"
    yield from ("", "```xml")
    yield '<svg xmlns="http://www.w3.org/2000/svg" xmlns:card="urn:cardgen" viewBox="0 0 {{ width }} {{ height }}">'
    yield '  <card:bleed fill="paper"/>'
    yield '  <card:text x="4" y="4" width="{{ width - 8 }}" height="8" style="title" fit="line">{{ card.name }}</card:text>'
    yield "</svg>"
    yield from ("```", "")
    yield "Ink that extends past the `viewBox` is drawn into the bleed. An `<image>` refers to an SVG, PNG, JPEG or WebP file"
    yield "beside the deck or the template."
    yield from ("", "## Elements")
    for element, attributes in ATTRIBUTES.items():
        yield from (
            "",
            f"### `<card:{element}>`",
            "",
            ELEMENTS[element],
            "",
            "| Attribute | Meaning |",
            "| --- | --- |",
        )
        described = DESCRIPTIONS[element]
        unknown, missing = described.keys() - attributes, attributes - described.keys()
        if unknown or missing:
            raise KeyError(f"<card:{element}>: describe {sorted(missing)}, drop {sorted(unknown)}")
        yield from (f"| `{name}` | {text} |" for name, text in described.items())
    yield from ("", "## Variables", "", "| Name | Meaning |", "| --- | --- |")
    yield from (f"| `{name}` | {text} |" for name, text in VARIABLES.items())
    yield ""
    yield "A game can add variables of its own. An undefined variable is error E403."
    yield from ("", *_theme())
    yield from ("", "## Filters", "", "| Filter | Meaning |", "| --- | --- |")
    yield from (f"| `{name}` | {text} |" for name, text in OWN_FILTERS.items())
    yield ""
    yield from ("### The parts of a card", "")
    yield "The filter `parts` sorts the values of a card. An empty part is an empty text or an empty list."
    yield from ("", "| Part | Meaning |", "| --- | --- |")
    yield from (f"| `{name}` | {text} |" for name, text in PARTS.items())
    yield ""
    names = ", ".join(f"`{name}`" for name in FILTERS)
    yield f"Of [Jinja's filters]({JINJA}) these are available: {names}."
    yield ""
    yield "Templates run in a sandbox: they read no file outside the folders of the deck and the templates, run no code, and have"
    yield "a budget of steps and of output."
