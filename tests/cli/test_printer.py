import pikepdf
import pypdfium2
import pytest
import typer

from cardgen.cli.printer import printer
from cardgen.printer.profiles import profiles_path

COMMANDS = typer.main.get_command(printer).commands


@pytest.fixture(autouse=True)
def folder(tmp_path, monkeypatch):
    """No test touches the printers of whoever runs it."""
    monkeypatch.setenv("CARDGEN_CONFIG", str(tmp_path / "config"))
    return tmp_path / "config"


@pytest.mark.parametrize("name", sorted(COMMANDS))
def test_every_option_is_documented(run, name):
    text = " ".join(run("printer", name, "--help").out.split())
    for parameter in COMMANDS[name].params:
        if parameter.name != "help":
            assert parameter.help, parameter.name
            assert " ".join(parameter.help.split())[:40] in text
    assert "Example: cardgen printer" in text


def test_a_printer_is_added_listed_shown_and_removed(run):
    assert run("printer", "list").err == "no printer is stored yet; cardgen calibrate makes a test sheet\n"
    added = run("printer", "add", "ink", "--dx", "0.5", "--dy", "-0.25", "--angle", "0.1", "--evens", "reversed")
    assert added.code == 0
    assert added.out.splitlines()[-1] == f"stored in {profiles_path()}"
    listed = run("printer", "list").out
    assert listed.startswith("ink: backs +0.50 mm right, -0.25 mm down, +0.10 degrees clockwise; size 100 x 100 %")
    shown = run("printer", "show", "ink").out
    assert {"dx: 0.5", "dy: -0.25", "scale-x: 1", "flip: long-edge", "evens: reversed"} <= set(shown.splitlines())
    assert run("printer", "remove", "ink").code == 0
    assert run("printer", "list").out == ""


def test_what_the_sheet_shows_becomes_the_profile(run):
    assert run("printer", "add", "ink", "--read", "0.5,-0.25,0.5,-0.25", "--bars", "129.5x210mm").code == 0
    shown = dict(line.split(": ") for line in run("printer", "show", "ink").out.splitlines())
    assert (float(shown["dx"]), float(shown["dy"]), float(shown["angle"])) == (0.5, -0.25, 0)
    assert float(shown["scale-x"]) == pytest.approx(130 / 129.5, abs=1e-5)
    assert shown["scale-y"] == "1"


def test_bars_leave_known_offsets_alone(run):
    run("printer", "add", "ink", "--dx", "0.75", "--bars", "130x209mm")
    shown = run("printer", "show", "ink").out
    assert "dx: 0.75" in shown
    assert "scale-y: 1.00479" in shown


@pytest.mark.parametrize(
    ("arguments", "code"),
    [
        (["show", "ink"], "E520"),
        (["remove", "ink"], "E520"),
        (["add", "ink", "--dx", "25"], "E521"),
        (["add", "ink", "--scale-x", "nan"], "E521"),
        (["add", "ink", "--read", "1,2"], "E521"),
        (["add", "ink", "--bars", "wide"], "E521"),
        (["add", "ink", "--read", "4,0,-4,0"], "E526"),
        (["add", "ink", "--read", "0,0,0,0", "--paper", "a44"], "E502"),
        (["add", "ink", "--read", "0,0,0,0", "--paper", "a6"], "E525"),
        (["add", "../ink"], "E523"),
        (["add", "ink", "--scale-y", "1.04"], "E528"),
        (["add", "ink", "--bars", "130x190mm", "--sure"], "E521"),
    ],
)
def test_wrong_usage_is_told_with_its_code(run, arguments, code, folder):
    result = run("printer", *arguments)
    assert result.code == 2
    assert f"error[{code}]" in result.err
    assert not folder.exists()


def test_readings_and_offsets_exclude_each_other(run):
    for read, known in (("--read 0,0,0,0", "--dx --dy --angle"), ("--bars 130x210", "--scale-x --scale-y")):
        for option in known.split():
            assert "leave them out" in run("printer", "add", "ink", *read.split(), option, "0.5").err, option


def test_a_damaged_file_is_no_wrong_usage(run, folder):
    folder.mkdir()
    profiles_path().write_text("printers:\n  ink: {dx: far}\n")
    result = run("printer", "list")
    assert result.code == 1
    assert "printers.yaml:2:13: error[E204]" in result.err


def test_the_calibration_sheet_is_written(run, tmp_path):
    target = tmp_path / "new" / "sheet.pdf"
    result = run("calibrate", "--paper", "letter", "--flip", "short-edge", "--lang", "pt", "--out", target)
    assert (result.code, result.out.strip()) == (0, str(target))
    with pikepdf.open(target) as pdf:
        assert len(pdf.pages) == 4
        preferences = pdf.Root.ViewerPreferences
        assert (preferences.Duplex, preferences.PrintScaling) == ("/DuplexFlipShortEdge", "/None")
        assert list(preferences.PrintPageRange) == [1, 4]


