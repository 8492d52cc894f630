from dataclasses import dataclass, replace
from types import SimpleNamespace

from write.samples import FONTS, text

from cardgen import BuildOptions
from cardgen.changes.compare import compare
from cardgen.changes.components import display_name, select_missing, split_into_leaves, take_inventory
from cardgen.changes.inventory import Inventory
from cardgen.geometry.units import Size
from cardgen.model.drawing import Drawing
from cardgen.model.piece import Piece
from cardgen.pipeline.printed_file.build import prepare


@dataclass(frozen=True)
class Part:
    component: object
    title: str
    pieces: tuple[Piece, ...] = ()
    pages: tuple[Drawing, ...] = ()


def card(name, words, copies):
    return Piece("cards", name, name, Drawing(Size(40, 53), 3, (text(words),)), None, copies)


def page(words):
    return Drawing(Size(210, 297), 0, (text(words),))


CARDS = Part(SimpleNamespace(name="cards"), "Cards", (card("dawn", "Rise", 3), card("dusk", "Rest", 2)))
RULES = Part(SimpleNamespace(name="rules"), "Rules", pages=tuple(map(page, ["One", "Two", "Three"])))


def test_pieces_and_leaves_are_counted():
    looks = take_inventory([CARDS, RULES], FONTS).designs
    assert [(look.kind, look.id, look.name, look.copies) for look in looks] == [
        ("cards", "dawn", "Cards", 3),
        ("cards", "dusk", "Cards", 2),
        ("rules", "leaf-1", "Rules 1/2", 1),
        ("rules", "leaf-2", "Rules 2/2", 1),
    ]


def test_a_card_whose_name_is_its_id_has_a_name(tmp_path):
    """As one called `oak` has; only a piece without a name is called after its kind."""
    (tmp_path / "cards.csv").write_text("name,cost\noak,1\n", "utf-8")
    (piece,) = prepare(tmp_path / "cards.csv", BuildOptions()).drawn[0].pieces
    assert (piece.id, display_name(piece, "Cards")) == ("oak", "oak")
    assert display_name(card("dawn", "Rise", 3), "Cards") == "Cards"


def missing(before, after):
    return select_missing(after, compare(take_inventory([before], FONTS), take_inventory([after], FONTS)))


def test_only_the_missing_copies_are_left():
    after = replace(CARDS, pieces=(card("dusk", "Sleep", 2), card("dawn", "Rise", 5)))
    left = missing(CARDS, after)
    assert [(piece.id, piece.copies) for piece in left.pieces] == [("dusk", 2), ("dawn", 2)]
    assert missing(CARDS, CARDS).pieces == ()


def test_a_leaf_is_left_whole():
    after = replace(RULES, pages=(*RULES.pages[:1], page("Changed"), RULES.pages[2]))
    assert missing(RULES, after).pages == after.pages[:2]
    longer = replace(RULES, pages=(*RULES.pages, page("Four")))
    assert missing(RULES, longer).pages == longer.pages[2:]


def test_without_anything_there_all_is_missing():
    changes = compare(Inventory(), take_inventory([CARDS, RULES], FONTS))
    assert select_missing(CARDS, changes) == CARDS
    assert select_missing(RULES, changes) == RULES


def test_leaves_share_their_paper():
    assert [len(leaf) for leaf in split_into_leaves(RULES.pages)] == [2, 1]
    assert split_into_leaves(()) == []
