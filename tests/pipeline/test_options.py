"""Options of the public face refuse what a type checker would find."""

from dataclasses import fields
from pathlib import Path

import pytest

from cardgen.pipeline.options import OPTIONS, BuildOptions, CheckOptions, ExportOptions, ShowOptions
from cardgen.preview.server.page_options import panel_options
from docs.generate.commands import commands
from tests.recorded import check_recorded


@pytest.mark.parametrize(
    ("choices", "message"),
    [
        ({"duplex": "sideways"}, "duplex is 'sideways', expected one of: long-edge, short-edge, manual, fold, none"),
        ({"evens": "odd"}, "evens is 'odd', expected one of: normal, reversed"),
        ({"marks": "cross"}, "marks is 'cross', expected one of: crop, lines, none"),
        ({"ink": "green"}, "ink is 'green', expected one of: full, low, grey"),
    ],
)
def test_a_value_out_of_a_closed_list_is_refused(choices, message):
    with pytest.raises(ValueError, match=message):
        BuildOptions(**choices)


def test_options_and_what_the_panel_shows_of_them_are_as_recorded():
    told = [f"{name}: {info}" for name, info in OPTIONS.items()]
    defaults = [str(each()) for each in (BuildOptions, CheckOptions, ExportOptions, ShowOptions)]
    check_recorded(Path(__file__).with_name("options.txt"), [*told, *map(str, panel_options()), *defaults])


@pytest.mark.parametrize("make", [BuildOptions, ExportOptions])
def test_one_name_where_several_are_expected_is_refused(make):
    with pytest.raises(TypeError, match=r"only is a string, expected a tuple of names such as \('cards',\)"):
        make(only="cards")


def test_options_are_values():
    assert BuildOptions(paper="letter") == BuildOptions(paper="letter")
    assert len({BuildOptions(), BuildOptions(duplex=None), BuildOptions(paper="letter")}) == 2


def test_a_number_out_of_its_range_is_refused():
    with pytest.raises(ValueError, match="dpi is 9, expected 10 to 2400"):
        ShowOptions(dpi=9)
    with pytest.raises(ValueError, match="dpi is 2401, expected 10 to 2400"):
        ShowOptions(dpi=2401)
    assert [ShowOptions(dpi=dpi).dpi for dpi in (10, 2400)] == [10, 2400]


def test_every_option_is_declared_with_its_help_and_used():
    kinds = (BuildOptions, CheckOptions, ExportOptions, ShowOptions)
    stated = {field.name for kind in kinds for field in fields(kind)}
    assert set(OPTIONS) == stated - {"side"}  # `show` has two switches for it
    assert all(info.help.endswith(".") for info in OPTIONS.values())


def test_the_command_line_follows_the_declaration():
    flags = {flag for parameter in commands()["build"].params for flag in parameter.opts}
    built = {field.name for field in fields(BuildOptions)}
    assert {OPTIONS[name].flag or f"--{name.replace('_', '-')}" for name in built} <= flags
