"""Recognise the tool of a project, and import it into a new deck folder."""

from __future__ import annotations

from dataclasses import dataclass
from pathlib import Path

from cardgen.importing.cider import cider_tables, find_cider_decks, import_cider, import_cider_export
from cardgen.importing.deck import ImportedDeck, title_of
from cardgen.importing.files import PROJECT_FILE, ArchiveFiles, FolderFiles, ProjectFiles
from cardgen.importing.folder import ImportResult, write_deck
from cardgen.importing.mse import find_set, import_mse
from cardgen.importing.nandeck import import_nandeck
from cardgen.importing.nandeck_script import parse_script
from cardgen.importing.squib import import_squib, is_squib
from cardgen.importing.tabletop import import_tabletop
from cardgen.model.deck import is_spreadsheet
from cardgen.read.files import read_file
from cardgen.read.json_text import read_json
from cardgen.report.diagnostics import Collector, Diagnostic, quoted, sort_diagnostics
from cardgen.report.errors import CardgenError, UnlocatedError, as_cardgen_error
from cardgen.report.source import Span, display_path

_NANDECK = frozenset(("LINK", "TEXT", "IMAGE", "FONT", "RECTANGLE", "CARDSIZE", "TEXTFONT", "HTMLTEXT", "ICONS"))
_ARCHIVE = b"PK\x03\x04"
_MOST_SCRIPTS = 50


@dataclass(frozen=True, slots=True)
class _Project:
    """What is imported.

    Attributes:
        name: The file that was named, or empty for a folder or an archive.
    """

    files: ProjectFiles
    name: str
    title: str


def import_project(path: Path, folder: Path | None = None, *, overwrite: bool = False) -> ImportResult:
    """Import a project of another tool into a deck folder.

    Args:
        folder: The new folder; None makes one in the current folder, with the name of the project.
        overwrite: Whether files of the same names in a folder that exists are replaced.

    Raises:
        CardgenError: E130 to E135, the project cannot be read; E160, it is of no tool that is known; E161, it holds no cards;
            E569, the folder has files; E601, it cannot be written.
    """
    with as_cardgen_error():
        try:
            imported = _imported(_opened(path))
        except UnlocatedError as error:
            raise CardgenError([error.at(Span(display_path(str(path))))]) from None
    imported.kinds = [kind for kind in imported.kinds if kind.rows]
    if not imported.kinds:
        raise CardgenError([Diagnostic("E161", f"{quoted(path)} holds no cards")])
    return write_deck(imported, folder or _new_folder(path), overwrite=overwrite)


def _new_folder(path: Path) -> Path:
    """Return the folder of an imported project, beside nothing of its own: `foxes` for `foxes.mse-set`, else `foxes-cards`."""
    name = path.resolve().stem if path.is_file() else path.resolve().name.removesuffix(".mse-set")
    wanted = Path(name)
    return Path(f"{name}-cards") if path.is_dir() and wanted.resolve() == path.resolve() else wanted


def _opened(path: Path) -> _Project:
    """Return a project that can be read.

    Raises:
        UnlocatedError: It does not exist, is too large, or is a damaged archive.
    """
    if path.is_dir():
        return _Project(FolderFiles(path), "", title_of(f"{path.resolve().name}.x"))
    data = read_file(path, PROJECT_FILE)
    title = title_of(path.name)
    if data.startswith(_ARCHIVE) and not is_spreadsheet(path.name):
        return _Project(ArchiveFiles(data), "", title)
    above = path.parent.parent if path.parent.name in ("src", "scripts") else path.parent
    files = FolderFiles(above)
    return _Project(files, path.relative_to(above).as_posix(), title)


def _imported(project: _Project) -> ImportedDeck:
    """Return the deck of a project.

    Raises:
        UnlocatedError: E160, no tool is known that makes such projects; or it cannot be read.
    """
    for importer in (_mse, _json, _squib, _nandeck, _cider):
        if deck := importer(project):
            return deck
    expected = (
        "a Cider folder, a Squib script or folder, a nanDECK script, an .mse-set, or a save of Tabletop Simulator"
    )
    is_list = is_spreadsheet(project.name)
    hints = ("a list of cards needs no import: cardgen build makes cards of it",) if is_list else ()
    raise UnlocatedError("E160", "this is no project of a tool that is known", expected=expected, hints=hints)


def _mse(project: _Project) -> ImportedDeck | None:
    name = None if project.name else find_set(iter(project.files.names))
    return import_mse(project.files, name, project.title) if name else None


def _json(project: _Project) -> ImportedDeck | None:
    """Import a save of Tabletop Simulator or an export of Cider: the file that was named, or the first of a folder."""
    names = [project.name] if project.name else [name for name in project.files.names if "/" not in name]
    for name in names:
        if not name.lower().endswith(".json"):
            continue
        text = project.files.text(name)
        is_save = '"CustomDeck"' in text or '"ObjectStates"' in text
        if not is_save and '"formatName"' not in text:
            continue
        found = Collector()
        root = read_json(text, name, found)
        if root is None:
            raise CardgenError(sort_diagnostics(found.items))
        value = root.plain()
        if isinstance(value, dict) and cider_tables(value):
            return import_cider_export(value, project.files, project.title)
        if is_save:
            return import_tabletop(project.files, name, value, project.title)
    return None


def _squib(project: _Project) -> ImportedDeck | None:
    names = [project.name] if project.name else list(project.files.names)
    scripts = [name for name in names if name.lower().endswith(".rb")][:_MOST_SCRIPTS]
    found = [
        name
        for name in scripts
        if is_squib(project.files.text(name)) or (project.name and "Deck.new" in project.files.text(name))
    ]
    return import_squib(project.files, found, project.title) if found else None


def _nandeck(project: _Project) -> ImportedDeck | None:
    names = [project.name] if project.name else [name for name in project.files.names if "/" not in name]
    for name in names:
        if not name.lower().endswith((".nde", ".txt")):
            continue
        script = parse_script(project.files.text(name))
        words = {directive.keyword for directive in script.directives}
        if words & _NANDECK and len(script.unknown) <= len(script.directives) + len(script.labels):
            return import_nandeck(project.files, name)
    return None


def _cider(project: _Project) -> ImportedDeck | None:
    is_folder = not project.name and bool(find_cider_decks(project.files))
    return import_cider(project.files, project.title) if is_folder else None
