"""The reference of the template language: elements, attributes, variables, filters; names come from the code."""

from __future__ import annotations

from collections.abc import Iterator, Mapping
from html import escape
from pathlib import Path

import yaml

from cardgen.geometry.focus import WORDS
from cardgen.render.face.attributes import ATTRIBUTES
from cardgen.render.face.daylight import LIGHTS
from cardgen.render.templates.reference import (
    DESCRIPTIONS,
    ELEMENTS,
    JINJA_FILTERS,
    OWN_FILTERS,
    PARTS,
    VARIABLES,
    FilterDescription,
)

ROOT = Path(__file__).parents[2]

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
    yield "beside the deck or the template. [A face of your own](../tutorial/own-template.md) makes a template step by step, and"
    yield "`cardgen templates DECK --describe` prints all that follows with the values of your deck."
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
    yield from ("", "## Filters", "")
    yield "A filter changes a value: `{{ card.name | upper }}`. These are cardgen's own; the right column is what the example prints."
    yield from ("", *_filters(OWN_FILTERS))
    yield ""
    yield from ("### The parts of a card", "")
    yield "The filter `parts` sorts the values of a card. An empty part is an empty text or an empty list. With `playing=true` the\ncard is a playing card, whose rank and suit have places of their own; with `suits=false` they are words among others."
    yield from ("", "| Part | Meaning |", "| --- | --- |")
    yield from (f"| `{name}` | {text} |" for name, text in PARTS.items())
    yield ""
    yield f"Of [Jinja's filters]({JINJA}) these are available:"
    yield from ("", *_filters(JINJA_FILTERS), "")
    yield from _pictures()
    yield from _icons()
    yield from _places()
    yield "## Limits"
    yield ""
    yield "Templates run in a sandbox: they read no file outside the folders of the deck and the templates, run no code, and have"
    yield "a budget of steps and of output. A mistake in a template is reported once, at its line and column in the template, with"
    yield "the first card that meets it and the number of the others. Text that does not fit is reported for each card."


def _filters(filters: Mapping[str, FilterDescription]) -> Iterator[str]:
    """Yield a table of filters."""
    yield from ("| Filter | Meaning | Example | Result |", "| --- | --- | --- | --- |")
    for name, text in filters.items():
        result = f"<code>{escape(text.result)}</code>" if text.result else ""
        yield f"| `{name}` | {text.meaning} | <code>{_code(text.example)}</code> | {result} |"


def _code(text: str) -> str:
    """Return code for a cell of a table."""
    return escape(text, quote=False).replace("|", "&#124;").replace("*", "&#42;")


def _pictures() -> Iterator[str]:
    """Yield what a template says about pictures."""
    yield from ("## Pictures", "")
    yield "An `<image>` fills its box and is cut off where it is larger: `preserveAspectRatio` is `xMidYMid slice` unless stated"
    yield "otherwise. The attribute `card:focus` names the point that stays in view:"
    yield from ("", "```xml")
    yield '<image href="{{ card.art }}" x="0" y="0" width="{{ width }}" height="40" card:focus="top"/>'
    yield from ("```", "")
    yield f"It is a word ({', '.join(f'`{word}`' for word in WORDS)}), two words such as `top left`, or two numbers from 0 to 1: `0.5 0.2`"
    yield (
        "is the middle of the upper third. Without it, the middle of a picture stays in view, and of a PNG, JPEG or WebP that is"
    )
    yield "higher than wide a point a quarter from the top. A deck can state it for one card, and then the template need not:"
    yield from ("", "```yaml", "art: {file: art/queen.png, focus: top}      # or focus: [0.5, 0.2]", "```", "")
    yield "In a spreadsheet it is the column `art.focus`, or `focus`. `card.art.focus` is its value in a template."
    yield "`placeholder:` and any text is the name of a generated picture, which shows what a word of the text calls for:"
    yield "`{{ card.art or 'placeholder:' ~ card.id }}`."
    yield ""
    yield from _grounds()
    yield from ("### Emblem, pattern and corner", "")
    yield "Decks have up to three ornaments, which templates tint: what is drawn in `currentColor` takes the colour of the element"
    yield 'around it (`color="..."`), and everything else keeps its own.'
    yield from ("", "| Ornament | Shape | Drawn by a template |", "| --- | --- | --- |")
    yield (
        '| `identity.emblem` | A square, such as `viewBox="0 0 48 48"`, that fills most of it, in `currentColor`. |'
        ' <code>&lt;image href="{{ identity.emblem }}" x="10" y="10" width="20" height="20" color="{{ \'primary\' &#124; color }}"/&gt;</code> |'
    )
    yield (
        "| `identity.pattern` | A square tile whose left edge continues its right edge, and its top its bottom. |"
        ' In `<pattern id="p" width="9" height="9" patternUnits="userSpaceOnUse">`, an `<image>` of 9 × 9 mm. |'
    )
    yield (
        "| `deck.corner` | A square drawn for the top left corner of a frame. | Once as it is, and mirrored for the others:"
        ' `<g transform="translate({{ width }} 0) scale(-1 1)">`. |'
    )
    yield ""
    yield "`templates/common/ornaments/` has one of each to look at."
    yield ""


