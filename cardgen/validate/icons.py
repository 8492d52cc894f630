"""Icons that texts name as `{shooter}`."""

from __future__ import annotations

import re
from collections.abc import Collection

from cardgen.diagnostics import Collector, did_you_mean, shown
from cardgen.model.deck import Deck, Text
from cardgen.schema import walk
from cardgen.validate.faults import label

# A backslash keeps the character behind it from being a mark, also another backslash.
_MARK = re.compile(r"\\.|\{([^{}\s]+)\}", re.DOTALL)


def check_icons(deck: Deck, known: Collection[str], diagnostics: Collector) -> None:
    """Note (E206) each icon in a text that the game does not have.

    Args:
        deck: Whose texts to look through.
        known: Names of the icons.
        diagnostics: Gets the faults.
    """
    for path, value in walk(deck.data):
        if not isinstance(value, Text):
            continue
        for language, words in value.languages.items():
            place = (*path, language) if language else path
            for name in _MARK.findall(words):
                if name and name not in known:
                    diagnostics.add(
                        "E206",
                        f"unknown icon {shown(name)} in {label(path, deck.node)}",
                        deck.node.nearest(place),
                        expected=f"one of: {', '.join(sorted(known))}",
                        hints=[*did_you_mean(name, known), "for a brace that is no icon write \\{"][:2],
                    )
