"""Resolve the style definitions of a theme to the text styles that typesetting uses."""

from __future__ import annotations

import re
from collections.abc import Mapping

from cardgen.geometry.units import MM_PER_POINT
from cardgen.plugin.theme import Family, StyleSpec, Theme
from cardgen.render.text.style import TextStyle
from cardgen.report.diagnostics import did_you_mean, one_of
from cardgen.report.errors import UnlocatedError

_HEX = re.compile("#[0-9a-fA-F]{6}")
_DEFAULT = StyleSpec(
    family="body", size=8, leading=1.2, color="ink", align="left", case="none", tracking=0, hyphenate=False,
    balance=False, features=(), space_before=0, space_after=0, indent=0, keep_with_next=False,
)  # fmt: skip


class Styles:
    """Text styles by name, in the colours of one deck.

    Args:
        palette: Colour names to `#rrggbb`.
    """

    def __init__(self, theme: Theme, palette: Mapping[str, str]) -> None:
        self._theme = theme
        self._palette = palette
        self._styles: dict[str, TextStyle] = {}

    def names(self) -> list[str]:
        """Return the names of all styles, sorted."""
        return sorted(self._theme.styles)

    def families(self) -> list[str]:
        """Return the names of all font families, those of the theme first."""
        return [*self._theme.families]

    def colors(self) -> dict[str, str]:
        """Return all colours by name."""
        return dict(self._palette)

    def palettes(self) -> dict[str, list[str]]:
        """Return the colours of each palette that a deck may choose, by its name, without those that are mixed from them."""
        return {
            name: [color for color in palette.values() if isinstance(color, str)]
            for name, palette in self._theme.palettes.items()
        }

    def color(self, name: str) -> str:
        """Return the `#rrggbb` of a colour name; a colour given as `#rrggbb` is returned as it is.

        Raises:
            UnlocatedError: E408, the colour is unknown.
        """
        found = self._palette.get(name)
        if found is None and _HEX.fullmatch(name):
            return name
        if found is None:
            expected = f"one of: {', '.join(sorted(self._palette))}, or #rrggbb"
            raise UnlocatedError(
                "E408", f"unknown colour '{name}'", expected=expected, hints=did_you_mean(name, self._palette)
            )
        return found

    def style(self, name: str) -> TextStyle:
        """Return a style by name; with `@` and the name of a font family behind it, in that font.

        Raises:
            UnlocatedError: E408, the style, its font family or its colour is unknown.
        """
        if name not in self._styles:
            self._styles[name] = self._make(name)
        return self._styles[name]

    def _spec(self, name: str, seen: tuple[str, ...] = ()) -> StyleSpec:
        if name not in self._theme.styles or name in seen:
            known = self._theme.styles
            message = f"style '{name}' refers to itself in 'like'" if name in seen else f"unknown style '{name}'"
            raise UnlocatedError("E408", message, **one_of(name, known))
        spec = self._theme.styles[name]
        base = self._spec(spec.like, (*seen, name)) if spec.like else _DEFAULT
        return base.model_copy(update=spec.model_dump(exclude_none=True))

    def _make(self, name: str) -> TextStyle:
        style, _, family_name = name.partition("@")
        values = self._spec(style).model_dump(exclude={"like"})
        family_name = family_name or values["family"]
        del values["family"]
        family = self._theme.families.get(family_name)
        if family is None:
            known = self._theme.families
            raise UnlocatedError("E408", f"unknown font family '{family_name}'", hints=did_you_mean(family_name, known))
        regular, bold, italic, bold_italic = _cuts(family)
        others = dict.fromkeys((*family.fallback, *(self._theme.fallback or ())))
        fallbacks = tuple(_cuts(self._theme.families.get(name) or Family(regular=name)) for name in others)
        values["min_size"] = values["min_size"] or values["size"]
        for length in ("size", "min_size", "space_before", "space_after", "indent"):
            values[length] *= MM_PER_POINT
        values["color"] = self.color(values["color"])
        return TextStyle(
            name=name,
            regular=regular,
            bold=bold,
            italic=italic,
            bold_italic=bold_italic,
            fallbacks=fallbacks,
            **values,
        )


def _cuts(family: Family) -> tuple[str, str, str, str]:
    """Return the fonts of a family: regular, bold, italic and bold italic."""
    bold = family.bold or family.regular
    return family.regular, bold, family.italic or family.regular, family.bold_italic or bold
