"""Fetch icons by name from game-icons.net into the folder `icons/` beside a deck, with whom they are by.

The library has more than 4,000 icons under CC BY 3.0. They come from a service that gives them by name, or from a copy of the
library: the repository `game-icons/icons`, the archive of game-icons.net, or the package `@iconify-json/game-icons`. Only the
paths of an icon are taken, so nothing else of what arrives is kept.
"""

from __future__ import annotations

import re
from collections.abc import Callable, Mapping, Sequence
from dataclasses import dataclass
from pathlib import Path, PurePosixPath
from typing import TypeVar

from lxml import etree

from cardgen.guard.files import confine, is_file, read_bytes
from cardgen.pipeline.pull.pictures import PulledFile
from cardgen.read.fetch import SIZE_LIMIT, download_address, fetch
from cardgen.read.icon_credits import ICONS, credits_path, credits_text, read_credits
from cardgen.read.tables.package import open_package, read_part
from cardgen.report.diagnostics import Collector, did_you_mean, quoted
from cardgen.report.errors import UnlocatedError
from cardgen.report.json_text import parse_json
from cardgen.report.source import Span, display_path
from cardgen.write.files import replace_file

SOURCE = "https://api.iconify.design/game-icons.json?icons={names}"
"""A service that gives icons as JSON; it does not say who drew each."""
_ANYBODY = "Lorc, Delapouite and contributors"
_NAME = re.compile(r"[a-z0-9][a-z0-9-]{0,63}")
_PATH = re.compile(r"[\s\d.,eEMmLlHhVvCcSsQqTtAaZz+-]+")
_GROUND = re.compile(r"M0[ ,]?0h512v512H0z", re.IGNORECASE)  # the black square behind each icon of the repository
_VIEW = re.compile(r"0 0 \d{1,4}(?:\.\d+)? \d{1,4}(?:\.\d+)?")
_LONGEST = 200_000  # bytes of an icon
_MOST = 60_000  # files of the library, which has each icon in several colours
_File = TypeVar("_File")
_PARSER = etree.XMLParser(resolve_entities=False, no_network=True, load_dtd=False, huge_tree=False)


@dataclass(frozen=True, slots=True)
class _Library:
    """A copy of the library, or what a service gave.

    Attributes:
        authors: Authors of the icons, by their names.
        svg: Returns an icon as an SVG document.
    """

    authors: Mapping[str, str]
    svg: Callable[[str], bytes]


def pull_icons(
    deck: Path, names: Sequence[str], source: str = "", *, dry_run: bool = False, allow_local: bool = False
) -> tuple[list[PulledFile], Collector]:
    """Fetch icons into the folder of a deck.

    Args:
        names: Names of the icons, as game-icons.net has them; spaces count as hyphens.
        source: A folder, an archive or a file of JSON with the library, or an address; empty for the usual service.
        allow_local: Whether the address may be of this computer or of the local network.

    Returns:
        The icons, also those that were the same; and the errors of those that there are not (E145 to E148).
    """
    found, files = Collector(), list[PulledFile]()
    wanted = list(dict.fromkeys("-".join(name.lower().split()) for name in names))
    credits = before = read_credits(deck.parent)
    place = Span(display_path(str(deck)))
    try:
        library = _open(source or SOURCE, wanted, allow_local=allow_local)
    except UnlocatedError as error:
        found.items.append(error.at(place))
        return files, found
    for name in wanted:
        try:
            data, author = _icon(library, name)
        except UnlocatedError as error:
            found.items.append(error.at(place))
            continue
        target = deck.parent / ICONS / f"{name}.svg"
        is_same = is_file(target) and read_bytes(target, _LONGEST) == data
        if not is_same and not dry_run:
            replace_file(target, data)
        files.append(PulledFile(target, "same" if is_same else "new", 0, ()))
        credits = {**credits, name: author}
    if credits != before and not dry_run:
        replace_file(credits_path(deck.parent), credits_text(credits))
    return files, found


