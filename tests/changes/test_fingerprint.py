import subprocess
import sys
from dataclasses import replace

import pytest
from PIL import Image
from write.samples import BOLD, FONTS, REGULAR, shaped, text

from cardgen.changes.fingerprint import ArtworkDigests, Fingerprints, _trim
from cardgen.geometry.folds import Fold
from cardgen.geometry.holes import Hole
from cardgen.geometry.outlines import ROUND
from cardgen.geometry.units import Rect, Size
from cardgen.model.drawing import Artwork, Drawing, PlacedArtwork, PlacedImage, Rotated, TextSpan
from cardgen.model.piece import Piece, Place

SIZE = Size(40, 53)


def fingerprint(*items, size=SIZE, bleed=3.0, fonts=FONTS):
    return Fingerprints(fonts).of_drawing(Drawing(size, bleed, items))


def art(body, bleed=3.0):
    """A part of a face as rendering makes it: as large as the face with its bleed."""
    box = Rect(-bleed, -bleed, SIZE.width + 2 * bleed, SIZE.height + 2 * bleed)
    view = f"{box.x:g} {box.y:g} {box.width:g} {box.height:g}"
    head = f'xmlns="http://www.w3.org/2000/svg" viewBox="{view}" width="{box.width:g}mm" height="{box.height:g}mm"'
    return PlacedArtwork(Artwork(f"<svg {head}>{body}</svg>", box.size), box)


def icon(box, view=24):
    head = f'xmlns="http://www.w3.org/2000/svg" viewBox="0 0 {view} {view}" width="{view}mm" height="{view}mm"'
    return PlacedArtwork(Artwork(f'<svg {head}><circle cx="5" cy="5" r="5"/></svg>', Size(view, view)), box)


def test_new_objects_with_the_same_content_look_the_same():
    def items():
        return art("<rect width='3' height='3'/>"), text("Dojo and Feud"), Rotated(90, 1, 2, (text("Up"),))

    assert fingerprint(*items()) == fingerprint(*items())


def test_it_is_the_same_in_every_process():
    here = fingerprint(art("<rect width='3' height='3'/>"), text("Dojo and Feud", font=BOLD))
    code = (
        "from changes.test_fingerprint import *;"
        "print(fingerprint(art(\"<rect width='3' height='3'/>\"), text('Dojo and Feud', font=BOLD)))"
    )
    for seed in ("1", "2"):
        done = subprocess.run(
            [sys.executable, "-c", code],
            env={"PYTHONHASHSEED": seed, "PYTHONPATH": ":".join(sys.path)},
            capture_output=True,
            text=True,
            check=True,
        )
        assert done.stdout.strip() == here


def test_it_is_the_same_from_day_to_day():
    """If this must change, change `fingerprint.VERSION` too: what people have printed can no longer be told."""
    known = fingerprint(art('<path d="M1 1L2 2" fill="#123456"/>'), text("Dojo"), icon(Rect(1, 2, 3, 3)))
    assert known == KNOWN


KNOWN = "b78ecddb49a5a3bf9e7cf026d6da118e"

base = text("Dojo and Feud", x=5, y=20, size=5)


@pytest.mark.parametrize(
    "other",
    [
        replace(base, x=5.01),
        replace(base, y=20.01),
        replace(base, size=5.01),
        replace(base, color="#000001"),
        replace(base, space=1.3),
        replace(base, tracking=0.01),
        text("Dojo and feud"),
        text("Dojo and Feud", font=BOLD),
        Rotated(0.1, 5, 20, (base,)),
        replace(base, words=(replace(base.words[0], rises=(0.0, 0.1, 0.0, 0.0)), *base.words[1:])),
        replace(base, words=(replace(base.words[0], start=0.1), *base.words[1:])),
    ],
)
def test_a_text_that_looks_different_is_different(other):
    assert fingerprint(other) != fingerprint(base)


def test_letters_that_are_raised_within_a_word_that_begins_further_right_are_different():
    first, *others = base.words
    moved = [replace(first, start=0.1, rises=rises) for rises in ((), (0.0, 0.1, 0.0, 0.0), (0.0, 0.0, 0.1, 0.0))]
    assert len({fingerprint(replace(base, words=(word, *others))) for word in moved}) == 3


