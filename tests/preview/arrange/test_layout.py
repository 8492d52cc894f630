"""Where boxes stand on a card, and that the quick picture of the page is that of the one way in which faces are drawn."""

import base64
import io
import re
from dataclasses import replace
from pathlib import Path
from types import SimpleNamespace

import pytest
from hypothesis import HealthCheck, given, settings
from hypothesis import strategies as st
from PIL import Image
from things import CARDS, TAROTS

from cardgen.model.drawing import text_spans
from cardgen.pipeline.draw.one_piece import draw_piece
from cardgen.pipeline.options import BuildOptions, DeckOptions
from cardgen.plugin.making import DieNet
from cardgen.preview.arrange import layout
from cardgen.preview.arrange.answers import ArrangeAnswers, edit_of
from cardgen.preview.arrange.layout import NoBoxesError
from cardgen.report.errors import UnlocatedError

pytestmark = pytest.mark.usefixtures("no_front_pages")

GAME = """id: lamps
name: Lamps
card: 50x70
kinds:
  lamps:
    role: card
    face: lamp.face.yaml
    back: none
    fields: {name: text, light: {type: integer, min: 0}, text: {type: rich, optional: true}, art: {type: picture, optional: true}}
"""
DECK = """game: lamps
title: Lamps
lamps:
  - {name: Lantern, light: 3, text: "**Draw** a card, then another one, and do so again until the night is over.", art: sun.svg}
  - {name: The lighthouse of the harbour, light: 12}
"""
FACE = """boxes:
  - {name: ground, type: shape, left: 0, right: 0, top: 0, bottom: 0, bleed: true, fill: paper}
  - {name: picture, type: picture, field: art, left: 4, right: 4, top: 14, height: 20}
  - {name: title, type: text, field: name, left: 14, right: 4, top: 4, height: 8, style: stock-name, fit: title}
  - {name: rules, type: text, field: text, left: 4, right: 4, bottom: 4, height: 20, min_size: 4}
  - {name: light, type: number, field: light, left: 3, width: 9, top: 3, height: 9}
"""
SUN = '<svg xmlns="http://www.w3.org/2000/svg" viewBox="0 0 9 9"><circle id="c" cx="4" cy="4" r="4"/></svg>'


@pytest.fixture(scope="module")
def folder(tmp_path_factory) -> Path:
    folder = tmp_path_factory.mktemp("lamps")
    for name, text in {"game.yaml": GAME, "lamps.yaml": DECK, "lamp.face.yaml": FACE, "sun.svg": SUN}.items():
        (folder / name).write_text(text)
    return folder


@pytest.fixture(scope="module")
def answers(folder) -> ArrangeAnswers:
    return ArrangeAnswers(folder / "lamps.yaml")


def test_the_boxes_of_a_card_are_told_with_their_places_and_sizes(answers):
    found = answers.boxes(BuildOptions(), "lamps/lantern", "", "")
    assert (found["path"], found["width"], found["height"], found["scale"]) == ("lamp.face.yaml", 50, 70, 1)
    boxes = {found["stated"][int(box["path"])]["name"]: box for box in found["boxes"]}
    assert [*boxes] == ["ground", "picture", "title", "rules", "light"]
    assert boxes["title"]["places"] == [(14, 4, 32, 8)] and boxes["rules"]["places"] == [(4, 46, 42, 20)]
    assert boxes["title"]["size"] > boxes["rules"]["size"] > 4
    assert found["lines"] == [2, 3, 4, 5, 6] and not found["problems"]
    bled = BuildOptions(bleed="2mm")
    drawn = [answers.svg(bled, "lamps/lantern"), answers.boxes(bled, "lamps/lantern", "", "")["boxes"][0]["svg"]]
    assert all('width="54mm" height="74mm" viewBox="-2 -2 54 74"' in svg for svg in drawn)
    hidden = answers.boxes(BuildOptions(), "lamps/the-lighthouse-of-the-harbour", "", "")
    assert [box["path"] for box in hidden["boxes"]] == ["0", "1", "2", "4"]  # it has no text


