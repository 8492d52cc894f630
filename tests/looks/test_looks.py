"""The looks: each draws any card at any size, with its text inside of the safe area."""

import re
import shutil
from collections.abc import Iterable, Iterator

import pypdfium2
import pytest
from PIL import Image

from cardgen import BuildOptions
from cardgen.geometry.colors import contrast, from_hex
from cardgen.geometry.units import MM_PER_POINT
from cardgen.model.drawing import Drawing, DrawingItem, PlacedArtwork, PlacedImage, Rotated, TextSpan, View, artworks_of
from cardgen.pipeline.draw.preflight import find_on_faces
from cardgen.pipeline.printed_file.build import compose, prepare
from cardgen.plugin.resources import resources
from looks.conftest import CARDS, LOOKS, RULES

pytestmark = pytest.mark.usefixtures("no_front_pages")

SIZES = ("poker", "tarot", "88x63", "70x70", "mini-european", "120x170")


def spans(items: Iterable[DrawingItem]) -> Iterator[TextSpan]:
    for item in items:
        if isinstance(item, Rotated):
            yield from spans(item.items)
        elif isinstance(item, TextSpan):
            yield item


def words_of_span(span: TextSpan) -> str:
    return " ".join(word.text for word in span.words)


def words(drawing: Drawing) -> str:
    return " ".join(map(words_of_span, spans(drawing.items)))


def looks_and_sizes() -> Iterator[object]:
    """Each look with each size, of which the plain tests have two of each."""
    for number, look in enumerate(LOOKS):
        for at, size in enumerate(SIZES):
            is_plain = (at - number) % len(SIZES) < 2
            yield pytest.param(look, size, id=f"{look}-{size}", marks=() if is_plain else pytest.mark.extended)


@pytest.mark.parametrize(("look", "size"), [*looks_and_sizes()])
def test_a_look_draws_any_card_at_any_size(drawn, look, size):
    job = drawn(look, card=size)
    pieces = job.drawn[0].pieces
    assert len(pieces) == len(CARDS)
    scale = min(job.card.width, job.card.height) / 63
    for piece in pieces:
        assert "**" not in words(piece.face)
        for span in spans(piece.face.items):
            width = sum(word.width for word in span.words) * span.size + span.space * (len(span.words) - 1)
            assert span.x >= 2.5 * scale, (piece.name, span)
            assert span.x + width <= job.card.width - 2.5 * scale, (piece.name, span)
            assert 2.5 * scale <= span.y <= job.card.height - 2.5 * scale, (piece.name, span)


@pytest.mark.parametrize("look", LOOKS)
def test_every_face_of_a_look_passes_the_press_check(drawn, look):
    """Long names, no text, long text, no pictures, twelve columns: text is covered by nothing, and keeps clear of every edge."""
    job = drawn(look, title="Squib lib squib builtin projects advanced data game")  # a file's name
    found = [
        (side.piece.name, finding.code, finding.message)
        for part in job.drawn
        for side in find_on_faces(part.component, part.pieces, job.project)
        for finding in side.found
        # Of a colour that a card states, of a text of hundreds of words, and of a name of forty letters.
        if finding.code not in {"W412", "W417", "W418"}
    ]
    assert found == []


@pytest.mark.parametrize("look", ["classic", "text"])
def test_a_cost_of_one_emoji_is_as_large_whatever_it_is_made_of(drawn, look):
    flame, flag = ({"name": "Ship", "cost": cost} for cost in ("\U0001f525", "\U0001f1e7\U0001f1f7"))
    flames, flags = (spans(piece.face.items) for piece in drawn(look, (flame, flag)).drawn[0].pieces)
    sizes = {span.size / MM_PER_POINT for span in (*flames, *flags) if span.font == "NotoEmoji-Bold"}
    assert len(sizes) == 1 and min(sizes) > 14


@pytest.mark.parametrize("look", LOOKS)
def test_three_emoji_of_a_cost_are_as_large_as_two(drawn, look):
    pieces = drawn(look, ({"name": "a", "cost": "🔥🔥"}, {"name": "b", "cost": "⚡💧🔥"})).drawn[0].pieces
    two, three = (max(span.size for span in spans(piece.face.items) if "🔥" in words_of_span(span)) for piece in pieces)
    assert three > 0.85 * two and three > 8 * MM_PER_POINT


def test_a_column_has_the_capitals_of_its_heading_on_the_card(tmp_path):
    path = tmp_path / "cards.csv"
    path.write_text("NAME,AC,RARITY\nAnn,low,high\n", "utf-8")
    shown = words(prepare(path, BuildOptions()).drawn[0].pieces[0].face)
    assert "AC" in shown and "Rarity" in shown


@pytest.mark.parametrize(
    "size", ["bridge", *(pytest.param(size, marks=pytest.mark.extended) for size in ("tarot", "tgc:mini", "40x53"))]
)
def test_ordinary_cards_meet_the_full_standard_of_print_at_every_size(drawn, size):
    """Frames keep 3 mm from the cut, and no word prints under 6.5 pt, on cards much smaller than poker too."""
    lantern = {"name": "Lantern Fish", "cost": 2, "type": "Creature", "text": "Draw a card.", "power": 3, "health": 2}
    rain = {"name": "Merchant of Rain", "type": "Weather", "text": "All stalls close until the end of the round."}
    for look in LOOKS:
        job = drawn(look, (lantern, rain), size)
        found = [
            (look, side.piece.name, finding.message)
            for part in job.drawn
            for side in find_on_faces(part.component, part.pieces, job.project)
            for finding in side.found
        ]
        assert found == []


