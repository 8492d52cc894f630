"""Sort the values of a card by the part that they play on a face, whatever fields its game has."""

from __future__ import annotations

import re
import unicodedata
from collections.abc import Callable, Collection, Iterable, Iterator, Mapping, Sequence
from typing import Any, NamedTuple

from cardgen.model.deck import ChoiceWord, PictureReference
from cardgen.report.diagnostics import did_you_mean, quoted
from cardgen.report.errors import UnlocatedError

HIDDEN = frozenset({"id", "name", "copies", "copies_for", "back", "face", "plan", "notes", "alt"})
"""Values that every card may have and that are not shown as a field."""
_NAMES = {
    "art": ("art", "image", "picture", "illustration", "photo"),
    "text": ("text", "rules", "effect", "effects", "description", "prompt", "question"),
    "kind": ("type", "category", "class"),
    "subkind": ("subtype", "subclass"),
    "flavor": ("flavor", "flavour", "quote", "flavor_text"),
    "cost": ("cost", "price", "mana", "mana_cost"),
    "suit": ("suit",),
    "rank": ("rank",),
}
_WORD_LISTS = frozenset({"tags", "keywords", "traits", "labels"})
"""Texts of these names hold several words, with commas, semicolons or bars between them."""
_CREDITS = frozenset({"artist", "illustrator", "credit", "credits", "copyright", "set", "edition"})
_NUMBER = re.compile(
    r"[-+\u2212\u00b1]?(?:\d{1,4}(?:[.,/]\d{1,3})?|\d{1,3}(?:[.,'\u2019 \u00a0\u202f]\d{3})+(?:[.,]\d{1,2})?)[%+*]?|[xX*]"
)
COLOR = re.compile(r"#[0-9a-fA-F]{6}")
_SIGN = re.compile(r"[^\s\ufe0e\ufe0f](?:[\ufe0e\ufe0f\u20e3\U0001f3fb-\U0001f3ff]|\u200d.)*")
"""A character, and what changes it: an emoji is several."""
_MOST_STACKED = 40  # characters; four emoji are fewer
_SHORT = 24  # characters of a value that shares its line with others
_LONGEST_FACT = 40  # characters that a fact such as "House of the Northern Star" may have and still need its title
_SENTENCE = re.compile("[.!?\u2026\u3002\uff01\uff1f][\"'\u2019\u201d\u00bb)*]*$")
_PLATES = (12, 12, 9, 7, 5, 4)
"""Characters that a title may have if there are one, two, ... numbers in a row, so that it prints at nearly its full size."""
_VALUE = 7  # characters of a number that a plate has room for, as 1.250,5
_COST = 5  # characters of a number that a disc has room for, as 1,250
_LETTERS = 2  # characters of a rank that stands where a number would
_NONE = ("", "-", "\u2013", "\u2014")
WORDS = "words"
"""The type of a column that holds numbers and words: the numbers are words too, so that it has one place on all cards."""
PROSE = "prose"
"""The type of a column of sentences without the name of a text: it is the text of all cards, also where it is a word."""
FACT = "fact"
"""The type of a column of long values that is not the text: each stands on a line of its own behind its title on all cards."""
DETAIL = "detail"
"""The type of a column of which few values are long: it stands behind its title among other short values on all cards."""
COLUMN_TYPES = frozenset({WORDS, PROSE, FACT, DETAIL})
"""The types of columns that no field has: each gives the texts of a column one place on all cards."""

_TYPES: Mapping[str, type | tuple[type, ...]] = {
    "boolean": bool,
    "picture": PictureReference,
    "number": (int, float),
    "list": (list, tuple),
}
"""Types of fields by what their values are, whatever the field states."""


def is_stated(name: str, card: Mapping[str, Any], fields: Iterable[Mapping[str, Any]] = ()) -> bool:
    """Return whether a card states a value that can be shown; zero is one.

    Raises:
        UnlocatedError: E403, neither the card nor its kind has such a field, and one with a similar name.
    """
    if name in card:
        return card[name] is not None and card[name] is not False and card[name] not in ("", [], ())
    known = [*dict.fromkeys([str(field["name"]) for field in fields] + [key for key in card if key != "plan"])]
    if name not in known and (hints := did_you_mean(name, known)):
        raise UnlocatedError("E403", f"no card has a field {quoted(name)}", hints=hints)
    return False


def _first(numbers: Sequence[str]) -> str:
    """Return the name of the cost among the names of numbers, or else of the first; empty if there are none."""
    return next((name for name in _NAMES["cost"] if name in numbers), numbers[0] if numbers else "")


