"""The checks of the rules of every game, made with random games.

The functions raise `AssertionError` with a sentence that says which promise of `cardgen.plugin.rules` is broken.
"""

from __future__ import annotations

import math
import pickle
from collections.abc import Sequence
from random import Random
from typing import Any

from cardgen.geometry.units import Size
from cardgen.play.random_play import sample_chance
from cardgen.plugin.game import Game
from cardgen.plugin.rules.contest import Contest, GameSummary, Tree, contributors_of, endings_of
from cardgen.plugin.rules.errors import RulesError
from cardgen.plugin.rules.pictured import ShowsPieces
from cardgen.plugin.rules.state import CHANCE, TERMINAL, State
from cardgen.plugin.rules.tabletop import ExplainsWaiting, TableLine

LONGEST_GAME = 100_000
"""Number of actions after which a game counts as endless."""
CLOSE_LOOKS = 12
"""Approximate number of states of a game that are examined in full; of all others, only the actions are checked."""
_CLONED = (0, 10, 60)
"""Numbers of actions in a game of a tree after which a clone is made, which has to go on as the game did."""
_NO_ACTIONS = (-1_000_003, 2**40)


def check_contest(contest: Contest, players: int, games: int) -> None:
    """Play random games and check that each of them keeps the promises of `Contest` and `State`.

    Args:
        players: Number of players that it was set up for.
    """
    assert contest.player_count == players, f"player_count is {contest.player_count} of a contest of {players}"
    teams = list(contest.teams)
    assert len(teams) == players and sorted({*teams}) == list(range(max(teams) + 1)), f"teams are {teams}"
    assert pickle.loads(pickle.dumps(contest)).player_count == players, "a contest must survive being pickled"
    for seed in range(games):
        first = seed % players
        state = _played(contest, seed, first)
        again = _played(contest, seed, first, close_look=False)
        assert state.to_text() == again.to_text(), f"seed {seed} with equal choices leads to two different games"
        _check_end(contest, state)
        _check_summary(contest, state, seed, first)


def check_tabletop(contest: Contest, game: Game) -> None:
    """Play a random game through the tabletop in each language of the game, and check that its states have their words."""
    for language in game.languages:
        table, rng, looks, played = contest.tabletop(language), Random(1), Random(1), 0
        assert table.game == game.id, f"the tabletop names game {table.game!r}"
        names = list(table.players)
        assert len({*names}) == contest.player_count, f"names of the players are {names}"
        assert len(table.decks) >= 1, "the tabletop names no deck"
        state = table.start(1, 0)
        while not state.is_terminal():
            player = state.current_player()
            actions = state.legal_actions()
            if player != CHANCE and _looks_at(played, looks):
                _check_lines(table.board(state, player))
                assert table.question(state), "a decision has no question"
                if isinstance(table, ExplainsWaiting):
                    assert all(table.waiting(state, one) for one in range(-1, contest.player_count)), (
                        "nobody is told why they wait"
                    )
                words = [table.choice(state, action) for action in actions]
                assert all(words), f"an action of {state.to_text()} has no words"
                assert all(isinstance(line, str) for line in table.hand(state, player)), "a card in a hand is not text"
                if isinstance(table, ShowsPieces):
                    _check_pieces(table, state, player)
            state.apply_action(sample_chance(state, rng) if player == CHANCE else rng.choice(actions))
            played += 1
        _check_lines(table.board(state, -1))
        assert table.ending(state), "a finished game has no sentence that says how it ended"
        told = table.story(state, 0, -1)
        assert all(isinstance(line, str) for line in told), "an event is not text"
        assert not told or table.event_count(state) > 0, "the story is longer than the number of events"


def _check_pieces(table: ShowsPieces, state: Any, player: int) -> None:
    """Check the table with its pieces, and that actions are about what is on it."""
    areas = table.areas(state, player, Size(63.5, 88.9))
    places = [piece.place for area in areas for piece in area.pieces]
    twice = sorted({place for place in places if places.count(place) > 1})
    assert not twice, f"places {twice} are on the table twice"
    assert all(area.board or not any(piece.box for piece in area.pieces) for area in areas), "a row has no boxes"
    for action in state.legal_actions():
        subject = table.subject(state, action)
        unknown = sorted({*subject.places} - {*places})
        assert not unknown, f"{state.action_to_string(action)!r} is about places {unknown}, which are not on the table"


def check_tree(tree: Tree, games: int = 3) -> None:
    """Play random games in which chance is a player, and check that they match what the tree states."""
    known = {*tree.actions}
    assert len(known) == len(tree.actions), "an action of the tree is listed twice"
    for seed in range(games):
        state, rng, played = tree.start(), Random(seed), 0
        taken: list[tuple[_Seen, int]] = []
        clones: list[tuple[State, int]] = []
        while not state.is_terminal():
            actions = state.legal_actions()
            assert known.issuperset(actions), f"actions {sorted({*actions} - known)} are not among those of the tree"
            if played in _CLONED:
                clones.append((state.clone(), played))
            if state.current_player() == CHANCE:
                _check_chance(state)
                action = sample_chance(state, rng)
            else:
                action = rng.choice(actions)
            taken.append((_seen(state), action))
            state.apply_action(action)
            played += 1
            assert played <= tree.longest, f"a game is longer than {tree.longest} actions"
        for clone, start in clones:
            for before, action in taken[start:]:
                assert _seen(clone) == before, "a clone goes on otherwise than the state that it was made from"
                clone.apply_action(action)
            assert _seen(clone) == _seen(state), "a clone ends otherwise than the state that it was made from"


_Seen = tuple[str, int, list[int], list[tuple[int, float]]]


def _seen(state: State) -> _Seen:
    player = state.current_player()
    return state.to_text(), player, [*state.legal_actions()], [*state.chance_outcomes()] if player == CHANCE else []