@pytest.mark.parametrize("look", [look for look in LOOKS if look != "playing"])
def test_everything_that_a_card_states_is_on_its_face(drawn, look):
    shown = words(drawn(look).drawn[0].pieces[1].face).lower()
    for word in ("twelve columns", "ship", "4", "draw a card.", "so many words.", "3", "12", "rare", "ada lovelace"):
        assert word in shown, word
    for title in ("attack", "defence", "speed", "rarity", "sailor", "cook", "swift", "unique"):
        assert title in shown, title


@pytest.mark.parametrize("look", LOOKS)
def test_the_frame_is_drawn_once_for_all_cards(drawn, look):
    """A subtree that does not depend on the card is one artwork, however many cards there are."""
    cards = tuple(
        {"name": f"Card {number}", "text": "Draw a card.", "suit": "stars", "rank": 2} for number in range(12)
    )
    pieces = drawn(look, cards).drawn[0].pieces
    artworks = [item.artwork for piece in pieces for item in piece.face.items if isinstance(item, PlacedArtwork)]
    assert len(artworks) >= 12 * 2
    assert len({id(artwork) for artwork in artworks}) == len(set(artworks))
    frames = set.intersection(
        *({item.artwork for item in piece.face.items if isinstance(item, PlacedArtwork)} for piece in pieces)
    )
    assert frames


def test_a_playing_card_shows_all_that_it_states(drawn):
    """Pips make room for a note; a suit without an icon is a word, and a name that says more than suit and rank is shown."""
    cards = (
        {
            "name": "The Gardener",
            "suit": "Spades",
            "rank": 7,
            "points": 3,
            "type": "Court",
            "tags": ["wild"],
            "text": "Dig.",
        },
        {"name": "Card\xa02", "suit": "Owls", "rank": 5, "cost": 8, "artist": "Ada"},
        {"name": "Nine of Hearts", "suit": "Hearts", "rank": 9},
        {"name": "Bell", "rank": 1, "art": "placeholder:bell"},
        {"name": "The Old Sword", "suit": "Spades", "rank": 1},
        {"name": "Ace of Hearts", "suit": "Hearts", "rank": "A"},
    )
    faces = [piece.face for piece in drawn("playing", cards).drawn[0].pieces]
    for word in ("The Gardener", "Points", "3", "Court", "Wild", "Dig."):
        assert word.lower() in words(faces[0]).lower(), word
    for face, name in (3, "Bell"), (4, "The Old Sword"):
        assert name in words(faces[face]), name
    assert "Hearts" not in words(faces[5])
    for word in ("Owls", "5", "Cost", "8", "Ada"):
        assert word in words(faces[1]), word
    assert "Hearts" not in words(faces[2])
    for look in set(LOOKS) - {"playing"}:
        seven, five, *_ = (words(piece.face).lower() for piece in drawn(look, cards).drawn[0].pieces)
        assert "7" in seven, look
        assert "owls" in five, look


def test_a_playing_card_with_pips_or_a_long_text_shows_its_name_once_as_a_title(drawn):
    for text in {}, {"text": "Dig."}, {"text": RULES}:
        face = drawn("playing", ({"name": "Gardener", "icon": "gear", "rank": 4, **text},)).drawn[0].pieces[0].face
        (title,) = (span for span in spans(face.items) if "Gardener" in words_of_span(span))
        assert title.style == "stock-name"
        assert all(span.y > title.y for span in spans(face.items) if span.style == "stock-rules")


@pytest.mark.parametrize("look", LOOKS)
def test_a_name_that_is_typed_is_shown_even_if_it_is_a_number(drawn, look):
    cards = ({"name": "Card 3", "text": "Draw a fish."}, {"name": "Owl", "text": "Fly."})
    assert "Card 3" in words(drawn(look, cards).drawn[0].pieces[0].face)


@pytest.mark.parametrize("look", ["landscape", "text"])
def test_numbers_that_are_alone_on_a_card_fill_it(drawn, look):
    """Below each other, in figures as large as a title; beside a text, they stay in a row at its foot."""
    wolf = {"name": "Wolf", "attack": 3, "defence": 2, "speed": 5}
    for card, lines, size in (wolf, 3, 14), ({**wolf, "text": "Howl."}, 1, 9):
        face = drawn(look, (card, card)).drawn[0].pieces[0].face
        figures = [span for span in spans(face.items) if span.words[0].text in {"3", "2", "5"}]
        assert len({round(span.y) for span in figures}) == lines
        assert min(span.size for span in figures) / MM_PER_POINT > size


def test_numbers_that_are_alone_on_a_tall_card_stay_within_their_panel(drawn):
    """Their plates reach 6 mm above the baseline of the figures, and the panel begins 4.8 mm below the middle of the name."""
    cards = ({"name": "Wolf", "attack": 3, "defence": 2}, {"name": "Owl", "attack": 1, "defence": 4})
    lines = spans(drawn("tarot", cards).drawn[0].pieces[0].face.items)
    name, figure = (next(span for span in lines if span.words[0].text == word) for word in ("Wolf", "3"))
    assert figure.y - 6 - (name.y - 0.33 * name.size + 4.8) > 1


