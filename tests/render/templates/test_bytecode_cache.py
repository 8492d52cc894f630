"""Templates are compiled once for all runs, and never from anything but what their file says now."""

from pathlib import Path

import jinja2.compiler
import pytest

from cardgen.guard import disk_cache
from cardgen.render.templates import environment, instrumentation, sandbox, shipped_code
from cardgen.render.templates.bytecode_cache import BytecodeCache
from cardgen.render.templates.environment import Environment
from cardgen.render.templates.errors import TemplateError
from cardgen.render.templates.trace import TemplateTracer
from cardgen.report.diagnostics import Diagnostic
from cardgen.report.xml_positions import TextRange


@pytest.fixture
def cache(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> Path:
    """The folder of the disk cache, where the compiled templates go."""
    folder = tmp_path / "cache"
    folder.mkdir(mode=0o700)
    monkeypatch.setenv(disk_cache.VARIABLE, str(folder))
    return folder


def fill(folder: Path, lasting: Path, **variables: object) -> str:
    """What a run of its own makes of the template."""
    return Environment(lambda name: folder / name, cached_folders=[lasting.parent / "other", lasting]).render_template(
        "t.svg.j2", variables
    )


def kept(cache: Path) -> list[Path]:
    return [*cache.glob("template-*")]


def test_a_later_run_does_not_compile_again(tmp_path: Path, cache: Path, monkeypatch: pytest.MonkeyPatch):
    (tmp_path / "t.svg.j2").write_text("{% for i in range(n) %}{{ i }}{% endfor %}")
    assert fill(tmp_path, tmp_path, n=3) == "012"
    assert len(kept(cache)) == 1
    monkeypatch.setattr(Environment, "compile", lambda *_: pytest.fail("compiled again"))
    assert fill(tmp_path, tmp_path, n=4) == "0123"


def test_marked_templates_are_kept_beside_plain_ones(tmp_path: Path, shipped: Path, monkeypatch: pytest.MonkeyPatch):
    """What a wheel brings along has no marks; places in the output are those of the first run."""
    folder = tmp_path / "cache"
    monkeypatch.setenv(disk_cache.VARIABLE, str(folder))
    compiled: list[str] = []
    compile_ = Environment.compile
    monkeypatch.setattr(
        Environment, "compile", lambda self, *given: (compiled.append(type(self).__name__), compile_(self, *given))[1]
    )
    given = {"n": {"nothing": "x"}}
    for _ in range(2):
        plain = Environment(lambda name: shipped / name, cached_folders=[shipped])
        traced = TemplateTracer(plain).trace("t.svg.j2", given)
        assert traced is not None and traced.text == plain.render_template("t.svg.j2", given) == "<1>\nx"
        spans = [traced.span(TextRange(at, at + 1)) for at in (1, 4)]
        assert [(span.line, span.column) for span in spans if span] == [(1, 21), (3, 4)]
    assert compiled == ["_MarkingEnvironment"]
    assert len([*folder.glob("marked-template-*")]) == 1


def test_a_changed_template_is_compiled_again(tmp_path: Path, cache: Path):
    for text in ("one", "two"):
        (tmp_path / "t.svg.j2").write_text(text)
        assert fill(tmp_path, tmp_path) == text


def test_what_makes_code_of_templates_makes_it_again_when_it_changes(
    tmp_path: Path, cache: Path, monkeypatch: pytest.MonkeyPatch
):
    compiled: list[int] = []
    compile_ = Environment.compile
    monkeypatch.setattr(
        Environment, "compile", lambda *given, **named: (compiled.append(1), compile_(*given, **named))[1]
    )
    (tmp_path / "t.svg.j2").write_text("one")
    assert [fill(tmp_path, tmp_path), fill(tmp_path, tmp_path)] == ["one", "one"] and len(compiled) == 1
    for number, maker in enumerate((environment, sandbox, instrumentation, jinja2.compiler), 2):
        monkeypatch.setattr(maker, "__file__", str(tmp_path / "t.svg.j2"))  # as another file
        assert fill(tmp_path, tmp_path) == "one"
        assert len(compiled) == number, maker.__name__


def test_templates_of_other_folders_are_not_kept(tmp_path: Path, cache: Path):
    (tmp_path / "t.svg.j2").write_text("one")
    assert fill(tmp_path, tmp_path / "elsewhere") == "one"
    assert kept(cache) == []
    assert BytecodeCache([tmp_path], []).get_cache_key("of no file") == ""


def test_a_kept_template_fails_at_the_same_line(tmp_path: Path, cache: Path):
    (tmp_path / "t.svg.j2").write_text("\n\n{{ nothing }}")
    for _ in range(2):
        with pytest.raises(TemplateError) as caught:
            fill(tmp_path, tmp_path)
        assert caught.value.diagnostic.span is not None
        assert caught.value.diagnostic.span.line == 3


def test_without_a_safe_folder_templates_are_filled_all_the_same(
    tmp_path: Path, cache: Path, monkeypatch: pytest.MonkeyPatch
):
    (tmp_path / "t.svg.j2").write_text("one")
    cache.rmdir()
    cache.write_text("in the way")
    assert fill(tmp_path, tmp_path) == "one"


@pytest.fixture
def shipped(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> Path:
    """A folder of which a wheel has brought `t.svg.j2` along, where nothing is kept."""
    monkeypatch.setenv(disk_cache.VARIABLE, "")
    monkeypatch.setattr(shipped_code, "FOLDER", tmp_path / "compiled")
    folder = tmp_path / "templates"
    for made in (folder, shipped_code.FOLDER):
        made.mkdir()
    (folder / "t.svg.j2").write_text("{% macro m(a) %}<{{ a }}>{% endmacro %}\n{{ m(1) }}\n{{ n.nothing }}")
    (folder / "sub").mkdir()
    (folder / "sub" / "u.svg.j2").write_text("of another name")
    environment = Environment(lambda name: folder / name, cached_folders=[folder, folder / "sub"])
    shipped_code.write_sources(environment, shipped_code.FOLDER)
    return folder


def test_what_came_along_is_not_compiled_and_fails_at_the_same_place(shipped: Path, monkeypatch: pytest.MonkeyPatch):
    def problem(lasting: Path) -> Diagnostic:
        with pytest.raises(TemplateError) as caught:
            fill(shipped, lasting, n={"other": 1})
        return caught.value.diagnostic

    compiled = problem(shipped / "none")
    monkeypatch.setattr(Environment, "compile", lambda *_: pytest.fail("compiled again"))
    assert problem(shipped) == compiled
    assert compiled.span is not None
    assert compiled.span.line == 3
    assert fill(shipped, shipped, n={"nothing": "x"}) == "<1>\nx"


@pytest.mark.parametrize("change", ["text", "jinja"])
def test_what_came_along_counts_only_for_its_text_and_version(
    shipped: Path, monkeypatch: pytest.MonkeyPatch, change: str
):
    compiled: list[str] = []
    compile = Environment.compile
    monkeypatch.setattr(Environment, "compile", lambda self, *given: compiled.append(given[1]) or compile(self, *given))
    if change == "text":
        (shipped / "t.svg.j2").write_text("{{ n.nothing }}")
    else:
        monkeypatch.setattr(shipped_code.jinja2, "__version__", "9.9")
    fill(shipped, shipped, n={"nothing": 1})
    assert compiled == ["t.svg.j2"]
