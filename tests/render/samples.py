"""A renderer over a folder of templates, and what is drawn with it."""

from collections.abc import Mapping
from dataclasses import dataclass, field
from pathlib import Path

import toy

from cardgen.geometry.units import Size
from cardgen.model.drawing import Drawing
from cardgen.plugin.resources import resources
from cardgen.plugin.theme import Theme, full_palette
from cardgen.read.pictures import PictureStore
from cardgen.read.search_path import SearchPath
from cardgen.read.yaml import load_yaml
from cardgen.render.context import Subject
from cardgen.render.placeholders import PlaceholderPictures
from cardgen.render.renderer import Renderer
from cardgen.render.templates.environment import Environment
from cardgen.render.text.fonts import FontBook
from cardgen.render.text.theme_styles import Styles
from cardgen.report.diagnostics import Collector, Diagnostic
from cardgen.report.source import Span
from cardgen.validate.schema import validate_as

COLORS = {"ink": "#222222", "paper": "#ffffff", "primary": "#884400"}
FONTS = FontBook([resources().fonts])
SIZE = Size(40, 50)
SUBJECT = Subject("card 'Dawn'", lambda field: Span("deck.yaml", 7 if field == "name" else 6, 5), piece="cards/dawn")


def theme() -> Theme:
    """That of the toy game."""
    node = load_yaml(toy.GAME.resources / "theme.yaml", Collector())
    made = validate_as(node, Theme, Collector())
    assert made is not None
    return made


@dataclass
class DrawingFixture:
    """Draws templates that are written on the spot."""

    folder: Path
    found: Collector = field(default_factory=Collector)

    def __post_init__(self) -> None:
        search_path = SearchPath(self.folder, [self.folder, toy.GAME.resources])
        self.renderer = Renderer(
            environment=Environment(search_path.find_template),
            styles=Styles(theme(), full_palette(theme(), COLORS)),
            fonts=FONTS,
            pictures=PlaceholderPictures(PictureStore(search_path), full_palette(theme(), COLORS)),
            language="en",
            shared={"shared": "for all"},
            diagnostics=self.found,
        )

    def markup(self, body: str, size: Size = SIZE, root: str = "") -> str:
        """A whole template around a few elements."""
        return (
            '<svg xmlns="http://www.w3.org/2000/svg" xmlns:card="urn:cardgen" xmlns:xlink="http://www.w3.org/1999/xlink"'
            f' viewBox="0 0 {size.width:g} {size.height:g}" {root}>{body}</svg>'
        )

    def draw(self, body: str, variables: Mapping[str, object] | None = None, bleed: float = 3) -> Drawing | None:
        """What a template of these elements gives."""
        return self.draw_raw(self.markup(body), variables, bleed)

    def draw_raw(
        self, source: str, variables: Mapping[str, object] | None = None, bleed: float = 3, name: str = ""
    ) -> Drawing | None:
        """What a template gives."""
        name = name or f"t{len(list(self.folder.glob('*.j2')))}.svg.j2"
        (self.folder / name).write_text(source, "utf-8")
        return self.renderer.draw_side(name, variables or {}, SIZE, bleed, SUBJECT)

    def error(self, body: str) -> Diagnostic:
        """The one error that these elements have."""
        assert self.draw(body) is None
        (error,) = self.found.items
        return error

    def warning(self, body: str) -> Diagnostic:
        """The one warning that these elements have, which are drawn all the same."""
        assert self.draw(body) is not None
        (warning,) = self.found.items
        assert not warning.is_error
        return warning
