"""`cardgen build`: write PDFs."""

from __future__ import annotations

import sys
from pathlib import Path
from typing import TYPE_CHECKING, Annotated

import typer

from cardgen.cli import console, layout
from cardgen.report.diagnostics import Diagnostic, sort_diagnostics
from cardgen.report.errors import CardgenError, UnlocatedError

if TYPE_CHECKING:
    from collections.abc import Sequence

    from cardgen.impose.layout import Layout
    from cardgen.pipeline.build import Job
    from cardgen.pipeline.options import BuildOptions

    Cuts = Sequence[tuple[Path, Sequence[int]]]

Changed = Annotated[
    bool,
    typer.Option(
        "--changed",
        help="Only what looks different since the last print, or is there in more copies, as DECK-changed.pdf; "
        "cardgen printed says what was printed.",
    ),
]


def build(  # noqa: PLR0913, PLR0917 - the options of the command, which Typer calls by name
    decks: console.Decks,
    out: console.Out = Path("out"),
    paper: console.Paper = "a4",
    card: console.Card = "",
    lang: console.Language = "",
    only: console.Only = "",
    printer: console.Printer = "",
    changed: Changed = False,
    duplex: layout.Duplex = None,
    evens: layout.Evens = None,
    split: layout.Split = False,
    margins: layout.Margins = "",
    gap: layout.Gap = "",
    bleed: layout.Bleed = "",
    marks: layout.Marks = "crop",
    corners: layout.Corners = "",
    plotter: layout.Plotter = "",
    cut_file: layout.CutFile = "",
    ink: layout.Ink = "full",
    strict: console.Strict = False,
    quiet: console.Quiet = False,
) -> None:
    """Write a PDF for each deck, ready to print.

    Checks everything first; a deck with an error writes nothing and leaves its old PDF as it was.

    Example: cardgen build decks/samurai.yaml --paper letter
    """
    from cardgen.pipeline.options import BuildOptions
    from cardgen.printer.cut_files import parse_formats

    targets = console.targets(decks, out)
    options = BuildOptions(
        paper=paper,
        card=card,
        language=lang,
        only=console.parts_of(only),
        strict=strict,
        printer=printer,
        ink=ink,
        margins=margins,
        gap=gap,
        bleed=bleed,
        corners=corners,
        marks=marks,
        duplex=duplex,
        evens=evens,
        split=split,
        plotter=plotter,
    )
    found: list[Diagnostic] = []
    try:
        formats = parse_formats(cut_file, duplex)
    except UnlocatedError as fault:
        console.fail([fault.at(None)])
    for deck, target in zip(decks, targets, strict=True):
        try:
            with console.progress(deck.name, quiet=quiet) as stage:
                job, written, cuts = _build(deck, target, options, formats, stage, changed=changed)
            if not quiet:
                console.say(job.warnings)
                console.say_changes(job.changes)
                _summary(job, written)
                _say_cuts(cuts)
        except UnlocatedError as fault:
            found.append(fault.at(None))
        except CardgenError as error:
            found += error.diagnostics
    console.say(sort_diagnostics(found))
    raise typer.Exit(console.exit_code(found))


def _build(
    deck: Path, target: Path, options: BuildOptions, formats: Sequence[str], stage: console.Stage, *, changed: bool
) -> tuple[Job, list[Path], Cuts]:
    """Write what is asked of one deck, and remember how it looks; gives the PDFs and the cut files."""
    from cardgen.changes.components import take_inventory
    from cardgen.changes.inventory import Inventory
    from cardgen.pipeline.build import prepare, write
    from cardgen.pipeline.records import note_built, note_spellings, printed_of, spellings_of
    from cardgen.printer.cut_files import write_cut_files

    since = printed_of(target) or Inventory() if changed else None
    job = prepare(deck, options, stage, since=since)
    stage("write")
    file = target.with_stem(f"{target.stem}-changed") if changed else target
    written = write(job, file) if job.sheets else []
    cuts = write_cut_files(job.sheets, job.layout, job.title, file, formats)
    spellings = spellings_of(target)
    note_built(target, take_inventory(job.drawn, job.fonts, spellings))
    note_spellings(target, spellings)
    return job, written, cuts


def _summary(job: Job, written: Sequence[Path]) -> None:
    """What was written and what to print; just the path if nobody is looking."""
    from cardgen.impose.order import files_of

    if not job.sheets:
        typer.echo("nothing is to be printed: all pieces look as they were last printed", err=True)
        return
    if not sys.stdout.isatty():
        typer.echo("\n".join(map(str, written)))
        return
    kinds: dict[str, int] = {}
    for sheet in job.sheets:
        kinds[sheet.kind] = kinds.get(sheet.kind, 0) + 1
    pieces = sum(piece.copies for part in job.parts for piece in part.pieces)
    typer.echo(f"{' and '.join(map(str, written))}: {job.title}, {console.plural(pieces, 'piece')}")
    parts = ", ".join(f"{kind} {count}" for kind, count in kinds.items())
    last = files_of(len(job.sheets), job.layout)[0].last
    typer.echo(f"  {console.plural(len(job.sheets), 'sheet')} of {job.paper.name} ({parts}), {last} pages")
    typer.echo(f"  print pages 3-{last} at 100 %, {_way(job.layout)}; page 1 tells more")


def _say_cuts(cuts: Cuts) -> None:
    """Which file is for which pages; just the paths if nobody is looking."""
    for path, pages in cuts:
        numbers = f": cuts page{'s' if len(pages) > 1 else ''} {', '.join(map(str, pages))}"
        typer.echo(f"{path}{numbers if sys.stdout.isatty() else ''}")


def _way(layout: Layout) -> str:
    """How it is printed, in a few words."""
    if not layout.two_sided:
        return "one side only"
    if layout.split:
        return "one side only, turn the stack, then the backs"
    turned = f"the stack turned on the {layout.flip} edge between them"
    return f"odd pages, then even pages, {turned}" if layout.by_hand else f"both sides, flip on the {layout.flip} edge"
