"""Read the profiles of the export targets from `profiles.yaml`."""

from __future__ import annotations

from collections.abc import Mapping
from functools import cache
from pathlib import Path
from typing import Literal

import yaml

from cardgen.geometry.units import MM_PER_INCH, Mm, Size
from cardgen.impose.paper import find_card
from cardgen.plugin.schema import Model
from cardgen.report.diagnostics import one_of, quoted
from cardgen.report.errors import UnlocatedError
from cardgen.yaml_loader import LOADER

SAME_SIZE: Mm = 0.05
"""Two trims that differ by less than this, in mm, count as equal: no press cuts more precisely."""


class CardFormat(Model):
    """A card that a shop makes.

    Attributes:
        trim: Width and height of the card, mm.
        canvas: Width and height of its picture with bleed, pixels.
    """

    trim: tuple[float, float]
    canvas: tuple[int, int]

    @property
    def size(self) -> Size:
        """Trim size of the card, mm."""
        return Size(*self.trim)


class Profile(Model):
    """One target of `cardgen export`; the head of `profiles.yaml` explains the keys.

    Attributes:
        about: Description for people of what an export to it consists of.
        writer: Name of the writer of its files, a key of `exports.job.WRITERS`.
        takes: `cards`, only pieces of that role; `pieces`, of any role; or `all` components, documents too.
        leaves_out: Roles of pieces that it does not accept, though it accepts others than cards.
        dpi: Resolution of pictures; the highest one, where there is a `limit`.
        bleed: Distance that ink runs past the trim, mm, where no canvas states it.
        safe: Least distance of text from the trim, mm.
        ink: Largest sum of the four inks at any point, in %; 0 for RGB.
        limit: Largest width and height of a picture, in pixels; 0 for no limit.
        grid: Largest numbers of columns and rows of a sheet.
        least: Smallest number of columns, and of rows, of a sheet.
        copies: `manifest`, one file for all copies, which the manifest counts; or `files`, one file for each.
        names: Pattern of the names of pictures, with `{number}`, `{id}` and `{side}`.
        formats: Cards that a shop makes, by name, the usual one first; empty for a target that accepts any size.
        source: Pages on which the target states its rules.
    """

    title: str
    about: str
    writer: Literal["images", "mpc_order", "sheets", "tts", "pcio", "cards_pdf", "pdfx", "reading"]
    takes: Literal["cards", "pieces", "all"]
    leaves_out: tuple[Literal["die", "box", "part"], ...] = ()
    dpi: int
    bleed: float = 0.0
    safe: float = 0.0
    ink: int = 0
    limit: int = 0
    grid: tuple[int, int] = (1, 1)
    least: int = 1
    copies: Literal["manifest", "files"] = "manifest"
    names: str = ""
    formats: Mapping[str, CardFormat] = {}
    source: tuple[str, ...] = ()

    def bleed_of(self, chosen: CardFormat | None) -> Mm:
        """Return how far drawings must extend past the trim, mm, to fill the canvas of the chosen card, if there is one."""
        if chosen is None:
            return self.bleed
        (width, height), (across, down) = chosen.trim, chosen.canvas
        pixel = MM_PER_INCH / self.dpi
        return max(across * pixel - width, down * pixel - height) / 2


@cache
def profiles() -> Mapping[str, Profile]:
    """Return all targets by name."""
    data = yaml.load(Path(__file__).with_name("profiles.yaml").read_text("utf-8"), LOADER)
    return {name: Profile.model_validate(entry, strict=False) for name, entry in data.items()}


def find_profile(name: str) -> Profile:
    """Return the profile of a target, by its name in any case.

    Raises:
        UnlocatedError: E560, no target has the name.
    """
    known = profiles()
    if name.lower() not in known:
        raise UnlocatedError("E560", f"unknown target {quoted(name)}", **one_of(name.lower(), known))
    return known[name.lower()]


def choose_format(profile: Profile, card: str) -> CardFormat | None:
    """Return the shop's card for the size that the user states; None if the target accepts any size.

    Args:
        card: Name of one of its formats, a card size by name or measure, or empty for its first format.

    Raises:
        UnlocatedError: E502, the text is not a card size; E561, the shop does not make cards of the size.
    """
    if not profile.formats:
        return None
    if not card:
        return next(iter(profile.formats.values()))
    if card.lower() in profile.formats:
        return profile.formats[card.lower()]
    size = find_card(card)
    name = find_format(profile, size)
    if name is None:
        made = ", ".join(f"{name} ({known.size})" for name, known in profile.formats.items())
        message = f"{profile.title} makes no cards of {size}"
        raise UnlocatedError("E561", message, expected=f"--card with one of: {made}")
    return profile.formats[name]


def find_format(profile: Profile, size: Size) -> str | None:
    """Return the name of the shop's card of a size, to within `SAME_SIZE`; None if the shop makes none.

    Args:
        size: Trim size of the card, mm.
    """
    for name, made in profile.formats.items():
        if abs(made.size.width - size.width) < SAME_SIZE and abs(made.size.height - size.height) < SAME_SIZE:
            return name
    return None
