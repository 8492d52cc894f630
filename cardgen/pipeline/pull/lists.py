"""Fetch the spreadsheets of a deck from the addresses that it names, and tell what changed card by card.

The pictures that its cards name by addresses are fetched too, by `pull_pictures.py`.
"""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from dataclasses import dataclass
from pathlib import Path
from typing import Any, Literal

from pydantic import BaseModel

from cardgen.changes.rows import compare_rows
from cardgen.guard.files import read_bytes
from cardgen.model.deck import SPREADSHEETS, is_spreadsheet, split_sheet
from cardgen.pipeline.open.deck_file import PULL, deck_languages, list_models
from cardgen.pipeline.open.games import game_of_deck
from cardgen.pipeline.open.list_files import named_file, named_files
from cardgen.pipeline.pull.pictures import PulledFile, pull_pictures
from cardgen.plugin.game import Game
from cardgen.read.fetch import download_address, fetch
from cardgen.read.files import is_below
from cardgen.read.tables.files import SPREADSHEET, Spreadsheet, spreadsheet_from
from cardgen.read.yaml import load_yaml
from cardgen.report.diagnostics import Collector, Diagnostic, quoted, sort_diagnostics
from cardgen.report.errors import CardgenError, UnlocatedError, final_errors
from cardgen.report.source import Node, Span, display_path
from cardgen.write.files import replace_file


@dataclass(frozen=True, slots=True)
class PullResult:
    """What a pull did.

    Attributes:
        problems: Errors of those that were not; their old files stay as they were.
    """

    files: tuple[PulledFile, ...]
    problems: tuple[Diagnostic, ...]


def pull_deck(path: Path, *, dry_run: bool = False, allow_local: bool = False) -> PullResult:
    """Fetch each file that the key `pull` of a deck names, and put it in place of the older one.

    Args:
        allow_local: Whether an address may be of this computer or of the local network.

    Raises:
        CardgenError: The deck cannot be read, or names no address (E145).
    """
    found = Collector()
    name = display_path(str(path))
    if is_spreadsheet(path.name):
        files, problems = pull_pictures(path, dry_run=dry_run, allow_local=allow_local)
        if not files and not problems.items:
            hint = "write a deck file with 'pull: {cards.csv: \"https://...\"}', and 'cards: cards.csv'"
            raise CardgenError(
                [
                    Diagnostic(
                        "E145",
                        "a spreadsheet names no addresses, and its pictures have none",
                        Span(name),
                        hints=(hint,),
                    )
                ]
            )
        return PullResult(tuple(files), tuple(sort_diagnostics(problems.items)))
    node = load_yaml(path, found, name)
    game = game_of_deck(node, path.parent, found) if node else None
    if node is None or game is None:
        raise CardgenError(sort_diagnostics(found.items))
    files, problems = list[PulledFile](), Collector()
    has_key = isinstance(node.value, dict) and PULL in node.value
    for target, address in (_addresses(node, found) if has_key else {}).items():
        try:
            data = fetch(
                download_address(str(address.value), _target(path.parent, target).suffix.lower()),
                allow_local=allow_local,
            )
            files.append(_replace(path.parent, target, data, node, game, dry_run=dry_run))
        except UnlocatedError as error:
            problems.items.append(error.at(address.span))
        except CardgenError as error:
            problems.items += error.diagnostics
    pictures, faults = pull_pictures(path, dry_run=dry_run, allow_local=allow_local)
    if not has_key and not pictures and not faults.items:
        _addresses(node, found)
    return PullResult((*files, *pictures), tuple(sort_diagnostics([*found.items, *problems.items, *faults.items])))


def _addresses(node: Node, found: Collector) -> Mapping[str, Node]:
    """Return the addresses that a deck names, by the file that they are fetched into.

    Raises:
        CardgenError: E145, there are none.
    """
    stated = node.value.get(PULL) if isinstance(node.value, dict) else None
    if stated is None or not isinstance(stated.value, dict) or not stated.value:
        span = stated.span if stated else node.span
        message = "the deck has no key 'pull' with files and their addresses"
        raise CardgenError([Diagnostic("E145", message, span, "a line such as 'pull: {cards.csv: \"https://...\"}'")])
    addresses = {}
    for file, address in stated.value.items():
        if not file.lower().endswith(SPREADSHEETS):
            message = f"{quoted(file)} is not the name of a spreadsheet"
            found.add("E145", message, address.key_span, expected=f"a file that ends in {', '.join(SPREADSHEETS)}")
        elif not isinstance(address.value, str):
            found.add(
                "E145", f"the address of {quoted(file)} is not text", address.span, expected="an address in quotes"
            )
        else:
            addresses[file] = address
    return addresses