def test_numbers_that_are_alone_stand_on_a_full_picture(drawn):
    """A panel that holds nothing else would be an empty sheet of paper."""
    for card, panels in ({"name": "Wolf", "power": 5}, 0), ({"name": "Wolf", "power": 5, "text": "Howl."}, 1):
        job = drawn("full-art", (card,))
        paper = job.project.renderer.styles.color("paper")
        drawings = [artwork.svg for artwork in artworks_of(job.drawn[0].pieces[0].face.items)]
        assert sum(f'z" fill="{paper}"' in svg for svg in drawings) == panels


def test_what_a_look_leaves_out_is_told(drawn, tmp_path):
    """Of a field of all cards, once; what the look shows somewhere, in whatever form, is not told."""
    Image.new("RGB", (900, 1200), "#336699").save(tmp_path / "fish.png")
    face = '<svg xmlns="http://www.w3.org/2000/svg" viewBox="0 0 {{ width }} {{ height }}" xmlns:card="urn:cardgen">'
    text = '<card:text x="5" y="5" width="50" height="20" style="stock-name">{{ card.name }}</card:text>'
    (tmp_path / "bare.svg.j2").write_text(f"{face}{text}</svg>", "utf-8")
    (tmp_path / "game.yaml").write_text(
        "id: own\nname: Own\nextends: cards\nlooks: {bare: {face: bare.svg.j2}}\n", "utf-8"
    )
    cards = tuple(
        {"name": name, "cost": 7, "text": "**Draw** a fish.", "art": "fish.png", "b": True} for name in ("X", "Y")
    )

    def told(look, game):
        return [item.message for item in drawn(look, cards, game=game).warnings if item.code == "W426"]

    assert told("text", "cards") == ["look 'text' does not show field 'art', of 'X', 'Y'"]
    assert [message.split("'")[3] for message in told("bare", "own")] == ["cost", "text"]
    assert all(not told(look, "cards") for look in LOOKS if look != "text")


def test_a_column_that_a_look_leaves_out_is_told_with_its_heading(tmp_path):
    Image.new("RGB", (900, 1200), "#336699").save(tmp_path / "fish.png")
    (tmp_path / "cards.csv").write_text("Name,Painting\nX,fish.png\n", "utf-8")
    found = prepare(tmp_path / "cards.csv", BuildOptions(look="text")).warnings
    (told,) = (item for item in found if item.code == "W426")
    assert (told.message, told.span.line) == ("look 'text' does not show column 'Painting', of 'X'", 2)
    assert "begin the heading with '#'" in told.hints[0]


def test_a_field_that_a_template_leaves_out_is_told_with_the_cards(tmp_path):
    """Columns that are no fields are the template's business, and so are a field that is not printed in words, and a card
    with a face of its own."""
    (tmp_path / "templates").mkdir()
    text = '<card:text x="5" y="5" width="50" height="20" style="stock-name">{}</card:text></svg>'
    face = '<svg xmlns="http://www.w3.org/2000/svg" viewBox="0 0 {{ width }} {{ height }}" xmlns:card="urn:cardgen">'
    fields = "{name: text, cost: integer, crew: {type: integer, printed: no}, motto: {type: text, optional: true}}"
    game = f"id: own\nname: Own\nextends: cards\nkinds: {{cards: {{face: bare.svg.j2, fields: {fields}}}}}\n"
    (tmp_path / "game.yaml").write_text(game, "utf-8")
    deck = tmp_path / "deck.yaml"
    deck.write_text(
        "game: own\ncards:\n"
        "  - {name: Ash, cost: 7, crew: 2, motto: Never again}\n"
        "  - {name: Birch, cost: 8, crew: 3}\n"
        "  - {name: Cedar, cost: 9, crew: 1, motto: At sea}\n"
        "  - {name: Dogwood, cost: 9, crew: 1, motto: Alone, face: own.svg.j2}\n"
        "  - {name: Elm, cost: 3, crew: 1}\n  - {name: Fir, cost: 4, crew: 1}\n",
        "utf-8",
    )

    (tmp_path / "templates" / "own.svg.j2").write_text(face + text.format("Dogwood"), "utf-8")

    def told(shown):
        (tmp_path / "templates" / "bare.svg.j2").write_text(face + text.format(shown), "utf-8")
        return [
            (item.message, item.span.line) for item in prepare(deck, BuildOptions()).warnings if item.code == "W426"
        ]

    assert told("{{ card.name }} {{ card.cost }} {{ card.motto or '' }}") == []
    assert told("{{ card.name }} {{ card.cost }}") == [
        ("the face of cards does not show field 'motto', of 'Ash', 'Cedar'", 3)
    ]
    assert told("{{ card.name }} {{ card.cost if card.cost < 9 else '' }} {{ card.motto or '' }}") == [
        ("the face of cards does not show field 'cost', of 'Cedar'", 5)
    ]
    assert told("{{ card.name }} {{ card.motto or '' }}") == [
        ("the face of cards does not show field 'cost', of 'Ash', 'Birch', 'Cedar' and 2 more", 3)
    ]


