"""The stock faces of tokens, boards, standees and aids: what a value states is shown, and nothing overlaps."""

from pathlib import Path

import pytest

from cardgen import BuildOptions
from cardgen.geometry.units import MM_PER_POINT
from cardgen.model.drawing import Drawing, PlacedArtwork
from cardgen.pipeline.draw.preflight import find_on_faces
from cardgen.pipeline.printed_file.build import prepare
from looks.test_looks import spans, words

pytestmark = pytest.mark.usefixtures("no_front_pages")

GAME = """
id: roles
name: Roles
kinds:
  things:
    role: {role}
    size: {size}
    shape: {shape}
    fields:
      cost: {{type: integer, title: Cost}}
      weight: {{type: number, title: Weight, optional: true}}
      flag: {{type: color, optional: true}}
      symbol: {{type: icon, optional: true}}
      text: {{type: rich, optional: true}}
      other: {{type: color, optional: true}}
      unique: {{type: boolean, optional: true}}
      type: {{type: text, optional: true}}
"""


def face(folder: Path, role: str, size: str, shape: str, value: str) -> Drawing:
    (folder / "game.yaml").write_text(GAME.format(role=role, size=size, shape=shape), "utf-8")
    (folder / "deck.yaml").write_text(f"things: [{value}]\n", "utf-8")
    (part,) = prepare(folder / "deck.yaml", BuildOptions()).drawn
    return part.pieces[0].face


ROLES = (("token", "30x30", "round"), ("board", "180x120", "rectangle"), ("standee", "30x50", "rectangle"))


@pytest.mark.parametrize(("role", "size", "shape"), (*ROLES, ("aid", "100x140", "rectangle")))
def test_the_cost_is_shown_whatever_other_numbers_there_are(tmp_path, role, size, shape):
    assert "7" in words(face(tmp_path, role, size, shape, "{name: Widow, cost: 7, weight: 2.5}")).split()


@pytest.mark.parametrize(("role", "size"), [("board", "180x120"), ("aid", "100x140")])
def test_a_color_is_shown_as_a_dot(tmp_path, role, size):
    value = "{name: Widow, cost: 7%s}"
    plain = face(tmp_path, role, size, "rectangle", value % "")
    dotted = face(tmp_path, role, size, "rectangle", value % ", flag: '#aa2233'")
    assert plain != dotted


def test_the_icon_of_a_token_stays_inside_of_its_ring_beside_a_number(tmp_path):
    drawing = face(tmp_path, "token", "30x30", "round", "{name: Widow, cost: 7, symbol: star}")
    icons = [item for item in drawing.items if isinstance(item, PlacedArtwork)]
    assert len(icons) >= 1


SMALL = """
id: small
name: Small pieces
kinds:
  coins: {role: token, size: 20x20, shape: round, fields: {value: {type: integer}}}
  ranks: {role: token, size: 25x25, shape: round, fields: {value: {type: integer}}}
  signs: {role: token, size: 20x20, shape: round, fields: {icon: {type: icon}}}
  chits: {role: token, size: 25x25, shape: hexagon, fields: {icon: {type: icon}, strength: {type: integer}}}
  tiles: {role: tile, size: 60x52, shape: hexagon, fields: {cost: {type: integer}, text: {type: rich}}}
  places: {role: tile, size: 40x40, fields: {type: text, cost: {type: integer}, text: {type: rich, optional: true}}}
  turns: {role: aid, size: bridge, fields: {turn: {type: rich}}}
  pawns: {role: standee, size: 25x45, fields: {strength: {type: integer}}}
"""
SMALL_DECK = """
coins: [{name: Copper, value: 1}, {name: Silver piece, value: 5}]
signs: [{name: First player, icon: crown}, {name: Donaudampfschifffahrt, icon: star}, {name: Ancient Hall of Records, icon: anchor}]
ranks: [{name: Grandmaster of the Silver Order, value: 12}, {name: Order of the Silver Grandmasters, value: 12}]
chits: [{name: Pike, icon: sword, strength: 2}]
tiles: [{name: Salt Marsh, cost: 2, text: Gain a reed.}]
places: [{name: Salt Marsh, type: Coast, cost: 2}, {name: Harbour, type: Town and Coast, cost: 1, text: Draw a card.}]
turns: [{name: Your turn, turn: Draw. Play. Discard.}]
pawns: [{name: Pilot, strength: 2}]
"""


def findings(folder: Path, game: str, deck: str, *codes: str) -> list[tuple[str, str, str]]:
    """What the press check finds on the faces of a deck: kinds, pieces and messages; of some codes only, or of all."""
    (folder / "game.yaml").write_text(game, "utf-8")
    (folder / "deck.yaml").write_text(deck, "utf-8")
    job = prepare(folder / "deck.yaml", BuildOptions())
    return [
        (part.component.name, side.piece.name, finding.message)
        for part in job.drawn
        for side in find_on_faces(part.component, part.pieces, job.project)
        for finding in side.found
        if not codes or finding.code in codes
    ]


def test_small_pieces_meet_the_full_standard_of_print(tmp_path):
    assert findings(tmp_path, SMALL, SMALL_DECK) == []


TILES = """
id: small
name: Small pieces
kinds:
  flat: &tile
    role: tile
    shape: hexagon
    size: 60x52
    fields: {cost: integer, attack: integer, defence: integer, speed: integer, icon: icon, text: rich}
  little: {<<: *tile, size: 20x20}
  tall: {<<: *tile, size: 52x60}
  round: {<<: *tile, size: 60x60, shape: round}
  square: {<<: *tile, size: 40x40, shape: rectangle}
"""


