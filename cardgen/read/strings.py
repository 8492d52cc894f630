"""Read the fixed strings of the core, of a game and of a deck's folder from a file for each language.

`strings.pt.yaml` holds the words of one language: `cards: Cartas`. `strings.yaml` holds those of all languages,
`deck_title: "{title}"`, or of several: `cards: {en: Cards, pt: Cartas}`.
"""

from __future__ import annotations

import re
from collections.abc import Iterable, Mapping
from pathlib import Path

from cardgen.model.language import ANY_LANGUAGE, find_language, is_language, suitable_keys
from cardgen.read.yaml import parsed_file
from cardgen.records import dataclass
from cardgen.report.diagnostics import Collector, quoted
from cardgen.report.source import Node, Span

_FILE = re.compile(r"strings(\.[A-Za-z]{2,3}(-\w+)*)?\.yaml")
_LISTED = 5


@dataclass(frozen=True, slots=True)
class FixedString:
    """One fixed string.

    Attributes:
        span: Where its key stands, in the last file that states it.
    """

    words: Mapping[str, str]
    span: Span | None


def load_strings(
    files: Iterable[Path], language: str, found: Collector, *, otherwise: str = "en", needed: Iterable[str] = ()
) -> dict[str, str]:
    """Read fixed strings in one language.

    A string without words in the language is taken in English, else in the language `otherwise`, else in any; a string
    that is needed and stated nowhere is the readable form of its key. Both are noted, one warning (W207) for each file.

    Args:
        files: The files; a later one replaces words of an earlier one, string by string and language by language. A file
            `strings.LANGUAGE.yaml` holds words of one language.
        found: Receives the errors of the files (E1xx, E204) and the warnings.
        otherwise: The language that replaces English where there are no English words.
        needed: Keys that must be there, such as the names of kinds, which are their titles.

    Returns:
        Key to words.
    """
    entries: dict[str, FixedString] = {}
    for file in files:
        node = parsed_file(file, found)
        for key, stated in stated_strings(node, file, found):
            entries[key] = _merged(entries.get(key), stated)
    for key in needed:  # what the key itself says is English
        entries.setdefault(key, FixedString({"en": readable(key)}, None))
    _note_missing(entries, language, found)
    keys = (*suitable_keys(language), "en", otherwise)
    return {
        name: next(entry.words[key] for key in (*keys, *entry.words) if key in entry.words)
        for name, entry in entries.items()
    }


def string_files(language: str, otherwise: str = "en") -> tuple[str, ...]:
    """Return the names of the files of fixed strings for a language, the strongest first.

    Args:
        otherwise: The language that replaces English where there are no English words.
    """
    codes = dict.fromkeys((*suitable_keys(language), otherwise, "en"))
    return (*(f"strings.{code}.yaml" for code in codes if code != ANY_LANGUAGE), "strings.yaml")


def is_strings_file(name: str) -> bool:
    """Return whether a file of this name holds fixed strings."""
    return _FILE.fullmatch(name) is not None


def readable(key: str) -> str:
    """Return the readable form of a key: `ship-cards` is `Ship cards`."""
    words = key.replace("-", " ").replace("_", " ").strip()
    return words[:1].upper() + words[1:]


def stated_strings(node: Node | None, file: Path, found: Collector) -> Iterable[tuple[str, FixedString]]:
    """Yield the sound strings of one file by their keys; E204 for the others.

    Args:
        file: Where the node was read; its name may state the language of plain words.
    """
    language = file.stem.partition(".")[2] or ANY_LANGUAGE
    value = node.value if node else None
    for key, item in value.items() if isinstance(value, dict) else ():
        languages = item.value if isinstance(item.value, dict) else {language: item}
        words = {code: words.value for code, words in languages.items() if isinstance(words.value, str)}
        unknown = [code for code in languages if code and not is_language(code)]
        if unknown or len(words) < len(languages) or not words:
            message = f"{quoted(unknown[0])} in string {quoted(key)} is not a language" if unknown else None
            meant = find_language(unknown[0]) if unknown else ""
            found.add(
                "E204",
                message or f"string {quoted(key)} is not text",
                (languages[unknown[0]].key_span if unknown else None) or item.span,
                expected="text, or a mapping such as {en: ..., pt-BR: ...}",
                hints=[f"did you mean '{meant}'?"] if meant else [],
            )
            continue
        yield key, FixedString(words, item.key_span)


def _merged(inherited: FixedString | None, stated: FixedString) -> FixedString:
    if inherited is None or ANY_LANGUAGE in (*inherited.words, *stated.words):
        return stated
    return FixedString({**inherited.words, **stated.words}, stated.span)


def _note_missing(entries: Mapping[str, FixedString], language: str, found: Collector) -> None:
    """Note W207 once for each file whose strings lack a language."""
    wanted = {*suitable_keys(language)}
    missing: dict[str, list[str]] = {}
    for key, entry in entries.items():
        if wanted.isdisjoint(entry.words):
            missing.setdefault(entry.span.file if entry.span else "", []).append(key)
    for file, keys in missing.items():
        listed = ", ".join(keys[:_LISTED]) + (f" and {len(keys) - _LISTED} more" if len(keys) > _LISTED else "")
        found.add(
            "W207",
            f"{len(keys)} fixed {'string has' if len(keys) == 1 else 'strings have'} no words in '{language}': {listed}",
            entries[keys[0]].span if file else None,
            hints=[f"state them in strings.{language}.yaml beside the deck: {keys[0]}: ..."],
        )