@pytest.mark.parametrize("look", ["classic", "text"])
def test_a_dot_in_another_color_than_its_card_states_is_told(drawn, tmp_path, look):
    face = (resources().templates / f"common/stock/{look}.face.yaml").read_text("utf-8")
    (tmp_path / "templates/stock").mkdir(parents=True)
    file = tmp_path / f"templates/stock/{look}.face.yaml"
    card = {"name": "Ash", "type": "Tree", "shade": "#C0392B", "text": "Draw a card."}
    for changed, told in (face, []), (face.replace("fill: = item.value", "fill: dark"), ["shade"]):
        file.write_text(changed, "utf-8")
        found = drawn(look, (card, card | {"name": "Elm"})).warnings
        assert [item.message.split("'")[3] for item in found if item.code == "W426"] == told


def test_a_text_that_a_template_of_a_game_in_python_leaves_out_is_told(tmp_path):
    """Its schema is code, which says nothing of the fields of its cards."""
    deck = resources().decks / "samurai.yaml"
    shutil.copytree(deck.parent / "art/samurai", tmp_path / "art/samurai")
    shutil.copy(deck, tmp_path / "deck.yaml")
    face = (resources().templates / "attack-the-tower/base.svg.j2").read_text("utf-8")
    (tmp_path / "templates").mkdir()
    (tmp_path / "templates/base.svg.j2").write_text(
        re.sub(r'<card:text from="flavor".*?</card:text>', "", face, flags=re.DOTALL), "utf-8"
    )
    found = prepare(tmp_path / "deck.yaml", BuildOptions(only=("bases",))).warnings
    assert [item.message.split(",")[0] for item in found] == ["the face of bases does not show field 'flavor'"]


def test_an_icon_that_a_template_leaves_out_or_swaps_is_told(tmp_path):
    (tmp_path / "templates").mkdir()
    face = '<svg xmlns="http://www.w3.org/2000/svg" viewBox="0 0 {{ width }} {{ height }}" xmlns:card="urn:cardgen">'
    name = '<card:text x="5" y="5" width="50" height="20" style="stock-name">{{ card.name }}</card:text>'
    game = "id: own\nname: Own\nextends: cards\nkinds: {cards: {face: bare.svg.j2, fields: {name: text, sign: icon}}}\n"
    (tmp_path / "game.yaml").write_text(game, "utf-8")
    deck = tmp_path / "deck.yaml"
    deck.write_text("game: own\ncards:\n  - {name: Ash, sign: anchor}\n  - {name: Birch, sign: star}\n", "utf-8")

    def told(icon):
        (tmp_path / "templates" / "bare.svg.j2").write_text(f"{face}{name}{icon}</svg>", "utf-8")
        return [item.message for item in prepare(deck, BuildOptions()).warnings if item.code == "W426"]

    icon = '<card:icon name="%s" x="20" y="40" size="9" color="ink"/>'
    assert told(icon % "{{ card.sign }}") == []
    assert told(icon % "star") == ["the face of cards does not show field 'sign', of 'Ash'"]
    assert told("") == ["the face of cards does not show field 'sign', of 'Ash', 'Birch'"]


def test_a_picture_beside_a_value_is_a_suit(drawn, tmp_path):
    Image.new("RGB", (600, 600), "#336699").save(tmp_path / "frog.png")
    cards = (
        {"name": "Frog", "value": 3, "art": "frog.png"},
        {"name": "Heart", "suit": "Hearts", "rank": 3, "art": "frog.png"},
    )
    three, heart = (piece.face for piece in drawn("playing", cards).drawn[0].pieces)
    assert max(side for size in sizes_of_suits(three) for side in size) < 15
    assert not sizes_of_suits(heart)
    assert max(item.window.width for item in heart.items if isinstance(item, PlacedImage)) > 15
    assert "Frog" in words(three)


def sizes_of_suits(face: Drawing) -> list[tuple[float, float]]:
    """Width and height of the pictures of a face that stand for its suit."""
    svg = "".join(item.svg for item in artworks_of(face.items))
    found = re.findall(r'multiply"><svg x="[\d.]+" y="[\d.]+" width="([\d.]+)" height="([\d.]+)"', svg)
    return [(float(width), float(height)) for width, height in found]


def test_the_white_ground_of_a_picture_that_is_a_suit_is_not_seen_on_the_paper(drawn, tmp_path):
    Image.new("RGB", (600, 600), "#ffffff").save(tmp_path / "white.png")
    job = drawn("playing", ({"name": "Snow", "value": 3, "art": "white.png"},))
    assert len(sizes_of_suits(job.drawn[0].pieces[0].face)) == 5
    with pypdfium2.PdfDocument(compose(job)[0]) as document:
        sheet = document[0].render(scale=2).to_pil().convert("RGB")
    assert (255, 255, 255) not in {color for _, color in sheet.crop(card_on(sheet)).getcolors(100_000)}


def card_on(sheet: Image.Image) -> tuple[int, int, int, int]:
    """The middle of the only card of a sheet, in pixels: it stands in the middle of it."""
    across, down = sheet.width // 2, sheet.height // 2
    return across - 60, down - 110, across + 60, down + 110


