"""`cardgen check` plays: what random games say about rules, at the line that states it."""

from __future__ import annotations

from collections import Counter
from pathlib import Path
from types import SimpleNamespace

import pytest

from cardgen.pipeline.check import SECONDS_OF_TRIAL, check_deck
from cardgen.pipeline.options import BuildOptions, CheckOptions
from cardgen.play.matches import open_decks
from cardgen.plugin.rules.described import trial
from cardgen.plugin.rules.described.events import repeated
from cardgen.plugin.rules.described.rules import DescribedRules, _move_paths
from cardgen.plugin.rules.described.trial import RandomGames, _cards, trial_findings
from cardgen.processes.command_limits import CommandLimitError
from tests.plugin.rules.described.test_effects import CARDS, DECK, GAME

CODES = ("W243", "W244", "W245", "W246")


def written(folder: Path, *changes: tuple[str, str]) -> Path:
    """Return the deck of the duel with some lines of its game changed."""
    game = GAME
    for old, new in changes:
        assert old in game
        game = game.replace(old, new)
    for name, text in (("game.yaml", game), ("cards.csv", CARDS), ("little-duel.yaml", DECK)):
        (folder / name).write_text(text, "utf-8")
    return folder / "little-duel.yaml"


def told(deck: Path) -> list[tuple[str, str, str]]:
    """Return what random games say: code, message, and the line that it points at."""
    opened = open_decks([deck])
    lines = (deck.parent / "game.yaml").read_text("utf-8").splitlines()
    return [(one.code, one.message, lines[one.span.line - 1].strip()) for one in opened.rules.trial(opened.decks[0])]


def test_sound_rules_have_nothing_to_tell(tmp_path):
    assert told(written(tmp_path)) == []


def test_a_move_that_is_never_legal(tmp_path):
    deck = written(tmp_path, ("      stop: {}\n", "      stop: {}\n      never: {when: energy > 99}\n"))
    message = "move 'never' was never legal in 200 random games"
    assert told(deck) == [("W243", message, "never: {when: energy > 99}")]


def test_moves_are_told_with_the_phases_around_them():
    def phase(*moves, **phases):
        return SimpleNamespace(moves=dict.fromkeys(moves), phases=phases)

    phases = {"day": phase("go", dawn=phase("rise", sun=phase("wait")), noon=phase("eat", "go")), "night": phase("go")}
    assert {*_move_paths(SimpleNamespace(phases=phases, turn=phase("stop", late=phase("yawn"))))} == {
        ("go", ("phases", "day", "moves", "go")),
        ("rise", ("phases", "day", "phases", "dawn", "moves", "rise")),
        ("wait", ("phases", "day", "phases", "dawn", "phases", "sun", "moves", "wait")),
        ("eat", ("phases", "day", "phases", "noon", "moves", "eat")),
        ("go", ("phases", "day", "phases", "noon", "moves", "go")),
        ("go", ("phases", "night", "moves", "go")),
        ("stop", ("turn", "moves", "stop")),
        ("yawn", ("turn", "phases", "late", "moves", "yawn")),
    }
    assert [*_move_paths(SimpleNamespace(phases={}, turn=None))] == []


def test_a_game_without_end(tmp_path):
    ((code, message, line),) = told(written(tmp_path, ("when: left.life <= 0 or turn > 60", "when: no")))
    assert (code, line) == ("W245", "end:")
    assert message.endswith("random games were cut off after 5000 decisions, the last of them mostly 'choose card'")


def test_a_seat_that_always_wins(tmp_path):
    ((code, message, _),) = told(written(tmp_path, ("score: life", "winner: first_player")))
    assert (code, message) == ("W246", "seat 1 of 2 won 200 of 200 random games")


def test_random_games_have_the_fewest_and_the_most_players(tmp_path, monkeypatch):
    monkeypatch.setattr(trial, "GAMES", 20)
    for players, tried in (("2-4", (2, 4)), ("2", (2,))):
        deck = written(tmp_path, ("players: 2", f"players: {players}"), ("score: life", "winner: first_player"))
        found = [message for code, message, _ in told(deck) if code == "W246"]
        assert found == [f"seat 1 of {count} won 20 of 20 random games" for count in tried]


def test_a_card_that_can_never_be_chosen(tmp_path):
    deck = written(
        tmp_path,
        ("where: card.cost <= energy", "where: card.cost < 2"),
        ("choose: {card: left.hand}", "choose: {card: left.discard}"),
        ("do: [{choose: {card: hand}}, {move: card, to: discard}]", "do: [{move: hand.top, to: discard}]"),
        ("rob:\n      do: [", "rob:\n      do: [{add: 0, to: life}] # ["),
    )
    ((code, message, _),) = told(deck)
    assert (code, message[:34]) == ("W244", "'robbery' could never be chosen in")


def test_what_nobody_has_is_told_at_its_number(tmp_path):
    numbers, end = "  numbers:\n", "when: left.life <= 0"
    deck = written(tmp_path, (numbers, f"{numbers}    foe: {{type: player}}\n"), (end, "when: foe.life <= 0"))
    assert told(deck) == [("E726", "'foe' is nobody, and something of it is needed", "foe: {type: player}")]


