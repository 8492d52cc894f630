"""Compare a deck with what is on paper, in small steps while the process is idle."""

from __future__ import annotations

import time
from collections.abc import Iterable, Iterator
from pathlib import Path

from cardgen.changes.compare import Change, compare
from cardgen.changes.components import designs_of
from cardgen.changes.fingerprint import Fingerprints
from cardgen.changes.inventory import Design, Inventory
from cardgen.guard.files import Stamp, stamp_of
from cardgen.pipeline.draw.components import DrawnComponent
from cardgen.pipeline.printed_file.build import Job
from cardgen.pipeline.printed_file.records import read_printed
from cardgen.pipeline.printed_file.targets import printed_record
from cardgen.preview.session.snapshot import ShownPrinted
from cardgen.report.errors import CardgenError

_STEP = 0.01
"""Seconds of work after which requests are looked for again."""


class PrintedComparison:
    """Compares a deck with the record of its last print.

    Args:
        target: The PDF of the whole deck, beside which the record is.

    Attributes:
        shown: What was found last; None if nothing is on paper.
    """

    def __init__(self, target: Path) -> None:
        self.shown: ShownPrinted | None = None
        self._target = target
        self._record: tuple[tuple[Path, Stamp | None], Inventory | None] | None = None
        self._prints: Fingerprints | None = None
        self._fonts: object = None
        self._work: Iterator[None] = iter(())

    def begin(self, job: Job) -> None:
        """Start to compare; what was being compared is given up."""
        other = job.project.other_language
        before = self._printed(self._target.with_stem(f"{self._target.stem}.{other}") if other else self._target)
        if before is None:
            self.shown = None
            self._work = iter(())
        else:
            self._work = self._compare(before, job)

    def step(self) -> bool:
        """Compare for a moment; return whether there was something to do."""
        end, is_working = time.monotonic() + _STEP, False
        for _ in self._work:
            is_working = True
            if time.monotonic() > end:
                break
        return is_working

    def _printed(self, target: Path) -> Inventory | None:
        """Return what is on paper; a record that cannot be used counts as none, which a build of what changed reports."""
        state = target, stamp_of(printed_record(target))
        if self._record is None or self._record[0] != state:
            try:
                self._record = state, read_printed(target)
            except CardgenError:
                self._record = state, None
        return self._record[1]

    def _compare(self, before: Inventory, job: Job) -> Iterator[None]:
        """Yield after each design; at the end, set what is shown."""
        fonts = {name: (path, stamp_of(path)) for name, path in job.fonts.items()}
        if self._prints is None or self._fonts != fonts:
            self._fonts, self._prints = fonts, Fingerprints(job.fonts)
        prints, designs = self._prints, list[Design]()
        for part in job.drawn:
            for design in designs_of(part, prints):
                designs.append(design)
                yield
        prints.keep_only(drawing for part in job.drawn for drawing in part.drawings)
        kinds = tuple(part.component.name for part in job.drawn)
        self.shown = _shown(compare(before, Inventory(kinds, tuple(designs))), job.drawn)


def _shown(changes: Iterable[Change], drawn: Iterable[DrawnComponent]) -> ShownPrinted:
    documents = {part.component.name for part in drawn if part.pages}
    found, missing, gone = dict[str, str](), 0, 0
    for change in changes:
        missing += change.missing
        if change.after is None:
            gone += 1
        elif change.status != "same":
            kind, id = change.after.key
            found[kind if kind in documents else f"{kind}/{id}"] = change.status
    return ShownPrinted(found, missing, gone)
