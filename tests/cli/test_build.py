import subprocess
import sys
from dataclasses import replace
from pathlib import Path

import pytest
from typer.testing import CliRunner

from cardgen.cli import app
from cardgen.cli.build import _show
from cardgen.pipeline.printed_file.output import BuildResult
from cardgen.printer.cut_files import CutFile
from cardgen.read.tables import files
from cardgen.report.diagnostics import Diagnostic

from .conftest import command, in_process, on_terminal


def break_text(folder, old="Go to rest.", new="word " * 400):
    deck = folder / "suns.yaml"
    deck.write_text(deck.read_text("utf-8").replace(old, new), "utf-8")


def test_a_pdf_is_written_and_its_path_is_all_that_a_pipe_gets(run, in_folder):
    assert run("build", "suns.yaml", "--only", "rules") == (0, "out/suns.pdf\n", "")
    assert (in_folder / "out" / "suns.pdf").read_bytes().startswith(b"%PDF")


@pytest.mark.parametrize("out", ["made", "made/here.pdf", "made/HERE.PDF"])
def test_out_is_a_folder_or_the_file(run, in_folder, out):
    name = "made/suns.pdf" if out == "made" else out
    assert run("build", "suns.yaml", "--only", "rules", "--out", out).out == f"{name}\n"
    assert (in_folder / name).is_file()


def test_quiet_says_nothing_but_errors(run, in_folder):
    break_text(in_folder, "copies: 10", "copies: 13")
    assert run("build", "suns.yaml", "--only", "rules", "-q") == (0, "", "")
    result = run("build", "suns.yaml", "--only", "rules", "-q", "--strict")
    assert (result.code, result.out) == (1, "")
    assert "error[W399]" in result.err


def test_warnings_are_said_and_the_file_is_written(run, in_folder):
    break_text(in_folder, "copies: 10", "copies: 13")
    result = run("build", "suns.yaml", "--only", "rules")
    assert (result.code, result.out) == (0, "out/suns.pdf\n")
    assert "suns.yaml:11:13: warning[W399]: thirteen copies are unlucky" in result.err


def test_a_deck_with_an_error_writes_nothing(run, in_folder):
    break_text(in_folder)
    result = run("build", "suns.yaml", "--strict")
    assert (result.code, result.out) == (1, "")
    assert "suns.yaml:14:16: error[E406]" in result.err
    assert not (in_folder / "out").exists()


def test_what_can_be_drawn_is_printed_and_told(run, in_folder):
    break_text(in_folder)
    result = run("build", "suns.yaml")
    assert (result.code, result.out) == (0, "out/suns.pdf\n")
    assert "suns.yaml:14:16: warning[E406]" in result.err


def test_of_several_decks_the_good_ones_are_written(run, in_folder):
    (in_folder / "dusk.yaml").write_bytes((in_folder / "suns.yaml").read_bytes())
    break_text(in_folder)
    result = run("build", "suns.yaml", "dusk.yaml", "none.yaml", "--only", "cards", "--strict")
    assert (result.code, result.out) == (1, "out/dusk.pdf\n")
    assert "error[E406]" in result.err and "error[E101]" in result.err
    assert [path.name for path in (in_folder / "out").glob("*.pdf")] == ["dusk.pdf"]


def test_several_decks_become_one_file(run, in_folder):
    result = run("build", "suns.yaml", "suns.yaml", "--one", "all.pdf")
    assert (result.code, result.out.strip()) == (0, "all.pdf")
    assert (in_folder / "all.pdf").is_file()
    assert not (in_folder / "out").exists()


def test_one_file_of_several_decks_is_a_pdf(run, in_folder):
    assert run("build", "suns.yaml", "suns.yaml", "--one", "all.yaml").code == 2
    assert run("build", "suns.yaml", "--one", "all.pdf", "--changed").code == 2


def test_one_file_of_several_decks_is_quiet_if_asked(run, in_folder):
    assert run("build", "suns.yaml", "--only", "rules", "--one", "all.pdf", "--quiet") == (0, "", "")
    assert (in_folder / "all.pdf").is_file()


