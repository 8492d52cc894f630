"""Commands pass on what they are given, and tell what comes back."""

import importlib
from pathlib import Path
from types import SimpleNamespace

import pytest

import cardgen
from cardgen.cli import translate
from cardgen.importing.deck import Note
from cardgen.pipeline.options import BuildOptions
from cardgen.pipeline.start.new_game import NewResult
from cardgen.pipeline.start.plan import NewOptions
from cardgen.play.people import PlayOptions
from cardgen.play.playtests import PlaytestOptions
from cardgen.play.records import GameStart
from cardgen.report.diagnostics import Diagnostic
from cardgen.report.errors import UnlocatedError
from cardgen.report.source import Span
from cardgen.translation.po import Status
from cardgen.translation.translate import TranslationResult

WARNING = Diagnostic("W401", "odd")


TAKEN_FROM = (
    *("box.make", "importing.project", "play.people", "printer.calibrate", "printer.profiles", "stats.files", "report.terminal"),
    *("pipeline.author_help.template_guide", "pipeline.author_help.templates", "pipeline.press_report", "pipeline.start.new_game", "stats.collect", "stats.document"),
)  # fmt: skip


@pytest.fixture
def asked(monkeypatch, in_folder):
    """A function that puts another one in the place of a function, and the list of what it is called with."""
    calls = []
    for module in TAKEN_FROM:  # before anything is put, so that no module keeps it
        importlib.import_module(f"cardgen.{module}")

    def put(path, result=None):
        module, _, name = path.rpartition(".")

        def call(*given, **named):
            calls.append((*given, *(f"{key}={value}" for key, value in named.items())))
            return result

        monkeypatch.setattr(importlib.import_module(f"cardgen.{module}"), name, call)
        return calls

    return put


def test_a_new_game_is_made_as_it_is_asked_for_and_told_with_what_comes_next(asked, run):
    files = [f"art/{number}.svg" for number in range(9)] + [f"templates/{number}" for number in range(8)]
    files += [f"{number}.csv" for number in range(9)]
    made = NewResult(Path("my game"), tuple(files), Path("my game/my-game.yaml"), "old tom's", (WARNING,))
    calls = asked("pipeline.start.new_game.make_new", made)
    given = ["--from", "a.csv", "--size", "mini", "--language", "en,pt", "--rules"]
    result = run("new", "my game", "--kinds", "ships, ports,", *given)
    choices = NewOptions(
        source=Path("a.csv"), kinds=("ships", "ports"), size="mini", languages=("en", "pt"), rules=True
    )
    assert calls == [(Path("my game"), choices)]
    listed = ", ".join(["art (9 files)", *files[9:]])
    deck = "'my game/my-game.yaml'"
    assert result == (0, "\n".join([
        f"my game: {listed}", "next:", f"  cardgen build {deck}", f"""  cardgen show {deck} 'old tom'"'"'s' --open""", f"  cardgen check {deck}",
        f"  cardgen play {deck}", f"  cardgen playtest {deck}", "",
    ]), "warning[W401]: odd\n")  # fmt: skip
    made = NewResult(Path("a"), ("a.yaml",), Path("a/a.yaml"), "", ())
    calls = asked("pipeline.start.new_game.make_new", made)
    assert run("new", "a", "--game", "toy").out == (
        "a: a.yaml\nnext:\n  cardgen build a/a.yaml\n  cardgen show a/a.yaml CARD --open\n  cardgen check a/a.yaml\n"
    )
    assert calls[-1] == (Path("a"), NewOptions(game="toy"))
    assert run("new", "a", "--quiet") == (0, "", "")


def test_a_project_is_imported_as_it_is_asked_for_and_all_of_its_cards_are_counted(asked, run):
    kinds = [SimpleNamespace(rows=[{}] * 2), SimpleNamespace(rows=[{}])]
    imported = SimpleNamespace(notes=[Note(True, "3 cards"), Note(False, "a picture", 5, "a.rb")], kinds=kinds)
    made = SimpleNamespace(imported=imported, folder=Path("foxes"), files=("a", "b"), deck=Path("foxes/my foxes.yaml"))
    calls = asked("importing.project.import_project", made)
    assert run("import", "a.rb") == (0, "\n".join([
        "took: 3 cards", "left: a.rb:5: a picture", "foxes: 3 cards, 2 files", "next:", "  cardgen build 'foxes/my foxes.yaml'",
        "  cardgen templates 'foxes/my foxes.yaml'", "",
    ]), "")  # fmt: skip
    assert run("import", "a.rb", "--out", "b", "--overwrite", "--quiet") == (0, "", "")
    assert calls == [(Path("a.rb"), None, "overwrite=False"), (Path("a.rb"), Path("b"), "overwrite=True")]


