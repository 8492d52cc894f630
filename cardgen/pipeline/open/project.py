"""Open a deck for drawing: its game, its look, and everything that its templates may use."""

from __future__ import annotations

import functools
from collections.abc import Mapping, Sequence
from contextlib import suppress
from dataclasses import field, replace
from pathlib import Path
from typing import TYPE_CHECKING, Any

from cardgen.geometry.units import Size
from cardgen.model.deck import PLACEHOLDER, Deck, deck_name
from cardgen.model.language import find_language, is_language
from cardgen.pipeline.cache import BuildCache, DrawingTools
from cardgen.pipeline.open.deck_file import read_deck
from cardgen.pipeline.open.deck_settings import images_of, settings_of
from cardgen.pipeline.open.folders import LookFolders, look_folders
from cardgen.pipeline.open.look import set_look
from cardgen.pipeline.options import BuildOptions, DeckOptions
from cardgen.plugin.components import Document
from cardgen.plugin.game import Game
from cardgen.plugin.hooks import completed_deck, deck_identity, game_rules, template_variables
from cardgen.plugin.identity import DeckIdentity
from cardgen.plugin.schema import values_within
from cardgen.plugin.theme import Theme, full_palette
from cardgen.preflight.faces import Preflight
from cardgen.read.pictures import PictureStore
from cardgen.read.search_path import SearchPath
from cardgen.read.strings import load_strings, readable, string_files
from cardgen.read.yaml import parsed_file
from cardgen.records import dataclass
from cardgen.render.renderer import Renderer
from cardgen.render.templates.localization import fill_placeholders, localized
from cardgen.render.text.fonts import FontBook
from cardgen.report.diagnostics import Collector, did_you_mean, quoted, sort_diagnostics
from cardgen.report.errors import CardgenError, UnlocatedError, as_cardgen_error
from cardgen.report.source import Node, Span
from cardgen.report.source import Path as DataPath
from cardgen.report.written import WrittenWords
from cardgen.validate.contrast import check_contrast
from cardgen.validate.languages import check_languages
from cardgen.validate.markup import check_markup
from cardgen.validate.pictures import check_pictures, check_wanted_pictures, note_other_names
from cardgen.validate.schema import validate
from cardgen.validate.theme import validate_themes
from cardgen.version import __version__

if TYPE_CHECKING:
    from cardgen.model.svg_fonts import Families

_RULES_TEXT = "rules-of-play.md"
"""Text of the document that shows the rules of a described game."""


@dataclass(frozen=True, slots=True)
class Project:
    """A valid deck and what draws it.

    Attributes:
        card: Trim size of a card, in mm, unless the options of the build state another.
        renderer: Draws the deck in one language, and collects the errors of drawing.
        is_draft: Whether the deck is drawn as a draft, with a mark on each face.
        faulty: Where the entries start that are left out, or whose wrong fields are.
    """

    deck: Deck
    game: Game
    card: Size
    renderer: Renderer
    is_draft: bool = False
    preflight: Preflight = field(default_factory=Preflight, repr=False)
    faulty: frozenset[Span] = frozenset()

    @property
    def strings(self) -> Mapping[str, str]:
        """Fixed strings of the core and of the game, in the language of the build."""
        strings: Mapping[str, str] = self.renderer.shared["t"]
        return strings

    @property
    def fonts(self) -> Mapping[str, Path]:
        """Key of each font that drawings may name, and the font's file."""
        fonts = self.renderer.fonts
        return {name: fonts.path(name) for name in fonts.names()}

    @property
    def title(self) -> str:
        """Names of the game and of the deck, as the string `deck_title` joins them."""
        title, game = str(self._identity["title"]), str(self.renderer.shared["game"]["name"])
        named = title if title == game else fill_placeholders(self.strings["deck_title"], game=game, title=title)
        return f"{named} ({self.strings['draft'].lower()})" if self.is_draft else named

    @property
    def other_language(self) -> str:
        """Code of the language of the build; empty if it is the first one of the deck."""
        first = (self._identity["languages"] or self.game.languages)[0]
        return "" if self.renderer.language == first else self.renderer.language

    @property
    def subtitle(self) -> str:
        """The line below the title; may be empty."""
        return str(self._identity["subtitle"])

    @property
    def author(self) -> str:
        """Author of the deck, or cardgen."""
        return str(self._identity["author"]) or "cardgen"

    @property
    def _identity(self) -> Mapping[str, Any]:
        identity: Mapping[str, Any] = self.renderer.shared["identity"]
        return identity


def open_project(
    path: Path, options: DeckOptions, found: Collector, cache: BuildCache | None = None, *, is_partial: bool = False
) -> Project:
    """Load and validate a deck, and gather what draws it.

    Args:
        is_partial: Whether wrong fields of entries are left out, so that the rest can be shown; they are errors all the same.
        options: Options of drawing; the game's first language replaces an unknown one (E504).
        cache: Cache of earlier builds; None to keep nothing.

    Raises:
        CardgenError: The deck cannot be read, its shape is wrong, or its game or the theme cannot be used.
    """
    with as_cardgen_error():
        node, game, deck = read_project_deck(path, options, found, cache)
        if deck is None or game is None:
            if node and game and is_partial and (rest := _faultless_part(node, path, game)):
                return replace(make_project(rest[0], game, options, found, cache), faulty=rest[1])
            if node and game:
                from cardgen.validate.partial_deck import partial_deck  # only decks with faults pay for the import

                _check_partial_deck(partial_deck(node, path, game), game, found)
            raise CardgenError(sort_diagnostics(found.items))
        return make_project(deck, game, options, found, cache)


