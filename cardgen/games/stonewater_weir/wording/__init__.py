"""Rule texts of cards, events and abilities, generated in English and Portuguese.

`compose` puts texts together, `effects` words single effects; `strings.LANGUAGE.yaml` holds the words. The texts of the
special abilities are in `ability_texts`, since the deck shows them to its documents.
"""

from __future__ import annotations

from cardgen.games.stonewater_weir.ability_texts import ability_text
from cardgen.games.stonewater_weir.wording.compose import card_text, event_text, names_of_units

__all__ = ["ability_text", "card_text", "event_text", "names_of_units"]