def test_a_picture_of_pixels_is_shown_in_its_box(tmp_path):
    Image.new("RGB", (2000, 1000), "#aa5500").save(tmp_path / "moon.png")
    for name, text in {
        "game.yaml": GAME,
        "lamps.yaml": DECK.replace("sun.svg", "moon.png"),
        "lamp.face.yaml": FACE,
    }.items():
        (tmp_path / name).write_text(text)
    found = ArrangeAnswers(tmp_path / "lamps.yaml").boxes(BuildOptions(), "lamps/lantern", "", "")
    (data,) = re.findall(r'href="data:image/(?:png|jpeg);base64,([^"]+)"', found["boxes"][1]["svg"])
    with Image.open(io.BytesIO(base64.b64decode(data))) as shown:
        assert (shown.size, shown.convert("RGB").getpixel((9, 9))) == ((248, 124), (170, 85, 0))


def test_boxes_are_measured_in_the_units_of_their_file_and_a_repeated_one_shows_its_items(folder):
    text = """width: 100
boxes:
  - {name: ground, type: shape, left: 0, right: 0, top: 0, bottom: 0, fill: paper}
  - {name: marks, type: repeat, over: "['Moth', 'Wick']", direction: down, item: 20, left: 10, right: 10, top: 40, height: 60, boxes: [
      {name: mark, type: text, value: item, left: 0, right: 0, top: 0, bottom: 0}]}
"""
    found = ArrangeAnswers(folder / "lamps.yaml").boxes(BuildOptions(), "lamps/lantern", "lamp.face.yaml", text)
    assert (found["width"], found["height"], found["scale"]) == (100, 140, 0.5)
    ground, marks, mark = found["boxes"]
    assert [(box["path"], box["size"] > 0) for box in found["boxes"]] == [("0", False), ("1", False), ("1.0", True)]
    assert [len(box["places"]) for box in found["boxes"]] == [1, 1, 2]
    assert mark["places"] == [(10, 40, 80, 20), (10, 60, 80, 20)] and mark["svg"] == ""
    assert "<use" not in ground["svg"] and marks["svg"].count("<g fill=") == 2
    (folder / "frame.svg.j2").write_text(
        '<blink/><card:text x="1" y="1" width="9" height="2">Much too long</card:text>'
    )
    frame = "  - {name: frame, type: layer, template: frame.svg.j2, left: 0, right: 0, top: 0, bottom: 0}\n"
    found = ArrangeAnswers(folder / "lamps.yaml").boxes(BuildOptions(), "lamps/lantern", "lamp.face.yaml", text + frame)
    assert [bool(box["problems"]) for box in found["boxes"]] == [False, False, False, True]
    assert len(found["problems"]) == 1 and "blink" in found["problems"][0]


def test_pieces_that_are_folded_from_a_net_are_not_arranged():
    def found(**more):
        one = replace(CARDS, **more)
        return layout._kind(SimpleNamespace(game=SimpleNamespace(components=[TAROTS, one])), "cards/dawn") is one

    assert found()
    with pytest.raises(NoBoxesError):
        found(made=DieNet())


def test_a_column_of_numbers_and_words_is_typed_as_text_on_each_card(tmp_path):
    (quiz := tmp_path / "quiz.csv").write_text("name,answer,points\nMonths,12,3\nRiver,Nile,5\nCapital,Paris,2\n")
    answers = ArrangeAnswers(quiz)
    for card in ("months", "river"):
        types = {
            name: answers.value(BuildOptions(), f"cards/{card}", {"type": "text", "field": name}, 0)["type"]
            for name in ("answer", "points")
        }
        assert types == {"answer": "text", "points": "number"}, card
    assert {("answer", "text"), ("points", "number")} <= {
        *map(tuple, answers.choices(BuildOptions(), "cards/river")["fields"])
    }


def test_a_card_without_a_field_for_pictures_is_offered_none(tmp_path):
    kind = "{role: card, fields: {name: text}}"
    (tmp_path / "game.yaml").write_text(f"id: own\nname: Own\ncard: 50x70\nkinds: {{lamps: {kind}}}\n")
    (tmp_path / "lamps.yaml").write_text("game: own\nlamps: [{name: Wick}]\n")
    found = ArrangeAnswers(tmp_path / "lamps.yaml").value(
        BuildOptions(), "lamps/wick", {"type": "picture", "part": "art"}, 0
    )
    assert not any(found.values())


