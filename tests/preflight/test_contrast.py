"""Contrast of text to what is drawn under it, measured on faces."""

from dataclasses import replace

import pytest
from PIL import Image

from cardgen.geometry.units import Rect
from cardgen.model.drawing import Drawing, PlacedArtwork, PlacedImage, Rotated, View
from cardgen.preflight import ground
from cardgen.preflight.contrast import find_low_contrast
from cardgen.preflight.faces import Preflight
from cardgen.preflight.ground import Ground
from cardgen.preflight.side import PieceSide
from tests.preflight.faces import BOX, FACE, art, span


def ratios(*items):
    found = list(find_low_contrast(PieceSide(Drawing(FACE, 0, items), Ground())))
    assert all(finding.code == "W412" for finding in found)
    return [finding.measure for finding in found if not finding.is_advice]


PLATE = '<rect width="60" height="60" fill="#f5ead5"/>'
GRADIENT = (
    '<defs><linearGradient id="g"><stop stop-color="{}"/><stop offset="1" stop-color="{}"/></linearGradient></defs>'
)

INVISIBLE = {
    "the same colour": art(PLATE),
    "in a group that is moved": art(f'<g transform="translate(10 5) scale(2)">{PLATE}</g>'),
    "a path of curves": art('<path d="M0 30 C0 -10 60 -10 60 30 S0 70 0 30 z" fill="#f5ead5"/>'),
    "a polygon by style": art('<polygon points="0,0 60,0 60,60 0,60" style="fill: #f5ead5"/>'),
    "used": art('<use href="#p" x="5"/>', f'<defs><g id="p">{PLATE}</g></defs>'),
    "in another document": art(f'<svg x="10" y="10" width="40" height="40" viewBox="0 0 60 60">{PLATE}</svg>'),
    "a gradient of pale colours": art(
        '<rect width="60" height="60" fill="url(#g)"/>', GRADIENT.format("#fff", "#f5ead5")
    ),
    "a dark veil that is hardly there": art(f'{PLATE}<rect width="60" height="60" opacity="0.05"/>'),
    "nothing but paper": art('<rect width="5" height="5" fill="#000"/>'),
    "a window": View(BOX, (art(PLATE),)),
    "turned": Rotated(90, 30, 30, (art(PLATE),)),
}
VISIBLE = {
    "a dark plate": art('<rect width="60" height="60" fill="#332211"/>'),
    "a dark plate on the same colour": art(f'{PLATE}<circle cx="25" cy="30" r="12" fill="#332211"/>'),
    "a dark veil": art(f'{PLATE}<rect width="60" height="60" fill-opacity="0.8"/>'),
    "a gradient to dark": art('<rect width="60" height="60" fill="url(#g)"/>', GRADIENT.format("#000", "#f5ead5")),
    "a plate that is clipped away": art(
        f'<rect width="60" height="60"/><g clip-path="url(#c)">{PLATE}</g>',
        '<defs><clipPath id="c"><rect width="9" height="9"/></clipPath></defs>',
    ),
    "a plate with a hole": art(
        '<rect width="60" height="60"/><path fill-rule="evenodd" fill="#f5ead5" d="M0 0H60V60H0Z M9 9H51V51H9Z"/>'
    ),
    "a mask, of which nothing is known": art(f'<rect width="60" height="60"/><g mask="url(#m)">{PLATE}</g>'),
    "a plate elsewhere": PlacedArtwork(art(PLATE).artwork, Rect(0, 0, 60, 10)),
}