def _played(contest: Contest, seed: int, first: int, *, close_look: bool = True) -> Any:
    """Play a random game to its end; with `close_look`, examine some of its states."""
    state, rng, looks = contest.start(seed, first), Random(seed), Random(seed + 1)
    for played in range(LONGEST_GAME):
        player = state.current_player()
        if player == TERMINAL:
            return state
        actions = state.legal_actions()
        assert actions, f"a state that is not the end has no legal action:\n{state.to_text()}"
        assert not state.is_terminal(), "a state with a player to decide says that it is the end"
        assert len({*actions}) == len(actions), f"a legal action is listed twice: {actions}"
        if player == CHANCE:
            _check_chance(state)
        else:
            assert 0 <= player < contest.player_count, f"current player is {player}"
        if close_look and _looks_at(played, looks):
            _look_closely(contest, state, actions, Random(seed))
        state.apply_action(sample_chance(state, rng) if player == CHANCE else rng.choice(actions))
    raise AssertionError(f"a random game (seed {seed}) has not ended after {LONGEST_GAME} actions")


def _looks_at(played: int, looks: Random) -> bool:
    """Return whether the state after a number of actions is examined in full: the first ones are, later ones ever less often."""
    return played < 3 or looks.random() < CLOSE_LOOKS / (played + CLOSE_LOOKS)


def _look_closely(contest: Contest, state: State, actions: Sequence[int], rng: Random) -> None:
    """Check what a state says about itself, and that nothing but a legal action changes it."""
    before = state.to_text()
    for action in actions:
        text = state.action_to_string(action)
        assert state.string_to_action(text) == action, (
            f"action {action} has the text {text!r}, which is read back as another action"
        )
    for action in _NO_ACTIONS:
        try:
            state.apply_action(action)
        except RulesError:
            continue
        raise AssertionError(f"{action} is not a legal action, but it can be taken")
    clone = state.clone()
    clone.apply_action(rng.choice(actions))
    assert state.to_text() == before, f"a clone, or an illegal action, changes the state:\n{before}"
    for player in range(contest.player_count):
        assert isinstance(state.observation_string(player), str), f"what player {player} observes is not text"
        seen = state.information_state_string(player)
        alike = state.resample_from_infostate(player, rng)
        assert alike.information_state_string(player) == seen, (
            f"player {player} can tell that a state was resampled:\n{seen}"
        )
        assert 0 <= contest.evaluate(state, player) <= 1, "evaluate returns a chance that is not between 0 and 1"
    assert state.to_text() == before, "reading a state changes it"
    player = state.current_player()
    if player != CHANCE:
        action = contest.script(state.clone(), player, rng)
        assert action in actions, f"script takes {state.action_to_string(action)!r}, which is not legal"


def _check_chance(state: State) -> None:
    outcomes = state.chance_outcomes()
    actions = [action for action, _ in outcomes]
    assert sorted(actions) == sorted(state.legal_actions()), "the outcomes of chance are not its legal actions"
    assert math.isclose(sum(part for _, part in outcomes), 1, abs_tol=1e-9), (
        "the probabilities of chance do not add up to 1"
    )


def _check_end(contest: Contest, state: State) -> None:
    assert state.is_terminal() and not state.legal_actions(), "a finished game has legal actions"
    results, teams = state.returns(), list(contest.teams)
    assert len(results) == contest.player_count and all(-1 <= result <= 1 for result in results), f"{results}"
    for team in {*teams}:
        of_team = {result for result, other in zip(results, teams, strict=True) if other == team}
        assert len(of_team) == 1, f"the players of team {team} have different results: {results}"
    if len({*teams}) > 1:
        shares = sum(contest.evaluate(state, teams.index(team)) for team in {*teams})
        assert math.isclose(shares, 1, abs_tol=1e-6), f"the chances of all teams add up to {shares}, not to 1"


def _check_summary(contest: Contest, state: State, seed: int, first: int) -> None:
    summary = contest.summary(state, seed, first)
    for name in ("drawn", "used", "effects"):
        assert len(getattr(summary, name)) == contest.player_count, (
            f"'{name}' of a summary does not have an entry for each player"
        )
    assert summary.features <= {*contest.features()}, f"unknown features {summary.features - {*contest.features()}}"
    _check_ending(contest, state, summary)
    for player in range(contest.player_count):
        cards = {card.id for card in contest.cards(player)}
        unknown = ({*summary.used[player]} | summary.drawn[player]) - cards
        assert not unknown, f"a summary names cards {sorted(unknown)} that player {player} does not have"


def _check_ending(contest: Contest, state: State, summary: GameSummary) -> None:
    """Check what a summary says about the end of the game and about those who helped the players."""
    endings = {ending.id: ending for ending in endings_of(contest)}
    if endings:
        assert summary.ending in endings, f"a summary has the unknown ending {summary.ending!r}"
        is_won = max(state.returns()) > 0
        assert endings[summary.ending].is_win == is_won, (
            f"ending {summary.ending!r} and the returns disagree on who won"
        )
        assert all(ending.words for ending in endings.values()), "an ending has no words"
    contributors = {one.id for one in contributors_of(contest)}
    unknown = {*summary.contributions} - contributors
    assert not unknown, f"a summary names contributors {sorted(unknown)} that the contest does not state"
    cards = {card.id for player in range(contest.player_count) for card in contest.cards(player)}
    assert not cards & contributors, f"{sorted(cards & contributors)} are cards as well as contributors"


def _check_lines(lines: Sequence[TableLine]) -> None:
    assert lines, "the picture of the table is empty"
    wide = [line.text for line in lines if len(line.text) > 80]
    assert not wide, f"a line of the table is longer than 80 characters: {wide[0]!r}"
