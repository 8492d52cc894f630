"""Cards, counters and aids of the armies that ship, as they are drawn: what the eye of a player would catch."""

import re
from itertools import pairwise

import pytest

from cardgen.geometry.units import MM_PER_POINT
from cardgen.model.drawing import PlacedArtwork
from cardgen.validate.contrast import MIN_CONTRAST, contrast_ratio

from .samples import armies, faces, flat, icons_of, languages, lines_of

LEGAL = re.compile(r"[A-Z]{3} (\d+–)?\d+/\d+")
"""Collector numbers: the only text that may be smaller than the rest."""
SMALLEST, SMALLEST_LEGAL = 6.0, 4.0  # points
BIT = 0.02  # points: rounding
ROW_ICON = 6  # mm
HEIGHT_OF_FIGURES = 0.594  # of the size of Alegreya Sans Bold


@armies
@languages
def test_no_text_is_smaller_than_6_points(drawn, army, language):
    job = drawn(army, language)
    sides = [side for part in job.drawn for side in part.drawings] + [page for page, _ in job.front]
    for line in (line for side in sides for line in lines_of(side)):
        smallest = SMALLEST_LEGAL if LEGAL.fullmatch(line.text) else SMALLEST
        assert line.size >= smallest - BIT, f"{line.text!r} is set at {line.size} pt"


@armies
@languages
def test_cards_are_numbered_from_first_to_last(drawn, army, language):
    job = drawn(army, language)
    next_number = 1
    for kind in ("bases", "abilities"):
        for piece in next(part for part in job.drawn if part.component.name == kind).pieces:
            (number,) = [line.text for line in lines_of(piece.face) if LEGAL.fullmatch(line.text)]
            numbers = [int(part) for part in re.findall(r"\d+", number)]
            assert (numbers[0], numbers[-2], numbers[-1]) == (next_number, next_number + piece.copies - 1, 50)
            next_number += piece.copies
    assert next_number == 51


@armies
@languages
def test_line_above_the_flavour_is_at_one_height(drawn, army, language):
    heights = {
        line.y
        for face in faces(drawn(army, language), "abilities").values()
        for line in lines_of(face)
        if LEGAL.fullmatch(line.text)
    }
    assert len(heights) == 1


@pytest.mark.parametrize(
    ("army", "ability", "name"),
    [
        pytest.param("lockkeepers", "dredger", "Dredger", marks=pytest.mark.extended),
        pytest.param("elves", "elderheart", "Elderheart", marks=pytest.mark.extended),
        ("samurai", "last-prayer", "Last Prayer"),
    ],
)
def test_name_is_in_the_middle_of_its_card(drawn, army, ability, name):
    face = faces(drawn(army, "en"), "abilities")[ability]
    (line,) = [line for line in lines_of(face) if line.text == name]
    assert line.middle == pytest.approx(face.size.width / 2, abs=0.3)


def test_long_name_of_a_special_ends_before_its_power(drawn):
    face = faces(drawn("samurai", "en"), "abilities")["keeper-of-scrolls"]
    lines = lines_of(face)
    (name,) = [line for line in lines if line.text == "Keeper of Scrolls"]
    (power,) = [line for line in lines if line.text == "4" and line.size > name.size]
    assert 1 < power.left - name.right < 4


@pytest.mark.extended
@pytest.mark.parametrize(
    ("army", "ability", "name"),
    [("spore-court", "sleeping-cap", "Sleeping Cap"), ("lockkeepers", "harbour-pilot", "Harbour Pilot")],
)
def test_name_of_a_special_that_has_room_keeps_away_from_its_hexagon(drawn, army, ability, name):
    face = faces(drawn(army, "en"), "abilities")[ability]
    (line,) = [line for line in lines_of(face) if line.text == name]
    hexagon = face.size.width - 2.6 - 2 * 0.866 * 4.2
    assert hexagon - line.right > 1.4


@armies
@languages
def test_rules_keep_clear_of_the_line_above_them(drawn, army, language):
    for face in faces(drawn(army, language), "abilities").values():
        lines = sorted(lines_of(face), key=lambda line: line.y)
        kinds = ("Troop ab", "Common ab", "Special tr", "Habilidade", "Tropa esp")
        at = next(index for index, line in enumerate(lines) if line.text.startswith(kinds))
        below = next(line for line in lines if line.y > lines[at].y + 0.1)
        small = below.size < 6.6  # a long text takes the room below its kind
        assert below.y - lines[at].y > (1.1 if small else 1.3) * below.size * MM_PER_POINT, below.text


@armies
@languages
def test_names_of_bases_have_one_size(drawn, army, language):
    bases = faces(drawn(army, language), "bases").values()
    assert len({min(lines_of(face), key=lambda line: line.y).size for face in bases}) == 1


@armies
@languages
def test_bases_say_nothing_twice_and_nothing_of_what_is_not_there(drawn, army, language):
    for face in faces(drawn(army, language), "bases").values():
        text = " ".join(line.text for line in lines_of(face))
        assert not re.search("No trait|Sem traço|Power|Poder", text)


@armies
@languages
def test_icons_of_the_aid_stand_beside_the_middle_of_their_rows(drawn, army, language):
    (aid,) = next(part for part in drawn(army, language).drawn if part.component.name == "aid").pieces
    copies = sorted(line.y for line in lines_of(aid.back) if re.fullmatch(r"× \d+", line.text))
    icons = sorted(item.box.y + item.box.height / 2 for item in icons_of(aid.back) if item.box.width == ROW_ICON)
    for row, icon in zip(copies, icons, strict=True):
        assert row - icon == pytest.approx(1, abs=0.3)  # the baseline of a figure is below its middle


