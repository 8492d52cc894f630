"""Games as text: record, replay, and the line that is wrong."""

import pytest

from cardgen.play.playthrough import actions_of, header_of, record, replay
from cardgen.plugin.rules.errors import LogError

from .coin import Coins

GAME = record(["coins", "seven of them"], Coins(), [10, 1, 2, 2, 2])


def first(header):
    assert header == ["coins", "seven of them"]
    return Coins()


class Wordy:
    """A state that a long text describes, in one line."""

    def __init__(self, text):
        self.text = text

    def to_text(self):
        return self.text

    def current_player(self):
        return 0


@pytest.mark.parametrize(
    ("length", "at", "there", "right"),
    [
        (98, 50, f"| {'a' * 50}X{'a' * 47}", f"| {'a' * 98}"),
        (99, 9, f"| {'a' * 9}X{'a' * 78}…", f"| {'a' * 88}…"),
        (200, 99, f"…{'a' * 40}X{'a' * 49}…", f"…{'a' * 90}…"),
        (128, 90, f"…{'a' * 40}X{'a' * 37}", f"…{'a' * 78}"),
        (139, 87, f"…{'a' * 40}X{'a' * 49}…", f"…{'a' * 90}…"),
        (138, 88, f"…{'a' * 40}X{'a' * 49}", f"…{'a' * 90}"),
    ],
)
def test_of_a_long_line_the_part_that_differs_is_shown(length, at, there, right):
    text = "a" * length
    wrong = f"{text[:at]}X{text[at + 1 :]}"
    with pytest.raises(LogError) as caught:
        replay(f"| {wrong}\n", lambda _: Wordy(text))
    assert caught.value.message == f"{there!r} differs from the game"
    assert caught.value.expected == repr(right)


def test_an_action_may_have_brackets_and_its_digest_be_left_out():
    assert actions_of("player 1: play [x] [y] [1a2b]\nplayer 2: pass\nchance: deal\nnobody: none [0000]\n") == [
        "play [x] [y]",
        "pass",
        "deal",
    ]


def test_record_is_readable():
    lines = GAME.splitlines()
    assert lines[:4] == ["# coins", "# seven of them", "| left: 7", "| player: -1"]
    assert lines[4].startswith("chance: player 1 begins [")
    assert lines[5].startswith("player 1: take 1 [")
    assert lines[-1] == "returns: -1 1"


def test_parts_can_be_read_back():
    assert header_of(GAME) == ["coins", "seven of them"]
    assert actions_of(GAME) == ["player 1 begins", "take 1", "take 2", "take 2", "take 2"]


def test_replay_gives_the_same_game():
    state = replay(GAME, first)
    assert state.returns() == [-1.0, 1.0]


def test_a_record_without_actions_is_read_up_to_its_start():
    begun = record(["coins", "seven of them"], Coins(), [])
    half = "".join(f"{line}\n" for line in begun.splitlines()[:4])
    assert replay(half, first, 0).to_text() == Coins().to_text()
    with pytest.raises(LogError, match="line 4: "):
        replay(half.replace("player: -1", "player: 0"), first, 0)


def test_replay_stops_after_the_number_of_actions_that_is_asked_for():
    for to in range(6):
        state = Coins()
        for action in [10, 1, 2, 2, 2][:to]:
            state.apply_action(action)
        assert replay(GAME, first, to).to_text() == state.to_text(), to
        broken = "".join(f"{line}\n" for line in GAME.splitlines()[: 4 + to]) + "player 2: nonsense [0000]\n"
        assert replay(broken, first, to).to_text() == state.to_text(), to  # what follows is not read


@pytest.mark.parametrize(
    ("old", "new", "line"),
    [
        ("take 1", "take 2", 6),  # legal, but it leads elsewhere
        ("take 1", "take 3", 6),  # no action at all
        ("player 1: take 1", "player 2: take 1", 6),
        ("| left: 7", "| left: 6", 3),
        ("returns: -1 1", "returns: 1 -1", 12),
    ],
)
def test_edited_line_is_named(old, new, line):
    with pytest.raises(LogError, match=f"E703 line {line}: ") as error:
        replay(GAME.replace(old, new, 1), first)
    assert error.value.line == line


def test_illegal_action_is_named():
    edited = GAME.replace("player 1 begins", "take 1", 1)
    with pytest.raises(LogError, match="line 5: illegal action 1"):
        replay(edited, first)


@pytest.mark.parametrize("keep", [3, 7, 9])
def test_cut_text_is_noticed(keep):
    with pytest.raises(LogError, match=r"the text ends before|differs from the game"):
        replay("\n".join(GAME.splitlines()[:keep]) + "\n", first)


def test_added_line_is_noticed():
    with pytest.raises(LogError, match="expected the end"):
        replay(GAME + "and then\n", first)
