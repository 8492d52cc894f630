"""Games that people play: what is taken back, recorded and continued, and records that are of something else."""

import pytest

from cardgen.games.attack_the_tower.play.contest import AttackContest
from cardgen.play import people
from cardgen.play.matches import name_decks
from cardgen.play.players import check_people, text_of_counts
from cardgen.play.records import GameStart, open_session, write_record
from cardgen.play.session import GameSession, resume
from cardgen.plugin.rules.errors import LogError
from cardgen.report.errors import CardgenError, UnlocatedError
from cardgen.version import __version__
from tests.games.attack_the_tower.play.armies import army

from .toys import BidRules

TABLE = BidRules().contest([[1, 2, 3], [1, 2, 3]]).tabletop("en")


def begun(moves=7, seed=4, first=1, position=None):
    session = GameSession(TABLE, seed, first, position)
    for _ in range(moves):
        session.apply(session.state.legal_actions()[-1])
    return session


def told(called, *given):
    with pytest.raises((LogError, UnlocatedError)) as caught:
        called(*given)
    error = caught.value
    return error.code, error.message, error.expected, getattr(error, "line", None)


def test_a_move_is_taken_back_with_all_that_followed():
    session = begun()
    assert session.deciders == [-1, 1, 0, -1, 1, 0, -1]
    assert (session.undo(1), session.deciders) == (3, [-1, 1, 0, -1])
    assert session.state.to_text() == begun(4).state.to_text()
    assert (session.undo(0), session.actions) == (2, begun(2).actions)
    assert (session.undo(0), session.deciders) == (0, [-1, 1])
    session.restart()
    assert (session.actions, session.deciders, session.undo(1)) == ([], [], 0)


def test_the_very_first_move_is_taken_back():
    session = begun(3, position=begun(1).state.to_text())
    assert session.deciders == [1, 0, -1]
    assert (session.undo(1), session.actions) == (3, [])
    assert session.state.to_text() == begun(1).state.to_text()


def test_a_record_goes_on_after_any_move():
    text = begun().record(["seat 1: person"])
    for to in (*range(8), None):
        session = resume(TABLE, text, to)
        count = 7 if to is None else to
        assert (session.seed, session.first, session.actions) == (4, 1, begun(count).actions)
        assert session.state.to_text() == begun(count).state.to_text()
    for to in (-1, 8):
        assert told(resume, TABLE, text, to) == ("E734", f"the record has no move {to}", "a number from 0 to 7", None)


def test_a_record_from_a_position_goes_on_from_there():
    position = begun(3).state.to_text()
    session = begun(2, position=position)
    text = session.record()
    assert "# start: seed 4, from the position below\n" in text
    again = resume(TABLE, text)
    assert again.actions == session.actions
    assert again.state.to_text() == session.state.to_text()
    broken = text.replace("| seats: [", "| seats: ", 1)
    line = broken.splitlines().index("| seats: 1, 0]") + 1
    assert told(resume, TABLE, broken)[3] == line


def test_a_record_that_is_wrong_later_on_goes_on_before_that():
    lines = begun().record().splitlines()
    first = next(at for at, line in enumerate(lines) if line.startswith("chance: "))
    lines[first + 3] = lines[first + 3].replace("prize", "price")
    text = "".join(f"{line}\n" for line in lines)
    assert told(resume, TABLE, text)[3] == told(resume, TABLE, text, 4)[3] == first + 4
    for to in (0, 3):
        assert resume(TABLE, text, to).actions == begun(to).actions


def test_a_record_may_have_a_negative_seed():
    assert resume(TABLE, begun(seed=-4).record()).seed == -4


def test_a_position_that_is_wrong_as_a_whole_has_no_line(monkeypatch):
    text = begun(2, position=begun(3).state.to_text()).record()

    def refuse(*_):
        raise LogError("a card is there twice", "each card once")

    monkeypatch.setattr(type(TABLE), "from_text", refuse)
    assert told(resume, TABLE, text) == ("E703", "a card is there twice", "each card once", 0)


