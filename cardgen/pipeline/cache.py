"""What a running preview keeps from build to build, so that after an edit only what changed is made anew.

A build that begins with nothing uses a workshop of its own, so both go the same way.
"""

from __future__ import annotations

from collections.abc import Callable, Mapping, Sequence
from dataclasses import dataclass
from pathlib import Path
from typing import TYPE_CHECKING, Any

from cardgen.plugin.theme import Theme
from cardgen.read.files import stamp_of, stamps_in
from cardgen.read.pictures import PictureStore
from cardgen.read.search_path import SearchPath
from cardgen.render.environment import Environment
from cardgen.render.renderer import Renderer
from cardgen.render.styles import Styles
from cardgen.render.text.fonts import FontBook
from cardgen.report.diagnostics import Collector, Diagnostic

if TYPE_CHECKING:  # it brings the engines of PDF, which a check does without
    from cardgen.write.document import ConversionCache


@dataclass(frozen=True, slots=True)
class DrawingTools:
    """What the files of a game, and those beside a deck, give to draw with, whatever the deck says.

    Attributes:
        library: Where names are looked up.
        lasting: Folders of templates that ship.
        theme: The look of the game.
        strings: Fixed strings in the language of the build.
        warnings: What was found in the files of the strings.
        fonts: The fonts.
        pictures: Pictures that were read.
    """

    library: SearchPath
    lasting: Sequence[Path]
    theme: Theme
    strings: Mapping[str, str]
    warnings: tuple[Diagnostic, ...]
    fonts: FontBook
    pictures: PictureStore

    def renderer(
        self, colors: Mapping[str, str], language: str, shared: Mapping[str, Any], found: Collector, *, keeps: bool
    ) -> Renderer:
        """A renderer that has drawn nothing yet; it keeps more if there will be another."""
        return Renderer(
            environment=Environment(self.library.template_file, cached_folders=self.lasting),
            styles=Styles(self.theme, colors),
            fonts=self.fonts,
            pictures=self.pictures,
            language=language,
            shared=shared,
            diagnostics=found,
            keep_inputs=keeps,
        )


class BuildCache:
    """Keeps tools while their files are the same, and drawings while the colours are too.

    Drawings, pictures for the file and converted artworks that the last build did not use are forgotten.

    Args:
        lasting: Whether there will be another build.
    """

    def __init__(self, *, lasting: bool = True) -> None:
        self._lasting = lasting
        self._made_for: object = None
        self._tools: DrawingTools | None = None
        self._colors: Mapping[str, str] = {}
        self._renderer: Renderer | None = None
        self._fonts: object = None
        self._cache: ConversionCache | None = None

    def tools(
        self, wanted: tuple[object, ...], folders: Sequence[Path], make: Callable[[], DrawingTools], found: Collector
    ) -> DrawingTools:
        """The tools of the last build if they would come out the same.

        Args:
            wanted: What they are made for.
            folders: Whose files they are made of, beside the pictures; what is below counts.
            make: Makes them anew.
            found: Gets the faults of making them; tools with any are not kept.
        """
        made_for = wanted, stamps_in(folders)
        tools = self._tools
        if tools is None or made_for != self._made_for or not tools.pictures.is_current():
            self._tools = self._renderer = None
            faults = len(found.items)
            tools = make()
            if len(found.items) == faults:
                self._made_for, self._tools = made_for, tools
        return tools

    def renderer(
        self, tools: DrawingTools, colors: Mapping[str, str], language: str, shared: Mapping[str, Any], found: Collector
    ) -> Renderer:
        """What draws this build: with the same tools and colours, it knows what the last one drew."""
        if self._renderer and colors == self._colors:
            self._renderer = self._renderer.renewed(shared, found)
        else:
            self._renderer = tools.renderer(colors, language, shared, found, keeps=self._lasting)
            self._colors = dict(colors)
        return self._renderer

    def cache(self, fonts: Mapping[str, Path]) -> ConversionCache:
        """What was converted for the last file, if the fonts are the same."""
        from cardgen.write.document import make_conversion_cache

        stamps = {path: stamp_of(path) for path in fonts.values()}
        if self._cache is None or stamps != self._fonts:
            self._fonts, self._cache = stamps, make_conversion_cache(fonts)
        return self._cache
