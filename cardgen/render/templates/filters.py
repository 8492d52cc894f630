"""Add the filters of cardgen to the templates of a build: texts, parts of cards, measures and colours."""

from __future__ import annotations

from collections.abc import Callable, Iterable, Mapping
from typing import Any

from jinja2 import pass_context
from markupsafe import Markup, escape

from cardgen.geometry.units import Mm
from cardgen.model.deck import PictureReference
from cardgen.render.context import RenderContext
from cardgen.render.templates.card_parts import is_stated, shown
from cardgen.render.templates.environment import Environment
from cardgen.render.templates.localization import fill_placeholders, in_language, titled
from cardgen.render.text.rich import to_markup


def add_filters(environment: Environment, context: RenderContext, color: Callable[[str], str]) -> None:
    """Add all filters, which replace those of an earlier build.

    Args:
        color: Returns a colour of the theme as `#rrggbb`.
    """

    def add(name: str, function: Callable[..., Any]) -> None:
        # A filter that takes the context is not evaluated at compile time: compiled templates outlive this build.
        environment.add_filter(name, pass_context(lambda _context, *values, **named: function(*values, **named)))

    def rich(text: object, **values: Any) -> Markup:
        return Markup(to_markup(fill_placeholders(str(text), **values), context.language))

    def parts(card: Any, fields: Iterable[Mapping[str, Any]] = (), **how: Any) -> Any:
        from cardgen.render.templates.card_parts import sort_parts

        return sort_parts(card, fields, context.has_icon, **how)

    def part_text(found: Mapping[str, Any], name: str) -> Markup:
        from cardgen.render.templates.part_texts import part_text

        return part_text(found, name, rich)

    def text_height(text: object, style: str, width: Mm, scale: float = 1.0) -> Mm:
        return context.text_height(str(text) if isinstance(text, Markup) else escape(str(text)), style, width, scale)

    def qr(words: object) -> Mapping[str, object]:
        from cardgen.render.templates.qr import qr_code

        return qr_code(str(words))

    def symbol_ground(picture: object) -> str:
        return context.symbol_ground(str((picture.name if isinstance(picture, PictureReference) else picture) or ""))

    def stacked(value: object) -> str:
        from cardgen.render.templates.card_parts import shown, stacked

        return stacked(shown(value))

    def readable(name: str, on: str = "paper") -> str:
        from cardgen.geometry.colors import readable_on

        return readable_on(color(on), color(name))

    add("rich", rich)
    add("fill", lambda text, **values: fill_placeholders(str(text), **values))
    environment.add_filter("in_language", in_language)
    environment.add_filter("titled", titled)
    environment.add_filter("shown", shown)
    environment.add_filter("is_stated", is_stated)
    add("qr", qr)
    add("stacked", stacked)
    add("parts", parts)
    add("part_text", part_text)
    add("has_icon", lambda name: context.has_icon(str(name)))
    add("symbol_ground", symbol_ground)
    add("text_width", lambda text, style: context.text_width(str(text), style))
    add("text_height", text_height)
    # Without a check of the budget: the result is short, and templates use a dozen colours for each card.
    environment.filters["readable"] = pass_context(lambda _context, name, **on: readable(name, **on))
    environment.filters["color"] = pass_context(lambda _context, name: color(name))