def test_the_same_sheet_is_the_same_file(run, tmp_path):
    for name in ("a.pdf", "b.pdf"):
        assert run("calibrate", "--out", tmp_path / name).code == 0
    assert (tmp_path / "a.pdf").read_bytes() == (tmp_path / "b.pdf").read_bytes()


def test_a_sheet_for_a_printer_turns_as_the_printer_does(run, tmp_path):
    run("printer", "add", "ink", "--dx", "1", "--flip", "short-edge")
    assert run("calibrate", "--printer", "ink", "--out", tmp_path / "a.pdf").code == 0
    with pikepdf.open(tmp_path / "a.pdf") as pdf:
        assert pdf.Root.ViewerPreferences.Duplex == "/DuplexFlipShortEdge"


@pytest.mark.parametrize(
    ("arguments", "code"),
    [
        (["--paper", "a6"], "E525"),
        (["--paper", "a44"], "E502"),
        (["--lang", "xx"], "E504"),
        (["--printer", "x"], "E520"),
    ],
)
def test_a_sheet_that_cannot_be_is_told(run, tmp_path, arguments, code):
    result = run("calibrate", "--out", tmp_path / "a.pdf", *arguments)
    assert result.code == 2
    assert f"error[{code}]" in result.err
    assert not (tmp_path / "a.pdf").exists()


def matrices(path):
    """Of each page, the first matrix in its content."""
    with pikepdf.open(path) as pdf:
        for page in pdf.pages:
            found = (
                [float(value) for value in operands]
                for operands, operator in pikepdf.parse_content_stream(page)
                if str(operator) == "cm"
            )
            yield next(found, [])


def test_a_build_for_a_printer_moves_its_versos(run, in_folder):
    run("printer", "add", "ink", "--dx", "1", "--dy", "-0.5", "--scale-x", "1.01")
    plain, moved = in_folder / "plain.pdf", in_folder / "moved.pdf"
    assert run("build", "suns.yaml", "--out", plain).code == 0
    assert run("build", "suns.yaml", "--out", moved, "--printer", "ink").code == 0
    with pikepdf.open(moved) as pdf:
        found = {tuple(round(float(v), 3) for v in page.MediaBox)[2:] for page in pdf.pages}
    assert found == {(595.276, 841.89)}
    document = pypdfium2.PdfDocument(moved)
    assert "for the printer ink" in " ".join(document[0].get_textpage().get_text_range().split())
    document.close()
    scale_only, shifted = list(matrices(moved))[2:4]
    assert scale_only[:4] == shifted[:4] == [1.01, 0, 0, 1]
    assert shifted[4] - scale_only[4] == pytest.approx(1.01 * 72 / 25.4)
    assert shifted[5] - scale_only[5] == pytest.approx(0.5 * 72 / 25.4)


def test_a_build_for_an_unknown_printer_is_wrong_usage(run, in_folder):
    result = run("build", "suns.yaml", "--printer", "ink")
    assert (result.code, "error[E520]" in result.err) == (2, True)
    assert not (in_folder / "out").exists()


def test_a_build_turns_as_the_printer_does(run, in_folder):
    run("printer", "add", "ink", "--flip", "short-edge")
    assert run("build", "suns.yaml", "--out", "a.pdf", "--printer", "ink").code == 0
    with pikepdf.open("a.pdf") as pdf:
        assert pdf.Root.ViewerPreferences.Duplex == "/DuplexFlipShortEdge"


def test_numbers_of_one_edge_are_not_used_for_the_other(run, in_folder):
    run("printer", "add", "ink", "--dx", "1")
    result = run("build", "suns.yaml", "--printer", "ink", "--duplex", "short-edge")
    assert (result.code, "error[E527]" in result.err) == (2, True)
    assert (
        "over its long edge, but this build turns it over the short edge\n  expected --duplex long-edge" in result.err
    )
    assert run("build", "suns.yaml", "--printer", "ink", "--duplex", "manual").code == 0
    assert run("build", "suns.yaml", "--printer", "ink", "--duplex", "fold").code == 0


def test_a_size_that_no_printer_causes_is_doubted(run, folder):
    result = run("printer", "add", "ink", "--bars", "130x190mm")
    assert result.code == 2
    assert "error[E528]: prints are 90.5 % tall: was the paper A4, and the sheet printed at 100 %?" in result.err
    assert not folder.exists()
    assert run("printer", "add", "ink", "--bars", "130x203mm", "--sure").code == 0
    assert run("printer", "add", "straight", "--bars", "131x207mm").code == 0
