"""Cache results in memory between builds: after an edit, only what has changed is read, drawn and converted.

| kept | as long as |
| --- | --- |
| `EditedYaml`: the deck file as it was read | edits are within entries of its lists |
| `DrawingTools`: theme, strings, fonts and pictures as they were read | their files are unchanged |
| output of templates, in the renderer | the tools are the same, and what they read of the deck and its colours (`render/templates/dependencies.py`) |
| drawings of faces, backs and pages, in the renderer | the tools, the colours and the output of their template are the same |
| `ConversionCache`: artworks and pictures as converted for the PDF | the fonts are unchanged |

Other modules keep on disk: how pieces looked when they were built and printed (`pipeline/printed_file/records.py`, beside the
PDFs), and what the disk cache has (`guard/disk_cache.py`): compiled templates and expressions, converted artworks,
what the preflight found on the faces of a deck, and the drawings of a deck with the output of their templates (`kept_drawings.py`).
"""

from __future__ import annotations

from collections.abc import Callable, Iterable, Mapping, Sequence
from pathlib import Path
from typing import TYPE_CHECKING, Any, TypeVar, cast

from cardgen.guard.files import Stamp, stamp_of
from cardgen.model.deck import Deck
from cardgen.model.drawing import Drawing
from cardgen.pipeline.face_files import SUFFIX, face_template
from cardgen.plugin.theme import Theme
from cardgen.preflight.faces import Preflight
from cardgen.read.pictures import PictureStore
from cardgen.read.search_path import SearchPath
from cardgen.records import dataclass
from cardgen.render.placeholders import PlaceholderPictures
from cardgen.render.renderer import Renderer
from cardgen.render.templates.environment import Environment
from cardgen.render.text.fonts import FontBook
from cardgen.render.text.theme_styles import Styles
from cardgen.report.diagnostics import Collector, Diagnostic

if TYPE_CHECKING:  # what not every build needs, such as the PDF engines
    from cardgen.model.svg_fonts import Families
    from cardgen.pipeline.kept_drawings import KeptDrawings, Shelf
    from cardgen.read.yaml_edit import EditedYaml
    from cardgen.write.document import ConversionCache


_TEMPLATES = (".j2", SUFFIX, ".md")
"""Ends of the names of templates."""

Read = TypeVar("Read")


@dataclass(frozen=True, slots=True)
class DrawingTools:
    """Everything that decks of a game are drawn with, read from the files of the game and those beside the deck.

    Attributes:
        library: Looks up pictures and templates by name.
        lasting: Folders of templates that ship, which do not change while cardgen runs.
        theme: Theme of the game, with what the deck's own theme overrides.
        strings: Fixed strings in the language of the build.
        warnings: Warnings about the files of the strings.
        pictures: Pictures that have been read.
        families: Returns the font families that text in pictures may use.
    """

    library: SearchPath
    lasting: Sequence[Path]
    theme: Theme
    strings: Mapping[str, str]
    warnings: tuple[Diagnostic, ...]
    fonts: FontBook
    pictures: PictureStore
    families: Families

    def make_renderer(
        self,
        colors: Mapping[str, str],
        language: str,
        shared: Mapping[str, Any],
        found: Collector,
        *,
        keeps: bool,
        forks: bool,
    ) -> Renderer:
        """Return a renderer that has drawn nothing yet.

        Args:
            colors: Colour names to `#rrggbb`.
            shared: Variables that every template sees.
            keeps: Whether to keep what the next build can reuse.
            forks: Whether several processes may draw many pieces.
        """
        return Renderer(
            environment=Environment(
                self.library.find_template,
                self.lasting,
                lambda: [name for end in (".j2", SUFFIX) for name in self.library.file_names("", end, keep=True)],
                face_template,
                is_noted=keeps,
            ),
            styles=Styles(self.theme, colors),
            fonts=self.fonts,
            pictures=PlaceholderPictures(self.pictures, colors),
            language=language,
            shared=shared,
            diagnostics=found,
            families=self.families,
            keep_inputs=keeps,
            in_processes=forks,
        )


def _edited_yaml() -> EditedYaml:
    from cardgen.read.yaml_edit import EditedYaml  # only previews pay for the import

    return EditedYaml()


