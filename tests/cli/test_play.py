import re
import signal
from pathlib import Path

import pytest

from cardgen.play import people as playing
from cardgen.play.terminal import TerminalGame
from cardgen.plugin.language_files import read_language_files
from cardgen.plugin.resources import resources
from tests.command_line import cardgen

from .conftest import in_process, on_terminal

WORDS = read_language_files(Path(playing.__file__).parent)

ELVES, SAMURAI = DECKS = [resources().decks / "elves.yaml", resources().decks / "samurai.yaml"]
NAMES = {"Elves", "Samurai"}
OPENING = "1 1 2 2 1\n1\n"  # two abilities, two bases, an ability; keep them

SKETCH = """attack-the-tower, position, format 1
armies: elves samurai
turn: 4
player 1 territory 1: treecity 2 | lair 1 | standing-stones 2
player 2 territory 1: dojo 1 | islands 1 | -
player 1 hand: first-light counsel-of-stones
player 2 hand: arrow-of-mercy islands
"""


@pytest.fixture(autouse=True, scope="module")
def decks_are_opened_once():
    """The two decks that ship, for all tests here."""
    opened = playing.open_contest(DECKS)

    def open_contest(paths, *more):
        return opened if list(paths) == DECKS and not any(more) else real(paths, *more)

    real, playing.open_contest = playing.open_contest, open_contest
    yield
    playing.open_contest = real


def played(typed, *options, decks=DECKS, level="random"):
    return cardgen("play", *decks, "--level", level, *options, typed=typed)


def record(path, typed=OPENING):
    assert played(typed, "--record", path).exit_code == 0
    return path


def moves(path):
    return [line for line in path.read_text("utf-8").splitlines() if line.startswith("player ")]


@pytest.mark.parametrize("language", ["en", "pt"])
def test_a_person_plays_to_the_end(language):
    """Always the last choice: that ends turns, and the agent's attacks end the game."""
    result = played("7 6 5 4 3 2 1\n1\n2\n" * 300, "--lang", language, level="script")
    assert result.exit_code == 0
    ending = {"en": r"Victory for \w+\.|Nobody has won\.", "pt": r"Vitória de \w+\.|Ninguém ganhou\."}[language]
    assert re.search(f"({ending})\n$", result.output)
    assert ("Elves" in result.output) == (language == "en")
    assert ("Cidade-árvore" in result.output) == (language == "pt")
    assert "{" not in result.output


def test_lines_of_a_game_fit_a_terminal():
    shown = played("", "--watch", level="script").output
    assert max(map(len, shown.splitlines())) <= 80
    boards = [line for line in shown.splitlines() if re.match(r"[ >!][1-3] \| ", line)]
    assert len(boards) > 30
    assert {line.index("|", 4) for line in boards} == {29}


def test_actions_are_told_by_names_and_places():
    shown = played(OPENING).output
    assert "Draw an ability" in shown
    assert re.search(r"Build \w[\w ]+ \([\w ]+\) on slot 1 of territory 1", shown)
    assert "Samurai drew a base" in shown
    assert not re.search(r"player [12]", shown)


@pytest.mark.parametrize("text", ["7777777", "x", "0", "9", "-1", "1.5"])
def test_what_is_no_choice_is_told_and_changes_nothing(text):
    shown = played(f"{text}\n1\nq\n").output
    assert "is not a number from 1 to 2 or a command" in shown
    assert shown.count("Elves drew") == 1


@pytest.mark.parametrize("typed", ["", "1\n", "q\n", "1\nquit\n"])
def test_leaving_and_the_end_of_input_leave_the_game_undecided(typed):
    result = played(typed)
    assert result.exit_code == 0
    assert result.output.rstrip().endswith("The game is left unfinished.")


def test_help_tells_what_can_be_typed():
    shown = played("?\nhelp\n").output
    for word in ("c NAME", "save FILE", "position FILE", "take back", "1i has initiative"):
        assert shown.count(word) in (2, 4)
    assert max(len(line) for words in WORDS.values() for line in words["help"].splitlines()) <= 80
    assert {"en", "pt"} <= WORDS.keys()


def test_a_card_is_read_by_its_name_its_number_or_as_part_of_the_hand():
    text = "At the end of this turn, draw one card for each of your [shooter] Druids still"
    shown = played("c counsel\n").output
    assert "Counsel of Stones: troop ability (shooter), 4 in the deck of Elves" in shown
    assert text in shown
    assert "Power of the base 4" in played(OPENING + "c 1\n").output
    assert text in played(OPENING + "c\n").output
    assert "there is no card 'Tree city'; did you mean 'Treecity'?" in played("c Tree city\n").output


