"""Run playtests from deck files and options as text, with the report as a page."""

from __future__ import annotations

import os
import re
from collections.abc import Mapping, Sequence
from contextlib import AbstractContextManager, closing, nullcontext
from dataclasses import dataclass, replace
from pathlib import Path
from typing import Any

from cardgen.play.matches import OpenedDecks, name_decks, open_decks
from cardgen.play.players import players_of_playtest
from cardgen.play.simulate.cluster import open_cluster, parse_address
from cardgen.play.simulate.levels import LADDER, level_below, levels_of
from cardgen.play.simulate.match import games_of_round, is_cooperative
from cardgen.play.simulate.playtest import PlaytestRequest, playtest
from cardgen.play.simulate.pool import MultiProcessExecutor, executor_for
from cardgen.play.simulate.report import Report
from cardgen.play.simulate.report_setup import Setup
from cardgen.play.simulate.run import Executor
from cardgen.play.simulate.stage import Progress
from cardgen.play.table_records import read_finished, with_people
from cardgen.play.variants import PlayerCounts, parse_counts, parse_settings, parse_variants
from cardgen.plugin.rules.contest import Contest, GameRules, turn_words_of
from cardgen.report.diagnostics import quoted
from cardgen.report.errors import UnlocatedError
from cardgen.version import __version__

MOST_GAMES = 1_000_000
MOST_JOBS = 1000
MOST_TIME = 7 * 24 * 3600  # seconds
TIME_BESIDE_PEOPLE = 120.0  # seconds of games of agents beside those of people, unless another limit is given
_TIME = re.compile(
    r"(?:(\d{1,3}(?:\.\d{1,3})?) ?h(?:ours?)? ?)?(?:(\d{1,5}(?:\.\d{1,3})?) ?m(?:in(?:utes?)?)? ?)?(?:(\d{1,6}) ?(?:s(?:ec(?:onds?)?)?)?)?"
)
GAMES, GAMES_UNTIL = 200, 10_000
"""Default numbers of games of a line-up, without and with a precision to reach."""


@dataclass(frozen=True, slots=True)
class PlaytestOptions:
    """The options of a playtest, as a person writes them.

    Attributes:
        level: Levels of skill, separated by commas, such as `script,greedy`; everything is played at each.
        games: Number of games of each pairing or line-up; None: 200, or at most 10,000 with `until`.
        seed: Seed of all games; the same seed gives the same report.
        jobs: Number of processes; 0: one for each core.
        until: Precision at which to stop, as text such as `+-2%`; empty: play all games.
        skill: Games of each deck against itself, a level against the one below; 0 for none.
        impact: Games for each card that is replaced by a blank; 0 for none.
        rules: Settings as `name=value`; in a co-operative game also `name=value,value`, to compare them.
        scheduler: Address of a Dask cluster to play on; empty: this computer.
        players: Number of players, or several of a co-operative game, such as `2,4,6`; None: two, or as the game and the
            number of decks suggest.
        difficulty: Levels of difficulty of a co-operative game, separated by commas, or `all`; empty: the game's own.
        time: Time after which no further round is played, such as `5m`, `90s` or `1h30m`; empty: no limit.
        records: Folder of the records of games that people have played at tables, to be compared; None for none. Unless
            `games`, `until` or `time` says how much agents play, they play for `TIME_BESIDE_PEOPLE` at most.
    """

    level: str = "greedy"
    games: int | None = None
    seed: int = 0
    jobs: int = 0
    until: str = ""
    skill: int = 0
    impact: int = 0
    rules: Sequence[str] = ()
    scheduler: str = ""
    players: PlayerCounts = None
    difficulty: str = ""
    time: str = ""
    records: Path | None = None


def play_decks(paths: Sequence[Path], options: PlaytestOptions, progress: Progress | None = None) -> Report:
    """Playtest decks.

    Args:
        progress: Called after each round; None for nobody, and then no time is estimated.

    Raises:
        CardgenError: See `open_decks`.
        UnlocatedError: E704 to E706, E710, E711, E718 and E720 to E724 and E760 to E764, invalid option; E712, E713, the cluster cannot
            play; E730, the records cannot be read.
        UnfinishedPlaytest: The worker processes were lost: E709, E713, E714.
    """
    executor = open_executor(options.jobs, options.scheduler)
    check_options(options)
    if options.records is not None:
        read_finished(options.records)
    opened = open_decks(paths)
    setup = setup_of(opened, name_decks(paths), options)
    with executor as opened_executor:
        request = PlaytestRequest(setup, opened_executor, _most_time(options))
        report = playtest(opened.rules, opened.decks, request, progress)
    if options.records is None:
        return report
    return replace(report, people=with_people(report, opened, options.records))


def check_options(options: PlaytestOptions) -> None:
    """Check what can be checked before decks are opened.

    Raises:
        UnlocatedError: E704 to E706, E718 and E722 to E724, invalid option.
    """
    levels = levels_of(options.level)
    parse_precision(options.until)
    parse_time(options.time)
    _check_games(_most_games(options), 1)
    _check_games(options.skill, 0)
    _check_games(options.impact, 0)
    parse_settings(options.rules)
    parse_counts(options.players)
    if options.skill and not any(level_below(level) for level in levels):
        raise UnlocatedError("E723", f"no level is weaker than {LADDER[0]}", expected="--skill with another --level")


