"""A draft is drawn as far as the deck goes."""

from dataclasses import replace
from pathlib import Path

import pytest

from cardgen.exports.job import export
from cardgen.pipeline.check import check_deck
from cardgen.pipeline.open.deck_file import read_deck
from cardgen.pipeline.open.draft import soften, soften_from, validate_draft
from cardgen.pipeline.open.games import find_game, game_in_folder
from cardgen.pipeline.open.project import open_project
from cardgen.pipeline.options import BuildOptions, DeckOptions, ExportOptions
from cardgen.pipeline.printed_file.build import prepare
from cardgen.pipeline.printed_file.output import build_deck
from cardgen.proof.files import proof_deck
from cardgen.read.yaml import load_yaml
from cardgen.render.pieces.draft_mark import text_boxes
from cardgen.report.diagnostics import Collector, Diagnostic
from cardgen.report.errors import CardgenError
from tests.recorded import check_recorded
from tests.told import told_in_full

pytestmark = pytest.mark.usefixtures("no_front_pages")

DRAFT = BuildOptions(draft=True)
ARMY = """\
game: attack-the-tower
faction:
  id: ants
  name: Ants
  colors: {primary: "#9e1b1f", dark: "#23180f", ink: "#23180f", paper: "#f3e7cf", accent: "#caa24a"}
bases:
  - {id: ant-hill, name: Ant Hill, recruits: Ants, type: light_infantry, copies: 2}
abilities:
  - {id: mandible-bite, kind: troop, icon: shooter, copies: 1, art: art/none.svg, timing: {window: [main], side: any, turn: own}}
"""


@pytest.fixture
def army(tmp_path: Path) -> Path:
    """An army of one base and one ability, which lacks a name and its picture."""
    (tmp_path / "ants.yaml").write_text(ARMY, "utf-8")
    return tmp_path / "ants.yaml"


def ignore(_stage: str) -> None:
    pass


def codes(items) -> set[str]:
    return {item.code for item in items}


def test_a_faction_of_one_base_and_one_ability_can_be_seen(army):
    job = prepare(army, DRAFT)
    assert {part.component.name: [piece.name for piece in part.pieces] for part in job.drawn[:2]} == {
        "bases": ["Ant Hill"],
        "abilities": ["Mandible Bite"],
    }
    assert {"E301", "E302", "E202", "E121"} <= codes(job.warnings)
    assert not any(item.is_error for item in job.warnings)
    assert all(str(item).count("warning[") == 1 for item in job.warnings)


def test_all_errors_of_an_entry_that_is_left_out_are_told(army):
    unfinished = ARMY.replace("kind: troop, icon: shooter, ", "")
    army.write_text(unfinished + ARMY[ARMY.index("  - {id: mandible") :].replace("mandible-bite", "claw-grip"), "utf-8")
    found = Collector()
    deck = validate_draft(load_yaml(army, found), army, find_game("attack-the-tower"), found)
    assert [ability.id for ability in deck.data.abilities] == ["claw-grip"]
    told = [item.message for item in found.items if ("the whole entry is left out", None) in item.notes]
    assert told == [f"'mandible-bite' has no key '{key}'" for key in ("kind", "icon")]


def test_without_a_draft_the_same_army_is_refused(army):
    with pytest.raises(CardgenError) as raised:
        prepare(army, BuildOptions())
    assert {"E202", "E121"} <= codes(raised.value.diagnostics)


def test_warnings_of_a_draft_do_not_become_errors(army):
    with pytest.raises(CardgenError) as raised:
        prepare(army, BuildOptions(draft=True, strict=True))
    assert codes(item for item in raised.value.diagnostics if item.is_error).isdisjoint({"E301", "E302", "E202"})


@pytest.mark.parametrize(
    ("right", "wrong", "code"),
    [
        ("copies: 2", "copies: two", "E204"),
        ("copies: 2", "coppies: 2", "E203"),
        ("type: light_infantry, ", "", "E202"),
        ("game: attack-the-tower", "game: attack-the-towr", "E201"),
    ],
)
def test_what_cannot_be_drawn_is_an_error_of_a_draft_too(army, right, wrong, code):
    army.write_text(ARMY.replace(right, wrong, 1), "utf-8")
    assert code in codes(item for item in check_deck(army, DRAFT, ignore) if item.is_error)


