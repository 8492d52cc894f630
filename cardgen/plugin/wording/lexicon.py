"""The words of one game in one language, on top of the grammar of the language."""

from __future__ import annotations

from collections.abc import Mapping
from pathlib import Path

from cardgen.plugin.language_files import read_language_files
from cardgen.plugin.wording.grammar import Grammar
from cardgen.plugin.wording.languages import GRAMMARS
from cardgen.plugin.wording.phrases import Noun, Phrase, fill
from cardgen.records import dataclass

_NOUN = "noun."


@dataclass(frozen=True, slots=True)
class Lexicon:
    """The words of a game in one language.

    Attributes:
        grammar: Rules of the language.
        nouns: The game's nouns, by the words of its effect vocabulary.
        phrases: Patterns (see `cardgen.plugin.wording.phrases`), by keys that the game chooses. All lexicons of a game
            have the same keys, but for variants (see `variant`).
    """

    grammar: Grammar
    nouns: Mapping[str, Noun]
    phrases: Mapping[str, str]

    def say(self, key: str, **slots: Phrase | str) -> str:
        """Return a phrase with its slots filled."""
        return fill(self.phrases[key], **slots)

    def variant(self, key: str, special: str) -> str:
        """Return the key of a phrase for a special case, if this language has one; otherwise the general key.

        Args:
            key: Key of the general phrase: `gain`.
            special: Name of the case; its phrase has the key `gain.<special>`.
        """
        return f"{key}.{special}" if f"{key}.{special}" in self.phrases else key

    def quantity(self, number: int, noun: str) -> Phrase:
        """Return a number of things in words: `two cards`."""
        return self.grammar.quantity(number, self.nouns[noun])


def read_lexicons(folder: Path) -> dict[str, Lexicon]:
    """Return the lexicons of a game, one for each `strings.LANGUAGE.yaml` of a folder whose language has a grammar.

    `noun.card: carta|cartas|feminine` states a noun in both numbers, and that it is feminine; all other keys are phrases.
    """
    words = read_language_files(folder)
    return {language: _lexicon(GRAMMARS[language], words[language]) for language in words if language in GRAMMARS}


def _lexicon(grammar: Grammar, words: Mapping[str, str]) -> Lexicon:
    nouns, phrases = {}, {}
    for key, text in words.items():
        if key.startswith(_NOUN):
            one, many, *gender = text.split("|")
            nouns[key.removeprefix(_NOUN)] = Noun(one, many, gender == ["feminine"])
        else:
            phrases[key] = text
    return Lexicon(grammar, nouns, phrases)
