"""Write the results of the balance assistant: the page, the changed deck, the list of numbers that may change."""

from __future__ import annotations

from collections.abc import Sequence
from pathlib import Path

from cardgen.balancing.assistant import BalanceOptions, open_balance
from cardgen.balancing.deck_numbers import open_source
from cardgen.balancing.edits import check_target, write_proposal
from cardgen.balancing.result import BalanceReport
from cardgen.balancing.search import MOST_PROPOSALS
from cardgen.play.matches import name_decks
from cardgen.report.errors import UnlocatedError


def check_outputs(paths: Sequence[Path], html: Path | None, write: Path | None, pick: int) -> None:
    """Check before the first game that what is to be written can be.

    Args:
        html: The page; None for none.
        write: The new deck file or a folder; None for none.
        pick: Number of the proposal to write, from 1.

    Raises:
        UnlocatedError: E601, a file cannot be written; E787, it is one of the decks; E788, there are never so many
            proposals.
    """
    from cardgen.write.files import check_writable

    if html is not None:
        check_writable(html)
    if write is not None:
        check_target(write, paths)
        if write.suffix:
            check_writable(write)
        _check_pick(pick, MOST_PROPOSALS)


def why_not_written(report: BalanceReport, pick: int) -> str:
    """Return why a proposal is not worth a file, or nothing.

    Args:
        pick: Number of the proposal, from 1.

    Raises:
        UnlocatedError: E788, there is no such proposal; E789, it does not meet the target.
    """
    if not report.proposals and report.before.rates and report.before.is_met:
        return "no change is needed"
    if not report.proposals:
        raise UnlocatedError("E789", "there is no proposal to write", hints=_HINTS)
    _check_pick(pick, len(report.proposals))
    if not report.proposals[pick - 1].is_met:
        raise UnlocatedError("E789", f"proposal {pick} does not meet the target", hints=_HINTS)
    return ""


_HINTS = ("the report says why, and how many games would tell more",)


def _check_pick(pick: int, count: int) -> None:
    if pick > count:
        raise UnlocatedError("E788", f"there is no proposal {pick} to write", expected=f"1 to {count}")


def write_page(report: BalanceReport, path: Path, decks: Sequence[Path]) -> None:
    """Write a report as a page, with the faces of the cards that it changes or blames.

    Args:
        path: File to write; an older one is replaced.

    Raises:
        UnlocatedError: E601, the file cannot be written; an older one is unchanged.
    """
    from cardgen.balancing.document import balance_document
    from cardgen.pipeline.report_page import face_pictures, write_page

    cards = [(change.deck, change.card) for proposal in report.proposals for change in proposal.changes]
    cards += [(card.deck, card.card) for card in report.blame]
    pictures = face_pictures(dict(zip(name_decks(decks), decks, strict=True)), cards)
    write_page(balance_document(report, pictures), path)


def write_deck(paths: Sequence[Path], report: BalanceReport, pick: int, target: Path) -> tuple[list[Path], list[str]]:
    """Write the decks of a proposal.

    Args:
        pick: Number of the proposal, from 1.
        target: See `write_proposal`.

    Returns:
        The files, and the texts that are left to write anew.

    Raises:
        CardgenError: A deck has errors by now.
        UnlocatedError: E601, E786, E787, see `write_proposal`; E788, E789, see `why_not_written`.
    """
    if why_not_written(report, pick):
        return [], []
    sources = [open_source(path, name) for path, name in zip(paths, name_decks(paths), strict=True)]
    return write_proposal(sources, report.proposals[pick - 1], target)


def list_numbers(paths: Sequence[Path], options: BalanceOptions) -> None:
    """Print the numbers that may change.

    Raises:
        CardgenError: See `open_balance`.
        UnlocatedError: See `open_balance`.
    """
    from cardgen.balancing.document import numbers_document
    from cardgen.report.terminal import print_document

    opened = open_balance(paths, options)
    places = [str(stated.node.span) for stated in opened.freedom.stated]
    print_document(numbers_document(opened.freedom.numbers, places, [source.name for source in opened.sources]))
