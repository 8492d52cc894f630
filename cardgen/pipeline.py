"""Join the stages: load, validate, render, impose, write. The only module that knows them all."""

from __future__ import annotations

from collections.abc import Callable, Mapping
from dataclasses import dataclass, field
from pathlib import Path
from typing import Any

from cardgen import __version__
from cardgen.diagnostics import Collector, Diagnostic, did_you_mean, in_order, shown
from cardgen.errors import CardgenError, Fault
from cardgen.frontmatter import Paper, describe_job
from cardgen.game import Document, Game, PieceKind
from cardgen.impose.duplex import verso_of
from cardgen.impose.grid import impose_grid
from cardgen.impose.paper import find_card, find_paper
from cardgen.impose.tile import impose_tiles
from cardgen.load.library import Library
from cardgen.load.pictures import PictureStore
from cardgen.load.yaml import load_yaml
from cardgen.model.deck import Deck
from cardgen.model.drawing import Drawing
from cardgen.model.sheet import Placement, Sheet, Side
from cardgen.registry import all_games
from cardgen.render.document import draw_pages
from cardgen.render.environment import Environment
from cardgen.render.pieces import draw_pieces
from cardgen.render.renderer import Renderer, Subject
from cardgen.render.styles import Styles
from cardgen.render.text.fonts import FontBook
from cardgen.render.words import in_language
from cardgen.resources import resources
from cardgen.source import Node, display_path
from cardgen.theme import Theme, palette
from cardgen.units import Rect, Size
from cardgen.validate.colors import check_pairs
from cardgen.validate.languages import check_languages
from cardgen.validate.pictures import check_pictures
from cardgen.validate.schema import validate, validate_as

FRONT_PAGES = ("instructions", "contents")
Progress = Callable[[str], None]


@dataclass(frozen=True, slots=True)
class Options:
    """What the user asks for.

    Attributes:
        paper: Name or measure.
        card: Name or measure; nothing means the game's own size.
        language: Of the fixed strings and of texts in several languages.
        only: Names of components; nothing means all.
        strict: Warnings are errors.
    """

    paper: str = "a4"
    card: str = ""
    language: str = "en"
    only: tuple[str, ...] = ()
    strict: bool = False


@dataclass(frozen=True, slots=True)
class Job:
    """A deck, drawn and imposed, ready to be written.

    Attributes:
        deck: What was drawn.
        title, author, subject: Of the file, for its metadata.
        paper: What it is printed on.
        front: Pages 1 and 2, each with its bookmark.
        sheets: The paper that is printed.
        warnings: What was found that does not stop it.
    """

    deck: Deck
    title: str
    author: str
    subject: str
    paper: Paper
    front: tuple[tuple[Drawing, str], ...]
    sheets: tuple[Sheet, ...]
    warnings: tuple[Diagnostic, ...]
    language: str
    fonts: Mapping[str, Path] = field(repr=False)


def prepare(path: Path, options: Options, progress: Progress = lambda _stage: None) -> Job:
    """Do everything but write: this is the whole validation.

    Args:
        path: The deck file.
        options: What the user asks for.
        progress: Is told the name of each stage as it begins.

    Raises:
        CardgenError: The deck, a picture, a template or an option has faults; all that were found.
    """
    found = Collector()
    progress("load")
    node = load_yaml(path, found, display_path(str(path)))
    game = _game_of(node, found) if node else None
    if node is None or game is None:
        raise CardgenError(in_order(found.items))
    paper, card = _sizes(options, game, found)
    _check_choices(options, game, found)
    deck = validate(node, path, game, found)
    if deck is None:
        raise CardgenError(in_order(found.items, strict=options.strict))
    library = Library(path.parent, [path.parent / "templates", game.resources, resources().templates / "common"])
    theme = _theme(game, library, found)
    pictures = PictureStore(library)
    check_pictures(deck, pictures.check, found)
    check_languages(deck, options.language, found)
    colors = palette(theme, deck.data.faction.colors.model_dump())
    check_pairs(deck, colors, theme.contrast, found)
    fonts = FontBook([path.parent / "fonts", resources().fonts])
    renderer = Renderer(
        Environment(library.template_file),
        Styles(theme, colors),
        fonts,
        pictures,
        options.language,
        _shared(deck, game, options.language, found),
        found,
    )
    return _Drawing(deck, game, renderer, paper, card, options, progress).job(fonts)


