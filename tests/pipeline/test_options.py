"""Options of the public face refuse what a type checker would find."""

import pytest

from cardgen.pipeline.options import BuildOptions, ExportOptions


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


@pytest.mark.parametrize("make", [BuildOptions, ExportOptions])
def test_one_name_where_several_are_expected_is_refused(make):
    with pytest.raises(TypeError, match=r"only is a string, expected a tuple of names such as \('cards',\)"):
        make(only="cards")


def test_options_are_values():
    assert BuildOptions(paper="letter") == BuildOptions(paper="letter")
    assert len({BuildOptions(), BuildOptions(duplex=None), BuildOptions(paper="letter")}) == 2