def test_what_is_wrong_outside_of_its_lists_is_an_error_of_a_draft_too(tmp_path):
    for line, code in (("look: nope", "E204"), ("crads: []", "E203"), ("cards: 3", "E204"), ("title: [a]", "E204")):
        (tmp_path / "deck.yaml").write_text(f"game: cards\n{line}\n")
        found = Collector()
        node, game = read_deck(tmp_path / "deck.yaml", found)
        assert validate_draft(node, tmp_path / "deck.yaml", game, found) is None
        assert [(item.code, item.is_error) for item in found.items] == [(code, True)], line


def test_an_option_that_is_wrong_is_an_error_of_a_draft_too(army):
    found = check_deck(army, replace(DRAFT, language="xx"), ignore)
    assert codes(item for item in found if item.is_error) == {"E504"} and "E121" in codes(found)


def test_an_id_that_is_used_twice_is_an_error_of_a_draft_too(toy_folder):
    deck = toy_folder / "suns.yaml"
    deck.write_text(deck.read_text("utf-8").replace("id: dusk", "id: dawn"), "utf-8")
    assert codes(item for item in check_deck(deck, DRAFT, ignore) if item.is_error) == {"E205"}


def test_a_draft_leaves_out_wrong_fields_and_entries_and_says_so(toy_folder):
    deck = toy_folder / "suns.yaml"
    text = deck.read_text("utf-8")
    text = text.replace("copies: 10", "coppies: 10").replace("cards:", "cards:\n  - {id: noon, copies: [1]}\n  - 5", 1)
    deck.write_text(text, "utf-8")
    with pytest.raises(CardgenError):
        prepare(deck, BuildOptions())
    job = prepare(deck, DRAFT)
    assert not [item for item in job.warnings if item.is_error]
    notes = {item.code: item.notes[-1][0] for item in job.warnings if item.notes}
    assert notes["E203"] == "the field is left out"
    assert "the whole entry is left out" in {note for item in job.warnings for note, _ in item.notes}
    ids = {piece.id for part in job.drawn for piece in part.pieces}
    assert {"dawn", "dusk"} <= ids


def test_a_column_that_is_not_there_is_told_once(army):
    bases = ARMY[ARMY.index("bases:") : ARMY.index("abilities:")]
    army.write_text(ARMY.replace(bases, "bases: bases.csv\n"), "utf-8")
    army.with_name("bases.csv").write_text("id,name,recruits,copies\na,Ant,Ants,1\nb,Bee,Bees,2\n", "utf-8")
    found = check_deck(army, DRAFT, ignore)
    assert [item.message for item in found if item.code == "E142"] == ["there is no column 'type'"]


def test_a_draft_of_a_finished_deck_has_no_warnings(toy_folder):
    assert check_deck(toy_folder / "suns.yaml", DRAFT, ignore) == []


@pytest.mark.parametrize("text", ["", "    text:\n", '    text: ""\n'])
def test_a_missing_text_names_itself(toy_folder, text):
    deck = toy_folder / "suns.yaml"
    deck.write_text(deck.read_text("utf-8").replace('    text: "**Rise** and {sun} shine."\n', text), "utf-8")
    job = prepare(deck, DRAFT)
    words = {word.text for box in job.drawn[0].pieces[0].face.items for word in getattr(box, "words", ())}
    assert "[text]" in words
    assert codes(job.warnings) <= {"E202", "E204"}


def test_each_face_has_the_mark_in_the_language_of_the_build(toy_folder):
    for language, word in (("en", "DRAFT"), ("pt", "RASCUNHO")):
        job = prepare(toy_folder / "suns.yaml", BuildOptions(draft=True, language=language))
        for piece in job.drawn[0].pieces:
            sides = {"face": piece.face, "back": piece.back}
            marked = {
                name
                for name, side in sides.items()
                if word in {w.text for i in side.items for w in getattr(i, "words", ())}
            }
            assert marked == {"face"}
        assert word.lower() in job.title


