"""`cardgen printer`: the profiles of printers."""

from __future__ import annotations

import sys
from typing import TYPE_CHECKING, Annotated, Literal

import typer

from cardgen.cli import console
from cardgen.report.errors import UnlocatedError

if TYPE_CHECKING:
    from cardgen.printer.profiles import PrinterProfile

printer = typer.Typer(
    help="""Store how far off your printers are, as their test sheets show it; build --printer NAME corrects for it.

    Example: cardgen printer add my-inkjet --read 0.5,-0.25,0,0.25 --bars 129.5x210mm
    """,
    no_args_is_help=True,
    add_completion=False,
    pretty_exceptions_enable=False,
    rich_markup_mode=None,
)

Name = Annotated[str, typer.Argument(metavar="NAME", help="Name of the printer.", show_default=False)]
Read = Annotated[
    str,
    typer.Option(
        metavar="A,B,C,D",
        help="Readings of the four gauges on the test sheet; sets --dx, --dy and --angle.",
        show_default=False,
    ),
]
Bars = Annotated[
    str,
    typer.Option(
        metavar="WxH",
        help="Measured lengths of the bars W and H on the test sheet; sets --scale-x and --scale-y.",
        show_default=False,
    ),
]
Paper = Annotated[
    str, typer.Option(metavar="SIZE", help="Paper of the test sheet that --read and --bars were taken from.")
]
Dx = Annotated[float, typer.Option(metavar="MM", help="Move backs to the right, seen from the back, by -10 to 10 mm.")]
Dy = Annotated[float, typer.Option(metavar="MM", help="Move backs down, seen from the back, by -10 to 10 mm.")]
Angle = Annotated[
    float, typer.Option(metavar="DEGREES", help="Turn backs clockwise, seen from the back, by -5 to 5 degrees.")
]
ScaleX = Annotated[
    float,
    typer.Option(metavar="FACTOR", help="Scale widths on both sides, 0.9 to 1.1: 1.01 if prints are 1 % too narrow."),
]
ScaleY = Annotated[
    float,
    typer.Option(metavar="FACTOR", help="Scale heights on both sides, 0.9 to 1.1: 1.01 if prints are 1 % too short."),
]
Flip = Annotated[
    Literal["long-edge", "short-edge"],
    typer.Option(
        metavar="EDGE",
        help="Edge over which the printer, or you, turned the paper; the numbers hold for this edge only.",
    ),
]
Evens = Annotated[
    Literal["normal", "reversed"],
    typer.Option(
        metavar="ORDER",
        help="Order of the even pages in a second pass: normal, or reversed if the printer stacks its sheets face up.",
    ),
]
Landscape = Annotated[
    Literal["left", "right"],
    typer.Option(metavar="SIDE", help="Side to which the arrow on sheet 2 of the calibration points: left or right."),
]
Replace = Annotated[bool, typer.Option("--replace", help="Replace a printer of the same name.")]

Sure = Annotated[
    bool, typer.Option("--sure", help="Store a size outside of 97 to 103 % without being asked whether it is true.")
]


@printer.command()
def add(  # noqa: PLR0913, PLR0917 - the options of the command, which Typer passes by name
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
    sure: Sure = False,
    replace: Replace = False,
) -> None:
    """Store the profile of a printer, from its test sheet or from numbers that you know.

    Example: cardgen printer add my-inkjet --read 0.5,-0.25,0,0.25 --bars 129.5x210mm --evens reversed
    """
    from cardgen.printer.calibrate import measured_values
    from cardgen.printer.profiles import add_printer, make_profile

    if read and (dx or dy or angle):
        raise typer.BadParameter("it sets --dx, --dy and --angle; leave them out", param_hint="--read")
    if bars and (scale_x, scale_y) != (1, 1):
        raise typer.BadParameter("it sets --scale-x and --scale-y; leave them out", param_hint="--bars")
    with console.errors_reported():
        values = {"dx": dx, "dy": dy, "angle": angle, "scale_x": scale_x, "scale_y": scale_y}
        if read or bars:
            values |= measured_values(read, bars, paper, "long" if flip == "long-edge" else "short")
        if not sure:
            _ask_about_size(values["scale_x"], values["scale_y"], paper)
        profile = make_profile(**values, flip=flip, evens=evens, landscape=landscape)
        path = add_printer(name, profile, replace=replace)
    typer.echo(f"{name}: {_summary(profile)}\nstored in {path}")


def _ask_about_size(wider: float, higher: float, paper: str) -> None:
    """Ask on a terminal whether an odd size is true; elsewhere, and without a yes, it is an error."""
    from cardgen.printer.profiles import check_size

    try:
        check_size(wider, higher, paper.upper())
    except UnlocatedError as error:
        if not (sys.stdin.isatty() and typer.confirm(error.message, err=True)):
            raise


@printer.command("list")
def list_() -> None:
    """List the printers that are stored.

    Example: cardgen printer list
    """
    from cardgen.printer.profiles import load_printers

    with console.errors_reported():
        profiles = load_printers()
    for name, profile in profiles.items():
        typer.echo(f"{name}: {_summary(profile)}")
    if not profiles:
        typer.echo("no printer is stored yet; cardgen calibrate makes a test sheet", err=True)


@printer.command()
def show(name: Name) -> None:
    """Show the stored profile of a printer.

    Example: cardgen printer show my-inkjet
    """
    from cardgen.printer.profiles import load_printer, profiles_path

    with console.errors_reported():
        values = load_printer(name).model_dump()
    for key, value in values.items():
        typer.echo(f"{key.replace('_', '-')}: {value:g}" if isinstance(value, float) else f"{key}: {value}")
    typer.echo(f"stored in {profiles_path()}", err=True)


@printer.command()
def remove(name: Name) -> None:
    """Remove a printer.

    Example: cardgen printer remove my-inkjet
    """
    from cardgen.printer.profiles import remove_printer

    with console.errors_reported():
        path = remove_printer(name)
    typer.echo(f"{name} is removed from {path}")


def _summary(profile: PrinterProfile) -> str:
    """Return a profile in one line."""
    sizes = f"{100 * profile.scale_x:.4g} x {100 * profile.scale_y:.4g} %"
    return (
        f"backs {profile.dx:+z.2f} mm right, {profile.dy:+z.2f} mm down, {profile.angle:+z.2f} degrees clockwise; "
        f"size {sizes}; {profile.flip}, evens {profile.evens}, landscape {profile.landscape}"
    )
