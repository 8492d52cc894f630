"""Find texts that lack the language of a build."""

from __future__ import annotations

from cardgen.model.deck import Deck, LocalizedText
from cardgen.model.language import suitable_keys
from cardgen.plugin.schema import walk_within
from cardgen.report.diagnostics import Collector
from cardgen.report.source import Path
from cardgen.validate.schema_errors import label


def check_languages(deck: Deck, language: str, diagnostics: Collector, within: Path = ()) -> None:
    """Warn (W330) of each text that is given in several languages, but not in the language of the build.

    Args:
        deck: Deck whose texts are checked.
        language: Language code, such as `en` or `pt-BR`.
        diagnostics: Collects the warnings.
        within: Path of the value inside which to look; empty for the whole deck.
    """
    wanted = suitable_keys(language)
    for path, value in walk_within(deck.data, within):
        if isinstance(value, LocalizedText) and value.languages.keys().isdisjoint(wanted):
            stated = ", ".join(sorted(value.languages))
            diagnostics.add(
                "W330",
                f"{label(path, deck.node)} has no text in '{language}', only in {stated}",
                deck.node.nearest(path, key=True),
                expected=f"a line '{language}: ...'",
            )