def test_several_numbers_stop_where_the_choice_changes():
    shown = played("1 1 1 1 1 1 1 1\n").output
    assert "Your opening hand: keep it, or discard it for five new cards?" in shown
    assert "keep this hand" not in shown


def test_undo_takes_back_ones_own_last_decision_and_what_followed(tmp_path):
    once = record(tmp_path / "once", OPENING)
    back = record(tmp_path / "back", OPENING + "1\nu\n")
    assert back.read_text() == once.read_text()
    twice = record(tmp_path / "twice", OPENING + "u\nu\n")
    assert moves(twice) == moves(once)[:4]
    assert "there is nothing to take back" in played("u\n").output
    assert re.search(r"Taken back: \d+ moves\.", played(OPENING + "u\n").output)


def test_of_two_people_each_takes_back_what_he_decided_himself():
    typed = "\n".join(["", OPENING.strip(), "", "u", "1", "u", "q"])
    shown = played(typed, "--two").output
    assert shown.count("there is nothing to take back") == 1
    assert shown.count("Taken back: 1 move.") == 1
    assert re.findall(r"(\w+) decides next", shown) == ["Elves", "Samurai"]


def test_the_same_decision_after_undo_has_the_same_answer(tmp_path):
    once = record(tmp_path / "once", OPENING)
    again = record(tmp_path / "again", OPENING + "u\n1\n")
    assert again.read_text() == once.read_text()


def test_the_log_tells_what_happened():
    shown = played(OPENING + "l\nl all\n").output
    assert shown.count("Samurai kept the opening hand") == 3  # by itself, since the last decision, in all
    assert shown.count("Elves drew") > shown.count("Samurai kept the opening hand")


def test_a_saved_game_goes_on_as_if_never_left(tmp_path):
    saved, whole, rest = tmp_path / "saved", tmp_path / "whole", tmp_path / "rest"
    first, then = OPENING + "1\n", "1\n1\n1\n1\n"
    played(f"{first}save {saved}\n")
    record(whole, first + then)
    assert played(then, "--replay", saved, "--record", rest).exit_code == 0
    assert rest.read_text() == whole.read_text()
    assert len(moves(rest)) > len(moves(saved))


def test_a_replay_tells_numbered_moves_and_goes_on_after_any(tmp_path):
    game = record(tmp_path / "game", OPENING)
    shown = played("", "--replay", game).output
    assert re.search(r"^ +6  Elves kept the opening hand\.\n +7  Samurai drew", shown, re.M)
    back = tmp_path / "back"
    assert played("", "--replay", game, "--to", 3, "--record", back).exit_code == 0
    assert moves(back) == moves(game)[:3]
    assert "E734" in played("", "--replay", game, "--to", 999).output
    assert played("", "--replay", game, "--to", 999).exit_code == 2


def test_agents_play_the_same_game_by_the_same_seed_and_it_is_recorded_to_its_end(tmp_path):
    game = tmp_path / "game"
    shown = [played("", "--watch", "--seed", 3, *more, level="script").output for more in ([], ["--record", game])]
    assert shown[0] == shown[1]
    assert re.search(r"(Victory for \w+|Nobody has won)\.\n$", shown[0])
    assert game.read_text().splitlines()[-1].startswith("returns: ")
    told = played("", "--replay", game).output
    assert re.search(r"^ +1  Elves drew ", told, re.M)
    assert told.endswith(shown[0][-200:])


def test_a_recorded_game_is_never_overwritten(tmp_path):
    game = record(tmp_path / "game")
    before = game.read_bytes()
    result = played("", "--record", game)
    assert result.exit_code == 1
    assert "error[E733]" in result.output
    assert "error[E733]" in played(f"save {game}\n").output
    assert game.read_bytes() == before
    own = tmp_path / "own"
    assert played(f"save {own}\n1\nsave {own}\n").output.count("Written") == 2


def test_a_record_of_a_long_seed_is_read(tmp_path):
    game = tmp_path / "game"
    played("", "--seed", "20261122093015123456", "--record", game)
    assert played("", "--replay", game).exit_code == 0


