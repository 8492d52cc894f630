"""The normal form of an ability: two abilities that do the same, written differently, have the same one."""

from collections.abc import Mapping
from typing import Any

from cardgen.games.attack_the_tower.schema import Ability

# What a key means if it is left out; these words say nothing more.
_USUAL: Mapping[str, tuple[Any, ...]] = {
    "owner": ("any",),
    "pick": ("all",),
    "times": (1,),
    "sides": (6,),
    "rule": ("manned",),
}


def normal_form(ability: Ability) -> Any:
    """Return the effects of an ability in a form that is equal for all ways to write the same."""
    parts = ability.model_dump(include={"timing", "needs", "cost", "choose", "effects", "troop"})
    names: dict[str, str] = {}
    window = parts["timing"]["window"]
    if set(window) == {"battle"}:  # the player whose turn it is attacks
        turn = {"attacker": "own", "defender": "opponent"}.get(parts["timing"]["side"], parts["timing"]["turn"])
        parts["timing"] = {"window": ("battle",), "turn": turn}
    elif set(window) == {"main"}:  # nobody attacks or defends outside battle
        parts["timing"]["side"] = None
    return _part(parts, ability.icon, names)


def _part(part: Any, icon: str, names: dict[str, str], key: str = "") -> Any:
    if isinstance(part, Mapping):
        return _mapping(dict(part), icon, names)
    if not isinstance(part, tuple | list):
        return names.setdefault(part, f"name {len(names)}") if key == "as_" else part
    if key in ("type", "from_", "window", "traits", "static"):
        return tuple(sorted({icon if word == "icon" else word for word in part}))
    items = [inner for item in part for inner in _unconditional(item)]
    return tuple(_part(item, icon, names) for item in items)


def _unconditional(effect: Any) -> list[Any]:
    """Return an effect, or what it holds if its condition is empty."""
    branches = effect.get("if_") if isinstance(effect, Mapping) else None
    if branches and not any(branches["that"].values()):
        return [inner for item in branches["then"] for inner in _unconditional(item)]
    return [effect]


def _mapping(part: dict[str, Any], icon: str, names: dict[str, str]) -> Any:
    if "of" in part and "pick" in part:
        _selector(part)
    if (
        "bases" in part
        and part["bases"]["is_"] == "has_room"
        and "self" in (part["bases"]["by"], part["bases"]["pick"])
    ):
        part["bases"] = part["bases"] | {"is_": None}  # nobody would pick a base without room
    if "bases" in part and part["bases"]["is_"] == "has_room" and part["bases"]["pick"] == "all":
        part["bases"] = part["bases"] | {"is_": None}
    if isinstance(part.get("to"), Mapping) and part["to"]["is_"] == "has_room":
        part["to"] = part["to"] | {"is_": None}
    if isinstance(part.get("card"), Mapping):
        part["card"] = part["card"] | {"is_": "base"}
    if part.get("who") == "self" and part.get("by") == "owner":
        part["by"] = "self"
    found = []
    for key, value in part.items():
        inner = _part(value, icon, names, key)
        empty = inner is None or inner in ((), "") or inner in _USUAL.get(key, ())
        if not empty and not (key in ("while_", "needs") and not any(value.values())):
            found.append((key, inner))
    return tuple(sorted(found, key=repr))


def _selector(part: dict[str, Any]) -> None:
    if part["in_"] == "field" and part["of"] != "card":
        part["in_"] = None
    if part["of"] == "card":
        part["in_"] = part["in_"] or "hand"
        if part["in_"].partition("_")[0] in ("ability", "base"):
            part["is_"] = part["in_"].partition("_")[0]
    if part["by"] == "self" or part["pick"] == "all":
        part["by"] = None
    if isinstance(part["in_"], str) and part["in_"].startswith("$"):
        part["owner"] = "any"
