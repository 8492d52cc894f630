"""Check a deck as a build does, in every language that it is written in."""

from __future__ import annotations

from dataclasses import replace
from pathlib import Path
from typing import TYPE_CHECKING, cast

from cardgen.pipeline.cache import BuildCache
from cardgen.pipeline.draw.components import Progress
from cardgen.pipeline.draw.preflight import find_advice
from cardgen.pipeline.open.load import written_languages
from cardgen.pipeline.open.project import other_language, read_project_deck
from cardgen.pipeline.options import BuildOptions, CheckOptions, DeckOptions
from cardgen.pipeline.printed_file.build import Job, check_pages, prepare
from cardgen.pipeline.printed_file.output import prepare_output
from cardgen.pipeline.printed_file.targets import target_of
from cardgen.plugin.components import PieceKind
from cardgen.plugin.hooks import game_rules
from cardgen.processes.command_limits import CommandLimitError, at_most
from cardgen.report.diagnostics import Collector, Diagnostic, has_too_many, sort_diagnostics
from cardgen.report.errors import CardgenError
from cardgen.report.quality import stops

if TYPE_CHECKING:
    from cardgen.plugin.rules.described.rules import DescribedRules

SECONDS_OF_TRIAL = 5.0
"""Processor time for the random games of a deck; those of the games that ship take about one."""


def check_deck(path: Path, options: BuildOptions, progress: Progress, out: Path | None = None) -> list[Diagnostic]:
    """Return everything that is wrong with a deck.

    The pages are drawn for a PDF too, since some errors show only then, such as an unknown font in a picture.

    Args:
        options: Options of the build to check. Without a language, the deck is checked in each language that it is
            written in; a note names the language of a problem that the first one does not have.
        progress: Called with the name of each stage as it begins.
        out: Folder of the PDF, or the PDF itself, if it is to be checked too whether the files can be written; None does
            not look at it.
    """
    opened = Collector()
    # The deck and pictures are read, and artworks converted, once for all languages.
    cache = BuildCache(lasting=False, on_disk=True, writes=False)
    languages = (options.language,) if options.language else deck_languages(path, opened, options, cache)
    if has_too_many(opened.items) and not options.draft:  # to find them again would cost as much time and memory
        return sort_diagnostics(opened.items)
    found: list[Diagnostic] = []
    for language in languages:
        more = _check(path, replace(options, language=language), progress, cache, out)
        notes = () if language == languages[0] else ((f"in the language '{language}'", None),)
        known = {(item.code, item.message, item.span) for item in found}
        found += [
            replace(item, notes=(*item.notes, *notes))
            for item in more
            if (item.code, item.message, item.span) not in known or (item.span is None and item not in found)
        ]
    if (isinstance(options, CheckOptions) and options.no_trial) or any(stops(item.code) for item in found):
        return found
    return [*found, *_played(path, options, cache)]


def _played(path: Path, options: BuildOptions, cache: BuildCache) -> list[Diagnostic]:
    """Return what random games say about the rules that the game of a deck describes."""
    _, game, deck = read_project_deck(path, options, Collector(), cache)
    if game is None or deck is None or not game.has_described_rules:  # only these can be tried at their lines
        return []
    rules = cast("DescribedRules", game_rules(game))
    try:
        with at_most(SECONDS_OF_TRIAL):
            return rules.trial(deck.data)
    except CommandLimitError as error:
        if not error.is_time:
            raise
        message = f"random games take more than {SECONDS_OF_TRIAL:g} seconds of computing, so nothing is known of them"
        return [
            Diagnostic("W245", message, rules.locate(("rules",)), "choices that change the game in a few steps each")
        ]


def _advice(job: Job) -> list[Diagnostic]:
    """Return where the faces fall short of the full standard of print, which --strict asks for."""
    kinds = [(part.component, part.pieces) for part in job.drawn if isinstance(part.component, PieceKind)]
    found = [item for kind, pieces in kinds for item in find_advice(kind, pieces, job.project)]
    return [replace(item, strict=True) for item in found]


def deck_languages(
    path: Path, found: Collector, options: DeckOptions | None = None, cache: BuildCache | None = None
) -> tuple[str, ...]:
    """Return the languages that a deck is written in; only the empty code, the game's first language, if it cannot be read.

    Args:
        found: Receives what is wrong with its shape, or that it cannot be read.
    """
    try:
        _, game, deck = read_project_deck(path, options or DeckOptions(), found, cache)
    except CardgenError as error:
        found.items += error.diagnostics
        return ("",)
    return written_languages(deck, game) if deck and game else ("",)


def _check(
    path: Path, options: BuildOptions, progress: Progress, cache: BuildCache, out: Path | None
) -> list[Diagnostic]:
    found: list[Diagnostic] = []
    try:
        if out is None:
            job = prepare(path, options, progress, cache)
        else:
            target = target_of(path, out, other_language(path, options, cache))
            job = prepare_output(path, target, options, progress, cache)
        found += job.warnings
        if options.strict and not options.draft:
            found += _advice(job)
        progress("compose")
        if job.sheets:
            check_pages(job, cache)
    except CardgenError as error:
        found += error.diagnostics
    return found
