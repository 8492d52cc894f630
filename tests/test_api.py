"""The public face: what `import cardgen` offers, what it costs, and that the examples in its documents hold."""

import contextlib
import doctest
import importlib
import inspect
import subprocess
import sys
from pathlib import Path

import pytest

import cardgen
from cardgen import api
from cardgen.plugin.resources import resources
from cardgen.processes import allowance

HEAVY = {
    *("click", "jinja2", "lxml", "pikepdf", "PIL", "pydantic", "pypdfium2", "reportlab", "rich", "typer", "typst"),
    *("uharfbuzz", "yaml"),
}
ROOT = resources().decks.parent
FUNCTIONS = ("build", "check", "export", "load", "playtest")


def modules_after(code: str) -> set[str]:
    """The modules of a new process that has run some code."""
    code = f"{code}; import sys; print(*sys.modules)"
    return set(subprocess.run([sys.executable, "-c", code], capture_output=True, text=True, check=True).stdout.split())


def test_an_import_loads_nothing_heavy():
    loaded = modules_after("import cardgen")
    assert (HEAVY | {"typing"}) & loaded == set()
    assert {name for name in loaded if name.startswith("cardgen.")} == {"cardgen.version"}


def test_to_load_a_deck_takes_no_pdf_engine():
    loaded = modules_after(f"import cardgen; cardgen.load({str(resources().decks / 'samurai.yaml')!r})")
    assert {"pikepdf", "pypdfium2", "reportlab", "rich", "typer", "typst"} & loaded == set()


def test_every_public_name_can_be_imported(monkeypatch):
    for name in cardgen.__all__:
        assert getattr(cardgen, name) is not None
    monkeypatch.delitem(vars(cardgen), "build")  # as if nobody had asked for it
    assert set(cardgen.__all__) <= set(dir(cardgen))


def test_an_unknown_name_is_an_attribute_error():
    with pytest.raises(AttributeError, match="module 'cardgen' has no attribute 'biuld'"):
        cardgen.biuld  # noqa: B018


@pytest.mark.parametrize("name", sorted(set(cardgen.__all__) - {"__version__"}))
def test_every_public_name_is_documented(name):
    public = getattr(cardgen, name)
    assert inspect.getdoc(public)
    if name in FUNCTIONS:
        documented = inspect.getdoc(public)
        assert all(f"    {parameter}: " in documented for parameter in inspect.signature(public).parameters)
        assert "Raises:" in documented or name == "check"
        assert ">>>" in documented


@pytest.mark.extended
@pytest.mark.parametrize("module", [cardgen, api])
def test_the_examples_hold(module, tmp_path, monkeypatch):
    monkeypatch.chdir(ROOT)
    found = doctest.testmod(module, extraglobs={"folder": tmp_path}, optionflags=doctest.NORMALIZE_WHITESPACE)
    assert found.attempted >= 2
    assert found.failed == 0


def test_the_types_are_marked_as_complete():
    assert (Path(cardgen.__file__).parent / "py.typed").exists()


def test_every_function_passes_on_what_it_is_given(monkeypatch):
    """Paths become `Path`, options that are left out the defaults, and a path is none of several."""
    asked = []
    taken_from = {
        "pipeline.open.load": ("load_deck",), "pipeline.check": ("check_deck",), "pipeline.printed_file.output": ("build_deck", "build_decks"),
        "exports.job": ("export",), "exports.show": ("show_piece",), "play.playtests": ("play_decks",), "balancing.assistant": ("balance_decks",),
    }  # fmt: skip
    modules = {name: importlib.import_module(f"cardgen.{name}") for name in taken_from}  # all, before one is changed
    for module, names in taken_from.items():
        for name in names:
            taken = lambda *given, name=name: asked.append((name, *given)) or [name]  # noqa: E731
            monkeypatch.setattr(modules[module], name, taken)
    tell, cache, deck, out = print, object(), Path("a.yaml"), Path("out")
    options = {name: getattr(cardgen, f"{name}Options")(**given) for name, given in {
        "Build": {"paper": "a5"}, "Export": {"card": "mini"}, "Show": {"dpi": 90}, "Playtest": {"seed": 7}, "Balance": {"seed": 7},
    }.items()}  # fmt: skip
    usual = {name: type(given)() for name, given in options.items()}

    def told(*calls):
        asked.clear()
        for call in calls:
            call()
        return [tuple("silent" if one is api._ignore else one for one in call) for call in asked]

    assert cardgen.load("a.yaml") == ["load_deck"] and asked == [("load_deck", deck)]
    assert told(
        lambda: cardgen.check("a.yaml"), lambda: cardgen.check(deck, options["Build"], out="x.pdf", progress=tell)
    ) == [
        ("check_deck", deck, usual["Build"], "silent", None), ("check_deck", deck, options["Build"], tell, Path("x.pdf")),
    ]  # fmt: skip
    assert told(
        lambda: cardgen.build("a.yaml"), lambda: cardgen.build(deck, "o", options["Build"], progress=tell, cache=cache),
        lambda: cardgen.build([deck, "a.yaml", "b.yaml"], "x.PDF", progress=tell),
    ) == [
        ("build_deck", deck, out, usual["Build"], "silent", None), ("build_deck", deck, Path("o"), options["Build"], tell, cache),
        ("build_decks", [deck, deck, Path("b.yaml")], Path("x.PDF"), usual["Build"], tell),
    ]  # fmt: skip
    for several, target in (([], "x.pdf"), (["a.yaml"], "out")):
        with pytest.raises(ValueError, match="name at least one deck, and a PDF"):
            cardgen.build(several, target)
    assert told(
        lambda: cardgen.export("a.yaml", "png"), lambda: cardgen.export(deck, "TGC", "o", options["Export"], progress=tell),
        lambda: cardgen.show("a.yaml", "ant"), lambda: cardgen.show(deck, "ant", "a.png", options["Show"]),
    ) == [
        ("export", deck, "png", out, usual["Export"], "silent"), ("export", deck, "TGC", Path("o"), options["Export"], tell),
        ("show_piece", deck, "ant", out, usual["Show"]), ("show_piece", deck, "ant", Path("a.png"), options["Show"]),
    ]  # fmt: skip
    assert told(
        lambda: cardgen.playtest("a.yaml"), lambda: cardgen.playtest(["a.yaml", deck], options["Playtest"], progress=tell),
        lambda: cardgen.balance("a.yaml", "b.yaml"), lambda: cardgen.balance(deck, ["a.yaml", Path("b.yaml")], options["Balance"], progress=tell),
    ) == [
        ("play_decks", [deck], usual["Playtest"], None), ("play_decks", [deck, deck], options["Playtest"], tell),
        ("balance_decks", [deck, Path("b.yaml")], usual["Balance"], None), ("balance_decks", [deck, deck, Path("b.yaml")], options["Balance"], tell),
    ]  # fmt: skip


