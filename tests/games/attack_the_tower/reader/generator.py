"""Random abilities over the whole vocabulary: every verb, key and word of the models, as far as the checks allow it.

The models are read as they are, so that a new verb takes part by itself, and selectors have the words that the tables of
the checks know. What the checks refuse is thrown away: first single effects, which are drawn until one passes, then whole
abilities.
"""

from random import Random
from types import NoneType
from typing import Annotated, Any, Literal, get_args, get_origin

from pydantic import ValidationError
from pydantic.fields import FieldInfo

from cardgen.games.attack_the_tower.checks.effects import check_effects
from cardgen.games.attack_the_tower.checks.vocabulary import SELECTABLE, allowed_for
from cardgen.games.attack_the_tower.constants import TYPES
from cardgen.games.attack_the_tower.effects import Condition, CountedNumber, Effect, PowerRange, Selector
from cardgen.games.attack_the_tower.schema import Ability
from cardgen.plugin.effects.bindings import NameReference
from cardgen.plugin.schema import Model, yaml_key

CONTROL_FLOW = ("delay", "if_", "for_each")
VERBS = tuple(Effect.model_fields)
Keys = tuple[str, ...]
COUNTING = (("count",), ("atleast", "of"), ("atmost", "of"), ("for_each", "of"))  # what was destroyed can be counted
TIMINGS = ("main", "battle", ("main", "battle"))
TRIES = 100
OF_SOME = ("type", "power", "trait", "no_trait")  # what only some kinds of thing can be selected by
# How often a key that may be left out is stated, where it matters that most selectors stay simple.
STATED = {
    "trait": 0.12,
    "no_trait": 0.1,
    "power": 0.15,
    "as": 0.0,
    "by": 0.2,
    "is": 0.3,
    "while": 0.2,
    "type": 0.35,
    "until": 0.8,
}