@pytest.mark.parametrize(
    ("given", "options"),
    [
        ("", PlayOptions()),
        ("--second", PlayOptions(start=GameStart(first=1))),
        ("--first 3 --people 0 --players 4", PlayOptions(0, 4, start=GameStart(first=2))),
        ("--watch --seed 7 --level mcts", PlayOptions(0, None, "mcts", GameStart(7))),
        ("--two --record a.txt --rule a=1 --rule b=2", PlayOptions(2, record=Path("a.txt"), rules=["a=1", "b=2"])),
        ("--replay a.txt --to 5", PlayOptions(start=GameStart(replay=Path("a.txt"), to=5))),
        ("--position a.txt --lang pt --difficulty hard", PlayOptions(start=GameStart(position=Path("a.txt")), language="pt", difficulty="hard")),
        ("--replay a.txt --second", None),
        ("--replay a.txt --first 2", None),
        ("--replay a.txt --seed 1", None),
        ("--replay a.txt --position b.txt", None),
        ("--to 5", None),
    ],
)  # fmt: skip
def test_a_game_is_played_as_it_is_asked_for(asked, run, given, options):
    calls = asked("play.people.play_at_terminal")
    result = run("play", "a.yaml", "b.yaml", *given.split())
    assert calls == ([] if options is None else [([Path("a.yaml"), Path("b.yaml")], options)])
    assert result.code == (2 if options is None else 0)


def test_a_playtest_is_run_as_it_is_asked_for(run, monkeypatch):
    asked = []

    def playtest(decks, chosen, progress):
        asked.append((decks, chosen, progress is None))
        raise cardgen.CardgenError([Diagnostic("E705", "odd")])

    monkeypatch.setattr(cardgen, "playtest", playtest)
    numbers = "--games 8 --seed 3 --jobs 2 --skill 4 --impact 5 --players 2-4 --until 2% --for 2m"
    words = "--level search --scheduler tcp://a:1 --rule a=1 --rule b=2 --difficulty hard --records r"
    for given in ("", f"{numbers} {words} --quiet"):
        assert run("playtest", "a.yaml", "b.yaml", *given.split()).err == "error[E705]: odd\n"
    decks, chosen = [Path("a.yaml"), Path("b.yaml")], PlaytestOptions(
        "search", 8, 3, 2, until="2%", skill=4, impact=5, rules=["a=1", "b=2"], scheduler="tcp://a:1", players="2-4", difficulty="hard",
        time="2m", records=Path("r"),
    )  # fmt: skip
    assert asked == [(decks, PlaytestOptions(players=""), False), (decks, chosen, True)]


def test_the_page_of_a_check_is_about_all_decks(asked, run):
    calls = asked("pipeline.press_report.write_press_report")
    assert run("check", "suns.yaml", "suns.yaml", "--report", "r.html").err.startswith("r.html\n")
    assert [(decks, page) for decks, _, _, page in calls] == [([Path("suns.yaml")] * 2, Path("r.html"))]


def test_templates_are_described_for_the_kinds_and_in_the_language_that_are_asked_for(asked, run):
    asked("pipeline.author_help.templates.open_target", "target")
    calls = asked("pipeline.author_help.template_guide.describe_templates", "words")
    assert run("templates", "suns.yaml", "--describe", "--kinds", "a, b", "--lang", "pt") == (0, "words", "")
    assert calls == [("suns.yaml",), ("target", ("a", "b"), "pt")]


def test_a_list_of_templates_names_all_that_each_draws(asked, run):
    uses = [
        SimpleNamespace(name="card.svg.j2", owner="toy", draws=("the face", "a back")),
        SimpleNamespace(name="x", owner="beside the deck", draws=()),
    ]
    asked("pipeline.author_help.templates.open_target", "target")
    asked("pipeline.author_help.templates.list_templates", uses)
    assert run("templates", "suns.yaml").out == (
        "card.svg.j2  toy         the face, a back\nx            beside the deck  used by the others\n"
    )


