"""The reference of effects, from the models that validate them and the wording that prints them."""

from __future__ import annotations

from collections.abc import Iterator
from types import NoneType, UnionType
from typing import Annotated, Any, Literal, Union, get_args, get_origin

import yaml

from cardgen.games.attack_the_tower import effects as model
from cardgen.games.attack_the_tower.schema import Ability, ArmyDeck, SpecialTroop
from cardgen.games.attack_the_tower.wording import LEXICONS, describe
from cardgen.plugin.resources import resources
from cardgen.plugin.schema import Model, yaml_key
from cardgen.read.yaml import load_yaml
from cardgen.report.diagnostics import Collector
from cardgen.validate.schema import validate_as

EXAMPLES = {
    "destroy": [
        "{destroy: {who: {of: troop, owner: opponent, power: {max: 2}, pick: one}}}",
        "{destroy: {who: {of: troop, owner: opponent, pick: any_number, total_power: 4}}}",
    ],
    "power": [
        "{power: {who: {of: troop, owner: self, type: icon}, add: 1, until: turn}}",
        "{power: {who: {of: palace, owner: self}, add: {count: {of: base, owner: self, type: icon}, max: 4}, until: turn}}",
        "{power: {who: {of: troop, owner: self, type: icon, pick: one}, same_as: {of: troop, owner: opponent, pick: one}, "
        "until: turn}}",
    ],
    "trait": ["{trait: {who: {of: troop, owner: self, type: icon}, gain: initiative, until: turn}}"],
    "recruit": ["{recruit: {bases: {of: base, owner: self, type: icon, pick: up_to_2}, amount: 2}}"],
    "move": [
        "{move: {who: {of: troop, owner: self, type: icon, pick: up_to_2}, "
        "to: {of: base, owner: self, type: icon, is: has_room, pick: one}}}"
    ],
    "swap": [
        "{swap: {a: {of: base, owner: self, pick: one}, b: {of: base, owner: self, pick: one}}}",
        "{swap: {a: {of: base, owner: self, pick: one}, b: {of: base, owner: opponent, pick: one}}}",
    ],
    "build": ["{build: {card: {of: card, owner: self, in: base_discard, pick: one}, where: empty}}"],
    "draw": ["{draw: {who: self, amount: 2, pile: ability}}"],
    "discard": ["{discard: {who: opponent, amount: 1, by: random}}"],
    "peek": ["{peek: {who: opponent}}"],
    "take": ["{take: {who: opponent, amount: 1, by: random}}"],
    "recover": ["{recover: {who: {of: card, owner: self, in: ability_discard, type: icon, pick: one}}}"],
    "prevent": [
        "{prevent: {what: attack_on, who: opponent, site: {of: territory, owner: self, pick: one}, until: turn}}",
        "{prevent: {what: renewal, who: opponent, until: next_turn}}",
    ],
    "protect": ["{protect: {who: {of: troop, owner: self, in: battle}, from: [initiative, regular], until: turn}}"],
    "soak": ["{soak: {who: self, amount: 3, until: turn}}"],
    "strike": [
        "{strike: {who: {of: troop, owner: opponent, in: battle, pick: one}, amount: 2}}",
        "{strike: {who: {of: troop, owner: opponent, pick: one}, amount: 2}}",
    ],
    "bonus": ["{bonus: {who: {of: troop, owner: self, type: icon}, amount: 1, until: turn}}"],
    "area": [
        "{area: {from: {of: troop, owner: self, type: icon, in: battle}, "
        "who: {of: troop, owner: opponent, in: battle}, amount: 1, until: turn}}"
    ],
    "bypass": ["{bypass: {who: {of: troop, owner: self, type: icon}, until: turn}}"],
    "renewal": ["{renewal: {who: self, draw: 1}}"],
    "end_battle": ["{end_battle: {}}"],
    "return": [
        "{return: {who: {of: base, owner: opponent, is: unmanned, pick: one}}}",
        "{return: {who: {of: special, owner: self, pick: one}, to: top}}",
        "{return: {who: {of: troop, owner: opponent, pick: up_to_2}}}",
    ],
    "put": ["{put: {who: {of: card, owner: self, in: base_discard, pick: up_to_2}, to: bottom}}"],
    "mill": ["{mill: {who: opponent, pile: ability, amount: 2}}"],
    "look": [
        "{look: {who: self, pile: ability, amount: 3}}",
        "{look: {who: self, pile: base, amount: 3, take: 1, rest: bottom}}",
    ],
    "search": ["{search: {who: {of: card, owner: opponent, in: ability_draw, type: shooter, pick: one}, to: discard}}"],
    "replay": [
        "{replay: {who: {of: card, owner: self, in: ability_discard, type: icon, pick: one}}}",
        "{replay: {who: {of: card, in: played, pick: one}}}",
    ],
    "steal": [
        "{steal: {who: {of: troop, owner: opponent, type: icon, pick: one}}}",
        "{steal: {who: {of: special, owner: opponent, power: {max: 2}, pick: one}}}",
    ],
    "limit": [
        "{limit: {what: hand, who: self, add: 2, until: turn}}",
        "{limit: {what: special, who: opponent, set: 1, until: turn}}",
    ],
    "cancel": ["{cancel: {}}"],
    "redirect": ["{redirect: {to: {of: territory, owner: self, pick: one}}}"],
    "renew": ["{renew: {}}"],
    "delay": ["{delay: {at: turn_end, effects: [{draw: {who: self}}]}}"],
    "if": [
        "{if: {that: {atleast: {of: {of: troop, owner: self, type: icon}, amount: 2}}, "
        "then: [{draw: {who: self, amount: 2}}], else: [{draw: {who: self}}]}}"
    ],
    "for_each": [
        "{for_each: {of: {of: base, owner: self, type: icon, as: b}, "
        "effects: [{destroy: {who: {of: troop, in: $b, pick: one}}}]}}"
    ],
    "choose_one": [
        "{choose_one: {options: [{effects: [{draw: {who: self}}]}, {effects: [{discard: {who: opponent}}]}]}}"
    ],
    "coin": ["{coin: {heads: [{draw: {who: self, amount: 2}}], tails: [{discard: {who: self}}]}}"],
    "when": [
        "{when: {event: destroyed, of: base, until: turn, effects: [{draw: {who: self}}]}}",
        "{when: {event: attack, who: opponent, until: turn, effects: [{recruit: {bases: {of: base, owner: self, pick: one}}}]}}",
        "{when: {event: turn_end, effects: [{draw: {who: self}}]}}",
    ],
    "die": [
        "{die: {results: [{faces: [1, 2], effects: [{draw: {who: self}}]}, "
        "{faces: [3, 4, 5, 6], effects: [{draw: {who: self, amount: 2}}]}]}}"
    ],
}
IN_BATTLE = {"end_battle", "cancel", "redirect"}
IN_MAIN_PHASE = {"renew"}
PARTS = (
    ("Selectors", model.Selector),
    ("Power of a selector", model.PowerRange),
    ("Counts", model.CountedNumber),
    ("Conditions", model.Condition),
    ("Amounts of a condition", model.CountLimit),
    ("Timing", model.Timing),
    ("Cost", model.Cost),
    ("Special troops", SpecialTroop),
)
LINKS = {
    model.Selector: "a [selector](#selectors)",
    model.PowerRange: "[limits](#power-of-a-selector)",
    model.CountedNumber: "a [count](#counts)",
    model.Condition: "a [condition](#conditions)",
    model.CountLimit: "an [amount](#amounts-of-a-condition)",
    model.DiscardCost: "`{amount: ...}`",
    model.Effect: "an effect",
    model.Alternative[model.Effect]: "`{effects: [...]}`",
    model.When: "[`when`](#when) without the verb",
    model.DieResult: "`{faces: ..., effects: [...]}`",
    int: "a number",
    bool: "`true` or `false`",
}


