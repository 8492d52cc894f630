"""Find texts that lack a language of their deck, and texts in a language that the deck does not have."""

from __future__ import annotations

from collections.abc import Sequence

from cardgen.model.deck import Deck, LocalizedText
from cardgen.model.language import suitable_keys
from cardgen.plugin.schema import Values, values_within
from cardgen.report.diagnostics import Collector
from cardgen.report.source import Path
from cardgen.validate.schema_errors import label

_LISTED = 3


def check_languages(
    deck: Deck, language: str, languages: Sequence[str], diagnostics: Collector, values: Values | None = None
) -> None:
    """Warn of texts without words in the language of the build (W330), and of words that no build prints (W208).

    Of many texts with the same problem, one warning names the first.

    Args:
        language: Language code of the build, such as `en` or `pt-BR`.
        values: The values to look at, as `values_within` returns them; None for the whole deck.
    """
    wanted, printed = {*suitable_keys(language)}, {key for code in languages for key in suitable_keys(code)}
    lacking: list[tuple[Path, LocalizedText]] = []
    unprinted: dict[str, list[Path]] = {}
    for path, value in values_within(deck.data) if values is None else values:
        if isinstance(value, LocalizedText):
            if wanted.isdisjoint(value.languages):
                lacking.append((path, value))
            for code in value.languages.keys() - printed - {"en"}:  # English stands in for every language
                unprinted.setdefault(code, []).append(path)
    if lacking:
        _note_lacking(deck, language, lacking, diagnostics)
    for code in sorted(unprinted):
        _note_unprinted(deck, code, languages, unprinted[code], diagnostics)


def _note_lacking(
    deck: Deck, language: str, lacking: Sequence[tuple[Path, LocalizedText]], diagnostics: Collector
) -> None:
    paths = [path for path, _ in lacking]
    if len(paths) == 1:
        stated = ", ".join(sorted(lacking[0][1].languages))
        message = f"{label(paths[0], deck.node)} has no text in '{language}', only in {stated}"
    else:
        message = f"{len(paths)} texts have no words in '{language}': {_listed(deck, paths)}"
    diagnostics.add(
        "W330",
        message,
        deck.node.nearest(paths[0], key=True),
        expected=f"a line '{language}: ...'" + (" in each" if len(paths) > 1 else ""),
        notes=[("then here", deck.node.nearest(path, key=True)) for path in paths[1:_LISTED]],
    )


def _note_unprinted(
    deck: Deck, code: str, languages: Sequence[str], paths: Sequence[Path], diagnostics: Collector
) -> None:
    texts = "1 text has" if len(paths) == 1 else f"{len(paths)} texts have"
    added = f"languages: [{', '.join([*languages, code])}]"
    if "languages" in type(deck.data).model_fields:
        hint = f"write '{added}' at the top of the deck"
    else:
        hint = f"write '{added}' and 'extends: {deck.game}' in a game.yaml beside the deck"
    diagnostics.add(
        "W208",
        f"{texts} words in '{code}', which is not a language of the deck: {_listed(deck, paths)}",
        deck.node.nearest((*paths[0], code), key=True),
        expected=f"one of: {', '.join(languages)}",
        hints=[hint, f"fixed words in '{code}' go into strings.{code}.yaml beside the deck"],
    )


def _listed(deck: Deck, paths: Sequence[Path]) -> str:
    """Return the names of the first texts, and how many there are more."""
    more = f" and {len(paths) - _LISTED} more" if len(paths) > _LISTED else ""
    return ", ".join(label(path, deck.node) for path in paths[:_LISTED]) + more