def test_a_record_is_continued_after_the_move_that_is_asked_for(tmp_path):
    """A record is taken before a position that is given too."""
    record, position = tmp_path / "game.txt", tmp_path / "position.txt"
    record.write_text(begun().record(), "utf-8")
    position.write_text(begun(1).state.to_text(), "utf-8")
    session = open_session(TABLE, GameStart(seed=9, replay=record, to=3, position=position))
    assert (session.seed, session.actions) == (4, begun(3).actions)
    session = open_session(TABLE, GameStart(seed=9, first=1, position=position))
    assert (session.seed, session.state.to_text()) == (9, begun(1).state.to_text())
    session = open_session(TABLE, GameStart(seed=9, first=1))
    assert (session.seed, session.first, session.state.current_player()) == (9, 1, -1)
    assert session.state.to_text() == begun(0).state.to_text()


def test_a_record_of_something_else_is_told_with_its_line():
    lines = begun().record().splitlines()
    assert lines[:8] == [
        "# cardgen play, format 2",
        f"# cardgen: {__version__}",
        "# game: bids",
        "# players: 2",
        f"# deck 1: {TABLE.decks[0]}",
        f"# deck 2: {TABLE.decks[1]}",
        "# rules: as printed",
        "# start: seed 4, player 2 begins",
    ]

    def edited(number, line):
        return "".join(f"{one}\n" for one in [*lines[: number - 1], line, *lines[number:]])

    long = "# " + "x" * 80
    start = "'seed NUMBER, player 1 begins' (player 1 to 2), or 'seed NUMBER, from the position below'"
    cases = {
        (1, "# cardgen play, format 3"): ("this is not a recorded game", "'# cardgen play, format 2'"),
        (2, long): (f"unexpected header line {long[:60]!r}", "'# cardgen: ...'"),
        (4, "# players: 3"): ("the record is of players '3'", "'2', as here"),
        (6, "# deck 3: x"): ("unexpected header line '# deck 3: x'", "'# deck 2: ...'"),
        (7, "# rules: more"): ("the record is of rules 'more'", "'as printed', as here"),
        (8, "# start: seed 4, player 3 begins"): ("the game cannot start from 'seed 4, player 3 begins'", start),
        (8, "# start: seed 4, player 0 begins"): ("the game cannot start from 'seed 4, player 0 begins'", start),
        (8, "# start: " + "y" * 80): (f"the game cannot start from {'y' * 60!r}", start),
    }
    for (number, line), (message, expected) in cases.items():
        assert told(resume, TABLE, edited(number, line))[1:] == (message, expected, number)


def test_older_records_have_no_line_of_players():
    lines = begun().record().splitlines()
    old = ["# cardgen play, format 1", *lines[1:3], *lines[4:]]
    assert resume(TABLE, "\n".join(old) + "\n").actions == begun().actions


def test_who_begins_must_be_at_the_table():
    for first in (-1, 2):
        message = f"there is no player {first + 1}"
        assert told(open_session, TABLE, GameStart(first=first))[:3] == ("E735", message, "a number from 1 to 2")


@pytest.mark.parametrize(
    ("number", "changed", "hints"),
    [
        (4, ("# players: 2", "# players: 3"), ("use the players of the record: --players 3",)),
        (7, ("# rules: as printed", "# rules: a=1 b=2"), ("use the rules of the record: --rule a=1 --rule b=2",)),
        (7, ("# rules: as printed", "# rules: none"), ("leave --rule out",)),
        (15, ("prize", "price"), ()),
        (16, ("play", "plays"), ("the move before it is right: continue from there with --to 1",)),
        (17, ("play", "plays"), ("the 2 moves before it are right: continue from there with --to 2",)),
    ],
)
@pytest.mark.parametrize("made", [__version__, "0.0.1"])
def test_a_wrong_line_of_a_record_has_a_way_out(tmp_path, number, changed, hints, made):
    lines = begun().record().replace(f"# cardgen: {__version__}", f"# cardgen: {made}").splitlines()
    first = next(at for at, line in enumerate(lines) if line.startswith("chance: "))
    at = number - 1 if number < 10 else first + number - 15
    lines[at] = lines[at].replace(*changed)
    path = tmp_path / "game.txt"
    path.write_text("\n".join(lines) + "\n", "utf-8")
    with pytest.raises(CardgenError) as caught:
        open_session(TABLE, GameStart(replay=path))
    (found,) = caught.value.diagnostics
    assert (found.span.line, found.span.column, found.span.end) == (at + 1, 1, len(lines[at]) + 1)
    other = (f"it was recorded with cardgen '{made}', and this is {__version__}: the rules may have changed",)
    assert found.hints == (other if made != __version__ else ()) + hints


