"""Check V18 in texts of the deck: zones that exist, and the numbers of the effects."""

from __future__ import annotations

import re
from collections.abc import Iterator

from cardgen.games.stonewater_weir.constants import CLASSES, ZONES
from cardgen.games.stonewater_weir.schema import WeirDeck
from cardgen.games.stonewater_weir.wording import ability_text, card_text, event_text, names_of_units
from cardgen.model.deck import LocalizedText
from cardgen.plugin.game import Finding
from cardgen.plugin.wording.languages import GRAMMARS
from cardgen.plugin.wording.numbers import compare_numbers
from cardgen.report.diagnostics import quoted
from cardgen.report.source import Path

_ZONES = {str(zone) for zone in ZONES}
_ZONE = re.compile(r"\b(?:zones?|zonas?)\s+(\d+)", re.IGNORECASE)


def check_texts(deck: WeirDeck) -> Iterator[Finding]:
    """Check the texts that the deck states instead of the generated ones."""
    units = names_of_units(deck.units)
    for key in CLASSES:
        for index, card in enumerate(getattr(deck, key)):
            if card.text:
                yield from _check_text(card.id, card.text, card_text(card, units), (key, index, "text"))
    for index, event in enumerate(deck.events):
        if event.text:
            yield from _check_text(event.id, event.text, event_text(event, units), ("events", index, "text"))
    for index, token in enumerate(deck.abilities):
        if token.text:
            yield from _check_text(token.id, token.text, ability_text(token.id), ("abilities", index, "text"))


def _check_text(name: str, text: LocalizedText, generated: LocalizedText, path: Path) -> Iterator[Finding]:
    """Check one text in each of its languages."""
    for language, words in text.languages.items():
        place = (*path, language) if language else path
        for zone in _ZONE.findall(words):
            if zone not in _ZONES:
                yield Finding("E318", f"text of {quoted(name)} speaks of zone {zone}", place, "1, 2 or 3 (rule V18)")
        if language and language not in GRAMMARS:
            continue
        grammars = [GRAMMARS[language]] if language else [*GRAMMARS.values()]
        reference = generated.in_language(language or "en")
        difference = compare_numbers(words, reference, grammars)
        if difference.missing or difference.added:
            parts = (
                f"does not state {', '.join(map(str, difference.missing))}" if difference.missing else "",
                f"states {', '.join(map(str, difference.added))}" if difference.added else "",
            )
            yield Finding(
                "W318",
                f"text of {quoted(name)} {' and '.join(part for part in parts if part)}",
                place,
                f"the numbers of the effects, whose text would be: {reference}",
                ("leave 'text' out to have it generated from the effects",),
            )
