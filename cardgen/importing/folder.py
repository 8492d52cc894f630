"""Write an imported deck as a folder that builds: game.yaml, deck, lists, templates, theme and pictures."""

from __future__ import annotations

import csv
import io
import re
from collections.abc import Collection, Iterator, Mapping
from dataclasses import dataclass
from pathlib import Path

from cardgen.importing.boxes import Element, Field, IconRow, PictureBox, TextBox
from cardgen.importing.deck import NUMBER, STANDARD, ImportedDeck, ImportedKind
from cardgen.importing.face_file import ThemeParts, write_face
from cardgen.pipeline.start.plan import ascii_name, is_game_name, is_kind_name
from cardgen.pipeline.start.words import as_yaml
from cardgen.pipeline.start.write_folder import write_folder
from cardgen.read.json_text import clean_text
from cardgen.render.boxes.description import MOST_BOXES
from cardgen.report.diagnostics import Diagnostic, quoted
from cardgen.report.errors import CardgenError, as_cardgen_error

_INTEGER = re.compile(r"-?\d{1,9}", re.ASCII)
_COPIES = re.compile(r"\d{1,4}", re.ASCII)
_MARKED = re.compile(r"[\n<*]")


@dataclass(frozen=True, slots=True)
class ImportResult:
    """A deck folder that was made.

    Attributes:
        files: Names of the files that were written.
        imported: What was imported, with notes on what was taken and left.
    """

    folder: Path
    deck: Path
    files: tuple[str, ...]
    imported: ImportedDeck


def write_deck(imported: ImportedDeck, folder: Path, *, overwrite: bool = False) -> ImportResult:
    """Write the folder of an imported deck: all of its files, or none.

    Args:
        imported: The deck; each of its kinds has at least one card.
        overwrite: Whether files of the same names in a folder that exists are replaced.

    Raises:
        CardgenError: E569, the folder has files; E601, it cannot be written.
    """
    if not overwrite and (folder.exists() and (not folder.is_dir() or any(folder.iterdir()))):
        message = f"{quoted(folder)} exists already"
        hints = ("name another folder with --out", "--overwrite replaces files of the same names in it")
        raise CardgenError([Diagnostic("E569", message, expected="a new folder", hints=hints)])
    name = ascii_name(folder.resolve().name) or "cards"
    name = name if is_game_name(name) else f"game-{name[:50]}".rstrip("-")
    files: dict[str, str | bytes | Path] = dict(_files(imported, name))
    with as_cardgen_error():
        write_folder(folder, files)
    return ImportResult(folder, folder / f"{name}.yaml", tuple(sorted(files)), imported)


def _files(imported: ImportedDeck, name: str) -> Iterator[tuple[str, str | bytes]]:
    theme = ThemeParts()
    _name_kinds(imported)
    imported.title, imported.author = _title(imported.title) or "Cards", _title(imported.author)
    game: list[str] = []
    for kind in imported.kinds:
        _complete_cards(kind, imported)
        hidden = _not_printed(kind)
        types = {key: _type(kind, key) for key in kind.columns}
        template = ""
        if kind.face is not None:
            template = f"{kind.name}-face.face.yaml"
            if len(kind.face) >= MOST_BOXES:  # one more is the ground
                imported.leave(
                    f"boxes of the face of {kind.title} after the first {MOST_BOXES - 1}: a face has no more"
                )
            title = f"The face of {kind.title}, as imported from {imported.tool}."
            yield template, write_face(kind, kind.face[: MOST_BOXES - 1], types, theme, title)
        game += _kind_lines(kind, types, template, hidden)
        yield f"{kind.name}.csv", _list(kind)
    yield "game.yaml", "\n".join([*_game_head(imported, name), *game, ""])
    yield f"{name}.yaml", _deck(imported, name)
    if theme.styles or theme.colors:
        yield "theme.yaml", _theme(imported, theme)
    yield from imported.pictures.items()


def _title(text: str) -> str:
    """Return words of a project for one line of YAML."""
    return " ".join("".join(char if char.isprintable() else " " for char in text).split())[:200]


def _name_kinds(imported: ImportedDeck) -> None:
    """Give each kind a name that a kind may have, and none twice."""
    taken: set[str] = set()
    for number, kind in enumerate(imported.kinds, 1):
        name = ascii_name(kind.name)[:40]
        name = kind.name = name if is_kind_name(name) else "cards"
        while kind.name in taken:
            kind.name, number = f"{name}-{number}", number + 1  # noqa: PLW2901 - the next one that is free
        kind.title = _title(kind.title) or kind.name
        kind.columns = {key: _title(title) or key for key, title in kind.columns.items()}
        taken.add(kind.name)


def _complete_cards(kind: ImportedKind, imported: ImportedDeck) -> None:
    """Make cards that the game accepts: with names, numbers of copies, and pictures that were taken.

    Cards also get numbers, if boxes are for some of them only.
    """
    is_numbered = any(element.cards is not None for element in kind.face or ())
    if is_numbered:
        kind.columns[NUMBER] = "Card number"
    pictures = [key for key in kind.columns if _is_picture(kind, key)]
    for number, row in enumerate(kind.rows, 1):
        if not any(row.values()) or ("name" in kind.columns and not row.get("name")):
            kind.columns.setdefault("name", "Name")
            row["name"] = f"Card {number}"
        if (copies := row.get("copies", "")) and not _COPIES.fullmatch(copies):
            imported.leave(f"{quoted(copies)} copies of {quoted(row.get('name') or number)}: one is printed")
            row["copies"] = "1"
        for key in pictures:
            if (value := row.get(key, "")) and value not in imported.pictures:
                imported.leave_picture(value, "is not in the project")
                row[key] = ""
        if is_numbered:
            row[NUMBER] = str(number)