@pytest.mark.parametrize("look", ["classic", "full-art", "landscape", "tarot"])
def test_a_symbol_stands_whole_on_its_ground_and_a_photograph_fills_its_place(drawn, tmp_path, look):
    """The edge of the first is of one colour, and the second goes to its edge."""
    symbol, photograph = Image.new("RGB", (900, 900), "#d8c8e0"), Image.linear_gradient("L").resize((900, 900))
    symbol.paste("#102030", (150, 150, 750, 750))
    symbol.save(tmp_path / "symbol.png")
    photograph.save(tmp_path / "photograph.png")
    symbol.resize((900, 1150)).save(tmp_path / "upright.png")
    for size in ("poker", "88x63", "tarot", "mini-european"):
        for text, more in (("Draw a card.", {}), (RULES, {"cost": 3, "crew": 4})):
            cards = [
                {"name": "Ash", "text": text, "art": name, **more}
                for name in ("symbol.png", "photograph.png", "upright.png")
            ]
            pieces = (
                drawn(look, (*cards, {**cards[0], "art": {"file": "symbol.png", "focus": "top"}}), size).drawn[0].pieces
            )
            whole, *others = (
                next(item for item in piece.face.items if isinstance(item, PlacedImage)) for piece in pieces
            )
            assert whole.box.width == pytest.approx(whole.box.height), "a picture that is shown whole keeps its shape"
            assert whole.window.width >= whole.box.width - 1e-6 and whole.window.height >= whole.box.height - 1e-6
            assert whole.box.x >= 2.5 and whole.box.x + whole.box.width <= pieces[0].face.size.width - 2.5
            assert any("#d8c8e0" in one.svg for one in artworks_of(pieces[0].face.items)), (
                "the ground goes on around it"
            )
            for image in others:  # also one that is made for an upright card, or whose focus a person chose
                assert image.box.width >= image.window.width - 1e-6
                assert image.box.height >= image.window.height - 1e-6


@pytest.mark.parametrize("size", [(2500, 100), (100, 2500)])
def test_a_long_picture_that_is_a_suit_loses_its_ends(drawn, tmp_path, size):
    """Shown whole, it would be a line of 0.4 mm."""
    Image.new("RGB", size, "#336699").save(tmp_path / "long.png")
    (face,) = (
        piece.face for piece in drawn("playing", ({"name": "Long", "rank": 3, "art": "long.png"},)).drawn[0].pieces
    )
    width, height = sizes_of_suits(face)[-1]  # in a corner
    assert sorted((width / height, 1.0, height / width))[2] == pytest.approx(2.2, rel=1e-4)
    assert max(width, height) == pytest.approx(7, abs=0.1)


def test_the_tail_of_a_q_keeps_clear_of_the_picture(drawn):
    """On small cards, whose ranks stand further from the cut, as well as at poker size."""
    for size in ("poker", "mini-american", "40x53"):
        card = {"name": "Queen", "suit": "Cups", "rank": "Q", "text": "Draw a card."}
        face = drawn("playing", (card,), size).drawn[0].pieces[0].face
        letter = next(item for item in face.items if isinstance(item, TextSpan) and item.words[0].text == "Q")
        svg = "".join(item.svg for item in artworks_of(face.items))
        (top,) = re.findall(r'<rect x="[\d.]+" y="([\d.]+)"[^>]* stroke-width="1.2"/>', svg)
        room = (float(top) - 0.6) * face.size.width / 63 - letter.y
        assert room > 0.25 * letter.size + 0.5, size  # the tail is 0.25 em deep


def test_the_bowl_of_a_q_stands_over_the_suit(drawn):
    """Its tail is not counted: the letter as a whole would leave the frame no room on the left."""
    cards = ({"name": "Queen", "suit": "Hearts", "rank": 12}, {"name": "King", "suit": "Hearts", "rank": 13})
    queen, king = (piece.face for piece in drawn("playing", cards).drawn[0].pieces)
    starts = [
        min(item.x for item in face.items if isinstance(item, TextSpan) and item.words[0].text == letter)
        for face, letter in ((queen, "Q"), (king, "K"))
    ]
    assert abs(starts[0] - starts[1]) < 1


@pytest.mark.parametrize("look", LOOKS)
def test_names_of_one_long_word_and_labels_of_many_numbers_are_printed_in_a_readable_size(drawn, look):
    """A word that no line has room for is divided, and numbers for which a row has no room stand in the text."""
    numbers = {"attack": 4, "defence": 2, "speed": 7, "range": 1, "morale": 5, "supply": 2}
    cards = (
        {"name": "Rindfleischetikettierungsüberwachungsaufgabenübertragungsgesetz", "text": "Draw a card."},
        {"name": "Iron Lancer", "text": "Charge.", **numbers},
    )
    faces = [piece.face for piece in drawn(look, cards).drawn[0].pieces]
    for face in faces:
        assert min(span.size for span in spans(face.items) if span.style != "stock-credit") / MM_PER_POINT > 5.9
    names = [span.size / MM_PER_POINT for span in spans(faces[0].items) if span.style == "stock-name"]
    assert min(names) > (5.9 if look == "playing" else 7)
    shown = words(faces[1]).lower()
    assert all(title in shown for title in numbers if (look, title) != ("playing", "attack"))  # its rank


