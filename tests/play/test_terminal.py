"""Several people at one terminal: hands are hidden, everybody decides in turn, agents play for the others."""

import re
from pathlib import Path

import pytest

from cardgen.play.session import GameSession, resume
from cardgen.play.simulate.agents import RandomAgent
from cardgen.play.terminal import CLEAR, STYLES, TerminalGame
from cardgen.plugin.rules.tabletop import LineRole
from cardgen.report.screen import Screen
from play.toys import BEACON, BeaconRules, BidRules
from tests.recorded import check_recorded

DECKS = [[1, 2, 3], [4, 5, 6], [7, 8, 9], [1, 5, 9]]
FOUR = BidRules().contest(DECKS)
THREE = BeaconRules().contest([BEACON], players=3)


class Typist:
    """Types lines one after the other, and keeps what was asked."""

    def __init__(self, lines):
        self.lines, self.prompts = list(lines), []

    def __call__(self, prompt):
        self.prompts.append(prompt)
        print(prompt)
        if not self.lines:
            raise EOFError
        return self.lines.pop(0)


@pytest.fixture
def play(monkeypatch, capsys):
    def start(contest, people, lines, first=0, language="en", session=None):
        typist = Typist(lines)
        monkeypatch.setattr("builtins.input", typist)
        is_retold = session is not None
        session = session or GameSession(contest.tabletop(language), 3, first)
        game = TerminalGame(contest, session, RandomAgent(), range(people), language)
        if is_retold:
            game.retell()
        game.play()
        return capsys.readouterr().out, typist.prompts, session

    return start


@pytest.mark.parametrize(("contest", "people"), [(FOUR, 4), (FOUR, 2), (FOUR, 0), (THREE, 3), (THREE, 1)])
def test_a_game_is_played_to_its_end(play, contest, people):
    shown, _, session = play(contest, people, ["1"] * 200)
    assert session.state.is_terminal()
    assert re.search(r"(Won by Player \d(, Player \d)*|Nobody has won)\.\n$", shown)
    assert resume(session.table, session.record()).state.to_text() == session.state.to_text()


def test_each_person_is_asked_in_the_order_of_the_seats(play):
    _, prompts, _ = play(FOUR, 4, ["", "1"] * 4, first=2)
    handed = [prompt.split(" decides next")[0] for prompt in prompts if "decides next" in prompt]
    assert handed[:4] == ["Player 3", "Player 4", "Player 1", "Player 2"]


def test_nobody_sees_the_hands_or_the_bids_of_the_others(play):
    shown, _, _ = play(FOUR, 4, ["", "1", "", "1", "", "1"])
    parts = re.split(r"Player \d decides next.*\n", shown)[1:]
    assert len(parts) == 4
    for player, part in enumerate(parts[:3]):
        table = re.findall(r"^Player (\d): (.*)$", part.split("which card?")[0], re.M)
        hands = {int(owner) - 1: cards for owner, cards in table if re.fullmatch(r"[\d ]+|\d cards", cards)}
        assert hands.pop(player) == " ".join(map(str, DECKS[player]))
        assert all(cards.endswith(" cards") for cards in hands.values())
        for other in range(player):
            assert f"Player {other + 1}: something." in part


TYPED = {
    "bids, four people": (FOUR, 4, ["", "b", "?", "l", "l all", "c", "1", "", "c 5", "c 1", "x", "1 1", "", "1", "", "7", "1",
                                   "", "l", "u", "1 2", "", "q"]),
    "bids, two people": (FOUR, 2, ["", "1 1", "", "u", "save", "position  ", "2 9 1", "", "1", "", "quit"]),
    "bids, one person": (FOUR, 1, ["3", "u", "1", "board", "card prize", "LOG", "1", "1"]),
    "beacon, three people": (THREE, 3, ["", "1", "", "1", "", "1", "", "u", "1", "quit"]),
    "beacon, one person": (THREE, 1, ["1 1"]),
    "beacon, one person who looks back": (THREE, 1, ["1", "l", "l all", "u", "l", "q"]),
    "beacon, nobody": (THREE, 0, []),
    "bids, four people who stop at once": (FOUR, 4, ["q"]),
    "bids, two people who stop": (FOUR, 2, ["", "l", "0", "4", "99", "1", "Quit"]),
    "bids, one person who types too much": (FOUR, 1, ["", "log", "1 0 4 2", "card 4", "c 0", "c 3", "c pri", "c ize", "c zz", "q"]),
    "beacon, one person who takes back": (THREE, 1, ["u", "1", "u", "undo", "1", "help", "q"]),
    "beacon, one person who types numbers that are none": (THREE, 1, ["c  3", "1 0 99 1"]),
    "bids, one person who goes back to where numbers were typed": (FOUR, 1, ["1 2", "u", "1", "l  ALL", "SAVE", "q"]),
    "bids, two people to the end": (FOUR, 2, ["", "1"] * 6),
}  # fmt: skip
"""What people type, by who they are; the second line asks for the next player to take the screen."""


