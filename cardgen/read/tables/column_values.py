"""Decide by the values of a column whether it gives the field that its heading names."""

from __future__ import annotations

import re
from collections.abc import Callable, Sequence

from cardgen.plugin.headings import normalized, usual_headings
from cardgen.read.tables.context import ListContext
from cardgen.read.tables.shapes import Shape
from cardgen.read.tables.table import Cell, TableRow

_SAMPLE = 500  # rows that are looked at; a column does not change its meaning further down
_COPIES = re.compile(r"[xX\u00d7]?\s*(\d{1,6})(?:\.0+)?\s*[xX\u00d7]?", re.ASCII)
_PICTURE = re.compile(r"[^\n<>|\"?*]+\.(?:svg|png|jpe?g|webp|gif|bmp|tiff?)", re.IGNORECASE)
_ADDRESS = re.compile(r"https?://\S+|placeholder:.+", re.IGNORECASE)  # of a picture on the web, or of a generated one
_NUMBER = re.compile(r"[-+\u2212\u2013]?[\d.,/]+[%xX]?|[xX*?\u2013-]", re.ASCII)
_COLOR = re.compile(r"#[0-9a-fA-F]{3,8}|0x[0-9a-fA-F]{6,8}")
_LONGEST_TOKEN = 100  # characters of the name of a picture without its suffix
_SHORT, _LONGEST_NAME = 40, 60  # characters of most names, and of each
_SHORTEST_NUMBERING = 3  # rows; 1, 2, 3 counts them
_MANY = 8  # numbers of copies, of which some are equal
_SUIT = re.compile(
    r"spades?|hearts?|diamonds?|clubs?|pik|herz|karo|kreuz|piques?|c(?:oe|œ)urs?|carreaux?|trèfles?|espadas|copas|"
    r"corazones|ouros|diamantes|paus|tréboles|picas|picche|cuori|quadri|fiori|bastos|oros|eichel|blatt|laub|schellen|"
    r"[♠♥♦♣♤♡♢♧shdc]",
    re.IGNORECASE,
)
_RANK = re.compile(
    r"\d{1,2}|[AKQJTBDVR]|ace|king|queen|jack|knight|page|joker|ass|könig|dame|bube|as|rey|reina|sota|rei|rainha|valete|ás|roi|valet",
    re.IGNORECASE,
)
_DIGITS = re.compile(r"\d{1,6}", re.ASCII)


def samples(rows: Sequence[TableRow], index: int) -> list[Cell]:
    """Return the cells of a column that are not empty, in the first rows.

    Args:
        index: The column, from 0.
    """
    column = (row.cells[index] if index < len(row.cells) else None for row in rows[:_SAMPLE])
    return [cell for cell in column if cell is not None]


def suits(key: str, shape: Shape, cells: Sequence[Cell], context: ListContext, *, is_doubtful: bool) -> bool:
    """Return whether the values of a column can be those of a field that every list has, or a picture or an icon.

    Args:
        cells: Values of the column that are not empty; without any, it suits.
    """
    texts = [str(cell).strip() for cell in cells]
    tests: dict[str, Callable[[], bool]] = {
        "copies": lambda: _are_copies(cells) and not (is_doubtful and _is_numbering(texts)),
        "id": lambda: len(set(texts)) == len(texts),
        "face": lambda: all(text.endswith((".j2", ".face.yaml")) for text in texts),
    }
    if not cells or key in tests:
        return not cells or tests[key]()
    if shape.is_picture:
        is_sure = key != "back" and not is_doubtful
        words = is_sure and all(len(text) <= _LONGEST_TOKEN and not re.search(r"\s", text) for text in texts)
        return words or 2 * sum(_is_picture(text, context) for text in texts) >= len(texts)
    is_icon = context.is_icon or _is_word
    return not shape.is_icon or 2 * sum(map(is_icon, texts)) >= len(texts)


