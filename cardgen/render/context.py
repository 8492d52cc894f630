"""The context that all drawings of a build share."""

from __future__ import annotations

from collections.abc import Callable, Sequence
from dataclasses import dataclass, field

from cardgen.model.drawing import Artwork, DrawingItem
from cardgen.render.pictures import PictureSource
from cardgen.render.styles import Styles
from cardgen.render.text.fonts import FontBook
from cardgen.report.diagnostics import Collector
from cardgen.report.source import Span


@dataclass(frozen=True, slots=True)
class Subject:
    """The thing being drawn, for messages.

    Attributes:
        name: Name such as `card 'Dojo'`.
        place: Returns where the deck states a field of it; the empty field stands for the whole.
        role: What it is, as a noun that takes a plural s.
    """

    name: str
    place: Callable[[str], Span | None] = lambda _field: None
    role: str = "piece"


@dataclass(slots=True, kw_only=True)
class RenderContext:
    """Fonts, styles and pictures of a build, and what has been made of them so far.

    Attributes:
        styles: Text styles in the colours of the deck.
        fonts: Fonts by key.
        pictures: Pictures and icons by name.
        language: Language code of the build.
        diagnostics: Collects all errors and warnings.
        texts: Typeset texts by their markup, so that equal texts are set once for all faces.
    """

    styles: Styles
    fonts: FontBook
    pictures: PictureSource
    language: str
    diagnostics: Collector
    texts: dict[bytes, Sequence[DrawingItem]] = field(default_factory=dict)
    _icons: dict[tuple[str, str], Artwork] = field(default_factory=dict)

    def icon(self, name: str, color: str) -> Artwork:
        """Return an icon in a colour; each is made once.

        Args:
            name: Name of the icon.
            color: Name of a colour, or `#rrggbb`.

        Raises:
            UnlocatedError: E409, unknown icon; E408, unknown colour.
        """
        value = self.styles.color(color)
        if (name, value) not in self._icons:
            picture = self.pictures.icon(name)
            self._icons[name, value] = Artwork(picture.document(value), picture.view_box.size)
        return self._icons[name, value]
