"""Two abilities that do different things never print the same text, in English or in Portuguese."""

import os
from collections import defaultdict
from itertools import product

import pytest

from cardgen.games.attack_the_tower.engine.compiler.playability import compile_timing
from cardgen.games.attack_the_tower.wording import LEXICONS, describe
from tests.games.attack_the_tower.reader.bridge import army
from tests.games.attack_the_tower.reader.generator import VERBS, AbilityGenerator, ability_of, is_valid
from tests.games.attack_the_tower.reader.normal_form import normal_form

pytestmark = pytest.mark.extended

ABILITIES = int(os.environ.get("READER_PAIRS", "6"))


@pytest.mark.parametrize("verb", VERBS)
def test_different_effects_have_different_texts(verb):
    generator, deck = AbilityGenerator(f"pairs {verb}"), army("samurai")
    meanings = defaultdict(set)
    for _ in range(ABILITIES):
        ability = ability_of(generator.ability(verb))
        own = deck.model_copy(update={"abilities": (ability,)})
        for language in LEXICONS:
            meanings[describe(ability, own, language)].add(repr(normal_form(ability)))
    assert [text for text, forms in meanings.items() if len(forms) > 1] == []


PLACES = ("battle", "attacking", "defending")
TIMINGS = [
    {"window": window, "side": side}
    for window in (("main",), ("battle",), ("main", "battle"))
    for side in ("any", "attacker", "defender")
]
HAS_TROOP = {"atleast": {"of": {"of": "troop", "owner": "self"}, "amount": 1}}


@pytest.mark.parametrize("verb", VERBS)
def test_a_text_says_when_its_ability_can_be_played(verb):
    """Also where nothing would happen otherwise: on the other side of a battle, or without what the effect needs."""
    generator, deck = AbilityGenerator(f"moments {verb}"), army("samurai")
    for _ in range(max(ABILITIES // 6, 1)):
        plain = {key: value for key, value in generator.ability(verb).items() if key not in ("timing", "needs")}
        moments = defaultdict(set)
        for timing, place, needed in product(TIMINGS, PLACES, ("", "to play", "to work")):
            ability = moved(plain, place) | {"timing": timing}
            if needed == "to play":
                ability["needs"] = HAS_TROOP
            elif needed == "to work":
                ability["effects"] = ({"if": {"that": HAS_TROOP, "then": ability.get("effects", ())}},)
            if not is_valid(ability):
                continue
            model = ability_of(ability)
            own = deck.model_copy(update={"abilities": (model,)})
            for language in LEXICONS:
                moments[describe(model, own, language)].add((compile_timing(model.timing), needed))
        assert [text for text, found in moments.items() if len(found) > 1] == []


def moved(part, place):
    """Return a part of an ability that speaks of another place in battles."""
    if isinstance(part, dict):
        return {key: place if value in PLACES else moved(value, place) for key, value in part.items()}
    return tuple(moved(value, place) for value in part) if isinstance(part, tuple) else part