class AbilityGenerator:
    """Draws abilities that pass all checks, as mappings; the same ones for the same seed."""

    def __init__(self, seed: object) -> None:
        self.random = Random(str(seed))

    def ability(self, verb: str = "") -> dict[str, Any]:
        """Return an ability, with an effect of this verb if one is named."""
        while True:
            found = self._ability(verb)
            if is_valid(found):
                return found

    def _ability(self, verb: str) -> dict[str, Any]:
        pick = self.random
        special = verb == "renewal" or pick.random() < 0.2
        icon = "star" if special else pick.choice([*TYPES, *TYPES, "hand"])
        kind = {"star": "special", "hand": "common"}.get(icon, "troop")
        frame: dict[str, Any] = {"icon": icon, "kind": kind, "timing": self._timing()}
        verbs = [verb or pick.choice(VERBS), *(pick.choice(VERBS) for _ in range(pick.choice((0, 0, 0, 1, 1, 2))))]
        verbs.sort(key="renew".__eq__)  # nothing comes after a renewal
        if special:
            frame["troop"] = self._troop(frame, verbs)
            return frame
        if pick.random() < 0.15:
            frame["needs"] = self.model(Condition, 0)
        if pick.random() < 0.15:
            frame["cost"] = self._cost()
        if pick.random() < 0.25:
            frame["choose"] = [self._choice()]
        effects = tuple(self._effect(frame, name) for name in verbs)
        return frame | {"effects": self._referring(effects, frame)}

    def _timing(self) -> dict[str, Any]:
        timing: dict[str, Any] = {"window": self.random.choice(TIMINGS)}
        if self.random.random() < 0.3:
            timing["turn"] = self.random.choice(("own", "opponent"))
        if self.random.random() < 0.2:
            timing["side"] = self.random.choice(("attacker", "defender"))
        return timing

    def _cost(self) -> dict[str, Any]:
        cost: dict[str, Any] = {}
        if self.random.random() < 0.5:
            cost["discard"] = {"amount": self.number(0)}
        if not cost or self.random.random() < 0.3:
            cost["sacrifice"] = {**self.selector(0, ("cost", "sacrifice")), "owner": "self", "pick": "one"}
        return cost

    def _choice(self) -> dict[str, Any]:
        of = self.random.choice(("base", "base", "territory", "troop"))
        found = {
            **self.selector(0, ("choose",)),
            "of": of,
            "pick": self.random.choice(("one", "one", "one", "up_to_2")),
        }
        return found | {"owner": self.random.choice(("self", "opponent")), "as": "t"}

    def _referring(self, effects: tuple[Any, ...], frame: dict[str, Any]) -> tuple[Any, ...]:
        """Return effects of which some selectors refer to what was chosen first."""
        if "choose" not in frame:
            return effects

        def refer(part: Any) -> Any:
            if (
                isinstance(part, dict)
                and part.get("of") in ("troop", "base", "territory")
                and self.random.random() < 0.8
            ):
                kept = {
                    key: part[key] for key in ("of", "pick", "by", "is") if key in part and self.random.random() < 0.7
                }
                return {"of": part["of"]} | kept | {"in": "$t"}
            if isinstance(part, dict):
                return {key: refer(value) for key, value in part.items()}
            return tuple(refer(value) for value in part) if isinstance(part, tuple) else part

        return tuple(refer(effect) for effect in effects)

    def _troop(self, frame: dict[str, Any], verbs: list[str]) -> dict[str, Any]:
        pick = self.random
        troop: dict[str, Any] = {"power": pick.randint(1, 6)}
        troop["traits"] = tuple(pick.sample(("initiative", "artillery", "unique", "loyal"), pick.choice((0, 0, 1, 2))))
        if pick.random() < 0.2:
            troop["static"] = (pick.choice(("cannot_attack", "cannot_defend", "guard")),)
        where = "aura" if verbs[0] == "renewal" else pick.choice(("aura", "enter", "leave"))
        if verbs[0] == "when" and pick.random() < 0.5:
            trigger = self._effect(frame, "when")["when"]
            troop["when"] = ({key: value for key, value in trigger.items() if key != "until"},)
        elif where == "aura":
            troop["aura"] = self._effect(frame, verbs[0], where)
        else:
            troop[where] = tuple(self._effect(frame, name, where) for name in verbs[:2])
        return troop

    def _effect(self, frame: dict[str, Any], verb: str, where: str = "effects", depth: int = 1) -> dict[str, Any]:
        """Draw effects of a verb until one passes the checks by itself; one that never passes is left as it is."""
        effect: dict[str, Any] = {}
        for _ in range(TRIES):
            refused, effect = effect, self.effect(verb, depth)
            if effect == refused:  # such as `renew: {}`, which is always the same
                break
            alone = {key: value for key, value in frame.items() if key in ("icon", "kind", "timing")}
            if where == "effects":
                alone["effects"] = (effect,)
            else:
                alone["troop"] = {"power": 1, where: effect if where == "aura" else (effect,)}
            if is_valid(alone):
                return effect
        return effect

    def effect(self, verb: str, depth: int) -> dict[str, Any]:
        """Return an effect as the models describe it, whether or not the checks allow it."""
        field = Effect.model_fields[verb]
        found = self.value(field.annotation, depth, (yaml_key(verb),))
        if verb == "for_each" and self.random.random() < 0.6:
            found = self._named(found)
        return {yaml_key(verb): self._hinted(verb, found)}

    def _hinted(self, verb: str, found: dict[str, Any]) -> dict[str, Any]:
        """Return the arguments of a verb with words on which two of its selectors nearly always agree."""
        owner = {"owner": self.random.choice(("self", "opponent"))}
        if verb == "move":
            kept = {key: value for key, value in found["to"].items() if key != "type"}
            return {"who": found["who"] | owner, "to": kept | owner}
        if verb == "swap":
            return {key: selector | owner for key, selector in found.items()}
        return found

    def _named(self, loop: dict[str, Any]) -> dict[str, Any]:
        """Return a loop whose first effect is about the thing that it is at."""
        (verb, arguments), *_ = loop["effects"][0].items()
        named = {
            key: {"of": value["of"] if value["of"] != "base" else loop["of"]["of"], "in": "$t"}
            if isinstance(value, dict) and "of" in value
            else value
            for key, value in arguments.items()
        }
        return loop | {"of": {**loop["of"], "as": "t"}, "effects": ({verb: named}, *loop["effects"][1:])}

    def number(self, depth: int) -> Any:
        """Return a plain number or a counted one."""
        if self.random.random() < 0.75:
            return self.random.choice((1, 1, 2, 3))
        counted: dict[str, Any] = {"count": self.selector(depth, ("count",))}
        if self.random.random() < 0.4:
            counted["times"] = self.random.choice((2, -1))
        if self.random.random() < 0.4:
            counted["max"] = self.random.randint(1, 4)
        return counted

    def value(self, annotation: Any, depth: int, keys: Keys = (), least: int = -1) -> Any:  # noqa: PLR0911, one return for each kind
        origin, parts = get_origin(annotation), get_args(annotation)
        if isinstance(annotation, type) and issubclass(annotation, Model):
            return self.model(annotation, depth, keys)
        if origin is Annotated:
            return "$t" if parts == get_args(NameReference) else self.value(parts[0], depth, keys, least)
        if origin is Literal:
            return self.random.choice(parts)
        if origin is tuple:
            most = 2 if parts[0] is not Effect else self.random.choice((1, 1, 2))
            count = self.random.randint(max(least, 1), max(least, most))
            return tuple(self.value(parts[0], depth, keys) for _ in range(count))
        if origin is not None and parts:  # a union
            if any(CountedNumber in get_args(part) for part in parts):
                return self.number(depth)
            return self.value(self.random.choice([part for part in parts if part is not NoneType]), depth, keys, least)
        if annotation is int:
            return max(self.random.choice((-1, 1, 1, 1, 2, 2, 3)), least)
        return {str: "t", bool: True}.get(annotation)

    def model(self, model: type[Model], depth: int, keys: Keys = ()) -> dict[str, Any]:
        model.model_rebuild()  # resolves the forward references of control flow
        if model is Effect:
            verbs = [name for name in VERBS if (depth > 0 or name not in CONTROL_FLOW) and name != "renewal"]
            return self.effect(self.random.choice(verbs), depth - 1)
        if model is Selector:
            return self.selector(depth, keys)
        if model is PowerRange:
            low = self.random.randint(1, 3)
            return self.random.choice(({"min": low}, {"max": low}, {"min": low, "max": low}, {"min": 1, "max": low}))
        found: dict[str, Any] = {}
        for name, field in model.model_fields.items():
            key = yaml_key(name)
            if field.is_required() or self.random.random() < STATED.get(key, 0.5):
                found[key] = self.value(field.annotation, depth, (*keys, key), least_of(field))
        return found

    def selector(self, depth: int, keys: Keys) -> dict[str, Any]:
        """Return a selector with the words that the checks know of, since nearly all others are refused."""
        allowed, pick = allowed_for(keys), self.random
        found: dict[str, Any] = {"of": pick.choice(allowed.of or tuple(SELECTABLE))}
        known = SELECTABLE[found["of"]]
        unfit = ("$name",) if keys[-2:] in COUNTING else ("$name", "destroyed_this_turn")
        for name, field in Selector.model_fields.items():
            key = yaml_key(name)
            words = getattr(allowed, name, ()) or known.get(key, ())
            fit = [word for word in words if word not in unfit]
            is_needed = bool(getattr(allowed, name, ())) and name != "is_"
            if key in found or (words and not fit) or (key in OF_SOME and key not in known["keys"]):
                continue
            if is_needed or pick.random() < STATED.get(key, 0.5):
                found[key] = pick.choice(fit) if fit else self.value(field.annotation, depth, least=least_of(field))
        if found["of"] == "palace" or found.get("pick", "all") == "all":
            found = {key: value for key, value in found.items() if key not in ("pick", "by")}
        if found.get("pick") != "any_number":
            found.pop("total_power", None)
        if not allowed.owner:
            found["owner"] = pick.choice(("self", "self", "opponent", "opponent", "any"))
        return found


def least_of(field: FieldInfo) -> int:
    """Return the lowest number that a field takes, or the least length of its list."""
    limits = [getattr(one, "ge", getattr(one, "min_length", None)) for one in field.metadata]
    return max((limit for limit in limits if isinstance(limit, int)), default=-1)


def is_valid(ability: dict[str, Any]) -> bool:
    """Return whether an ability fits the models and passes all checks of effects."""
    try:
        return not any(check_effects(ability_of(ability), ()))
    except ValidationError:
        return False


def ability_of(plain: dict[str, Any]) -> Ability:
    """Return the ability that a mapping describes, under a name that does not matter."""
    usual = {"id": "x", "name": "X", "copies": 1, "art": "x.svg", "timing": {"window": ("main", "battle")}}
    return Ability.model_validate(usual | plain)
