"""Compose the rule text of a card or an event: its use, what it does in an attack, its effects as sentences."""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import replace
from pathlib import Path
from typing import TYPE_CHECKING, Literal

from cardgen.games.stonewater_weir.constants import hitting
from cardgen.games.stonewater_weir.wording.effects import Speaker, clauses_of
from cardgen.model.deck import LocalizedText
from cardgen.plugin.wording.lexicon import read_lexicons
from cardgen.plugin.wording.phrases import signed
from cardgen.plugin.wording.sentences import to_sentence

if TYPE_CHECKING:
    from cardgen.games.stonewater_weir.schema import Attack, EventCard, ResourceCard, UnitFigure

LEXICONS = read_lexicons(Path(__file__).parent)
"""The lexicons by their language."""

Units = Mapping[str, tuple[LocalizedText, LocalizedText]]


def names_of_units(units: tuple[UnitFigure, ...]) -> Units:
    """Return the names of units, one and several, by id."""
    return {unit.id: (unit.name, unit.plural) for unit in units}


def card_text(card: ResourceCard, units: Units) -> LocalizedText:
    """Return the rule text of a resource card in every language.

    Args:
        card: The card; its own `text` is ignored.
    """
    return LocalizedText(
        {language: _card_text(card, Speaker(LEXICONS[language], language, units=units)) for language in LEXICONS}
    )


def event_text(event: EventCard, units: Units) -> LocalizedText:
    """Return the rule text of an event in every language.

    Args:
        event: The event; its own `text` is ignored.
    """
    texts = {}
    for language, lexicon in LEXICONS.items():
        speaker = Speaker(lexicon, language, "event", event.duration, units)
        texts[language] = _sentences(clauses_of(event.effects, speaker), speaker)
    return LocalizedText(texts)


def _card_text(card: ResourceCard, speaker: Speaker) -> str:
    speaker = replace(speaker, use=_use_of(card))
    # Wards of a permanent card count by themselves; what it does besides is for once a turn.
    wards = [effect for effect in card.effects if speaker.use == "permanent" and effect.ward]
    clauses = clauses_of([effect for effect in card.effects if effect not in wards], speaker)
    if card.attack:
        first = _attack(card.attack, speaker)
        clauses = [first, *(speaker.say("after_attack", do=clause) for clause in clauses)]
    elif card.tactics and clauses:
        clauses[0] = speaker.say("place", zones=speaker.zones(card.zones, "or"), do=clauses[0])
        if card.stays > 1:
            clauses.append(speaker.say("stays", n=speaker.count(card.stays, "phase")))
    elif card.type == "permanent" and clauses:
        clauses[0] = speaker.say("permanent", do=clauses[0])
    return _sentences([*clauses_of(wards, speaker), *clauses], speaker)


def _use_of(card: ResourceCard) -> Literal["permanent", "card", "attack", "tactics"]:
    if card.attack:
        return "attack"
    if card.tactics:
        return "tactics"
    return "permanent" if card.type == "permanent" else "card"


def _sentences(clauses: list[str], speaker: Speaker) -> str:
    return speaker.lexicon.grammar.contract(" ".join(to_sentence(clause) for clause in clauses))


def _attack(attack: Attack, speaker: Speaker) -> str:
    """Return what a card does in an attack: `wall attack on zone 2 or 3: two dice, +1 strength`."""
    parts = []
    if attack.dice:
        each = attack.massive and len(attack.zones) != 1
        parts.append(speaker.say("dice.each" if each else "dice", n=speaker.count(attack.dice, "die")))
    if attack.target:
        parts.append(speaker.say("hits_on", target=hitting(attack.target)))
    if attack.bonus:
        parts.append(speaker.say("bonus", n=signed(attack.bonus)))
    if attack.value is not None:
        parts.append(speaker.say("value", n=str(attack.value)))
    zones = speaker.against(attack.zones, "and" if attack.massive else "or")
    return speaker.say("flood" if attack.massive else "attack", zones=zones, parts=", ".join(parts))