def test_how_words_are_put_into_spans_does_not_show():
    first, second, third = base.words
    x = base.x + first.width * 5 + base.space
    parts = (replace(base, words=(first,), trailing_space=True), replace(base, x=x, words=(second, third)))
    assert fingerprint(*parts) == fingerprint(base)


def test_neither_the_name_of_a_font_nor_the_place_of_its_file_shows(tmp_path):
    copy = tmp_path / "Other.ttf"
    copy.write_bytes(FONTS[REGULAR].read_bytes())
    assert fingerprint(replace(base, font="Other"), fonts={"Other": copy}) == fingerprint(base)


def test_the_outlines_of_a_font_show(tmp_path):
    assert fingerprint(base, fonts={REGULAR: FONTS[BOLD]}) != fingerprint(base)


def test_kerning_shows():
    words = (shaped(REGULAR, "AVATAR"), shaped(REGULAR, "AVATAR", kerning=False))
    spans = [TextSpan(REGULAR, 5, "#000000", 0, 9, (word,), 1) for word in words]
    assert fingerprint(spans[0]) != fingerprint(spans[1])


def test_grouping_of_artworks_does_not_show():
    one, two = '<rect width="3" height="3"/>', '<circle r="4"/>'
    assert fingerprint(art(one), art(two)) == fingerprint(art(f"<g>{one}{two}</g>"))
    assert fingerprint(art(one), art(two)) != fingerprint(art(two), art(one))


def test_the_bleed_does_not_show():
    def ground(bleed):
        whole = 2 * bleed
        rect = f'<rect x="{-bleed}" y="{-bleed}" width="{40 + whole}" height="{53 + whole}" fill="#123456"/>'
        return fingerprint(art(rect + '<circle r="4"/>', bleed), bleed=bleed)

    assert ground(3.0) == ground(1.5)


def test_where_an_icon_is_shows():
    places = [Rect(1, 2, 5, 5), Rect(1, 2, 5.1, 5.1), Rect(1.1, 2, 5, 5)]
    assert len({fingerprint(icon(place)) for place in places}) == 3


def test_size_shows():
    assert fingerprint(base, size=Size(40, 54)) != fingerprint(base)


def picture(path, color=(200, 30, 30), **how):
    Image.new("RGB", (40, 30), color).save(path, **how)
    return PlacedImage(path, Rect(0, 0, 40, 30), Rect(0, 0, 40, 30))


def test_a_picture_is_its_pixels(tmp_path):
    known = fingerprint(picture(tmp_path / "a.png"))
    (tmp_path / "deep").mkdir()
    assert fingerprint(picture(tmp_path / "deep" / "b.png", compress_level=1, dpi=(300, 300))) == known
    assert fingerprint(picture(tmp_path / "b.webp", lossless=True)) == known
    assert fingerprint(picture(tmp_path / "a.png", (200, 30, 31))) != known
    prints = set()
    for color in ((200, 30, 30), (30, 200, 30)):
        Image.new("RGB", (4, 3), color).quantize(4).save(tmp_path / f"{color[0]}.png")
        prints.add(fingerprint(PlacedImage(tmp_path / f"{color[0]}.png", Rect(0, 0, 40, 30), Rect(0, 0, 40, 30))))
    assert len(prints) == 2  # of one colour each, which is the first of its palette


def test_an_item_on_faces_of_two_sizes_is_what_is_seen_on_each():
    item, one = art("<rect width='3' height='3'/>"), Fingerprints(FONTS)
    faces = [Drawing(size, 3, (item,)) for size in (SIZE, Size(30, 40))]
    assert [one.of_drawing(face) for face in faces] == [fingerprint(item, size=face.size) for face in faces]


def test_digests_of_an_artwork_are_kept_for_its_svg_and_its_size_but_not_if_it_holds_text():
    made = []

    def make(artwork):
        made.append(artwork)
        return (str(len(made)),)

    shapes, words = (Artwork(svg, Size(1, 1)) for svg in ("<svg/>", "<svg><text>a</text></svg>"))
    first = ArtworkDigests()
    assert (first.get(shapes, make), first.get(words, make)) == (("1",), ("2",))
    later = ArtworkDigests(before={**first.used, "of another deck": ("9",)})
    assert (later.get(shapes, make), later.used) == (("1",), first.used)
    assert (later.get(words, make), later.get(replace(shapes, size=Size(2, 1)), make)) == (("3",), ("4",))


