"""Count who wins the games that people have played at tables, from the records of finished games."""

from __future__ import annotations

from collections.abc import Callable, Iterator, Mapping, Sequence
from dataclasses import dataclass
from pathlib import Path

from cardgen.play.matches import OpenedDecks
from cardgen.play.simulate.formats import is_known
from cardgen.play.simulate.intervals import Interval, mean, wilson
from cardgen.play.simulate.match import team_scores
from cardgen.play.simulate.report import Level, Report
from cardgen.play.simulate.report_people import PeopleResults, PlayedBy
from cardgen.plugin.rules.contest import Contest
from cardgen.read.files import FileKind, decode, is_below, read_file
from cardgen.report.diagnostics import quoted
from cardgen.report.errors import UnlocatedError

PERSON = "person"
"""How a record names a seat on which a person has played the whole game."""
_RECORD = FileKind("file", missing="E730", unreadable="E730", too_large="E730", limit=4 * 2**20)


@dataclass(frozen=True, slots=True)
class FinishedGame:
    """A record of a game that was played to its end.

    Attributes:
        seats: Who has played on each seat: `person`, the level of an agent, or several of them.
    """

    decks: tuple[str, ...]
    players: int
    seats: tuple[str, ...]
    returns: tuple[float, ...]


def read_finished(folder: Path) -> list[FinishedGame]:
    """Return the finished games of a folder that a table has recorded; other files, and links out of it, are left out.

    Raises:
        UnlocatedError: E730, there is no such folder, or a record in it cannot be read.
    """
    if not folder.is_dir():
        raise UnlocatedError("E730", f"{quoted(folder)} is not a folder", expected="a folder of recorded games")
    games = (_finished(path) for path in sorted(folder.glob("*.playthrough")) if is_below(path, folder))
    return [game for game in games if game]


def _finished(path: Path) -> FinishedGame | None:
    try:
        lines = decode(read_file(path, _RECORD)).splitlines()
    except UnicodeDecodeError:
        return None
    heads = dict(line[2:].split(": ", 1) for line in lines if line.startswith("# ") and ": " in line)
    ends = [line.removeprefix("returns: ").split() for line in lines[-1:] if line.startswith("returns: ")]
    seats = tuple(heads[f"seat {number}"] for number in range(1, len(lines)) if f"seat {number}" in heads)
    decks = tuple(heads[f"deck {number}"] for number in range(1, len(lines)) if f"deck {number}" in heads)
    try:
        returns = tuple(map(float, ends[0]))
    except (IndexError, ValueError):
        return None
    return FinishedGame(decks, len(returns), seats, returns) if len(seats) == len(returns) > 0 and decks else None


def with_people(report: Report, opened: OpenedDecks, folder: Path) -> PeopleResults:
    """Return who has won the recorded games of the decks of a playtest, beside what its agents did.

    Raises:
        UnlocatedError: See `read_finished`.
    """
    known = dict(zip(_fingerprints(opened), report.setup.decks, strict=True))
    found: dict[tuple[str, str], list[tuple[float, Interval | None]]] = {}
    used = others = 0
    for game in read_finished(folder):
        names = [known.get(deck, "") for deck in game.decks]
        if not all(names) or game.players not in opened.rules.player_counts:
            others += 1
            continue
        used += 1
        scores = team_scores(_contest(opened, names, game.players, report).teams, game.returns)
        for (deck, who), score in _sides(names, game, scores).items():
            found.setdefault((deck, who), []).append((score, _expected(report.strongest, deck, names, game.players)))
    rows = [_row(deck, who, results) for (deck, who), results in sorted(found.items())]
    return PeopleResults(used, others, tuple(rows))


def _sides(names: Sequence[str], game: FinishedGame, scores: Sequence[float]) -> Mapping[tuple[str, str], float]:
    """Return the mean score of each deck in the hands of people and of each level; seats that changed hands are left out."""
    found: dict[tuple[str, str], list[float]] = {}
    for seat, who in enumerate(game.seats):
        if ", then " not in who:
            deck = names[seat] if len(names) == game.players else names[0]
            found.setdefault((deck, "people" if who == PERSON else who), []).append(scores[seat])
    return {key: mean(values) for key, values in found.items()}


def _row(deck: str, who: str, results: Sequence[tuple[float, Interval | None]]) -> PlayedBy:
    score = wilson(mean([score for score, _ in results]), len(results))
    known = [value for _, value in results if value]
    limits = ([one.low for one in known], [one.estimate for one in known], [one.high for one in known])
    agents = Interval(*map(mean, limits)) if known else None
    differs = agents is not None and (agents.high < score.low or agents.low > score.high)
    return PlayedBy(deck, who, len(results), score, agents, differs)


def _expected(level: Level, deck: str, names: Sequence[str], players: int) -> Interval | None:
    """Return the score of a deck at a level of the playtest in the same company; None if it was not played."""
    candidates: Iterator[Interval] = iter(())
    if level.pairings:
        other = next((name for name in names if name != deck), deck)
        pairs = {(pair.first, pair.second): pair.score for pair in level.pairings}
        flipped = {(second, first): score.flipped for (first, second), score in pairs.items()}
        candidates = iter(filter(None, [{**flipped, **pairs}.get((deck, other))]))
    elif level.deck_scores:
        candidates = (one.score for one in level.deck_scores if one.deck == deck)
    else:
        lines = [one for one in level.line_ups if one.team]
        same = [one for one in lines if one.variant is None or one.variant.players == players]
        candidates = (one.team for one in same if one.team)
    return next((one for one in candidates if is_known(one)), None)


def _fingerprints(opened: OpenedDecks) -> list[str]:
    """Return the name and fingerprint of each deck, as records state them."""
    count = opened.rules.player_counts[0]
    make: Callable[..., Contest] = opened.rules.contest
    each = [make([deck] if opened.rules.shares_deck else [deck] * count) for deck in opened.decks]
    return [str(contest.tabletop(opened.game.languages[0]).decks[0]) for contest in each]


def _contest(opened: OpenedDecks, names: Sequence[str], players: int, report: Report) -> Contest:
    decks = dict(zip(report.setup.decks, opened.decks, strict=True))
    return opened.rules.contest([decks[name] for name in names], {}, players)
