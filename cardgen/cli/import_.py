"""`cardgen import`: make a deck folder from a project of another tool."""

from __future__ import annotations

import os
import shlex
from pathlib import Path
from typing import Annotated

import typer

from cardgen.cli import console, options
from cardgen.report.diagnostics import plural

Project = Annotated[
    Path,
    typer.Argument(
        metavar="PROJECT",
        help="A folder of Cider or Squib, a script of Squib (.rb) or nanDECK (.txt, .nde), a set of Magic Set Editor "
        "(.mse-set), or a save of Tabletop Simulator (.json).",
        show_default=False,
    ),
]
NewFolder = Annotated[
    Path | None,
    typer.Option(
        "--out", metavar="FOLDER", help="The new folder. [default: the name of the project]", show_default=False
    ),
]
Overwrite = Annotated[
    bool, typer.Option("--overwrite", help="Replace files of the same names in a folder that exists; others stay.")
]


def import_(
    project: Project, out: NewFolder = None, overwrite: Overwrite = False, quiet: options.Quiet = False
) -> None:
    """Make a deck folder from a project of another tool.

    Its lists, pictures and sizes are taken, and its boxes, which `cardgen preview` moves with the mouse. What was taken and
    what was left is told line by line. Nothing is fetched from the web, and no script is run.

    Example: cardgen import foxes.mse-set
    """
    from cardgen.importing.project import import_project

    with console.errors_reported():
        result = import_project(project, out, overwrite=overwrite)
    if quiet:
        return
    for note in result.imported.notes:
        typer.echo(str(note))
    count = sum(len(kind.rows) for kind in result.imported.kinds)
    typer.echo(f"{result.folder}: {plural(count, 'card')}, {plural(len(result.files), 'file')}")
    deck = shlex.quote(str(result.deck)) if os.name != "nt" else f'"{result.deck}"'
    typer.echo("next:")
    typer.echo(f"  cardgen build {deck}")
    typer.echo(f"  cardgen templates {deck}")
