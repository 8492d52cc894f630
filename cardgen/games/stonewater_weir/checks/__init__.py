"""The rules of a deck that `game.yaml` cannot state: what verbs may stand where, and what texts say.

The numbers of the rules (V01 to V17) are the checks of `templates/stonewater-weir/game.yaml`, closed lists of words are in
the schema. V01 to V18 give errors E301 to E318; W310 and W318 are conventions.
"""

from __future__ import annotations

from collections.abc import Iterator, Sequence

from cardgen.games.stonewater_weir.checks.effects import check_effects
from cardgen.games.stonewater_weir.checks.texts import check_texts
from cardgen.games.stonewater_weir.constants import CLASSES
from cardgen.games.stonewater_weir.schema import WeirDeck
from cardgen.plugin.checks import check_unique_ids
from cardgen.plugin.game import Check, Finding

_LISTS = ("enemies", "events", "winds", "heroes", "abilities", "units", "buildings", "banks", "dice")


def check_ids(deck: WeirDeck) -> Iterator[Finding]:
    """Check that ids are unique: in each list, and among all resource cards, by which records of games name them."""
    yield from check_unique_ids({key: getattr(deck, key) for key in (*CLASSES, *_LISTS)})
    first: dict[str, str] = {}
    for key in CLASSES:
        for index, card in enumerate(getattr(deck, key)):
            other = first.setdefault(card.id, key)
            if other != key:
                yield Finding("E205", f"id '{card.id}' is used twice, in {other} and in {key}", (key, index, "id"))


CHECKS: Sequence[Check] = (check_ids, check_effects, check_texts)
