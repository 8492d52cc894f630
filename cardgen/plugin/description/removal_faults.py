"""Check what a `game.yaml` removes from the game that it extends: `kinds: {aid: none}`."""

from __future__ import annotations

import re
from collections.abc import Iterator

from cardgen.plugin.description.decks import references_of
from cardgen.plugin.description.fields import AnyField, FormulaField
from cardgen.plugin.description.layers import Layers
from cardgen.plugin.game import Finding
from cardgen.plugin.schema import yaml_key
from cardgen.report.diagnostics import did_you_mean, quoted

_SECTIONS = {"kinds": "kind", "documents": "document", "looks": "look", "deck": "field of the deck"}
_WITHIN_BRACES = re.compile(r"{{(.*?)}}|{%(.*?)%}", re.DOTALL)
_TEXT = re.compile(r"""'[^']*'|"[^"]*\"""")


def removal_faults(layers: Layers) -> Iterator[Finding]:
    """Yield E220 for each name that a game leaves out though it inherits none, or though something else needs it.

    Args:
        layers: The game and those that it extends.
    """
    for section, what in _SECTIONS.items():
        known = _inherited(layers, section)
        for name in layers.own.left_out(section):
            if name not in known:
                message = f"{what} {quoted(name)} is left out, but the game extended has none of this name"
                if not layers.parent:
                    message = f"{what} {quoted(name)} is left out, but the game extends no other"
                expected = f"one of: {', '.join(known)}" if known else ""
                yield Finding("E220", message, (section, name), expected, did_you_mean(name, known))
            elif needs := [*_needs(name, section, layers)]:
                message = f"{what} {quoted(name)} cannot be left out: {needs[0]}"
                yield Finding("E220", message, (section, name), hints=tuple(f"also, {need}" for need in needs[1:4]))


def _inherited(layers: Layers, section: str) -> list[str]:
    """Return the names that a game could leave out of a section."""
    found: dict[str, None] = {}
    if layers.root and section in ("kinds", "documents"):
        found |= dict.fromkeys(component.name for component in layers.root.components)
    if section == "looks":
        found |= dict.fromkeys(layers.stock_looks)
    for layer in layers.files[:-1]:
        for name in layer.left_out(section):
            found.pop(name, None)
        found |= dict.fromkeys(getattr(layer, section))
    return [*found]


def _needs(name: str, section: str, layers: Layers) -> Iterator[str]:
    """Yield what needs something that is left out, in words."""
    if section not in ("kinds", "deck"):
        return
    brought = layers.code("schema") or (layers.root.schema if layers.root else None)
    if section == "kinds" and brought and name in {yaml_key(field) for field in brought().model_fields}:
        yield "the Python code of the game needs its list in the deck"
    holders: list[tuple[str, dict[str, AnyField]]] = [("the deck", layers.deck)]
    holders += [(quoted(kind), dict(stated.fields)) for kind, stated in layers.kinds.items()]
    for holder, fields in holders:
        for field, spec in fields.items():
            if section == "kinds" and references_of({field: spec}).get(field) == name:
                yield f"field {quoted(field)} of {holder} refers to it"
            if isinstance(spec, FormulaField) and _uses(spec.formula, name):
                yield f"formula {quoted(field)} of {holder} uses it"
    for number, (check, _) in enumerate(layers.checks(), 1):
        say = " ".join(part for parts in _WITHIN_BRACES.findall(f"{check.say} {check.expected}") for part in parts)
        if name in (check.each or (check.at,)) or _uses(check.that, name) or _uses(say, name):
            yield f"check {number} of the game, {quoted(check.that)}, needs it"


def _uses(expression: str, name: str) -> bool:
    """Return whether an expression uses a variable, by its name alone or as a value of `deck`."""
    word = re.escape(name.replace("-", "_"))
    if re.search(rf"""\bdeck\s*(\[\s*['"]{re.escape(name)}['"]|\.\s*{word}\b)""", expression):
        return True
    return re.search(rf"(?<![\w.]){word}\b(?!\s*=[^=])", _TEXT.sub("''", expression)) is not None