def read_project_deck(
    path: Path, options: DeckOptions, found: Collector, cache: BuildCache | None = None
) -> tuple[Node | None, Game | None, Deck | None]:
    """Load and validate a deck, as it is drawn in any of its languages.

    Args:
        cache: Cache that reads the deck once for all languages; None reads it.

    Returns:
        The root of the deck, its game, and the deck; None for what cannot be read or used.

    Raises:
        CardgenError: The file cannot be read.
    """

    def read(found: Collector) -> tuple[Node | None, Game | None, Deck | None]:
        settings = settings_of(options, found)
        node, game = read_deck(path, found, edited=cache.edited if cache else None, options=settings)
        if not node or not game:
            return node, game, None
        set_look(node, game, options, found)
        return node, game, (_validate_draft if options.draft else validate)(node, path, game, found)

    return cache.deck(read, found) if cache else read(found)


def _validate_draft(node: Node, path: Path, game: Game, found: Collector) -> Deck | None:
    from cardgen.pipeline.open.draft import validate_draft  # only drafts pay for the import

    return validate_draft(node, path, game, found)


def make_project(
    deck: Deck,
    game: Game,
    options: DeckOptions,
    found: Collector,
    cache: BuildCache | None = None,
    within: DataPath = (),
) -> Project:
    """Gather what draws a valid deck, and check its texts and pictures.

    Args:
        within: Path of the value whose texts and pictures are checked; empty for the whole deck.

    Raises:
        CardgenError: The theme cannot be used, or a colour is missing.
    """
    identity = deck_identity(game, deck.data)
    languages = identity.languages or game.languages
    language = _known_language(options.language, languages, found)
    cache = cache or BuildCache(lasting=False)
    images = images_of(deck.node)
    folders = look_folders(deck.path.parent, game, images)
    tools = _tools(folders, game, language, cache, found, images)
    if not options.draft:
        cache.recall(deck, language, lambda: (game.id, images, folders.stamps(), repr(tools.theme)))
    found.items += tools.warnings
    values, start = values_within(deck.data, within), len(found.items)
    if not options.draft:
        check_wanted_pictures(deck, found, values)
    check_pictures(deck, tools.pictures.check, found, values)
    note_other_names(deck, tools.pictures.other_names, found, values)
    check_markup(deck, tools.pictures.check_icon, found, values)
    if options.draft:
        from cardgen.pipeline.open.draft import soften_from

        soften_from(start, found)
    check_languages(deck, language, languages, found, values)
    try:
        colors = full_palette(tools.theme, identity.palette, identity.palette_name)
    except UnlocatedError as error:
        place = deck.node.nearest(("palette",)) if error.code == "E413" and not options.palette else None
        raise CardgenError(sort_diagnostics([*found.items, error.at(place)])) from None
    check_contrast(deck, colors, tools.theme.contrast or (), found, identity.palette_path)
    shared = _shared(deck, game, identity, language, tools.strings, found)
    is_large = isinstance(options, BuildOptions) and options.large_print
    shared = {"players": known_players(options.players, game, found) or None, "large_print": is_large, **shared}
    renderer = cache.renderer(tools, colors, language, shared, found)
    renderer.written, renderer.is_draft = WrittenWords(deck.node).find, options.draft
    cache.preflight.begin(f"{deck.path.resolve()} {language}", renderer.fonts.reach)
    return Project(deck, game, identity.card or game.card, renderer, options.draft, cache.preflight)


def other_language(path: Path, options: DeckOptions, cache: BuildCache) -> str:
    """Return the language that is asked for; empty if it is the first one of the deck, or unknown to it."""
    if not options.language:
        return ""
    with suppress(CardgenError):
        _, game, deck = read_project_deck(path, options, Collector(), cache)
        if game and deck:
            known = deck_identity(game, deck.data).languages or game.languages
            return options.language if options.language in known[1:] else ""
    return ""


def known_players(players: int, game: Game, found: Collector) -> int:
    """Return a number of players that a game has: the one that is asked for, or else 0; E441 for another one.

    Args:
        players: Number of players; 0 for none.
    """
    if not players or players in game.players:
        return players
    known = [*game.players]
    hints: tuple[str, ...] = ()
    if not known:
        expected = "no --players"
        hints = ("state 'players' in the game.yaml of the game, such as [2, 3, 4]",)
    elif len(known) > 2 and known == [*range(known[0], known[-1] + 1)]:
        expected = f"{known[0]} to {known[-1]}"
    else:
        expected = " or ".join(map(str, known))
    what = f"is not for {players} players" if known else "does not say for how many players it is"
    found.add("E441", f"game {quoted(game.id)} {what}", expected=expected, hints=hints)
    return 0