def test_the_picture_of_a_wide_card_gives_way_to_a_long_name(drawn):
    cards = (
        {"name": "The Right Honourable Company of Merchant Adventurers to New Lands", "text": "Draw."},
        {"name": "Bo", "text": "Woof."},
    )
    job = drawn("landscape", cards)
    assert [item.code for item in job.warnings] == []
    long, short = (piece.face for piece in job.drawn[0].pieces)
    starts = [min(span.x for span in spans(face.items) if span.style == "stock-name") for face in (long, short)]
    assert starts[0] < starts[1] - 5
    assert max(span.size for span in spans(short.items) if span.style == "stock-rules") / MM_PER_POINT > 12


@pytest.mark.parametrize("look", LOOKS)
def test_a_type_line_of_two_lines_keeps_clear_of_what_is_beside_it(drawn, look):
    """Also long names below a picture, and credits on the dark foot of a card without a text."""
    cards = (
        {"name": "Duke", "type": "Legendary Creature and Merchant Guild Representative", "text": "Draw a card."},
        {
            "name": "The Honourable Company of Merchant Adventurers Trading into the Northern Seas",
            "type": "Guild",
            "tags": ["deep", "slow", "loud", "quiet", "red", "green", "sea", "land"],
        },
        {"name": "Gale", "tags": ["wind"], "health": 5, "artist": "P. Iyer"},
    )
    job = drawn(look, cards)
    found = [
        (side.piece.name, finding.code, finding.message)
        for part in job.drawn
        for side in find_on_faces(part.component, part.pieces, job.project)
        for finding in side.found
        if finding.code in {"W412", "W413", "W414"}
    ]
    assert found == []


@pytest.mark.parametrize("look", [look for look in LOOKS if look != "playing"])
def test_a_rank_that_is_a_letter_stands_where_a_number_would_and_clear_of_its_ring(drawn, look):
    job = drawn(look, tuple({"name": f"Guard {rank}", "rank": rank} for rank in (7, 10, "A", "J", "Q", "K")))
    faces = [piece.face for piece in job.drawn[0].pieces]
    assert [[span.style for span in spans(face.items)].count("stock-number") for face in faces] == [1] * len(faces)
    found = [side.found for part in job.drawn for side in find_on_faces(part.component, part.pieces, job.project)]
    assert [finding.message for each in found for finding in each if finding.code == "W414"] == []


def test_the_corner_of_a_playing_card_shows_one_number_of_all_cards(drawn):
    """That is the cost, which a card may lack, or the first number of any card."""
    for cards, corner in (
        (({"name": "Oak", "power": 4, "copies": 2}, {"name": "Fish", "cost": 2, "power": 3}), [0, 2]),
        (({"name": "Oak", "power": 4}, {"name": "Fish", "health": 7}), [2, 0]),
    ):
        faces = [piece.face for piece in drawn("playing", cards).drawn[0].pieces]
        assert [[span.style for span in spans(face.items)].count("stock-number") for face in faces] == corner


def test_cards_without_words_share_the_back(drawn):
    pieces = drawn("classic").drawn[0].pieces
    assert len({id(piece.back) for piece in pieces}) == 1


@pytest.mark.parametrize("shape", ["round", "hexagon"])
def test_a_card_without_corners_is_drawn_without_them(tmp_path, shape):
    (tmp_path / "game.yaml").write_text(
        "id: discs\nname: Discs\nextends: cards\n"
        f"kinds: {{discs: {{fields: {{name: text, text: rich, value: integer}}, shape: {shape}, size: 60x60}}}}\n",
        "utf-8",
    )
    deck = tmp_path / "deck.yaml"
    deck.write_text(
        "game: discs\ntitle: Discs\ncards: []\ndiscs: [{name: A Disc, text: Turn it over., value: 3}]\n", "utf-8"
    )
    pieces = next(part.pieces for part in prepare(deck, BuildOptions()).drawn if part.pieces)
    for span in spans(pieces[0].face.items):
        assert (span.x - 30) ** 2 + (span.y - 30) ** 2 < 28**2


def test_text_without_end_names_card_and_field(drawn):
    job = drawn("classic", ({"name": "Endless", "text": "All work and no play. " * 400},))
    (problem,) = job.warnings
    assert problem.code == "E406"
    assert "Endless" in problem.notes[0][0]


def test_a_text_that_prints_small_is_told_with_its_size_on_paper(drawn):
    """Whatever the units of the face are."""
    job = drawn("classic", ({"name": "Long", "text": RULES * 9},), card="tarot")
    (small,) = (item for item in job.warnings if item.code in {"W411", "E406"})
    sizes = {span.size / MM_PER_POINT for span in spans(job.drawn[0].pieces[0].face.items)}
    assert small.measure == pytest.approx(min(sizes))


@pytest.mark.parametrize(("look", "count"), [("text", 2), ("full-art", 1), ("landscape", 1)])
def test_saving_ink_leaves_out_what_only_colours_the_ground(drawn, look, count):
    """Outlines of a rose would cross the text, and those of strips at the cut would be lines without a meaning."""
    face = drawn(look, ({"name": "Ash", "text": "Draw a card."},)).drawn[0].pieces[0].face
    views = [item for item in face.items if isinstance(item, View) and item.is_ground and not item.in_lines]
    assert len(views) >= count