@pytest.mark.parametrize("preserve", ["meet", "slice"])
def test_another_document_lies_in_its_box_as_its_proportions_say(preserve):
    """A square plate in a wide box, or the part of it that is seen, is where `preserveAspectRatio` puts it."""
    for side, left, top in (("Min", 0, 0), ("Mid", 20, 10), ("Max", 40, 20)):
        plate = '<rect width="10" height="10" fill="#f5ead5"/>'
        for box, at, align in (
            ('width="60" height="20"', (left, 20.0), f"x{side}YMin"),
            ('width="20" height="40"', (0.0, top + 20.0), f"xMinY{side}"),
        ):
            inner = f'<svg {box} viewBox="0 0 10 10" preserveAspectRatio="{align} {preserve}">{plate}</svg>'
            dark = art('<rect width="60" height="60" fill="#000"/>')
            near = span(size=1.0, x=at[0] + 5, y=at[1] - 8)
            assert bool(ratios(dark, art(inner), near)), (align, box)
            for away in (left + 21, left - 8):
                if "60" in box and 0 <= away < 52:
                    is_covered = preserve == "slice"
                    assert bool(ratios(dark, art(inner), span(size=1.0, x=away, y=12))) == is_covered, (align, away)


def test_what_reaches_out_of_its_artwork_is_not_seen():
    for shape, box, outside in (
        ('width="60" height="900"', Rect(0, 0, 60, 30), (30, 31)), ('y="-900" width="60" height="960"', Rect(0, 30, 60, 30), (30, 29)),
        ('width="900" height="60"', Rect(0, 0, 30, 60), (31, 30)), ('x="-900" width="960" height="60"', Rect(30, 0, 30, 60), (29, 30)),
    ):  # fmt: skip
        items = [art(f'<rect {shape} fill="#000"/>', box=box)]
        inside = box.x + box.width / 2, box.y + box.height / 2
        assert Ground().colors(items, [inside, outside]) == [((0.0,) * 3,) * 2, ((1.0,) * 3,) * 2], shape


def test_text_is_large_from_14_points():
    for points, is_found in ((13.9, True), (14, False)):  # at 1.9:1
        found = ratios(art('<rect width="60" height="60" fill="#fff"/>'), span("#bbbbbb", points * 25.4 / 72, x=2))
        assert bool(found) == is_found, points


@pytest.mark.parametrize("ground", INVISIBLE)
def test_text_in_the_colour_of_its_ground_is_found(ground):
    (ratio,) = ratios(art('<rect width="60" height="60" fill="#fff"/>'), INVISIBLE[ground], span())
    assert ratio < 1.5


@pytest.mark.parametrize("ground", VISIBLE)
def test_text_on_a_ground_of_another_colour_is_not_told(ground):
    dark = art('<rect width="60" height="60" fill="#000"/>')
    assert ratios(*([dark] if "elsewhere" in ground else []), VISIBLE[ground], span()) == []


def test_text_is_found_if_both_ends_of_a_line_are_hard_to_read():
    dark = art('<rect width="60" height="60" fill="#000"/>')
    for width, is_found in ((24, False), (30, True)):
        plate = art(f'<rect width="{width}" height="60" fill="#f5ead5"/>')
        assert bool(ratios(dark, plate, span())) == is_found, width
        others = [span(x=36, y=20), span(x=36, y=40)]
        assert bool(ratios(dark, plate, others[0], span(), others[1])) == is_found, width


def test_what_is_painted_after_a_text_is_not_under_it():
    dark = art('<rect width="60" height="60"/>')
    assert ratios(dark, span(), art(PLATE)) == []


def test_a_file_that_is_no_picture_any_more_may_be_anything(tmp_path):
    path = tmp_path / "a.png"
    for data in (b"", b"words", b"\x89PNG\r\n\x1a\n" + bytes(40)):
        path.write_bytes(data)
        assert ratios(PlacedImage(path, BOX, BOX), span()) == [], data
    path.unlink()
    assert ratios(PlacedImage(path, BOX, BOX), span()) == []


def test_large_text_needs_less_contrast():
    gold = art('<rect width="60" height="60" fill="#c9a227"/>')
    assert len(ratios(gold, span(size=3))) == 1
    assert ratios(gold, span(size=8)) == []