def page() -> str:
    """Return the text of the page."""
    return "\n".join(_lines()) + "\n"


def _lines() -> Iterator[str]:
    yield "# Effects"
    yield ""
    yield "The effects of an ability are a list, in the order of play, and each effect has one verb. cardgen checks, prints and"
    yield "plays the same list. Each verb below has examples, with the text that an elven ability with the shooter icon shows"
    yield "for them in English and in Portuguese. An effect that lasts (`until`) can also be the `aura` of a special troop, then"
    yield "without `until`."
    yield ""
    yield "`cardgen check` refuses effects that the game cannot execute or that no sentence could express, and says what to"
    yield "write instead."
    yield ""
    yield "## Verbs"
    for name, field in model.Effect.model_fields.items():
        verb = yaml_key(name)
        yield from ("", f"### `{verb}`", "")
        (kind,) = (part for part in get_args(field.annotation) if part is not NoneType)
        yield from _model(kind)
        for example in EXAMPLES[verb]:
            yield from ("", "```yaml", f"- {example[1:-1]}", "```", "")
            yield from "\n>\n".join(f"> {_printed(verb, example, language)}" for language in LEXICONS).split("\n")
    for title, kind in PARTS:
        yield from ("", f"## {title}", "")
        yield from _model(kind)
    yield from _patterns()