def test_saving_ink_outlines_the_corners_above_the_arch_in_the_colour_of_their_ornaments(drawn):
    """Not in that of the ground, of which two lines would be left beside the arch."""
    deck = drawn("tarot", ({"name": "Ash", "text": "Draw a card."},), card="tarot")
    svg = " ".join(item.svg for item in artworks_of(deck.drawn[0].pieces[0].face.items))
    (corners,) = re.findall(r'<path[^>]*fill-rule="evenodd"[^>]*>', svg)
    assert f'stroke="{deck.project.renderer.styles.color("accent")}"' in corners


@pytest.mark.parametrize(
    ("look", "ground"),
    [("classic", "dark"), ("full-art", "paper"), ("text", "paper"), ("landscape", "paper"), ("tarot", "paper")],
)
def test_a_dot_of_a_colour_is_seen_on_a_ground_of_that_colour(drawn, look, ground):
    color = drawn(look).project.renderer.styles.color
    face = drawn(look, ({"name": "Ash", "shade": color(ground)},)).drawn[0].pieces[0].face
    svg = " ".join(item.svg for item in artworks_of(face.items))
    (rim,) = re.findall(rf'<ellipse[^>]*fill="{color(ground)}" stroke="(#\w+)"', svg)
    assert contrast(from_hex(rim), from_hex(color(ground))) > 3


@pytest.mark.parametrize("look", ["full-art", "landscape", "tarot"])
def test_a_picture_that_lets_its_ground_through_stands_on_paper(drawn, tmp_path, look):
    Image.new("RGBA", (900, 1200), (0, 0, 0, 0)).save(tmp_path / "air.png")
    deck = drawn(look, ({"name": "Ash", "art": "air.png"},))
    items = deck.drawn[0].pieces[0].face.items
    shown = next(at for at, item in enumerate(items) if isinstance(item, PlacedImage))
    behind = artworks_of(items[:shown])[0 if look != "tarot" else -1]
    assert deck.project.renderer.styles.color("paper") in behind.svg


def test_a_warning_of_a_name_in_playing_leads_to_the_card(drawn):
    """Each to its own cell, also where two cards have one name."""
    long = {"name": "Duke of the Six Lines", "suit": "Diamonds", "rank": "K", "text": RULES}
    found = [item for item in drawn("playing", (long, {**long, "suit": "Hearts"})).warnings if item.code == "W411"]
    assert len({item.span.column for item in found}) == len(found) == 2
    assert all("<text name>" in item.notes[0][0] for item in found)


@pytest.mark.parametrize("look", LOOKS)
def test_a_character_without_a_glyph_leads_to_the_value_that_has_it(drawn, tmp_path, look):
    """Also where one box shows several values, a value is a letter, or its title is what cannot be drawn."""
    runes = {"type": "Tree", "tags": ["oak", "\u16a2"], "text": "Plain.", "flavor": "A \u16a0", "artist": "Bo \u16b7"}
    found = drawn(look, ({"name": "Ash", **runes, "power": 4, "\u16b1": 3}, {"name": "Elm", "type": "\u16a2"})).warnings
    source = (tmp_path / "deck.yaml").read_text("utf-8").splitlines()
    places = [item.span for item in found if item.code == "E407"]
    assert {span.file for span in places} == {str(tmp_path / "deck.yaml")}
    values = {source[span.line - 1][span.column - 1 : span.end - 1] for span in places}
    expected = {'"Bo \u16b7"', '"\u16a2"'} | (set() if look == "playing" else {'"A \u16a0"', '"\u16b1"'})
    assert values == expected


def test_a_long_rank_keeps_its_distance_from_the_frame(drawn):
    """The frame of the look `playing` is 3.2 mm from the cut."""
    for rank in (1000, 12345):
        face = drawn("playing", ({"name": "Ash", "suit": "Spades", "rank": rank},)).drawn[0].pieces[0].face
        (span,) = [span for span in spans(face.items) if span.words[0].text == str(rank)][:1]
        assert span.x - 3.35 > 1


def test_a_pale_colour_of_a_playing_card_is_darkened_until_it_is_read(drawn):
    cards = (
        {"name": "Seven", "suit": "Clubs", "rank": 7, "shade": "#f7f0c0"},
        {"name": "Six", "rank": 6, "shade": "#7a2020"},
    )
    job = drawn("playing", (*cards, {"name": "Guest", "shade": "#7a2020"}))
    assert not [item for item in job.warnings if item.code == "W412"]
    unused = [item.message for item in job.warnings if item.code == "W426"]
    assert unused == ["look 'playing' does not show field 'shade', of 'Guest'"], "nothing on it has its colour"
    assert "#7a2020" in {span.color for span in spans(job.drawn[0].pieces[1].face.items)}


def test_a_note_of_six_lines_takes_room_from_the_picture(drawn):
    king = {"name": "Baron", "suit": "Diamonds", "rank": "K", "type": "Royal", "cost": 4, "flavor": "The king sleeps."}
    face = (
        drawn("playing", ({**king, "text": "Each player passes a card to the left. Draw two."},))
        .drawn[0]
        .pieces[0]
        .face
    )
    (word,) = [span for span in spans(face.items) if span.words[0].text == "Royal"]
    assert word.size / MM_PER_POINT == pytest.approx(0.86 * 9, abs=0.1)


