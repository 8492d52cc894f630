"""Describe what a template may use: elements, attributes, variables and filters."""

from __future__ import annotations

from collections.abc import Mapping
from typing import NamedTuple

ELEMENTS: Mapping[str, str] = {
    "text": 'A box of wrapped rich text. Its content is text with `<b>`, `<i>`, `<br/>` and `<card:icon name="..."/>`.',
    "icon": "An icon of the game, drawn as a square.",
    "bleed": "A background that covers the piece and its bleed.",
    "column": "A box that the text of a document fills; the columns of a page are filled in order. For pages of documents.",
    "piece": "The face of a piece of the deck, scaled into a box. For pages and figures of documents.",
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
        " breaking the line; `none`, the default, changes nothing. Text that still does not fit is set smaller, with warning E406.",
        "min-size": "Smallest size of the type, such as `5pt`. Default: that of the style.",
        "scale": "Factor for size and `min-size`. Default: 1.",
        "rotate": "Clockwise rotation about the centre of the box, in degrees. Default: 0.",
        "color": "Name of a colour. Default: that of the style.",
        "alt": "Words that are read out for the text of a face, such as `Power: 4` for a lone 4; empty: none. Default: the text.",
        "role": "What the text of a page is for a screen reader: `h1` to `h6`, `p`, `label` and `item` of a list, `th` and `td` of a"
        " table, or `decoration`, which is not read out. Default: a heading for the styles `h1` to `h6`, decoration for `page-foot`,"
        " else `p`.",
        "lang": "Language of the text, such as `pt`, where it is not that of the build: for the division of words, the forms of letters"
        " and the voice of a screen reader.",
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
    "piece": {
        "kind": "Name of the kind of piece, such as `bases`.",
        "name": "The id of the piece. Default: the first of its kind.",
        "x": "Left edge of the box, in mm.",
        "y": "Top edge of the box, in mm.",
        "width": "Width of the box, in mm.",
        "height": "Height of the box, in mm; the piece keeps its proportion and stands in the middle.",
        "id": "A name for people who read the template; it has no effect.",
    },
}

VARIABLES: Mapping[str, str] = {
    "card": "The entry: one card, token or board. `card.plan` is the geometry that the game computes for it, if any.",
    "deck": "The whole deck, with every text in the language of the build.",
    "identity": "The identity of the deck: `title`, `subtitle`, `author`, `palette`, `emblem`, `land` and the other fields of its identity.",
    "game": "The game: `game.id` and `game.name`.",
    "constants": "The constants of the game, by name: `constants.hand_limit`.",
    "rules_of_play": "In the document `rules-of-play.md`: the rules of the game in words, as Markdown, in the language of the build.",
    "fields": "The fields of the kind, for stock faces, and further columns of its lists: each has `name`, `title` and `type`, which for a column is `number`, `text`, `words` for numbers among words, `prose` for sentences that are the text of their cards, `fact` for long values behind titles or `detail` if few are long. Empty if there are none.",
    "kind": "The kind of piece: `kind.name`, `kind.title`, `kind.role`, `kind.shape`, such as `rectangle`, and `kind.numbers`, the names of its numbers.",
    "holes": "The holes of a kind that has any: each has `x` and `y`, as shares of the width and the height, and `diameter` in mm.",
    "side": "On a die: what is on the side that is drawn, an item of `card.sides`. `side_number` is its number from 1.",
    "box": "On a tuck box: `box.outline`, `box.panels` with the box of each panel, `box.notch`, the radius of the notch for the thumb, `box.count`, and `box.width`, `height`, `depth`.",
    "players": "The number of players for whom pieces are printed; nothing if all are.",
    "large_print": "Whether the deck is enlarged until all of its text has at least 12 points.",
    "t": "The fixed strings of the game, in the language of the build, by key.",
    "lang": "The language of the build, such as `en`.",
    "version": "The version of cardgen.",
    "width": "Width of the trimmed piece, in mm.",
    "height": "Height of the trimmed piece, in mm.",
    "bleed": "How far ink extends past the trim, in mm.",
    "page": "On a page of a document: its number, from 1.",
    "pages": "On a page of a document: how many there are.",
    "text_end": "Where the text of a page ends, in mm from the top; 0 while the columns are looked for.",
}


