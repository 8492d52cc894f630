"""Put several decks into one print job: their pieces share sheets, and pages 1 and 2 are about the whole."""

from __future__ import annotations

from collections import Counter
from collections.abc import Iterable, Iterator, Mapping, Sequence
from dataclasses import replace
from pathlib import Path

from cardgen.guard.files import read_bytes
from cardgen.impose.folded import unfolded_size
from cardgen.model.drawing import Drawing, with_fonts
from cardgen.model.font_file import FONT_LIMIT
from cardgen.model.piece import Piece
from cardgen.model.sheet import Sheet
from cardgen.pipeline.draw.components import DrawnComponent, DrawnDeck, Progress, select_components
from cardgen.pipeline.open.project import Project, open_project
from cardgen.pipeline.options import BuildOptions
from cardgen.pipeline.presets import load_presets
from cardgen.pipeline.print_settings import PrintSettings, resolve
from cardgen.pipeline.printed_file.build import Job, draw_deck
from cardgen.pipeline.printed_file.front_pages import draw_front_pages, joint_strings
from cardgen.pipeline.printed_file.sheets import impose_components
from cardgen.plugin.components import Component, PieceKind
from cardgen.records import dataclass
from cardgen.report.diagnostics import Collector, one_of, quoted, sort_diagnostics
from cardgen.report.errors import CardgenError, raise_errors


@dataclass(frozen=True, slots=True, kw_only=True)
class JointJob(Job):
    """Several decks in one print job; what it has in common with the job of one deck is that of the first.

    Attributes:
        font_files: Key of each font that its drawings may name, and the font's file.
    """

    joint_title: str
    font_files: Mapping[str, Path]

    @property
    def title(self) -> str:
        """Title of files made of it."""
        return self.joint_title

    @property
    def subject(self) -> str:
        """Subject of files made of it: none, since each deck has its own."""
        return ""

    @property
    def fonts(self) -> Mapping[str, Path]:
        """Key of each font that its drawings may name, and the font's file."""
        return self.font_files


@dataclass(frozen=True, slots=True)
class _Member:
    """One of the decks.

    Attributes:
        settings: Print settings with the size of its cards.
        times: How often it was named.
    """

    deck: DrawnDeck
    settings: PrintSettings
    times: int


def prepare_joint(paths: Sequence[Path], options: BuildOptions, progress: Progress = lambda _stage: None) -> JointJob:
    """Check several decks, draw them and impose them together.

    Args:
        paths: The deck files, at least one; a deck that is named twice is printed twice.
        options: Options of the build. Names of components apply to the decks that have them.
        progress: Called with the name of each stage as it begins.

    Raises:
        CardgenError: A deck, a picture, a template or an option has errors; all that were found in all decks.
    """
    found = Collector()
    members = list(_draw_members(paths, options, found, progress))
    if found.has_errors:
        raise CardgenError(sort_diagnostics(found.items, strict=options.strict))
    font_files, members = _with_own_fonts(members)
    first = members[0]
    projects = [member.deck.project for member in members]
    printed = [member.deck.project for member in members for _ in range(member.times)]
    parts = tuple(_merged(members))
    imposed = impose_components(parts, first.settings.layout, joint_strings(projects), found)
    sheets = tuple(_named(imposed, members))
    if not sheets and not found.has_errors:
        found.add("E505", "there is nothing to print", expected="at least one copy of a card in one of the decks")
    title = _title(members)
    settings = first.settings
    front = (
        draw_front_pages(printed, title, sheets, settings.paper, settings.layout, settings.printer_name)
        if sheets and not found.has_errors
        else ()
    )
    found.items += (item for project in projects for item in project.renderer.diagnostics.items)
    raise_errors(found, strict=options.strict)
    return JointJob(
        project=first.deck.project,
        paper=settings.paper,
        card=settings.card,
        drawn=tuple(part for member in members for part in member.deck.drawn),
        warnings=tuple(sort_diagnostics(found.items)),
        settings=settings,
        parts=parts,
        front=front,
        sheets=sheets,
        joint_title=title,
        font_files=font_files,
    )


def _draw_members(
    paths: Sequence[Path], options: BuildOptions, found: Collector, progress: Progress
) -> Iterator[_Member]:
    """Yield the decks, each once, as they are drawn; those that cannot be drawn are left out after their errors."""
    opened: list[tuple[Path, Project, Collector, int]] = []
    times = Counter(path.resolve() for path in paths)
    for file, count in times.items():
        path, noted = next(path for path in paths if path.resolve() == file), Collector()
        progress(path.name)
        try:
            opened.append((path, open_project(path, options, noted), noted, count))
        except CardgenError as error:
            found.items += error.diagnostics
    known = dict.fromkeys(component.name for _, project, _, _ in opened for component in project.game.components)
    for name in options.only:
        if name not in known and opened:
            found.add("E504", f"unknown component {quoted(name)}", **one_of(name, known))
    for path, project, noted, count in opened:
        settings = resolve(options, load_presets(path.parent, noted), project.card, noted)
        own = [component.name for component in project.game.components]
        only = [name for name in options.only if name in own]
        selected: list[Component] = select_components(only, project.game, noted) if only or not options.only else []
        try:
            deck = draw_deck(project, settings, selected, noted, progress)
            yield _Member(deck, settings, count)
        except CardgenError as error:
            found.items += error.diagnostics
        found.items += noted.items
        found.is_strict = found.is_strict or noted.is_strict


