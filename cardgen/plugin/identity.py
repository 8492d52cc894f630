"""The name and the look of a deck, as its game states them for the pages and outputs that all games share."""

from __future__ import annotations

import re
from collections.abc import Mapping
from dataclasses import field
from typing import Any

from cardgen.geometry.units import Size
from cardgen.model.deck import LocalizedText
from cardgen.records import dataclass
from cardgen.report.source import Path as DataPath

_COLOR = re.compile("#[0-9a-fA-F]{6}")


@dataclass(frozen=True, slots=True)
class DeckIdentity:
    """Title, colours and emblem of one deck.

    Templates see it as `identity`, in the language of the build.

    Attributes:
        title: Name of the deck; empty takes the name of its file, `night-market.csv` as "Night market".
        subtitle: One line below the title; may be empty.
        author: Author of the deck, for the metadata of the PDF; empty names cardgen.
        palette: Colour names to `#rrggbb`. The theme supplies the colours that are missing, and mixes others from these.
        palette_path: Where the deck states the palette, for the positions of messages.
        emblem: Picture of the deck, which templates recolour through `currentColor`; None if it has none.
        pattern: Square picture that repeats as a ground; None if it has none.
        land: Wide picture of the world of the deck, such as 302 x 260 mm, for boards, boxes and front pages; None takes a
            generated one in the palette.
        card: Card size of this deck, in mm; None takes that of its game.
        languages: Codes of the languages of this deck, the first of which is its default; empty takes those of its game.
        palette_name: Name of a stock palette of the theme, which `palette` overrides; empty for none.

    Raises:
        ValueError: One of the values has another form.
    """

    title: LocalizedText | str = ""
    subtitle: LocalizedText | str = ""
    author: str = ""
    palette: Mapping[str, str] = field(default_factory=dict)
    palette_path: DataPath = ("colors",)
    emblem: str | None = None
    pattern: str | None = None
    land: str | None = None
    card: Size | None = None
    languages: tuple[str, ...] = ()
    palette_name: str = ""

    def __post_init__(self) -> None:
        for name in ("title", "subtitle", "author", "emblem", "pattern", "land"):
            value = getattr(self, name)
            allowed = {"author": str, **dict.fromkeys(("emblem", "pattern", "land"), str | None)}.get(
                name, str | LocalizedText
            )
            if not isinstance(value, allowed):
                raise ValueError(f"{name!r} of the identity is {value!r}")
        if not isinstance(self.palette, Mapping):
            raise ValueError(f"'palette' of the identity is {self.palette!r}")
        for name, color in self.palette.items():
            if not isinstance(name, str) or not isinstance(color, str) or not _COLOR.fullmatch(color):
                raise ValueError(f"colour {name!r} of the identity is {color!r}; expected '#rrggbb'")


def default_identity(deck: Any) -> DeckIdentity:
    """Return the identity of a deck whose game describes none, read from the keys that decks usually have.

    Args:
        deck: The game's model of the deck. Of its fields, `title` (or else `name`), `subtitle`, `author`, `colors` (a
            model or a mapping), `emblem`, `pattern` and `land` are used; each may be missing.
    """

    def stated(name: str) -> Any:
        return getattr(deck, name, None)

    colors = stated("colors") or {}
    return DeckIdentity(
        title=stated("title") or stated("name") or "",
        subtitle=stated("subtitle") or "",
        author=str(stated("author") or ""),
        palette=colors if isinstance(colors, Mapping) else colors.model_dump(exclude_none=True),
        emblem=stated("emblem"),
        pattern=stated("pattern"),
        land=stated("land"),
    )