def _icon(library: _Library, name: str) -> tuple[bytes, str]:
    """Return an icon in one colour, which the place where it is used chooses, and its author.

    Raises:
        UnlocatedError: E148, the library has no such icon, or it is no drawing of paths.
    """
    if not _NAME.fullmatch(name) or name not in library.authors:
        hints = did_you_mean(name, library.authors) or ["search for its name on game-icons.net"]
        raise UnlocatedError("E148", f"game-icons has no icon {quoted(name)}", hints=hints)
    try:
        root = etree.fromstring(library.svg(name)[:_LONGEST], _PARSER)
    except (etree.XMLSyntaxError, ValueError, OSError, UnlocatedError):
        raise UnlocatedError("E148", f"icon {quoted(name)} is damaged") from None
    elements = [one for one in root.iter() if isinstance(one.tag, str)]
    shapes = [
        one.get("d", "") for one in elements if etree.QName(one).localname == "path" and one.get("fill") != "none"
    ]
    shapes = [shape for shape in shapes if not _GROUND.fullmatch(shape.strip())]
    view = root.get("viewBox", "0 0 512 512")
    is_moved = any(one.get("transform") for one in elements)
    if not shapes or is_moved or not all(map(_PATH.fullmatch, shapes)) or not _VIEW.fullmatch(view):
        raise UnlocatedError("E148", f"icon {quoted(name)} is drawn in a way that cannot be taken over")
    title = name.replace("-", " ").capitalize()
    drawn = "".join(f'<path d="{" ".join(shape.split())}"/>' for shape in shapes)
    svg = f'<svg xmlns="http://www.w3.org/2000/svg" viewBox="{view}"><title>{title}</title><g fill="currentColor">{drawn}</g></svg>\n'
    return svg.encode(), library.authors[name]


def _open(source: str, names: Sequence[str], *, allow_local: bool) -> _Library:
    """Return the library that a source has.

    Raises:
        UnlocatedError: E145 to E148: it is no source, cannot be fetched, or holds no icons.
    """
    if source.startswith(("https://", "http://")):
        return _library(
            fetch(download_address(source.replace("{names}", ",".join(names)), ""), allow_local=allow_local)
        )
    path = Path(source)
    if path.is_dir():
        confine(path)
    if path.is_dir() and not is_file(path / "icons.json"):
        return _of_files(
            {one.relative_to(path).as_posix(): one for one in path.rglob("*.svg")},
            lambda one: read_bytes(one, _LONGEST),
        )
    path = path / "icons.json" if path.is_dir() else path
    if not is_file(path):
        expected = "a folder, an archive, a JSON file, or an address of the web"
        raise UnlocatedError("E145", f"{quoted(source)} holds no icons", expected=expected)
    return _library(read_bytes(path, SIZE_LIMIT))


def _library(data: bytes) -> _Library:
    if data.startswith(b"PK"):
        archive = open_package(data, "archive", _MOST)
        members = (one for one in archive.infolist() if one.file_size <= _LONGEST)
        names = {one.filename: one.filename for one in members if one.filename.endswith(".svg")}
        return _of_files(names, lambda name: read_part(archive, name))
    try:
        root = parse_json(data)
        bodies = {str(name): str(icon["body"]) for name, icon in root["icons"].items()}
        width, height = int(root.get("width", 512)), int(root.get("height", 512))
    except (ValueError, OverflowError, KeyError, TypeError, AttributeError):
        raise UnlocatedError(
            "E148", "what arrived holds no icons", expected="JSON with the key icons, or an archive"
        ) from None
    head = f'<svg xmlns="http://www.w3.org/2000/svg" viewBox="0 0 {width} {height}">'
    return _Library(dict.fromkeys(bodies, _ANYBODY), lambda name: f"{head}{bodies[name]}</svg>".encode())


def _of_files(files: Mapping[str, _File], read: Callable[[_File], bytes]) -> _Library:
    """Return the library of files that lie in a folder for each author.

    Args:
        files: Files by their paths; of several of one name, as in other colours, the one of the first path is taken.
    """
    known: dict[str, tuple[str, _File]] = {}
    for path, file in sorted(files.items()):
        place = PurePosixPath(path)
        author = _NAME.sub(lambda match: match[0].replace("-", " ").title(), place.parent.name)
        known.setdefault(place.stem, (author or _ANYBODY, file))
    return _Library({name: author for name, (author, _) in known.items()}, lambda name: read(known[name][1]))
