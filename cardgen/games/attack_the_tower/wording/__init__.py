"""Effects to text: the rule text of an ability, generated from its effects."""

from __future__ import annotations

from collections.abc import Mapping
from typing import TYPE_CHECKING

from cardgen.games.attack_the_tower.wording.compose import word
from cardgen.games.attack_the_tower.wording.en import ENGLISH
from cardgen.games.attack_the_tower.wording.grammar import Grammar
from cardgen.games.attack_the_tower.wording.pt import PORTUGUESE
from cardgen.model.deck import Text

if TYPE_CHECKING:
    from cardgen.games.attack_the_tower.schema import Ability, ArmyDeck

GRAMMARS: Mapping[str, Grammar] = {"en": ENGLISH, "pt": PORTUGUESE}


def describe(ability: Ability, deck: ArmyDeck, language: str) -> str:
    """The rule text of an ability, from its effects.

    Args:
        ability: The ability; its own `text` is not looked at.
        deck: Its deck, for the names of its troops and bases.
        language: A key of `GRAMMARS`.

    Returns:
        The text as an author writes it, with `**bold**`, `*italic*` and `{icon}`.
    """
    return str(word(ability, deck, language, GRAMMARS[language]))


def text_of(ability: Ability, deck: ArmyDeck) -> Text:
    """The text that is printed: the deck's own, or one that is generated in every language."""
    if ability.text is not None:
        return ability.text
    return Text({language: describe(ability, deck, language) for language in GRAMMARS})