@dataclass(frozen=True, slots=True)
class _Drawing:
    """The later half of `prepare`: from a valid deck to sheets."""

    deck: Deck
    game: Game
    renderer: Renderer
    paper: Paper
    card: Size
    options: Options
    progress: Progress

    def job(self, fonts: FontBook) -> Job:
        found = self.renderer.diagnostics
        sheets: list[Sheet] = []
        for component in self.game.components:
            if not self.options.only or component.name in self.options.only:
                self.progress(component.name)
                sheets += self._sheets(component)
        title = f"{self.game.name}: {self._faction('name')}"
        front = self._front(sheets, title) if sheets and not found.has_errors else ()
        if found.has_errors or (self.options.strict and found.items):
            raise CardgenError(in_order(found.items, strict=self.options.strict))
        return Job(
            deck=self.deck,
            title=title,
            author=self._faction("author") or "cardgen",
            subject=self._faction("motto"),
            paper=self.paper,
            front=front,
            sheets=tuple(sheets),
            warnings=tuple(in_order(found.items)),
            language=self.options.language,
            fonts={name: fonts.path(name) for name in fonts.names()},
        )

    def _sheets(self, component: PieceKind | Document) -> list[Sheet]:
        t = self.renderer.shared["t"]
        title = t[component.name]
        try:
            if isinstance(component, Document):
                pages = draw_pages(component, self.paper.size, self.renderer)
                return _leaves(component.name, title, pages)
            pieces = draw_pieces(component, self.deck, self.card, self.renderer)
            if component.tiled:
                seams = component.seams(self.card) if component.seams else ((), ())
                boards = (impose_tiles(piece, self.paper.size, title=title, seams=seams) for piece in pieces)
                return [sheet for board in boards for sheet in board]
            if not pieces:
                return []
            return impose_grid(
                pieces, self.paper.size, kind=component.name, title=title, gutter=component.gutter
            )
        except Fault as fault:
            self.renderer.diagnostics.items.append(fault.at(None))
            return []

    def _front(self, sheets: list[Sheet], title: str) -> tuple[tuple[Drawing, str], ...]:
        t = self.renderer.shared["t"]
        families = sorted({_spaced(name.split("-")[0]) for name in self.renderer.fonts.names()})
        rights = [
            t["rights_game"],
            t["rights_fonts"].replace("{fonts}", ", ".join(families)),
            t["made_with"].replace("{version}", __version__),
        ]
        job = describe_job(sheets, self.paper, title, self._faction("motto"), rights, t)
        size = self.paper.size
        drawn = (
            (self.renderer.drawing(f"{name}.svg.j2", {"job": job}, size, 0, Subject(f"page '{t[name]}'")), t[name])
            for name in FRONT_PAGES
        )
        return tuple((page, name) for page, name in drawn if page)

    def _faction(self, key: str) -> str:
        return str(self.renderer.shared["faction"].get(key) or "")


def _spaced(name: str) -> str:
    """`AlegreyaSans` as people write it."""
    return "".join(f" {char}" if char.isupper() and at else char for at, char in enumerate(name))


def _leaves(kind: str, title: str, pages: list[Drawing]) -> list[Sheet]:
    """Whole pages, printed on both sides of their paper."""
    pairs = [pages[at : at + 2] for at in range(0, len(pages), 2)]
    sheets = []
    for number, pair in enumerate(pairs, 1):
        recto, paper = _whole(pair[0]), pair[0].size
        verso = verso_of(recto.placements, pair[1:], paper, "long") if len(pair) > 1 else None
        name = f"{title} ({number}/{len(pairs)})" if len(pairs) > 1 else title
        sheets.append(Sheet(kind, name, paper, recto, verso))
    return sheets


