"""Rule texts of abilities, generated from their effects in English and Portuguese.

`compose` puts the parts together; `clauses` turns lists of effects into clauses, `verbs` and `predicates` single effects,
`nouns` what effects act on. `discourse` keeps what the text has already said. `strings.LANGUAGE.yaml` holds the words.
"""

from __future__ import annotations

from pathlib import Path
from typing import TYPE_CHECKING

from cardgen.games.attack_the_tower.wording.compose import compose_text, troop_head
from cardgen.model.deck import LocalizedText
from cardgen.plugin.wording.lexicon import read_lexicons

if TYPE_CHECKING:
    from cardgen.games.attack_the_tower.schema import Ability, ArmyDeck

LEXICONS = read_lexicons(Path(__file__).parent)
"""The lexicons by their language."""


def describe(ability: Ability, deck: ArmyDeck, language: str) -> str:
    """Return the rule text of an ability, generated from its effects.

    Args:
        ability: The ability; its own `text` is ignored.
        deck: Its deck, for the names of its troops and bases.
        language: A key of `LEXICONS`.

    Returns:
        The text as an author writes it, with `**bold**`, `*italic*` and `{icon}`.
    """
    return str(compose_text(ability, deck, language, LEXICONS[language]))


def printed(ability: Ability, deck: ArmyDeck) -> tuple[LocalizedText, LocalizedText]:
    """Return the two texts that the card shows.

    Args:
        deck: Its deck, for the names of its troops and bases.

    Returns:
        First when it can be played, in every language; empty where that is not restricted or where the rule text says
        it. Then the rule text: the deck's own, or else one generated in every language.
    """
    timing, text = generated(ability, deck)
    return timing, ability.text or text


def generated(ability: Ability, deck: ArmyDeck) -> tuple[LocalizedText, LocalizedText]:
    """Return the two texts that are generated from the effects: when it can be played, and the rule text.

    Args:
        ability: The ability; its own `text` is ignored.
        deck: Its deck, for the names of its troops and bases.
    """
    texts = {language: compose_text(ability, deck, language, lexicon) for language, lexicon in LEXICONS.items()}
    timing = LocalizedText({language: text.timing for language, text in texts.items()})
    return timing, LocalizedText({language: text.without_timing for language, text in texts.items()})


def beside_troop(text: LocalizedText, ability: Ability) -> LocalizedText:
    """Return a rule text as the face of a card needs it: power and traits of a special troop have places of their own there."""
    heads = [troop_head(lexicon, ability.troop) for lexicon in LEXICONS.values()] if ability.troop else []
    rules = {}
    for language, words in text.languages.items():
        head = next((head for head in heads if words.startswith(head)), "")
        rules[language] = words.removeprefix(head).lstrip()
    return LocalizedText(rules)
