"""W331: the numbers of a deck's own text are those of the effects."""

from __future__ import annotations

from collections.abc import Iterator, Mapping, Sequence

from cardgen.games.attack_the_tower.constants import CONSTANTS
from cardgen.games.attack_the_tower.effects import Selector
from cardgen.games.attack_the_tower.schema import Ability, ArmyDeck
from cardgen.games.attack_the_tower.wording import GRAMMARS
from cardgen.games.attack_the_tower.wording.compose import compose_text
from cardgen.games.attack_the_tower.wording.grammar import Grammar
from cardgen.games.attack_the_tower.wording.numbers import Number, hidden_numbers, numbers, strays
from cardgen.plugin.game import Finding
from cardgen.plugin.schema import walk
from cardgen.report.diagnostics import quoted

# What a text may say of a base or a territory in this state, and need not.
_OF_STATES = {"full": CONSTANTS["troops_per_base_max"], "complete": CONSTANTS["slots_per_territory"]}


def check_texts(deck: ArmyDeck) -> Iterator[Finding]:
    """W331: a text of the deck's own has other numbers than its effects, in one of its languages.

    Texts in a language that cardgen does not speak are left alone; one for all languages is held against English, and
    its numerals may be those of any.
    """
    for index, ability in enumerate(deck.abilities):
        for language, text in ability.text.languages.items() if ability.text else ():
            if language and language not in GRAMMARS:
                continue
            grammars: Mapping[str, Grammar] = {language: GRAMMARS[language]} if language else GRAMMARS
            generated = compose_text(ability, deck, next(iter(grammars)), next(iter(grammars.values())))
            spoken = tuple(grammars.values())
            own, rules = numbers(text, spoken), numbers(generated.rules, spoken)
            lacking = strays(rules, own + hidden_numbers(text, spoken))
            added = strays(own, (*rules, *numbers(generated.troop, spoken), *_of_states(ability)))
            if lacking or added:
                yield Finding(
                    "W331",
                    f"text of {quoted(ability.id)} {_said(lacking, added)}",
                    ("abilities", index, "text", *([language] if language else [])),
                    f"the numbers of the effects, which say: {generated}",
                    ("leave 'text' out, and it is made of the effects",),
                )


def _of_states(ability: Ability) -> Iterator[Number]:
    for _, part in walk(ability):
        if isinstance(part, Selector) and part.is_ in _OF_STATES:
            yield Number("", _OF_STATES[part.is_])


def _said(lacking: Sequence[Number], added: Sequence[Number]) -> str:
    lacks, adds = (" and ".join(str(number) for number in each) for each in (lacking, added))
    if lacks and adds:
        return f"says {adds} where its effects say {lacks}"
    return f"says {adds}, which its effects do not" if adds else f"does not say {lacks}, which its effects do"