class FilterDescription(NamedTuple):
    """A filter.

    Attributes:
        result: What the example prints; empty if that depends on the deck.
    """

    meaning: str
    example: str
    result: str = ""


OWN_FILTERS: Mapping[str, FilterDescription] = {
    "rich": FilterDescription(
        "Turns the marks in a deck's text (`**bold**`, `*italic*`, `{icon}`) into elements, and fills placeholders that are"
        " passed as arguments.",
        "{{ 'Draw **{n}**' | rich(n=2) }}",
        "Draw <b>2</b>",
    ),
    "fill": FilterDescription(
        "Fills the placeholders of a fixed string.", "{{ '{n} copies' | fill(n=3) }}", "3 copies"
    ),
    "color": FilterDescription(
        "The value of a named colour as `#rrggbb`, for attributes of plain SVG.",
        "<rect fill=\"{{ 'accent' | color }}\"/>",
    ),
    "readable": FilterDescription(
        "A colour, darkened or lightened so far that it is readable on another one, with a contrast of 4.5 : 1.",
        "{{ card.shade | readable(on='paper') }}",
    ),
    "in_language": FilterDescription(
        "A text of the deck in another language than that of the build.", "{{ card.name | in_language('pt') }}"
    ),
    "titled": FilterDescription(
        "The title of a word of a choice in the language of the build, or the titles of a list of them. Without the"
        " filter it is the word, which conditions and file names can rely on.",
        "{{ card.role | titled }}",
    ),
    "parts": FilterDescription(
        "The values of a card by the part that each plays on a face, whatever fields the game has; see"
        " [the parts of a card](#the-parts-of-a-card). Values named in `apart` stand elsewhere, and so are in none of its lists.",
        "{% set parts = card | parts(fields) %}",
    ),
    "part_text": FilterDescription(
        "Several parts of a card as one text: `kind`, the type line; `type` and `tags`, which it consists of; `body`, all texts;"
        " `titled`, those with a title, each on a line; `rest`, all but name, pictures, suit and rank; `facts`, a line for each value; or `credits`.",
        "{{ parts | part_text('body') }}",
    ),
    "has_icon": FilterDescription(
        "Whether there is an icon of this name.", "{% if card.type | has_icon %}...{% endif %}"
    ),
    "symbol_ground": FilterDescription(
        "The colour around a symbol, that is, of a picture with an edge of one colour: `#rrggbb`, or `paper` if it is transparent. Empty"
        " for photographs, other pictures that go to their edge, upright pictures, those with a focus, and SVG.",
        "{% set ground = card.art | symbol_ground %}",
    ),
    "shown": FilterDescription(
        "A value as text: the title of a choice, a list with commas, a true minus.", "{{ card.cost | shown }}"
    ),
    "qr": FilterDescription(
        "A QR code that says a text: its `side`, in squares, and its `path`, with the margin that scanners need.",
        '<path d="{{ (card.link | qr).path }}"/>',
    ),
    "stacked": FilterDescription(
        "A value as text, in which three or four symbols, such as emoji, stand in two lines: a badge has room for them.",
        "{{ card.cost | stacked | rich }}",
    ),
    "is_stated": FilterDescription(
        "Whether a card has a value of this field that can be shown.", "{% if 'cost' | is_stated(card) %}...{% endif %}"
    ),
    "text_width": FilterDescription(
        "The width of a text, or of its longest line, at the full size of a style, in mm.",
        "{{ card.name | text_width('name') }}",
    ),
    "text_height": FilterDescription(
        "The height of a text that is broken into lines in a box of this width, at the full size of a style, in mm. The"
        " markup of `rich` is measured as it is drawn; `scale` is that of the text.",
        "{{ card.text | rich | text_height('rules', width - 8, scale=1) }}",
    ),
    "sum": FilterDescription("Adds up numbers, or a field of cards.", "{{ deck.ships | sum('copies') }}"),
    "counts": FilterDescription(
        "Counts the copies that have each value of a field.", "{{ (deck.ships | counts('type')).trader }}"
    ),
    "groups": FilterDescription(
        "Groups cards by a field.", "{% for type, ships in (deck.ships | groups('type')).items() %}...{% endfor %}"
    ),
}
"""Filters that cardgen adds."""