def test_an_edited_record_is_told_with_line_and_way_out(tmp_path):
    game = record(tmp_path / "game")
    lines = game.read_text().splitlines()
    number = next(n for n, line in enumerate(lines, 1) if line.startswith("player 1: draw base"))
    right = lines[number - 1]
    wrong = lines[number - 1] = right.replace("base", "ability")
    (tmp_path / "edited").write_text("\n".join(lines) + "\n")
    result = played("", "--replay", tmp_path / "edited")
    action, code = wrong.removesuffix("]").split(" [")
    expected = re.search(r"^  expected \[([0-9a-f]{4})\], or the recorded action$", result.output, re.MULTILINE)
    assert expected
    assert expected[1] != code
    assert result.exit_code == 1
    assert result.output == (
        f"{tmp_path}/edited:{number}:1: error[E703]: '{action}' does not lead to the state of its code, [{code}]\n"
        f"{expected[0]}\n"
        "  hint: the 2 moves before it are right: continue from there with --to 2\n"
        f"    {number} | {wrong}\n"
        f"{' ' * len(str(number))}     | {'^' * len(wrong)}\n"
    )
    assert played("", "--replay", tmp_path / "edited", "--to", 2).exit_code == 0


@pytest.mark.parametrize(
    ("old", "new", "told"),
    [
        ("seed 0", "seed 1", ":1: error[E703]: '| player 1 ability draw"),
        ("seed 0, player 1 begins", "as you like", ":8:1: error[E703]: the game cannot start"),
        ("# cardgen play", "# cardgen pray", ":1:1: error[E703]: this is not a recorded game"),
        ("# deck 2", "# duck 2", ":6:1: error[E703]"),
        ("# rules: as printed", "# rules: damage=choose", ":7:1: error[E732]"),
        ("# deck 1: elves ", "# deck 1: elves 0", ":5:1: error[E732]"),
        ("| active: player 1", "| active: player 2", ":12:1: error[E703]"),
    ],
)
def test_a_wrong_header_is_told(tmp_path, old, new, told):
    game = record(tmp_path / "game")
    text = game.read_text()
    assert old in text
    game.write_text(text.replace(old, new, 1))
    result = played("", "--replay", game)
    assert result.exit_code == 1
    assert told in result.output


def test_a_record_of_another_version_is_only_a_hint_where_it_goes_wrong(tmp_path):
    game = record(tmp_path / "game")
    text = re.sub("# cardgen: .*", "# cardgen: 99.0", game.read_text())
    game.write_text(text)
    assert played("", "--replay", game).exit_code == 0
    game.write_text(text.replace("player 1: keep", "player 1: burn"))
    assert "recorded with cardgen '99.0'" in played("", "--replay", game).output


@pytest.mark.parametrize("keep", [3, 20, 58, -1, -20])
def test_a_cut_record_is_told(tmp_path, keep):
    game = record(tmp_path / "game")
    game.write_text("\n".join(game.read_text().splitlines()[:keep]) + "\n")
    result = played("", "--replay", game)
    assert result.exit_code == 1
    assert "error[E703]" in result.output


def test_other_decks_cannot_go_on_with_a_record(tmp_path):
    game = record(tmp_path / "game")
    result = played("", "--replay", game, decks=[SAMURAI, ELVES])
    assert "error[E732]: the record is of deck 1 'elves " in result.output
    changed = tmp_path / "elves.yaml"
    (tmp_path / "art").symlink_to(ELVES.parent / "art")
    text = ELVES.read_text("utf-8")
    changed.write_text(text.replace("Counsel of Stones", "Talk of Stones"), "utf-8")
    assert played("", "--replay", game, decks=[changed, SAMURAI]).exit_code == 0  # words are not played
    changed.write_text(text.replace("set: 2, until: turn", "set: 3, until: turn"), "utf-8")
    assert "error[E732]" in played("", "--replay", game, decks=[changed, SAMURAI]).output


def test_the_rules_are_part_of_the_record(tmp_path):
    game = tmp_path / "game"
    rules = ["--rule", "damage=choose", "--rule", "build_over=no"]
    played(OPENING, "--record", game, *rules)
    assert "\n# rules: damage=choose build_over=no\n" in game.read_text()
    assert "E732" in played("", "--replay", game).output
    assert played("", "--replay", game, *rules).exit_code == 0