def test_a_file_that_is_not_saved_is_arranged_as_it_is(answers, folder):
    text = FACE.replace("height: 20, min", "height: 5, min")
    found = answers.boxes(BuildOptions(), "lamps/lantern", "lamp.face.yaml", text)
    rules = found["boxes"][3]
    assert rules["places"] == [(4, 61, 42, 5)] and "76% of its size" in rules["problems"][0]
    assert answers.boxes(BuildOptions(), "lamps/lantern", "", "")["boxes"][3]["problems"] == []
    assert (folder / "lamp.face.yaml").read_text() == FACE
    answers.boxes(BuildOptions(), "lamps/lantern", "lamp.face.yaml", text)
    other = answers.boxes(BuildOptions(), "lamps/lantern", "other.face.yaml", text)
    assert other["boxes"][3]["places"] == [(4, 46, 42, 20)], "another file is typed now"


def test_each_answer_has_the_whole_budget_of_a_template(answers, monkeypatch):
    monkeypatch.setattr("cardgen.render.templates.budget.MAX_STEPS", 50)  # one answer takes 16 steps
    for top in range(20):
        text = FACE.replace("top: 14", f"top: {top}")
        assert "refused" not in answers.boxes(BuildOptions(), "lamps/lantern", "lamp.face.yaml", text), f"answer {top}"


def test_a_wrong_field_of_another_card_holds_up_nothing(folder):
    deck = folder / "faulty.yaml"
    deck.write_text(DECK + "  - {name: Wick}\n")
    answers = ArrangeAnswers(deck)
    assert len(answers.boxes(BuildOptions(), "lamps/lantern", "", "")["boxes"]) == 5
    deck.write_text(DECK.replace("lamps:\n", "lamps:\n  - {name: Lantern two, light: 1}\n", 1) + "  - {name: Wick}\n")
    light = answers.value(BuildOptions(), "lamps/lantern", {"field": "light"}, 0)
    assert (light["words"], light["path"]) == ("3", ("lamps", 1, "light"))
    assert (["title"], "Lamps") in answers.choices(BuildOptions(), "lamps/lantern")["deck"]["texts"]
    deck.write_text("game: lamps\nlamps: [")
    answers, options, face = ArrangeAnswers(deck), BuildOptions(), "lamps/lantern"
    assert answers.choices(options, face) == {
        "fields": [], "styles": [], "fonts": [], "colors": {}, "icons": [],
        "deck": {"file": "", "texts": [], "looks": [], "palettes": {}, "look": "", "palette": ""},
    }  # fmt: skip
    assert answers.svg(options, face) is answers.style_sample(options, "stock-name", "Lamp") is None
    assert answers.worst(options, face, {"field": "text"}) == "" and not any(
        answers.value(options, face, {}, 0).values()
    )
    assert answers.boxes(options, face, "", "")["refused"] == "a value is missing"


def test_a_style_is_shown_as_it_is_printed(answers):
    options = BuildOptions()
    for name, size, color in answers.choices(options, "lamps/lantern")["styles"]:
        sample = answers.style_sample(options, name, "Lamp")
        assert f'fill="{color}"' in sample, name
        height = float(sample.partition('height="')[2].partition("mm")[0])
        assert height == pytest.approx(1.4 * float(size.split()[0]) * 25.4 / 72, rel=0.01), name
    assert answers.style_sample(options, "no-such-style", "Lamp") is None
    choices = answers.choices(options, "lamps/lantern")
    assert choices["fonts"][:2] == ["display", "body"] and {"anchor", "star"} <= {*choices["icons"]}
    samples = [
        answers.style_sample(options, f"name{font}", "Lamp") for font in ("", "@display", "@body", "@no-such-font")
    ]
    assert samples[0] == samples[1] and samples[2] not in (None, samples[0]) and samples[3] is None