class _Value(NamedTuple):
    name: str
    title: str
    type: str
    value: Any


def sort_parts(
    card: Mapping[str, Any],
    fields: Iterable[Mapping[str, Any]],
    has_icon: Callable[[str], bool],
    *,
    suits: bool = True,
    playing: bool = False,
    numbers: Sequence[str] = (),
    apart: Collection[str] = (),
) -> dict[str, Any]:
    """Return the values of a card that are not empty, by the part that each plays on a face.

    Args:
        fields: Mappings with `name`, `title` and `type` of the fields, in order. Values without a field follow them;
            their type is taken from the value.
        suits: Whether suit and rank have places of their own; otherwise they join the type line, unless the rank is a number
            or a letter, which takes the place of a cost or stands among other numbers.
        playing: Whether it is a playing card, of which `name_suit` finds the rank and the icon of the suit.
        numbers: Names of the numbers of all cards of the kind, of which `name_suit` takes the cost or the first one for a rank;
            without them, the first number of the card.
        apart: Names of the values that stand elsewhere, and so are in none of the lists.

    Returns:
        `art`, `icon`, `text`, `flavor`, `kind` (the words of the type line), `cost` (`title`, `value`), `suit`, `rank`
        and `letter` (that of a rank that is a number, if the suit is French): each once, empty if there is none.
        `stats`: numbers. `tags`: words of lists, and the titles of what is yes. `colors`: `title` and `value`.
        `details`: short texts with a title; `texts`: long ones. `pictures`: further pictures. `credits`: words for the
        foot. `names`: the field that plays each part which is one value. `order`: names of all values, in the order of the
        fields. `weight`: characters of everything that a text box holds.
    """
    from cardgen.render.templates.suits import MADE_NAME, RANK_LETTERS, name_suit  # of stock faces

    parts: dict[str, Any] = {
        **dict.fromkeys(
            ("art", "icon", "text", "flavor", "suit", "rank", "index", "suit_icon", "suit_picture", "noted"), ""
        ),
        "pips": 0,
        "kind": [],
        "cost": None,
        **{name: [] for name in ("stats", "tags", "colors", "details", "texts", "pictures", "credits")},
        "names": {"name": "name"},
    }
    values = list(_values(card, fields))
    parts["order"] = [value.name for value in values]
    for value in _leading(values, parts, suits=suits):
        if value.name not in apart or value.type in {"picture", "icon"}:
            _add(value, parts)
    _move_long_stats(parts)
    types = {value.name: value.type for value in values}
    said = next((item for item in parts["texts"] if _is_said(item["value"], types[item["name"]])), None)
    if not parts["text"] and said:
        parts["texts"].remove(said)
        parts["text"], parts["names"]["text"] = said["value"], said["name"]
    is_numbered = any(sign.isdigit() for sign in str(card.get("name") or "1"))  # "11 of hearts" is no jack
    parts["letter"] = "" if is_numbered else RANK_LETTERS.get(str(parts["rank"]), "")
    icons = (_key(str(value.value)) for value in parts["kind"])  # of the word, in whatever language its title is
    parts["icon"] = parts["icon"] or next((name for name in icons if has_icon(name)), "")
    parts["kind"] = [_words(value) for value in parts["kind"]]
    words = [parts["text"], parts["flavor"], *(item["title"] + item["value"] for item in parts["texts"])]
    lines = sum(len(text) + 22 * text.count("\n") for text in words)
    details = sum(len(item["title"]) + len(item["value"]) + 3 for item in parts["details"])
    parts["weight"] = lines + details + 24 * (len([text for text in words if text]) + bool(details) - 1)
    name = str(card.get("name") or card.get("id") or "")
    parts["name"] = "" if MADE_NAME.fullmatch(name) else name
    if playing:
        name_suit(parts, shown(parts["suit"]), has_icon, _first(numbers))
    return parts


def _values(card: Mapping[str, Any], fields: Iterable[Mapping[str, Any]]) -> Iterator[_Value]:
    """Yield the values that are shown and not empty, those of fields first."""
    known = {str(field["name"]): field for field in fields}
    for name in (*known, *(name for name in card if name not in known)):
        value = card.get(name)
        if name in _WORD_LISTS and isinstance(value, str):
            value = [word.strip() for word in re.split("[,;|]", value) if word.strip() not in _NONE]
        if value is False or _is_nothing(value) or name in HIDDEN or not known.get(name, {}).get("printed", True):
            continue
        if isinstance(value, Mapping):
            value = value.get("name") or value.get("title") or value.get("id")
            if not isinstance(value, str):
                continue
        field = known.get(name, {})
        title = str(field.get("title") or _title(name))
        yield _Value(name, title, _type_of(value, str(field.get("type") or "formula")), value)