def test_the_mark_adds_to_a_face_and_changes_nothing_else(toy_folder):
    plain, draft = (prepare(toy_folder / "suns.yaml", options) for options in (BuildOptions(), DRAFT))
    for one, other in zip(plain.drawn[0].pieces, draft.drawn[0].pieces, strict=True):
        assert len(other.face.items) > len(one.face.items)
        assert set(text_boxes(one.face.items)) <= set(text_boxes(other.face.items))


def test_a_draft_leaves_the_pdf_and_its_records_alone(toy_folder):
    deck, out = toy_folder / "suns.yaml", toy_folder / "out"
    assert build_deck(deck, out, DRAFT, ignore).files == (out / "suns-draft.pdf",)
    assert [path.name for path in out.iterdir()] == ["suns-draft.pdf"]
    build_deck(deck, out, BuildOptions(), ignore)
    before = {path: path.read_bytes() for path in out.rglob("*") if path.is_file()}
    deck.write_text(deck.read_text("utf-8").replace("copies: 10", "copies: 3"), "utf-8")
    build_deck(deck, out, DRAFT, ignore)
    assert {path for path, data in before.items() if path.read_bytes() != data} == {out / "suns-draft.pdf"}


def test_options_that_are_wrong_stay_errors_of_a_draft(toy_folder):
    with pytest.raises(CardgenError) as raised:
        prepare(toy_folder / "suns.yaml", BuildOptions(draft=True, paper="a44", gap="x", language="xx"))
    assert codes(item for item in raised.value.diagnostics if item.is_error) == {"E502", "E504", "E506"}


def test_errors_and_faults_of_pictures_are_those_of_a_draft_and_warnings_are_not():
    items = [Diagnostic(code, "x", None) for code in ("E202", "E121", "W411", "E205")]
    assert [item.in_draft for item in soften(items)] == [True, True, False, False]


def test_a_draft_is_not_compared_with_what_was_printed(toy_folder):
    with pytest.raises(CardgenError, match="E565"):
        build_deck(toy_folder / "suns.yaml", toy_folder, BuildOptions(draft=True, changed=True), ignore)


def test_exports_and_proofs_of_a_draft_have_names_of_their_own(toy_folder):
    deck, out = toy_folder / "suns.yaml", toy_folder / "out"
    assert export(deck, "png", out, ExportOptions(draft=True)).folder == out / "suns-png-draft"
    proofs = proof_deck(deck, out, DRAFT, ignore).files
    assert [path.name for path in proofs] == ["suns-draft-overview.pdf", "suns-draft-proof.pdf"]


def test_pictures_that_a_finished_army_has_are_one_warning(toy_folder, army):
    army.write_text(ARMY.replace("art: art/none.svg, ", "").replace("kind: troop", "name: Bite, kind: troop"), "utf-8")
    wanted = [item for item in check_deck(army, BuildOptions(language="en"), ignore) if item.code == "W564"]
    assert [item.message for item in wanted] == ["2 pictures are missing: art of 'ant-hill', art of 'mandible-bite'"]
    assert "W564" not in codes(check_deck(army, DRAFT, ignore))


def test_a_draft_of_a_list_has_placeholders_for_its_empty_cells(tmp_path):
    (tmp_path / "game.yaml").write_text(
        "id: t\nname: T\nextends: cards\nkinds:\n  ships:\n    fields: {name: text, rules: rich, art: picture}\n"
        "checks:\n  - {that: \"ships | sum('copies') == 54\", say: too few}\n",
        "utf-8",
    )
    (tmp_path / "ships.csv").write_text("name,art\nSloop,\nBrig,none.png\n,\n#,\n", "utf-8")
    (tmp_path / "t.yaml").write_text("game: t\ntitle: T\nships: ships.csv\n", "utf-8")
    job = prepare(tmp_path / "t.yaml", DRAFT)
    assert [piece.name for part in job.drawn for piece in part.pieces][:2] == ["Sloop", "Brig"]
    assert {"E121", "E142", "E202", "E227"} <= codes(job.warnings)
    assert [item.code for item in job.warnings].count("E142") == 1, "a column that is not there lacks in every row"