def test_two_decks_of_one_name_are_wrong_usage(run, in_folder):
    result = run("build", "suns.yaml", "art/suns.yaml")
    assert result.code == 2
    assert "both" in result.err
    assert run("build", "suns.yaml", "dusk.yaml", "--out", "a.pdf").code == 2


@pytest.mark.parametrize(
    ("args", "hint"),
    [
        (("--paper", "lettre"), "did you mean 'letter'?"),
        (("--card", "pokre"), "did you mean 'poker'?"),
        (("--only", "cards,rulse"), "did you mean 'rules'?"),
        (("--lang", "ptt"), "did you mean 'pt'?"),
        (("--paper", "0x0mm"), ""),
    ],
)
def test_an_unknown_choice_is_wrong_usage(run, in_folder, args, hint):
    result = run("build", "suns.yaml", *args)
    assert result.code == 2
    assert hint in result.err
    assert not (in_folder / "out").exists()


def test_no_deck_or_an_unknown_option_is_wrong_usage(run):
    assert run("build").code == 2
    assert run("build", "a.yaml", "--papre", "a4").code == 2


def test_an_output_that_cannot_be_written_is_an_error(run, in_folder):
    (in_folder / "out").write_text("a file")
    result = run("build", "suns.yaml", "--only", "rules")
    assert result.code == 1
    assert "error[E601]" in result.err


def test_a_person_gets_a_summary(in_folder):
    result = on_terminal("build", "suns.yaml", "--strict", cwd=in_folder)
    assert result.code == 0
    assert "out/suns.pdf: Toy: Suns, 11 pieces" in result.out
    assert "2 sheets of A4 (cards 1, rules 1), 6 pages" in result.out
    assert "print pages 3-6 at 100 %" in result.out
    assert "\x1b" not in result.out


def test_what_a_person_and_a_pipe_are_told_of_one_file_and_of_several(monkeypatch, capsys):
    """Of a single thing and of two in each place."""
    several = BuildResult(
        "Suns", (Path("a-fronts.pdf"), Path("a-backs.pdf")), (CutFile(Path("a.svg"), (3,)), CutFile(Path("b.svg"), (5, 7))),
        "A4", {"cards": 2, "rules": 1}, 8, 11, "one side only", (), (Diagnostic("W399", "odd"),), "a.csv: 11 cards",
    )  # fmt: skip
    one = replace(
        several, files=(Path("a.pdf"),), cut_files=(), sheets={"cards": 1}, page_count=1, piece_count=1, summary=""
    )
    told = []
    for is_terminal in (True, False):
        monkeypatch.setattr("sys.stdout.isatty", lambda is_terminal=is_terminal: is_terminal)
        for result in (several, one, replace(one, files=())):
            _show(result)
            told.append(capsys.readouterr())
    assert [out for out, _ in told] == [
        "a-fronts.pdf and a-backs.pdf: Suns, 11 pieces\n  3 sheets of A4 (cards 2, rules 1), 8 pages\n"
        "  print pages 3-8 at 100 %, one side only; page 1 says more\na.svg: cuts page 3\nb.svg: cuts pages 5, 7\n",
        "a.pdf: Suns, 1 piece\n  1 sheet of A4 (cards 1), 1 page\n  print pages 3-1 at 100 %, one side only; page 1 says more\n",
        "", "a-fronts.pdf\na-backs.pdf\na.svg\nb.svg\n", "a.pdf\n", "",
    ]  # fmt: skip
    nothing = "nothing to print: every piece looks as it did when it was last printed\n"
    warned = "warning[W399]: odd\n"
    assert [err for _, err in told] == [f"a.csv: 11 cards\n{warned}", warned, f"{warned}{nothing}"] * 2


def test_typed_bytes_that_are_no_text_are_no_bug(in_folder):
    code = "import sys; from cardgen.report.streams import open_streams; open_streams(); print(repr(input()))"
    done = subprocess.run([sys.executable, "-c", code], input=b"a\xffb\n", capture_output=True, check=False)
    assert done.stdout.decode() == "'a\ufffdb'\n"