def test_a_position_can_be_sketched(tmp_path):
    path, game = tmp_path / "position", tmp_path / "game"
    path.write_text(SKETCH)
    shown = played("2\n", "--position", path, "--record", game).output
    assert "Turn 4: Elves\nYou: Elves\n" in shown
    assert "   | 1 1 Elves               | 3 Goblin Spiderriders   | 1i 1i Druids" in shown
    assert "Piles: abilities 23, bases 22" in shown
    assert "from your territory 1, with power 7" in " ".join(shown.split())
    assert played("", "--replay", game).exit_code == 0
    again = played(f"position {tmp_path / 'whole'}\n", "--position", path).output
    assert "Written" in again
    assert (tmp_path / "whole").read_text().count("\n") > 40
    one, two = [
        re.sub("Written.*", "", played("2\n", "--position", file).output) for file in (path, tmp_path / "whole")
    ]
    assert one == two


@pytest.mark.parametrize(
    ("old", "new", "line", "told"),
    [
        ("attack-the-tower, position", "a position", 1, "this is not a position"),
        ("elves samurai", "samurai elves", 2, "the position belongs to the armies 'samurai elves'"),
        ("turn: 4", "trun: 4", 3, "expected 'turn'"),
        ("turn: 4", "turn: four", 3, "expected a number from 0 to 201"),
        ("turn: 4", "turn: 4\nturn: 5", 4, "is there twice"),
        ("turn: 4", "phase: lunch", 3, "expected one of: first_player"),
        ("turn: 4", "active: player 3", 3, "expected one of: player 1, player 2\n"),
        ("turn: 4", "flags: tired", 3, "any of: renewed"),
        ("turn: 4", "turn: -1", 3, "a number from 0 to 201"),
        ("turn: 4", "phase: clash", 3, "also the lines group"),
        ("turn: 4", "phase: window", 3, "also the lines group"),
        ("turn: 4", "phase: regular", 3, "also the lines group"),
        ("turn: 4", "phase: heal", 3, "also the lines group"),
        ("turn: 4", "phase: advance", 3, "also the lines group"),
        ("turn: 4", "phase: hit\ngroup: 0\nsite: 0\nstage: 0", 3, "also the line fight"),
        ("turn: 4", "active: nobody", 3, "player 1 or player 2"),
        ("turn: 4", "player: nobody", 3, "player 1 or player 2"),
        ("turn: 4", "group: 99", 3, "a number from -1 to 3"),
        ("turn: 4", "group: 1", 3, "a phase of a battle"),
        ("turn: 4", "mods: 1", 3, "effect, value, owner and registers"),
        ("turn: 4", "delays: 1", 3, "program, moment, owner and registers"),
        ("turn: 4", "stack: 1", 3, "program, next step, owner and registers"),
        ("turn: 4", "damage: -2 3", 3, "the number of a unit on the table"),
        ("turn: 4", "fight: 1 2 3", 3, "nothing, or the value"),
        ("turn: 4", "ask: 0 0 7 99 1 0", 3, "nothing, or the value"),
        ("turn: 4", "fresh: 8", 3, "bits of special troops"),
        ("turn: 4", "changed: 4", 3, "0 or 1"),
        ("turn: 4", "player 1 palace: first-light", 3, "expected special troops"),
        ("turn: 4", "player 1 base draw: first-light", 3, "expected bases"),
        ("turn: 4", "played: lair", 3, "expected abilities"),
        ("turn: 4", "damage: 3", 3, "pairs of whole numbers"),
        ("lair 1", "liar 1", 4, "unknown base 'liar'"),
        ("lair 1", "lair 3", 4, "each - or a base and 0 to 2 troops"),
        ("| -", "", 5, "three slots"),
        ("first-light", "last-light", 6, "expected 'first-light'"),
        ("player 1 hand", "player 1 ability draw:\nplayer 1 hand", 7, "card 'first-light' appears 1 times"),
        ("islands\n", "islands islands islands\n", 7, "card 'islands' appears 4 times"),
    ],
)
def test_an_error_of_a_position_has_its_line(tmp_path, old, new, line, told):
    path = tmp_path / "position"
    assert old in SKETCH
    path.write_text(SKETCH.replace(old, new))
    result = played("", "--position", path)
    assert result.exit_code == 1
    assert f"{path}:{line}:1: error[E703]" in result.output
    assert told in result.output


