"""The boards: every place holds what lies on it, nothing is in the way of anything, and all words can be read."""

from __future__ import annotations

import math
import re
from collections.abc import Iterator, Mapping
from itertools import combinations, pairwise

import pytest
from lxml import etree

from cardgen.games.stonewater_weir.boards import (
    card_sheet_seams,
    card_sheet_size,
    field_seams,
    field_size,
    hero_board_seams,
    hero_board_size,
    plan_town,
    town_seams,
    town_size,
)
from cardgen.geometry.units import MM_PER_POINT, Rect, Size
from cardgen.impose.paper import PAPERS
from cardgen.impose.seams import NO_HARM, THROUGH_WORDS, find_seams, text_boxes
from cardgen.impose.tile import best_tiling
from cardgen.model.drawing import Drawing, DrawingItem, PlacedArtwork, Rotated, TextSpan
from cardgen.model.piece import Piece
from cardgen.pipeline.open.games import find_game
from cardgen.pipeline.options import BuildOptions
from cardgen.pipeline.printed_file.build import prepare
from cardgen.plugin.components import PieceKind
from cardgen.plugin.making import BasesOf
from cardgen.plugin.resources import resources
from cardgen.render.renderer import Renderer

BOARDS = ("banks", "town", "seasons", "card-sheet", "long-arm", "summary")
KINDS = {kind.name: kind for kind in find_game("stonewater-weir").components if isinstance(kind, PieceKind)}
CARD = Size(44, 68)
POKER, TAROT = Size(63.5, 88.9), Size(69.85, 120.65)
PLAY = 0.5  # least difference between a place and what lies on it, mm
WALL = 24.0  # depth of the wall on the town, mm
SEAM = 1.0  # distance from a glue seam that words and places keep, mm
FIELDS = ("north", "east", "south", "west")
SIDES = [(bank, side) for bank in FIELDS for side in ("face", "back")]


def size_of(kind: str) -> Size:
    return KINDS[kind].size(CARD)


def foot() -> float:
    """Width of the cross piece on which every figure stands, mm."""
    made = KINDS["bases"].made
    assert isinstance(made, BasesOf)
    return made.width


class Boards:
    """The boards in one language: their pieces, and the markup of each side."""

    def __init__(self, language: str, card: Size = CARD, only: tuple[str, ...] = BOARDS) -> None:
        self.markup: dict[tuple[str, str], str] = {}
        render = Renderer.render_markup

        def recorded(renderer, template, variables, subject, page=(0, 0)):
            markup = render(renderer, template, variables, subject, page)
            self.markup[template, variables.get("card", {}).get("id", "")] = markup
            return markup

        with pytest.MonkeyPatch.context() as patch:
            patch.setattr(Renderer, "render_markup", recorded)
            options = BuildOptions(language=language, card=f"{card.width}x{card.height}", only=only)
            job = prepare(resources().decks / "stonewater.yaml", options)
        self.parts = job.drawn
        self.pieces: Mapping[str, list[Piece]] = {part.component.name: list(part.pieces) for part in job.parts}

    def field(self, bank: str, side: str) -> dict[str, Rect]:
        template = {"face": "field.svg.j2", "back": "field-back.svg.j2"}[side]
        return places(self.markup[template, bank])

    def board(self, template: str) -> dict[str, Rect]:
        found = [markup for (name, _), markup in self.markup.items() if name == template]
        return places(found[0])

    def drawings(self) -> Iterator[tuple[str, Drawing]]:
        for kind, pieces in self.pieces.items():
            for piece in pieces:
                yield f"{kind} {piece.id}", piece.face
                if piece.back:
                    yield f"{kind} {piece.id}, back", piece.back


@pytest.fixture(scope="module", params=["en", "pt"])
def boards(request: pytest.FixtureRequest) -> Boards:
    return Boards(request.param)


def places(markup: str) -> dict[str, Rect]:
    """The boxes of all elements with an id, on the board as it lies."""
    found = {}
    for element in etree.fromstring(markup).iter("{*}rect", "{*}circle"):
        if name := element.get("id"):
            get = {key: float(element.get(key, 0)) for key in ("x", "y", "width", "height", "cx", "cy", "r")}
            if element.tag.endswith("circle"):
                box = Rect(get["cx"] - get["r"], get["cy"] - get["r"], 2 * get["r"], 2 * get["r"])
            else:
                box = Rect(get["x"], get["y"], get["width"], get["height"])
            found[name] = turned(box, element.getparent())
    return found