def test_closed_streams_and_a_deleted_folder_are_no_bugs(in_folder):
    shell = ["sh", "-c", '"$@" >&- 2>&- <&-', "sh", *command("build", "suns.yaml", "--only", "rules")]
    assert subprocess.run(shell, cwd=in_folder, check=False).returncode == 0
    assert (in_folder / "out" / "suns.pdf").read_bytes().startswith(b"%PDF-")
    before = "import os; os.mkdir('gone'); os.chdir('gone'); os.rmdir('../gone')"
    result = in_process("build", in_folder / "suns.yaml", cwd=in_folder, before=before)
    assert (result.code, result.out) == (2, "")
    assert "the current folder cannot be used: no such file or directory" in result.err


@pytest.mark.parametrize("command", ["check", "build"])
def test_a_theme_that_is_a_link_is_a_fault_with_its_place_and_no_bug(run, in_folder, command):
    (in_folder / "theme.yaml").symlink_to("/dev/null")
    result = run(command, "suns.yaml")
    assert result.code == 1
    assert (
        "theme.yaml: error[E125]: template 'theme.yaml' is a symbolic link out of its folder" in result.out + result.err
    )


def test_a_file_name_of_any_bytes_is_printed(in_folder):
    name = b"s\xff.yaml".decode(errors="surrogateescape")
    try:
        (in_folder / name).write_bytes((in_folder / "suns.yaml").read_bytes())
    except OSError:
        pytest.skip("this file system wants UTF-8")
    before = "import sys\nsys.argv[2] = sys.argv[2].replace('?', '\\udcff')"
    result = in_process("build", "s?.yaml", "--only", "rules", cwd=in_folder, before=before)
    assert (result.code, result.out) == (0, "out/s<U+DCFF>.pdf\n")


def test_plotter_gets_cut_files_beside_the_pdf(run, in_folder):
    result = run("build", "suns.yaml", "--plotter", "silhouette", "--cut-file", "svg,dxf", "--only", "cards")
    assert (result.code, result.err) == (0, "")
    names = ("suns-cut-cards.svg", "suns-cut-cards.dxf", "suns-cut-cards-2.svg", "suns-cut-cards-2.dxf")
    files = ["out/suns.pdf", *(f"out/{name}" for name in names)]
    assert result.out.split() == files
    assert all((in_folder / file).exists() for file in files)


def test_unknown_plotter_and_format_are_wrong_usage(run, in_folder):
    for option, value, code in (("--plotter", "cameo", "E532"), ("--cut-file", "studio3", "E533")):
        result = run("build", "suns.yaml", option, value)
        assert result.code == 2
        assert code in result.err
    assert not (in_folder / "out").exists()


def test_ink_is_chosen(run, in_folder):
    sizes = []
    for ink in ("full", "low", "grey"):
        assert run("build", "suns.yaml", "--ink", ink, "--out", f"{ink}.pdf").code == 0
        sizes.append((in_folder / f"{ink}.pdf").read_bytes())
    assert len(set(sizes)) == 3
    assert run("build", "suns.yaml", "--ink", "green").code == 2


@pytest.mark.parametrize(
    "text", ["name\tcost\nFox\t2\n", '[{"name": "Fox", "cost": 2}]', "|name|cost|\n|--|--|\n|Fox|2|\n"]
)
def test_a_table_from_standard_input_becomes_a_pdf(tmp_path, monkeypatch, text):
    files._read_input.cache_clear()
    monkeypatch.chdir(tmp_path)
    result = CliRunner().invoke(app, ["build", "-"], input=text)
    files._read_input.cache_clear()
    assert (result.exit_code, result.stdout) == (0, "out/cards.pdf\n")
    assert result.stderr.startswith("1 card from 2 columns: name, cost (number). Look: classic (for another: --look ")
    assert (tmp_path / "out" / "cards.pdf").read_bytes().startswith(b"%PDF")