@pytest.mark.parametrize("more", [[], ["group: 0", "site: 0", "stage: 0"]])
def test_each_phase_that_is_offered_can_be_played(tmp_path, more):
    path, lines = tmp_path / "position", [*more, ""]
    path.write_text(SKETCH.replace("turn: 4", "phase: lunch"))
    told = played("", "--position", path).output
    ordinary, battle = re.search(r"one of: (.*); with .* also (.*); with these", told).groups()
    for phase in (battle if more else ordinary).split(", "):
        path.write_text(SKETCH.replace("turn: 4", "\n".join([f"phase: {phase}", *lines])))
        assert played("1\n1\n1\nq\n", "--position", path).exit_code == 0


def test_player_2_names_his_own_cards_in_a_sketch(tmp_path):
    """A deck plays itself: both have all names."""
    path, whole = tmp_path / "position", tmp_path / "whole"
    path.write_text(
        "attack-the-tower, position, format 1\narmies: elves elves\n"
        "player 1 territory 1: treecity 2 | - | -\nplayer 2 territory 1: treecity 1|lair/2 1|-\n"
        "player 2 hand: first-light counsel-of-stones/2 first-light/1\n"
    )
    shown = played(f"position {whole}\nq\n", "--position", path, decks=[ELVES, ELVES])
    assert "Written" in shown.output
    text = whole.read_text()
    assert "\nplayer 1 territory 1: treecity 2 | - | -\n" in text
    assert "\nplayer 2 territory 1: treecity/2 1 | lair/2 1 | -\n" in text
    assert re.search(r"\nplayer 2 hand: first-light first-light/2 counsel-of-stones/2\n", text)
    again = played(f"position {tmp_path / 'again'}\nq\n", "--position", whole, decks=[ELVES, ELVES])
    assert "Written" in again.output
    assert (tmp_path / "again").read_text() == text


@pytest.mark.parametrize("field", ["ask: 0 0 7 99 1 0", "stack: 999 0 0", "mods: 500 1 0", "phase: hit", "fight: 1"])
def test_a_position_that_cannot_go_on_is_an_error_not_a_crash(tmp_path, field):
    path = tmp_path / "position"
    path.write_text(SKETCH + field + "\n")
    result = played("", "--position", path)
    assert result.exit_code in (0, 1)
    assert "Traceback" not in result.output


@pytest.mark.parametrize("content", [None, b"\xff\xfe\0x", b"x" * (5 * 2**20)])
@pytest.mark.parametrize("option", ["--replay", "--position"])
def test_a_file_that_cannot_be_read_is_told(tmp_path, content, option):
    path = tmp_path / "file"
    if content is not None:
        path.write_bytes(content)
    result = played("", option, path)
    assert result.exit_code == 1
    assert "error[E730]" in result.output


def test_two_people_see_each_their_own_hand():
    """Between two hand-overs nothing is named that only the other one's hand holds."""
    typed = "\n".join(["", "1 1 1 1 1", "1", "", "1 1 2 2 2", "1", "", *["1", ""] * 20, "b", "l all", "c"])
    shown = played(typed, "--two").output
    parts = re.split(r"(\w+) decides next\. Press Enter", shown)
    turns = list(zip(parts[1::2], parts[2::2], strict=True))
    assert {player for player, _ in turns} == NAMES
    for player, text in turns:
        (other,) = NAMES - {player}
        assert f"Hand of {other}" not in text
        assert not re.search(rf"{other}: draw (?!an ability|a base)", text)
    assert all(f"Hand of {player}" in "".join(text for who, text in turns if who == player) for player in NAMES)


def test_a_person_alone_sees_no_hand_but_his_own():
    shown = played(OPENING + "l all\nb\n" + "1\n" * 30).output.partition("Victory for")[0]
    assert "Hand of Elves" in shown
    assert "Hand of Samurai" not in shown
    assert re.search("Samurai drew (an ability|a base)", shown)
    assert not re.search("Samurai drew (?!an ability|a base)", shown)


def test_colours_are_for_terminals_only(tmp_path):
    path, color = tmp_path / "position", re.compile("\x1b\\[[0-9;]*3[0-7]m")
    path.write_text(SKETCH)
    shown = [
        on_terminal("play", *DECKS, "--position", path, cwd=tmp_path, **env).out for env in ({}, {"NO_COLOR": "1"})
    ]
    assert [bool(color.search(text)) for text in shown] == [True, False]
    assert all("Turn 4: Elves" in text for text in shown)
    assert "\x1b" not in played("", "--position", path).output


@pytest.mark.parametrize(
    "options",
    [["--watch", "--two"], ["--to", 3], ["--replay", "a", "--position", "b"], ["--lang", "fr"], ["--level", "expert"]],
)
def test_wrong_usage(options):
    assert played("", *options).exit_code == 2