def test_the_numbers_of_a_tile_stay_inside_of_its_cut_whatever_it_states(tmp_path):
    numbers = "cost: 4, attack: 3, defence: 12, speed: 2, icon: anchor"
    texts = "Draw a card.", "Draw a card, then discard one. " * 3, "Draw a card, then discard one. " * 9
    values = ", ".join(f"{{name: Ship {at}, {numbers}, text: '{text}'}}" for at, text in enumerate(texts))
    deck = "\n".join(f"{kind}: [{values}]" for kind in ("flat", "little", "tall", "round", "square"))
    assert findings(tmp_path, TILES, deck, "W415") == []


def test_a_small_tile_prints_its_name_and_a_short_text_as_large_as_other_pieces(tmp_path):
    drawing = face(tmp_path, "tile", "20x20", "hexagon", "{name: Up, cost: 7, text: Up.}")
    sizes = {span.words[0].text: span.size / MM_PER_POINT for span in spans(drawing.items)}
    assert sizes["Up"] >= 6.5 and sizes["Up."] >= 6.5
    assert sizes["7"] > 1.1 * sizes["COST"]


@pytest.mark.parametrize(("size", "shape"), [("30x30", "rectangle"), ("40x40", "rectangle"), ("60x52", "hexagon")])
def test_a_tile_shows_its_type_above_its_text_where_it_has_room_for_both(tmp_path, size, shape):
    def shown(text: str) -> str:
        return words(face(tmp_path, "tile", size, shape, f"{{name: Harbour, type: Coast, cost: 2{text}}}"))

    assert "Harbour Coast" in shown("")
    assert "Harbour Coast Draw a card." in shown(", text: Draw a card.")
    assert "Coast" not in shown(f", text: {'Draw a card. ' * 20}")


@pytest.mark.parametrize(("size", "low"), [("40x40", 40 - 14 / 1.5), ("60x60", 46)])
def test_a_long_text_of_a_tile_ends_above_the_edge_of_its_panel(tmp_path, size, low):
    drawing = face(tmp_path, "tile", size, "hexagon", f"{{name: Long, cost: 2, text: {'Move one ship. ' * 18}}}")
    assert low - max(span.y for span in spans(drawing.items)) > 1


def test_a_token_shows_its_text_below_its_name(tmp_path):
    shown = words(face(tmp_path, "token", "30x30", "round", "{name: Widow, cost: 7, text: Draw a card.}"))
    assert "Widow Draw a card." in shown


@pytest.mark.parametrize(
    ("role", "size", "value", "field"),
    [
        ("token", "16x16", "text: Draw a card.", "text"),
        ("token", "30x30", "weight: 2.5", "weight"),
        ("token", "30x30", "flag: '#aa2233', other: '#2233aa'", "other"),
        ("token", "30x30", "unique: yes", "unique"),
        ("standee", "30x50", "text: Draw a card.", "text"),
        ("standee", "30x50", "flag: '#aa2233'", "flag"),
    ],
)
def test_what_a_stock_face_leaves_out_is_told_whatever_the_role_of_the_piece(tmp_path, role, size, value, field):
    shape = "round" if role == "token" else "rectangle"
    (tmp_path / "game.yaml").write_text(GAME.format(role=role, size=size, shape=shape), "utf-8")
    (tmp_path / "deck.yaml").write_text(f"things: [{{name: Widow, cost: 7, {value}}}]\n", "utf-8")
    told = [one.message for one in prepare(tmp_path / "deck.yaml", BuildOptions()).warnings if one.code == "W426"]
    assert told == [f"the face of things does not show field '{field}', of 'Widow'"]


def test_a_card_without_corners_that_shows_a_field_in_no_look_is_not_told_to_take_another(tmp_path):
    kind = "{role: card, size: 70x70, shape: hexagon, fields: {name: text}, other_fields: rich}"
    (tmp_path / "game.yaml").write_text(f"id: own\nname: Own\nextends: cards\nkinds: {{tiles: {kind}}}\n", "utf-8")
    (tmp_path / "tiles.csv").write_text("Name,Artist\nMarsh,Ada\n", "utf-8")
    (tmp_path / "deck.yaml").write_text("game: own\ncards: []\ntiles: tiles.csv\n", "utf-8")
    (told,) = (item for item in prepare(tmp_path / "deck.yaml", BuildOptions()).warnings if item.code == "W426")
    assert told.message == "the face of tiles does not show column 'Artist', of 'Marsh'"
    assert told.hints[0].startswith("give the kind a face")


def test_small_text_of_a_token_is_told_once(tmp_path):
    """As what does not fit its place, and not also as small."""
    (tmp_path / "game.yaml").write_text(GAME.format(role="token", size="20x20", shape="rectangle"), "utf-8")
    name = "Rindfleischetikettierungsüberwachungsaufgabenübertragungsgesetz"
    (tmp_path / "deck.yaml").write_text(f"things: [{{name: {name}, cost: 2, text: Pays 2.}}]\n", "utf-8")
    sizes = [item.measure for item in prepare(tmp_path / "deck.yaml", BuildOptions()).warnings if item.measure]
    assert len({f"{size:.3f}" for size in sizes}) == len(sizes) > 0
