"""Printers by name, in a YAML file in the user's configuration folder."""

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
    "scale_x": (0.9, 1.1, "(1 is right)"),
    "scale_y": (0.9, 1.1, "(1 is right)"),
}
"""Far beyond what printers do (print shops assume 1 mm, the worst seen are off by 4): more is a slip of the pen."""

_NAME_RULE = "a letter or digit, then up to 39 letters, digits, blanks, dots, hyphens or underscores"
_Name = Annotated[str, StringConstraints(pattern=r"^\w[\w .-]{0,39}$"), Expected(_NAME_RULE)]
_HEAD = "# Printers, as `cardgen printer add` wrote them; measured with `cardgen calibrate`. May be edited.\n"


def _limited(name: str, default: float) -> float:
    low, high, unit = LIMITS[name]
    field: float = Field(default, ge=low, le=high, description=f"{low:g} to {high:g} {unit}")
    return field


class PrinterProfile(Model):
    """What one printer does, and how its wrongs are put right.

    Attributes:
        dx, dy, angle, scale_x, scale_y: As in `Adjustment`, for upright pages.
        flip: The edge about which it, or its owner, turns the paper; `dx`, `dy` and `angle` hold for this one only.
        evens: `reversed` if the stack of printed rectos comes back with its last sheet on top.
        landscape: Which way it turns pages that are wider than high.
    """

    dx: float = _limited("dx", 0)
    dy: float = _limited("dy", 0)
    angle: float = _limited("angle", 0)
    scale_x: float = _limited("scale_x", 1)
    scale_y: float = _limited("scale_y", 1)
    flip: FlipOption = "long-edge"
    evens: EvenOrder = "normal"
    # RFC 8011, 5.2.10: a landscape page is turned by 90 degrees anti-clockwise.
    landscape: LandscapeTurn = "left"

    @property
    def flip_edge(self) -> FlipEdge:
        """The edge of the paper that stays where it is."""
        return "long" if self.flip == "long-edge" else "short"

    def adjustment(self, paper: Size, *, verso: bool) -> Adjustment:
        """The correction of a page: a verso is moved behind its recto, and both come out in their true size.

        Args:
            paper: Size of the page as it is seen.
            verso: Whether it is an even page.
        """
        upright = Adjustment(self.dx, self.dy, self.angle, self.scale_x, self.scale_y)
        seen = upright if paper.width <= paper.height else upright.for_landscape(self.landscape)
        return seen if verso else seen.scale_only


class _File(Model):
    printers: dict[_Name, PrinterProfile] = Field(default={})


def profiles_path() -> Path:
    """Where the printers are kept: `printers.yaml` in the folder `CARDGEN_CONFIG`, else in the user's own for cardgen."""
    folder = os.environ.get("CARDGEN_CONFIG")
    return (Path(folder) if folder else user_config_path("cardgen", appauthor=False)) / "printers.yaml"


def load_printers() -> dict[str, PrinterProfile]:
    """All printers that were added, by name.

    Raises:
        CardgenError: The file is damaged; each fault has its place.
    """
    path, found = profiles_path(), Collector()
    if not path.exists():
        return {}
    node = load_yaml(path, found, display_path(str(path)))
    file = validate_as(node, _File, found) if node else None
    if file is None:
        raise CardgenError(sort_diagnostics(found.items))
    return dict(file.printers)


def load_printer(name: str) -> PrinterProfile:
    """The printer of that name.

    Raises:
        UnlocatedError: E520, there is none.
        CardgenError: As from `load_printers`.
    """
    known = load_printers()
    if name not in known:
        expected = f"one of: {', '.join(known)}" if known else "the name of a printer that was added; there is none yet"
        hints = did_you_mean(name, known) or ("cardgen calibrate makes a test sheet, cardgen printer add keeps it",)
        raise UnlocatedError("E520", f"unknown printer {quoted(name)}", expected=expected, hints=hints)
    return known[name]


def add_printer(name: str, printer: PrinterProfile, *, replace: bool = False) -> Path:
    """Keep a printer; gives the file that it was written to.

    Args:
        name: How `--printer` is to call it.
        printer: What it does.
        replace: Whether one of the same name may be replaced.

    Raises:
        UnlocatedError: E522, the name is taken; E523, it is no good name; E524, the file cannot be written.
        CardgenError: As from `load_printers`.
    """
    try:
        TypeAdapter(_Name).validate_python(name)
    except ValidationError:
        raise UnlocatedError("E523", f"{quoted(name)} is no name for a printer", expected=_NAME_RULE) from None
    known = load_printers()
    if name in known and not replace:
        raise UnlocatedError(
            "E522", f"there is a printer {quoted(name)} already", hints=("--replace puts this one in its place",)
        )
    return _keep({**known, name: printer})


def remove_printer(name: str) -> Path:
    """Forget a printer; gives the file that was written.

    Raises:
        UnlocatedError: E520, there is none of that name; E524, the file cannot be written.
        CardgenError: As from `load_printers`.
    """
    load_printer(name)
    return _keep({other: printer for other, printer in load_printers().items() if other != name})


def make_profile(**values: float | str) -> PrinterProfile:
    """A printer of values as the command line gives them.

    Args:
        values: Of the fields of `PrinterProfile`; the closed lists are right already.

    Raises:
        UnlocatedError: E521, a number is out of range.
    """
    for name, (low, high, unit) in LIMITS.items():
        value = values.get(name, low)
        if not (isinstance(value, (int, float)) and low <= value <= high):
            message = f"{name.replace('_', '-')} of {value} is out of range"
            raise UnlocatedError("E521", message, expected=f"{low:g} to {high:g} {unit}")
    # Rounded to far less than can be measured, so that the file stays readable.
    rounded = {name: round(value, 6) if isinstance(value, float) else value for name, value in values.items()}
    return PrinterProfile.model_validate(rounded)


def _keep(printers: Mapping[str, PrinterProfile]) -> Path:
    """Write the file in one step; a failure leaves the old one whole."""
    path = profiles_path()
    data = {"printers": {name: printer.model_dump() for name, printer in sorted(printers.items())}}
    text = _HEAD + yaml.safe_dump(data, sort_keys=False, allow_unicode=True)
    try:
        replace_file(path, text.encode())
    except UnlocatedError as fault:
        message = fault.message.replace("output", "file of the printers", 1)
        hint = "the environment variable CARDGEN_CONFIG names another folder"
        raise UnlocatedError("E524", message, hints=(hint,)) from fault
    return path
