"""Import a set of Magic Set Editor: an archive or a folder with a file `set` in MSE's indented format, and pictures.

The looks of MSE are in packages of their own, which no set contains, so cards have a stock face.
Source: MagicSetEditor2, doc/file/format.txt and doc/type/set.txt.
"""

from __future__ import annotations

import html
import re
from collections.abc import Iterator, Mapping
from dataclasses import dataclass, field

from cardgen.importing.deck import ImportedDeck, ImportedKind
from cardgen.importing.files import PictureTaker, ProjectFiles
from cardgen.report.diagnostics import plural
from cardgen.report.errors import UnlocatedError

TOOL = "Magic Set Editor"
SET = "set"
"""Name of the data file of a set."""
_LEVELS = 20
_TEXT_LEVEL = 2  # what is indented below a value of a card is its text, whatever it looks like
_STRUCTURES = frozenset({"styling", "styling data", "extra data", "version control", "pack type"})
_KEY = re.compile(r"([^:]*):(?: (.*)|\s*)", re.DOTALL)
_KEPT_TAG = re.compile(r"<(/?)(b|i)(?:-auto)?>")
_SYMBOL = re.compile(r"<sym[^<>]{0,40}>([^<]{0,200})</sym[^<>]{0,40}>")
_OTHER_TAG = re.compile(r"</?[a-z][^<>]*>")
_LEFT_KEYS = frozenset(
    {
        "has styling",
        "stylesheet",
        "styling data",
        "extra data",
        "time created",
        "time modified",
        "notes",
        "stylesheet version",
    }
)
_NAMES: Mapping[str, str] = {
    "card name": "name", "title": "name", "casting cost": "cost", "mana cost": "cost", "rule text": "text",
    "rules text": "text", "card text": "text", "flavor text": "flavor", "image": "art", "illustrator": "artist",
    "copies": "copies", "card type": "type",
}  # fmt: skip
"""Keys of usual games of MSE, as the fields that stock faces have places for."""


@dataclass(slots=True)
class Block:
    """A value of a file of MSE.

    Attributes:
        line: Its line, from 1.
        text: Its text; several lines are joined by line breaks.
    """

    key: str
    line: int
    text: str = ""
    inside: list[Block] = field(default_factory=list)


def import_mse(files: ProjectFiles, name: str, title: str) -> ImportedDeck:
    """Return the deck of a set.

    Raises:
        UnlocatedError: The set cannot be read.
    """
    root = parse_mse(files.text(name))
    values = {block.key: block.text for block in root.inside}
    information = {
        block.key: plain_text(block.text) for part in root.inside if part.key == "set info" for block in part.inside
    }
    deck = ImportedDeck(information.get("title") or values.get("name") or values.get("short name") or title, TOOL)
    deck.author = information.get("artist") or information.get("author") or ""
    pictures = PictureTaker(files, deck)
    kind = ImportedKind(title="Cards", columns={key: key.capitalize() for key in dict.fromkeys(_NAMES.values())})
    for card in (block for block in root.inside if block.key == "card"):
        row: dict[str, str] = {}
        for part in card.inside:
            _read_value(part, row, kind, pictures, name)
        if row:
            _join_types(row)
            kind.rows.append(row)
    _drop_empty_columns(kind)
    deck.kinds.append(kind)
    deck.take(f"{plural(len(kind.rows), 'card')} with {plural(len(kind.columns), 'field')} from {name}")
    look = " and ".join(word for word in (values.get("game"), values.get("stylesheet")) if word)
    named = f" ({look})" if look else ""
    deck.leave(f"the look of MSE{named}, which is not in the set: cards have a stock face")
    others = sorted({block.key for block in root.inside} & {"keyword", "pack type", "styling"})
    if others:
        deck.leave(f"{', '.join(others)}: only cards are read", file=name)
    return deck


def parse_mse(text: str) -> Block:
    """Return the values of a file of MSE: a tab, or the older `|`, stands for each level.

    Raises:
        UnlocatedError: E161, its values are nested too deep.
    """
    root = Block("", 0)
    path = [root]  # the value that is open on each level
    for number, line in enumerate(text.removeprefix("\ufeff").split("\n"), 1):
        body = line.lstrip("\t") if line.startswith("\t") else line.lstrip("|")
        depth = len(line) - len(body)
        owner = path[min(depth, len(path) - 1)]
        match = _KEY.fullmatch(body)
        if len(path) > _TEXT_LEVEL and depth >= _TEXT_LEVEL and not _STRUCTURES & {block.key for block in path}:
            path[_TEXT_LEVEL].text += f"\n{body}" if path[_TEXT_LEVEL].text else body
        elif match and match[1].strip() and not body.startswith("#"):
            if depth > _LEVELS:
                raise UnlocatedError("E161", f"values of the set are nested more than {_LEVELS} deep, in line {number}")
            block = Block(match[1].strip().replace("_", " ").casefold(), number, (match[2] or "").strip())
            del path[depth + 1 :]
            owner.inside.append(block)
            path.append(block)
    return root


def _read_value(part: Block, row: dict[str, str], kind: ImportedKind, pictures: PictureTaker, file: str) -> None:
    """Put a value of a card into its row."""
    text = plain_text(part.text)
    if part.key in _LEFT_KEYS or not text:
        return
    key = _NAMES.get(part.key) or (part.key if part.key in _NAMES.values() else kind.key(part.key))
    if key == "art" or part.key.startswith("image"):
        row[key] = pictures.take(part.text.strip(), part.line, file, (".png", ".jpg"))
    else:
        row.setdefault(key, text.replace("*", "") if key == "name" else text)


def plain_text(text: str) -> str:
    """Return a text of MSE without its tags, except for bold and italic, which become marks; symbols become their letters."""
    text = _SYMBOL.sub(r"\1", text)
    text = _KEPT_TAG.sub(lambda match: "**" if match[2] == "b" else "*", text)
    text = html.unescape(_OTHER_TAG.sub("", text)).replace("{", "(").replace("}", ")").strip()
    return text.replace("****", "").replace("** **", " ")


def _join_types(row: dict[str, str]) -> None:
    """Join super type and sub type into the type line of a card."""
    words = [row.pop(key, "") for key in ("super_type", "sub_type")]
    joined = " \u2014 ".join(word.strip() for word in words if word.strip())
    if joined and not row.get("type"):
        row["type"] = joined


def _drop_empty_columns(kind: ImportedKind) -> None:
    used = {key for row in kind.rows for key, value in row.items() if value}
    kind.columns = {key: title for key, title in kind.columns.items() if key in used}


def find_set(names: Iterator[str]) -> str | None:
    """Return the name of the data file among the files of a set, or None."""
    return next((name for name in names if name == SET or name.endswith(f"/{SET}")), None)
