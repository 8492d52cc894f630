"""The options and arguments that several commands share, each declared once with its help."""

from __future__ import annotations

from pathlib import Path
from typing import Annotated, Any, Literal

import typer

from cardgen.pipeline.open.deck_names import purpose_of
from cardgen.pipeline.options import OPTIONS, flag_of


def _without_presets(paths: list[Path]) -> list[Path]:
    """Leave out the files beside the decks that are none, which a shell's `decks/*.yaml` also matches."""
    return [path for path in paths if not purpose_of(path.name)] or paths


def split_names(text: str) -> tuple[str, ...]:
    """Split a comma-separated list of names."""
    return tuple(part.strip() for part in text.split(",") if part.strip())


def declared(name: str, default: object = "") -> Any:
    """Return the option of a field as Typer takes it.

    Args:
        name: Name of the field in `OPTIONS`.
        default: Its default, which help shows if there is one.
    """
    info = OPTIONS[name]
    told = f" [default: {info.told}]" if info.told else ""
    return typer.Option(
        flag_of(name),
        metavar=info.metavar or None,
        help=info.help + told,
        min=info.least,
        max=info.most,
        show_default=bool(default) and not info.told,
    )


Decks = Annotated[
    list[Path],
    typer.Argument(
        metavar="DECK",
        help="Deck files: YAML, or a list of cards (cards.csv, cards.xlsx#sheet, cards.json, cards.md; - is standard input).",
        show_default=False,
        callback=_without_presets,
    ),
]
Out = Annotated[
    Path, typer.Option(metavar="PATH", help="Folder for the PDFs; for a single deck, it may be the PDF itself.")
]
Quiet = Annotated[bool, typer.Option("--quiet", "-q", help="Print nothing but errors.")]

Html = Annotated[
    Path | None,
    typer.Option(metavar="FILE", help="Write the report as one page that needs no network.", show_default=False),
]
Json = Annotated[bool, typer.Option("--json", help="Print the report as JSON, for scripts.")]
Rules = Annotated[
    list[str] | None,
    typer.Option(
        "--rule",
        metavar="NAME=VALUE",
        help="Change a setting of the rules; an unknown name lists them all. Can be repeated.",
        show_default=False,
    ),
]
Jobs = Annotated[int, typer.Option(metavar="NUMBER", help="Number of processes; 0 starts one for each core.")]
Scheduler = Annotated[
    str,
    typer.Option(
        metavar="ADDRESS",
        help="Play on a Dask cluster such as tcp://host:8786 instead of --jobs; needs pip install 'cardgen[cluster]'.",
        show_default=False,
    ),
]

FlipEdge = Annotated[
    Literal["long-edge", "short-edge"],
    typer.Option(
        metavar="EDGE", help="Edge over which the paper is turned: long-edge (like a page of a book) or short-edge."
    ),
]
Language = Annotated[str, declared("language")]
Only = Annotated[str, declared("only")]
Paper = Annotated[str, declared("paper", "a4")]
Margins = Annotated[str, declared("margins")]
Port = Annotated[
    int | None,
    typer.Option(
        metavar="NUMBER",
        min=1,
        max=65535,
        help="Port to listen on. [default: 8270 or the next free]",
        show_default=False,
    ),
]
Polling = Annotated[
    bool, typer.Option("--poll", help="Look for changed files again and again, for network drives that report none.")
]
