"""Check the icons that a deck names, and the markup in texts: `{shooter}` and `**bold**`."""

from __future__ import annotations

import re
from collections.abc import Callable, Iterator

from cardgen.model.deck import Deck, IconReference, LocalizedText
from cardgen.plugin.schema import Values, values_within
from cardgen.records import dataclass
from cardgen.report.diagnostics import Collector, quoted
from cardgen.report.errors import UnlocatedError
from cardgen.report.source import Path, Span
from cardgen.validate.pictures import ErrorsByName
from cardgen.validate.schema_errors import label

# A backslash makes the next character plain text, also another backslash.
_MARKUP = re.compile(r"\\.|\{(?P<icon>[^{}\s]+)\}|(?P<brace>\{)|(?P<bold>\*{2,3})", re.DOTALL)


@dataclass(frozen=True, slots=True)
class _TextVariant:
    """A text in one language, and where it is stated."""

    text: str
    label: str
    path: Path
    source: LocalizedText

    def markup(self, kind: str) -> list[str]:
        """Return the markup of one kind, a group of `_MARKUP`."""
        return [match[kind] for match in _MARKUP.finditer(self.text) if match[kind]]


def check_markup(
    deck: Deck, check: Callable[[str], object], diagnostics: Collector, values: Values | None = None
) -> None:
    """Report unknown icons (E206) and icons with errors, and markup in texts that is not closed (W332).

    A single star is accepted: it may mark a footnote.

    Args:
        check: Reads an icon by name, once for each name; raises `UnlocatedError`: E409, the icon does not exist; E122
            to E124, its file has an error.
        values: The values to look at, as `values_within` returns them; None for the whole deck.
    """
    errors, told = ErrorsByName(check), set[tuple[str, str]]()
    values = values_within(deck.data) if values is None else values
    for path, value in values:
        if isinstance(value, IconReference) and (error := errors[value]):
            message = f"{label(path, deck.node)} is the unknown icon {quoted(value)}"
            _report_icon(error, message, (), deck.node.nearest(path), diagnostics)
    for text in _texts(deck, values):
        place = deck.node.nearest(text.path)
        for name in text.markup("icon"):
            if error := errors[name]:
                message = f"unknown icon {quoted(name)} in {text.label}"
                meant = text.source.hint_for(name)
                if (name, meant) in told:  # the same text is on many cards
                    continue
                told |= {(name, meant)} if meant else set()
                hint = meant or "for a brace that does not start an icon write \\{"
                _report_icon(error, message, (hint,), place, diagnostics)
        if text.markup("brace"):
            expected = "'{icon}' without spaces, or '\\{' for a brace"
            diagnostics.add("W332", f"'{{' in {text.label} does not start an icon", place, expected=expected)
        if len(text.markup("bold")) % 2:
            expected = "'**bold**', or '\\*\\*' for stars"
            diagnostics.add("W332", f"'**' in {text.label} is not closed", place, expected=expected)


def _report_icon(
    error: UnlocatedError, message: str, hints: tuple[str, ...], place: Span, diagnostics: Collector
) -> None:
    """Report the error of an icon: in the words of the message if there is no such icon."""
    if error.code == "E409":
        diagnostics.add("E206", message, place, expected=error.expected, hints=[*error.hints, *hints])
    else:
        diagnostics.items.append(error.at(place))


def _texts(deck: Deck, values: Values) -> Iterator[_TextVariant]:
    """Yield the texts that may have markup."""
    for path, value in values:
        if isinstance(value, LocalizedText):
            for language, text in value.languages.items():
                if "{" not in text and "*" not in text:
                    continue
                yield _TextVariant(text, label(path, deck.node), (*path, language) if language else path, value)