def test_boxes_are_made_of_the_cards_as_they_are_asked_for(asked, run):
    inside = SimpleNamespace(width=63.25, height=88, depth=19.125, count=54)
    calls = asked("box.make.box_deck", ([SimpleNamespace(contents=inside, title="Suns")], Path("out/a-box.pdf")))
    given = ("--thickness", "0.32mm", "--sleeves", "thin", "--each", "kind", "--paper", "a5", "--out", "o")
    assert run("box", "a.yaml", *given) == (0, "out/a-box.pdf\n", "54 cards, box of 63.25 x 88 x 19.12 mm inside\n")
    assert calls == [(Path("a.yaml"), Path("o"), BuildOptions(paper="a5"), "0.32mm", "thin", "kind")]
    assert run("box", "a.yaml", "--quiet") == (0, "", "")
    assert calls[1:] == [(Path("a.yaml"), Path("out"), BuildOptions(), None, None, None)]


def test_each_of_several_boxes_is_named(asked, run):
    inside = SimpleNamespace(width=63.25, height=88, depth=19.125, count=54)
    boxes = [SimpleNamespace(contents=inside, title=name) for name in ("Suns", "Moons")]
    asked("box.make.box_deck", (boxes, Path("out/a-box.pdf")))
    lines = "".join(f"{box.title}: 54 cards, box of 63.25 x 88 x 19.12 mm inside\n" for box in boxes)
    assert run("box", "a.yaml") == (0, "out/a-box.pdf\n", lines)


def test_presets_beside_decks_are_left_out_unless_nothing_else_is_named(asked, run):
    calls = asked("stats.collect.deck_stats", SimpleNamespace(summary=None, problems=(WARNING,) * 2))
    asked("stats.document.stats_document")
    asked("report.terminal.print_document")
    result = run(
        "stats",
        "sizes.yaml",
        "a.yaml",
        "strings.pt.yaml",
        "--by",
        "type, cost",
        "--by",
        "name",
        "--only",
        "a,b",
        "--lang",
        "pt",
    )
    assert result == (0, "", "a.yaml: 2 problems; see cardgen check\n")
    assert calls[0] == (Path("a.yaml"), [("type", "cost"), ("name",)], ("a", "b"), "pt")
    run("stats", "sizes.yaml")
    assert [call[0] for call in calls if call and isinstance(call[0], Path)] == [Path("a.yaml"), Path("sizes.yaml")]


def test_what_a_translation_did_is_told_with_what_is_left_to_the_author(capsys):
    left = tuple(SimpleNamespace(span=Span(file, 1, 1)) for file in ("b.csv", "a.xlsx", "b.csv"))
    for status, words in (
        (Status(1, 2, 3, 4, 9), "9 texts; 1 new, 2 changed, 3 missing, 4 gone"),
        (Status(0, 0, 0, 0, 1), "1 text; nothing new, all translated"),
    ):
        translate._show(TranslationResult(Path("a.po"), status, (), 0, ()), is_written=False)
        assert capsys.readouterr().out == f"a.po: {words}\n"
    translate._show(TranslationResult(Path("a.po"), status, (), 0, ()), is_written=True)
    assert capsys.readouterr().out.endswith("\n0 translations written into no file\n")
    translate._show(TranslationResult(Path("a.po"), status, (Path("a"), Path("b")), 1, left), is_written=True)
    assert capsys.readouterr().out.endswith(
        "\n1 translation written into a, b\n3 translations must be put in by hand: a.xlsx, b.csv\n"
    )


def test_a_printer_is_measured_over_the_edge_over_which_it_turned_the_paper(asked, run, monkeypatch, in_folder):
    monkeypatch.setenv("CARDGEN_CONFIG", str(in_folder / "config"))
    calls = asked("printer.calibrate.measured_values", {"dx": 1.0, "scale_x": 1.01})
    sizes = asked("printer.profiles.check_size")
    for edge, word in (("long-edge", "long"), ("short-edge", "short")):
        assert run("printer", "add", word, "--read", "1,1,1,1", "--paper", "a5", "--flip", edge).code == 0
        assert calls[-2:] == [("1,1,1,1", "", "a5", word), (1.01, 1, "A5")]
    assert sizes is calls


def test_a_deck_with_an_error_does_not_keep_the_next_one_from_its_box(asked, run, monkeypatch):
    def make(deck, *_given, **_named):
        raise (
            UnlocatedError("E601", f"{deck} is bad")
            if deck.name == "z.yaml"
            else UnlocatedError("E502", f"{deck} is worse")
        )

    monkeypatch.setattr(importlib.import_module("cardgen.box.make"), "box_deck", make)
    result = run("box", "z.yaml", "a.yaml")
    assert result.code == 1 and result.err.splitlines() == [
        "error[E502]: a.yaml is worse",
        "error[E601]: z.yaml is bad",
    ]