class BuildCache:
    """The cache in memory that a build leaves for the next one.

    Drawings, pictures and converted artworks that the last build did not use are dropped, so that it does not grow.

    Args:
        lasting: Whether builds will follow at any time. Otherwise it is for one command on one deck: drawings are not kept,
            and files are not read again for another language, as in a check.
        on_disk: Whether to keep drawings for the next command.
        writes: Whether PDFs are made; a check rarely needs converted artworks.

    Attributes:
        edited: The deck file as it was read for the last build; None if no builds will follow.
        preflight: Checks faces, and knows those of the last build.
    """

    def __init__(self, *, lasting: bool = True, on_disk: bool = False, writes: bool = True) -> None:
        self._lasting, self._on_disk, self._writes = lasting, on_disk, writes
        self._shelf: Shelf | None = None
        self._kept: KeptDrawings | None = None
        self.edited = _edited_yaml() if lasting else None
        self._deck: tuple[object, Sequence[Diagnostic], bool] | None = None
        self._tools: DrawingTools | None = None
        self._tools_key: tuple[object, str, Mapping[str, Stamp | None]] | None = None
        self._renderer: Renderer | None = None
        self._colors: Mapping[str, str] = {}
        self._conversions: ConversionCache | None = None
        self._font_stamps: object = None
        self.preflight = Preflight(is_lasting=lasting)

    def deck(self, read: Callable[[Collector], Read], found: Collector) -> Read:
        """Return the deck of a command as it was read for another language, or read it.

        Args:
            found: Receives what is wrong with it, each time.
        """
        if self._lasting or self._deck is None:
            count = len(found.items)
            deck = read(found)
            if self._lasting:  # its files may change at any time
                return deck
            self._deck = deck, tuple(found.items[count:]), found.is_strict
        else:
            found.items += self._deck[1]
            found.is_strict = self._deck[2]
        return cast("Read", self._deck[0])

    def tools(
        self,
        key: tuple[object, ...],
        language: str,
        stamps: Callable[[], Mapping[str, Stamp | None]],
        make: Callable[[DrawingTools | None], DrawingTools],
        found: Collector,
    ) -> DrawingTools:
        """Return the tools of the last build, or new ones if a file, the key or the language has changed.

        Args:
            key: Everything but files and the language that the tools depend on, such as the game.
            stamps: Returns the stamps of the files that the tools are read from; pictures are watched one by one.
            make: Makes new tools; those of another language, whose files have not changed, spare it most of the work.
            found: Collects the errors that `make` reports; tools with errors are not kept.
        """
        if not self._lasting:  # files do not change between the languages of a check
            self._tools, self._renderer = make(self._tools), None
            return self._tools
        key_now = key, language, stamps()
        tools = self._tools
        if tools is None or not self._fits(key_now) or not tools.pictures.is_current():
            self._tools = self._renderer = None
            count = len(found.items)
            tools = make(None)
            if len(found.items) != count:
                return tools
        self._tools_key, self._tools = key_now, tools
        return tools

    def recall(self, deck: Deck, language: str, look: Callable[[], object]) -> None:
        """Take over what an earlier command has drawn of a deck, before its pictures are checked.

        Args:
            language: Language of the build.
            look: Returns the state of all that decides the look of the deck, besides its pictures.
        """
        self._shelf = self._kept = None
        if self._on_disk:
            from cardgen.pipeline.kept_drawings import shelf_of

            self._shelf = shelf_of(deck.path, language, look())
            kept = self._shelf.load()
            if kept and self._tools and self._tools.pictures.trust(kept.pictures):
                self._kept = kept

    def keep(self) -> None:
        """Keep what was drawn for the next command, and forget what drawing more would need."""
        if self._shelf and self._renderer and self._tools:
            if not self._tools.pictures.has_errors:
                self._shelf.keep(self._renderer, self._tools.pictures.record, self._kept)
            self._kept = None
            self._renderer.forget_renderings()

    def _fits(self, key: tuple[object, str, Mapping[str, Stamp | None]]) -> bool:
        """Return whether the tools are as they would be made anew; of edited templates, the renderer takes note itself."""
        if self._tools_key is None or key[:2] != self._tools_key[:2]:
            return False
        before, now = self._tools_key[2], key[2]
        return before.keys() == now.keys() and all(
            path.endswith(_TEMPLATES) for path, stamp in now.items() if stamp != before[path]
        )

    def renderer(
        self, tools: DrawingTools, colors: Mapping[str, str], language: str, shared: Mapping[str, Any], found: Collector
    ) -> Renderer:
        """Return the renderer of this build; with the same tools and colours it has the drawings of the last one.

        Args:
            tools: Tools that `tools` returned for this build.
            colors: Colour names to `#rrggbb`.
            shared: Variables that every template sees.
        """
        if self._renderer is None:
            keeps = self._lasting or self._shelf is not None
            forks = not self._lasting
            self._renderer = tools.make_renderer(colors, language, shared, found, keeps=keeps, forks=forks)
            if self._kept:
                drawn = (self._kept.drawings, self._kept.documents) if colors == self._kept.colors else ({}, {})
                self._renderer.take_over(self._kept.renderings, *drawn)
        elif colors == self._colors:
            self._renderer = self._renderer.renewed(shared, found)
        else:
            painted = Styles(tools.theme, colors), PlaceholderPictures(tools.pictures, colors)
            self._renderer = self._renderer.renewed(shared, found, *painted)
        self._colors = dict(colors)
        return self._renderer

    def conversions(self, fonts: Mapping[str, Path]) -> ConversionCache:
        """Return what was converted for the last PDF, or an empty cache if a font has changed.

        Args:
            fonts: Key of each font to its file.
        """
        from cardgen.write.document import make_conversion_cache

        stamps = {path: stamp_of(path) for path in fonts.values()}
        if self._conversions is None or stamps != self._font_stamps:
            self._font_stamps, self._conversions = stamps, make_conversion_cache(fonts)
            self._conversions.keeps_unused = not self._lasting
        return self._conversions

    def begin_conversions(self, fonts: Mapping[str, Path], drawings: Iterable[Drawing]) -> None:
        """Begin to convert drawings for a PDF, unless earlier builds may have left them.

        Args:
            fonts: Key of each font to its file.
            drawings: Drawings that will probably be on its pages.
        """
        if not self._lasting and (self._writes or not self._kept):
            self.conversions(fonts).begin(drawings)
