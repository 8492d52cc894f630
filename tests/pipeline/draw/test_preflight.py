"""What the preflight finds is told once for sides that look alike, at the piece that shows it first."""

from dataclasses import replace
from types import SimpleNamespace

import things

from cardgen.geometry.nets import die_net
from cardgen.geometry.outlines import Outline
from cardgen.geometry.units import Rect, Size
from cardgen.model.drawing import Drawing
from cardgen.model.piece import Piece
from cardgen.pipeline.draw.preflight import check_faces, find_advice, find_on_faces, with_edges
from cardgen.preflight import neighbors
from cardgen.preflight.faces import SideReport
from cardgen.preflight.finding import FaceFinding
from cardgen.report.diagnostics import Collector, Diagnostic, FaceSpot
from cardgen.report.source import Span

KIND = things.kind("cards", 60, 80)
SHAPE = Outline.polygon([(0, 0), (1, 0), (0, 1)])


def side(width=60, height=80, bleed=3):
    return Drawing(Size(width, height), bleed, ())


class Deck:
    """A project whose preflight finds what is stated by bleed of a side, and notes how it is asked."""

    def __init__(self, **found):
        self.found, self.asked = found, []
        self.preflight, self.renderer = self, SimpleNamespace(diagnostics=Collector())
        self.deck = SimpleNamespace(node=SimpleNamespace(nearest=lambda path: Span("deck.yaml", path[-1])))

    def check(self, drawing, outline, inset, *, with_advice):
        self.asked.append((drawing.bleed, outline, inset, with_advice))
        return SideReport(tuple(self.found.get(f"b{drawing.bleed}", ())), ((drawing.bleed,) * 30,) * 4)


def piece(line, face, back=None, **more):
    return Piece("cards", f"c{line}", f"C{line}", face, back, 1, path=("cards", line), **more)


def test_sides_that_look_alike_are_looked_at_once_within_the_inset_of_their_kind():
    face, back = side(bleed=1), side(bleed=9)
    pieces = [piece(1, face, back, outline=SHAPE), piece(2, face, back), piece(3, side(24, 80, 2))]
    pieces.append(piece(4, side(bleed=4), net=die_net(16)))
    near = FaceFinding("W415", "near")

    def asked(kind, **options):
        deck = Deck(b9=[near], b2=[near])
        found = [(each.piece.id, each.is_back, each.found) for each in find_on_faces(kind, pieces, deck, **options)]
        assert found == [("c1", True, (near,)), ("c3", False, (near,))]
        return deck.asked

    assert [(bleed, inset, advice) for bleed, _, inset, advice in asked(KIND)] == [(1, 2.5, True), (9, 2.5, True), (2, 1.5, True), (4, 0, True)]  # fmt: skip
    assert [(inset, advice) for _, _, inset, advice in asked(replace(KIND, safe=1.0), with_advice=False)] == [(1, False)] * 3 + [(0, False)]  # fmt: skip
    assert [outline for _, outline, _, _ in asked(KIND)][:2] == [SHAPE, SHAPE.mirrored()] != [SHAPE, SHAPE]


def test_a_problem_is_told_at_its_piece_with_its_place_on_the_face():
    deck = Deck(
        b1=[FaceFinding("W415", "near", "more", ("move it",), 0.5, box=Rect(1, 2.04, 3, 4))],
        b9=[FaceFinding("W413", "hidden")],
    )
    found = Collector()
    check_faces(KIND, [piece(3, side(bleed=1), side(bleed=9))], deck, found)
    name, place = KIND.called("C3"), Span("deck.yaml", 3)
    assert found.items == [
        Diagnostic("W415", "near", place, "more", ("move it",), ((f"on {name}, 1.0 mm from its left and 2.0 mm from its top", None),),
                   subject=name, measure=0.5, spot=FaceSpot("cards/c3", False, (1, 2.04, 3, 4))),
        Diagnostic("W413", "hidden", place, notes=((f"on the back of {name}", None),), subject=f"the back of {name}"),
    ]  # fmt: skip
    assert [one[3] for one in deck.asked] == [False, False]


def test_small_text_that_had_to_shrink_is_told_once():
    pieces = [piece(1, side(bleed=1)), piece(2, side(bleed=2))]
    small = [FaceFinding("W417", "small", measure=measure) for measure in (5.0, 4.0)]
    for code, left in (("W411", ["C1 4.0", "C2 5.0", "C2 4.0"]), ("E406", ["C1 4.0", "C2 5.0", "C2 4.0"]), ("W410", ["C1 5.0", "C1 4.0", "C2 5.0", "C2 4.0"])):  # fmt: skip
        deck, found = Deck(b1=small, b2=small), Collector()
        deck.renderer.diagnostics.items += [
            Diagnostic(code, "shrunk", subject=KIND.called("C1"), measure=measure) for measure in (None, 5.0)
        ]
        check_faces(KIND, pieces, deck, found)
        assert [f"C{item.span.line} {item.measure}" for item in found.items] == left, code


def test_of_advice_the_worst_of_each_code_is_told_with_the_number_of_the_others():
    def advice(code, measure=None, is_advice=True):
        return FaceFinding(code, f"{measure}", measure=measure, is_advice=is_advice)

    deck = Deck(
        b1=[advice("W418", 3.0), advice("W416"), advice("W417", 1.0, False)],
        b2=[advice("W418", 2.0), advice("W416", 1.0)],
        b4=[advice("W418", 4.0), advice("W415", 1.0)],
    )
    pieces = [piece(1, side(bleed=1)), piece(2, side(bleed=2)), piece(4, side(bleed=4))]
    told = [
        (item.code, item.message, item.span.line, [note for note, _ in item.notes[1:]])
        for item in find_advice(KIND, pieces, deck)
    ]
    more = "more on cards; cardgen check --report page.html shows them"
    assert told == [("W415", "1.0", 4, []), ("W416", "None", 1, [f"1 {more}"]), ("W418", "2.0", 2, [f"2 {more}"])]


def test_sizes_are_compared_between_faces_of_a_size_and_between_backs(monkeypatch):
    compared = []

    def jumps(faces):
        compared.append([face.bleed for face in faces])
        yield from ((number, FaceFinding("W418", "jumps")) for number in sorted({0, len(faces) - 1}))

    monkeypatch.setattr(neighbors, "find_size_jumps", jumps)
    pieces = [piece(1, side(bleed=1), side(bleed=7)), piece(2, side(40, 80, 2)), piece(3, side(bleed=3), side(bleed=8))]
    found = [(each.piece.id, each.is_back) for each in find_on_faces(KIND, pieces, Deck())]
    assert (compared, found) == (
        [[1, 3], [7, 8], [2]],
        [("c1", False), ("c1", True), ("c2", False), ("c3", False), ("c3", True)],
    )
    assert [*find_on_faces(KIND, pieces, Deck(), with_advice=False)] == []


def test_a_piece_knows_the_colours_along_the_sides_of_its_face_and_then_of_its_back():
    pieces = with_edges(KIND, [piece(1, side(bleed=1), side(bleed=9)), piece(2, side(bleed=2))], Deck())
    assert [[edge[0] for edge in one.edges] for one in pieces] == [[1] * 4 + [9] * 4, [2] * 4]