def test_cards_that_are_never_chosen_are_named_up_to_three():
    """Those that lie nowhere at these numbers of players do not count, nor kinds of which none is ever chosen."""
    tables = SimpleNamespace(kinds=(*"aaaaaab",), ids=(*"cdefghi",))
    legal = [(SimpleNamespace(kind="pieces"), 0)]
    for in_play, named in (
        ("cdefghi", "'d', 'e', 'f' and 2 others"), ("cdefgi", "'d', 'e', 'f' and 1 other"), ("cdefi", "'d', 'e', 'f'"),
        ("cdi", "'d'"), ("ci", ""),
    ):  # fmt: skip
        told = [one.message for one in _cards(tables, {*in_play}, legal, 200)]
        assert told == ([f"{named} could never be chosen in 200 random games"] if named else [])
    assert not [*_cards(tables, {*"cd"}, [*legal, (SimpleNamespace(kind="places"), 0)], 200)], "it may be chosen unseen"


def trials(monkeypatch, *games: RandomGames) -> list[tuple[str, str]]:
    """Return what is said of random games, of contests for as many players as seats may win."""
    left = iter(games)
    monkeypatch.setattr(trial, "tried", lambda _: next(left))
    tables = SimpleNamespace(kinds=(), ids=(), start={}, actions=[(SimpleNamespace(kind="plain", move="go"), 0)])
    contests = [SimpleNamespace(tables=tables, player_count=len(one.wins)) for one in games]
    moves = [("go", ("turn", "moves", "go")), ("stop", ("turn", "moves", "stop"))]
    return [(one.code, one.message) for one in trial_findings(contests, moves)]


def test_random_games_tell_what_enough_of_them_show(monkeypatch):
    """A seat wins nearly always above 19 of 20 games, in 20 games or more; moves are compared if no game was cut off."""
    never = ("W243", "move 'stop' was never legal in 200 random games")
    assert trials(monkeypatch, RandomGames(200, legal={0}, wins=[190, 10])) == [never]
    most = ("W246", "seat 2 of 2 won 191 of 200 random games")
    assert trials(monkeypatch, RandomGames(200, legal={0}, wins=[9, 191])) == [never, most]
    assert trials(monkeypatch, RandomGames(200, legal={0}, wins=[200])) == [never], "who plays alone may win"
    assert trials(monkeypatch, RandomGames(19, legal={0}, wins=[0, 19])) == []
    few = [
        ("W243", "move 'stop' was never legal in 39 random games"),
        ("W246", "seat 3 of 3 won 20 of 20 random games"),
    ]
    assert trials(monkeypatch, RandomGames(19, wins=[19, 0]), RandomGames(20, legal={0}, wins=[0, 0, 20])) == few
    cut = (
        RandomGames(3, 2, 40, {0}, Counter(go=1, stop=1), [0, 1]),
        RandomGames(4, 1, 70, {0}, Counter(stop=1), [0, 0, 1]),
    )
    assert trials(monkeypatch, *cut) == [
        ("W245", "3 of 7 random games were cut off after 70 decisions, the last of them mostly 'stop'")
    ]


def test_random_games_count_the_longest_that_was_cut_off_and_winners_who_share_with_nobody(monkeypatch):
    """Games of three decisions: two that are cut off, one that ends, each with its own results."""
    monkeypatch.setattr(trial, "GAMES", 3)
    returns = ([1, -1, -1], [1, 1, -2], [-1, -1, 2])

    def start(number: int, _: int) -> SimpleNamespace:
        made: list[int] = []
        return SimpleNamespace(
            repetitions=lambda: 0, is_terminal=lambda: len(made) == 3, legal_actions=lambda: [number, 7],
            apply_action=made.append, is_cut_off=lambda: number < 2, decisions=lambda: (90, 40)[number],
            returns=lambda: returns[number], log=list,
        )  # fmt: skip

    found = trial.tried(SimpleNamespace(player_count=3, tables=None, start=start))
    assert found == RandomGames(3, 2, 90, {0, 1, 2, 7}, Counter({"?": 2}), [1, 0, 1])


def test_the_move_that_repeats_is_that_of_the_last_decisions():
    tables = SimpleNamespace(actions=[(SimpleNamespace(text=text), 0) for text in ("walk", "wait")])
    log = [(1, 0, 0)] * 150 + [(1, 0, 1), (1, 5, 0, 1)] * 60 + [(1, 0, 0)] * 40
    assert repeated(tables, SimpleNamespace(log=lambda: log)) == "wait"
    assert repeated(tables, SimpleNamespace(log=list)) == "?"


def test_check_plays(tmp_path, monkeypatch):
    monkeypatch.setattr(trial, "GAMES", 20)
    deck = written(tmp_path, ("      stop: {}\n", "      stop: {}\n      never: {when: energy > 99}\n"))
    found = check_deck(deck, BuildOptions(language="en"), lambda _: None)
    assert "W243" in [item.code for item in found]
    found = check_deck(deck, CheckOptions(language="en", no_trial=True), lambda _: None)
    assert "W243" not in [item.code for item in found]


def test_random_games_that_take_too_long_are_told_at_the_rules(tmp_path, monkeypatch):
    def stop(*, is_time):
        def trial(*_):
            raise CommandLimitError(is_time=is_time)

        return trial

    deck = written(tmp_path)
    lines = (tmp_path / "game.yaml").read_text("utf-8").splitlines()
    monkeypatch.setattr(DescribedRules, "trial", stop(is_time=True))
    items = check_deck(deck, BuildOptions(), lambda _stage: None)
    (item,) = (one for one in items if one.code == "W245" and "random games" in one.message)
    assert (
        item.message
        == f"random games take more than {SECONDS_OF_TRIAL:g} seconds of computing, so nothing is known of them"
    )
    assert (item.code, item.expected) == ("W245", "choices that change the game in a few steps each")
    assert lines[item.span.line - 1].startswith("rules:")
    monkeypatch.setattr(DescribedRules, "trial", stop(is_time=False))
    with pytest.raises(CommandLimitError):
        check_deck(deck, BuildOptions(), lambda _stage: None)
