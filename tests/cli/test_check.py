import json

import pytest

from cardgen.plugin.resources import resources

from .conftest import on_terminal
from .test_build import break_text

pytestmark = pytest.mark.usefixtures("no_front_pages")


def test_a_good_deck_has_no_problems_and_writes_nothing(run, in_folder):
    assert run("check", "suns.yaml") == (0, "1 deck: no problems\n", "")
    assert run("check", "suns.yaml", "--quiet") == (0, "", "")
    assert not (in_folder / "out").exists()


def test_a_verdict_counts_what_was_found(run, in_folder):
    break_text(in_folder)
    break_text(in_folder, "copies: 10", "copies: 13")
    result = run("check", "suns.yaml", "suns.yaml", "none.yaml")
    assert result.code == 1
    assert result.out == "3 decks: 1 error, 2 warnings; cardgen explain CODE says more\n"
    assert result.err.index("E101") < result.err.index("W399") < result.err.index("E406")


def test_sizes_beside_decks_are_no_deck(run, in_folder):
    (in_folder / "sizes.yaml").write_text("cards: {mine: 61x91mm}\n")
    assert run("check", "sizes.yaml", "suns.yaml") == (0, "1 deck: no problems\n", "")
    assert run("check", "sizes.yaml").code == 1


def test_strict_makes_warnings_errors(run, in_folder):
    break_text(in_folder, "copies: 10", "copies: 13")
    assert run("check", "suns.yaml").code == 0
    assert run("check", "suns.yaml", "--strict").code == 1


def test_json_is_for_scripts(run, in_folder):
    assert json.loads(run("check", "suns.yaml", "--format", "json").out) == []
    break_text(in_folder)
    result = run("check", "suns.yaml", "--format", "json")
    (found,) = json.loads(result.out)
    assert (result.code, result.err) == (0, "")
    assert (found["code"], found["severity"], found["place"]["line"]) == ("E406", "warning", 14)


def test_github_is_for_workflows(run, in_folder):
    assert run("check", "suns.yaml", "--format", "github") == (0, "", "")
    break_text(in_folder)
    result = run("check", "suns.yaml", "--format", "github")
    assert result.code == 0
    assert result.out.startswith("::warning file=suns.yaml,line=14,col=16,title=E406::text ")


def test_another_format_is_wrong_usage(run, in_folder):
    assert run("check", "suns.yaml", "--format", "xml").code == 2


def test_a_deck_that_ships_is_good(run):
    assert run("check", resources().decks / "elves.yaml", "--strict", "-q") == (0, "", "")


BOMB = "game: toy\na: &a [x, x, x, x, x, x, x, x, x]\n" + "".join(
    f"{new}: &{new} [{', '.join([f'*{old}'] * 9)}]\n" for old, new in zip("abcdefgh", "bcdefghi", strict=True)
)


@pytest.mark.parametrize(
    ("name", "content", "code"),
    [
        ("art", None, "E102"),
        ("none.yaml", None, "E101"),
        ("suns.yaml/x", None, "E101"),
        ("/dev/null", None, "E102"),
        ("empty.yaml", b"", "E109"),
        ("binary.yaml", b"\x89PNG\r\n\x1a\n\0\0\0", "E104"),
        ("utf16.yaml", "game: toy".encode("utf-16"), "E104"),
        ("bomb.yaml", BOMB.encode(), "E108"),
        ("deep.yaml", b"[" * 100_000, "E107"),
        ("tab.yaml", b"game: toy\n\tfaction: x", "E105"),
        ("words.yaml", b"a few words", "E109"),
        ("escape.yaml", b"game: \x1b[2Jtoy", "E104"),
    ],
)
@pytest.mark.parametrize("command", ["build", "check"])
def test_what_is_no_deck_gets_a_clear_error(run, in_folder, command, name, content, code):
    if content is not None:
        (in_folder / name).write_bytes(content)
    result = run(command, name)
    assert result.code == 1
    assert f"error[{code}]" in result.err
    assert "Traceback" not in result.err
    assert "\x1b" not in result.err


SLOW = """
import threading, rich.live
from cardgen.pipeline.draw import components as pipeline
from cardgen.cli import console
console.PROGRESS_AFTER = 0.0
shown, count = threading.Event(), 0
old_refresh, old_draw = rich.live.Live.refresh, pipeline.draw_pieces
def refresh(live):
    global count
    old_refresh(live)
    count += 1
    if count == 3:
        shown.set()
def draw(*args):
    assert shown.wait({patience}) is {is_shown}
    return old_draw(*args)
rich.live.Live.refresh, pipeline.draw_pieces = refresh, draw
"""


def test_long_work_shows_its_progress(in_folder):
    seen = on_terminal("check", "suns.yaml", cwd=in_folder, before=SLOW.format(patience=60, is_shown=True)).out
    assert "suns.yaml: " in seen
    assert seen.rstrip().endswith("1 deck: no problems")


NO_FONT = """<svg xmlns="http://www.w3.org/2000/svg" viewBox="0 0 9 9"><text y="5" font-family="Nope">A</text></svg>"""


@pytest.mark.parametrize(
    ("options", "code"),
    [
        (("--paper", "a44"), "E502"),
        (("--only", "crads"), "E504"),
        (("--gap", "-1"), "E506"),
        (("--duplex", "fold", "--split"), "E508"),
        (("--duplex", "none", "--evens", "reversed"), "E508"),
        (("--corners", "30mm"), "E509"),
        (("--printer", "none"), "E520"),
        (("--plotter", "cameo"), "E532"),
        (("--cut-file", "studio3"), "E533"),
        (("--cut-file", "svg", "--duplex", "fold"), "E508"),
    ],
)
def test_a_check_finds_what_a_build_with_the_same_options_would(run, in_folder, monkeypatch, options, code):
    monkeypatch.setenv("CARDGEN_CONFIG", str(in_folder / "config"))
    checked, built = run("check", "suns.yaml", *options), run("build", "suns.yaml", *options)
    assert f"error[{code}]" in checked.err
    assert checked.err == built.err
    assert checked.code == built.code == 2


def test_a_check_finds_what_only_a_pdf_shows(run, in_folder):
    (in_folder / "art" / "sun.svg").write_text(NO_FONT, "utf-8")
    checked, built = run("check", "suns.yaml"), run("build", "suns.yaml")
    assert "error[E408]" in checked.err
    assert checked.err == built.err
    assert not (in_folder / "out").exists()


def test_quiet_prints_errors_and_no_warnings(run, in_folder):
    break_text(in_folder, "copies: 10", "copies: 13")
    assert run("check", "suns.yaml", "-q") == (0, "", "")
    break_text(in_folder)
    for command in ("check", "build", "proof"):
        result = run(command, "suns.yaml", "-q", "--strict")
        assert (result.code, result.out) == (1, ""), command
        assert "error[E406]" in result.err and "warning" not in result.err, command


def test_a_check_looks_at_the_output_folder(run, in_folder):
    (in_folder / "out").write_text("a file")
    checked, built = run("check", "suns.yaml"), run("build", "suns.yaml")
    assert "error[E601]" in checked.err
    assert checked.err.startswith(built.err)
    assert "suns.pt.pdf' cannot be written" in checked.err  # a build of each language has a file of its own
    assert run("check", "suns.yaml", "--out", "other").code == 0
