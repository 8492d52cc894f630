"""`cardgen printer`: what your printers do wrong, kept by name."""

from __future__ import annotations

from collections.abc import Iterator
from contextlib import contextmanager
from typing import TYPE_CHECKING, Annotated, Literal

import typer

from cardgen.cli import console
from cardgen.report.errors import CardgenError, UnlocatedError

if TYPE_CHECKING:
    from cardgen.printer.profiles import PrinterProfile

printer = typer.Typer(
    help="""Keep what your printers do wrong, as a test sheet showed it, for build --printer NAME.

    Example: cardgen printer add my-inkjet --read 0.5,-0.25,0,0.25 --bars 129.5x210mm
    """,
    short_help="Keep what your printers do wrong, for build --printer.",
    no_args_is_help=True,
)

Name = Annotated[str, typer.Argument(metavar="NAME", help="Name of the printer.", show_default=False)]
Read = Annotated[
    str,
    typer.Option(
        metavar="A,B,C,D", help="Numbers of the four gauges of the calibration sheet; sets dx, dy and angle.",
        show_default=False,
    ),
]  # fmt: skip
Bars = Annotated[
    str,
    typer.Option(
        metavar="WxH", help="What the bars W and H of the calibration sheet measure; sets both scales.",
        show_default=False,
    ),
]  # fmt: skip
Paper = Annotated[str, typer.Option(help="Paper of the calibration sheet that --read and --bars are of.")]
Dx = Annotated[float, typer.Option(help="Moves backs to the right, as they are read, mm; -10 to 10.")]
Dy = Annotated[float, typer.Option(help="Moves backs down, as they are read, mm; -10 to 10.")]
Angle = Annotated[float, typer.Option(help="Turns backs clockwise, as they are read, degrees; -5 to 5.")]
ScaleX = Annotated[float, typer.Option(help="Factor for widths, both sides; 1.01 if they print 1 % too small.")]
ScaleY = Annotated[float, typer.Option(help="Factor for heights, both sides.")]
Flip = Annotated[
    Literal["long-edge", "short-edge"],
    typer.Option(help="The edge about which the printer, or you, turns the paper; the numbers hold for this one."),
]
Evens = Annotated[
    Literal["normal", "reversed"],
    typer.Option(help="Order of the even pages when they are printed apart; reversed if it stacks face up."),
]
Landscape = Annotated[
    Literal["left", "right"], typer.Option(help="Which way sheet 2 of the calibration points; left is usual.")
]
Replace = Annotated[bool, typer.Option("--replace", help="Replace a printer of the same name.")]


@printer.command()
def add(  # noqa: PLR0913, PLR0917 - the options of the command, which Typer calls by name
    name: Name,
    read: Read = "",
    bars: Bars = "",
    paper: Paper = "a4",
    dx: Dx = 0,
    dy: Dy = 0,
    angle: Angle = 0,
    scale_x: ScaleX = 1,
    scale_y: ScaleY = 1,
    flip: Flip = "long-edge",
    evens: Evens = "normal",
    landscape: Landscape = "left",
    replace: Replace = False,
) -> None:
    """Keep a printer, by its test sheet or by numbers that you know.

    Example: cardgen printer add my-inkjet --read 0.5,-0.25,0,0.25 --bars 129.5x210mm --evens reversed
    """
    from cardgen.printer.profiles import add_printer, make_profile

    if read and (dx or dy or angle):
        raise typer.BadParameter("it sets dx, dy and angle itself; leave them out", param_hint="--read")
    if bars and (scale_x, scale_y) != (1, 1):
        raise typer.BadParameter("it sets both scales itself; leave them out", param_hint="--bars")
    with _told():
        values = {"dx": dx, "dy": dy, "angle": angle, "scale_x": scale_x, "scale_y": scale_y}
        if read or bars:
            values |= _measured(read, bars, paper, "long" if flip == "long-edge" else "short")
        made = make_profile(**values, flip=flip, evens=evens, landscape=landscape)
        path = add_printer(name, made, replace=replace)
    typer.echo(f"{name}: {_said(made)}\nkept in {path}")


@printer.command("list")
def list_() -> None:
    """List the printers that were added.

    Example: cardgen printer list
    """
    from cardgen.printer.profiles import load_printers

    with _told():
        known = load_printers()
    for name, made in known.items():
        typer.echo(f"{name}: {_said(made)}")
    if not known:
        typer.echo("there is no printer yet; cardgen calibrate makes a test sheet", err=True)


@printer.command()
def show(name: Name) -> None:
    """Show what is kept of a printer.

    Example: cardgen printer show my-inkjet
    """
    from cardgen.printer.profiles import load_printer, profiles_path

    with _told():
        made = load_printer(name)
    typer.echo("\n".join(f"{key.replace('_', '-')}: {_short(value)}" for key, value in made.model_dump().items()))
    typer.echo(f"kept in {profiles_path()}", err=True)


@printer.command()
def remove(name: Name) -> None:
    """Forget a printer.

    Example: cardgen printer remove my-inkjet
    """
    from cardgen.printer.profiles import remove_printer

    with _told():
        path = remove_printer(name)
    typer.echo(f"{name} is removed from {path}")


@contextmanager
def _told() -> Iterator[None]:
    """End the command on a fault, after it was told."""
    try:
        yield
    except UnlocatedError as fault:
        console.fail([fault.at(None)])
    except CardgenError as error:
        console.fail(error.diagnostics)


def _measured(read: str, bars: str, paper: str, flip: Literal["long", "short"]) -> dict[str, float]:
    """What the calibration sheet says."""
    from cardgen.impose.paper import find_paper
    from cardgen.printer.gauges import compute_adjustment, parse_bar_sizes, parse_readings, plan_gauges

    plan = plan_gauges(find_paper(paper), flip)
    found = compute_adjustment(plan, parse_readings(read or "0,0,0,0"), parse_bar_sizes(bars) if bars else plan.bars)
    values = {"scale_x": found.scale_x, "scale_y": found.scale_y} if bars else {}
    return values | ({"dx": found.dx, "dy": found.dy, "angle": found.angle} if read else {})


def _said(made: PrinterProfile) -> str:
    """A printer in a line."""
    sizes = f"{100 * made.scale_x:.4g} x {100 * made.scale_y:.4g} %"
    return (
        f"backs {made.dx:+z.2f} mm right, {made.dy:+z.2f} mm down, {made.angle:+z.2f} degrees clockwise; size {sizes};"
        f" {made.flip}, evens {made.evens}, landscape {made.landscape}"
    )


def _short(value: object) -> str:
    return f"{value:g}" if isinstance(value, float) else str(value)