def _is_nothing(value: object) -> bool:
    """Return whether a value is empty, or a dash alone."""
    return value is None or value in ((), []) or (isinstance(value, str) and value.strip() in _NONE)


def _title(name: str) -> str:
    """Return the name of a field in words; a heading such as `2nd` has a letter before its digit in keys."""
    words = name.replace("_", " ").replace("-", " ").strip() or name
    words = words[1:] if re.match(r"n\d+\D", words) else words
    return words[:1].upper() + words[1:]


def _type_of(value: object, stated: str) -> str:
    """Return the type of a field, or of the value where the field leaves it open."""
    for name, types in _TYPES.items():
        if isinstance(value, types) and not (stated in {WORDS, PROSE} and name == "number"):
            return name
    text = str(value).strip()
    if COLOR.fullmatch(text):
        return "color"
    if stated in {WORDS, PROSE}:
        return stated
    if stated in {"formula", "rich", "text", FACT, DETAIL} and _NUMBER.fullmatch(text):
        return "number"
    return "text" if stated == "formula" else stated


def column_type(name: str, values: Sequence[object]) -> str:
    """Return the type of a column that is no field: `number`, `text`, or one that gives it one place on all cards.

    This is `words` if a third of its values are numbers that need words, or some ranks are words, and `prose` if at least
    half of them are sentences. If fewer are, or only some values are long, it is `fact` where at least half are long, or
    else `detail`.

    Args:
        values: Those of the cards that have one; a dash stands for none.
    """
    values = [value for value in values if not _is_nothing(value)]
    are_numbers = all(map(is_number, values))
    if name in _NAMES["rank"] and not are_numbers:
        return "text" if all(_is_index(_Value(name, "", _type_of(value, "text"), value)) for value in values) else WORDS
    is_long = [not _is_plain(name, value) for value in values]
    if all(is_long):  # no cost fits a disc, so a plate may be the one place of all
        is_long = [not _is_plain("", value) for value in values]
    is_named = any(name in names for part, names in _NAMES.items() if part != "cost")
    if not is_named and any(is_long) and not all(is_long) and 3 * sum(is_long) >= len(is_long):
        return WORDS
    sentences = sum(isinstance(value, str) and _is_said(value) for value in values)
    if sentences and not is_named and 2 * sentences >= len(values):
        return PROSE
    long = sum(len(shown(value)) > _SHORT for value in values)
    if not is_named and not are_numbers and (sentences or 0 < long < len(values)):
        return FACT if 2 * long >= len(values) else DETAIL
    return "number" if are_numbers else "text"


def is_number(value: object) -> bool:
    """Return whether a value is a number; a boolean is none."""
    return type(value) in {int, float}


def is_text(name: str) -> bool:
    """Return whether a name says that a value is the text of its card."""
    return name in _NAMES["text"]


def _is_plain(name: str, value: object) -> bool:
    """Return whether a badge or a plate has room for a value: a short number, and in a cost a few signs."""
    shape = _Value(name, "", _type_of(value, "text"), value)
    if name in _NAMES["cost"]:
        return _suits("cost", shape)
    return shape.type == "number" and len(shown(value)) <= _VALUE


def _leading(values: Iterable[_Value], parts: dict[str, Any], *, suits: bool) -> Iterator[_Value]:
    """Put the values whose names say what they are into their parts, and yield the others."""
    found = {value.name: value for value in values}
    for part, names in _NAMES.items():
        value = next((found[name] for name in names if name in found and _suits(part, found[name])), None)
        if value is None:
            continue
        is_index = part == "rank" and not suits and _is_index(value)
        is_cost = part == "cost" or (is_index and parts["cost"] is None)
        if is_index and not is_cost:
            found[value.name] = value._replace(type="number")  # a letter stands where the numbers of other cards do
            continue
        del found[value.name]
        parts["names"]["cost" if is_cost else part] = value.name
        if not is_cost and (part in {"kind", "subkind"} or (part in {"suit", "rank"} and not suits)):
            parts["kind"].append(value)
        elif is_cost:
            parts["cost"] = {"name": value.name, "title": value.title, "value": shown(value.value)}
        else:
            # A picture may have a focus, and the icon of a suit is that of its word, not of its title.
            is_kept = part == "art" or (part == "suit" and isinstance(value.value, ChoiceWord))
            parts[part] = value.value if is_kept else shown(value.value)
    return iter(found.values())