def test_only_drawings_that_are_examined_again_are_kept(tmp_path):
    path = tmp_path / "a.png"
    one = Fingerprints(FONTS)
    kept, kept_too, other, again = (Drawing(SIZE, 3, (picture(path),)) for _ in range(4))
    known = {one.of_drawing(drawing) for drawing in (kept, kept_too, other)}
    one.keep_only([kept, kept_too])
    picture(path, (200, 30, 31))
    assert known == {one.of_drawing(kept)} == {one.of_drawing(kept_too)}
    assert known.isdisjoint([one.of_drawing(other), one.of_drawing(again)]), "what the file held is read anew"


def test_what_of_a_picture_is_seen_shows(tmp_path):
    whole = picture(tmp_path / "a.png")
    assert fingerprint(replace(whole, window=Rect(0, 0, 40, 29))) != fingerprint(whole)
    assert fingerprint(replace(whole, box=Rect(0, 0, 41, 30))) != fingerprint(whole)


def test_a_text_within_a_picture_is_set_in_its_font(tmp_path):
    words = art('<text font-family="Alegreya Sans">Dojo</text>')
    other = {**FONTS, REGULAR: FONTS[BOLD]}
    assert fingerprint(words, fonts=other) != fingerprint(words)
    shapes = art("<rect width='3' height='3'/>")
    assert fingerprint(shapes, fonts=other) == fingerprint(shapes)


def test_a_long_chain_of_references_is_no_error_and_shows():
    links = "".join(f'<g id="a{n}"><use href="#a{n + 1}"/></g>' for n in range(3000))
    chains = [f"<defs>{links}<circle id='a3000' r='{radius}'/></defs><use href='#a0'/>" for radius in (1, 2)]
    assert len({fingerprint(art(body)) for body in ("", *chains)}) == 3


def test_the_bleed_of_a_picture_is_what_lies_outside_its_origin_on_all_sides():
    for view, trim in (
        ((-3, -3, 46, 59), (0, 0, 40, 53)), ((0, 0, 40, 53), (0, 0, 40, 53)), ((2, 2, 40, 53), (2, 2, 40, 53)), ((-3, -2, 46, 59), (-3, -2, 46, 59)),
    ):  # fmt: skip
        assert _trim(*view) == Rect(*trim)


def test_a_piece_is_its_two_sides_and_its_shape_but_no_name():
    face, back = Drawing(SIZE, 3, (base,)), Drawing(SIZE, 3, ())
    piece = Piece("bases", "dojo", "Dojo", face, back, 6)
    known = Fingerprints(FONTS).of_piece(piece)
    unseen = {
        "id": "x",
        "name": "y",
        "kind": "z",
        "copies": 1,
        "path": ("bases", 0),
        "data": {"cost": 1},
        "place": Place(1, 2),
    }
    unseen |= {"sides": (back,), "side_names": ("one",), "edges": ((1, 2, 3),)}
    same = [replace(piece, **{key: value}) for key, value in unseen.items()]
    same.append(replace(piece, face=Drawing(SIZE, 1, (base,))))
    assert {Fingerprints(FONTS).of_piece(other) for other in same} == {known}
    others = [
        replace(piece, face=back, back=face),
        replace(piece, back=None),
        replace(piece, outline=ROUND),
        replace(piece, endwise=True),
        replace(piece, fold=Fold()),
        replace(piece, holes=(Hole(0.5, 0.1, 4),)),
    ]
    assert len({known, *map(Fingerprints(FONTS).of_piece, others)}) == 7


def test_a_font_that_cannot_be_read_is_no_font(tmp_path):
    folder = tmp_path / "Cinzel.ttf"
    folder.mkdir()
    words = art('<text font-family="Cinzel">Dojo</text>')
    assert fingerprint(words, fonts={**FONTS, "Cinzel": folder}) != fingerprint(words)
