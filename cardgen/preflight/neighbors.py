"""Find text that prints larger or smaller than what stands in the same place on the other pieces of its kind."""

from __future__ import annotations

from collections import Counter, defaultdict
from collections.abc import Iterable, Iterator, Sequence
from itertools import chain
from typing import NamedTuple

from cardgen.geometry.units import Rect
from cardgen.model.drawing import Drawing
from cardgen.preflight.finding import FaceFinding
from cardgen.preflight.texts import FaceText, common_box, ink_width, read_texts, rect_around, said, without_text
from cardgen.report.diagnostics import quoted

JUMP = 1.15
"""How many times as large as its neighbours a text may be, or they as it."""
_ROWS = 2  # of a title or another short text; more are running text, which is fitted to its length
_LONG = 30  # em of a text that is no title
_PLACES = 64  # of one style that are told apart on the faces of a kind


class _Text(NamedTuple):
    """What a face says in one place.

    Attributes:
        face: Number of the face.
        length: Its length if it were one line, em.
        widest: Width of its widest word, em.
    """

    face: int
    style: str
    points: float
    rows: int
    length: float
    widest: float
    box: Rect
    words: str


def find_size_jumps(faces: Sequence[Drawing]) -> Iterator[tuple[int, FaceFinding]]:
    """Yield W418, always as advice, for texts whose size jumps beside those of the other faces, with the number of the face.

    The size of a short text is compared with the most usual one in its place, whatever the reason. Running text may
    be smaller where a face says more or shows more.
    """
    if len(faces) < 2:
        return
    texts = [text for number, face in enumerate(faces) for text in _read(number, face)]
    contents = _Contents(faces, texts)
    for place in _places(texts):
        if all(text.rows <= _ROWS and text.length <= _LONG for text in place):
            found = _unusual(place)
        else:
            found = _smaller_for_no_reason(place, contents)
        for text, usual, what in found:
            yield text.face, _finding(text, usual, what)


def _finding(text: _Text, usual: float, what: str) -> FaceFinding:
    is_small = text.points < usual
    return FaceFinding(
        "W418",
        f"text {text.words} prints at {text.points:.3g} pt, {what} at {usual:.3g} pt",
        expected=f"at least {usual / JUMP:.3g} pt" if is_small else f"at most {usual * JUMP:.3g} pt",
        hints=("shorten it, or set the others smaller too" if is_small else "set it at the size of the others",),
        measure=min(text.points / usual, usual / text.points),
        is_advice=True,
        box=text.box,
    )


def _read(number: int, face: Drawing) -> Iterator[_Text]:
    """Yield what a face says; an icon or a word in another colour within a text does not divide it."""
    parts: list[FaceText] = []
    for text in read_texts(face):
        if parts and not _continues(parts[-1], text):
            yield _joined(number, parts)
            parts = []
        parts.append(text)
    if parts:
        yield _joined(number, parts)


def _continues(one: FaceText, other: FaceText) -> bool:
    """Return whether a text goes on where another one ends, or in the next line."""
    last, first = one.spans[-1].span, other.spans[0].span
    if (last.style, last.size) != (first.style, first.size):
        return False
    down = first.y - last.y
    return 0 <= down < 2 * last.size and (down > last.size / 2 or first.x - last.x - ink_width(last) < 3 * last.size)


def _joined(number: int, parts: Sequence[FaceText]) -> _Text:
    spans = [placed.span for part in parts for placed in part.spans]
    half = max(span.size for span in spans) / 2
    rows = len({round(span.y / half) for span in spans})
    length = sum(ink_width(span) / span.size for span in spans)
    widest = max(word.width for span in spans for word in span.words)
    words = quoted(said(spans))
    points = max(part.points for part in parts)
    return _Text(number, spans[0].style, points, rows, length, widest, rect_around([part.box for part in parts]), words)


def _places(texts: Iterable[_Text]) -> Iterator[list[_Text]]:
    """Yield the texts of a style that stand in one place on their faces."""
    # The widest begin the places, so that two short names that are apart, beside a badge and without one, are in one.
    styles: dict[str, list[list[_Text]]] = defaultdict(list)
    for text in sorted(texts, key=lambda text: -text.box.width):
        places = styles[text.style]
        place = next((place for place in places if _is_in_place(place[0].box, text.box)), None)
        if place:
            place.append(text)
        elif len(places) < _PLACES:
            places.append([text])
    return chain.from_iterable(styles.values())


def _is_in_place(one: Rect, other: Rect) -> bool:
    """Return whether two boxes have half of the narrower width and half of the lower height in common."""
    common = common_box(one, other)
    return (
        common is not None
        and common.width >= min(one.width, other.width) / 2
        and common.height >= min(one.height, other.height) / 2
    )


def _unusual(place: Sequence[_Text]) -> Iterator[tuple[_Text, float, str]]:
    """Yield the short texts whose size is not near the most usual one in their place."""
    counts = Counter(round(text.points, 1) for text in place)
    usual = max(counts, key=lambda points: (counts[points], points))  # of two, the larger one: names shrink
    for text in sorted(place):
        if not usual / JUMP <= text.points <= usual * JUMP:
            yield text, usual, "others in its place"


class _Contents:
    """How much is on each face."""

    def __init__(self, faces: Sequence[Drawing], texts: Iterable[_Text]) -> None:
        self._items = [len(without_text(face.items)) for face in faces]
        self._said: list[dict[str, tuple[float, float]]] = [{} for _ in faces]
        for text in texts:
            said = self._said[text.face]
            length, widest = said.get(text.style, (0.0, 0.0))
            said[text.style] = length + text.length, max(widest, text.widest)

    def has_more(self, one: int, other: int) -> bool:
        """Return whether a face shows more than another one, or says more in any style, or in longer words."""
        if self._items[one] > self._items[other]:
            return True
        theirs = self._said[other]
        for style, (length, widest) in self._said[one].items():
            their_length, their_widest = theirs.get(style, (0.0, 0.0))
            if length > their_length or widest > their_widest:
                return True
        return False


def _smaller_for_no_reason(place: Sequence[_Text], contents: _Contents) -> Iterator[tuple[_Text, float, str]]:
    """Yield the running texts that are smaller than another one, on a face that has no more to show."""
    ordered = sorted(place, key=lambda text: -text.points)
    for text in ordered:
        for other in ordered:
            if other.points <= text.points * JUMP:
                break
            if not contents.has_more(text.face, other.face):
                yield text, other.points, "a longer one in its place"
                break
