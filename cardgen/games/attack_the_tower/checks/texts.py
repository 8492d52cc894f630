"""Compare the numbers of texts and effects (W331), and find texts without effects, which are for people (W333)."""

from __future__ import annotations

from collections.abc import Iterator, Mapping

from cardgen.games.attack_the_tower.checks.remembered import check_each_ability
from cardgen.games.attack_the_tower.constants import CONSTANTS
from cardgen.games.attack_the_tower.effects import Selector
from cardgen.games.attack_the_tower.schema import Ability, ArmyDeck
from cardgen.games.attack_the_tower.wording import LEXICONS
from cardgen.games.attack_the_tower.wording.compose import compose_text
from cardgen.plugin.game import Finding
from cardgen.plugin.schema import walk
from cardgen.plugin.wording.lexicon import Lexicon
from cardgen.plugin.wording.numbers import NumberDifference, NumberInText, compare_numbers, find_numbers
from cardgen.report.diagnostics import quoted

_MOST_NAMES = 5  # of abilities in one message
# Numbers that a text may explain a state with, and may leave out: a full base holds two troops.
_STATE_NUMBERS = {"full": CONSTANTS["troops_per_base_max"], "complete": CONSTANTS["slots_per_territory"]}


def check_texts(deck: ArmyDeck) -> Iterator[Finding]:
    """Yield W331 for each text whose numbers differ from those of the effects.

    Texts in a language without a lexicon are skipped. A text for all languages is compared with the English one, and its
    number words may be of any language. A text without effects is compared with nothing.
    """
    yield from check_each_ability(deck, _check_text)


def _check_text(deck: ArmyDeck, index: int) -> Iterator[Finding]:
    """Check the texts of one ability."""
    ability = deck.abilities[index]
    if _is_without_effects(ability):
        return
    for language, text in ability.text.languages.items() if ability.text else ():
        if language and language not in LEXICONS:
            continue
        lexicons: Mapping[str, Lexicon] = {language: LEXICONS[language]} if language else LEXICONS
        generated = compose_text(ability, deck, *next(iter(lexicons.items())))
        grammars = [lexicon.grammar for lexicon in lexicons.values()]
        allowed = (*find_numbers(generated.troop, grammars), *_state_numbers(ability))
        difference = compare_numbers(text, generated.rules, grammars, allowed)
        if difference.missing or difference.added:
            yield Finding(
                "W331",
                f"text of {quoted(ability.id)} {_describe(difference)}",
                ("abilities", index, "text", *([language] if language else [])),
                f"the numbers of the effects, whose text would be: {generated}",
                (
                    "leave 'text' out to have it generated; 'cardgen check --text' shows all texts beside the generated ones",
                ),
            )


def check_effects_exist(deck: ArmyDeck) -> Iterator[Finding]:
    """Yield W333 for abilities without effects: once for all that have a text, once for each that has none.

    An ability that states `effects: []` is meant to have none, and is not reported.
    """
    without = [(index, ability) for index, ability in enumerate(deck.abilities) if _is_without_effects(ability)]
    for index, ability in without:
        if ability.text is None:
            message = f"{quoted(ability.id)} has neither effects nor a text, so its card says that it does nothing"
            yield Finding("W333", message, ("abilities", index), "effects, or a text")
    unsaid = [each for each in without if each[1].text is not None and "effects" not in each[1].model_fields_set]
    if unsaid:
        index, first = unsaid[0]
        names = ", ".join(quoted(ability.id) for _, ability in unsaid[:_MOST_NAMES])
        more = f" and {len(unsaid) - _MOST_NAMES} more" if len(unsaid) > _MOST_NAMES else ""
        who = f"{quoted(first.id)} has" if len(unsaid) == 1 else f"{len(unsaid)} abilities have"
        listed = f": {names}{more}" if len(unsaid) > 1 else ""
        yield Finding(
            "W333",
            f"{who} a text and no effects, so people can play by it and the computer cannot{listed}",
            ("abilities", index),
            hints=("for a game among people write 'effects: []' to say that this is meant",),
        )


def _is_without_effects(ability: Ability) -> bool:
    return not ability.effects and ability.troop is None and ability.kind != "special"


def _state_numbers(ability: Ability) -> Iterator[NumberInText]:
    for _, part in walk(ability):
        if isinstance(part, Selector) and part.is_ in _STATE_NUMBERS:
            yield NumberInText("", _STATE_NUMBERS[part.is_])


def _describe(difference: NumberDifference) -> str:
    """Return what is wrong, to follow `text of 'x'`."""
    missing, added = (" and ".join(map(str, numbers)) for numbers in difference)
    if missing and added:
        return f"says {added}, but its effects say {missing}"
    return f"says {added}, but its effects do not" if added else f"does not say {missing}, but its effects do"