def setup_of(opened: OpenedDecks, names: tuple[str, ...], options: PlaytestOptions) -> Setup:
    """Return what is played with decks.

    Args:
        names: Name of each deck, no two alike.
        options: What to play, checked by `check_options`.

    Raises:
        UnlocatedError: E718 and E720 to E722 and E760 to E764, invalid option.
    """
    rules, decks = opened.rules, opened.decks
    counts = parse_counts(options.players)
    counts = tuple(dict.fromkeys(players_of_playtest(rules, len(decks), count) for count in counts or (None,)))
    settings, variants = parse_variants(rules, options.rules, counts, options.difficulty)
    samples = [_sample(rules, decks, {**settings, **one.rules}, one.players) for one in variants]
    sample = samples[0]
    if not is_cooperative(sample):
        if len(variants) > 1:
            message = "several numbers of players or values of a setting cannot be compared in one playtest"
            raise UnlocatedError("E762", message, expected="a co-operative game, or a playtest for each")
        settings, variants = {**settings, **variants[0].rules}, ()
    elif len(variants) == 1 and not variants[0].rules:
        variants = ()
    amounts = _most_games(options), options.skill, options.impact
    games, skill, impact = (_whole_rounds(count, games_of_round(sample)) for count in amounts)
    return Setup(
        names,
        levels_of(options.level),
        games,
        options.seed,
        __version__,
        parse_precision(options.until),
        skill,
        impact,
        settings,
        teams=tuple(sample.teams),
        variants=variants,
        turn_words=turn_words_of(sample),
    )


def _most_games(options: PlaytestOptions) -> int:
    """Return the number of games of a pairing or a line-up."""
    if options.games is not None:
        return options.games
    return GAMES_UNTIL if options.until else GAMES


def _most_time(options: PlaytestOptions) -> float | None:
    """Return the time after which no further round is played, in seconds; None for no limit."""
    beside_people = options.records is not None and options.games is None and not options.until
    return parse_time(options.time) or (TIME_BESIDE_PEOPLE if beside_people else None)


def _sample(rules: GameRules, decks: Sequence[Any], settings: Mapping[str, str], players: int) -> Contest:
    """Return a contest of the first decks, to see which players play together."""
    copies = 1 if rules.shares_deck else players
    return rules.contest([decks[at % len(decks)] for at in range(copies)], settings, players)


def check_page(path: Path) -> None:
    """Check before the first game that a page can be written.

    Raises:
        UnlocatedError: E601, it cannot be written.
    """
    from cardgen.write.files import check_writable

    check_writable(path)


def write_page(report: Report, path: Path, decks: Sequence[Path]) -> None:
    """Write a report as a page, with the faces of its cards.

    Args:
        path: File to write; an older one is replaced.

    Raises:
        UnlocatedError: E601, the file cannot be written; an older one is unchanged.
    """
    from cardgen.pipeline.report_page import face_pictures, write_page
    from cardgen.play.simulate.document import playtest_document

    cards = [(one.deck, one.id) for one in report.strongest.cards] if report.games else []
    pictures = face_pictures(dict(zip(name_decks(decks), decks, strict=True)), cards)
    write_page(playtest_document(report, pictures), path)


def parse_precision(text: str) -> float | None:
    """Read a half width: `+-2%`, `2 %` or `0.02`; None for an empty text.

    Raises:
        UnlocatedError: E706, the text is not a precision from 0.1 % to 50 %.
    """
    if not text:
        return None
    number = re.fullmatch(r"(?:\+-|\+/-|±)?\s*(\d{1,3}(?:\.\d{1,6})?)\s*(%?)", text.strip())
    share = float(number[1]) / (100 if number[2] else 1) if number else 0.0
    if not 0.001 <= share <= 0.5:
        raise UnlocatedError("E706", f"invalid precision {quoted(text)}", expected="0.1% to 50%, such as +-2%")
    return share


def parse_time(text: str) -> float | None:
    """Read a time such as `5m`, `90s`, `1h30m` or `300`, in seconds; None for an empty text.

    Raises:
        UnlocatedError: E724, the text is not a time from a second to seven days.
    """
    if not text:
        return None
    match = _TIME.fullmatch(text.strip().lower())
    hours, minutes, seconds = (float(part or 0) for part in match.groups()) if match else (0.0, 0.0, 0.0)
    found = 3600 * hours + 60 * minutes + seconds
    if not 1 <= found <= MOST_TIME:
        raise UnlocatedError("E724", f"invalid time {quoted(text)}", expected="1s to 7 days, such as 5m, 90s or 1h30m")
    return found


def _check_games(games: int, least: int) -> int:
    if not least <= games <= MOST_GAMES:
        expected = f"a number from {max(least, 1)} to {MOST_GAMES}"
        raise UnlocatedError("E705", f"number of games out of range: {games}", expected=expected)
    return games


def _whole_rounds(games: int, of_round: int) -> int:
    """Return the number of games rounded up to whole rounds."""
    return -(-games // of_round) * of_round


def open_executor(jobs: int, scheduler: str) -> AbstractContextManager[Executor]:
    """Return where games are played, as a context that closes it.

    Args:
        jobs: Number of processes of this computer; 0: one for each core.
        scheduler: Address of a Dask cluster; empty: this computer.

    Raises:
        UnlocatedError: E710, invalid number of processes, or both are given; E711, invalid address.
    """
    if not scheduler:
        executor = executor_for(_check_jobs(jobs))
        return closing(executor) if isinstance(executor, MultiProcessExecutor) else nullcontext(executor)
    if jobs:
        raise UnlocatedError("E710", "--jobs cannot be combined with --scheduler", expected="one of the two")
    return open_cluster(parse_address(scheduler))


def _check_jobs(jobs: int) -> int:
    if not 0 <= jobs <= MOST_JOBS:
        expected = f"a number from 1 to {MOST_JOBS}, or 0 for one process for each core"
        raise UnlocatedError("E710", f"number of processes out of range: {jobs}", expected=expected)
    return jobs or os.cpu_count() or 1