def _with_own_fonts(members: Sequence[_Member]) -> tuple[Mapping[str, Path], list[_Member]]:
    """Return the fonts of all decks, and the decks with new names for fonts of which an earlier deck has another file."""
    files: dict[str, Path] = {}
    renamed = []
    for number, member in enumerate(members, 1):
        names: dict[str, str] = {}
        for name, path in member.deck.fonts.items():
            other = files.get(name)
            if other is not None and other != path and read_bytes(other, FONT_LIMIT) != read_bytes(path, FONT_LIMIT):
                names[name] = f"{name}~{number}"
            files.setdefault(names.get(name, name), path)
        renamed.append(_with_fonts(member, names) if names else member)
    return files, renamed


def _with_fonts(member: _Member, names: Mapping[str, str]) -> _Member:
    """Return a deck whose drawings name its fonts otherwise."""
    done: dict[Drawing, Drawing] = {}

    def drawing(old: Drawing) -> Drawing:
        if old not in done:
            done[old] = replace(old, items=with_fonts(old.items, names))
        return done[old]

    def piece(old: Piece) -> Piece:
        return replace(old, face=drawing(old.face), back=drawing(old.back) if old.back else None)

    drawn = tuple(
        replace(part, pieces=tuple(map(piece, part.pieces)), pages=tuple(map(drawing, part.pages)))
        for part in member.deck.drawn
    )
    return replace(member, deck=replace(member.deck, drawn=drawn))


def _merged(members: Sequence[_Member]) -> Iterator[DrawnComponent]:
    """Yield the components of all decks: pieces that can share sheets as one, equal documents once."""
    merged: dict[object, DrawnComponent] = {}
    order: dict[object, tuple[str, str]] = {}
    for number, member in enumerate(members):
        for part in member.deck.drawn:
            copies = tuple(replace(piece, copies=piece.copies * member.times) for piece in part.pieces)
            key = _key(part, number)
            before = merged.get(key)
            order.setdefault(key, (member.deck.project.game.id, part.component.name))
            merged[key] = replace(before or part, pieces=(*(before.pieces if before else ()), *copies))
    places = list(dict.fromkeys(order.values()))
    yield from (merged[key] for key in sorted(merged, key=lambda key: places.index(order[key])))


def _key(part: DrawnComponent, number: int) -> object:
    """Return what parts have in common that are printed as one."""
    kind = part.component
    if not isinstance(kind, PieceKind):
        return kind.name, tuple((page.size, page.items) for page in part.pages)
    if kind.tiled or not part.pieces:
        return kind.name, number
    sizes = frozenset(unfolded_size(piece) for piece in part.pieces)
    alike = kind.gutter, kind.duplex, kind.sheet_group, kind.fold is None, kind.printed_on, kind.cut
    return kind.name, sizes, *alike


def _named(sheets: Iterable[Sheet], members: Sequence[_Member]) -> Iterator[Sheet]:
    """Yield sheets whose titles name the decks that they carry, with the number of pieces of each."""
    faces, backs = dict[Drawing, int](), dict[Drawing, int]()
    documents: dict[object, list[int]] = {}
    for number, member in enumerate(members):
        for part in member.deck.drawn:
            faces |= dict.fromkeys((piece.face for piece in part.pieces), number)
            backs |= dict.fromkeys((piece.back for piece in part.pieces if piece.back), number)
            for page in part.pages:
                documents.setdefault((page.size, page.items), []).append(number)
    for sheet in sheets:
        placed = [placement.drawing for placement in sheet.recto.placements]
        counts = Counter(faces[drawing] for drawing in placed if drawing in faces)
        counts = counts or Counter(backs[drawing] for drawing in placed if drawing in backs)
        counts = counts or Counter(number for page in placed for number in documents.get((page.size, page.items), ()))
        is_many = sheet.piece_count > 1
        named = [
            _deck_title(members[number].deck) + (f" {count}" if is_many else "") for number, count in counts.items()
        ]
        is_common = len(members) == 1 or (not sheet.piece_count and len(counts) == len(members))
        title = sheet.title if is_common else f"{sheet.title}: {', '.join(named)}"
        yield replace(sheet, title=title)


def _title(members: Sequence[_Member]) -> str:
    """Return the title of the whole: the decks of each game behind its name."""
    by_game: dict[str, list[str]] = {}
    for member in members:
        game = str(member.deck.project.renderer.shared["game"]["name"])
        title = _deck_title(member.deck)
        by_game.setdefault(game, []).append(f"{member.times} × {title}" if member.times > 1 else title)
    games = [game if titles == [game] else f"{game}: {' + '.join(titles)}" for game, titles in by_game.items()]
    draft = f" ({members[0].deck.project.strings['draft'].lower()})" if members[0].deck.project.is_draft else ""
    return f"{' + '.join(games)}{draft}"


def _deck_title(deck: DrawnDeck) -> str:
    """Return the title of a deck without the name of its game."""
    return str(deck.project.renderer.shared["identity"]["title"])
