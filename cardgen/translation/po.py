"""Write texts into a gettext PO file and read their translations back, by polib."""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import dataclass
from pathlib import Path
from typing import Any

from cardgen.guard.files import read_bytes
from cardgen.model.language import suitable_keys
from cardgen.report.diagnostics import quoted
from cardgen.report.errors import UnlocatedError
from cardgen.translation.texts import Texts

_WIDTH = 100  # characters of a line
_LARGEST = 32 * 2**20  # bytes


@dataclass(frozen=True, slots=True)
class Status:
    """How far a translation is.

    Attributes:
        new: Texts that the older file did not have.
        changed: Texts whose original has changed since; their translations are marked as fuzzy.
        missing: Texts without a translation, the new ones among them.
        gone: Texts of the older file that there are no more; it keeps their translations.
    """

    new: int
    changed: int
    missing: int
    gone: int
    total: int


def read_po(path: Path) -> Any:
    """Return the content of a PO file as polib reads it; an empty one if there is no such file.

    Raises:
        UnlocatedError: E798, it cannot be read, or a translation has no context, so that it would be lost.
    """
    import polib

    if not path.exists():
        return polib.POFile(wrapwidth=_WIDTH)
    try:
        found = polib.pofile(read_bytes(path, _LARGEST).decode(), wrapwidth=_WIDTH)
    except (OSError, ValueError) as error:
        raise _unusable(f"{quoted(path)} cannot be read as a PO file: {error}") from None
    for entry in found:
        if entry.msgstr and not entry.msgctxt:
            raise _unusable(f"{quoted(path)} has a translation without a context, that of {quoted(entry.msgid)}")
    return found


def _unusable(message: str) -> UnlocatedError:
    return UnlocatedError("E798", message, expected="a file that cardgen translate wrote")


def merge(texts: Texts, language: str, older: Any) -> tuple[Any, Status]:
    """Return a PO file with all texts, and how far it is.

    A translation comes from the older PO file, or else from the deck or the game.

    Args:
        older: What `read_po` returned.
    """
    import polib

    made = polib.POFile(wrapwidth=_WIDTH)
    made.header = older.header
    made.metadata = {
        **older.metadata,
        "Content-Type": "text/plain; charset=UTF-8",
        "Content-Transfer-Encoding": "8bit",
        "Language": language,
        "X-Source-Language": texts.source,
    }
    before = {entry.msgctxt for entry in older if not entry.obsolete}
    known = {entry.msgctxt: entry for entry in older}
    changed = 0
    for text in texts.texts:
        words, was = texts.source_words(text), known.pop(text.context, None)
        entry = polib.POEntry(msgctxt=text.context, msgid=words, occurrences=[(Path(text.span.file).name, "")])
        entry.msgstr = (was.msgstr if was else "") or _stated(text.words, language)
        if was:
            entry.flags, entry.tcomment, entry.previous_msgid = was.flags, was.tcomment, was.previous_msgid
        if was and was.msgid != words and was.msgstr and not was.obsolete:
            changed += 1
            entry.previous_msgid = was.msgid
            entry.flags = [*(flag for flag in was.flags if flag != "fuzzy"), "fuzzy"]
        made.append(entry)
    gone = [entry for entry in known.values() if entry.msgstr]
    for entry in gone:
        entry.obsolete = True
        made.append(entry)
    new = sum(text.context not in before for text in texts.texts)
    missing = sum(not entry.msgstr for entry in made)
    return made, Status(new, changed, missing, sum(entry.msgctxt in before for entry in gone), len(texts.texts))


def translations(po: Any) -> Mapping[str, str]:
    """Return the translations of a merged PO file by context, without fuzzy and missing ones."""
    return {entry.msgctxt: entry.msgstr for entry in po if entry.msgstr and not entry.fuzzy and not entry.obsolete}


def _stated(words: Mapping[str, str], language: str) -> str:
    return next((words[key] for key in suitable_keys(language) if key in words), "")
