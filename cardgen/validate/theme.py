"""Themes laid over each other: their shape, and whether each style finds what it refers to."""

from __future__ import annotations

from collections.abc import Iterable, Sequence

from cardgen.plugin.theme import Theme, merge_themes
from cardgen.report.diagnostics import Collector, did_you_mean, quoted
from cardgen.report.source import Node
from cardgen.validate.schema import validate_as


def validate_themes(nodes: Sequence[Node], diagnostics: Collector) -> Theme | None:
    """Read `theme.yaml` files and lay them over each other.

    Colours that a style or a mixture names are not checked here: a deck may bring them.

    Args:
        nodes: The files, from the lowest, which all others inherit, to the uppermost.
        diagnostics: Receives the errors of the shape (E2xx) and of references (E408).

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
    return merged


def _check_references(node: Node, theme: Theme, merged: Theme, diagnostics: Collector) -> None:
    """Note E408 for each style of one file whose family, or the style it is like, does not exist."""

    def check(style: str, key: str, name: str | None, noun: str, known: Iterable[str]) -> None:
        if name and name not in known:
            message = f"unknown {noun} {quoted(name)} in style {quoted(style)}"
            place = node.nearest(("styles", style, key))
            diagnostics.add(
                "E408", message, place, expected=f"one of: {', '.join(known)}", hints=did_you_mean(name, known)
            )

    for style, spec in theme.styles.items():
        check(style, "like", spec.like, "style", merged.styles)
        check(style, "family", spec.family, "font family", merged.families)
        if spec.like and style in _ancestors(style, merged):
            diagnostics.add(
                "E408", f"style {quoted(style)} refers to itself in 'like'", node.nearest(("styles", style, "like"))
            )


def _ancestors(style: str, theme: Theme) -> list[str]:
    """Return the styles that a style is like, directly or not; itself at the end if they go round in a circle."""
    found: list[str] = []
    while style in theme.styles and (style := theme.styles[style].like) and style not in found:
        found.append(style)
    return found
