"""Run the balance assistant: from deck files and options as text to a report."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass, replace
from pathlib import Path
from time import monotonic

from cardgen.balancing.blame import find_blame
from cardgen.balancing.budget import FEWEST_GAMES, HELD_OUT, games_of, held_out_games, in_time, planned_games
from cardgen.balancing.conclusions import conclude
from cardgen.balancing.deck_numbers import DeckSource, open_source
from cardgen.balancing.freedom import Freedom, find_freedom
from cardgen.balancing.games import GameTrials, PlayedPair
from cardgen.balancing.propose import Costs
from cardgen.balancing.rates import RateBook
from cardgen.balancing.result import (
    SECOND,
    BalanceReport,
    BalanceSetup,
    Blame,
    Influence,
    NumberChange,
    PairingRate,
    Proposal,
    distance_of,
)
from cardgen.balancing.search import LAST_STEPS, Found, GameBudget, Search
from cardgen.balancing.space import UNCHANGED, Candidate, Matchup, Space
from cardgen.balancing.targets import parse_targets, target_of
from cardgen.play.matches import OpenedDecks, name_decks, open_decks
from cardgen.play.playtests import open_executor, parse_time
from cardgen.play.simulate.intervals import Interval, Z
from cardgen.play.simulate.levels import levels_of
from cardgen.play.simulate.match import is_cooperative
from cardgen.play.simulate.pace import Pace
from cardgen.play.simulate.stage import PlaytestRun, Progress
from cardgen.play.variants import parse_settings
from cardgen.plugin.rules.contest import GameRules
from cardgen.report.diagnostics import plural
from cardgen.report.errors import CardgenError, UnlocatedError
from cardgen.version import __version__

BLAME = 0.25  # share of the games that are played to find the card to blame, if numbers cannot do it
MOST_GAMES, MOST_CHANGES, MOST_REACH = 1_000_000, 10, 50


@dataclass(frozen=True, slots=True)
class BalanceOptions:
    """The options of the balance assistant, as a person writes them.

    Attributes:
        level: Levels of skill at which the target must be met, separated by commas.
        target: Wanted score in percent: a number, `NAME=NUMBER` for each opponent, or a file with a matrix; empty: 50.
        within: Largest distance from the target, in percentage points.
        may: Names of the numbers that may change; empty for all.
        changes: The largest number of changes of a proposal.
        reach: The most steps by which a number may change.
        games: Number of games of each level; quick levels play three times as many.
        held_out: Levels that take no part in the search, separated by commas; `none` for none.
        change_all: Whether the other decks may change too.
        seed: Seed of all games; the same seed gives the same report.
        jobs: Number of processes; 0: one for each core.
        scheduler: Address of a Dask cluster to play on; empty: this computer.
        rules: Settings of the rules as `name=value`.
        time: Time in which the report is wanted, such as `5m`; fewer games are played if there is no time for all. Empty:
            no limit.
    """

    level: str = "script,greedy"
    target: str = ""
    within: float = 5.0
    may: Sequence[str] = ()
    changes: int = 3
    reach: int = 3
    games: int = 4000
    held_out: str = "random"
    change_all: bool = False
    seed: int = 0
    jobs: int = 0
    scheduler: str = ""
    rules: Sequence[str] = ()
    time: str = ""


@dataclass(frozen=True, slots=True)
class Opened:
    """Decks that are ready to be balanced.

    Attributes:
        sources: The decks with the positions of their values.
        changing: Numbers of the decks that may change.
        freedom: The numbers that may change.
    """

    sources: Sequence[DeckSource]
    rules: GameRules
    changing: Sequence[int]
    freedom: Freedom


def open_balance(paths: Sequence[Path], options: BalanceOptions) -> Opened:
    """Read decks and find the numbers that may change; nothing is played.

    Args:
        paths: The deck files, the one to balance first.

    Raises:
        CardgenError: See `open_decks`.
        UnlocatedError: E780 to E785, see `docs/reference/codes.md`.
    """
    opened = open_decks(paths)
    rules, is_shared = opened.rules, opened.rules.shares_deck
    if is_shared and len(paths) > 1 and not _plays_together(opened):
        message = f"the players of {opened.game.name} share one deck, and {len(paths)} are named"
        raise UnlocatedError(
            "E780", message, expected="one deck: it is balanced between the first player and the second"
        )
    if 2 not in rules.player_counts or (is_shared and _plays_together(opened)):
        expected = "a game in which two players play against each other"
        hints = ("playtest --difficulty shows how often players who play together win",) * is_shared
        message = f"the decks of {opened.game.name} have no opponents to be balanced against"
        raise UnlocatedError("E780", message, expected=expected, hints=hints)
    sources = [open_source(path, name) for path, name in zip(paths, name_decks(paths), strict=True)]
    sources *= 2 if is_shared else 1  # the same deck for the player who begins and for the other
    changing = range(len(paths) if options.change_all else 1)
    freedom = find_freedom(sources, changing, options.may, opened.rules, options.reach)
    return Opened(sources, opened.rules, changing, freedom)


def _plays_together(opened: OpenedDecks) -> bool:
    return is_cooperative(opened.rules.contest(opened.decks[:1], {}, opened.rules.player_counts[-1]))


def balance_decks(paths: Sequence[Path], options: BalanceOptions, progress: Progress | None = None) -> BalanceReport:
    """Propose changes of numbers that bring the pairings of decks to a target.

    Of a deck that both players share, the target is the score of the player who begins, since nothing else tells them apart.

    Args:
        paths: The deck files, the one to balance first.
        progress: Called after each round; see `Progress`. None for nobody.

    Raises:
        CardgenError: See `open_decks` and `parse_targets`.
        UnlocatedError: E704, E705, E710 to E713, E720 to E722 and E724, invalid option; E780 to E785, see the reference of codes.
    """
    begin, seconds = monotonic(), parse_time(options.time)
    levels = levels_of(options.level)
    apart = () if options.held_out in {"", "none"} else levels_of(options.held_out)
    held_out = tuple(level for level in apart if level not in levels)
    _check_options(options)
    settings = parse_settings(options.rules)
    executor = open_executor(options.jobs, options.scheduler)
    opened = open_balance(paths, options)
    if len(opened.sources) < 2:
        raise UnlocatedError(
            "E784", "a deck is balanced against others, and none is named", expected="two decks or more"
        )
    is_shared = opened.rules.shares_deck
    names = [opened.sources[0].name, SECOND] if is_shared else [source.name for source in opened.sources]
    targets = parse_targets(options.target, names)
    matchups = tuple(
        Matchup(first, second, level, target_of(targets, names[first], names[second]))
        for level in range(len(levels))
        for first in range(len(names))
        for second in range(first + 1, len(names))
        if first in opened.changing
    )
    space = Space(tuple(opened.freedom.numbers), matchups)
    setup = BalanceSetup(
        decks=tuple(names),
        changing=tuple(names[deck] for deck in opened.changing),
        levels=levels,
        held_out=held_out,
        games=options.games,
        seed=options.seed,
        within=options.within / 100,
        most_changes=options.changes,
        numbers=len(space.numbers),
        version=__version__,
        rules=settings,
        is_shared=is_shared,
    )
    with executor as place:
        pace = Pace(deadline=None if seconds is None else begin + seconds)
        trials = GameTrials(opened.rules, opened.freedom, space, levels, settings, PlaytestRun(place, progress, pace))
        return _Assistant(in_time(setup, trials), opened, space, trials).report()


def _check_options(options: BalanceOptions) -> None:
    for name, value, least, most in (
        ("--games", options.games, FEWEST_GAMES, MOST_GAMES),
        ("--changes", options.changes, 1, MOST_CHANGES),
        ("--reach", options.reach, 1, MOST_REACH),
        ("--within", options.within, 1, 30),
    ):
        if not least <= value <= most:
            raise UnlocatedError("E785", f"{name} is out of range: {value:.12g}", expected=f"{least} to {most}")


class _Assistant:
    """One run of the assistant."""

    def __init__(self, setup: BalanceSetup, opened: Opened, space: Space, trials: GameTrials) -> None:
        self.setup, self.opened, self.space, self.trials = setup, opened, space, trials
        self.targets = {(matchup.first, matchup.second): matchup.target for matchup in space.matchups}
        self.rounds = [games_of(setup, level) // 2 // len(self.targets) for level in setup.levels]
        self.costs = Costs(most_changes=setup.most_changes)

    def report(self) -> BalanceReport:
        """Search, test and report.

        Raises:
            UnlocatedError: The executor cannot begin.
        """
        run, setup, space = self.trials.run, self.setup, self.space
        planned = planned_games(setup, len(self.targets))
        run.pace.planned.update({(level, level): count for level, count in planned.items()})
        run.tell(
            f"{plural(len(space.numbers), 'number')} may change; about {run.most:,} games at {', '.join(setup.levels)}"
        )
        budget = GameBudget(tuple(self.rounds[matchup.level] for matchup in space.matchups))
        search = Search(space, self.trials, self.opened.freedom.is_legal, self.costs, budget, setup.seed)
        found = search.run()
        book = RateBook(setup, space, found)
        for _ in range(LAST_STEPS if found.retest else 0):
            if self.trials.is_stopped:
                break
            search.test_again(found, self._asked(book, found.finalists))
        best = sorted(found.finalists, key=lambda one: self._rank(book, one))
        apart = self._play_held_out(best[:HELD_OUT], search.seeds)
        before = self._proposal(book, UNCHANGED, apart)
        tested = tuple(self._proposal(book, one, apart) for one in best)
        is_needed = any(rate.is_missed(setup.within) for rate in before.rates)
        better = [own for one, own in zip(best, tested, strict=True) if book.is_better(one)]
        proposals = tuple(better) if is_needed else ()
        is_hopeless = bool(found.retest) and self._is_hopeless(book, found)
        blame: tuple[Blame, ...] = ()
        if is_hopeless and is_needed and not setup.is_shared:
            blame = find_blame(
                setup,
                self.opened.sources,
                self.opened.rules,
                self.trials,
                book,
                best[0],
                BLAME,
                self.rounds,
                search.seeds,
            )
        influences = tuple(self._influences(found))
        stopped = "lost" if self.trials.error else run.stopped if self.trials.is_stopped else ""
        share = min(run.done / max(run.most, 1), 1.0)
        played = replace(setup, games=max(round(setup.games * share), 1))
        conclusion = conclude(played, space, found, before, proposals, tested, blame, best[:1], is_hopeless=is_hopeless)
        report = BalanceReport(setup, stopped, run.done, conclusion, before, proposals, influences, blame)
        if self.trials.error:
            raise UnfinishedBalance(self.trials.error, report)
        return report

    def _asked(self, book: RateBook, finalists: Sequence[Candidate]) -> Candidate:
        """Return what the answer depends on: whether the decks as they are miss the target, or else the best finalist.

        Finalists that bring more outliers back, and those without changes that may be idle, come before others also if they seem
        to miss: few games say little.
        """
        is_needed = any(rate.is_missed(self.setup.within) for rate in book.rates(UNCHANGED))
        plain = [one for one in finalists if not self._has_idle_changes(book, one, finalists)]
        if not is_needed or not plain:
            return UNCHANGED
        return min(plain, key=lambda one: (-self._outliers_back(book, one), self._rank(book, one)))

    def _outliers_back(self, book: RateBook, candidate: Candidate) -> int:
        """Return how many outliers a candidate brings back, if it does not miss the target for certain."""
        is_missed = any(rate.is_missed(self.setup.within) for rate in book.rates(candidate))
        return 0 if is_missed else len(self.space.brought_back(candidate))

    def _is_hopeless(self, book: RateBook, found: Found) -> bool:
        """Return whether it is certain that the finalists miss the target, and others that the model expects to do well."""
        return bool(found.finalists) and all(
            any(rate.is_missed(self.setup.within) for rate in book.rates(one))
            for one in (*found.finalists, *found.others)
        )

    def _rank(self, book: RateBook, candidate: Candidate) -> tuple[bool, bool, int, float, Candidate]:
        """Return what the best candidate has least of.

        First those that bring outliers back, if they help beyond chance and do not miss the target for certain. Of these, and
        of the others, first those that are in the target, with the most outliers back and the fewest changes.
        """
        rates, within = book.rates(candidate), self.setup.within
        misses = sum(not rate.is_met(within) for rate in rates)
        effort = self.costs.of(self.space, candidate)
        back = self._outliers_back(book, candidate) if book.is_better(candidate) else 0
        return not back, misses > 0, -back, effort if not misses else distance_of(rates) + effort, candidate

    def _has_idle_changes(self, book: RateBook, candidate: Candidate, finalists: Sequence[Candidate]) -> bool:
        """Return whether another finalist with a part of the changes may do as well.

        It does not miss the target for certain, brings as many outliers back, and the other changes do not help beyond chance.
        """
        back = len(self.space.brought_back(candidate))
        return any(
            set(part) < set(candidate)
            and len(self.space.brought_back(part)) == back
            and not any(rate.is_missed(self.setup.within) for rate in book.rates(part))
            and not book.is_better(candidate, part)
            for part in finalists
        )

    def _proposal(self, book: RateBook, candidate: Candidate, apart: dict[Candidate, list[PairingRate]]) -> Proposal:
        rates, within = book.rates(candidate), self.setup.within
        is_whole = len(rates) == len(self.space.matchups)
        return Proposal(
            changes=tuple(self._changes(candidate)),
            count=self.space.change_count(candidate),
            steps=self.space.size(candidate),
            rates=tuple(rates),
            held_out=tuple(apart.get(candidate, ())),
            is_met=is_whole and all(rate.is_met(within) for rate in rates),
            is_sure=is_whole and all(rate.is_sure(within) for rate in rates),
            texts=tuple(self._texts(candidate)),
        )

    def _changes(self, candidate: Candidate) -> list[NumberChange]:
        found = []
        for index, steps in candidate:
            number, stated = self.space.numbers[index], self.opened.freedom.stated[index]
            name, place = self.setup.decks[number.deck], str(stated.node.span)
            change = NumberChange(name, number.card, number.name, number.value, number.after(steps), place)
            found.append(change)
        return found

    def _texts(self, candidate: Candidate) -> list[str]:
        """Return what the checks of the game say of the texts of the changed decks."""
        found = []
        for deck in sorted({self.space.numbers[index].deck for index, _ in candidate}):
            source = self.opened.sources[deck]
            data = source.changed(self.opened.freedom.overrides(candidate))
            found += [one.message for one in source.new_findings(data)]
        return list(dict.fromkeys(found))  # a text in two languages is one text

    # Levels that took no part

    def _play_held_out(self, best: Sequence[Candidate], seeds: Sequence[int]) -> dict[Candidate, list[PairingRate]]:
        found: dict[Candidate, list[PairingRate]] = {}
        start = max(seeds)
        for level in self.setup.held_out if best else ():
            count = held_out_games(self.setup, level, len(self.targets)) // 2
            wanted = {
                PlayedPair(candidate, first, second): range(start, start + count)
                for candidate in (UNCHANGED, *best)
                for first, second in self.targets
            }
            scores = self.trials.play_at(level, wanted, "a level that took no part")
            for game, own in scores.items():
                rate = RateBook.tested(list(own.values()))
                first, second = self.setup.names_of(game.first, game.second)
                target = self.targets[game.first, game.second]
                pairing = PairingRate(first, second, level, target, None, rate, 2 * len(own))
                found.setdefault(game.candidate, []).append(pairing)
        return found

    def _influences(self, found: Found) -> list[Influence]:
        """Return what each number does by the model, from the strongest."""
        if not found.finalists:
            return []
        model = found.surrogate.linear()
        base, effects = model.base, model.effects
        told = []
        for index, number in enumerate(self.space.numbers):
            own = [at for at, one in enumerate(self.space.matchups) if number.deck in (one.first, one.second)]
            signs = [1 if self.space.matchups[at].first == number.deck else -1 for at in own]
            gains = [sign * effects[index][at] * RateBook.slope(base[at]) for at, sign in zip(own, signs, strict=True)]
            error = found.surrogate.effect_error(index) * sum(RateBook.slope(base[at]) for at in own) / len(own)
            gain = sum(gains) / len(gains)
            interval = Interval(gain - Z * error, gain, gain + Z * error)
            told.append(Influence(self.setup.decks[number.deck], number.name, interval))
        return sorted(told, key=lambda one: (-abs(one.gain.estimate), one.deck, one.name))


class UnfinishedBalance(CardgenError):
    """The loss of the worker processes, with the report of what is known.

    Attributes:
        report: The report so far.
    """

    def __init__(self, error: UnlocatedError, report: BalanceReport) -> None:
        super().__init__([error.at(None)])
        self.report = report