def _known_language(language: str, known: Sequence[str], found: Collector) -> str:
    """Return a language that a deck has: the one that is asked for, or else the first; E504 for an unknown one."""
    if language and language not in known:
        meant = find_language(language)
        hints = [f"did you mean '{meant}'?"] if meant in known else [*did_you_mean(language, known)]
        if is_language(language) and not hints:
            hints = [f"add it to 'languages' in the deck or in game.yaml: [{', '.join([*known, language])}]"]
        found.add("E504", f"unknown language {quoted(language)}", expected=f"one of: {', '.join(known)}", hints=hints)
    return language if language in known else known[0]


def open_deck(path: Path, found: Collector) -> tuple[Deck, Game] | None:
    """Load and validate a deck, to draw it or to play it.

    Returns:
        The deck, even if it breaks rules of its game, and the game; None if the deck cannot be read, its shape is wrong,
        or its game cannot be used.
    """
    node, game = read_deck(path, found)
    deck = validate(node, path, game, found) if node and game else None
    return (deck, game) if deck is not None and game is not None else None


def _faultless_part(node: Node, path: Path, game: Game) -> tuple[Deck, frozenset[Span]] | None:
    from cardgen.validate.faultless_part import faultless_part  # only decks with faults pay for the import

    return faultless_part(node, path, game)


def _check_partial_deck(deck: Deck, game: Game, found: Collector) -> None:
    """Check the texts and pictures of a deck whose shape is wrong, so that their errors are reported too."""
    pictures = PictureStore(look_folders(deck.path.parent, game, images_of(deck.node)).library)
    check_pictures(deck, pictures.check, found)
    check_markup(deck, pictures.check_icon, found)


def _tools(
    folders: LookFolders, game: Game, language: str, cache: BuildCache, found: Collector, images: tuple[str, ...]
) -> DrawingTools:
    """Return the drawing tools that are read from the files of the game and from those beside the deck."""

    def make(known: DrawingTools | None) -> DrawingTools:
        library = known.library if known else folders.library
        noted = Collector()
        titles = {component.name: component.title for component in game.components}
        names = [name for name, title in titles.items() if not title]
        files = library.find_templates(*string_files(language, game.languages[0]))[::-1]
        strings = load_strings(files, language, noted, otherwise=game.languages[0], needed=names)
        strings |= localized({name: title for name, title in titles.items() if title}, language)
        found.items += (item for item in noted.items if item.is_error)
        warnings = tuple(item for item in noted.items if not item.is_error)
        if known:
            return replace(known, strings=strings, warnings=warnings)
        fonts = FontBook(folders.fonts)
        theme = _theme(library, fonts, found)
        families = _font_families(folders.fonts)
        pictures = PictureStore(library, families)
        return DrawingTools(library, folders.lasting, theme, strings, warnings, fonts, pictures, families)

    return cache.tools((folders.deck, game.id, images), language, folders.stamps, make, found)


def _font_families(folders: Sequence[Path]) -> Families:
    """Return a function that reads the families of the fonts in some folders when it is first called."""

    @functools.cache
    def families() -> tuple[str, ...]:
        from cardgen.write.artwork_fonts import font_families  # an engine that few pictures need

        return font_families(folders)

    return families


def _theme(library: SearchPath, fonts: FontBook, found: Collector) -> Theme:
    """Return the theme of the core, overridden by that of the game and by that beside the deck."""
    files = library.find_templates("theme.yaml")[::-1]
    nodes = [parsed_file(file, found) for file in files]
    theme = validate_themes([node for node in nodes if node], found, fonts.names()) if all(nodes) else None
    if theme is None:
        raise CardgenError(sort_diagnostics(found.items))
    return theme


def _shared(
    deck: Deck, game: Game, identity: DeckIdentity, language: str, strings: Mapping[str, str], found: Collector
) -> dict[str, Any]:
    """Return the variables that every template sees, and those of the game."""
    data = completed_deck(game, localized(deck.data, language), found)
    named = localized(identity, language)
    title = named["title"] or readable(deck_name(deck.path))
    return {
        **template_variables(game, data),
        "t": strings,
        "lang": language,
        "deck": data,
        "identity": {
            **named,
            "title": title,
            "land": named["land"] or f"{PLACEHOLDER}land:{localized(identity, '')['title'] or title}",
        },
        "game": {"id": game.id, "name": localized(game.title, language) or game.name},
        "constants": dict(game.constants),
        "rules_of_play": _rules_of_play(game, language, deck),
        "version": __version__,
    }


def _rules_of_play(game: Game, language: str, deck: Deck) -> str:
    """Return the rules of a described game in words; empty unless it has the document that shows them."""
    if not any(isinstance(component, Document) and component.text == _RULES_TEXT for component in game.components):
        return ""
    from cardgen.plugin.rules.described.rules import DescribedRules

    rules = game_rules(game)
    if not isinstance(rules, DescribedRules):
        return ""
    names = {component.name: component.title or component.name for component in game.components}
    return rules.in_words(language, names, deck.data)