def test_a_record_that_is_given_as_a_position_has_no_such_hints(tmp_path):
    path = tmp_path / "game.txt"
    path.write_text(begun().record().replace(f"# cardgen: {__version__}", "# cardgen: 0.0.1"), "utf-8")
    with pytest.raises(CardgenError) as caught:
        open_session(TABLE, GameStart(position=path))
    (found,) = caught.value.diagnostics
    assert (found.message, found.span.line, found.hints) == ("this is no position", 1, ())


def test_a_record_replaces_nothing_but_itself(tmp_path):
    path = tmp_path / "game.txt"
    write_record(path, "one")
    assert told(write_record, path, "two")[::2] == ("E733", "the name of a new file")
    assert path.read_text("utf-8") == "one"
    write_record(path, "two", replace=True)
    assert path.read_text("utf-8") == "two"
    (tmp_path / "link").symlink_to("gone")
    assert told(write_record, tmp_path / "link", "x")[0] == "E733"
    (tmp_path / "folder").mkdir()
    assert told(write_record, tmp_path / "folder", "x")[0] == "E601"


def test_numbers_of_players_are_told_as_people_say_them():
    cases = {(2,): "2", (1, 2): "1 or 2", (1, 2, 3): "1 to 3", (2, 4): "2 or 4", (2, 4, 6): "2, 4 or 6"}
    assert {counts: text_of_counts(counts) for counts in cases} == cases
    contest = BidRules().contest([[1], [1]])
    for people_there in (0, 2):
        assert check_people(contest, people_there) == range(people_there)
    for people_there in (-1, 3):
        message = f"{people_there} people cannot play in a game of 2 players"
        assert told(check_people, contest, people_there)[:3] == ("E735", message, "a number from 0 to 2")


def test_decks_of_one_name_are_numbered(tmp_path):
    paths = [tmp_path / folder / f"{name}.yaml" for folder, name in (("a", "x"), ("b", "y"), ("c", "x"))]
    assert name_decks(paths) == ("x (1)", "y", "x (2)")


def test_what_is_asked_for_at_the_terminal_is_what_is_opened(monkeypatch):
    given = []

    def opened(*asked):
        given.append(asked)
        raise UnlocatedError("E718", "enough")

    monkeypatch.setattr(people, "open_contest", opened)
    options = people.PlayOptions(players=3, rules=["a=1"], difficulty="hard")
    assert told(people.play_at_terminal, ["deck.yaml"], options)[1] == "enough"
    assert given == [(["deck.yaml"], ["a=1"], 3, "hard")]
    assert told(people.play_at_terminal, ["deck.yaml"], people.PlayOptions(level="expert"))[0] == "E704"
    assert len(given) == 1, "a wrong level is told before decks are opened"


def test_piles_that_a_position_leaves_out_are_shuffled_by_the_seed_once():
    table = AttackContest([army("elves"), army("samurai")]).tabletop("en")
    text = table.start(1, 0).to_text()
    partial = "\n".join(line for line in text.split("\n") if " draw: " not in line and " hand: " not in line)
    piles = {seed: GameSession(table, seed, 0, partial).state.to_text() for seed in (1, 2)}
    assert piles[1] != piles[2]
    for seed, whole in piles.items():
        session = GameSession(table, seed, 0, partial)
        assert session.state.to_text() == whole
        session.restart()
        assert session.state.to_text() == resume(table, session.record()).state.to_text() == whole
