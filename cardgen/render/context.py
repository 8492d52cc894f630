"""What the drawings of one build share."""

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
    """What is being drawn, for messages.

    Attributes:
        name: Such as `card 'Dojo'`.
        place: Gives the place of a value of it in the deck.
    """

    name: str
    place: Callable[[str], Span | None] = lambda _field: None


@dataclass(slots=True, kw_only=True)
class RenderContext:
    """Fonts, styles and pictures, and what was made of them already.

    Attributes:
        styles: Text styles in the colours of the faction.
        fonts: The fonts.
        pictures: Pictures and icons.
        language: Of this build.
        diagnostics: Gets all faults.
        texts: Set texts by their markup: equal ones of all faces are set once.
    """

    styles: Styles
    fonts: FontBook
    pictures: PictureSource
    language: str
    diagnostics: Collector
    texts: dict[bytes, Sequence[DrawingItem]] = field(default_factory=dict)
    _icons: dict[tuple[str, str], Artwork] = field(default_factory=dict)

    def icon(self, name: str, color: str) -> Artwork:
        """An icon in a colour, made once.

        Raises:
            UnlocatedError: E409 no such icon, E408 no such colour.
        """
        value = self.styles.color(color)
        if (name, value) not in self._icons:
            picture = self.pictures.icon(name)
            self._icons[name, value] = Artwork(picture.document(value), picture.view_box.size)
        return self._icons[name, value]