def _suits(part: str, value: _Value) -> bool:
    """Return whether a value can play the part that its name suggests."""
    if part == "cost":
        if value.type == "number":
            return len(shown(value.value)) <= _COST
        signs = _SIGN.findall(str(value.value))
        return value.type != WORDS and len(signs) <= (4 if all(map(_is_symbol, signs)) else 3)
    return (part == "art") == (value.type == "picture") and not isinstance(value.value, (list, tuple))


def _is_index(value: _Value) -> bool:
    """Return whether a rank is a number, or a letter of a column that has no words."""
    return value.type in {"number", "integer"} or (value.type == "text" and len(shown(value.value)) <= _LETTERS)


def _add(value: _Value, parts: dict[str, Any]) -> None:
    """Put a value into the part of its type."""
    item = {"name": value.name, "title": value.title, "value": shown(value.value)}
    if value.type in {"number", "integer"}:
        parts["stats"].append(item)
    elif value.type == "boolean":
        parts["tags"].append(value.title)
    elif value.type == "list":
        parts["tags"] += [_worded(word) for word in value.value if isinstance(word, (str, int, float))]
    elif value.type == "color":
        parts["colors"].append({**item, "value": item["value"].lower()})
    elif value.type == "picture":
        if parts["art"]:
            parts["pictures"].append(value.value)
        else:
            parts["art"], parts["names"]["art"] = value.value, value.name
    elif value.type == "icon" and not parts["icon"]:
        parts["icon"], parts["names"]["icon"] = item["value"], value.name
    elif value.name in _CREDITS:
        parts["credits"].append(item["value"])
    elif value.type == DETAIL or (len(item["value"]) <= _SHORT and value.type not in {PROSE, FACT}):
        parts["details"].append({**item, "value": _words(value)})
    else:
        parts["texts"].append(item)


def _is_said(text: str, type: str = "text") -> bool:
    """Return whether a text says what it is about without its title, as a sentence does, or its column says so."""
    return type == PROSE or (type not in {FACT, WORDS} and (len(text) > _LONGEST_FACT or bool(_SENTENCE.search(text))))


def _move_long_stats(parts: dict[str, Any]) -> None:
    """Move numbers to the details that have no room in a row of at most six: as few of them as possible."""
    stats, fits = parts["stats"], []
    for count in range(min(len(stats), len(_PLATES)), 0, -1):
        longest = _PLATES[count - 1]
        fits = [item for item in stats if len(item["title"]) <= longest and len(item["value"]) <= _VALUE][:count]
        if len(fits) == count:
            break
    parts["stats"], parts["details"] = fits, [item for item in stats if item not in fits] + parts["details"]


def _words(value: _Value) -> str:
    """Return a value in words: the title of a choice, or its id with spaces and a capital."""
    return _worded(value.value) if value.type in {"choice", "list"} else shown(value.value)


def _worded(value: object) -> str:
    return shown(value) if isinstance(value, ChoiceWord) else _tidy(shown(value))


def _tidy(text: str) -> str:
    return text[:1].upper() + text[1:].replace("_", " ") if text == text.lower() else text


def _key(word: str) -> str:
    """Return the name that an icon for a word would have."""
    return re.sub(r"[^a-z0-9]+", "_", word.lower()).strip("_")


def stacked(text: str) -> str:
    """Return three or four signs, symbols most of them, in two lines, so that a badge has room for them at twice the size."""
    signs = [] if text.isascii() or len(text) > _MOST_STACKED else _SIGN.findall(text)
    if not 3 <= len(signs) <= 4 or sum(map(_is_symbol, signs)) < len(signs) - 1:
        return text
    half = len(signs) // 2
    return "".join(signs[:half]) + "\n" + "".join(signs[half:])


def _is_symbol(sign: str) -> bool:
    return unicodedata.category(sign[0]) == "So"


def shown(value: object) -> str:
    """Return a value as text: the title of a choice, a whole number without its decimal point, and with a true minus."""
    if isinstance(value, ChoiceWord):
        return value.shown
    if isinstance(value, float) and value.is_integer():
        value = int(value)
    text = ", ".join(map(shown, value)) if isinstance(value, (list, tuple)) else str(value).strip()
    return "\u2212" + text[1:] if re.fullmatch(r"-\d+(\.\d+)?", text) else text
