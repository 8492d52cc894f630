"""Record problems in the user's input: the diagnostic, its collector, and how many of one kind are told."""

from __future__ import annotations

import difflib
from collections import Counter
from collections.abc import Iterable, Sequence
from dataclasses import field, replace
from typing import NamedTuple, TypedDict

from cardgen.records import dataclass
from cardgen.report.quality import KINDS, stops
from cardgen.report.source import Span
from cardgen.report.visible import visible, visible_line

QUOTE_HINT = "put text that contains ': ' or ',' in quotes"
_LONGEST_WORD = 100  # characters; difflib takes quadratic time, and no mistyped name is longer
_LONGEST_VALUE = 40  # characters of a user's value in a message
MOST_OF_A_KIND = 50
"""Faults of one code that are told one by one; nobody reads more, and each costs time."""
_NAMED_OF_A_KIND = 3  # faults of quality that notes name, beside the worst of their kind


class FaceSpot(NamedTuple):
    """A place on a piece.

    Attributes:
        piece: Kind and id of the piece, such as `cards/ferry`.
        box: Left, top, width and height, mm.
    """

    piece: str
    is_back: bool
    box: tuple[float, float, float, float]


@dataclass(frozen=True, slots=True)
class Diagnostic:
    """One error or warning about the input.

    Attributes:
        code: Such as `E203` or `W305`; the letter is the severity, unless `report.quality` says otherwise. Codes
            are permanent, and `cardgen explain` describes each of them.
        message: One sentence in lower case without a full stop: the thing, what is wrong with it, the value.
        span: Where the value was written; None if it was written in no file.
        expected: The type, range or closed list that would have been right; "" if there is none to name.
        hints: What to do, at most two.
        notes: Related facts, each with its position or None.
        strict: Whether it is an error whatever its code says: by `--strict`, or since nothing stands for what it is about.
        in_draft: Whether `--draft` turned this error into a warning, which `--strict` leaves alone.
        more: Number of faults of its kind that it stands for, none of which is told by itself; 0 for a fault of its own.
        subject: Name of the piece that it is about; empty for none.
        measure: How bad it is, such as a resolution in dpi: less is worse; None if that cannot be measured.
        spot: Where it is seen on a piece; None if that is not known.
    """

    code: str
    message: str
    span: Span | None = None
    expected: str = ""
    hints: tuple[str, ...] = ()
    notes: tuple[tuple[str, Span | None], ...] = ()
    strict: bool = False
    in_draft: bool = False
    more: int = 0
    subject: str = ""
    measure: float | None = None
    spot: FaceSpot | None = None

    def __post_init__(self) -> None:
        shown = {"message": visible(self.message), "expected": visible(self.expected)}
        shown_lists = {
            "hints": tuple(map(visible, self.hints)),
            "notes": tuple((visible(t), at) for t, at in self.notes),
        }
        for name, value in (shown | shown_lists).items():
            object.__setattr__(self, name, value)

    def __str__(self) -> str:
        place = f"{self.span}: " if self.span else ""
        return f"{place}{self.severity}[{self.code}]: {self.message}"

    @property
    def is_error(self) -> bool:
        """Whether the diagnostic stops the build."""
        return not self.in_draft and (self.strict or stops(self.code))

    @property
    def severity(self) -> str:
        """Either `error` or `warning`."""
        return "error" if self.is_error else "warning"


def quoted(value: object) -> str:
    """Return a user's value in quotes: on one line, cut at 40 characters, without control characters."""
    text = " ".join(str(value).split())
    return (
        f"'{visible_line(text[: _LONGEST_VALUE - 1])}\u2026'"
        if len(text) > _LONGEST_VALUE
        else f"'{visible_line(text)}'"
    )


def quoted_yaml(value: object) -> str:
    """Return a value in quotes as it stands in a file of YAML, shortened."""
    return quoted(_as_yaml(value))


def _as_yaml(value: object) -> str:
    if isinstance(value, bool) or value is None:
        return {True: "true", False: "false", None: "null"}[value]
    if isinstance(value, list | tuple):
        return f"[{', '.join(map(_as_yaml, value))}]"
    if isinstance(value, dict):
        return f"{{{', '.join(f'{key}: {_as_yaml(item)}' for key, item in value.items())}}}"
    return str(value)


def plural(count: int, noun: str) -> str:
    """Return a count with its noun, as in `1 sheet` and `2 sheets`.

    Args:
        noun: The noun in the singular; an s makes its plural.
    """
    return f"{count} {noun}" if count == 1 else f"{count} {noun}s"


def find_closest(wrong: str, known: Iterable[str]) -> str | None:
    """Return the known word that is most similar to a wrong one.

    Args:
        wrong: The word as the user wrote it.
        known: The words that would have been right.

    Returns:
        The word, or None if none is similar enough.
    """
    close = difflib.get_close_matches(wrong, list(known), n=1) if len(wrong) <= _LONGEST_WORD else ()
    return next(iter(close), None)


def did_you_mean(wrong: str, known: Iterable[str]) -> tuple[str, ...]:
    """Return a hint with the most similar known word.

    Args:
        wrong: The word as the user wrote it.
        known: The words that would have been right.

    Returns:
        One hint, or none if no word is similar enough.
    """
    meant = find_closest(wrong, known)
    return (f"did you mean '{meant}'?",) if meant is not None else ()


