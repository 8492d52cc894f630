"""Store printer profiles by name in a YAML file in the user's configuration folder.

A profile comes from the readings of a calibration sheet or from the user; adjustments of pages go out.
"""

from __future__ import annotations

import os
from collections.abc import Mapping
from pathlib import Path
from typing import Annotated, Literal

import yaml
from platformdirs import user_config_path
from pydantic import Field, StringConstraints, TypeAdapter, ValidationError

from cardgen.geometry.units import Size
from cardgen.model.adjustment import Adjustment, LandscapeTurn
from cardgen.model.sheet import FlipEdge
from cardgen.plugin.schema import Expected, Model
from cardgen.read.yaml import load_yaml
from cardgen.report.diagnostics import Collector, did_you_mean, quoted, sort_diagnostics
from cardgen.report.errors import CardgenError, UnlocatedError
from cardgen.report.source import display_path
from cardgen.validate.schema import validate_as
from cardgen.write.files import replace_file

FlipOption = Literal["long-edge", "short-edge"]
EvenOrder = Literal["normal", "reversed"]

LIMITS: Mapping[str, tuple[float, float, str]] = {
    "dx": (-10, 10, "mm"),
    "dy": (-10, 10, "mm"),
    "angle": (-5, 5, "degrees"),
    "scale_x": (0.9, 1.1, "(1 for no change)"),
    "scale_y": (0.9, 1.1, "(1 for no change)"),
}
"""Smallest value, largest value and unit of each number.

Print shops allow for 1 mm, and the worst home printers are off by 4 mm, so larger values are typing errors.
"""

USUAL_SIZES = (0.97, 1.03)
"""Sizes of prints, as shares of the true size, that a printer causes at 100 %. Beyond, the print dialog has scaled the page,
the sheet was for another paper, or a bar was misread: 94 % is A4 that was fitted to Letter."""

_NAME_RULE = "a letter or digit, then up to 39 letters, digits, spaces, dots, hyphens or underscores"
_ProfileName = Annotated[str, StringConstraints(pattern=r"^\w[\w .-]{0,39}$"), Expected(_NAME_RULE)]
_FILE_COMMENT = "# Printer profiles, added with `cardgen printer add`. You may edit this file.\n"


def _limited(name: str, default: float) -> float:
    low, high, unit = LIMITS[name]
    field: float = Field(default, ge=low, le=high, description=f"{low:g} to {high:g} {unit}")
    return field


class PrinterProfile(Model):
    """The corrections and habits of one printer.

    Attributes:
        dx: Movement of a verso in portrait to the right, in mm; see `Adjustment`.
        dy: Movement of a verso in portrait downwards, in mm.
        angle: Rotation of a verso, in degrees clockwise.
        scale_x: Factor for the widths of portrait pages.
        scale_y: Factor for the heights of portrait pages.
        flip: The edge on which the printer or its owner turns the paper; `dx`, `dy` and `angle` hold only for it.
        evens: `reversed` if the stack of printed rectos comes out with its last sheet on top.
        landscape: Which way the printer turns landscape pages.
    """

    dx: float = _limited("dx", 0)
    dy: float = _limited("dy", 0)
    angle: float = _limited("angle", 0)
    scale_x: float = _limited("scale_x", 1)
    scale_y: float = _limited("scale_y", 1)
    flip: FlipOption = "long-edge"
    evens: EvenOrder = "normal"
    # RFC 8011, 5.2.10: the content of a landscape page is rotated by 90 degrees anticlockwise.
    landscape: LandscapeTurn = "left"

    @property
    def flip_edge(self) -> FlipEdge:
        """The edge of the paper on which it is turned."""
        return "long" if self.flip == "long-edge" else "short"

    def adjustment(self, paper: Size, *, verso: bool) -> Adjustment:
        """Return the adjustment that puts a verso behind its recto and prints both at their true size."""
        portrait = Adjustment(self.dx, self.dy, self.angle, self.scale_x, self.scale_y)
        adjustment = portrait if paper.width <= paper.height else portrait.for_landscape(self.landscape)
        return adjustment if verso else adjustment.scale_only


class _ProfileFile(Model):
    printers: dict[_ProfileName, PrinterProfile] = Field(default={})


def profiles_path() -> Path:
    """Return the path of `printers.yaml` in the folder `CARDGEN_CONFIG`, or else in the user's configuration folder."""
    folder = os.environ.get("CARDGEN_CONFIG")
    return (Path(folder) if folder else user_config_path("cardgen", appauthor=False)) / "printers.yaml"


