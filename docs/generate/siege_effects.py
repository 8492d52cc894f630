"""The reference of the effects of Stonewater Weir, from their models, with the cards of its deck as examples."""

from __future__ import annotations

from collections.abc import Iterator
from types import NoneType, UnionType
from typing import Annotated, Any, Literal, Union, get_args, get_origin

import yaml

from cardgen.games.stonewater_weir.constants import CLASSES
from cardgen.games.stonewater_weir.effects import USES, SiegeEffect
from cardgen.games.stonewater_weir.schema import WeirDeck
from cardgen.games.stonewater_weir.wording import card_text, event_text, names_of_units
from cardgen.plugin.resources import resources
from cardgen.plugin.schema import Model, yaml_key
from cardgen.read.yaml import load_yaml
from cardgen.report.diagnostics import Collector
from cardgen.validate.schema import validate_as

_PLACES = {"card": "cards", "instant": "instant cards", "tactics": "tactics cards", "event": "events"}


def page() -> str:
    """Return the text of the page."""
    return "\n".join(_lines()) + "\n"


def _lines() -> Iterator[str]:
    yield "# Effects of Stonewater Weir"
    yield ""
    yield "What the cards and events of *Stonewater Weir* do is a list of effects, in the order of play, each with one verb."
    yield "cardgen checks, prints and plays the same list. Below each verb stands where it can be used, and a card of"
    yield "`decks/stonewater.yaml` with the text that it shows."
    yield ""
    yield "A card with an `attack` does its effects after the attack, in the zone that was attacked; a tactics card, in the zone on"
    yield "which it lies, in the enemies phase. Other cards name the `zones` from which the player chooses one, in any field. What"
    yield "an event changes with `modify` and `forbid` lasts as long as the event."
    deck = _deck()
    for name, field in SiegeEffect.model_fields.items():
        verb = yaml_key(name)
        (kind,) = (part for part in get_args(field.annotation) if part is not NoneType)
        yield from ("", f"## `{verb}`", "")
        yield from _model(kind)
        yield from ("", f"In {_joined([_PLACES[use] for use in USES[verb]])}.")
        yield from _example(deck, verb)


def _joined(words: list[str]) -> str:
    return " and ".join([", ".join(words[:-1]), words[-1]]) if len(words) > 1 else words[0]


def _model(kind: type[Model]) -> Iterator[str]:
    """Yield the description of a model and the table of its keys."""
    yield " ".join((kind.__doc__ or "").split())
    if not kind.model_fields:
        return
    yield from ("", "| Key | Values | Meaning |", "| --- | --- | --- |")
    kind.model_rebuild()
    for name, field in kind.model_fields.items():
        words = ", ".join(dict.fromkeys(_words(field.annotation)))
        takes = words if field.is_required() or field.default in (None, ()) else f"{words}; default `{field.default}`"
        yield f"| `{yaml_key(name)}` | {takes} | {field.description} |"


def _words(annotation: Any) -> Iterator[str]:
    """Yield the values of a key in words."""
    origin, parts = get_origin(annotation), get_args(annotation)
    if origin is Annotated:
        yield from _words(parts[0])
    elif origin is Literal:
        yield from (f"`{part}`" for part in parts)
    elif origin in (Union, UnionType):
        for part in parts:
            yield from _words(part)
    elif origin is tuple:
        yield f"one or more of {', '.join(_words(parts[0]))}"
    elif annotation is not NoneType:
        yield {int: "a whole number", bool: "yes or no"}[annotation]


def _example(deck: WeirDeck, verb: str) -> Iterator[str]:
    """Yield the first card of the deck with a verb: its effects, and the text that it shows."""
    units = names_of_units(deck.units)
    cards = [(card, card_text(card, units)) for key in CLASSES for card in getattr(deck, key)]
    events = [(event, event_text(event, units)) for event in deck.events]
    card, text = next(found for found in (*cards, *events) if verb in [effect.verb[0] for effect in found[0].effects])
    effects = [effect.model_dump(exclude_unset=True, by_alias=True) for effect in card.effects]
    written = yaml.safe_dump(_listed(effects), default_flow_style=None, sort_keys=False, width=200).strip()
    yield from ("", "```yaml", f"# {card.name.in_language('en')}", "effects:")
    yield from (f"  {line}" for line in written.splitlines())
    yield from ("```", "", f"> {text.in_language('en')}")


def _listed(value: Any) -> Any:
    if isinstance(value, dict):
        return {key: _listed(item) for key, item in value.items()}
    return [_listed(item) for item in value] if isinstance(value, list | tuple) else value


def _deck() -> WeirDeck:
    """Return the deck of the examples."""
    node, found = load_yaml(resources().decks / "stonewater.yaml", Collector()), Collector()
    deck = validate_as(node, WeirDeck, found) if node else None
    assert deck is not None, found.items
    return deck
