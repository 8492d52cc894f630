"""The templates of a deck and of a game: listed, copied and described."""

import re
import shutil
from pathlib import Path

import pytest

from cardgen.model.deck import LocalizedText, PictureReference
from cardgen.pipeline.author_help import template_guide, templates
from cardgen.pipeline.author_help.named_game import game_named
from cardgen.pipeline.author_help.template_guide import describe_templates
from cardgen.pipeline.author_help.templates import copy_templates, list_templates, open_target
from cardgen.pipeline.open.game_files import game_ids
from cardgen.pipeline.options import BuildOptions
from cardgen.pipeline.printed_file.build import prepare
from cardgen.plugin.resources import resources
from cardgen.render.templates.reference import DESCRIPTIONS, JINJA_FILTERS, OWN_FILTERS, VARIABLES
from cardgen.report.errors import CardgenError
from tests.pipeline.open.test_changed_games import BELOW, DECK
from tests.pipeline.open.test_changed_games import GAME as BOATS
from tests.recorded import check_recorded

pytestmark = pytest.mark.usefixtures("no_front_pages")

GAME = """id: harbour
name: Harbour
kinds:
  ships:
    fields: {name: text, cost: {type: integer, default: 2}, art: {type: picture, optional: true}}
    face: ship.svg.j2
  ports:
    fields: {name: text}
constants: {fleet: 54}
"""
SHIP = """{% from "parts.svg.j2" import frame %}
<svg xmlns="http://www.w3.org/2000/svg" xmlns:card="urn:cardgen" viewBox="0 0 {{ width }} {{ height }}">
{{ frame() }}{% include "foot.svg.j2" %}</svg>"""


