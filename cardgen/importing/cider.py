"""Import a Cider project: a folder with a list, attributes and templates for each deck, and pictures in `assets`.

Faces of Cider are web pages; boxes whose place is absolute are taken, and cards of other templates have a stock face.
Source: oatear/cider, electron.service.ts (folders) and cards.service.ts (columns).
"""

from __future__ import annotations

import re
from collections.abc import Mapping
from typing import Any

from cardgen.importing.cider_template import read_template
from cardgen.importing.deck import ImportedDeck, ImportedKind, key_of, title_of
from cardgen.importing.files import PictureTaker, ProjectFiles
from cardgen.importing.folder import elements_in_words
from cardgen.importing.lists import read_list
from cardgen.report.diagnostics import plural, quoted

TOOL = "Cider"
_LIST = re.compile(r"(?:(.*)/)?decks/([^/]+)/cards\.csv", re.IGNORECASE)
_FRONT, _BACK = "Front Template", "Back Template"
_LEFT_OUT = ("ID", "Game ID", "Deck ID", _FRONT, _BACK)
_COPIES = "Count"
_ASSETS = (".png", ".jpg", ".jpeg", ".svg", ".webp")


def find_cider_decks(files: ProjectFiles) -> list[str]:
    """Return the names of the lists of a project, one for each deck."""
    return [name for name in files.names if _LIST.fullmatch(name)]


def import_cider(files: ProjectFiles, title: str) -> ImportedDeck:
    """Return the decks of a project, each a kind of card."""
    deck = ImportedDeck(title, TOOL)
    pictures = PictureTaker(files, deck)
    for name in find_cider_decks(files):
        folder = name.rpartition("/")[0]
        found = read_list(files, name, deck)
        if found is None:
            continue
        kind = ImportedKind(name=folder.rpartition("/")[2], title=title_of(folder.rpartition("/")[2]))
        templates = {row.get(_FRONT, "") for row in found.rows}
        _read_rows(kind, found.headings, found.rows)
        _take_assets(kind, files, pictures)
        _read_faces(kind, folder, templates, files, deck, pictures)
        deck.kinds.append(kind)
    documents = [name for name in files.names if name.endswith(".md")]
    if documents:
        deck.leave(f"{plural(len(documents), 'document')}: name them in game.yaml under 'documents'")
    return deck


def import_cider_export(value: Mapping[str, Any], files: ProjectFiles, title: str) -> ImportedDeck:
    """Return the decks of a database that Cider exported as one JSON file."""
    tables = cider_tables(value)
    deck = ImportedDeck(title, TOOL)
    pictures = PictureTaker(files, deck)
    names = {row.get("id"): str(row.get("name") or "") for row in tables.get("decks", tables.get("games", []))}
    by_deck: dict[Any, list[dict[str, Any]]] = {}
    for card in tables.get("cards", []):
        by_deck.setdefault(card.get("deckId", card.get("gameId")), []).append(card)
    hidden = {"id", "deckId", "gameId", "frontCardTemplateId", "backCardTemplateId"}
    for key, cards in by_deck.items():
        kind = ImportedKind(name=names.get(key, "cards"), title=names.get(key) or "Cards")
        rows = [{_heading(k): _text(v) for k, v in card.items() if k not in hidden} for card in cards]
        headings = tuple(dict.fromkeys(heading for row in rows for heading in row))
        _read_rows(kind, headings, rows)
        _take_assets(kind, files, pictures)
        deck.kinds.append(kind)
        deck.take(f"{plural(len(kind.rows), 'card')} of the deck {quoted(kind.title)}")
    if tables.get("assets"):
        deck.leave(
            f"{plural(len(tables['assets']), 'picture')} inside the export: save the project as a folder in Cider"
        )
    deck.leave("templates: save the project as a folder in Cider, and import that folder")
    return deck


def cider_tables(value: Mapping[str, Any]) -> dict[str, list[dict[str, Any]]]:
    """Return the tables of an export by their names; none if it is no export of Cider.

    The format is that of dexie-export-import: `{"formatName": "dexie", "data": {"data": [{"tableName", "rows"}]}}`.
    """
    data = value.get("data")
    listed = data.get("data") if isinstance(data, dict) and value.get("formatName") == "dexie" else None
    tables: dict[str, list[dict[str, Any]]] = {}
    for table in listed if isinstance(listed, list) else ():
        rows = table.get("rows") if isinstance(table, dict) else None
        if isinstance(rows, list):
            tables[str(table.get("tableName"))] = [row for row in rows if isinstance(row, dict)]
    return tables


def _heading(key: str) -> str:
    return _COPIES if key == "count" else key


def _text(value: object) -> str:
    return "" if value is None or isinstance(value, dict | list) else str(value)


def _read_rows(kind: ImportedKind, headings: tuple[str, ...], rows: Any) -> None:
    keys: dict[str, str] = {}
    for heading in headings:
        if heading in _LEFT_OUT:
            continue
        if heading == _COPIES:
            kind.columns["copies"] = heading
            keys[heading] = "copies"
        else:
            keys[heading] = kind.key(heading)
    kind.rows = [{keys[name]: text for name, text in row.items() if name in keys} for row in rows]


def _take_assets(kind: ImportedKind, files: ProjectFiles, pictures: PictureTaker) -> None:
    """Replace the names of assets in columns of pictures: those whose every value is the name of one.

    The names of cards stay: a picture is often called as its card is.
    """
    for key in [key for key in kind.columns if key not in ("name", "copies")]:
        values = [value for row in kind.rows if (value := row.get(key))]
        if values and all(asset_file(files, value) for value in values):
            for row in kind.rows:
                if row.get(key):
                    row[key] = pictures.take(asset_file(files, row[key]) or "")


def asset_file(files: ProjectFiles, name: str) -> str | None:
    """Return the file of an asset, which Cider names without its suffix and in kebab case."""
    kebab = key_of(name).replace("_", "-")
    found = files.find(kebab, _ASSETS) or files.find(name, _ASSETS)
    return found if found and "/assets/" in f"/{found}" else None


def _read_faces(
    kind: ImportedKind,
    folder: str,
    templates: set[str],
    files: ProjectFiles,
    deck: ImportedDeck,
    pictures: PictureTaker,
) -> None:
    """Take the boxes of the template that all cards of a deck share."""
    kebab = {name: re.sub(r"[^a-z0-9]+", "-", name.casefold()).strip("-") for name in templates}
    pages = {name: f"{folder}/{stem}.html" for name, stem in kebab.items() if f"{folder}/{stem}.html" in files.names}
    if len(pages) != 1:
        reason = "several templates" if pages else "no template"
        deck.leave(f"the look of {quoted(kind.title)}: its cards have {reason}, so they have a stock face")
        return
    (page,) = pages.values()
    style = f"{page.removesuffix('.html')}.css"
    sheet = files.text(style) if style in files.names else ""
    read = read_template(
        files.text(page), sheet, kind, lambda name: pictures.take(asset_file(files, name) or name), page, deck
    )
    if read is None:
        deck.leave("its boxes flow like a web page, so the cards have a stock face", file=page)
        return
    kind.face, kind.size, kind.background = read
    deck.take(elements_in_words(list(kind.face)), file=page)
