"""What each target takes: the data of `profiles.yaml`."""

from __future__ import annotations

from collections.abc import Mapping
from functools import cache
from pathlib import Path
from typing import Literal

import yaml

from cardgen.geometry.units import MM_PER_INCH, Mm, Size
from cardgen.impose.paper import find_card
from cardgen.plugin.schema import Model
from cardgen.report.diagnostics import did_you_mean, quoted
from cardgen.report.errors import UnlocatedError

SAME_SIZE: Mm = 0.05
"""Two trims that differ by less than this are one: no press cuts finer."""


class Format(Model):
    """A card that a shop makes.

    Attributes:
        trim: Width and height of the card, mm.
        canvas: Width and height of its picture with bleed, pixels.
    """

    trim: tuple[float, float]
    canvas: tuple[int, int]

    @property
    def size(self) -> Size:
        """The card after cutting."""
        return Size(*self.trim)


class Profile(Model):
    """One target of `cardgen export`; the head of `profiles.yaml` explains the keys.

    Attributes:
        title, about: For people.
        writer, takes: Who makes the files, and of which pieces.
        dpi: Of pictures; at most, where there is a `limit`.
        bleed: How far ink runs past the cut, mm, where no canvas says so.
        safe: How far text must stay away from the cut, mm.
        ink: Most ink on one place, the sum of the four inks in %; 0 for RGB.
        limit: Most pixels on a side of a picture; 0 for none.
        grid: Most columns and rows of a sheet.
        least: Columns and rows that a sheet has at least.
        copies: One file for all copies with their number in the manifest, or one each.
        names: Of the pictures.
        formats: Cards that it makes; none takes every size.
        source: Where the rule was read.
    """

    title: str
    about: str
    writer: Literal["images", "sheets", "tts", "pcio", "cards_pdf", "pdfx"]
    takes: Literal["cards", "all"]
    dpi: int
    bleed: float = 0.0
    safe: float = 0.0
    ink: int = 0
    limit: int = 0
    grid: tuple[int, int] = (1, 1)
    least: int = 1
    copies: Literal["manifest", "files"] = "manifest"
    names: str = ""
    formats: Mapping[str, Format] = {}
    source: tuple[str, ...] = ()

    def bleed_of(self, chosen: Format | None) -> Mm:
        """How far the drawings must reach past the cut to fill the canvas."""
        if chosen is None:
            return self.bleed
        (width, height), (across, down) = chosen.trim, chosen.canvas
        pixel = MM_PER_INCH / self.dpi
        return max(across * pixel - width, down * pixel - height) / 2


@cache
def profiles() -> Mapping[str, Profile]:
    """All targets by name."""
    data = yaml.safe_load(Path(__file__).with_name("profiles.yaml").read_text("utf-8"))
    return {name: Profile.model_validate(entry, strict=False) for name, entry in data.items()}


def find_profile(name: str) -> Profile:
    """The profile of a target.

    Raises:
        UnlocatedError: E560, there is none.
    """
    known = profiles()
    if name.lower() not in known:
        expected = f"one of: {', '.join(known)}"
        raise UnlocatedError(
            "E560", f"unknown target {quoted(name)}", expected=expected, hints=did_you_mean(name.lower(), known)
        )
    return known[name.lower()]


def choose_format(profile: Profile, card: str) -> Format | None:
    """The shop's card for what the user asks for; None if the target takes any size.

    Args:
        profile: The target.
        card: Name of one of its formats, a card size by name or measure, or "" for its first format.

    Raises:
        UnlocatedError: E502, no card size; E561, a size that the shop does not make.
    """
    if not profile.formats:
        return None
    if not card:
        return next(iter(profile.formats.values()))
    if card.lower() in profile.formats:
        return profile.formats[card.lower()]
    size = find_card(card)
    for known in profile.formats.values():
        if abs(known.size.width - size.width) < SAME_SIZE and abs(known.size.height - size.height) < SAME_SIZE:
            return known
    made = ", ".join(f"{name} ({known.size})" for name, known in profile.formats.items())
    raise UnlocatedError("E561", f"{profile.title} makes no card of {size}", expected=f"--card with one of: {made}")