def test_a_folder_is_no_place_for_a_record(tmp_path):
    (tmp_path / "file").write_text("")
    assert "error[E601]" in played("", "--record", tmp_path / "file" / "below").output
    assert "needs the name of a new file" in played("save\n").output
    assert Path(tmp_path / "file").read_text() == ""


@pytest.mark.parametrize(
    ("old", "new", "own", "hint"),
    [
        ("rules: as printed", "rules: damage=choose max_builds=1", (), "--rule damage=choose --rule max_builds=1"),
        ("rules: as printed", "rules: as printed", ("--rule", "max_builds=1"), "leave --rule out"),
        ("players: 2", "players: 3", (), "--players 3"),
    ],
)
def test_a_record_by_other_rules_or_of_more_players_says_how_to_replay_it(tmp_path, old, new, own, hint):
    game = record(tmp_path / "game")
    game.write_text(game.read_text().replace(f"# {old}", f"# {new}"))
    assert f"{hint}\n" in played("", "--replay", game, *own).output


@pytest.mark.parametrize(
    ("line", "told"), [("player 1: fly [0000]", "'fly'"), ("player 1: burn", "illegal action 'burn'")]
)
def test_a_move_that_cannot_be_read_is_named(tmp_path, line, told):
    game = record(tmp_path / "game")
    lines = game.read_text().splitlines()
    at = next(at for at, other in enumerate(lines) if other.startswith("player 1: "))
    game.write_text("\n".join([*lines[:at], line, *lines[at + 1 :]]))
    result = played("", "--replay", game)
    assert f":{at + 1}:1: error[E703]: {told}" in result.output


def test_what_a_record_says_itself_is_not_said_again(tmp_path):
    game = record(tmp_path / "game")
    assert "leave them out" in played("", "--replay", game, "--seed", 3).output


@pytest.mark.skipif(not hasattr(signal, "SIGHUP"), reason="a closed terminal is told otherwise")
@pytest.mark.parametrize("number", ["SIGHUP", "SIGTERM"])
def test_a_closed_terminal_loses_no_record(tmp_path, number):
    before = (
        "import signal\nfrom cardgen.play import terminal\n"
        f"def gone(*_): signal.raise_signal(signal.{number})\n"
        "terminal.TerminalGame._ask = gone\n"
    )
    assert "_ask" in vars(TerminalGame)
    result = in_process("play", *DECKS, "--level", "random", "--record", tmp_path / "game", cwd=tmp_path, before=before)
    assert result.code == 128 + getattr(signal, number)
    assert (tmp_path / "game").read_text().startswith("# cardgen play")


def test_who_assigns_damage_is_told_how_much_is_left(tmp_path):
    position, rule = tmp_path / "position", ("--rule", "damage=choose")
    position.write_text("\n".join(line for line in SKETCH.splitlines() if " hand:" not in line))
    number = re.search(r"(\d+) +Attack territory 1 of Samurai", played("2\n", "--position", position, *rule).output)[1]
    shown = played(f"2\n{number}\n", "--position", position, *rule).output
    assert re.search(
        r"Initiative step, 2 damage left to share out: how much to .+, which falls with \d\?", shown
    )  # of two druids


def test_who_picks_several_is_told_how_many_more(tmp_path):
    position = tmp_path / "position"
    position.write_text(
        "attack-the-tower, position, format 1\narmies: lockkeepers samurai\nturn: 4\n"
        "player 1 territory 1: signal-mast 2 | - | -\nplayer 2 territory 1: feud 2 | feud 2 | -\n"
        "player 1 hand: blinding-flare\n"
    )
    decks = [resources().decks / "lockkeepers.yaml", SAMURAI]
    shown = played("2\n1\n1\n1\n", "--position", position, decks=decks).output
    assert "Blinding Flare: choose up to 3 of these." in shown
    assert "Blinding Flare: choose up to 2 of these." in shown


@pytest.mark.parametrize("name", ["a\0b", "a" * 300, "~nobody-of-this-name/x", "/", ".", "\u202ex"])
def test_a_file_that_cannot_be_saved_is_told_and_the_game_goes_on(tmp_path, monkeypatch, name):
    monkeypatch.chdir(tmp_path)
    result = played(f"save {name}\nposition {name}\nquit\n")
    assert result.exit_code == 0
    assert result.output.count("error[E") == (0 if name in ("~nobody-of-this-name/x", "\u202ex") else 2)
