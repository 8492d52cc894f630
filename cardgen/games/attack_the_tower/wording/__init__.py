"""Effects to text: the rule text of an ability, generated from its effects."""

from __future__ import annotations

from collections.abc import Mapping
from typing import TYPE_CHECKING

from cardgen.games.attack_the_tower.wording.compose import compose_text
from cardgen.games.attack_the_tower.wording.en import ENGLISH
from cardgen.games.attack_the_tower.wording.grammar import Grammar
from cardgen.games.attack_the_tower.wording.pt import PORTUGUESE
from cardgen.model.deck import LocalizedText

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
    return str(compose_text(ability, deck, language, GRAMMARS[language]))


def printed(ability: Ability, deck: ArmyDeck) -> tuple[LocalizedText, LocalizedText]:
    """What the card says.

    Returns:
        When it can be played, in every language, empty if that is not restricted or the rules say it; and the rules:
        the deck's own text, or one that is generated in every language.
    """
    wordings = {language: compose_text(ability, deck, language, grammar) for language, grammar in GRAMMARS.items()}
    timing = LocalizedText({language: wording.timing for language, wording in wordings.items()})
    if ability.text is not None:
        return timing, ability.text
    return timing, LocalizedText({language: wording.text for language, wording in wordings.items()})