JINJA_FILTERS: Mapping[str, FilterDescription] = {
    "abs": FilterDescription("The number without its sign.", "{{ -3 | abs }}", "3"),
    "capitalize": FilterDescription(
        "The text with a capital at its start.", "{{ 'old fort' | capitalize }}", "Old fort"
    ),
    "count": FilterDescription("Another name of `length`.", "{{ [1, 2] | count }}", "2"),
    "d": FilterDescription("Another name of `default`.", "{{ '' | d('none', true) }}", "none"),
    "default": FilterDescription(
        "Another value for one that is not defined; with `true`, also for one that is empty.",
        "{{ '' | default('none', true) }}",
        "none",
    ),
    "dictsort": FilterDescription(
        "The keys and values of a mapping, sorted.",
        "{% for key, value in {'b': 2, 'a': 1} | dictsort %}{{ key }}{% endfor %}",
        "ab",
    ),
    "e": FilterDescription("Another name of `escape`.", "{{ '<' | e }}", "&lt;"),
    "escape": FilterDescription(
        "The text with `&`, `<`, `>` and quotes as XML writes them; `{{ }}` does that by itself.",
        "{{ 'a & b' | escape }}",
        "a &amp; b",
    ),
    "first": FilterDescription("The first item of a list, or the first letter.", "{{ ['a', 'b'] | first }}", "a"),
    "float": FilterDescription("The value as a number with decimals.", "{{ '2.50' | float }}", "2.5"),
    "int": FilterDescription("The value as a whole number.", "{{ 7.9 | int }}", "7"),
    "items": FilterDescription(
        "The keys and values of a mapping.",
        "{% for key, value in {'a': 1} | items %}{{ key }}{{ value }}{% endfor %}",
        "a1",
    ),
    "join": FilterDescription("The items of a list as one text.", "{{ ['sea', 'land'] | join(', ') }}", "sea, land"),
    "last": FilterDescription("The last item of a list, or the last letter.", "{{ ['a', 'b'] | last }}", "b"),
    "length": FilterDescription("How many items or letters there are.", "{{ 'harbour' | length }}", "7"),
    "list": FilterDescription("The items as a list.", "{{ 'abc' | list | length }}", "3"),
    "lower": FilterDescription("The text in small letters.", "{{ 'ABC' | lower }}", "abc"),
    "map": FilterDescription(
        "A filter applied to each item, or a field of each.", "{{ ['a', 'b'] | map('upper') | join }}", "AB"
    ),
    "max": FilterDescription("The largest item; of cards, the largest value of a field.", "{{ [3, 1, 2] | max }}", "3"),
    "min": FilterDescription(
        "The smallest item; of cards, the smallest value of a field.", "{{ [3, 1, 2] | min }}", "1"
    ),
    "reject": FilterDescription("The items that do not pass a test.", "{{ [1, 2, 3] | reject('odd') | join }}", "2"),
    "rejectattr": FilterDescription(
        "The cards whose field does not pass a test.",
        "{{ [{'n': 1}, {'n': 2}] | rejectattr('n', 'odd') | list | length }}",
        "1",
    ),
    "replace": FilterDescription("The text with another in place of a part.", "{{ 'a-b' | replace('-', ' ') }}", "a b"),
    "reverse": FilterDescription("The items or letters from the last to the first.", "{{ 'abc' | reverse }}", "cba"),
    "round": FilterDescription("The number rounded to some decimals.", "{{ 2.345 | round(1) }}", "2.3"),
    "safe": FilterDescription(
        "The text without escaping, for SVG that a macro made.", "{{ '<b>a</b>' | safe }}", "<b>a</b>"
    ),
    "select": FilterDescription("The items that pass a test.", "{{ [1, 2, 3] | select('odd') | join }}", "13"),
    "selectattr": FilterDescription(
        "The cards whose field passes a test.",
        "{{ [{'n': 1}, {'n': 2}] | selectattr('n', 'gt', 1) | list | length }}",
        "1",
    ),
    "sort": FilterDescription("The items in order; of cards, by `attribute`.", "{{ [3, 1, 2] | sort | join }}", "123"),
    "string": FilterDescription("The value as text.", "{{ (3 | string) ~ '!' }}", "3!"),
    "title": FilterDescription(
        "The text with a capital at the start of each word.", "{{ 'old fort' | title }}", "Old Fort"
    ),
    "trim": FilterDescription("The text without spaces around it.", "{{ ' a ' | trim }}", "a"),
    "truncate": FilterDescription(
        "The beginning of a long text, as many letters as stated.",
        "{{ 'a very long story' | truncate(10) }}",
        "a very...",
    ),
    "unique": FilterDescription(
        "The items, each once; of cards, the values of a field.", "{{ [1, 1, 2] | unique | join }}", "12"
    ),
    "upper": FilterDescription("The text in capitals.", "{{ 'abc' | upper }}", "ABC"),
}
"""Filters of Jinja that templates may use; those that could do harm or fill the memory are left out."""

