"""Join several values of a card to one text: its type line, its rules, its credits, or all that has no other place."""

from __future__ import annotations

from collections.abc import Callable, Iterator, Mapping, Sequence
from typing import Any

from markupsafe import Markup

from cardgen.report.diagnostics import one_of, quoted
from cardgen.report.errors import UnlocatedError

_BREAK, _DOT = Markup("<br/>"), Markup(" · ")
_JOINED = 40  # characters of a title and its value that stand on one line where there is room for them
Parts = Mapping[str, Any]
Rich = Callable[[object], Markup]
"""Returns a text of the deck as markup."""


def part_text(parts: Parts, name: str, rich: Rich) -> Markup:
    """Return several parts of a card as one markup; empty if the card states none of them.

    Args:
        parts: As `sort_parts` returns them.
        name: One of `kind`, `type`, `tags`, `credits`, `body`, `titled`, `rest` and `facts`.

    Raises:
        UnlocatedError: E405, there is no text of this name.
    """
    if name not in _TEXTS:
        raise UnlocatedError("E405", f"no text {quoted(name)}", **one_of(name, _TEXTS))
    return _TEXTS[name](parts, rich)


def _kind(parts: Parts, rich: Rich) -> Markup:
    kinds = [
        Markup("<b>{}</b>").format(rich(word)) if not index else rich(word) for index, word in enumerate(parts["kind"])
    ]
    return _DOT.join([*kinds, *map(rich, parts["tags"])])


def _type(parts: Parts, rich: Rich) -> Markup:
    return Markup("<b>{}</b>").format(_DOT.join(map(rich, parts["kind"]))) if parts["kind"] else Markup()


def _tags(parts: Parts, rich: Rich) -> Markup:
    return _DOT.join(map(rich, parts["tags"]))


def _credits(parts: Parts, rich: Rich) -> Markup:
    return _DOT.join(map(rich, parts["credits"]))


def _body(parts: Parts, rich: Rich) -> Markup:
    """Return the rules, longer fields with their titles, short ones in a row, and flavour text."""
    return _BREAK.join(_body_lines(parts, rich))


def _titled_lines(parts: Parts, rich: Rich) -> Markup:
    """Return each field behind its title on a line of its own, in the order of the fields, and flavour text."""
    items = sorted((*parts["details"], *parts["texts"]), key=lambda item: parts["order"].index(item["name"]))
    lines = [_titled(item, rich) for item in items]
    return _BREAK.join([*lines, *([_muted(rich(parts["flavor"]))] if parts["flavor"] else [])])


def _rest(parts: Parts, rich: Rich) -> Markup:
    """Return all but name, pictures, suit and rank: words, numbers, rules and credits."""
    words = _DOT.join(map(rich, (*parts["kind"], *parts["tags"])))
    numbers = [*([parts["cost"]] if parts["cost"] else []), *parts["stats"]]
    lines = [Markup("<b>{}</b>").format(words)] if words else []
    lines += [_row(numbers, rich)] if numbers else []
    lines += _body_lines(parts, rich)
    return _BREAK.join([*lines, *([_muted(_credits(parts, rich))] if parts["credits"] else [])])


def _facts(parts: Parts, rich: Rich) -> Markup:
    """Return each value on a line of its own, under its title."""
    values = [*parts["texts"], *parts["details"], *([parts["cost"]] if parts["cost"] else []), *parts["stats"]]
    title = Markup('<b color="primary">{}</b> {}')
    lines = [rich(parts["text"])] if parts["text"] else []
    lines += [title.format(rich(item["title"]), rich(item["value"])) for item in values]
    lines += [Markup("• {}").format(rich(tag)) for tag in parts["tags"]]
    return _BREAK.join([*lines, *([_muted(rich(parts["flavor"]))] if parts["flavor"] else [])])


def _body_lines(parts: Parts, rich: Rich) -> Iterator[Markup]:
    if parts["text"]:
        yield rich(parts["text"])
    for item in parts["texts"]:
        yield Markup("<b>{}</b> {}").format(rich(item["title"]), rich(item["value"]))
    if parts["details"]:
        yield _row(parts["details"], rich)
    if parts["flavor"]:
        yield _muted(rich(parts["flavor"]))


def _row(items: Sequence[Mapping[str, Any]], rich: Rich) -> Markup:
    return _muted(_DOT).join(_titled(item, rich) for item in items)


def _titled(item: Mapping[str, Any], rich: Rich) -> Markup:
    """Return a value behind its title; on one line if that has room for them."""
    title, gap, value = item["title"], " ", item["value"]
    if len(title) + len(value) <= _JOINED:
        gap = "\xa0"
        title, value = title.replace(" ", gap), value.replace(" ", gap)
    return Markup("{}{}{}").format(_muted(rich(title)), gap, rich(value))


def _muted(words: Markup) -> Markup:
    return Markup('<i color="muted">{}</i>').format(words)


_TEXTS: Mapping[str, Callable[[Parts, Rich], Markup]] = {
    "kind": _kind,
    "type": _type,
    "tags": _tags,
    "credits": _credits,
    "body": _body,
    "titled": _titled_lines,
    "rest": _rest,
    "facts": _facts,
}