class TestErrors:
    def test_a_deck_with_errors_is_not_loaded(self, toy_folder):
        deck = toy_folder / "suns.yaml"
        deck.write_text(deck.read_text("utf-8").replace("copies: 10", "copies: x"), "utf-8")
        with pytest.raises(cardgen.CardgenError) as caught:
            cardgen.load(deck)
        (problem,) = caught.value.diagnostics
        assert (problem.code, problem.span.line) == ("E204", 11)

    def test_warnings_of_a_deck_are_told(self, toy_folder):
        deck = toy_folder / "suns.yaml"
        deck.write_text(deck.read_text("utf-8").replace("copies: 10", "copies: 13"), "utf-8")
        assert [warning.code for warning in cardgen.load(deck).warnings] == ["W399"]
        assert [warning.code for warning in cardgen.build(deck, toy_folder).warnings] == ["W399"]

    def test_a_build_that_fails_raises_and_leaves_the_old_file(self, toy_folder):
        (toy_folder / "suns.pdf").write_bytes(b"old")
        with pytest.raises(cardgen.CardgenError) as caught:
            cardgen.build(toy_folder / "suns.yaml", toy_folder, cardgen.BuildOptions(paper="a44", plotter="none"))
        assert [problem.code for problem in caught.value.diagnostics] == ["E502", "E532"]
        assert (toy_folder / "suns.pdf").read_bytes() == b"old"

    def test_several_decks_become_a_pdf_whatever_its_suffix_is_written_like(self, toy_folder):
        deck = toy_folder / "suns.yaml"
        result = cardgen.build([deck, deck], toy_folder / "SUNS.PDF", cardgen.BuildOptions(only=("cards",)))
        assert [path.name for path in result.files] == ["SUNS.PDF"]

    def test_an_unknown_target_raises(self, toy_folder):
        with pytest.raises(cardgen.CardgenError, match="E560"):
            cardgen.export(toy_folder / "suns.yaml", "paper", toy_folder)

    def test_options_of_a_playtest_that_are_wrong_raise(self):
        with pytest.raises(cardgen.CardgenError, match="E705"):
            cardgen.playtest([resources().decks / "elves.yaml"], cardgen.PlaytestOptions(games=-1))


def test_only_what_changed_is_built(toy_folder):
    deck, options = toy_folder / "suns.yaml", cardgen.BuildOptions(changed=True, only=("cards",))
    first = cardgen.build(deck, toy_folder / "out", options)
    assert [path.name for path in first.files] == ["suns-changed.pdf"]
    assert (first.sheets, first.piece_count) == ({"cards": 2}, 11) or first.piece_count == 11
    assert {change.status for change in first.changes} == {"new"}


def test_each_call_begins_with_its_whole_allowance(tmp_path):
    none = tmp_path / "none.yaml"
    calls = (
        lambda: cardgen.load(none),
        lambda: cardgen.check(none),
        lambda: cardgen.build(none, tmp_path),
        lambda: cardgen.export(none, "png", tmp_path),
        lambda: cardgen.show(none, "a", tmp_path),
    )
    for number, call in enumerate(calls):
        allowance.spend("formulas", 5)
        with contextlib.suppress(cardgen.CardgenError):
            call()
        assert allowance.left("formulas", 5) == 5, number
