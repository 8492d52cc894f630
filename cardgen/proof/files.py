"""Proofs and differences as files."""

from __future__ import annotations

from collections.abc import Callable
from pathlib import Path

from cardgen.pipeline.build import Job
from cardgen.proof.color_vision import draw_color_vision_proof
from cardgen.proof.overview import draw_overview
from cardgen.proof.registration import draw_registration_proof
from cardgen.report.errors import CardgenError, UnlocatedError
from cardgen.write.files import replace_file

PROOFS: dict[str, Callable[[Job], bytes]] = {"overview": draw_overview, "proof": draw_registration_proof}
"""What `cardgen proof` makes: the end of the name of each file to what makes it."""


def write_proofs(job: Job, target: Path, *, eyes: bool = False) -> list[Path]:
    """Write all proofs of a deck.

    Args:
        job: The deck.
        target: The PDF whose name theirs begin with.
        eyes: Also how it looks in grey and to the colour-blind.

    Returns:
        The files.

    Raises:
        CardgenError: A template or a picture has faults; E601, a file cannot be written, and all are as they were.
    """
    wanted = {**PROOFS, "eyes": draw_color_vision_proof} if eyes else PROOFS
    made = {target.with_stem(f"{target.stem}-{name}"): make(job) for name, make in wanted.items()}
    for path, data in made.items():
        save_proof(path, data)
    return list(made)


def save_proof(path: Path, data: bytes) -> None:
    """Write a file; the old one stays whole if that fails.

    Raises:
        CardgenError: E601, it cannot be written.
    """
    try:
        replace_file(path, data)
    except UnlocatedError as fault:
        raise CardgenError([fault.at(None)]) from None