def _replace(folder: Path, file: str, data: bytes, deck: Node, game: Game, *, dry_run: bool) -> PulledFile:
    """Compare what was fetched with the older file, and replace that.

    Raises:
        UnlocatedError: E125, the file is outside of the folder.
        CardgenError: E148, what arrived is no table; E601, the file cannot be written.
    """
    path = _target(folder, file)
    suffix = path.suffix.lower()
    spreadsheet = _as_table(data, suffix, file)
    lists = list_models(game)
    used = _uses(deck, file, lists)
    languages = deck_languages(deck, game)
    after = {use: _values(spreadsheet, use, lists, languages, game.languages[0]) for use in used}
    older = _content(path)
    before_sheet = spreadsheet_from(older, suffix, file, Collector()) if older is not None else None
    changes = [
        change
        for use in used
        if before_sheet
        for change in compare_rows(use[0], _values(before_sheet, use, lists, languages, game.languages[0]), after[use])
    ]
    status: Literal["new", "changed", "same"] = "new" if older is None else "same" if older == data else "changed"
    if status != "same" and not dry_run:
        path.parent.mkdir(parents=True, exist_ok=True)
        replace_file(path, data)
    return PulledFile(path, status, sum(map(len, after.values())), tuple(changes))


@final_errors()
def _target(folder: Path, file: str) -> Path:
    """Return the path of a file that is fetched, which is never outside of the folder of the deck.

    Raises:
        UnlocatedError: E125, it would be.
    """
    path = folder / file
    is_inside = (
        ".." not in Path(file).parts and not Path(file).is_absolute() and "\\" not in file and file.isprintable()
    )
    if not is_inside or ":" in file or not is_below(path, folder):
        message = f"file {quoted(file)} is not below the folder of the deck"
        raise UnlocatedError("E125", message, expected="a path below the folder, such as 'cards.csv'")
    return path


def _as_table(data: bytes, suffix: str, file: str) -> Spreadsheet:
    """Return the spreadsheet that was fetched.

    Raises:
        UnlocatedError: E148, it is none, or has no rows.
    """
    found = Collector()
    spreadsheet = spreadsheet_from(data, suffix, file, found)
    hint = "share the sheet with everybody who has the link, or publish it to the web as CSV"
    if spreadsheet is None:
        problem = found.items[0]
        hints = [hint] if "web page" in problem.message else []
        raise UnlocatedError("E148", f"no table arrived for {quoted(file)}: {problem.message}", hints=hints)
    tables = (spreadsheet.table(sheet, found) for sheet in spreadsheet.sheets)
    if not any(table and len(table.rows) > 1 for table in tables):
        message = f"no table arrived for {quoted(file)}: it has no row below its headers"
        raise UnlocatedError("E148", message, hints=[hint])
    return spreadsheet


def _uses(deck: Node, file: str, lists: Mapping[str, type[BaseModel]]) -> list[tuple[str, str]]:
    """Return the lists of a deck that take values from a file, each with the worksheet that they name."""
    assert isinstance(deck.value, dict)
    named = [
        (key, *split_sheet(named_file(part)))
        for key, value in deck.value.items()
        if key in lists
        for part in named_files(value)
    ]
    return [(key, sheet) for key, name, sheet in named if Path(name) == Path(file)]


def _values(
    spreadsheet: Spreadsheet,
    use: tuple[str, str],
    lists: Mapping[str, type[BaseModel]],
    languages: Sequence[str],
    id_language: str,
) -> Sequence[Mapping[str, object]]:
    """Return the values that a list takes from a spreadsheet, each with the id that it has in the deck."""
    from cardgen.pipeline.open.list_files import chosen_sheet
    from cardgen.plugin.description.values import with_ids
    from cardgen.read.tables.context import ListContext
    from cardgen.read.tables.rows import read_rows

    key, sheet = use
    table = spreadsheet.table(chosen_sheet(spreadsheet, sheet, key, lists[key], Collector()), Collector())
    rows: Sequence[Any] = read_rows(table, lists[key], ListContext(languages), Collector()) if table else ()
    texts = [name for name in lists[key].model_fields if name not in ("id", "name", "face", "back")]
    found: Sequence[Mapping[str, object]] = with_ids(tuple(row.plain() for row in rows), key, texts, id_language)
    return found


def _content(path: Path) -> bytes | None:
    """Return what a spreadsheet holds before it is replaced; None if it cannot be read."""
    try:
        return read_bytes(path, SPREADSHEET.limit)
    except OSError:
        return None