def transcripts(play):
    for at, (name, (contest, people, lines)) in enumerate(TYPED.items()):
        shown, _, session = play(contest, people, lines, language=("en", "pt")[at % 2])
        again = resume(session.table, session.record())
        retold, _, _ = play(contest, people, ["", "q"], session=again)
        for told in (f"== {name}\n{shown}", f"== {name}, told again\n{retold}"):
            yield re.sub(r" +$", "", told, flags=re.MULTILINE)


def test_all_that_is_shown(play):
    check_recorded(Path(__file__).with_name("terminal.txt"), transcripts(play))


def test_the_screen_is_cleared_for_the_next_person(play, monkeypatch):
    monkeypatch.setattr("cardgen.play.terminal.Screen", lambda **more: Screen(force_terminal=True, **more))
    shown, prompts, _ = play(FOUR, 2, ["", "1", "", "q"])
    assert shown.count(CLEAR) == len([prompt for prompt in prompts if "decides next" in prompt]) == 2
    assert CLEAR not in play(FOUR, 1, ["1", "q"])[0]


def test_undo_goes_back_to_ones_own_decision(play):
    shown, _, session = play(FOUR, 4, ["", "1", "", "1", "", "u", "1", "", "u"])
    assert shown.count("there is nothing to take back") == 2  # players 3 and 4 have not decided yet
    assert "Taken back" not in shown
    shown, _, session = play(THREE, 3, ["", "1", "", "1", "", "1", "", "u", "q"])
    assert re.search(r"Taken back: [34] moves", shown)
    assert session.state.data["done"] == 0


def test_where_the_hand_is_enough_the_board_is_shown_on_demand(play, monkeypatch):
    monkeypatch.setattr(type(FOUR.tabletop("en")), "needs_hand_only", lambda *_: True)
    shown, _, _ = play(FOUR, 1, ["q"])
    assert "  Card 1\n  Card 2\n  Card 3\n" in shown
    assert "Round" not in shown
    shown, _, _ = play(FOUR, 1, ["b", "q"])
    assert shown.count("Round") == 1


def test_hands_that_are_open_need_no_hand_over(play, monkeypatch):
    table = THREE.tabletop("en")
    monkeypatch.setattr(type(table), "hides_hands", False)
    _, prompts, session = play(THREE, 3, ["1"] * 20)
    assert session.state.is_terminal()
    assert not any("decides next" in prompt for prompt in prompts)


def test_the_beginning_of_a_name_counts_before_its_middle(play, monkeypatch):
    monkeypatch.setattr(type(FOUR.tabletop("en")), "cards", lambda _: ["Fire", "Camp Fire", "Camp"])
    shown, _, _ = play(FOUR, 1, ["card FIRE", "q"])
    assert re.findall("(.+) burns", shown) == ["Fire"]
    shown, _, _ = play(FOUR, 1, ["card p f", "q"])
    assert re.findall("(.+) burns", shown) == ["Camp Fire"]


def test_commands_may_be_in_capitals_and_files_keep_theirs(play, tmp_path):
    _, _, session = play(FOUR, 1, [f"SAVE {tmp_path / 'My Game'}", f"Position {tmp_path / 'Now'}", "q"])
    assert (tmp_path / "My Game").read_text("utf-8") == session.record()
    assert (tmp_path / "Now").read_text("utf-8") == session.state.to_text() + "\n"


def test_a_long_story_is_told_again_in_lines_beside_its_number(play, monkeypatch):
    table = FOUR.tabletop("en")
    monkeypatch.setattr(type(table), "story", lambda *_: ["far away " * 10])
    session = GameSession(table, 3, 0)
    session.apply(session.state.string_to_action("prize 1"))
    shown, _, _ = play(FOUR, 1, ["q"], session=session)
    assert shown.startswith(f"   1  {' '.join(['far away'] * 8)}\n{' ' * 10}far away far away\n")


def test_a_language_that_the_terminal_lacks_comes_from_the_game(play):
    shown, prompts, _ = play(FOUR, 1, ["q"], language="de")
    assert shown.rstrip().endswith("Schluss.")
    assert prompts == ["Player 1, 1 to 3, or ? for help: "]  # English for what is missing


def test_every_role_of_a_line_has_a_style():
    assert set(STYLES) == set(LineRole)


def test_a_record_of_two_players_in_the_first_format_is_still_read():
    table = BidRules().contest(DECKS[:2]).tabletop("en")
    session = GameSession(table, 3, 1)
    for action in ("prize 1", "play 4", "play 1"):
        session.apply(session.state.string_to_action(action))
    text = session.record()
    older = text.replace("format 2", "format 1").replace("# players: 2\n", "")
    again = resume(table, older)
    assert again.actions == session.actions
    assert again.first == 1
    assert again.record() == text
