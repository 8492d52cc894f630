"""What was found on a face is kept for the next command, and told again only of a face that looks the same."""

from dataclasses import replace

import pytest
from PIL import Image

from cardgen.geometry.outlines import RECTANGLE, ROUND
from cardgen.geometry.units import Rect, Size
from cardgen.guard.disk_cache import VARIABLE, DiskCache
from cardgen.model.drawing import Artwork, Drawing, PlacedArtwork, PlacedImage, Rotated, View
from cardgen.preflight.faces import Preflight

from .faces import FACE, WORD, art, span

BOX, OTHER = Rect(0, 0, 60, 60), Rect(0, 0, 60, 59)
PLATE = '<rect width="60" height="60" fill="#f5ead5"/>'


def altered(path):
    """A face, and faces of which each differs from it in one thing."""
    text, image = replace(span(), words=(WORD, WORD), space=1.0, style="name"), PlacedImage(path, BOX, BOX)
    turned, view = Rotated(9, 1, 2, (text,)), View(BOX, (text,))
    words = [replace(WORD, text="Down"), replace(WORD, width=2.5), replace(WORD, glyphs=WORD.glyphs * 2)]
    more = {
        text: [{"font": "B"}, {"size": 3.1}, {"color": "#000000"}, {"x": 21.0}, {"y": 31.0}, {"space": 2.0}, {"tracking": 1.0}, {"style": ""}]
        + [{"words": (WORD, word)} for word in words],
        art(PLATE): [{"artwork": art(PLATE.replace("60", "59", 1)).artwork}, {"box": OTHER}, {"in_text": True}],
        image: [{"path": path.with_name("b.png")}, {"box": OTHER}, {"window": OTHER}],
        turned: [{"degrees": 8}, {"x": 2}, {"y": 3}, {"items": (text, text)}, {"items": ()}],
        view: [{"window": OTHER}, {"items": ()}],
    }  # fmt: skip
    items = tuple(more)
    yield Drawing(FACE, 3, items)
    for at, item in enumerate(items):
        for change in more[item]:
            yield Drawing(FACE, 3, (*items[:at], replace(item, **change), *items[at + 1 :]))
    yield from (
        Drawing(FACE, 3, other) for other in (items[::-1], items[1:], (*items[:3], replace(turned, items=(text, view))))
    )
    yield from (Drawing(Size(60, 59), 3, items), Drawing(FACE, 2, items))


def test_faces_that_differ_in_anything_that_counts_are_told_apart(tmp_path):
    path, preflight = tmp_path / "a.png", Preflight()
    Image.new("RGB", (9, 9)).save(path)
    first, *others = altered(path)
    same = Drawing(FACE, 3, first.items)
    sides = [(one, RECTANGLE, 2.5, True) for one in (first, *others)]
    sides += [(first, ROUND, 2.5, True), (first, RECTANGLE, 2.0, True), (first, RECTANGLE, 2.5, False)]
    found = [preflight._digest(side) for side in sides]
    assert len({*found}) == len(found) > 30 and preflight._digest((same, *sides[0][1:])) == found[0]
    Image.new("RGB", (9, 10)).save(path)
    assert preflight._digest(sides[0]) not in found


@pytest.fixture
def looked(monkeypatch, tmp_path):
    """The faces that are looked at, and the keys under which something is put on disk."""
    monkeypatch.setenv(VARIABLE, str(tmp_path / "cache"))
    looked, kept = [], []
    find, put = Preflight._find, DiskCache.put
    monkeypatch.setattr(Preflight, "_find", lambda self, side: looked.append(side[0]) or find(self, side))
    monkeypatch.setattr(DiskCache, "put", lambda self, *what: kept.append(what[1]) or put(self, *what))
    return looked, kept


def test_a_face_is_looked_at_once_in_all_commands_and_what_is_found_is_the_same(looked):
    seen, kept = looked
    first, other, slight = (Drawing(FACE, 0, (art(PLATE), span(x=x))) for x in (1.0, 20.0, 2.2))

    def run(deck, *faces, **options):
        seen.clear()
        kept.clear()
        preflight = Preflight(**options)
        preflight.begin(deck)
        reports = [preflight.check(face, inset=2.5) for face in faces]
        preflight.end()
        return reports, list(seen), list(kept)

    reports, *did = run("a", first, other, first)
    assert did == [[first, other], ["a"]] and {finding.code for finding in reports[0].found} == {"W412", "W415"}
    assert run("a", first, other) == (reports[:2], [], [])
    assert run("a", other) == (reports[1:2], [], ["a"]), "the first is forgotten"
    assert run("a", first)[1:] == ([first], ["a"])
    assert run("b", first)[1:] == ([first], ["b"])
    assert run("", first)[1:] == run("a", first, is_lasting=True)[1:] == ([first], [])
    advice = run("a", slight, Drawing(FACE, 0, slight.items, words="which nobody sees"))
    assert advice[1:] == ([slight], ["a"]) and [one.is_advice for one in advice[0][1].found] == [False, True]
    assert run("a", slight)[0] == advice[0][:1], "what is advice stays so"