def turned(box: Rect, group: etree._Element) -> Rect:
    """Turn a box by the quarters by which its group is turned."""
    match = re.match(r"rotate\((\d+) ([\d.]+) ([\d.]+)\)", group.get("transform", ""))
    if match is None:
        return box
    quarters, x, y = int(match[1]) // 90, float(match[2]), float(match[3])
    dx, dy, width, height = box.x + box.width / 2 - x, box.y + box.height / 2 - y, box.width, box.height
    for _ in range(quarters % 4):
        dx, dy, width, height = -dy, dx, height, width
    return Rect(x + dx - width / 2, y + dy - height / 2, width, height)


def words(items: tuple[DrawingItem, ...]) -> Iterator[tuple[TextSpan, Rect, float]]:
    """Every run of text with the box of its letters, and by how much it is turned."""
    for item in items:
        if isinstance(item, Rotated):
            for span, box, _ in words(item.items):
                group = etree.Element("g", transform=f"rotate({item.degrees:g} {item.x:.3f} {item.y:.3f})")
                yield span, turned(box, group), item.degrees
        elif isinstance(item, TextSpan):
            width = sum(word.width for word in item.words) * item.size + item.space * (len(item.words) - 1)
            yield item, Rect(item.x, item.y - 0.7 * item.size, width, 0.9 * item.size), 0.0


def text_of(span: TextSpan) -> str:
    return " ".join(word.text for word in span.words)


def apart(one: Rect, other: Rect, slack: float = 1e-6) -> bool:
    return (
        one.right <= other.x + slack
        or other.right <= one.x + slack
        or one.bottom <= other.y + slack
        or other.bottom <= one.y + slack
    )


def round_apart(one: Rect, other: Rect) -> bool:
    """Whether two round places lie apart, of which the boxes may overlap at their corners."""
    across = math.hypot(
        one.x + one.width / 2 - other.x - other.width / 2, one.y + one.height / 2 - other.y - other.height / 2
    )
    return across >= (one.width + other.width) / 2


def inside(inner: Rect, outer: Size, slack: float = 1e-6) -> bool:
    return (
        inner.x >= -slack
        and inner.y >= -slack
        and inner.right <= outer.width + slack
        and inner.bottom <= outer.height + slack
    )


def holds(place: Rect, width: float, height: float) -> bool:
    """Whether a piece fits into a place with some play, but not with so much that it slides about."""
    return PLAY <= place.width - width <= 3 and PLAY <= place.height - height <= 3


@pytest.mark.parametrize(("bank", "side"), SIDES)
def test_field_has_room_for_three_cards_three_tactics_and_the_tether(boards, bank, side):
    found = boards.field(bank, side)
    assert [name for name in found if name.startswith("slot-")] == ["slot-A", "slot-B", "slot-C"]
    assert all(holds(found[f"slot-{letter}"], CARD.width, CARD.height) for letter in "ABC")
    assert all(holds(found[f"tactics-{zone}"], CARD.height, CARD.width) for zone in (1, 2, 3))
    steps = [found[f"tether-{value}"] for value in range(1, 11)]
    assert all(step.width >= size_of("tether").width for step in steps)
    assert all(apart(one, other) for one, other in combinations(steps, 2))
    kinds = ("slot-", "tactics-", "tether-")
    boxes = [box for name, box in found.items() if name.startswith(kinds)]
    assert all(apart(one, other) for one, other in combinations(boxes, 2))
    assert all(inside(box, size_of("banks")) for box in found.values())


