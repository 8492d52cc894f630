"""Describe everything that a template sees, with values of a deck, for `cardgen templates --describe`."""

from __future__ import annotations

import re
from collections.abc import Iterator, Mapping, Sequence
from pathlib import Path
from typing import Any

from cardgen.model.deck import PictureReference
from cardgen.pipeline.author_help.templates import Target
from cardgen.pipeline.open.project import Project, open_project
from cardgen.pipeline.options import DeckOptions
from cardgen.plugin.components import PieceKind
from cardgen.plugin.hooks import board_plan, piece_entries, trim_size
from cardgen.render.pieces.naming import described_kind
from cardgen.render.pieces.values import DeckValues, value_of
from cardgen.render.templates.localization import localized
from cardgen.render.templates.reference import DESCRIPTIONS, ELEMENTS, JINJA_FILTERS, OWN_FILTERS, VARIABLES
from cardgen.report.diagnostics import Collector, one_of, quoted, sort_diagnostics
from cardgen.report.errors import CardgenError, UnlocatedError

_LINK = re.compile(r"\[([^\]]*)\]\([^)]*\)")
_LONGEST = 60  # characters of an example
_LISTED = 12  # keys of a mapping that are listed
_WIDTH = 100  # characters of a line with many names

Row = tuple[str, str, str]
"""Name, type and example; or name, meaning and example."""


def describe_templates(target: Target, kinds: Sequence[str], language: str) -> str:
    """Return everything that the templates of some kinds see, with values of the deck or of the game's example.

    Args:
        target: What `open_target` returned.
        kinds: Names of kinds of piece; empty describes all.
        language: Code of the language; empty for the first.

    Raises:
        CardgenError: E419, the game has no such kind; or the deck cannot be drawn.
    """
    known = {component.name: component for component in target.game.components if isinstance(component, PieceKind)}
    found = Collector()
    for name in kinds:
        if name not in known:
            found.add("E419", f"unknown kind of piece {quoted(name)}", **one_of(name, known))
    if found.items:
        raise CardgenError(found.items)
    project = _project(target, language)
    chosen = [kind for name, kind in known.items() if not kinds or name in kinds]
    return "\n".join(_lines(target, chosen, project)).rstrip() + "\n"


def template_rows(target: Target, kinds: Sequence[PieceKind], project: Project | None) -> Iterator[Row]:
    """Yield the variables that the templates of some kinds see, each with its type and an example, or its meaning.

    Args:
        target: What `open_target` returned.
        project: The deck, or the example of the game; None if there is none.
    """
    for kind in kinds:
        yield from _card_rows(kind, target, project)
    if project:
        yield from _shared_rows(project)
    else:
        yield from ((name, text, "") for name, text in VARIABLES.items() if name != "card")


def style_rows(project: Project) -> Iterator[Row]:
    """Yield the styles of text that a deck can use, each with its size, its font and its colour."""
    renderer = project.renderer
    for name in renderer.styles.names():
        try:
            style = renderer.styles.style(name)
        except UnlocatedError:  # it uses a colour that this deck lacks; a template that uses it reports it
            continue
        yield name, f"{style.size * 72 / 25.4:.3g} pt {style.regular}", style.color


def _project(target: Target, language: str) -> Project | None:
    """Return the deck, or the example of the game; None if the game has none."""
    path: Path | None = target.deck or target.game.example
    if path is None:
        return None
    found = Collector()
    project = open_project(path, DeckOptions(language=language), found)
    if target.deck and found.has_errors:
        raise CardgenError(sort_diagnostics(found.items))
    return project


def _lines(target: Target, kinds: Sequence[PieceKind], project: Project | None) -> Iterator[str]:
    for kind in kinds:
        back = f", back: {kind.back}" if kind.back else ""
        yield f"{kind.name} (face: {kind.face}{back})"
        yield from _table(_card_rows(kind, target, project))
        yield ""
    if project:
        yield "Variables of every template"
        yield from _table(_shared_rows(project))
        yield ""
    else:
        yield "Variables of every template"
        yield from _table((name, text, "") for name, text in VARIABLES.items() if name != "card")
        yield ""
    yield "Elements of the namespace card:, beside those of SVG"
    for name, meaning in ELEMENTS.items():
        yield from _table([(f"<card:{name}>", meaning, "")])
        yield from _table((f"  {key}", text, "") for key, text in DESCRIPTIONS[name].items())
    yield from ("", "Filters")
    for name, text in {**OWN_FILTERS, **JINJA_FILTERS}.items():
        meaning = _LINK.sub(r"\1", text.meaning)
        yield f"  {name:<12}  {meaning}"
        yield f"  {'':<12}  {text.example}" + (f" is {text.result}" if text.result else "")
    if project:
        yield from ("", *_look(project))


