import os
import string

import pytest
from hypothesis import HealthCheck, given, settings
from hypothesis import strategies as st

from cardgen.geometry.units import Size
from cardgen.model.adjustment import Adjustment
from cardgen.printer.profiles import (
    LIMITS,
    PrinterProfile,
    add_printer,
    check_size,
    load_printer,
    load_printers,
    make_profile,
    profiles_path,
    remove_printer,
)
from cardgen.report.errors import CardgenError, UnlocatedError

A4 = Size(210, 297)


@pytest.fixture(autouse=True)
def folder(tmp_path, monkeypatch):
    """A configuration folder that does not exist yet."""
    monkeypatch.setenv("CARDGEN_CONFIG", str(tmp_path / "config"))
    return tmp_path / "config"


def number(name):
    low, high, _ = LIMITS[name]
    return st.floats(low, high)


VALUES = st.fixed_dictionaries(
    {name: number(name) for name in LIMITS}
    | {
        "flip": st.sampled_from(["long-edge", "short-edge"]),
        "evens": st.sampled_from(["normal", "reversed"]),
        "landscape": st.sampled_from(["left", "right"]),
    }
)
LETTERS = st.characters(categories=["L", "Nd"], max_codepoint=0xFFFF)
NAMES = st.builds(
    lambda first, rest: first + rest, LETTERS, st.text(string.ascii_letters + string.digits + " .-_", max_size=39)
)


@settings(suppress_health_check=[HealthCheck.function_scoped_fixture])
@given(NAMES, VALUES)
def test_a_printer_is_kept_as_it_was_added(name, values):
    printer = make_profile(**values)
    add_printer(name, printer, replace=True)
    assert load_printer(name) == printer
    for key in LIMITS:
        assert getattr(printer, key) == pytest.approx(values[key], abs=1e-6)
    remove_printer(name)
    assert name not in load_printers()


def test_without_a_file_there_is_no_printer(folder):
    assert load_printers() == {}
    assert not folder.exists()


def test_names_as_yaml_reads_them_are_names(folder):
    for name in ("no", "1", "null", "0x10", "on", "1.5"):
        add_printer(name, PrinterProfile(dx=1))
    assert set(load_printers()) == {"no", "1", "null", "0x10", "on", "1.5"}


def test_others_stay_when_one_is_added_or_removed():
    three = {name: PrinterProfile(dx=dx) for dx, name in enumerate(("A", "a", "b"), 1)}
    for name, printer in three.items():
        add_printer(name, printer)
    assert load_printers() == three
    remove_printer("a")
    assert load_printers() == {name: printer for name, printer in three.items() if name != "a"}


def test_a_name_is_not_taken_twice():
    add_printer("a", PrinterProfile(dx=1))
    with pytest.raises(UnlocatedError) as caught:
        add_printer("a", PrinterProfile(dx=2))
    assert caught.value.code == "E522"
    assert load_printer("a").dx == 1
    add_printer("a", PrinterProfile(dx=2), replace=True)
    assert load_printer("a").dx == 2


def test_an_unknown_printer_is_told_with_the_nearest_name():
    with pytest.raises(UnlocatedError) as caught:
        load_printer("my-injket")
    assert (caught.value.code, caught.value.hints[0][:17]) == ("E520", "cardgen calibrate")
    assert caught.value.expected == "a printer added with cardgen printer add; there is none yet"
    add_printer("my-inkjet", PrinterProfile())
    with pytest.raises(UnlocatedError) as caught:
        load_printer("my-injket")
    assert (caught.value.expected, caught.value.hints) == ("one of: my-inkjet", ("did you mean 'my-inkjet'?",))
    with pytest.raises(UnlocatedError):
        remove_printer("my-injket")


@pytest.mark.parametrize("name", ["", "-a", "../a", "a/b", "a\nb", "a" * 41, " a", "a\x1b"])
def test_what_is_no_name_is_refused(name, folder):
    with pytest.raises(UnlocatedError) as caught:
        add_printer(name, PrinterProfile())
    assert caught.value.code == "E523"
    assert not folder.exists()


@pytest.mark.parametrize("name", sorted(LIMITS))
@pytest.mark.parametrize("beyond", [-1, 1, float("nan"), float("inf")])
def test_a_number_out_of_range_is_refused_with_the_range(name, beyond):
    low, high, _ = LIMITS[name]
    value = beyond if beyond not in {-1, 1} else (low - 0.01 if beyond < 0 else high + 0.01)
    with pytest.raises(UnlocatedError) as caught:
        make_profile(**{name: value})
    assert caught.value.code == "E521"
    assert f"{low:g} to {high:g}" in caught.value.expected


@pytest.mark.parametrize(
    ("text", "code", "line"),
    [
        ("printers:\n  a:\n    dx: 1\n    dxx: 1\n", "E203", 4),
        ("printers:\n  a:\n    dx: 11\n", "E204", 3),
        ("printers:\n  a:\n    flip: long\n", "E204", 3),
        ("printers:\n  -a: {dx: 1}\n", "E113", 2),
        ('printers:\n  "-a": {dx: 1}\n', "E204", 2),
        ("printers:\n\ta: {}\n", "E105", 2),
        ("", "E109", 0),
    ],
)
def test_a_damaged_file_is_told_with_its_place_and_left_alone(text, code, line, folder, monkeypatch):
    folder.mkdir()
    monkeypatch.chdir(folder)
    profiles_path().write_text(text)
    with pytest.raises(CardgenError) as caught:
        load_printers()
    (found,) = caught.value.diagnostics
    assert (found.code, found.span.file, found.span.line) == (code, "printers.yaml", line)
    with pytest.raises(CardgenError):
        add_printer("b", PrinterProfile())
    assert profiles_path().read_text() == text


