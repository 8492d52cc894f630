"""Two abilities that do different things never print the same text, in English or in Portuguese."""

import os
from collections import defaultdict

import pytest

from cardgen.games.attack_the_tower.wording import LEXICONS, describe
from tests.games.attack_the_tower.reader.bridge import army
from tests.games.attack_the_tower.reader.generator import VERBS, AbilityGenerator, ability_of
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