@armies
@languages
def test_rows_of_the_aid_have_one_pitch_or_one_gap(drawn, army, language):
    (aid,) = next(part for part in drawn(army, language).drawn if part.component.name == "aid").pieces
    lines = lines_of(aid.back)
    rows = sorted(line.y for line in lines if re.fullmatch(r"× \d+", line.text))
    blocks = [sorted(line.y for line in lines if line.left < 60 and nearest(line.y, rows) == row) for row in rows]
    bases, abilities = slice(0, 5), slice(5, None)
    for part in bases, abilities:
        pitches = [below - above for above, below in pairwise(rows[part])]
        gaps = [below[0] - above[-1] for above, below in pairwise(blocks[part])]
        assert min(max(pitches) - min(pitches), max(gaps) - min(gaps)) < 0.1


def nearest(value: float, others: list[float]) -> float:
    return min(others, key=lambda other: abs(other - value))


@armies
def test_backs_name_the_game_and_differ_by_more_than_colour(drawn, army):
    backs = [part.pieces[0].back for part in drawn(army, "en").drawn if part.component.name in {"bases", "abilities"}]
    for back in backs:
        assert "Attack the Tower" in {line.text for line in lines_of(back)}
    outlines = [
        {
            path
            for item in flat(back.items)
            if isinstance(item, PlacedArtwork)
            for path in re.findall(' d="([^"]+)"', item.artwork.svg)
        }
        for back in backs
    ]
    assert outlines[0] - outlines[1]
    assert outlines[1] - outlines[0]


@armies
def test_words_on_backs_can_be_read_on_their_plates(drawn, army):
    job = drawn(army, "en")
    plate = job.project.renderer.styles.color("dark")
    for part in job.drawn:
        if part.component.name in {"bases", "abilities"}:
            for line in lines_of(part.pieces[0].back):
                assert contrast_ratio(line.color, plate) >= MIN_CONTRAST


@armies
def test_empty_places_of_the_board_say_0_in_numerals_that_can_be_read(drawn, army):
    job = drawn(army, "en")
    (board,) = faces(job, "board").values()
    numerals = [line for line in lines_of(board) if line.text == "0"]
    assert len(numerals) == 9
    plate = job.project.renderer.styles.color("paper")
    assert min(contrast_ratio(line.color, plate) for line in numerals) >= MIN_CONTRAST


@armies
@languages
def test_icons_of_the_board_stand_in_the_middle_of_their_plate(drawn, army, language):
    (board,) = faces(drawn(army, language), "board").values()
    lines = lines_of(board)
    (title,) = [line for line in lines if line.text in {"Icons", "Ícones"}]
    top = min(icon.box.y for icon in icons_of(board) if icon.box.y > title.y - 12)
    bottom = max(line.y for line in lines)
    assert (top + bottom) / 2 == pytest.approx(title.y - 0.33 * title.size * MM_PER_POINT, abs=0.5)


@armies
@languages
def test_rules_on_tall_bases_are_alike_in_size(built, army, language):
    job, _ = built(army, language=language, card="tarot")
    ink = job.project.renderer.styles.color("ink")
    rules = [line for face in faces(job, "bases").values() for line in lines_of(face) if line.color == ink]
    sizes = {line.size for line in rules if line.text.endswith(".")}
    assert len(sizes) > 1 and max(sizes) < 1.15 * min(sizes)


@armies
@languages
def test_words_of_the_board_of_poker_cards_are_alike_in_size(built, army, language):
    job, _ = built(army, language=language, card="poker")
    (board,) = faces(job, "board").values()
    lines = lines_of(board)
    assert min(line.size for line in lines) >= 9
    (renewal,) = {line.size for line in lines if line.text in {"from your hand.", "da mão, se quiser."}}
    (reminder,) = {line.size for line in lines if line.text.endswith(("three bases.", "três bases."))}
    assert renewal < 1.4 * reminder


@armies
def test_draw_piles_of_the_board_show_the_backs_of_their_cards(drawn, army):
    job = drawn(army, "en")
    (board,) = faces(job, "board").values()
    on_board = [(line.text, line.size) for line in lines_of(board)]
    for kind in ("bases", "abilities"):
        back = next(part for part in job.drawn if part.component.name == kind).pieces[0].back
        assert {(line.text, line.size) for line in lines_of(back)} <= set(on_board)
    assert on_board.count(("Attack the Tower", dict(on_board)["Attack the Tower"])) == 2


@armies
def test_numerals_of_counters_stand_alone_and_are_9_to_10_mm_high(drawn, army):
    job = drawn(army, "en")
    styles = job.project.renderer.styles
    (counter,) = next(part for part in job.drawn if part.component.name == "counters").pieces
    for side, numeral, grounds in ((counter.face, "1", ("primary", "deep")), (counter.back, "2", ("paper", "wash"))):
        (line,) = lines_of(side)
        assert line.text == numeral
        assert 9 <= line.size * MM_PER_POINT * HEIGHT_OF_FIGURES <= 10
        for ground in grounds:
            assert contrast_ratio(line.color, styles.color(ground)) >= MIN_CONTRAST