class ExpectedWord(TypedDict):
    """What a diagnostic says of a wrong word for one of several; see `one_of`."""

    expected: str
    hints: tuple[str, ...]


def one_of(wrong: str, known: Iterable[str]) -> ExpectedWord:
    """Return what was expected in place of a wrong word, all known words, and a hint with the most similar one."""
    words = [*known]
    return {"expected": f"one of: {', '.join(words)}", "hints": did_you_mean(wrong, words)}


@dataclass(slots=True)
class Collector:
    """The diagnostics of a stage, collected so that all of them are reported at once.

    Attributes:
        items: The diagnostics in the order in which they were found, without duplicates.
        is_strict: Whether the deck asks for warnings to be errors.
    """

    items: list[Diagnostic] = field(default_factory=list)
    is_strict: bool = False
    _seen: set[Diagnostic] = field(default_factory=set, repr=False)

    def add(
        self,
        code: str,
        message: str,
        span: Span | None = None,
        *,
        expected: str = "",
        hints: Sequence[str] = (),
        notes: Sequence[tuple[str, Span | None]] = (),
        spot: FaceSpot | None = None,
    ) -> None:
        """Add a diagnostic, unless an equal one has been added before.

        Args:
            code: See `Diagnostic`, also for the other arguments.
            expected: What would have been right.
        """
        item = Diagnostic(code, message, span, expected, tuple(hints), tuple(notes), spot=spot)
        if item not in self._seen:
            self._seen.add(item)
            self.items.append(item)

    @property
    def has_errors(self) -> bool:
        """Whether any of the diagnostics stops the build."""
        return any(item.is_error for item in self.items)


def sort_diagnostics(items: Iterable[Diagnostic], *, strict: bool = False) -> list[Diagnostic]:
    """Return the diagnostics sorted by file, line and column, without duplicates.

    Args:
        items: The diagnostics in any order.
    """

    def position(item: Diagnostic) -> tuple[str, str, int, int, str]:
        span = item.span or Span("")
        return span.file, span.sheet, span.line, span.column, item.code

    unique = dict.fromkeys(replace(item, strict=True) if strict else item for item in items)
    return sorted(unique, key=position)


def untold(code: str, count: int) -> Diagnostic:
    """Return what stands for faults of a code that are not told one by one.

    Args:
        count: Number of the faults, at least 1.
    """
    return Diagnostic(code, f"and {count:,} more", more=count)


def has_too_many(items: Iterable[Diagnostic]) -> bool:
    """Return whether there are more errors of one code than are told one by one."""
    met = Counter(item.code for item in items if item.is_error)
    return any(count > MOST_OF_A_KIND for count in met.values())


def abridge(items: Iterable[Diagnostic]) -> list[Diagnostic]:
    """Return the first `MOST_OF_A_KIND` diagnostics of each code, and one that counts the others of that code at the end."""
    told: list[Diagnostic] = []
    met: Counter[str] = Counter()
    rest: dict[str, Diagnostic] = {}
    for item in items:
        met[item.code] += not item.more
        if not item.more and met[item.code] <= MOST_OF_A_KIND:
            told.append(item)
            continue
        before = rest.get(item.code)
        count = (item.more or 1) + (before.more if before else 0)
        rest[item.code] = replace(untold(item.code, count), strict=item.strict, in_draft=item.in_draft)
    return [*told, *rest.values()]


def collect_by_kind(items: Iterable[Diagnostic]) -> list[Diagnostic]:
    """Return diagnostics with one in place of all warnings of a kind, where the first of them stands.

    It has the place of the worst, the number of all in its message, and notes of some others. Errors are not collected.

    Args:
        items: The diagnostics in the order in which they are told.
    """
    groups: dict[str, list[Diagnostic]] = {}
    order: list[str | Diagnostic] = []
    for item in items:
        if item.is_error or item.code not in KINDS:
            order.append(item)
        elif item.code in groups:
            groups[item.code].append(item)
        else:
            groups[item.code] = [item]
            order.append(item.code)
    return [_collected(groups[one]) if isinstance(one, str) else one for one in order]


def _collected(items: list[Diagnostic]) -> Diagnostic:
    """Return what stands for warnings of one code."""
    own, count = [item for item in items if not item.more], sum(item.more or 1 for item in items)
    if len(items) == 1:
        return items[0]
    if not own:
        return untold(items[0].code, count)
    kind = KINDS[items[0].code]
    worst = min(own, key=lambda item: (item.measure is None, item.measure))
    message = kind.several.format(count=f"{count:,}")
    if kind.worst and worst.measure is not None:
        where = f" on {worst.subject}" if worst.subject else ""
        message += f"; {kind.worst.format(measure=worst.measure)}{where}"
    others = [item for item in own if item is not worst]
    notes: list[tuple[str, Span | None]] = [(worst.message, None)]
    notes += [(item.message, item.span) for item in others[:_NAMED_OF_A_KIND]]
    rest = count - len(notes)
    notes += [(f"and {rest:,} more", None)] if rest else []
    hints = dict.fromkeys(hint for item in (own if kind.has_all_hints else [worst]) for hint in item.hints)
    return replace(worst, message=message, hints=tuple(hints), notes=tuple(notes))