def test_what_one_preflight_finds_on_the_faces_of_several_languages_is_kept_for_each(looked):
    """A check takes one for all languages of a deck."""
    seen, kept = looked
    face, preflight = Drawing(FACE, 0, (art(PLATE), span())), Preflight()
    for deck, other in (("a en", 1.0), ("a pt", 2.0)):
        preflight.begin(deck)
        preflight.check(Drawing(FACE, 0, face.items))
        preflight.check(Drawing(FACE, 0, (art(PLATE), span(x=other))))
        preflight.end()
    assert (len(seen), kept) == (4, ["a en", "a pt"])
    again = Preflight()
    for deck, other in (("a pt", 2.0), ("a en", 1.0)):
        again.begin(deck)
        again.check(Drawing(FACE, 0, (art(PLATE), span(x=other))))
        again.end()
    assert (len(seen), kept[2:]) == (4, ["a pt", "a en"]), "each without the face that is not there any more"


def test_ink_is_measured_as_it_is_said_and_pictures_are_read_anew_for_each_build(tmp_path):
    low = art('<path d="M10 30.9H50" stroke="#000" stroke-width="0.4"/>')
    face = Drawing(FACE, 0, (art(PLATE), low, span("#000000", text="Dog")))
    preflight, codes = Preflight(), []
    for ink in (None, lambda *_: (0.9, 0.0), lambda *_: (0.7, 0.22), None):
        preflight.begin("", ink)
        codes.append([finding.code for finding in preflight.check(Drawing(FACE, 0, face.items)).found])
    assert codes == [["W414"], [], ["W414"], ["W414"]]
    path, edges = tmp_path / "a.png", []
    for color in ("#112233", "#445566"):
        Image.new("RGB", (9, 9), color).save(path)
        preflight.begin()
        edges.append(preflight.check(Drawing(FACE, 0, (PlacedImage(path, BOX, BOX),))).edges[0][:3])
    assert edges == [(0x11, 0x22, 0x33), (0x44, 0x55, 0x66)]


def test_a_preview_knows_the_faces_of_the_build_before(looked):
    seen, _ = looked
    face, preflight = Drawing(FACE, 0, (art(PLATE), span())), Preflight(is_lasting=True)
    for is_checked in (True, True, False, True):
        preflight.begin("a")
        assert not is_checked or preflight.check(face).found
    assert seen == [face, face]
    preflight.check(face, inset=3.0)
    advice = preflight.check(face, with_advice=False)
    assert len(seen) == 4 and not any(finding.is_advice for finding in advice.found) and advice.found


def test_the_edges_of_each_face_are_its_own_and_what_is_turned_is_seen_there(looked):
    preflight, met = Preflight(is_lasting=True), []
    preflight.begin()
    for fill in ("#102030", "#405060"):
        plate = art(PLATE.replace("#f5ead5", fill), box=Rect(0, 20, 60, 20))
        for item in (plate, Rotated(90, 30, 30, (plate,))):
            edges = preflight.check(Drawing(FACE, 0, (item, span()))).edges
            met.append([bytes(edge[12:15]).hex() for edge in edges])  # in the middle of each side
    assert met == [[*("102030" if at in there else "ffffff" for at in range(4))] if fill == 0 else [*("405060" if at in there else "ffffff" for at in range(4))]
                   for fill, there in ((0, (0, 2)), (0, (1, 3)), (1, (0, 2)), (1, (1, 3)))]  # fmt: skip
    veil = art('<rect width="60" height="60" opacity="0.33"/>')
    assert preflight.check(Drawing(FACE, 0, (veil,))).edges[0][:3] == (171,) * 3, "67 % of 255 is 170.85"


def test_what_ends_just_inside_of_the_cut_is_at_the_edge():
    for inset, is_there in ((0.29, True), (0.31, False)):
        box = Rect(inset, inset, 60 - 2 * inset, 60 - 2 * inset)
        edges = Preflight().check(Drawing(FACE, 0, (art(PLATE, box=box),))).edges
        assert edges == (((245, 234, 213) if is_there else (255, 255, 255)) * 10,) * 4


@pytest.mark.parametrize("size", [Size(50, 80), Size(80, 50)])
def test_the_edges_of_an_oblong_face_are_those_of_its_left_top_right_and_bottom(size):
    width, height = size.width, size.height
    strips = ((0, 0, 2, height), (0, 0, width, 2), (width - 2, 0, 2, height), (0, height - 2, width, 2))
    shapes = "".join(
        f'<rect x="{x}" y="{y}" width="{across}" height="{down}" fill="#{at}0{at}0{at}0"/>'
        for at, (x, y, across, down) in enumerate(strips, 1)
    )
    svg = f'<svg xmlns="http://www.w3.org/2000/svg" viewBox="0 0 {width} {height}">{shapes}</svg>'
    face = Drawing(size, 0, (PlacedArtwork(Artwork(svg, size), Rect(0, 0, width, height)),))
    assert Preflight().check(face).edges == tuple((16 * at,) * 30 for at in range(1, 5))
    mark = Artwork(
        '<svg xmlns="http://www.w3.org/2000/svg" viewBox="0 0 1 1"><rect width="1" height="1"/></svg>', Size(1, 1)
    )
    at, box = (2, Rect(48, 20, 2, 4)) if width < height else (3, Rect(20, 48, 4, 2))
    edges = Preflight().check(Drawing(size, 0, (PlacedArtwork(mark, box),))).edges
    assert [edge != (255,) * 30 for edge in edges] == [one == at for one in range(4)], "a mark that touches one side"
