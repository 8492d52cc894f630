"""Patterns that look through texts of strangers take time as the text is long, and not as its square."""

import pytest

from cardgen.importing import nandeck_script, squib_boxes
from cardgen.preflight import matrices
from cardgen.preview.editor import template_help, yaml_help
from cardgen.preview.routes import files
from cardgen.validate import schema_hints


@pytest.mark.parametrize(
    ("pattern", "part"),
    [
        (files._PICTURE_NAME, "a"),
        (template_help._NAME, "a"),
        (template_help._VALUE, "a-"),
        (yaml_help._TYPED, "a"),
        (matrices._TRANSFORM, "a"),
        (matrices._TRANSFORM, "a("),
        (schema_hints._GLUED, "a"),
        (nandeck_script._PERCENT, "1"),
        (squib_boxes._SIZE, "1"),
    ],
)
def test_a_word_of_a_million_letters_is_looked_through_once(pattern, part):
    """It would take days to begin anew at each letter."""
    found = pattern.search(part * 1_000_000 + "\0")
    assert found is None or not found[0]