def test_text_that_is_read_with_effort_is_advice():
    """4.5:1, or 3:1 of large text, as WCAG 2.1 asks."""
    for color, points, is_found in (
        ("#777777", 8, True),  # 4.48:1
        ("#767676", 8, False),  # 4.54:1
        ("#949494", 20, False),  # 3.03:1
        ("#969696", 20, True),  # 2.95:1
    ):
        items = art('<rect width="60" height="60" fill="#fff"/>'), span(color, points * 25.4 / 72)
        found = list(find_low_contrast(PieceSide(Drawing(FACE, 0, items), Ground())))
        assert [finding.is_advice for finding in found] == [True] * is_found, color


def test_text_in_rotated_items_is_found_where_it_is_seen():
    left = art('<rect width="60" height="60"/><rect width="20" height="60" fill="#f5ead5"/>')
    turned = Rotated(180, 30, 30, (span(x=45),))  # is seen at 8 to 15 mm
    assert len(ratios(left, turned)) == 1
    assert ratios(left, span(x=45)) == []


@pytest.mark.parametrize(("pixels", "is_found"), [("#f5ead5", True), ("#101010", False)])
def test_the_pixels_of_a_picture_count(tmp_path, pixels, is_found):
    path = tmp_path / "photo.png"
    Image.new("RGB", (900, 900), pixels).save(path)
    assert bool(ratios(PlacedImage(path, BOX, BOX), span())) == is_found
    ground = art('<rect width="60" height="60" fill="#101010"/>')
    assert bool(ratios(ground, PlacedImage(path, BOX, BOX), span())) == is_found


def test_a_face_that_has_not_changed_is_not_looked_at_again(monkeypatch):
    face, preflight = Drawing(FACE, 0, (art(PLATE), span())), Preflight()
    preflight.begin()
    before = preflight.check(face)
    assert [finding.code for finding in before.found] == ["W412"]
    monkeypatch.setattr(Ground, "colors", None)
    preflight.begin()
    assert preflight.check(face) == before


def test_what_is_found_does_not_depend_on_how_many_artworks_are_kept(monkeypatch):
    faces = [Drawing(FACE, 0, (item, span())) for item in (*INVISIBLE.values(), *VISIBLE.values())] * 2
    all_kept = [Preflight().check(face) for face in faces]
    monkeypatch.setattr(ground, "_ARTWORKS", 1)
    preflight = Preflight()
    assert [preflight.check(face) for face in faces] == all_kept
    assert preflight._ground and len(preflight._ground._artworks) == 1
    assert max(map(len, (preflight._ground._placed, preflight._ground._windows))) <= 2, "nor of what else"


def test_an_artwork_or_a_picture_is_where_each_of_its_places_is(tmp_path, monkeypatch):
    """One artwork may be placed several times, in boxes that differ in one number; a picture ends with its last pixel."""
    dark, plate = art('<rect width="60" height="60" fill="#000"/>'), art(PLATE)
    for box, other in ((Rect(0, 0, 60, 9), Rect(0, 25, 60, 9)), (Rect(0, 25, 60, 2), Rect(0, 25, 60, 9)), (Rect(0, 25, 9, 9), Rect(18, 25, 9, 9)), (Rect(18, 25, 1, 9), Rect(18, 25, 12, 9))):  # fmt: skip
        both = [replace(plate, box=each) for each in (box, other)]
        text = span(size=2.0, x=20 if other.x else 2)
        for placed in (both, both[::-1]):
            assert len(ratios(dark, *placed, text)) == len(ratios(dark, both[1], text)) == 1, (box, other)
        assert ratios(dark, both[0], text) == [], box
    names = [tmp_path / f"{name}.png" for name in "ab"]
    for name, color in zip(names, ("#112233", "#aabbcc"), strict=True):
        Image.new("RGB", (9, 9), color).save(name)
    small, opened = ground._small, []
    monkeypatch.setattr(ground, "_small", lambda path: opened.append(path.stem) or small(path))
    for most, order, anew in ((64, "ababa", "ab"), (1, "aabba", "aba")):
        monkeypatch.setattr(ground, "_KEPT", most)
        seen = Ground()
        for letter in order:
            color = [0xAA, 0xBB, 0xCC] if letter == "b" else [0x11, 0x22, 0x33]
            items = [PlacedImage(names["ab".index(letter)], BOX, BOX)]
            inside, edge = seen.colors(items, [(30, 30), (60, 60)])
            assert [round(255 * part) for part in inside[0]] == color and edge == ((1.0,) * 3,) * 2
        assert "".join(opened) == anew, "each is opened once as long as it is kept"
        opened.clear()


