"""Contests of several players keep the contract: random games to the end, hidden cards, seats, records."""

from random import Random
from types import SimpleNamespace

import pytest

from cardgen.play.players import check_people, check_players, players_of_playtest, text_of_counts
from cardgen.play.random_play import play_random, sample_chance
from cardgen.play.session import GameSession, resume
from cardgen.plugin.rules.errors import IllegalActionError, InvalidActionError, OtherGameError
from cardgen.plugin.rules.state import CHANCE, TERMINAL
from cardgen.report.errors import UnlocatedError

from .toys import BEACON, BeaconRules, BidRules

DECKS = [[1, 2, 3], [1, 2, 3], [2, 2, 2], [1, 1, 4]]
CONTESTS = {
    "beacon for one": BeaconRules().contest([BEACON], players=1),
    "beacon for three": BeaconRules().contest([BEACON], players=3),
    "bids of two": BidRules().contest(DECKS[:2]),
    "bids of four": BidRules().contest(DECKS),
    "bids of two teams": BidRules(teams=(0, 1, 0, 1)).contest(DECKS),
}
EACH = pytest.mark.parametrize("contest", CONTESTS.values(), ids=CONTESTS)


def states(contest, seed, first=0):
    """The states of a random game; it is one state that moves on."""
    state, rng = contest.start(seed, first), Random(seed)
    yield state
    while not state.is_terminal():
        actions = state.legal_actions()
        state.apply_action(sample_chance(state, rng) if state.current_player() == CHANCE else rng.choice(actions))
        yield state


@EACH
def test_random_games_end(contest):
    for seed in range(30):
        state = contest.start(seed, seed % contest.player_count)
        play_random(state, Random(seed))
        assert state.current_player() == TERMINAL
        assert len(state.returns()) == contest.player_count
        assert all(-1 <= value <= 1 for value in state.returns())
        by_team = {}
        for team, value in zip(contest.teams, state.returns(), strict=True):
            assert by_team.setdefault(team, value) == value
        assert set(contest.summary(state, seed, 0).features) <= set(contest.features())


@EACH
def test_chances_of_all_teams_add_up(contest):
    members = [contest.teams.index(team) for team in range(len(set(contest.teams)))]
    for seed in range(10):
        for state in states(contest, seed):
            values = [contest.evaluate(state, player) for player in range(contest.player_count)]
            assert all(0 <= value <= 1 for value in values)
            if len(members) > 1:
                assert sum(values[player] for player in members) == pytest.approx(1)
            for player, team in enumerate(contest.teams):
                assert values[player] == values[contest.teams.index(team)]


@EACH
def test_nobody_can_tell_other_worlds_from_the_true_one(contest):
    others, rng = 0, Random(1)
    for seed in range(10):
        for state in states(contest, seed):
            for player in range(contest.player_count):
                world = state.resample_from_infostate(player, rng)
                assert world.information_state_string(player) == state.information_state_string(player)
                assert world.observation_string(player) == state.observation_string(player)
                if player == state.current_player():
                    assert world.legal_actions() == state.legal_actions()
                others += world.to_text() != state.to_text()
    assert others > 10 or contest.player_count == 1


@EACH
def test_wrong_actions_change_nothing(contest):
    for state in states(contest, 3):
        before = state.to_text()
        with pytest.raises(InvalidActionError):
            state.apply_action(99)
        with pytest.raises(IllegalActionError):
            state.apply_action(next(action for action in (1, 2, 11) if action not in state.legal_actions()))
        assert state.to_text() == before


def test_decisions_at_the_same_time_are_hidden_until_all_have_decided():
    contest = CONTESTS["bids of four"]
    state = contest.start(0, 0)
    for action in ("prize 2", "play 3", "play 1"):
        state.apply_action(state.string_to_action(action))
    assert '"face down"' in state.observation_string(2)
    other = contest.start(0, 0)
    for action in ("prize 2", "play 1", "play 2"):
        other.apply_action(other.string_to_action(action))
    assert state.information_state_string(2) == other.information_state_string(2)
    for action in ("play 2", "play 1"):
        state.apply_action(state.string_to_action(action))
        other.apply_action(other.string_to_action(action))
    assert state.information_state_string(2) != other.information_state_string(2)