def _whole(page: Drawing) -> Side:
    return Side((Placement(page, Rect(0, 0, page.size.width, page.size.height)),))


def _game_of(node: Node, found: Collector) -> Game | None:
    """The game that the deck names."""
    games = all_games()
    known = ", ".join(sorted(games))
    stated = node.value.get("game") if isinstance(node.value, dict) else None
    if stated is None:
        found.add("E202", "the deck has no key 'game'", node.span, expected=f"game: one of: {known}")
        return None
    game = games.get(stated.value) if isinstance(stated.value, str) else None
    if game is None:
        message = f"unknown game {shown(stated.value)}"
        hints = did_you_mean(str(stated.value), games)
        found.add("E201", message, stated.span, expected=f"one of: {known}", hints=hints)
    return game


def _sizes(options: Options, game: Game, found: Collector) -> tuple[Paper, Size]:
    """Paper and card size; the defaults stand in for those that have a fault, so that checking can go on."""
    paper, card = Paper("A4", find_paper("a4")), game.card
    try:
        size = find_paper(options.paper)
        paper = Paper(options.paper.upper() if len(options.paper) < 4 else options.paper.capitalize(), size)
    except Fault as fault:
        found.items.append(fault.at(None))
    try:
        card = find_card(options.card) if options.card else game.card
    except Fault as fault:
        found.items.append(fault.at(None))
    return paper, card


def _check_choices(options: Options, game: Game, found: Collector) -> None:
    """Names given to `--only` and `--lang`."""
    names = [component.name for component in game.components]
    choices = [("part", part, names) for part in options.only] + [("language", options.language, list(game.languages))]
    for what, choice, known in choices:
        if choice not in known:
            expected = f"one of: {', '.join(known)}"
            found.add("E504", f"unknown {what} {shown(choice)}", expected=expected, hints=did_you_mean(choice, known))


def _theme(game: Game, library: Library, found: Collector) -> Theme:
    """The game's theme, or that beside the deck."""
    path = library.template_file("theme.yaml") or game.resources / "theme.yaml"
    node = load_yaml(path, found, display_path(str(path)))
    theme = validate_as(node, Theme, found) if node else None
    if theme is None:
        raise CardgenError(in_order(found.items))
    return theme


def _shared(deck: Deck, game: Game, language: str, found: Collector) -> dict[str, Any]:
    """The variables that every template sees."""
    data = in_language(deck.data, language)
    t: dict[str, str] = {}
    for folder in (resources().templates / "common", game.resources):
        node = load_yaml(folder / "strings.yaml", found)
        plain = node.plain() if node else {}
        assert isinstance(plain, dict)
        t |= {key: words.get(language, words["en"]) for key, words in plain.items()}
    return {
        "t": t,
        "lang": language,
        "deck": data,
        "faction": data["faction"],
        "game": {"id": game.id, "name": game.name},
        "version": __version__,
    }


def write(job: Job, target: Path) -> None:
    """Write the PDF; the old one stays whole if anything fails.

    Raises:
        CardgenError: E601, the target cannot be written; E602, an artwork cannot be converted.
    """
    from cardgen.write.document import Info, Page, write_pdf

    pages = [Page(_whole(drawing), drawing.size, name) for drawing, name in job.front]
    for sheet in job.sheets:
        pages += [Page(sheet.recto, sheet.paper, sheet.title), Page(sheet.verso, sheet.paper)]
    info = Info(job.title, job.author, job.subject, job.language, first_printed=len(job.front) + 1)
    try:
        write_pdf(pages, target, info, job.fonts)
    except Fault as fault:
        raise CardgenError([fault.at(None)]) from None
