"""Filters that measure a text before it is drawn."""

import pytest

from cardgen.model.drawing import TextSpan

from .samples import text_of

WIDTH = 30
WIDTH_OF = """<card:text x="0" y="0" width="40" height="20" style="body">{{ text | text_width('body') | round(4) }}</card:text>"""


def height(fixture, text: str, scale: float = 1) -> float:
    """What the filter says, as the width of a box that it is written into."""
    measured = f"{{{{ (text | rich | text_height('body', {WIDTH}, scale={scale})) | round(4) }}}}"
    drawing = fixture.draw(
        f'<card:text x="0" y="0" width="40" height="20" style="body">{measured}</card:text>', {"text": text}
    )
    return float(text_of(drawing.items))


def test_height_is_that_of_the_lines_that_are_drawn(fixture):
    text = "A **long** text that takes more than one line, and *another* one, without end."
    drawn = fixture.draw(
        '<card:text x="0" y="0" width="30" height="40" style="body">{{ text | rich }}</card:text>', {"text": text}
    )
    rows = sorted({item.y for item in drawn.items if isinstance(item, TextSpan)})
    assert len(rows) > 1
    assert height(fixture, text) - height(fixture, "One") == pytest.approx(rows[-1] - rows[0], abs=1e-3)


def test_height_is_that_of_a_word_that_is_divided_over_several_lines(fixture):
    text = "Donaudampfschifffahrtselektrizitäten" * 2
    drawn = fixture.draw(
        '<card:text x="0" y="0" width="30" height="40" style="body" fit="shrink">{{ text }}</card:text>', {"text": text}
    )
    rows = sorted({item.y for item in drawn.items if isinstance(item, TextSpan)})
    assert len(rows) > 1
    assert height(fixture, text) - height(fixture, "One") == pytest.approx(rows[-1] - rows[0], abs=1e-3)


def test_width_is_that_of_the_longest_line(fixture):
    for text, longest in (("One\nlonger line\nx", "longer line"), ("A line\nx", "A line")):
        drawn = [fixture.draw(WIDTH_OF, {"text": each}) for each in (text, longest)]
        one, other = (float(text_of(each.items)) for each in drawn)
        assert one == other > 0, text


def test_height_follows_the_scale(fixture):
    assert height(fixture, "One", 2) == pytest.approx(2 * height(fixture, "One"), abs=1e-3)


def test_what_cannot_be_set_is_reported_by_its_text_alone(fixture):
    assert height(fixture, "{nonsense}") == 0
    assert not fixture.found.items


def test_unknown_style_is_an_error_of_the_template(fixture):
    assert "unknown style 'rulse'" in fixture.error("{{ 'x' | text_height('rulse', 10) }}").message