PARTS: Mapping[str, str] = {
    "name": "The name of the card; empty if a list without names has made it, as `Card 12`.",
    "art": "The picture: the value of `art`, `image`, `picture`, `illustration` or `photo`, or the first picture.",
    "icon": "The icon: the first value of type `icon`, or an icon with the name of the type.",
    "text": "The rules: the value of `text`, `rules`, `effect`, `description` or `prompt`, or the first long text.",
    "flavor": "The value of `flavor`, `flavour` or `quote`.",
    "kind": "The words of the type line: the values of `type` (or `category`, `class`) and `subtype`.",
    "cost": "The value of `cost` or `price`, with `title` and `value`; None without.",
    "suit": "The value of `suit`; of a choice with titles the word, of which `parts.suit | titled` is the title.",
    "rank": "The value of `rank`; with `playing=true`, or else the cost or the first number of the kind, which then is not among the other parts.",
    "index": "With `playing=true`, the rank as the corners show it: empty if it is a long word, which is the name or in the type line.",
    "suit_icon": "With `playing=true`, the icon of the suit: that of the card, of the word of the suit, or, without a suit, of the first word"
    " of the type line.",
    "suit_picture": "With `playing=true`, the picture if it stands for the suit: beside a rank or another number that is no cost, without a suit and with little text.",
    "pips": "With `playing=true`, how many suits stand in the middle of the card; 0 for none.",
    "noted": "With `playing=true`, the name of a card with pips, unless it says no more than the suit.",
    "letter": "The letter of the `rank`, if that is a number from 11 to 14 or 1 and the name of the card holds no number: J, Q, K or A.",
    "stats": "Numbers, each with `name`, `title` and `value`; at most six, with short titles.",
    "tags": "The words of lists, and the titles of fields that are true.",
    "colors": "Colours, each with `title` and `value`.",
    "details": "Short texts, each with `title` and `value`.",
    "texts": "Long texts, each with `title` and `value`.",
    "pictures": "Further pictures.",
    "credits": "The values of `artist`, `illustrator`, `credit`, `copyright`, `set` and `edition`.",
    "order": "The names of all fields that have a value, in their order.",
    "weight": "The number of characters of all that a text box has to hold, to divide a card between picture and text.",
    "names": "For each part that is the value of one field, the name of that field: `names.text` may be `rules`.",
}