def test_a_card_without_suit_and_rank_keeps_its_picture_above_a_text_of_several_lines(drawn, tmp_path):
    """At 40 x 53 mm as well as at poker size; a text that fills the card leaves it no more than its corners."""
    Image.new("RGB", (900, 1200), "#336699").save(tmp_path / "fish.png")
    for size in ("poker", "mini-european", "40x53"):
        for letters, is_large in ((40, True), (150, True), (500, False)):
            text = ("Draw a card. " * 40)[:letters]
            face = drawn("playing", ({"name": "Fish", "art": "fish.png", "text": text},), size).drawn[0].pieces[0].face
            widths = [item.box.width for item in face.items if isinstance(item, PlacedImage)]
            assert (max(widths, default=0) > 0.4 * face.size.width) == is_large, (size, letters)


def test_a_rank_of_a_long_word_is_no_index(drawn):
    """The name says it, or the type line does; a name that says more than an ace is shown."""
    rank = "Ambassador of the Isles"
    cards = (
        {"name": rank, "suit": "Hearts", "rank": rank},
        {"name": "Eva", "suit": "Hearts", "rank": rank},
        {"name": "Ada", "suit": "Hearts", "rank": "Knight"},
        {"name": "Ace of all the Hearts of the World", "suit": "Hearts", "rank": 1},
    )
    job = drawn("playing", cards)
    said, typed, knight, ace = (words(piece.face) for piece in job.drawn[0].pieces)
    assert not job.warnings
    assert (said.count("Ambassador"), typed.count("Ambassador"), knight.count("Knight")) == (1, 1, 2)
    assert "World" in ace


@pytest.mark.parametrize("size", ["poker", "mini-european"])
def test_tags_in_the_look_text_keep_their_distance_from_the_plates_below(drawn, size):
    """Five tags reach above the plate of a number in the corner."""
    card = {"name": "Dragon", "tags": ["Unique", "Ranged", "Flying", "Fear", "Fire"], "power": 9}
    items = drawn("text", (card, {**card, "text": "Fly."}), card=size).drawn[0].pieces[1].face.items
    svg = " ".join(artwork.svg for artwork in artworks_of(items))
    tags, (plate, *_) = (
        [
            tuple(map(float, box))
            for box in re.findall(rf'<rect x="([^"]*)" y="([^"]*)" width="([^"]*)" height="([^"]*)" rx="{radius}"', svg)
        ]
        for radius in (2.3, 2.2)
    )
    assert len(tags) == 5 and tags[-1][0] + tags[-1][2] > plate[0]
    assert plate[1] - tags[-1][1] - tags[-1][3] >= 2


def test_names_in_the_look_text_keep_one_distance_from_what_is_below(drawn):
    """Whatever number of lines they have."""
    names = (
        "Moon",
        "The Nightingale of the Emperor",
        *(" ".join(["Never Say That Again"] * count) for count in (3, 4, 5)),
    )
    pieces = drawn("text", tuple({"name": name, "text": "Draw."} for name in names)).drawn[0].pieces
    ends = [
        min(span.y for span in spans(piece.face.items) if span.style == "stock-prompt")
        - max(span.y for span in spans(piece.face.items) if span.style == "stock-name")
        for piece in pieces
    ]
    assert max(ends) - min(ends) < 0.5


def test_each_fact_in_the_look_text_begins_a_line_in_the_size_of_other_cards(drawn):
    home, works = "House of the Northern Star", "Negotiation and diplomacy"
    cards = (
        {"name": "Ann", "text": "Draw.", "home": "Hive", "work": "Pilot", "species": "Human"},
        {"name": "Ben", "home": home, "work": works, "species": "Human", "flavor": "Old roots hold."},
    )
    sizes = set()
    for card, piece in zip(cards, drawn("text", cards).drawn[0].pieces, strict=True):
        lines: dict[float, str] = {}
        for span in (span for span in spans(piece.face.items) if span.style == "stock-prompt"):
            lines[round(span.y, 2)] = f"{lines.get(round(span.y, 2), '')} {words_of_span(span)}".strip()
            sizes |= {round(span.size, 3)} if span.x < 6.1 and words_of_span(span) != card.get("text") else set()
        for title in ("Home", "Work", "Species"):
            assert sum(line.startswith(title) for line in lines.values()) == 1, lines
        titles = [line.split()[0] for _, line in sorted(lines.items()) if line.startswith(("Home", "Work", "Species"))]
        assert titles == [key.capitalize() for key in card if key in {"home", "work", "species"}]
    assert len(sizes) == 1


@pytest.mark.parametrize("look", ["classic", "full-art", "text", "tarot", "playing"])
@pytest.mark.parametrize("points", [3, 6])
def test_a_list_of_short_points_prints_as_large_as_other_words(drawn, look, points):
    text = "\n".join(f"- {letter}" for letter in "abcdef"[:points])
    (piece,) = drawn(look, ({"name": "Points", "text": text},)).drawn[0].pieces
    sizes = [span.size / MM_PER_POINT for span in spans(piece.face.items) if span.words[-1].text in {*"abcdef"}]
    assert len(sizes) == points
    assert min(sizes) >= 7.5
