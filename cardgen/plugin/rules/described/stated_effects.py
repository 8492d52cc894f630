"""Read the effects that a card states, and write their text in all languages of the rules."""

from __future__ import annotations

import re
from collections.abc import Callable, Iterable, Iterator, Mapping
from typing import Annotated, Any

from pydantic import PlainValidator

from cardgen.model.deck import LocalizedText, text_in
from cardgen.plugin.rules.described.program import EffectWords
from cardgen.plugin.rules.described.schema import EffectRules
from cardgen.plugin.schema import broken_rule, yes_or_no
from cardgen.records import dataclass
from cardgen.report.diagnostics import quoted

Effects = Mapping[str, EffectRules]
Stated = tuple[str, tuple[Any, ...]]
"""Name of an effect, and the values of its parameters in order."""
_GAP = re.compile(r"\{([^{}\s]+)\}")
_FORMS = re.compile(r"\{(\w+)\|([^{}|]*)\|([^{}|]*)\}")


@dataclass(frozen=True, slots=True)
class StatedEffects(LocalizedText):
    """The effects of a card; as a text, what they do, in all languages of the rules.

    Attributes:
        effects: The effects in the order of the card's text.
        gaps: For each word in braces that is no parameter, which parameters the effect has.
    """

    effects: tuple[Stated, ...] = ()
    gaps: Mapping[str, str] | None = None

    def hint_for(self, icon: str) -> str:
        """Return which parameters may stand in place of an icon that does not exist."""
        return (self.gaps or {}).get(icon, "")


def cards_with(cards: Iterable[Mapping[str, Any]], language: str) -> dict[str, list[str]]:
    """Return the names of the cards that state each effect, by the name of the effect.

    Args:
        cards: Fields of each card, as plain values.
    """
    found: dict[str, dict[str, None]] = {}
    for card in cards:
        name = getattr(card["name"], "source", card["name"])
        called = text_in(name, language)
        for value in card.values():
            for effect, _ in getattr(getattr(value, "source", value), "effects", ()):
                found.setdefault(effect, {})[called] = None
    return {effect: [*names] for effect, names in found.items()}


def effects_annotation(effects: Effects) -> Any:
    """Return the annotation of a field of the type `effects` for pydantic."""
    gaps = {name: _gaps(name, effect) for name, effect in effects.items()}

    def read(value: Any) -> StatedEffects:
        if isinstance(value, StatedEffects):
            return value
        stated = tuple(_stated(effects, one) for one in _items(value))
        found = {gap: hint for name, _ in stated for gap, hint in gaps[name].items()}
        return StatedEffects(texts_of(effects, stated), stated, found)

    return Annotated[StatedEffects, PlainValidator(read, json_schema_input_type=list[dict[str, Any]] | str)]


def _gaps(name: str, effect: EffectRules) -> dict[str, str]:
    """Return, for each word in braces in the text of an effect that is no parameter, which parameters it has."""
    texts = effect.text.languages.values() if effect.text else ()
    known = ", ".join(f"{{{parameter}}}" for parameter in effect.parameters) or "no parameters"
    hint = f"the text of the effect {quoted(name)} may have {known}"
    return {gap: hint for text in texts for gap in _GAP.findall(text) if gap.split("|")[0] not in effect.parameters}


def _items(value: Any) -> Iterator[Any]:
    """Yield the effects of a value: a list, one mapping, or the text of a cell, `draw 2; hit 3`."""
    if isinstance(value, str):
        yield from (part.strip() for part in re.split(r"[;\n]", value) if part.strip())
    elif isinstance(value, tuple | list):
        for item in value:
            yield from _items(item) if isinstance(item, str) else (item,)
    else:
        yield value


def _stated(effects: Effects, item: Any) -> Stated:
    """Return one effect: `{draw: 2}`, `{hit: {n: 3, who: left}}`, `shuffle`, or `draw 2`.

    Raises:
        PydanticCustomError: E206, there is no such effect; E204, its parameters are others.
    """
    if isinstance(item, str):
        name, *words = item.split()
        given: Any = tuple(words)
    elif isinstance(item, dict) and len(item) == 1:
        ((name, given),) = item.items()
    else:
        raise broken_rule("E204", "", "effects such as {draw: 2}")
    if name not in effects:
        raise broken_rule("E206", f"unknown effect {quoted(name)}", f"one of: {', '.join(effects)}", effects)
    parameters = effects[name].parameters
    if isinstance(given, dict):
        unknown = [key for key in given if key not in parameters]
        values = tuple(given.get(key) for key in parameters)
    else:
        is_bare = not parameters and (given is None or given is True)
        values = () if is_bare else given if isinstance(given, tuple) else (given,)
        unknown = []
    if unknown or len(values) != len(parameters) or None in values:
        raise broken_rule("E204", "", f"{name} with {_expected(parameters)}")
    return name, tuple(_value(name, key, parameters[key], value) for key, value in zip(parameters, values, strict=True))


def _expected(parameters: Mapping[str, str]) -> str:
    return ", ".join(f"{key}, a value of the type {kind}" for key, kind in parameters.items()) or "no parameters"


def _value(name: str, key: str, kind: str, value: Any) -> Any:
    readers: Mapping[str, Callable[[Any], Any]] = {"integer": _integer, "boolean": yes_or_no, "text": str}
    found = readers[kind](value)
    if not isinstance(found, {"integer": int, "boolean": bool, "text": str}[kind]):
        raise broken_rule("E204", "", f"{name} with {key}, a value of the type {kind}")
    return found


def _integer(value: Any) -> Any:
    if isinstance(value, str) and re.fullmatch(r"[-+]?\d{1,9}", value):
        return int(value)
    return None if isinstance(value, bool) else value


def texts_of(effects: Effects, stated: tuple[Stated, ...]) -> Mapping[str, str]:
    """Return the text of effects in each language in which all of them have one."""
    codes = dict.fromkeys(code for effect in effects.values() if effect.text for code in effect.text.languages)
    return {
        code: " ".join(effect_text(effects[name], name, values, code) for name, values in stated)
        for code in codes or [""]
    }


def effect_text(effect: EffectRules | EffectWords, name: str, values: tuple[Any, ...], code: str) -> str:
    """Return the text of an effect in a language, with the values of its parameters; its name and them if it has none."""
    if effect.text is None:
        return f"{name} {' '.join(map(str, values))}".strip()
    text = effect.text.in_language(code)
    by_name = dict(zip(effect.parameters, values, strict=True))

    def form(match: re.Match[str]) -> str:
        number = by_name.get(match[1])
        return match[0] if number is None else match[2] if number == 1 else match[3]

    text = _FORMS.sub(form, text)
    for key, value in by_name.items():
        text = text.replace(f"{{{key}}}", str(value))
    return text