@EACH
def test_a_record_is_read_back(contest):
    table = contest.tabletop("en")
    first = contest.player_count - 1
    session, rng = GameSession(table, 7, first), Random(7)
    while not session.state.is_terminal():
        state = session.state
        action = sample_chance(state, rng) if state.current_player() == CHANCE else rng.choice(state.legal_actions())
        session.apply(action)
    text = session.record()
    lines = text.splitlines()
    assert lines[0] == "# cardgen play, format 2"
    assert f"# players: {contest.player_count}" in lines
    assert sum(line.startswith("# deck ") for line in lines) == len(contest.decks)
    assert f"# start: seed 7, player {first + 1} begins" in lines
    again = resume(table, text)
    assert (again.first, again.actions) == (first, session.actions)
    assert again.state.to_text() == session.state.to_text()
    assert again.record() == text
    taken_back = again.undo(first)
    assert taken_back > 0
    assert len(again.actions) + taken_back == len(session.actions)


def test_a_record_of_other_players_is_refused():
    two, three = (BeaconRules().contest([BEACON], players=count).tabletop("en") for count in (2, 3))
    with pytest.raises(OtherGameError, match=r"the record is of players '2'; expected '3', as here"):
        resume(three, GameSession(two, 1, 0).record())


def test_a_position_is_a_beginning():
    table = CONTESTS["beacon for three"].tabletop("en")
    session = GameSession(table, 1, 1)
    for action in ("deal 1", "deal 2", "deal 3"):
        session.apply(session.state.string_to_action(action))
    begun = GameSession(table, 5, 0, session.state.to_text())
    begun.apply(begun.state.string_to_action("deal 4"))
    assert resume(table, begun.record()).state.to_text() == begun.state.to_text()


@pytest.mark.parametrize(
    ("rules", "decks", "players", "count"),
    [
        (BidRules(), 2, None, 2),
        (BidRules(), 4, None, 4),
        (BidRules(), 3, 3, 3),
        (BeaconRules(), 1, None, 1),
        (BeaconRules(), 1, 4, 4),
    ],
)
def test_players_follow_from_decks(rules, decks, players, count):
    assert check_players(rules, decks, players) == count


@pytest.mark.parametrize(
    ("rules", "decks", "players", "expected"),
    [
        (BidRules(), 1, None, "2 to 4 players, a deck for each"),
        (BidRules(), 5, None, "2 to 4 players, a deck for each"),
        (BidRules(), 2, 3, "2 to 4 players, a deck for each"),
        (BeaconRules(), 2, None, "one deck for 1 to 4 players"),
        (BeaconRules(), 1, 5, "one deck for 1 to 4 players"),
        (SimpleNamespace(player_counts=(1,), shares_deck=True), 1, 2, "one deck for 1 player"),
        (SimpleNamespace(player_counts=(2,), shares_deck=True), 2, 2, "one deck for 2 players"),
    ],
)
def test_a_wrong_number_of_players_is_refused(rules, decks, players, expected):
    with pytest.raises(UnlocatedError) as caught:
        check_players(rules, decks, players)
    assert (caught.value.code, caught.value.expected) == ("E718", expected)


def test_a_playtest_fills_the_table():
    assert [players_of_playtest(BidRules(), decks) for decks in (1, 2, 3, 4, 9)] == [2, 2, 3, 4, 4]
    assert players_of_playtest(BidRules(), 9, 3) == 3
    assert players_of_playtest(BeaconRules(), 5) == 1
    even = SimpleNamespace(player_counts=(2, 4), shares_deck=False)
    assert [players_of_playtest(even, decks) for decks in (1, 3, 4, 5)] == [2, 2, 4, 4]
    for rules, players, allowed in ((BidRules(), 1, "2 to 4"), (BidRules(), 5, "2 to 4"), (even, 3, "2 or 4")):
        with pytest.raises(UnlocatedError, match=f"cannot be played by {players} player") as caught:
            players_of_playtest(rules, 9, players)
        assert (caught.value.code, caught.value.expected) == ("E718", f"{allowed} players")


def test_people_are_the_first_players():
    contest = CONTESTS["bids of four"]
    assert [list(check_people(contest, people)) for people in (0, 1, 4)] == [[], [0], [0, 1, 2, 3]]
    with pytest.raises(UnlocatedError, match="5 people cannot play in a game of 4 players"):
        check_people(contest, 5)


@pytest.mark.parametrize(
    ("counts", "text"), [((2,), "2"), ((2, 4), "2 or 4"), ((1, 2, 3), "1 to 3"), ((1, 2, 4), "1, 2 or 4")]
)
def test_counts_are_told(counts, text):
    assert text_of_counts(counts) == text