def test_what_cannot_be_arranged_is_refused_in_words(answers, tmp_path):
    broken = FACE.replace("type: number", "type: numeral")
    refused = answers.boxes(BuildOptions(), "lamps/lantern", "lamp.face.yaml", broken)["refused"]
    assert "unknown type 'numeral'" in refused
    both = answers.boxes(BuildOptions(), "lamps/lantern", "lamp.face.yaml", broken.replace("fit: title", "fit: best"))
    assert "unknown type 'numeral'" in both["refused"] and "best" in both["refused"] and "; " in both["refused"]
    many = FACE.replace("fit: title", "fit: best, what: 1, that: 1, more: 1")
    words = answers.boxes(BuildOptions(), "lamps/lantern", "lamp.face.yaml", many)["refused"]
    assert [words.count(f"unknown key '{key}'") for key in ("what", "that", "more")] == [1, 1, 0], "three are told"
    assert answers.boxes(BuildOptions(), "lamps/lantern", "", "")["boxes"]
    assert "refused" in answers.boxes(BuildOptions(), "lamps/lantern", "lamp.face.yaml", "")
    assert answers.boxes(BuildOptions(), "lamps/nobody", "", "")["refused"] == "no boxes"
    deck = Path("decks/samurai.yaml").absolute()
    assert ArrangeAnswers(deck).boxes(BuildOptions(), "bases/dojo", "", "")["refused"] == "no boxes"
    for gesture in (
        {"do": "fly"},
        {"do": "move", "changes": {"0": {"up": 3}}},
        {"do": "move", "changes": ["0"]},
        {"do": "remove", "paths": []} | {"paths": ["9"]},
        {"do": "state", "path": "x", "values": {}},
    ):
        with pytest.raises(UnlocatedError):
            edit_of(FACE, gesture)


def test_the_worst_card_is_that_with_the_longest_text_or_without_a_picture(answers):
    cases = {
        "rules": "lamps/lantern",
        "title": "lamps/the-lighthouse-of-the-harbour",
        "picture": "lamps/the-lighthouse-of-the-harbour",
    }
    boxes = {box["name"]: box for box in answers.boxes(BuildOptions(), "lamps/lantern", "", "")["stated"]}
    for name, worst in cases.items():
        assert answers.worst(BuildOptions(), "lamps/lantern", boxes[name]) == worst, name


def test_the_texts_of_a_deck_are_told_as_it_states_them(answers, tmp_path):
    assert answers.choices(BuildOptions(), "lamps/lantern")["deck"]["texts"] == [
        (["title"], "Lamps"), (["subtitle"], ""), (["size"], ""),
    ]  # fmt: skip
    deck = tmp_path / "rain.yaml"
    deck.write_text(
        "game: cards\ntitle: {pt: Chuva}\nlanguages: [en, pt]\nsize: 63x88\ncards: [{name: Drop}]\n", "utf-8"
    )
    told = ArrangeAnswers(deck).choices(BuildOptions(), "cards/drop")["deck"]
    assert told["texts"] == [(["title", "en"], ""), (["title", "pt"], "Chuva"), (["subtitle"], ""), (["size"], "63x88")]
    assert (told["file"], told["look"], told["palette"]) == (str(deck), next(iter(told["looks"])), "")
    palette = next(iter(told["palettes"]))
    deck.write_text(f"game: cards\nlook: tarot\npalette: {palette}\ncards: [{{name: Drop}}]\n", "utf-8")
    stated = ArrangeAnswers(deck).choices(BuildOptions(), "cards/drop")["deck"]
    assert told.keys() == stated.keys() and (stated["look"], stated["palette"]) == ("tarot", palette)


def test_the_first_touch_of_a_stock_look_copies_it_beside_the_deck(tmp_path):
    (tmp_path / "list.yaml").write_text("game: cards\ntitle: List\ncards: [{name: Rain, text: Draw.}]\n")
    answers = ArrangeAnswers(tmp_path / "list.yaml")
    before = answers.boxes(BuildOptions(), "cards/rain", "", "")
    assert (before["file"], before["path"]) == ("stock/classic.face.yaml", "")
    assert answers.copy(before["file"]) == {"path": "templates/stock/classic.face.yaml"}
    after = answers.boxes(BuildOptions(), "cards/rain", "", "")
    assert (after["path"], after["boxes"]) == ("templates/stock/classic.face.yaml", before["boxes"])
    assert "exists already" in answers.copy(before["file"])["refused"]