def _patterns() -> Iterator[str]:
    """Yield the patterns of the sentences that the texts of effects are made of."""
    yield from ("", "## Sentences", "")
    yield "Every text is put together from the patterns below, so equal effects are always said in the same way. `<x>` stands"
    yield "for other words; of `[x:is|are]`, the form that agrees with them is printed."
    yield from ("", "| Effect | Pattern |", "| --- | --- |")
    verbs = [yaml_key(name) for name in model.Effect.model_fields]
    known = {*verbs, "until", "while", "enter", "leave", "option", "pile", "top", "sacrifice", "else", "choice"}
    for key, pattern in LEXICONS["en"].phrases.items():
        if key.partition(".")[0] in known:
            words = pattern.replace("|", "\\|").replace("*", "")
            yield f"| `{key}` | `{words}` |"


def _model(kind: type[Model]) -> Iterator[str]:
    """Yield the description of a model and the table of its keys."""
    yield " ".join((kind.__doc__ or "").split())
    if not kind.model_fields:
        return
    yield from ("", "| Key | Values | Meaning |", "| --- | --- | --- |")
    kind.model_rebuild()
    own = [name for name in kind.model_fields if name in kind.__annotations__]
    for name in [*own, *(name for name in kind.model_fields if name not in own)]:
        field = kind.model_fields[name]
        takes = _takes(field.annotation)
        if not field.is_required() and field.default not in (None, ()) and takes != f"`{field.default}`":
            takes += f"; default `{field.default}`"
        yield f"| `{yaml_key(name)}` | {takes} | {field.description} |"


def _takes(annotation: Any) -> str:
    """Return the values of a key in words, without the `now` of `until`: an effect that ends at once does nothing."""
    words = [word for word in dict.fromkeys(_words(annotation)) if word != "`now`"]
    return ", ".join(words).replace("a number, a [count]", "a number or a [count]")


def _words(annotation: Any) -> Iterator[str]:
    origin, parts = get_origin(annotation), get_args(annotation)
    if origin is Annotated:
        yield from ["`$name`"] if annotation == model.NameReference else _words(parts[0])
    elif origin is Literal:
        yield from (f"`{part}`" for part in parts)
    elif origin in (Union, UnionType):
        for part in parts:
            yield from _words(part)
    elif origin is tuple:
        several = [*_words(parts[0])]
        yield "effects" if several == [LINKS[model.Effect]] else f"one or more of {', '.join(several)}"
    elif annotation is str:
        yield "a name"
    elif annotation is not NoneType:
        yield LINKS[annotation]


def elves() -> ArmyDeck:
    """Return the deck of the examples."""
    node, found = load_yaml(resources().decks / "elves.yaml", Collector()), Collector()
    deck = validate_as(node, ArmyDeck, found) if node else None
    assert deck is not None, found.items
    return deck


def ability_of(verb: str, example: str) -> Ability:
    """Return a card with an effect.

    Args:
        verb: The verb of the effect.
        example: The effect as YAML.
    """
    effect = model.Effect.model_validate(_frozen(yaml.safe_load(example)))
    window = ("battle",) if verb in IN_BATTLE else ("main",) if verb in IN_MAIN_PHASE else ("main", "battle")
    changes: dict[str, Any] = {"effects": (effect,), "timing": model.Timing(window=window)}
    troop = _troop_of(effect)
    if troop:
        changes = {"effects": (), "kind": "special", "icon": "star", "troop": troop}
    return elves().abilities[1].model_copy(update=changes)


def _troop_of(effect: model.Effect) -> SpecialTroop | None:
    """Return the special troop that has an effect which only special troops can have, or None."""
    name, verb = effect.verb
    if isinstance(verb, model.When) and verb.until is None:
        return SpecialTroop(power=3, when=(verb,))
    if name == "renewal":
        return SpecialTroop(power=3, aura=effect)
    return SpecialTroop(power=3, enter=(effect,)) if getattr(verb, "until", None) == "next_turn" else None


def _printed(verb: str, example: str, language: str) -> str:
    return describe(ability_of(verb, example), elves(), language).replace("{shooter} ", "")


def _frozen(value: Any) -> Any:
    if isinstance(value, dict):
        return {key: _frozen(item) for key, item in value.items()}
    return tuple(map(_frozen, value)) if isinstance(value, list) else value