def _card_rows(kind: PieceKind, target: Target, project: Project | None) -> Iterator[Row]:
    """Yield what a template of a kind sees as `card`."""
    types = {field.name: field.type for field in kind.fields}
    if project is not None and kind.made is not None:
        yield from _made_rows(kind, target, project)
        return
    entries = piece_entries(target.game.id, kind, project.deck.data) if project else ()
    if project is None or not entries:
        yield from ((f"card.{name}", type_, "") for name, type_ in types.items())
        return
    values: dict[str, Any] = {}
    for entry in entries:  # a value that the first card leaves empty is shown of a later one
        for name, value in value_of(entry, project.renderer).items():
            if name not in values or values[name] in (None, "", [], {}):
                values[name] = value
    if plan := localized(board_plan(target.game.id, kind, project.card), project.renderer.language):
        values["plan"] = plan
    for name, value in values.items():
        yield from _rows(f"card.{name}", value, types.get(name, ""), depth=2)
    size = trim_size(target.game.id, kind, project.card)
    yield from (("width", "number", f"{size.width:g}"), ("height", "number", f"{size.height:g}"))
    yield ("bleed", "number", f"{kind.bleed:g}")
    yield from _rows("kind", described_kind(kind, project.renderer), "", depth=2)
    yield from _rows("fields", [field.name for field in kind.fields], "", depth=1)
    if kind.holes:
        yield from _rows("holes", localized(kind.holes, project.renderer.language), "", depth=1)


def _made_rows(kind: PieceKind, target: Target, project: Project) -> Iterator[Row]:
    """Yield what a template of a kind that is made of a net or of parts sees."""
    from cardgen.render.pieces.nets_and_parts import made_bleed, sample_variables

    kinds = {one.name: one for one in target.game.components if isinstance(one, PieceKind)}
    try:
        sample = sample_variables(kind, DeckValues(project.deck, project.card, project.renderer, kinds))
    except UnlocatedError:  # a build reports it
        sample = None
    variables, size = sample or ({}, None)
    for name, value in variables.items():
        yield from _rows(name, value, "", depth=2)
    if size:
        yield from (("width", "number", f"{size.width:g}"), ("height", "number", f"{size.height:g}"))
    yield ("bleed", "number", f"{made_bleed(kind):g}")
    yield from _rows("kind", described_kind(kind, project.renderer), "", depth=2)
    yield from _rows("fields", [field.name for field in kind.fields], "", depth=1)


def _shared_rows(project: Project) -> Iterator[Row]:
    shared = project.renderer.shared
    for name, value in shared.items():
        if name == "t":
            key, words = next(iter(value.items()))
            yield ("t", f"mapping of {len(value)}", f"t.{key} is {words!r}")
        else:
            yield from _rows(name, value, "", depth=2)


def _rows(name: str, value: Any, type_: str, depth: int) -> Iterator[Row]:
    """Yield a value, and those inside it as far as they have names."""
    if isinstance(value, Mapping) and value and depth > 1:
        for key in list(value)[:_LISTED]:
            yield from _rows(
                f"{name}.{key}" if str(key).isidentifier() else f"{name}['{key}']", value[key], "", depth - 1
            )
        if len(value) > _LISTED:
            yield (f"{name}...", "", f"and {len(value) - _LISTED} more")
        return
    yield (name, type_ or _type_of(value), _example(value))


def _type_of(value: Any) -> str:
    if isinstance(value, PictureReference):
        return "picture"
    words = {bool: "boolean", int: "integer", float: "number", str: "text", type(None): "nothing"}
    if isinstance(value, Mapping):
        return f"mapping of {len(value)}"
    return f"list of {len(value)}" if isinstance(value, (list, tuple)) else words.get(type(value), "text")


def _example(value: Any) -> str:
    if value is None or value in ("", [], {}):
        return ""
    if isinstance(value, Mapping):
        text = ", ".join(map(str, value))
    elif isinstance(value, (list, tuple)):
        first = value[0]
        text = (
            f"the first has {', '.join(map(str, first))}" if isinstance(first, Mapping) else ", ".join(map(str, value))
        )
    else:
        text = " ".join(str(value).split())
    return text if len(text) <= _LONGEST else f"{text[: _LONGEST - 1]}\u2026"


def _look(project: Project) -> Iterator[str]:
    """Yield styles, colours, icons and fonts by name."""
    renderer = project.renderer
    yield from ('Styles, for style="..." of <card:text>', *_table(style_rows(project)), "")
    yield from ("Colours", *_table((name, color, "") for name, color in renderer.styles.colors().items()), "")
    yield from ('Icons, for <card:icon name="..."> and {name} in a text', *_wrapped(renderer.pictures.icon_names()), "")
    yield from ("Fonts, for the families of theme.yaml", *_wrapped(renderer.fonts.names()))


def _table(rows: Any) -> Iterator[str]:
    """Yield rows with their columns aligned."""
    known = [tuple(map(str, row)) for row in rows]
    first = min(max((len(row[0]) for row in known), default=0), 30)
    second = min(max((len(row[1]) for row in known if row[2]), default=0), 40)
    for row in known:
        yield f"  {row[0]:<{first}}  {row[1]:<{second}}  {row[2]}".rstrip()


def _wrapped(names: Sequence[str]) -> Iterator[str]:
    line = " "
    for name in names:
        if len(line) + len(name) > _WIDTH:
            yield line
            line = " "
        line += f" {name}"
    if line.strip():
        yield line