@pytest.fixture
def folder(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> Path:
    (tmp_path / "game.yaml").write_text(GAME)
    (tmp_path / "ship.svg.j2").write_text(SHIP)
    (tmp_path / "templates").mkdir()
    (tmp_path / "templates" / "parts.svg.j2").write_text('{% macro frame() %}<card:bleed fill="wash"/>{% endmacro %}')
    (tmp_path / "foot.svg.j2").write_text("<g/>")
    (tmp_path / "deck.yaml").write_text("game: harbour\nships:\n  - {name: Dory, copies: 3}\nports: [{name: Porto}]\n")
    monkeypatch.chdir(tmp_path)
    return tmp_path


def codes(error: pytest.ExceptionInfo[CardgenError]) -> list[str]:
    return [item.code for item in error.value.diagnostics]


@pytest.mark.parametrize("target", ["deck.yaml", "."])
def test_the_list_says_what_draws_what_and_whose_it_is(folder, target):
    uses = {use.name: use for use in list_templates(open_target(target))}
    assert uses["ship.svg.j2"].draws == ("face of ships",)
    assert uses["ship.svg.j2"].needs == ("parts.svg.j2", "foot.svg.j2")
    assert uses["ship.svg.j2"].owner == uses["parts.svg.j2"].owner == "yours"
    assert uses["parts.svg.j2"].draws == ()
    assert uses["stock/back.face.yaml"].draws == ("back of ships", "back of ports")
    assert uses["stock/back.face.yaml"].owner == "cardgen"


@pytest.mark.parametrize(
    ("name", "told"), [("", "no game is named"), ("attack-the-towr", "unknown game 'attack-the-towr'")]
)
def test_a_game_that_is_not_found_is_told_with_those_that_are(tmp_path, name, told):
    with pytest.raises(CardgenError) as caught:
        game_named(name, tmp_path)
    (found,) = caught.value.diagnostics
    assert (found.code, found.message, found.expected) == ("E504", told, f"one of: {', '.join(game_ids())}")
    assert found.hints == (("did you mean 'attack-the-tower'?",) if name else ())


def test_a_game_is_listed_by_its_id(folder):
    uses = list_templates(open_target("attack-the-tower"))
    assert uses[0].draws == ("face of bases",)
    shared = {"plates.svg.j2": "cardgen"}
    assert all(use.owner == shared.get(use.name, "game attack-the-tower") for use in uses)
    assert any(use.name == "figures/raid.svg.j2" for use in uses)


def test_templates_that_are_inherited_are_those_of_the_game_that_has_them(folder):
    (folder / "game.yaml").write_text("id: fleets\nname: Fleets\nextends: attack-the-tower\n")
    uses = {use.name: use.owner for use in list_templates(open_target("."))}
    assert uses["base.svg.j2"] == "game attack-the-tower"
    (folder / "far" / "templates").mkdir(parents=True)
    (folder / "game.yaml").rename(folder / "far" / "game.yaml")
    (folder / "far" / "templates" / "plates.svg.j2").write_text("<g/>")
    (folder / "deck.yaml").write_text("game: ./far\n")
    uses = {use.name: use.owner for use in list_templates(open_target("deck.yaml"))}
    assert (uses["base.svg.j2"], uses["plates.svg.j2"]) == ("game attack-the-tower", "game fleets")


def test_a_face_that_a_card_names_is_listed(folder):
    (folder / "flag.svg.j2").write_text("<g/>")
    (folder / "deck.yaml").write_text(
        "game: harbour\nships:\n  - {name: Dory, face: flag.svg.j2}\n  - {name: Yawl, face: flag.svg.j2}\nports: [{name: Porto, face: flag.svg.j2}]\n"
    )
    uses = {use.name: use for use in list_templates(open_target("deck.yaml"))}
    assert uses["flag.svg.j2"].draws == ("face of some ships", "face of some ports"), "each once"


def test_a_back_that_a_card_names_is_listed_if_its_kind_has_backs(folder):
    (folder / "game.yaml").write_text(
        f"{GAME.partition('constants')[0]}  coins: {{role: token, size: 20x20, back: none}}\n"
    )
    art = "<svg xmlns='http://www.w3.org/2000/svg' viewBox='0 0 9 9'/>"
    (folder / "flag.svg").write_text(art)
    (folder / "deck.yaml").write_text(
        "game: harbour\nports: [{name: Porto, back: flag.svg}]\ncoins: [{name: One, back: flag.svg}]\n"
    )
    told = [what for use in list_templates(open_target("deck.yaml")) for what in use.draws if "some" in what]
    assert told == ["back of some ports"]


def test_a_deck_with_errors_is_listed(folder, monkeypatch):
    (folder / "deck.yaml").write_text("game: harbour\nships:\n  - {nmae: Dory}\n")
    monkeypatch.chdir(folder / "templates")
    target = open_target("../deck.yaml")
    uses = {use.name: use for use in list_templates(target)}
    assert (uses["parts.svg.j2"].owner, uses["ship.svg.j2"].draws) == ("yours", ("face of ships",))
    copy_templates(target, ["stock/back"])
    assert (folder / "templates" / "stock" / "back.face.yaml").exists(), "beside the deck"


def test_the_pages_of_cards_in_large_print_are_listed(folder):
    (folder / "game.yaml").write_text(
        GAME.replace("    fields: {name: text}\n", "    fields: {name: text}\n    large_print: {text: large.md}\n")
    )
    (folder / "large.md").write_text("# All\n")
    uses = {use.name: use.draws for use in list_templates(open_target("."))}
    assert uses["large.md"] == ("text of ports in large print",)
    assert "pages of ports in large print" in {what for draws in uses.values() for what in draws}


@pytest.mark.parametrize(
    ("target", "code"),
    [("harbuor", "E201"), ("nope.yaml", "E101"), ("templates", "E102"), ("words", "E109"), ("other.yaml", "E201")],
)
def test_a_target_that_is_not_there_is_an_error(folder, target, code):
    (folder / "words").write_text("words")
    (folder / "other.yaml").write_text("game: nothing\n")
    with pytest.raises(CardgenError) as caught:
        open_target(target)
    assert codes(caught) == [code]


@pytest.mark.parametrize("name", ["stock/back", "stock/back.face.yaml"])
def test_a_copy_goes_before_the_original_and_is_never_overwritten(folder, name):
    target = open_target("deck.yaml")
    (copied,) = copy_templates(target, [name, name, "stock/back"])
    copy = folder / "templates" / "stock" / "back.face.yaml"
    assert Path(copied.file).resolve() == copy
    assert copy.read_bytes() == (resources().templates / "common" / "stock" / "back.face.yaml").read_bytes()
    prepare(folder / "deck.yaml", BuildOptions())
    with pytest.raises(CardgenError) as caught:
        copy_templates(target, [name])
    assert codes(caught) == ["E418"]


def test_nothing_is_copied_if_one_name_is_wrong(folder):
    with pytest.raises(CardgenError) as caught:
        copy_templates(open_target("deck.yaml"), ["stock/back", "stock/bakc", "ship", "foot.svg", "../game"])
    assert [(item.code, item.message) for item in caught.value.diagnostics] == [
        ("E419", "unknown template 'stock/bakc'"),
        ("E418", "template 'ship.svg.j2' exists already"),
        ("E418", "template 'foot.svg.j2' exists already"),
        ("E419", "unknown template '../game'"),
    ]
    known = ", ".join(use.name for use in list_templates(open_target("deck.yaml")))
    assert [(item.expected, item.hints) for item in caught.value.diagnostics[:2]] == [
        (f"one of: {known}", ("did you mean 'stock/back'?",)),
        ("", ("change this file; without it, the original is used again",)),
    ]
    assert [path.name for path in Path("templates").iterdir()] == ["parts.svg.j2"]


def test_a_link_in_the_way_is_not_written_through(folder):
    (folder / "templates" / "stock").mkdir()
    (folder / "templates" / "stock" / "back.face.yaml").symlink_to(folder / "elsewhere")
    with pytest.raises(CardgenError) as caught:
        copy_templates(open_target("deck.yaml"), ["stock/back"])
    assert codes(caught) == ["E418"]
    assert not (folder / "elsewhere").exists()


def test_the_description_has_every_value_with_its_type_and_an_example(folder):
    text = describe_templates(open_target("deck.yaml"), [], "")
    rows = {tuple(line.split()[:3]) for line in text.splitlines()}
    assert {("card.name", "text", "Dory"), ("card.cost", "integer", "2"), ("constants.fleet", "integer", "54")} <= rows
    assert ("width", "number", "63") in rows
    for name in (*OWN_FILTERS, *JINJA_FILTERS, *DESCRIPTIONS["text"], "<card:icon>", "anchor", "Cinzel-Bold", "muted"):
        assert f" {name}" in text
    assert "ports (face: " in text


def test_a_value_that_the_first_card_leaves_empty_is_shown_of_a_later_one(folder):
    kinds = "  notes: {fields: {name: text, tags: {type: list, of: text, optional: true}}}\n"
    (folder / "game.yaml").write_text(GAME.replace("constants", f"{kinds}constants"))
    (folder / "deck.yaml").write_text("game: harbour\nnotes:\n  - {name: A, tags: []}\n  - {name: B, tags: [x, y]}\n")
    text = describe_templates(open_target("deck.yaml"), ["notes"], "")
    assert [line.split() for line in text.splitlines() if line.startswith(("  card.name", "  card.tags"))] == [
        ["card.name", "text", "A"], ["card.tags", "list", "x,", "y"],
    ]  # fmt: skip


def test_a_deck_is_described_by_its_own_values_and_a_game_by_those_of_its_example(folder):
    (folder / "game.yaml").write_text(f"{GAME}example: example.yaml\n")
    (folder / "example.yaml").write_text("game: harbour\nships: [{name: Ketch}]\n")
    for target, name in (("deck.yaml", "Dory"), (".", "Ketch")):
        assert re.search(rf"card.name +text +{name}\n", describe_templates(open_target(target), [], "")), target


def test_a_deck_that_breaks_a_rule_cannot_be_described(folder):
    (folder / "game.yaml").write_text(
        f"{GAME}example: deck.yaml\nchecks: [{{that: ships | length > 5, say: too few}}]\n"
    )
    with pytest.raises(CardgenError) as caught:
        describe_templates(open_target("deck.yaml"), [], "")
    assert codes(caught) == ["E227"]
    assert re.search(r"card.name +text +Dory", describe_templates(open_target("."), [], "")), "the example will do"


def test_a_template_that_is_missing_or_damaged_is_listed_and_a_copy_may_fail(folder, monkeypatch):
    (folder / "templates" / "parts.svg.j2").write_text("{% macro")
    (folder / "foot.svg.j2").unlink()
    uses = {use.name: use for use in list_templates(open_target("deck.yaml"))}
    assert (uses["foot.svg.j2"].owner, uses["foot.svg.j2"].file, uses["foot.svg.j2"].draws) == ("missing", "", ())
    assert (uses["parts.svg.j2"].owner, uses["parts.svg.j2"].needs) == ("yours", ())

    def refuse(*_, **__):
        raise OSError(28, "No Space left")

    monkeypatch.setattr(templates.Path, "mkdir", refuse)
    with pytest.raises(CardgenError) as caught:
        copy_templates(open_target("deck.yaml"), ["stock/back"])
    (error,) = caught.value.diagnostics
    assert error.code == "E601" and error.message.endswith("back.face.yaml' cannot be written: no space left")


def test_one_kind_alone_is_described(folder):
    text = describe_templates(open_target("deck.yaml"), ["ports"], "")
    assert text.startswith("ports (face: stock/")
    with pytest.raises(CardgenError) as caught:
        describe_templates(open_target("deck.yaml"), ["ports", "prots", "shps"], "")
    assert codes(caught) == ["E419"] * 2


def test_what_templates_of_pieces_see_is_as_recorded(tmp_path):
    """Also those of dice, boxes, hubs and bases, whose templates see values of other pieces."""
    folders = {name: tmp_path / name for name in ("of all kinds", "with nothing")}
    boats = DECK.replace("harbour: Lisbon\n", "").replace("[{name: Tall}]", "[{name: Tall}, {name: Wide}]")
    decks = boats, "game: boats\n"
    for folder, deck in zip(folders.values(), decks, strict=True):
        (folder / "below").mkdir(parents=True)
        (folder / "below" / "game.yaml").write_text(BELOW)
        (folder / "game.yaml").write_text(BOATS)
        (folder / "deck.yaml").write_text(deck)
        for place in (folder, folder / "below"):
            (place / "rules.md").write_text("Row.\n")

    def described():
        for name, folder in folders.items():
            target = open_target(str(folder / "deck.yaml"))
            for kind in ("ships", "ports", "lights", "feet", "hubs", "dice", "tucks", "mats"):
                text = describe_templates(target, [kind], "")
                yield f"== {name}, {kind}"
                yield text.partition("\n\n")[0]

    check_recorded(Path(__file__).with_name("described.txt"), described())


def test_a_game_without_a_deck_is_described_by_its_fields(folder):
    text = describe_templates(open_target("."), ["ships"], "")
    assert "  card.cost  integer" in text
    shared = text.partition("Variables of every template\n")[2].partition("\n\n")[0].splitlines()
    assert [line.split()[0] for line in shared] == [name for name in VARIABLES if name != "card"]
    assert "](" not in text, "a terminal has no links"


def test_a_deck_is_described_in_the_language_that_was_asked_for(folder):
    (folder / "game.yaml").write_text(f"{GAME}languages: [en, pt]\n")
    (folder / "deck.yaml").write_text("game: harbour\nships: [{name: {en: Dory, pt: Bote}}]\n")
    for language, name in (("", "Dory"), ("pt", "Bote")):
        text = describe_templates(open_target("deck.yaml"), ["ships"], language)
        assert re.search(rf"card.name +text +{name}\n", text), language


def test_a_copied_face_of_an_army_draws_the_same(tmp_path):
    shutil.copytree(resources().decks, tmp_path / "decks")
    deck = tmp_path / "decks" / "samurai.yaml"
    options = BuildOptions(only=("bases",))
    before = [repr(piece.face) for part in prepare(deck, options).drawn for piece in part.pieces]
    copy_templates(open_target(str(deck)), ["base", "macros"])
    assert before == [repr(piece.face) for part in prepare(deck, options).drawn for piece in part.pieces]


def test_a_mapping_of_many_keys_is_cut_after_twelve():
    rows = [[*template_guide._rows("a", {f"k{at}": at for at in range(count)}, "", 2)] for count in (12, 13)]
    assert [len(each) for each in rows] == [12, 13]
    assert (rows[0][-1], rows[1][-1]) == (("a.k11", "integer", "11"), ("a...", "", "and 1 more"))
    (nested,) = template_guide._rows("a", {"b c": {"d": True}}, "", 2)
    assert nested == ("a['b c']", "mapping of 1", "d")
    assert [template_guide._example(value) for value in ("x" * 60, "x" * 61, [{"a": 1, "b": 2}], [1, 2], {}, 0)] == [
        "x" * 60, "x" * 59 + "\u2026", "the first has a, b", "1, 2", "", "0",
    ]  # fmt: skip
    assert [*template_guide._wrapped(["a" * 50, "b" * 47, "c" * 48])] == [
        "  " + "a" * 50 + " " + "b" * 47,
        "  " + "c" * 48,
    ]
    assert [*template_guide._table([("a", "x" * 50, ""), ("bb", "y", "z")])] == ["  a   " + "x" * 50, "  bb  y  z"]


def test_what_a_board_is_planned_by_is_a_value_of_its_card_and_nothing_where_none_is(folder, monkeypatch):
    for plan, rows in (
        ({"slots": 3, "title": LocalizedText({"en": "Sea"})}, ["card.plan.slots", "card.plan.title"]),
        (None, []),
    ):
        monkeypatch.setattr(template_guide, "board_plan", lambda *_, plan=plan: plan)
        text = describe_templates(open_target("deck.yaml"), ["ports"], "")
        assert [line.split()[0] for line in text.splitlines() if line.startswith("  card.plan")] == rows


def test_each_value_has_a_type_in_words_of_people():
    picture = PictureReference("a.svg")
    for value, told in (
        (picture, "picture"), (True, "boolean"), (3, "integer"), (0.5, "number"), ("a", "text"), (None, "nothing"),
        ({"a": 1}, "mapping of 1"), ([1, 2], "list of 2"), ((), "list of 0"), (LocalizedText({"en": "A"}), "text"),
    ):  # fmt: skip
        assert template_guide._type_of(value) == told, value


def test_the_columns_of_a_table_are_as_wide_as_its_words_up_to_a_limit():
    rows = [("name", "text", "Dory"), ("x" * 29, "y" * 60, ""), ("cost", "integer", 2)]
    assert [*template_guide._table(rows)] == [
        f"  {'name':<29}  {'text':<7}  Dory", f"  {'x' * 29}  {'y' * 60}", f"  {'cost':<29}  {'integer':<7}  2",
    ]  # fmt: skip
    rows = [("x" * 31, "y" * 41, "a"), ("b", "c", "d")]
    assert [*template_guide._table(rows)] == [f"  {'x' * 31}  {'y' * 41}  a", f"  {'b':<30}  {'c':<40}  d"]
    assert [*template_guide._table([])] == []
