"""Cut files for plotters, written beside the PDF whose sheets they cut.

Sheets and their layout come in, SVG or DXF files go out. The formats themselves are in `cardgen.write.cut_file`.
"""

from __future__ import annotations

from collections import Counter
from collections.abc import Iterator, Sequence
from pathlib import Path

from cardgen.impose.layout import Layout
from cardgen.impose.order import page_numbers
from cardgen.impose.plotter import CutPlan, cut_plans
from cardgen.model.sheet import Sheet
from cardgen.records import dataclass
from cardgen.report.diagnostics import one_of, quoted
from cardgen.report.errors import UnlocatedError
from cardgen.write.file_set import Write
from cardgen.write.files import replace_file


@dataclass(frozen=True, slots=True)
class CutFile:
    """A file for a cutting plotter.

    Attributes:
        pages: Numbers of the pages of the PDF that it cuts, from 1.
    """

    path: Path
    pages: tuple[int, ...]


def check_formats(names: Sequence[str], duplex: str | None) -> tuple[str, ...]:
    """Return the formats of cut files in lower case, each once.

    Args:
        names: Names of formats in upper or lower case; none for no cut file.
        duplex: How backs get behind faces; None if the user left that open.

    Raises:
        UnlocatedError: E533 if a format is unknown; E508 if the sheets are folded before they are cut.
    """
    formats = tuple(dict.fromkeys(name.strip().lower() for name in names if name.strip()))
    if formats:
        from cardgen.write.cut_file import CUT_FORMATS
    for name in formats:
        if name not in CUT_FORMATS:
            raise UnlocatedError("E533", f"unknown cut file format {quoted(name)}", **one_of(name, CUT_FORMATS))
    if formats and duplex == "fold":
        message = "--cut-file cuts sheets as they are printed, but --duplex fold folds and glues them first"
        raise UnlocatedError("E508", message, expected="--duplex long-edge, short-edge, manual or none with --cut-file")
    return formats


def write_cut_files(
    sheets: Sequence[Sheet],
    layout: Layout,
    title: str,
    target: Path,
    formats: Sequence[str],
    write: Write = replace_file,
) -> list[CutFile]:
    """Write one file in each format for each group of sheets that are cut alike.

    Args:
        target: The PDF. `DECK.pdf` leads to `DECK-cut-bases.svg`, and to `DECK-cut-bases-2.svg` if some sheets of bases
            differ.
        formats: Keys of `CUT_FORMATS`; none writes nothing.

    Raises:
        UnlocatedError: E601 if a file cannot be written.
    """
    if not formats:
        return []
    from cardgen.write.cut_file import CUT_FORMATS

    pages = page_numbers(sheets, layout)
    written = []
    for name, plan in _named_plans(sheets):
        cut = [pages[at].recto for at in plan.sheets]
        about = f"{title}: {name}, pages {', '.join(map(str, cut))} of {target.name}"
        for suffix in formats:
            path = _path_of(target, name, suffix)
            write(path, CUT_FORMATS[suffix](plan.paper, plan.outlines, about))
            written.append(CutFile(path, tuple(cut)))
    return written


def cut_file_paths(sheets: Sequence[Sheet], target: Path, formats: Sequence[str]) -> list[Path]:
    """Return the files that `write_cut_files` writes.

    Args:
        formats: Keys of `CUT_FORMATS`.
    """
    plans = _named_plans(sheets) if formats else ()
    return [_path_of(target, name, suffix) for name, _ in plans for suffix in formats]


def _named_plans(sheets: Sequence[Sheet]) -> Iterator[tuple[str, CutPlan]]:
    """Yield the groups of sheets that are cut alike, each with a name of its own."""
    numbers: Counter[str] = Counter()
    for plan in cut_plans(sheets):
        numbers[plan.kind] += 1
        yield plan.kind if numbers[plan.kind] == 1 else f"{plan.kind}-{numbers[plan.kind]}", plan


def _path_of(target: Path, name: str, suffix: str) -> Path:
    return target.with_name(f"{target.stem}-cut-{name}.{suffix}")
