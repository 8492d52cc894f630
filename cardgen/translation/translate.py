"""Keep a PO file beside a deck or a game up to date, and take the words of its translators over."""

from __future__ import annotations

from dataclasses import dataclass
from pathlib import Path

from cardgen.model.deck import deck_name
from cardgen.model.language import find_language, is_language, suitable_keys
from cardgen.report.diagnostics import quoted
from cardgen.report.errors import UnlocatedError, as_cardgen_error
from cardgen.translation.po import Status, merge, read_po, translations
from cardgen.translation.texts import Texts, TranslatableText, texts_of
from cardgen.translation.write_words import NewWords, changed_files
from cardgen.write.files import replace_file


@dataclass(frozen=True, slots=True)
class TranslationResult:
    """What a translation has written.

    Attributes:
        files: Files of the deck or the game that were changed.
        words: Number of words of translators that they got.
        left: Texts whose words must be put in by hand, such as those of spreadsheets.
    """

    po: Path
    status: Status
    files: tuple[Path, ...]
    words: int
    left: tuple[TranslatableText, ...]


def translate(source: Path, language: str, po: Path | None = None, *, is_written: bool = False) -> TranslationResult:
    """Write or refresh the PO file of a deck or a game.

    Args:
        source: A deck file, a `game.yaml`, or the folder of a game.
        po: The PO file; None: `NAME.LANGUAGE.po` beside the source.
        is_written: Whether to write the words of the PO file into the deck or the game.

    Raises:
        CardgenError: E504, unknown language; E798, the PO file cannot be read; E601, a file cannot be written; the deck
            has errors.
    """
    with as_cardgen_error():
        if not is_language(language):
            meant = find_language(language)
            hints = (f"did you mean '{meant}'?",) if meant else ()
            message = f"{quoted(language)} is not the code of a language"
            raise UnlocatedError("E504", message, expected="a code such as fr or pt-BR", hints=hints)
        target = po or _po_beside(source, language)
        texts = texts_of(source)
        made, status = merge(texts, language, read_po(target))
        found = translations(made)
        changes = [
            _words_of(text, texts, language, found[text.context]) for text in texts.texts if text.context in found
        ]
        wanted = [one for one in changes if one] if is_written else []
        files, left = changed_files(wanted)
        for path, text in {**files, target: f"{made}\n"}.items():
            replace_file(path, text.encode())
    return TranslationResult(target, status, tuple(files), len(wanted) - len(left), tuple(left))


def _po_beside(source: Path, language: str) -> Path:
    if source.is_dir():
        return source / f"{source.resolve().name}.{language}.po"
    return source.with_name(f"{deck_name(source)}.{language}.po")


def _words_of(text: TranslatableText, texts: Texts, language: str, words: str) -> NewWords | None:
    """Return the words to write; None if the text has them, or says the same in all languages."""
    stated = next((text.words[key] for key in suitable_keys(language) if key in text.words), None)
    return None if stated == words else NewWords(text, language, words, texts.source)