def load_printers() -> dict[str, PrinterProfile]:
    """Read all profiles, by name; none if there is no file.

    Raises:
        CardgenError: The file is not valid; each problem has its position.
    """
    path, found = profiles_path(), Collector()
    if not path.exists():
        return {}
    node = load_yaml(path, found, display_path(str(path)))
    file = validate_as(node, _ProfileFile, found) if node else None
    if file is None:
        raise CardgenError(sort_diagnostics(found.items))
    return dict(file.printers)


def load_printer(name: str) -> PrinterProfile:
    """Read the profile with the given name.

    Raises:
        UnlocatedError: E520 if there is no such profile.
        CardgenError: See `load_printers`.
    """
    known = load_printers()
    if name not in known:
        expected = (
            f"one of: {', '.join(known)}" if known else "a printer added with cardgen printer add; there is none yet"
        )
        hints = did_you_mean(name, known) or (
            "cardgen calibrate prints a calibration sheet, cardgen printer add saves the result",
        )
        raise UnlocatedError("E520", f"unknown printer {quoted(name)}", expected=expected, hints=hints)
    return known[name]


def add_printer(name: str, printer: PrinterProfile, *, replace: bool = False) -> Path:
    """Add a profile to the file.

    Args:
        name: The name for `--printer`.

    Returns:
        The path of the file.

    Raises:
        UnlocatedError: E522 if the name is taken; E523 if the name is not valid; E524 if the file cannot be written.
        CardgenError: See `load_printers`.
    """
    try:
        TypeAdapter(_ProfileName).validate_python(name)
    except ValidationError:
        raise UnlocatedError("E523", f"{quoted(name)} is not a valid printer name", expected=_NAME_RULE) from None
    known = load_printers()
    if name in known and not replace:
        raise UnlocatedError("E522", f"printer {quoted(name)} already exists", hints=("replace it with --replace",))
    return _save({**known, name: printer})


def remove_printer(name: str) -> Path:
    """Remove a profile from the file, and return the path of the file.

    Raises:
        UnlocatedError: E520 if there is no such profile; E524 if the file cannot be written.
        CardgenError: See `load_printers`.
    """
    load_printer(name)
    return _save({other: printer for other, printer in load_printers().items() if other != name})


def make_profile(**values: float | str) -> PrinterProfile:
    """Return a profile with values from the command line.

    Args:
        **values: Fields of `PrinterProfile`; those that are texts have been checked already.

    Raises:
        UnlocatedError: E521 if a number is out of range.
    """
    for name, (low, high, unit) in LIMITS.items():
        value = values.get(name, low)
        if not (isinstance(value, (int, float)) and low <= value <= high):
            message = f"{name.replace('_', '-')} is {value:.6g}, which is out of range"
            raise UnlocatedError("E521", message, expected=f"{low:g} to {high:g} {unit}")
    # Rounded far more finely than anyone can measure, so that the file stays readable.
    rounded = {name: round(value, 6) if isinstance(value, float) else value for name, value in values.items()}
    return PrinterProfile.model_validate(rounded)


def check_size(wider: float, higher: float, paper: str) -> None:
    """Refuse scales that undo a size of prints that no printer causes.

    Args:
        wider: Factor for the widths of portrait pages.
        paper: Name of the paper that the test sheet was made for, for people.

    Raises:
        UnlocatedError: E528, prints are narrower, wider, shorter or taller than `USUAL_SIZES`.
    """
    sizes = {side: 1 / scale for side, scale in (("wide", wider), ("tall", higher)) if scale > 0}
    low, high = USUAL_SIZES
    odd = [f"{100 * size:.1f} % {side}" for side, size in sizes.items() if not low <= size <= high]
    if odd:
        raise UnlocatedError(
            "E528",
            f"prints are {' and '.join(odd)}: was the paper {paper}, and the sheet printed at 100 %?",
            expected=f"{100 * low:g} to {100 * high:g} % of the true size",
            hints=("measure the bars again, or repeat the command with --sure",),
        )


def _save(printers: Mapping[str, PrinterProfile]) -> Path:
    """Replace the file, and return its path; if that fails, the old file stays as it was."""
    path = profiles_path()
    data = {"printers": {name: printer.model_dump() for name, printer in sorted(printers.items())}}
    text = _FILE_COMMENT + yaml.safe_dump(data, sort_keys=False, allow_unicode=True)
    try:
        replace_file(path, text.encode())
    except UnlocatedError as error:
        message = error.message.replace("output", "printer file", 1)
        hint = "set the environment variable CARDGEN_CONFIG to another folder"
        raise UnlocatedError("E524", message, hints=(hint,)) from error
    return path