FLEET = """\
id: fleet
name: Fleet
languages: [en, pt]
deck: {motto: text, year: integer}
kinds:
  ports: {fields: {name: text}}
  ships:
    fields:
      name: text
      art: picture
      rules: rich
      power: {type: integer, min: 1}
      home: {type: reference, to: ports, optional: true}
      tags: {type: list, of: text, optional: true}
documents: {log: {text: log.md}}
checks: [{that: deck.year > 1800, say: the year is too early}]
"""
PORT = "year: 1850\nmotto: Ahoy\nports: [{name: Hull}]\n"
DRAFTS = {
    "finished": f"{PORT}ships: [{{name: Dory, art: d.png, rules: Go., power: 1}}]",
    "gaps": f"{PORT}ships:\n  - {{id: big-dory, power: 1}}\n  - {{id: hoy-2, name: Hoy, power: 1}}\n  - {{name: Ketch, art: , rules: '', power: 2}}\n  - {{power: 3}}",
    "gaps of the deck": "motto:\nyear: 1850\nships: []\nports: [{id: hull}]",
    "no number": f"{PORT}ships:\n  - {{name: Dory, art: d.png, rules: Go.}}\n  - {{name: Ketch, power: 1}}",
    "wrong number": f"{PORT}ships: [{{name: Dory, art: d.png, rules: Go., power: many}}]",
    "wrong fields": f"{PORT}ships: [{{name: Dory, art: d.png, rules: Go., power: 1, tags: 5, sails: 3, copies: no}}]",
    "a wrong text": f"{PORT}ships: [{{name: [1], art: d.png, rules: {{xx: Go.}}, power: 1}}]",
    "wrong items": f"{PORT}ships: [5, {{name: Dory, art: d.png, rules: Go., power: 1, tags: [{{a: 1}}, b]}}]",
    "twice": f"{PORT}ships: [{{name: Dory, power: 1}}, {{name: Dory, power: 1}}]",
    "no year": "motto: Ahoy\nports: [{}]\nships: [{naem: Dory, power: 0}]",
    "early": f"{PORT}".replace("1850", "1750") + "ships: [{name: Dory, power: 1, home: hulk}]",
    "no lists": "year: 1850\nmotto: Ahoy\nports: hull\nships: {name: Dory}",
}


def drafts(folder):
    (folder / "game.yaml").write_text(FLEET, "utf-8")
    (folder / "log.md").write_text("# Log\n", "utf-8")
    game = game_in_folder(folder)
    for name, text in DRAFTS.items():
        path, found = folder / "deck.yaml", Collector()
        path.write_text(f"game: fleet\ntitle: T\n{text}\n", "utf-8")
        deck = validate_draft(load_yaml(path, found, path.name), path, game, found)
        yield f"== {name}"
        values = [] if deck is None else [*deck.data.ports, *deck.data.ships]
        yield from (
            " | ".join(f"{key}={shown}" for key, shown in value if shown not in (None, (), {})) for value in values
        )
        yield from (told_in_full(item) for item in found.items)


def test_drafts_are_as_recorded(tmp_path, monkeypatch):
    """What fills the gaps of a deck, what is left out, and what is told of each."""
    monkeypatch.chdir(tmp_path)
    check_recorded(Path(__file__).with_name("drafts.txt"), drafts(tmp_path))


def test_what_was_wrong_before_a_draft_is_drawn_stays_an_error():
    found = Collector([Diagnostic("E502", "unknown paper"), Diagnostic("E406", "does not fit")])
    soften_from(1, found)
    assert [item.is_error for item in found.items] == [True, False]


def test_of_a_draft_what_an_option_states_wrong_stays_an_error(tmp_path):
    """An error without a place is of the command; one of the deck is told with its place."""
    deck = tmp_path / "deck.yaml"
    deck.write_text("game: cards\ncards:\n  - {name: Dawn, copies: ten}\n  - {name: Dusk, art: none.svg}\n", "utf-8")
    found = Collector()
    open_project(deck, DeckOptions(draft=True, columns=("name",), images=("none",), language="xx"), found)
    assert sorted((item.code, item.is_error, item.in_draft) for item in found.items) == [
        ("E121", False, True), ("E126", False, False), ("E169", True, False), ("E204", False, True), ("E504", True, False),
    ]  # fmt: skip