def usual_key(header: str, cells: Sequence[Cell]) -> str:
    """Return the key by which stock faces know a column that no field of the model has; empty for any other.

    Args:
        cells: Its values that are not empty, which decide on a doubtful heading.
    """
    word, texts = normalized(header), [str(cell).strip() for cell in cells]
    tests = {"suit": are_suits, "rank": _are_courts}
    for usual in usual_headings().values():
        key = next(iter(usual.fields), "")
        if word in map(normalized, (*usual.fields, *usual.words)) and key:
            is_meant = word not in usual.doubtful or (key in tests and bool(texts) and tests[key](texts))
            if is_meant:
                return key
    return ""


def are_suits(texts: Sequence[str]) -> bool:
    """Return whether texts are suits of playing cards, in one of several languages."""
    return all(_SUIT.fullmatch(text) for text in texts)


def are_ranks(texts: Sequence[str]) -> bool:
    """Return whether texts are ranks of playing cards: small numbers, letters, or words for courts and aces."""
    return all(_RANK.fullmatch(text) for text in texts)


def _are_courts(texts: Sequence[str]) -> bool:
    return are_ranks(texts) and not all(map(str.isdigit, texts))


def copies_in(cell: Cell) -> int | None:
    """Return the number of copies that a cell states, as `3`, `x3` or `3x`; None if it states none."""
    if isinstance(cell, bool):
        return None
    if isinstance(cell, int | float):
        return int(cell) if cell >= 0 and cell == int(cell) else None
    match = _COPIES.fullmatch(str(cell).strip())
    return int(match[1]) if match else None


def _are_copies(cells: Sequence[Cell]) -> bool:
    """Return whether most cells state numbers of copies."""
    return 2 * sum(copies_in(cell) is not None for cell in cells) >= len(cells)


def is_text(cells: Sequence[Cell]) -> bool:
    """Return whether most cells are words: no numbers, colours or pictures."""
    words = [cell for cell in cells if isinstance(cell, str) and not _is_no_word(cell.strip())]
    return 2 * len(words) > len(cells)


def can_name(cells: Sequence[Cell], *, of_any_length: bool = False) -> bool:
    """Return whether the texts of a column can be the names of cards: mostly short and no sentences, and mostly different.

    Args:
        cells: Values of the column that are not empty, at least one.
    """
    texts = [str(cell).strip() for cell in cells]
    is_short = of_any_length or (
        all(len(text) <= _LONGEST_NAME and "\n" not in text for text in texts)
        and 2 * sum(len(text) <= _SHORT and not text.endswith(".") for text in texts) > len(texts)
    )
    return is_short and 3 * len({text.casefold() for text in texts}) >= 2 * len(texts)


def _is_no_word(text: str) -> bool:
    return bool(_NUMBER.fullmatch(text) or _COLOR.fullmatch(text) or _PICTURE.fullmatch(text) or _ADDRESS.match(text))


def _is_word(text: str) -> bool:
    return not _is_no_word(text)


def _is_picture(text: str, context: ListContext) -> bool:
    """Return whether a text is the name of a picture: by its suffix, its address, its focus, or since it exists."""
    if _PICTURE.fullmatch(text) or _ADDRESS.fullmatch(text) or text.startswith("{"):
        return True
    return bool(context.is_picture and len(text) <= _LONGEST_TOKEN and context.is_picture(text))


def _is_numbering(texts: Sequence[str]) -> bool:
    """Return whether numbers count the cards: all are different, and they rise by one, begin with 0, or are many or large."""
    numbers = [int(text) for text in texts if _DIGITS.fullmatch(text)]
    count = len(numbers)
    if count < max(_SHORTEST_NUMBERING, len(texts)) or len(set(numbers)) < count:
        return False
    is_rising = numbers == [*range(numbers[0], numbers[0] + count)]
    return is_rising or 0 in numbers or count >= _MANY or max(numbers) > 2 * count + _MANY