def _type(kind: ImportedKind, key: str) -> str:
    """Return the type of the field of a column, as its cells and its boxes have it."""
    values = [value for row in kind.rows if (value := row.get(key))]
    if _is_picture(kind, key) or (values and all(value in _art(values) for value in values)):
        return "picture"
    if values and all(_INTEGER.fullmatch(value) and (value == "0" or value.lstrip("-")[0] != "0") for value in values):
        return "integer"
    has_marks = any(_MARKED.search(value) for value in values)
    return "rich" if has_marks and not any("{" in value for value in values) else "text"


def _art(values: list[str]) -> set[str]:
    return {value for value in values if re.fullmatch(r"art/[\w-]+\.(?:png|jpg|webp|svg)", value, re.ASCII)}


def _is_picture(kind: ImportedKind, key: str) -> bool:
    return any(isinstance(element, PictureBox) and element.source == Field(key) for element in kind.face or ())


def _game_head(imported: ImportedDeck, name: str) -> list[str]:
    first = imported.kinds[0]
    size = f"{first.size.width:g}x{first.size.height:g}" if first.size else "poker"
    return [
        f"# Imported from {imported.tool}. This file says which fields the cards have, and which file of boxes draws them.",
        "# `cardgen preview` moves the boxes of the faces with the mouse.",
        f"id: {name}",
        f"name: {as_yaml(imported.title)}",
        "extends: cards" if all(kind.face is None for kind in imported.kinds) else "languages: [en]",
        f"card: {size} # mm",
        "kinds:",
    ]


def _not_printed(kind: ImportedKind) -> frozenset[str]:
    """Return the columns that the faces of a project do not print as words or as a picture, such as a colour."""
    if kind.face is None:
        return frozenset()
    shown: set[object] = set()
    for element in kind.face:
        shown.update(element.parts if isinstance(element, TextBox) else ())
        shown.update([element.source] if isinstance(element, PictureBox) else ())
    return frozenset(key for key in kind.columns if Field(key) not in shown)


def _kind_lines(kind: ImportedKind, types: Mapping[str, str], template: str, hidden: Collection[str]) -> Iterator[str]:
    yield f"  {kind.name}:"
    yield f"    title: {as_yaml(kind.title)}"
    yield "    role: card"
    if kind.size:
        yield f"    size: {kind.size.width:g}x{kind.size.height:g}"
    if template:
        yield f"    face: {template}"
    keys = [key for key in kind.columns if key not in STANDARD]
    if keys:
        yield "    fields:"
    for key in keys:
        title = kind.columns[key]
        named = f", title: {as_yaml(title)}" if title.replace("_", " ").casefold() != key.replace("_", " ") else ""
        printed = ", printed: no" if key in hidden else ""
        yield f"      {key}: {{type: {types[key]}, optional: true{printed}{named}}}"


def _list(kind: ImportedKind) -> str:
    out = io.StringIO()
    writer = csv.writer(out, lineterminator="\n")
    writer.writerow(kind.columns)
    writer.writerows([clean_text(row.get(key, "")) for key in kind.columns] for row in kind.rows)
    return out.getvalue()


def _deck(imported: ImportedDeck, name: str) -> str:
    lines = [
        f"# Imported from {imported.tool}. `cardgen build {name}.yaml` writes out/{name}.pdf.",
        f"game: {name}",
        f"title: {as_yaml(imported.title)}",
    ]
    lines += [f"author: {as_yaml(imported.author)}"] if imported.author else []
    lines += [f"{kind.name}: {kind.name}.csv" for kind in imported.kinds]
    return "\n".join([*lines, ""])


def _theme(imported: ImportedDeck, theme: ThemeParts) -> str:
    lines = [f"# The colours and text styles of the templates, as imported from {imported.tool}.", "colors:"]
    lines += [f'  {name}: "{value}"' for name, value in theme.colors.items()]
    lines += ["styles:"] if theme.styles else []
    for name, style in theme.styles.items():
        values = ", ".join(f"{key}: {'[lnum]' if key == 'features' else value}" for key, value in style.items())
        lines.append(f"  {name}: {{{values}}}")
    return "\n".join([*lines, ""])


def elements_in_words(elements: list[Element]) -> str:
    """Say how many elements of which sort there are, such as `5 texts, 2 pictures and 1 shape`."""
    names = ((TextBox, "text"), (PictureBox, "picture"), (IconRow, "row of icons"))
    counts: dict[str, int] = {}
    for element in elements:
        noun = next((name for kind, name in names if isinstance(element, kind)), "shape")
        counts[noun] = counts.get(noun, 0) + 1
    plurals = {"row of icons": "rows of icons"}
    parts = [f"{count} {noun if count == 1 else plurals.get(noun, noun + 's')}" for noun, count in counts.items()]
    return " and ".join([", ".join(parts[:-1]), parts[-1]] if len(parts) > 1 else parts)
