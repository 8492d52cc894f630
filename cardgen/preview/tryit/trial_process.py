"""Compute the statistics of a deck and play quick games with it, in a process of low priority."""

from __future__ import annotations

import contextlib
import os
import time
from dataclasses import asdict
from multiprocessing.connection import Connection
from typing import Any

from cardgen.play.matches import OpenedDecks, name_decks, open_decks
from cardgen.play.playtests import PlaytestOptions, check_options, setup_of
from cardgen.play.simulate.playtest import Playtest
from cardgen.play.simulate.run import InProcessExecutor
from cardgen.preview.session.snapshot import shown_problem
from cardgen.preview.tryit.subject import TrialSubject
from cardgen.report.errors import CardgenError, UnlocatedError
from cardgen.report.json_text import plain
from cardgen.stats.collect import deck_stats

PRIORITY = 10
"""How far the process stands back behind those that draw, as soon as there is something to show."""
GAMES, PRECISION = 2000, "3%"
"""The games end when a score is known to this precision, or after this many of them."""
TELL = 0.4
"""Seconds between two reports at least."""

News = dict[str, Any]
"""What is told: `state`, `stats`, `report`, `games` and `most`, `problems`; see `Trial`."""


def serve_trial(connection: Connection, subject: TrialSubject) -> None:
    """Follow a deck until the other end of the connection is closed.

    Args:
        connection: Receives the names of requests: `follow`, `pause`, `reload`; sends `(0, (news,))`.
    """
    with contextlib.suppress(EOFError, OSError):  # the server has ended
        _Trial(connection, subject).run()


class _Changed(Exception):
    """The decks are others than those that are being played."""


class _Trial:
    """The games of a subject, played between requests."""

    def __init__(self, connection: Connection, subject: TrialSubject) -> None:
        self._connection = connection
        self._subject = subject
        self._is_followed = False
        self._is_stale = True  # the files may have changed since they were read
        self._news: News = {"state": "starting"}
        self._told = 0.0

    def run(self) -> None:
        """Follow the decks for ever: play what they are, and begin again when they are others."""
        opened, rules = self._read()
        with contextlib.suppress(AttributeError, OSError):  # not on Windows
            os.nice(PRIORITY)
        while True:
            try:
                self._play(opened, rules)
                while True:
                    self._wait_for_edit()
                    self._check(rules)
                    self._tell({"state": "done", "problems": []})
            except _Changed:
                opened, rules = self._read()

    def _take_requests(self) -> None:
        """Take the requests that have come; while nobody follows, wait for those that come."""
        while not self._is_followed or self._connection.poll(0):
            self._take_request()

    def _wait_for_edit(self) -> None:
        while not self._is_stale or not self._is_followed:
            self._take_request()

    def _take_request(self) -> None:
        number, name, _ = self._connection.recv()
        if name == "reload":
            self._is_stale = True
        else:
            self._is_followed = name == "follow"
        self._connection.send((number, None))

    def _read(self) -> tuple[OpenedDecks, str]:
        """Count and open the decks, as soon as they can be played."""
        while True:
            self._wait_for_edit()
            self._is_stale = False
            self._count()
            try:
                return self._open()
            except (CardgenError, UnlocatedError) as error:
                self._tell(_trouble(error))

    def _check(self, rules: str) -> None:
        """Read the decks again, if files have changed.

        Raises:
            _Changed: Their games would be others.
        """
        if self._is_stale:
            _, now = self._read()
            if now != rules:
                self._is_stale = True
                raise _Changed

    def _open(self) -> tuple[OpenedDecks, str]:
        """Open the decks; return them with what of them decides about the games."""
        opened = open_decks(self._subject.paths)
        counts = opened.rules.player_counts
        if opened.rules.shares_deck:
            contest = opened.rules.contest(opened.decks[:1], {}, counts[0])
        else:
            decks = [opened.decks[at % len(opened.decks)] for at in range(counts[0])]
            contest = opened.rules.contest(decks, {}, counts[0])
        fingerprints = [str(deck) for deck in contest.tabletop(opened.game.languages[0]).decks]
        names = [card.name for player in range(contest.player_count) for card in contest.cards(player)]
        return opened, repr((fingerprints, names))

    def _count(self) -> None:
        """Count what is in the deck."""
        try:
            result = deck_stats(self._subject.deck, (), (), self._subject.language)
        except (CardgenError, UnlocatedError):
            return  # the counts from before stay, and the problems are told by the games
        self._tell({"stats": plain(result.summary)})

    def _play(self, opened: OpenedDecks, rules: str) -> None:
        """Play games and tell the report, until it is precise enough.

        Raises:
            _Changed: Other decks have to be played.
        """
        options = PlaytestOptions(level=self._subject.level, games=GAMES, until=PRECISION)
        check_options(options)
        games = Playtest(opened.rules, opened.decks, setup_of(opened, name_decks(self._subject.paths), options))

        def on_round(done: int, most: int, _now: str) -> None:
            self._take_requests()
            self._check(rules)
            if time.monotonic() - self._told >= TELL:
                self._tell({"state": "playing", "problems": [], **_report(games, done, most, "")})

        self._tell({"state": "playing", "games": 0, "most": 0, "problems": []})  # the report from before stays for now
        run = games.run(InProcessExecutor(), on_round)
        stopped = games.play(run)
        self._tell({"state": "done", **_report(games, run.done, run.most, stopped)})

    def _tell(self, news: News) -> None:
        self._news = {**self._news, **news}
        self._told = time.monotonic()
        self._connection.send((0, (self._news,)))


def _report(games: Playtest, done: int, most: int, stopped: str) -> News:
    return {"report": plain(games.report(stopped)), "games": done, "most": most}


def _trouble(error: CardgenError | UnlocatedError) -> News:
    """Return why nothing is played: the game has no rules, or a deck has errors."""
    found = error.diagnostics if isinstance(error, CardgenError) else (error.at(None),)
    errors = [item for item in found if item.is_error]
    has_no_rules = any(item.code == "E707" for item in errors)
    return {"state": "none" if has_no_rules else "faulty", "problems": [asdict(shown_problem(item)) for item in errors]}