def test_the_boxes_of_each_look_can_be_dragged(tmp_path):
    """The boxes that follow the mouse move without the others, and the edit can be taken back."""
    cards = '{name: Seven, suit: Swords, rank: 7, cost: 3, type: Ship, crew: 2, tags: [swift], text: "**Draw** a card.", artist: Ada}'
    for look, size in (("text", ""), ("landscape", "88x63"), ("tarot", "tarot"), ("playing", "")):
        deck = tmp_path / f"{look}.yaml"
        deck.write_text(f"game: cards\ntitle: List\nlook: {look}\ncards: [{cards}]\n")
        answers, options = ArrangeAnswers(deck), BuildOptions(card=size)
        before = answers.boxes(options, "cards/seven", "", "")
        assert before["file"] == f"stock/{look}.face.yaml"
        file, text = before["file"], before["text"]
        stated = before["stated"]  # a box that leaves the edge of the card has no bleed
        whole = [box["path"] for box in before["boxes"] if "." not in box["path"]]
        whole = [path for path in whole if not stated[int(path)].get("bleed")]
        assert len(whole) >= 5, look
        moved = whole[::6]
        by = {"left": 1, "right": 1, "top": 2, "bottom": 2}
        edit = edit_of(text, {"do": "move", "changes": dict.fromkeys(moved, by)})
        after = answers.boxes(options, "cards/seven", file, text[: edit.start] + edit.insert + text[edit.end :])
        for old, new in zip(before["boxes"], after["boxes"], strict=True):
            wanted = (1, 2) if new["path"].split(".")[0] in moved else (0, 0)
            (x, y, *sides), (new_x, new_y, *new_sides) = old["places"][0], new["places"][0]
            assert (new_x - x, new_y - y, *new_sides) == pytest.approx((*wanted, *sides), abs=0.001), (
                look,
                new["path"],
            )
        again = answers.boxes(options, "cards/seven", file, text)
        assert [box["places"] for box in again["boxes"]] == [box["places"] for box in before["boxes"]], look


SPOT = st.integers(0, 80).map(lambda quarter: quarter / 4)
LINES = st.lists(
    st.tuples(
        st.sampled_from(
            [
                "type: text, field: text, min_size: 2, fit: shrink",
                "type: text, field: name, fit: title, style: stock-name",
                "type: text, text: The night is over, fit: label",
                "type: number, field: light, plate: none",
                "type: shape, fill: primary, radius: 1",
                "type: icon, icon: star",
            ]
        ),
        st.sampled_from(["left: {} , width: {}", "right: {}, width: {}"]),
        st.sampled_from(["top: {}, height: {}", "bottom: {}, height: {}"]),
        *[SPOT] * 4,
    ),
    min_size=1,
    max_size=5,
)


@settings(max_examples=12, suppress_health_check=[HealthCheck.function_scoped_fixture])
@given(LINES)
def test_the_quick_picture_has_every_letter_where_the_true_one_has_it(answers, folder, lines):
    stated = [
        f"  - {{name: box {number}, {what}, {x.format(a, b + 2)}, {y.format(c, d + 2)}}}"
        for number, (what, x, y, a, b, c, d) in enumerate(lines)
    ]
    text = "boxes:\n" + "\n".join(stated) + "\n"
    found = answers.boxes(BuildOptions(), "lamps/lantern", "lamp.face.yaml", text)
    (folder / "lamp.face.yaml").write_text(text)
    try:
        (piece,) = draw_piece(folder / "lamps.yaml", "Lantern", DeckOptions()).drawn[0].pieces
    finally:
        (folder / "lamp.face.yaml").write_text(FACE)
    quick = [
        (float(x), float(y))
        for box in found["boxes"]
        for x, y in re.findall(r'<g fill="#\w+" transform="translate\((\S+) (\S+)\)', box["svg"])
    ]
    true = [(span.x, span.y) for span in text_spans(piece.face.items)]
    assert len(quick) == len(true)
    for ours, theirs in zip(quick, true, strict=True):
        assert ours == pytest.approx(theirs, abs=0.001), text
