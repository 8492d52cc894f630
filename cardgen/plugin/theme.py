"""The look that a game shares over all its decks, as its `theme.yaml` states it."""

from __future__ import annotations

from collections.abc import Mapping
from typing import Annotated, Literal

from pydantic import Discriminator, Field, Tag

from cardgen.plugin.schema import TAG, Color, Model
from cardgen.report.diagnostics import did_you_mean, quoted
from cardgen.report.errors import UnlocatedError


class Family(Model):
    """Four fonts that belong together, each the stem of a file in `fonts/`."""

    regular: str
    bold: str = ""
    italic: str = ""
    bold_italic: str = ""


class StyleSpec(Model):
    """One text style; `like` takes what is not said from another style.

    Lengths are in points, as people know them from type; `leading` and `tracking` are multiples of the size.
    """

    like: str = ""
    family: str | None = None
    size: Annotated[float, Field(gt=0)] | None = None
    min_size: Annotated[float, Field(gt=0)] | None = None
    leading: Annotated[float, Field(ge=0.8, le=3)] | None = None
    color: str | None = None
    align: Literal["left", "center", "right", "justify"] | None = None
    case: Literal["none", "upper"] | None = None
    tracking: float | None = None
    hyphenate: bool | None = None
    features: tuple[str, ...] | None = None
    space_before: float | None = None
    space_after: float | None = None
    indent: float | None = None
    keep_with_next: bool | None = None


class Mix(Model):
    """A colour between two others: `part` (0 to 1) of the way from the first to the second."""

    mix: tuple[str, str]
    part: Annotated[float, Field(ge=0, le=1)]


Tint = Annotated[
    Annotated[Color, Tag(f"{TAG}color>")] | Annotated[Mix, Tag(f"{TAG}mix>")],
    Discriminator(lambda value: f"{TAG}mix>" if isinstance(value, (dict, Mix)) else f"{TAG}color>"),
]


class ContrastPair(Model):
    """A colour of text and the colour that it stands on, by name; checked for contrast."""

    text: str
    on: str
    where: str


class Theme(Model):
    """`theme.yaml`.

    Attributes:
        families: Font families by name.
        styles: Text styles by name.
        colors: Named colours beside those of the faction.
        contrast: Pairs of colours that must be readable.
    """

    families: dict[str, Family]
    styles: dict[str, StyleSpec]
    colors: dict[str, Tint] = Field(default={})
    contrast: tuple[ContrastPair, ...] = ()


def palette(theme: Theme, colors: Mapping[str, str]) -> dict[str, str]:
    """All named colours of a build: the faction's, and those that the theme fixes or mixes from them.

    Args:
        theme: May mix only colours named before.
        colors: The faction's colours, `#rrggbb`.

    Raises:
        UnlocatedError: E408, a colour is mixed of one that is not there.
    """
    found = dict(colors)
    for name, value in theme.colors.items():
        if isinstance(value, str):
            found[name] = value
            continue
        for part in value.mix:
            if part not in found:
                message = f"theme mixes colour '{name}' from {quoted(part)}, which is not named before it"
                expected = f"one of: {', '.join(found)}"
                raise UnlocatedError("E408", message, expected=expected, hints=did_you_mean(part, found))
        found[name] = _mixed(found[value.mix[0]], found[value.mix[1]], value.part)
    return found


def _mixed(first: str, second: str, part: float) -> str:
    pairs = ((int(first[at : at + 2], 16), int(second[at : at + 2], 16)) for at in (1, 3, 5))
    return "#" + "".join(f"{round(a + (b - a) * part):02x}" for a, b in pairs)
