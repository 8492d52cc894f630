"""Read the look of a game from `theme.yaml` files: the core's, overridden by the game's, then the deck's."""

from __future__ import annotations

from collections.abc import Iterable, Mapping
from typing import Annotated, Literal

from pydantic import AfterValidator, BeforeValidator, Discriminator, Field, Tag

from cardgen.plugin.schema import TAG, Color, Model, YesOrNo
from cardgen.report.diagnostics import did_you_mean, quoted
from cardgen.report.errors import UnlocatedError

FontName = Annotated[str, AfterValidator(lambda name: name.removesuffix(".ttf").removesuffix(".otf"))]
"""Name of a font file, with or without its suffix."""


CUTS = ("regular", "bold", "italic", "bold_italic")
"""Names of the fonts of a family."""


class Family(Model):
    """Four fonts that belong together, each the name of a file in `fonts/` without its suffix.

    Attributes:
        regular: Upright font.
        bold: Bold font; empty uses the regular one.
        italic: Italic font; empty uses the regular one.
        bold_italic: Bold italic font; empty uses the bold one.
        fallback: Families or fonts for characters that these fonts lack, in order; those of the theme come after them.
    """

    regular: FontName
    bold: FontName = ""
    italic: FontName = ""
    bold_italic: FontName = ""
    fallback: tuple[str, ...] = ()


def _with_regular(value: object) -> object:
    """Return the family of a single font."""
    return {"regular": value} if isinstance(value, str) else value


FamilySpec = Annotated[Family, BeforeValidator(_with_regular)]
"""A font family; the name of a font alone is a family of one font."""


class StyleSpec(Model):
    """One text style. What it leaves out is taken from the style it is `like`, or has a default.

    Attributes:
        like: Name of another style; empty for none.
        family: Name of a font family.
        size: Font size, in points.
        min_size: Smallest font size to which text may shrink, in points; without it the text does not shrink.
        leading: Distance of the baselines, as a multiple of the size.
        color: Name of a colour, or `#rrggbb`.
        align: How lines are aligned.
        case: `upper` sets capitals.
        tracking: Additional space between letters, as a multiple of the size.
        hyphenate: Whether words may be divided by the patterns of the language.
        balance: Whether lines are to be about as long as each other, and to end with a sentence or at a comma where they
            may: for flavour and other short text. Without it, centred and right-aligned lines are only as long.
        features: OpenType features, such as `lnum`.
        space_before: Space above a paragraph, in points.
        space_after: Space below a paragraph, in points.
        indent: Indent of a paragraph, in points.
        keep_with_next: Whether a paragraph stays on the page of the next one.
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
    hyphenate: YesOrNo | None = None
    balance: YesOrNo | None = None
    features: tuple[str, ...] | None = None
    space_before: float | None = None
    space_after: float | None = None
    indent: float | None = None
    keep_with_next: YesOrNo | None = None


class Mix(Model):
    """A colour between two others.

    Attributes:
        part: Part of the way from the first to the second, from 0 to 1.
    """

    mix: tuple[str, str]
    part: Annotated[float, Field(ge=0, le=1)]


Tint = Annotated[
    Annotated[Color, Tag(f"{TAG}color>")] | Annotated[Mix, Tag(f"{TAG}mix>")],
    Discriminator(lambda value: f"{TAG}mix>" if isinstance(value, (dict, Mix)) else f"{TAG}color>"),
]


class ContrastPair(Model):
    """A colour of text and the colour behind it, whose contrast is checked.

    Attributes:
        where: Where the colours are used, for messages.
    """

    text: str
    on: str
    where: str


class Theme(Model):
    """One `theme.yaml`, or several merged.

    Attributes:
        families: Font families by name.
        palette: Colours for decks whose own palette lacks them, by name.
        palettes: Palettes that a deck chooses by name, in place of `palette`; each may leave colours to it.
        colors: Named colours beside the palette, which no deck replaces.
        contrast: Pairs of colours that must be readable; None for those of the theme below.
        fallback: Families or fonts for characters that the fonts of a style lack, in order; None for those of the theme
            below.
    """

    families: dict[str, FamilySpec] = Field(default={})
    palette: dict[str, Tint] = Field(default={})
    palettes: dict[str, dict[str, Tint]] = Field(default={})
    colors: dict[str, Tint] = Field(default={})
    styles: dict[str, StyleSpec] = Field(default={})
    contrast: tuple[ContrastPair, ...] | None = None
    fallback: tuple[str, ...] | None = None


def merge_themes(themes: Iterable[Theme]) -> Theme:
    """Lay themes over each other.

    Families, palettes and colours are replaced by name. A style replaces only the properties that it states, unless it says what
    it is `like`: then it is defined anew. Pairs of contrast are replaced as a whole.

    Args:
        themes: From the lowest, which all others inherit, to the uppermost.
    """
    merged = Theme()
    for theme in themes:
        styles = {name: _over(merged.styles.get(name), spec) for name, spec in theme.styles.items()}
        merged = Theme(
            families={**merged.families, **theme.families},
            palette={**merged.palette, **theme.palette},
            palettes={**merged.palettes, **theme.palettes},
            colors={**merged.colors, **theme.colors},
            styles={**merged.styles, **styles},
            contrast=merged.contrast if theme.contrast is None else theme.contrast,
            fallback=merged.fallback if theme.fallback is None else theme.fallback,
        )
    return merged


def _over(below: StyleSpec | None, spec: StyleSpec) -> StyleSpec:
    return spec if below is None or spec.like else below.model_copy(update=spec.model_dump(exclude_unset=True))


def full_palette(theme: Theme, colors: Mapping[str, str], name: str = "") -> dict[str, str]:
    """Return all named colours of a build: those of the deck, and those that the theme adds, fixes or mixes from them.

    Args:
        theme: A theme; it may mix only the deck's colours and those it names before.
        colors: The deck's own palette, name to `#rrggbb`.
        name: Palette of the theme that stands in for what the deck does not state; empty for the theme's default.

    Raises:
        UnlocatedError: E408, a colour is mixed of one that is not there; E413, the theme has no palette of this name.
    """
    if name and name not in theme.palettes:
        expected = f"one of: {', '.join(theme.palettes)}" if theme.palettes else "a theme with palettes"
        hints = did_you_mean(name, theme.palettes)
        raise UnlocatedError("E413", f"unknown palette {quoted(name)}", expected=expected, hints=hints)
    found = dict(colors)
    # Colours that the palette states come first, so that the theme can mix the others from them.
    stated = {key: value for key, value in theme.palettes.get(name, {}).items() if key not in colors}
    rest = {key: value for key, value in theme.palette.items() if key not in colors and key not in stated}
    added = {**stated, **rest}
    for key, value in (*added.items(), *theme.colors.items()):
        if isinstance(value, str):
            found[key] = value
            continue
        for part in value.mix:
            if part not in found:
                message = f"theme mixes colour '{key}' from {quoted(part)}, which is not defined before it"
                expected = f"one of: {', '.join(found)}"
                raise UnlocatedError("E408", message, expected=expected, hints=did_you_mean(part, found))
        found[key] = _mixed(found[value.mix[0]], found[value.mix[1]], value.part)
    return found


def _mixed(first: str, second: str, part: float) -> str:
    pairs = ((int(first[at : at + 2], 16), int(second[at : at + 2], 16)) for at in (1, 3, 5))
    return "#" + "".join(f"{round(a + (b - a) * part):02x}" for a, b in pairs)
