"""Cache the output of templates between builds, until what a template read has changed, and name what is kept of drawings."""

from __future__ import annotations

from collections.abc import Collection, Mapping, Sequence
from hashlib import blake2b
from itertools import takewhile
from typing import TYPE_CHECKING, Any, NamedTuple

from cardgen.geometry.units import Mm, Rect, Size
from cardgen.model.drawing import Drawing
from cardgen.records import dataclass
from cardgen.render.templates.dependencies import Reads, Recorder

if TYPE_CHECKING:  # only templates with faults, and pages that are drawn, pay for the import
    from cardgen.render.templates.problems import FaceProblem
    from cardgen.render.text.columns import FilledColumn
    from cardgen.render.text.rows import KnownRows
    from cardgen.report.source import Span

RenderingKey = tuple[str, str, tuple[int, int]]
"""Name of the template, name of the subject, number of the page and number of pages (0 and 0 for a piece)."""

DrawingKey = tuple[bytes, Size, Mm]
"""Digest of the output of a template, trim size and bleed."""

OF_KIND = {"kind", "fields"}
"""Variables that are the same for all pieces of a kind."""

_DECK, _COLORS = "deck", "colors"


class CachedOutput(NamedTuple):
    """Output of a template, and all that it was made of.

    Attributes:
        used_variables: The `repr` of the variables that it used besides the deck, which distinguishes 1, 1.0 and True.
        reads: What it read of the deck and its colours.
        digest: Digest of the output, which names its drawing.
        markup: The output; None where another process or an earlier command has drawn it, and only the drawing was left.
    """

    used_variables: Mapping[str, str]
    reads: Reads
    templates: frozenset[str]
    digest: bytes
    markup: str | None


def digest_of(markup: str) -> bytes:
    """Return the digest of the output of a template."""
    return blake2b(markup.encode("utf-8", "surrogatepass"), digest_size=16).digest()


class OutputCache:
    """The output of the templates of a build, beside that of the build before.

    Args:
        previous: What is left of the build before; see `unaffected`.
    """

    def __init__(
        self, shared: Mapping[str, Any], colors: Mapping[str, str], previous: Mapping[RenderingKey, CachedOutput]
    ) -> None:
        self._shared = shared
        self._recorder = Recorder({_DECK: shared.get(_DECK), _COLORS: colors})
        self._previous = previous
        self._kept: dict[RenderingKey, CachedOutput] = {}
        self._represented: dict[int, tuple[object, str]] = {}  # of variables that many templates share
        distinct = {id(rendering.reads): rendering.reads for rendering in previous.values()}
        self._reads: dict[frozenset[Any], Reads] = {
            frozenset(reads.items()): reads for reads in distinct.values()
        }  # equal ones are one object

    def unaffected(self, changed: Collection[str]) -> Mapping[RenderingKey, CachedOutput]:
        """Return what no change of these templates affects, for the next build."""
        return {key: one for key, one in self._kept.items() if one.templates.isdisjoint(changed)}

    def release(self, known: Collection[object]) -> Mapping[RenderingKey, CachedOutput]:
        """Return what was kept last, for another process that knows these keys, and forget the output itself."""
        new = [*takewhile(lambda pair: pair[0] not in known, reversed(self._kept.items()))]
        released = {key: one._replace(markup=None) for key, one in new}
        self._kept.update(released)
        return released

    def add(self, released: Mapping[RenderingKey, CachedOutput]) -> None:
        """Keep what another process has released."""
        for key, one in released.items():
            self._kept[key] = one._replace(reads=self._reads.setdefault(frozenset(one.reads.items()), one.reads))

    def reuse(self, key: RenderingKey, values: Mapping[str, Any]) -> CachedOutput | None:
        """Return, and keep, the output of the build before if the template would give the same again."""
        before = self._previous.get(key)
        if before is None or not self._is_same(before, values):
            return None
        self._kept[key] = before
        return before

    def noted(self, values: Mapping[str, Any]) -> Mapping[str, Any]:
        """Return the variables for a template that is rendered now, with a deck whose use is noted."""
        self._recorder.begin()
        return {**values, _DECK: self._recorder.view[_DECK]} if _DECK in values else values

    def note_color(self, name: str) -> None:
        """Note that the template asked for a colour."""
        self._recorder.view[_COLORS].get(name)

    def keep(
        self,
        key: RenderingKey,
        values: Mapping[str, Any],
        markup: str,
        used_variables: Collection[str],
        used_templates: Collection[str],
    ) -> None:
        """Keep the output of the template that was rendered just now, with all that it was made of."""
        names = [name for name in used_variables if name != _DECK or name not in values]
        noted = self._recorder.reads
        reads = self._reads.setdefault(frozenset(noted.items()), noted)
        used = {name: self._represent(name, values) for name in names}
        self._kept[key] = CachedOutput(used, reads, frozenset(used_templates), digest_of(markup), markup)

    def _is_same(self, before: CachedOutput, values: Mapping[str, Any]) -> bool:
        return self._recorder.has_same(before.reads) and all(
            text == self._represent(name, values) for name, text in before.used_variables.items()
        )

    def _represent(self, name: str, values: Mapping[str, Any]) -> str:
        value = values.get(name, ...)
        if name not in self._shared and name not in OF_KIND:
            return repr(value)
        known = self._represented.get(id(value))
        if known is None:
            known = self._represented[id(value)] = value, repr(value)
        return known[1]


class Remarks(NamedTuple):
    """What is wrong with a drawing and does not stop the build, to be said again in each build.

    Attributes:
        problems: The problems, each with its place in the template.
        untold: Number of others by code.
    """

    subject: str
    problems: Sequence[tuple[FaceProblem, Span]]
    untold: Mapping[str, int]


@dataclass(frozen=True, slots=True)
class RenderedTemplate:
    """What a page or a figure of a document draws.

    Attributes:
        markup: Output of its template; with `shown` it decides about the rest.
        shown: Pieces that it shows, by kind and id.
        has_warnings: Whether it has problems that do not stop the build.
    """

    markup: str
    drawing: Drawing
    columns: Sequence[Rect]
    shown: Mapping[tuple[str, str], Drawing | None]
    has_warnings: bool


@dataclass(frozen=True, slots=True)
class RenderedDocument:
    """The pages of a document, and what they depend on.

    Attributes:
        filled: Output of its templates by name, page, number of pages and end of the text; with the pieces that they show it
            decides what is on the pages.
        templates: What its templates draw, by the same.
        columns: The text and figures, column by column.
        figures: Name and words of each figure in the order of the text.
        rows: Its text as rows; None if they are not known.
    """

    filled: Mapping[tuple[str, int, int, float], str]
    pages: list[Drawing]
    templates: Mapping[tuple[str, int, int, float], RenderedTemplate]
    columns: Sequence[FilledColumn]
    figures: Sequence[tuple[str, str]]
    rows: KnownRows | None
