"""Readings of the calibration sheets become values of a profile."""

import pytest

from cardgen.printer import calibrate
from cardgen.printer.calibrate import measured_values, write_calibration
from cardgen.printer.profiles import PrinterProfile
from cardgen.report.errors import UnlocatedError


def test_readings_and_bars_give_their_own_values():
    moved = measured_values("0.5,-0.25,0.5,-0.25", "", "a4", "long")
    assert {name: round(value, 6) for name, value in moved.items()} == {"dx": 0.5, "dy": -0.25, "angle": 0}
    assert measured_values("0,0,0,0", "", "a4", "long") == {"dx": 0, "dy": 0, "angle": 0}, "older values are replaced"
    scaled = measured_values("", "129.5x210mm", "a4", "long")
    assert scaled == {"scale_x": pytest.approx(130 / 129.5), "scale_y": 1}
    assert measured_values("", "", "a4", "long") == {}
    askew = [measured_values("1,0,0.5,0", "", "a4", flip)["angle"] for flip in ("long", "short")]
    assert askew == [pytest.approx(0.0756, abs=1e-4), pytest.approx(-0.0756, abs=1e-4)], (
        "the paper lies the other way round"
    )


@pytest.mark.parametrize(
    ("readings", "bars", "paper", "code"),
    [("1,2", "", "a4", "E521"), ("", "wide", "a4", "E521"), ("4,0,-4,0", "", "a4", "E526"), ("", "", "a44", "E502")],
)
def test_what_cannot_be_read_is_an_error(readings, bars, paper, code):
    with pytest.raises(UnlocatedError) as caught:
        measured_values(readings, bars, paper, "long")
    assert caught.value.code == code


def test_the_sheets_are_those_of_the_printer_and_the_language(monkeypatch, tmp_path):
    written, profile = [], PrinterProfile(dx=1, flip="short-edge")
    monkeypatch.setattr(calibrate, "write_pdf", lambda *what: written.append(what))
    monkeypatch.setattr(calibrate, "load_printer", {"My Inkjet": profile}.__getitem__)
    monkeypatch.setattr(calibrate, "make_pages", lambda sheets, adjusted: (sheets, adjusted))
    monkeypatch.setattr(calibrate, "draw_calibration_sheets", lambda plan, renderer, *names: (plan.flip, *names))
    write_calibration(tmp_path, paper="a4", flip="long", printer="My Inkjet", language="pt")
    write_calibration(tmp_path, paper="letter", flip="long")
    write_calibration(tmp_path, paper="a4", flip="short")
    found = [
        (*pages, target, info.title, info.author, info.language, info.flip, fonts["Cinzel-Bold"].is_file())
        for pages, target, info, fonts in written
    ]
    assert found == [
        (("short", "a4", "My Inkjet"), profile, tmp_path, "Calibre sua impressora", "cardgen", "pt", "short", True),
        (("long", "letter", ""), None, tmp_path, "Calibrate your printer", "cardgen", "en", "long", True),
        (("short", "a4", ""), None, tmp_path, "Calibrate your printer", "cardgen", "en", "short", True),
    ]