ICON = Rect(24, 40, 8, 8)


def icon(*fills, box=ICON):
    """An icon of stripes, one of each colour."""
    stripes = "".join(f'<rect x="{n * 20}" width="20" height="60" fill="{fill}"/>' for n, fill in enumerate(fills))
    return art(stripes, box=box)


def test_an_icon_is_found_if_no_part_of_it_is_seen():
    pale, ink = art(PLATE), art('<rect width="60" height="60"/>')
    half = art('<rect width="60" height="60"/><rect width="60" height="30" fill="#f5ead5"/>')  # pale in the upper half
    for name, items, is_found in (
        ("in nearly the colour of its ground", (pale, icon("#e9d9bb")), True),
        ("dark", (pale, icon("#20556f")), False),
        ("a dark stripe between pale ones", (pale, icon("#f5ead5", "#20556f", "#f5ead5")), False),
        ("a pale stripe on a dark one", (pale, icon("#20556f"), icon("#f5ead5")), False),
        ("dark on dark", (ink, icon("#151515")), True),
        ("nothing that is painted", (pale, icon("none")), False),
        ("larger", (pale, icon("#f5ead5", box=Rect(24, 40, 8.1, 8.1))), False),
        ("in a window", (View(BOX, (pale, icon("#f5ead5"))),), True),
        ("in a window over its ground", (ink, View(BOX, (icon("#151515"),))), True),
        ("in a window over another ground", (ink, View(BOX, (pale, icon("#151515")))), False),
        ("turned in a window", (pale, View(BOX, (Rotated(90, 30, 30, (icon("#f5ead5"),)),))), True),
        ("turned onto the pale half", (half, Rotated(180, 30, 30, (icon("#f5ead5"),))), True),
        (
            "turned onto the pale half beside another",
            (half, Rotated(180, 30, 30, (icon("#f5ead5", box=Rect(24, 12, 8, 8)), icon("#f5ead5")))),
            True,
        ),
        ("turned onto the dark half", (half, Rotated(180, 30, 30, (icon("#f5ead5", box=Rect(24, 12, 8, 8)),))), False),
    ):
        found = list(find_low_contrast(PieceSide(Drawing(FACE, 0, items), Ground())))
        assert [finding.code for finding in found if not finding.is_advice] == ["W412"] * is_found, name
    turned = Drawing(FACE, 0, (pale, Rotated(90, 30, 30, (icon("#f5ead5"),))))
    assert [finding.box for finding in find_low_contrast(PieceSide(turned, Ground()))] == [Rect(12, 24, 8, 8)]


def test_lines_that_are_cut_off_at_their_box_are_not_looked_at():
    lines = [span(y=float(y)) for y in range(-20, 60, 4)]
    dark = art('<rect width="60" height="60" fill="#f5ead5"/><rect y="10" width="60" height="20" fill="#000"/>')
    assert ratios(dark, View(Rect(0, 12, 60, 16), tuple(lines))) == []
    assert len(ratios(dark, View(Rect(0, 0, 60, 60), tuple(lines)))) == 1
    assert len(ratios(art(PLATE), View(Rect(0, 55, 60, 2), (span(y=20.0),)))) == 1, "of a text all of which is hidden"