@pytest.mark.parametrize(("bank", "side"), SIDES)
def test_each_zone_has_room_for_a_dozen_figures_beside_its_cards(boards, bank, side):
    found = boards.field(bank, side)
    zones = {zone: [box for name, box in found.items() if name.startswith(f"figures-{zone}-")] for zone in (1, 2, 3)}
    for boxes in zones.values():
        assert sum(int(box.width // foot()) * int(box.height // foot()) for box in boxes) >= 12
    cards = [box for name, box in found.items() if name.startswith(("slot-", "tactics-"))]
    free = [box for boxes in zones.values() for box in boxes]
    assert all(apart(one, other) for one in free for other in cards)
    assert all(apart(one, other) for one, other in combinations(free, 2))


@pytest.mark.parametrize(("bank", "side"), SIDES)
def test_words_on_places_of_enemy_cards_lie_on_plates_that_hide_the_picture(boards, bank, side):
    found = boards.field(bank, side)
    drawing = getattr(next(piece for piece in boards.pieces["banks"] if piece.id == bank), side)
    for letter in "ABC":
        slot, plate = found[f"slot-{letter}"], found[f"plate-{letter}"]
        on_it = [box for span, box, _ in words(drawing.items) if not apart(box, slot) and text_of(span) not in "ABC"]
        assert on_it
        assert all(plate.x < box.x and box.right < plate.right for box in on_it)
        assert all(plate.y < box.y and box.bottom < plate.bottom for box in on_it)


def test_zones_climb_from_the_outer_edge_to_the_wall(boards):
    found = boards.field("south", "face")
    tops = [found[f"tactics-{zone}"].y for zone in (1, 2, 3)]
    assert tops == sorted(tops)
    assert all(found[f"tactics-{zone}"].bottom <= found[f"tactics-{zone + 1}"].y for zone in (1, 2))


@pytest.mark.parametrize("bank", FIELDS)
def test_sides_of_a_field_have_one_spawning_point_and_two(boards, bank):
    counts = [sum(name.startswith("spawning-") for name in boards.field(bank, side)) for side in ("face", "back")]
    assert counts == [1, 2]


def test_fields_lie_along_the_walls(boards):
    town, field = size_of("town"), size_of("banks")
    assert town.width == town.height == field.width
    away = town.width / 2 + field.height / 2
    lying = {piece.id: (piece.place.x, piece.place.z, piece.place.turn % 360) for piece in boards.pieces["banks"]}
    # Turned so that the upper edge, which shows the foot of the wall, touches the town.
    assert lying == {"south": (0, -away, 0), "west": (-away, 0, 90), "north": (0, away, 180), "east": (away, 0, 270)}
    assert foot() <= WALL


def test_buildings_have_places_for_a_figure_and_two_tokens(boards):
    found = boards.board("town.svg.j2")
    for building in (name.removeprefix("hero-") for name in list(found) if name.startswith("hero-")):
        assert found[f"hero-{building}"].width >= foot()
        assert all(
            holds(found[f"{token}-{building}"], size_of(kind).width, size_of(kind).height)
            for token, kind in (("reinforced", "reinforced"), ("damaged", "damage"))
        )
    assert sum(name.startswith("hero-") for name in found) == 8
    assert holds(found["long-arm"], size_of("long-arm").width, size_of("long-arm").height)
    assert all(round_apart(one, other) for one, other in combinations(found.values(), 2))


def test_places_of_a_bank_lie_behind_its_wall(boards):
    town = size_of("town").width
    for name, box in boards.board("town.svg.j2").items():
        assert all(WALL - 0.6 <= at <= town - WALL + 0.6 for at in (box.x, box.y, box.right, box.bottom)), name


@pytest.mark.parametrize("paper", ["a4", "letter"])
def test_the_town_is_cut_at_its_seam_into_two_tiles(paper):
    tiling = best_tiling(size_of("town"), PAPERS[paper])
    assert tiling.count == 2
    assert tiling.xs[1:] == town_seams(CARD)[0]


LARGE = [Size(44, 68), Size(63, 88), Size(70, 120), Size(88, 136)]


@pytest.mark.parametrize("card", LARGE, ids=str)
def test_boards_of_large_cards_are_cut_where_nothing_is_used(card):
    """Near the middle of a hero's board, between two of its slots; on the card sheet through the gap above each lower row."""
    (x,), ys = hero_board_seams(card)
    assert (x, ys) == (pytest.approx(hero_board_size(card).width / 2, abs=1), ())
    (x,), ys = card_sheet_seams(card)
    sheet, place = card_sheet_size(card), card.height + 0.6
    tops = [15 + row * (place + 17.4) for row in range(3)]
    assert 2 * x == sheet.width
    assert [*ys] == sorted(ys) and len(ys) == 5
    assert [sum(above + place < y < top for y in ys) for above, top in pairwise(tops)] == [1, 1]
    assert [sum(top + place / 3 < y < top + 2 * place / 3 for y in ys) for top in tops] == [1, 1, 1]
    (x,), (y,) = field_seams(card)
    field = field_size(card)
    assert x == pytest.approx(field.width / 2, abs=0.006 * field.width)
    assert y == pytest.approx(86.3 / 190 * field.height)


def test_a_town_that_is_large_is_cut_in_thirds_too():
    """Half of one is more than a sheet of A4 holds from 390 mm on."""
    for card in LARGE:
        town = town_size(card)
        xs, ys = town_seams(card)
        assert xs == ys and all(0 < x < town.width for x in xs)
        assert (len(xs), plan_town(card).in_thirds) == ((3, True) if town.width > 390 else (1, False))
        growth = town.width / 265
        assert xs == pytest.approx([at * growth for at in (127.5, 79, 186)[: len(xs)]])
    assert {len(town_seams(card)[0]) for card in LARGE} == {1, 3}


@pytest.mark.parametrize("axis", ["x", "y"])
def test_nothing_to_read_or_to_use_lies_on_the_glue_seams(boards, axis):
    town = size_of("town")
    ((x,), (y,)) = town_seams(CARD)
    seam = Rect(x - SEAM, 0, 2 * SEAM, town.height) if axis == "x" else Rect(0, y - SEAM, town.width, 2 * SEAM)
    used = {name: box for name, box in boards.board("town.svg.j2").items() if name != "long-arm"}
    assert [name for name, box in used.items() if not apart(box, seam)] == []
    face = boards.pieces["town"][0].face
    # What is written below the Long Arm is covered by it.
    under_arm = boards.board("town.svg.j2")["long-arm"]
    read = [span for span, box, _ in words(face.items) if not apart(box, seam) and apart(box, under_arm)]
    assert [text_of(span) for span in read] == []


def test_the_numbers_of_the_undercroft_stand_in_the_middle_of_its_plaque(boards):
    plaque = Rect(265 - 139 - 58, 265 - 218 - 21.5, 58, 21.5)
    boxes = [box for span, box, _ in words(boards.pieces["town"][0].face.items) if span.size < 9 * MM_PER_POINT]
    inner = [box for box in boxes if not apart(box, plaque)]
    assert len(inner) > 6
    left, right = min(box.x for box in inner) - plaque.x, plaque.right - max(box.right for box in inner)
    assert abs(left - right) < 1.5


@pytest.mark.parametrize("paper", ["a4", "letter"])
def test_boards_but_the_town_take_one_sheet(paper):
    for kind in ("banks", "seasons", "card-sheet", "summary"):
        assert best_tiling(size_of(kind), PAPERS[paper]).count == 1


def test_names_of_the_banks_are_upright_behind_their_fields(boards):
    middle = size_of("town").width / 2
    sides = {}
    for span, box, degrees in words(boards.pieces["town"][0].face.items):
        if span.size > 13 * MM_PER_POINT and text_of(span) and box.width * box.height > 60:
            dx, dy = box.x + box.width / 2 - middle, box.y + box.height / 2 - middle
            side = ("south" if dy > 0 else "north") if abs(dy) > abs(dx) else ("east" if dx > 0 else "west")
            sides.setdefault(side, set()).add(degrees % 360)
    assert sides == {"south": {0}, "west": {90}, "north": {180}, "east": {270}}


def test_everything_on_the_boards_can_be_read_and_is_on_them(boards):
    for name, drawing in boards.drawings():
        for span, box, _ in words(drawing.items):
            assert span.size >= 8 * MM_PER_POINT - 1e-6, f"{name}: {text_of(span)}"
            assert inside(box, drawing.size), f"{name}: {text_of(span)}"


def test_rounds_have_places_for_the_time(boards):
    found = boards.board("seasons.svg.j2")
    assert list(found) == [f"round-{number}" for number in range(1, 13)]
    assert all(holds(box, size_of("time").width, size_of("time").height) for box in found.values())
    assert all(apart(one, other) for one, other in combinations(found.values(), 2))
    assert [box.x for box in found.values()] == sorted(box.x for box in found.values())


def test_card_sheet_has_twelve_places_for_cards(boards):
    found = boards.board("cards.svg.j2")
    assert len(found) == 12
    assert all(holds(box, CARD.width, CARD.height) for box in found.values())
    assert all(apart(one, other) for one, other in combinations(found.values(), 2))
    assert all(inside(box, size_of("card-sheet")) for box in found.values())


@pytest.fixture(scope="module", params=[Size(40, 53), CARD, POKER, TAROT], ids=str)
def at_size(request: pytest.FixtureRequest) -> tuple[Size, Boards]:
    return request.param, Boards("en", request.param, (*BOARDS, "heroes"))


def test_slots_of_fields_hold_cards_of_each_size(at_size):
    size, boards = at_size
    for piece, side in ((piece, side) for piece in boards.pieces["banks"] for side in ("face", "back")):
        scale = getattr(piece, side).size.width / size_of("banks").width
        found = boards.field(piece.id, side)
        slots = [found[f"slot-{letter}"] for letter in "ABC"]
        tactics = [found[f"tactics-{zone}"] for zone in (1, 2, 3)]
        assert all(scale * slot.width - size.width >= PLAY for slot in slots)
        assert all(scale * slot.height - size.height >= PLAY for slot in slots)
        assert all(scale * place.width - size.height >= PLAY for place in tactics)
        assert all(scale * place.height - size.width >= PLAY for place in tactics)


def test_town_and_long_arm_grow_with_the_fields(at_size):
    _, boards = at_size
    (town,), (arm,), field = boards.pieces["town"], boards.pieces["long-arm"], boards.pieces["banks"][0]
    assert town.face.size.width == town.face.size.height == field.face.size.width >= size_of("banks").width
    place = boards.board("town.svg.j2")["long-arm"]
    scale = town.face.size.width / size_of("town").width
    assert 1 <= scale * place.width - arm.face.size.width <= 2


@pytest.mark.extended
@pytest.mark.parametrize("language", ["en", "pt"])
@pytest.mark.parametrize("size", [POKER, TAROT, Size(70, 120)], ids=str)
def test_boards_for_larger_cards_are_cut_through_no_words(size, language):
    for part in Boards(language, size).parts:
        seams = find_seams(part.pieces, part.seams)
        for paper in ("a4", "letter", "a3"):
            tiling = best_tiling(part.pieces[0].face.size, PAPERS[paper], seams=seams)
            assert tiling.harm < THROUGH_WORDS, (part.component.name, paper)


@pytest.mark.extended
@pytest.mark.parametrize("language", ["en", "pt"])
@pytest.mark.parametrize("size", [CARD, Size(57.15, 88.9), POKER, TAROT], ids=str)
def test_boards_of_heroes_in_large_print_are_cut_once_between_their_slots(size, language):
    options = BuildOptions(language=language, card=f"{size.width}x{size.height}", only=("heroes",), large_print=True)
    (part,) = prepare(resources().decks / "stonewater.yaml", options).drawn
    seams, board = find_seams(part.pieces, part.seams), part.pieces[0].face.size
    at = hero_board_seams(size)[0][0] * board.width / hero_board_size(size).width
    for paper in ("a4", "letter"):
        tiling = best_tiling(board, PAPERS[paper], seams=seams)
        assert (tiling.xs, tiling.ys) == (pytest.approx((0, at)), (0,)), paper
        assert tiling.harm == NO_HARM, paper


def test_the_cut_of_a_hero_s_board_leaves_slots_and_the_sign_of_strength_whole(at_size):
    size, boards = at_size
    (seam,), _ = hero_board_seams(size)
    drawn = [markup for (name, _), markup in boards.markup.items() if name == "hero.svg.j2"]
    assert len(drawn) == 6
    for markup in drawn:
        root = etree.fromstring(markup)
        slots = [box for name, box in places(markup).items() if name.startswith("slot-")]
        assert len(slots) == 4
        edges = [(box.x - 0.3, box.right + 0.3) for box in slots]
        corners = [float(point.split(",")[0]) for point in next(root.iter("{*}polygon")).get("points").split()]
        for left, right in (*edges, (min(corners), max(corners))):
            assert not left + 0.05 < seam < right - 0.05


@pytest.mark.extended
@pytest.mark.parametrize("language", ["en", "pt"])
def test_fields_of_poker_cards_in_large_print_are_cut_clear_of_words(language):
    options = BuildOptions(language=language, card="poker", paper="letter", only=("enemies", "banks"), large_print=True)
    part = prepare(resources().decks / "stonewater.yaml", options).drawn[-1]
    tiling = best_tiling(part.pieces[0].face.size, PAPERS["letter"], seams=find_seams(part.pieces, part.seams))
    assert len(tiling.xs) == 3
    for piece in part.pieces:
        for side, cuts in (
            (piece.face, tiling.xs[1:]),
            (piece.back, [tiling.board.width - at for at in tiling.xs[1:]]),
        ):
            for box, _ in text_boxes(side.items):
                assert all(at <= box.x - 1.5 or at >= box.right + 1.5 for at in cuts), piece.id


def test_boards_lie_apart_at_the_virtual_table(at_size):
    size, boards = at_size
    spread = size.growth_from(CARD)
    lying = []
    for piece in (
        piece for kind in boards.pieces if kind != "long-arm" for piece in boards.pieces[kind] if piece.place
    ):
        width, height = piece.face.size.width, piece.face.size.height
        if piece.place.turn % 180:
            width, height = height, width
        lying.append(Rect(spread * piece.place.x - width / 2, spread * piece.place.z - height / 2, width, height))
    assert len(lying) == 13
    assert all(apart(one, other, slack=1e-3) for one, other in combinations(lying, 2))


@pytest.mark.parametrize(("size", "least"), [(CARD, 6.5), (POKER, 8.5), (TAROT, 8.5)], ids=str)
def test_words_on_boards_of_heroes_grow_with_them(size, least):
    for piece in Boards("pt", size, ("heroes",)).pieces["heroes"]:
        assert min(span.size for span, _, _ in words(piece.face.items)) >= least * MM_PER_POINT - 1e-6, piece.id


def test_slots_of_heroes_hold_cards_and_their_boards_need_one_sheet(at_size):
    size, boards = at_size
    assert len(boards.pieces["heroes"]) == 6
    for piece in boards.pieces["heroes"]:
        markup = [etree.fromstring(item.artwork.svg) for item in piece.face.items if isinstance(item, PlacedArtwork)]
        found = [
            slot for svg in markup for name, slot in places(etree.tostring(svg)).items() if name.startswith("slot-")
        ]
        assert len(found) == 4
        assert all(slot.width >= min(size.width, POKER.width) - 1e-6 for slot in found)
        assert all(slot.height >= size.height - 1e-6 for slot in found)
        sheets = [best_tiling(piece.face.size, PAPERS[paper]).count for paper in ("a4", "letter")]
        assert sheets == [1, 1]


def test_card_sheet_goes_by_the_size_of_cards(at_size):
    size, boards = at_size
    (sheet,) = boards.pieces["card-sheet"]
    growth = sheet.face.size.width - size_of("card-sheet").width, sheet.face.size.height - size_of("card-sheet").height
    assert growth == pytest.approx((4 * (size.width - CARD.width), 3 * (size.height - CARD.height)))


PICTURES = sorted((resources().templates / "stonewater-weir" / "boards").glob("*.svg"))


@pytest.mark.parametrize("file", PICTURES, ids=lambda file: file.stem)
def test_pictures_of_boards_are_small_and_plain(file):
    assert file.stat().st_size < 300_000
    root = etree.parse(file).getroot()
    used = {etree.QName(element).localname for element in root.iter(etree.Element)}
    assert used <= {
        *("svg", "title", "defs", "g", "path", "rect", "circle", "ellipse", "clipPath"),
        *("linearGradient", "radialGradient", "stop"),
    }
    x, y, width, height = map(float, root.get("viewBox").split())
    assert (x, y) == (-3, -3)
    sizes = {(size_of(kind).width, size_of(kind).height) for kind in BOARDS} | {(265.0, 92.0)}
    assert (width - 6, height - 6) in sizes


def test_the_board_of_a_hero_grows_with_the_cards_up_to_those_of_poker():
    for card, board in (
        (Size(44, 68), Size(190, 130)),
        (Size(63.5, 88.9), Size(268, 150.9)),
        (Size(63.75, 137), Size(269, 199)),
        (Size(70, 120), Size(269, 182)),
        (Size(100, 150), Size(269, 199)),
    ):
        assert hero_board_size(card) == board
