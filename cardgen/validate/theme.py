"""Themes laid over each other: their shape, and whether each style finds what it refers to."""

from __future__ import annotations

from collections.abc import Collection, Iterable, Sequence

from cardgen.model.font_file import LAST_FONTS
from cardgen.plugin.theme import CUTS, Family, Theme, merge_themes
from cardgen.report.diagnostics import Collector, did_you_mean, one_of, quoted
from cardgen.report.source import Node
from cardgen.validate.schema import validate_as

_LONGEST_LINE = 50  # styles that are each like the next


def validate_themes(
    nodes: Sequence[Node], diagnostics: Collector, fonts: Collection[str] | None = None
) -> Theme | None:
    """Read `theme.yaml` files and lay them over each other.

    Colours that a style or a mixture names are not checked here: a deck may bring them.

    Args:
        nodes: The files, from the lowest, which all others inherit, to the uppermost.
        diagnostics: Receives the errors of the shape (E2xx) and of references (E408).
        fonts: Names of all fonts; None does not check those that a theme names.

    Returns:
        The merged theme; None if the shape of one of them is wrong.
    """
    themes = [validate_as(node, Theme, diagnostics) for node in nodes]
    if None in themes:
        return None
    merged = merge_themes(theme for theme in themes if theme)
    for node, theme in zip(nodes, themes, strict=True):
        if theme:
            _check_references(node, theme, merged, diagnostics)
            if fonts:
                _check_fonts(node, theme, merged, fonts, diagnostics)
    return _with_families_of(fonts, _with_known_fonts(merged, fonts)) if fonts else merged


def _check_references(node: Node, theme: Theme, merged: Theme, diagnostics: Collector) -> None:
    """Note E408 for each style of one file whose family, or the style it is like, does not exist."""

    def check(style: str, key: str, name: str | None, noun: str, known: Iterable[str]) -> None:
        if name and name not in known:
            message = f"unknown {noun} {quoted(name)} in style {quoted(style)}"
            place = node.nearest(("styles", style, key))
            diagnostics.add("E408", message, place, **one_of(name, known))

    for style, spec in theme.styles.items():
        check(style, "like", spec.like, "style", merged.styles)
        check(style, "family", spec.family, "font family", merged.families)
        ancestors = _ancestors(style, merged) if spec.like else []
        if style in ancestors:
            diagnostics.add(
                "E408", f"style {quoted(style)} refers to itself in 'like'", node.nearest(("styles", style, "like"))
            )
        elif len(ancestors) > _LONGEST_LINE:
            message = f"style {quoted(style)} is like a style that is like another, and so on, more than {_LONGEST_LINE} times"
            place = node.nearest(("styles", style, "like"))
            diagnostics.add("E408", message, place, expected=f"at most {_LONGEST_LINE} styles in a row")


def _check_fonts(node: Node, theme: Theme, merged: Theme, fonts: Collection[str], diagnostics: Collector) -> None:
    """Note E408 for each font of a family, or of those that stand in for it, that does not exist."""
    known = [*merged.families, *fonts]

    def check(font: str, among: Collection[str], path: tuple[str | int, ...], where: str) -> None:
        if font and font not in among:
            diagnostics.add(
                "E408",
                f"unknown font {quoted(font)} in {where}",
                node.nearest(path),
                expected=f"one of: {', '.join(sorted(among))}",
                hints=(*did_you_mean(font, among), f"put {font}.ttf into the folder fonts/ beside the deck"),
            )

    for name, family in theme.families.items():
        where = f"font family {quoted(name)}"
        for cut in CUTS:
            check(getattr(family, cut), fonts, ("families", name, cut), where)
        for index, font in enumerate(family.fallback):
            check(font, known, ("families", name, "fallback", index), where)
    for index, font in enumerate(theme.fallback or ()):
        check(font, known, ("fallback", index), "'fallback'")


def _with_known_fonts(theme: Theme, fonts: Collection[str]) -> Theme:
    """Return a theme with other fonts in place of unknown ones, so that drawing does not report them again."""
    known = [*theme.families, *fonts]
    families = {}
    for name, family in theme.families.items():
        cuts = {cut: getattr(family, cut) for cut in CUTS}
        substitute = next((font for font in cuts.values() if font in fonts), min(fonts))
        cuts = {cut: font if font in fonts else "" for cut, font in cuts.items()}
        fallback = tuple(font for font in family.fallback if font in known)
        changes = {**cuts, "regular": cuts["regular"] or substitute, "fallback": fallback}
        families[name] = family.model_copy(update=changes)
    others = theme.fallback and tuple(font for font in theme.fallback if font in known)
    return theme.model_copy(update={"families": families, "fallback": others})


def _with_families_of(fonts: Collection[str], theme: Theme) -> Theme:
    """Return a theme with a family for each font that none of its own has: `Lobster` for `Lobster-Regular` and `Lobster-Bold`."""
    own = {*LAST_FONTS, *(getattr(family, cut) for family in theme.families.values() for cut in CUTS)}
    stems = {font: font.removesuffix("-Regular") for font in sorted(fonts) if font not in own}
    ends = {"bold": "-Bold", "italic": "-Italic", "bold_italic": "-BoldItalic"}
    families = {}
    for font, stem in stems.items():
        base = next((stem.removesuffix(end) for end in reversed(ends.values()) if stem.endswith(end)), "")
        if not base or not {base, f"{base}-Regular"} & {*fonts}:
            cuts = {cut: f"{stem}{end}" for cut, end in ends.items() if f"{stem}{end}" in fonts}
            families[stem] = Family.model_validate({"regular": font, **cuts})
    others = {name: family for name, family in families.items() if name not in theme.families}
    return theme.model_copy(update={"families": {**theme.families, **others}})


def _ancestors(style: str, theme: Theme) -> list[str]:
    """Return the styles that a style is like, directly or not; itself at the end if they go round in a circle.

    After more than `_LONGEST_LINE` of them, none is added.
    """
    found: list[str] = []
    while (
        len(found) <= _LONGEST_LINE
        and style in theme.styles
        and (style := theme.styles[style].like)
        and style not in found
    ):
        found.append(style)
    return found
