"""What is said about abilities that are wrong in all ways: the words of every rule, where it points, and what it expects.

The abilities of the other tests get parts of each other, so that most of them contradict themselves. The other files say
which fault is found; here no word of it may change unseen.
"""

import re
from copy import deepcopy
from pathlib import Path
from random import Random
from zlib import crc32

from cardgen.games.attack_the_tower.checks.effects import check_effects
from cardgen.games.attack_the_tower.schema import Ability
from cardgen.report.diagnostics import Collector
from cardgen.validate.schema import validate_as
from tests.games.attack_the_tower.test_checks_of_new_effects import NONSENSE
from tests.games.attack_the_tower.test_effects import CONSTRUCTS, FACTIONS, USUAL, node_of
from tests.recorded import check_recorded

HERE = Path(__file__).parent
ALL = [USUAL | keys for army in FACTIONS.values() for keys in army]
ALL += [{"id": name, "name": name} | USUAL | keys for name, keys in CONSTRUCTS.items()]
ALL += [{"id": "nonsense", "name": "nonsense", **USUAL, "effects": effects, **keys} for _, _, effects, keys in NONSENSE]
EDITED = 6
"""How often each ability is edited."""
CONDITION = {"atleast": {"of": {"of": "troop", "owner": "self"}, "amount": 1}}


def values_of(value, key=""):
    """Yield each value below another with its key, and the dict or list that it is in with its place there."""
    for at, inner in value.items() if isinstance(value, dict) else enumerate(value) if isinstance(value, list) else ():
        name = at if isinstance(value, dict) else key
        yield inner, name, value, at
        yield from values_of(inner, name)


def edited():
    """Yield the abilities with values of each other, what names refer to, and effects that follow or depend."""
    pool, rng = {}, Random(1)
    for ability in ALL:
        for value, key, *_ in values_of(ability):
            pool.setdefault(key, {})[repr(value)] = value
    pool = {key: [*values.values()] for key, values in pool.items()}
    for ability in ALL:
        for edit in range(EDITED):
            changed = deepcopy(ability)
            effects, others = changed.get("effects") or [], deepcopy(rng.choice(ALL).get("effects") or [])
            if edit % 3 == 1:
                changed["effects"] = [*effects, *others]
            elif edit % 3 == 2 and effects:
                changed["effects"] = [{"if": {"that": CONDITION, "then": effects, "else": others}}, *others[: edit % 2]]
            places = [place for place in values_of(changed) if place[1] not in ("id", "name", "text", "copies")]
            names = [value for value, key, *_ in places if key == "as"]
            selectors = [value for value, *_ in places if isinstance(value, dict) and "of" in value]
            for selector in rng.sample(selectors, min(edit % 2 + 1, len(selectors))) if names else ():
                selector["in"] = f"${rng.choice(names)}"
            if not names or edit % 2:
                _, key, parent, at = rng.choice(places)
                parent[at] = deepcopy(rng.choice(pool[key]))
            yield changed


def told():
    """Yield each finding once, with the first ability that has it, and a sum of all findings of a code."""
    seen, sums = set(), {}
    for plain in edited():
        ability = validate_as(node_of(plain), Ability, Collector())
        for one in check_effects(ability, ("abilities", 7)) if ability else ():
            path = "/".join(map(str, one.path))
            text = f"{one.code} {path}{' (key)' if one.on_key else ''}: {one.message}; expected {one.expected}"
            text += "".join(f"; {hint}" for hint in one.hints)
            number, total = sums.get(one.code, (0, 0))
            sums[one.code] = number + 1, crc32(text.encode(), total)
            kind = re.sub(r"'[^']*'|\$\w+|\d+", "", text)
            if kind not in seen:
                seen.add(kind)
                yield f"{plain['id']}: {text}"
    yield from (f"{code}, {number} times: {total:x}" for code, (number, total) in sorted(sums.items()))


def test_findings():
    check_recorded(HERE / "findings.txt", told())