def test_a_file_that_cannot_be_written_is_told(folder):
    folder.write_text("no folder")
    with pytest.raises(UnlocatedError) as caught:
        add_printer("a", PrinterProfile())
    assert caught.value.code == "E524"
    assert "CARDGEN_CONFIG" in caught.value.hints[0] and caught.value.message.startswith("printer file ")


def test_nothing_is_left_beside_the_file(folder):
    add_printer("a", PrinterProfile())
    assert os.listdir(folder) == ["printers.yaml"]  # noqa: PTH208 - what is there, hidden files too


def test_without_the_variable_it_is_the_users_own_folder(monkeypatch):
    monkeypatch.delenv("CARDGEN_CONFIG")
    assert profiles_path().parent.name == "cardgen"
    assert profiles_path().is_absolute()


def test_the_recto_is_scaled_but_not_moved():
    printer = PrinterProfile(dx=1, dy=2, angle=0.5, scale_x=1.01, scale_y=0.99)
    assert printer.adjustment(A4, verso=False) == Adjustment(scale_x=1.01, scale_y=0.99)
    assert printer.adjustment(A4, verso=True) == Adjustment(1, 2, 0.5, 1.01, 0.99)


def test_a_page_that_lies_is_moved_along_the_same_edges_of_the_paper():
    printer = PrinterProfile(dx=1, dy=2, angle=0.5, scale_x=1.01, scale_y=0.99)
    assert printer.adjustment(A4.turned, verso=True) == Adjustment(-2, 1, 0.5, 0.99, 1.01)
    other = printer.model_copy(update={"landscape": "right"})
    assert other.adjustment(A4.turned, verso=True) == Adjustment(2, -1, 0.5, 0.99, 1.01)


def test_the_file_is_in_the_folder_of_the_user(monkeypatch, tmp_path):
    assert profiles_path() == tmp_path / "config" / "printers.yaml"
    monkeypatch.delenv("CARDGEN_CONFIG")
    monkeypatch.setattr(
        "cardgen.printer.profiles.user_config_path", lambda name, appauthor: tmp_path / f"{name}{appauthor}"
    )
    assert profiles_path() == tmp_path / "cardgenFalse" / "printers.yaml"


def test_printers_are_stored_in_the_order_of_their_names(folder):
    for name in ("b", "a", "büro", "c"):
        path = add_printer(name, PrinterProfile())
    assert path == folder / "printers.yaml"
    assert [*load_printers()] == ["a", "b", "büro", "c"] and "büro:" in path.read_text("utf-8")
    assert path.read_text("utf-8").startswith("# Printer profiles, added with `cardgen printer add`.")


@pytest.mark.parametrize(
    ("wider", "higher", "told"),
    [
        (1 / 0.9701, 1 / 1.0299, ""),
        (1 / 1.03, 1 / 1.03, ""),
        (1 / 0.969, 1, "prints are 96.9 % wide: was the paper A4, and the sheet printed at 100 %?"),
        (1, 1 / 1.031, "prints are 103.1 % tall: was the paper A4, and the sheet printed at 100 %?"),
        (1.1, 0.9, "prints are 90.9 % wide and 111.1 % tall: was the paper A4, and the sheet printed at 100 %?"),
        (0, -1, ""),  # out of range, which is told otherwise
    ],
)
def test_sizes_that_no_printer_causes_are_asked_about(wider, higher, told):
    if not told:
        check_size(wider, higher, "A4")
        return
    with pytest.raises(UnlocatedError) as caught:
        check_size(wider, higher, "A4")
    found = caught.value
    assert (found.code, found.message, found.expected) == ("E528", told, "97 to 103 % of the true size")
    with pytest.raises(UnlocatedError, match="was the paper US Letter, and"):
        check_size(wider, higher, "US Letter")


def test_numbers_may_be_as_large_as_their_limits_and_no_larger():
    for name, (low, high, unit) in LIMITS.items():
        assert [getattr(make_profile(**{name: value}), name) for value in (low, high)] == [low, high]
        for value in (low - 0.001, high + 0.001):
            with pytest.raises(UnlocatedError) as caught:
                make_profile(**{name: value})
            told = f"{name.replace('_', '-')} is {value:.6g}, which is out of range"
            assert (caught.value.message, caught.value.expected) == (told, f"{low:g} to {high:g} {unit}")


def test_what_no_printer_is_off_by_is_refused():
    for name, allowed, refused in (
        ("dx", -10, 10.5), ("dy", 10, -10.5), ("angle", 5, 5.5), ("angle", -5, -5.5), ("scale_x", 1.1, 1.15), ("scale_y", 0.9, 0.85),
    ):  # fmt: skip
        assert getattr(make_profile(**{name: allowed}), name) == allowed
        with pytest.raises(UnlocatedError, match="out of range"):
            make_profile(**{name: refused})


def test_square_paper_is_adjusted_as_portrait():
    printer = PrinterProfile(dx=1, dy=2, angle=0.1, scale_x=1.01)
    assert printer.adjustment(Size(200, 200), verso=True) == Adjustment(1, 2, 0.1, 1.01, 1)
    assert printer.adjustment(Size(200, 200), verso=False) == Adjustment(0, 0, 0, 1.01, 1)