def _grounds() -> Iterator[str]:
    """Yield how a picture becomes a ground, and what a land is."""
    yield '`preserveAspectRatio="xMidYMid meet"` shows a picture whole; `card:longest="3"` cuts off the ends of one that is over three'
    yield from ("times as long as wide, so that a small one is seen.", "")
    yield from ("### Lands and lights", "")
    yield "`card:light` makes a picture a *ground*, on which other things stand. It lies in the light of a time of the day, is"
    yield "converted once however often it is placed, and `--ink low` leaves fine, pale lines of its large shapes. `card:zoom` shows a"
    yield "smaller part of it, larger:"
    yield from ("", "```xml")
    yield '<image href="{{ identity.land }}" x="0" y="0" width="{{ width }}" height="40" card:light="dawn" card:focus="0.3 0.4" card:zoom="1.5"/>'
    yield from ("```", "")
    yield f"The lights are {', '.join(f'`{light}`' for light in LIGHTS)}; `noon` shows a picture as it is. A ground stands at the top level of a"
    yield 'template or in a plain `<g>`. What must not be drawn in lines, such as a veil over it, goes into `<g card:ground="true">`, which'
    yield 'low ink leaves out; `<g card:ink="full">` keeps its colours there, and `"pale"` lightens them as pictures.'
    yield ""
    yield "`identity.land` is the land of the deck: a wide picture of its world, such as 302 × 260 mm, in planes from the sky to what is"
    yield "near, with the sun at 0.27 of its width and what matters most at 0.53. A deck without one has a generated land in its palette,"
    yield "so a template can always use it. `plates.svg.j2` has macros for what stands on a land: plates for words, places for cards,"
    yield "edges of foil, medallions."
    yield ""


def _icons() -> Iterator[str]:
    """Yield the icons that every game has."""
    names = sorted(path.stem for path in (ROOT / "templates" / "common" / "icons").glob("*.svg"))
    yield from ("## Icons", "")
    yield 'Every game has these icons, for `<card:icon name="anchor" .../>` and, in a text of the deck, `{anchor}`; games add others:'
    yield from ("", "![All icons with their names](../images/icons.png)", "")
    yield ", ".join(f"`{name}`" for name in names) + "."
    yield ""
    yield "An icon of your own is an SVG file in `icons/` beside the deck: a square `viewBox`, drawn in `currentColor`. Its name is"
    yield "that of the file without `.svg`."
    yield ""


def _places() -> Iterator[str]:
    """Yield where files of one's own lie."""
    yield from ("## Files of your own", "")
    yield "These lie beside the deck, in the folder of your game, or in a folder `templates/` there. A file beside the deck goes before"
    yield "that of the game, that of the game before those of the games that it extends, and these before what all games share."
    yield from ("", "| File | Use |", "| --- | --- |")
    yield "| `*.svg.j2` | Templates. `cardgen templates DECK` lists those in use and those that a line of the deck can choose, and `--copy NAME` copies one to change it. |"
    yield "| `theme.yaml` | Fonts, styles and colours. It states only what differs. |"
    yield "| `strings.en.yaml`, `strings.pt.yaml` | Fixed words of a language: `contents: Inside`; `strings.yaml` has those of all languages. |"
    yield "| `icons/*.svg` | Icons. |"
    yield "| `fonts/*.ttf` | Fonts with TrueType outlines. A theme names them by file name, without `.ttf`. |"
    yield from ("", "With `fonts/Lobster.ttf` beside the deck, this is a whole `theme.yaml`:", "")
    yield from ("```yaml", "families:", "  display: Lobster", "```", "")
    yield "A family may have cuts of its own: `display: {regular: Lobster, bold: Lobster-Bold, italic: ..., bold_italic: ...}`. Cuts that"
    yield "are missing are drawn in the regular one. Text in SVG pictures may use the same fonts, by the name of the family, such as"
    yield '`font-family="Alegreya Sans"`.'
    yield ""
