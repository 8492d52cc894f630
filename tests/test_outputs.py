"""No output carries what a stranger wrote as it is: each is looked through, and none is made past the one rule."""

import ast
import io
import json
import re
import subprocess
import sys
import zipfile
from pathlib import Path

import pikepdf
import pytest
from rich.table import Table
from rich.text import Text

import cardgen
from cardgen.geometry.units import Size
from cardgen.report.screen import Screen
from cardgen.report.streams import VisibleStream
from cardgen.report.visible import visible
from cardgen.write.cut_file import CUT_FORMATS
from cardgen.write.document import compose_pdf
from cardgen.write.page import DocumentInfo, Page

SOURCE = Path(cardgen.__file__).parent
EVIL = "\u202eevil\u2028fake\ufeff"
TERMINAL = f"\x1b]0;pwned\x07\x9b31m{EVIL}"

GAME = """
id: harbour
name: Harbour
kinds:
  ships: {face: ship.svg.j2, back: ship.svg.j2, fields: {cost: integer, type: text}}
"""
DECK = f"""
game: harbour
ships:
  - {{id: one, name: "[red]One[/red] {json.dumps(EVIL)[1:-1]}", type: "kind {json.dumps(EVIL)[1:-1]}", cost: 1}}
  - {{id: two, name: Two, type: "other {json.dumps(EVIL)[1:-1]}", cost: 3}}
"""
SHIP = '<svg xmlns="http://www.w3.org/2000/svg" viewBox="0 0 63 88"><rect width="20" height="{{ card.cost }}"/></svg>'
BROKEN = SHIP.replace("<rect", """<rect fill="{{ '\\x1b]0;pwned\\x07' | color }}\"""")


@pytest.fixture
def deck(tmp_path: Path) -> Path:
    (tmp_path / "templates").mkdir()
    for name, text in {"game.yaml": GAME, "deck.yaml": DECK, "templates/ship.svg.j2": SHIP}.items():
        (tmp_path / name).write_text(text, "utf-8")
    return tmp_path / "deck.yaml"


def texts_of(path: Path) -> list[str]:
    """The texts that a file shows to people or to other programs."""
    data = path.read_bytes()
    if path.suffix == ".pdf":
        with pikepdf.open(io.BytesIO(data)) as pdf, pdf.open_outline() as outline:
            return [*map(str, pdf.docinfo.values()), *(str(entry.title) for entry in outline.root)]
    if path.suffix == ".pcio":
        with zipfile.ZipFile(path) as archive:
            return [*archive.namelist(), archive.read("widgets.json").decode()]
    return [data.decode()] if path.suffix in {".json", ".html", ".svg", ".dxf"} else []


def test_every_output_shows_harmless_text(deck: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    from cardgen.cli import app

    monkeypatch.chdir(deck.parent)
    told = io.BytesIO()
    for name in ("stdout", "stderr"):
        monkeypatch.setattr(sys, name, VisibleStream(told, encoding="utf-8", write_through=True))
    for command in (
        "build deck.yaml --plotter silhouette --cut-file svg,dxf --split", "check deck.yaml --format json",
        "stats deck.yaml --only ships", "stats deck.yaml --json", "stats deck.yaml --html out/stats.html",
        "show deck.yaml one --out out/one.png", "export deck.yaml --to png --to tts --to playingcards.io",
    ):  # fmt: skip
        with pytest.raises(SystemExit) as ended:
            app(command.split())
        assert not ended.value.code, (command, told.getvalue().decode())
    text = told.getvalue().decode()
    assert "kind <U+202E>evil<U+2028>fake<U+FEFF> 1" in text
    found = {path: texts_of(path) for path in (deck.parent / "out").rglob("*") if path.is_file()}
    assert {".pdf", ".svg", ".dxf", ".html", ".json", ".pcio"} <= {path.suffix for path in found}
    assert visible(text) == text
    for path, texts in found.items():
        assert visible(path.name) == path.name
        for one in texts:
            assert visible(one.replace("\r\n", "\n")) == one.replace("\r\n", "\n"), path
    assert "\\u202eevil" in (deck.parent / "out" / ".cardgen" / "deck.built.json").read_text("utf-8")


def test_faults_of_templates_and_files_show_harmless_text(deck: Path) -> None:
    (deck.parent / "templates" / "ship.svg.j2").write_text(BROKEN, "utf-8")
    (deck.parent / "\x1b]0;pwned\x07.yaml").write_text("", "utf-8")
    for name in ("deck.yaml", "\x1b]0;pwned\x08.yaml"):
        command = [sys.executable, "-m", "cardgen", "check", name]
        done = subprocess.run(command, cwd=deck.parent, capture_output=True, check=False)
        text = (done.stdout + done.stderr).decode()
        assert done.returncode == 1
        assert "<U+001B>]0;pwned<U+0007>" in text  # in the message, or in what may be meant
        assert visible(text) == text


@pytest.mark.parametrize("format_cuts", CUT_FORMATS.values(), ids=CUT_FORMATS)
def test_titles_of_cut_files_are_one_harmless_line(format_cuts) -> None:
    text = format_cuts(Size(210, 297), [], f"a\r\n0\r\nEOF{TERMINAL}").decode().replace("\r\n", "\n")
    assert "a<U+000D><U+000A>0<U+000D><U+000A>EOF" in text.replace("&lt;", "<").replace("&gt;", ">")
    assert visible(text) == text


def test_the_metadata_of_a_pdf_is_harmless() -> None:
    page = Page(None, Size(50, 50), f"Sheet {TERMINAL}")
    data = compose_pdf([page], DocumentInfo(f"T{TERMINAL}", f"A{TERMINAL}", f"S{TERMINAL}", "en"), {})
    with pikepdf.open(io.BytesIO(data)) as pdf, pdf.open_outline() as outline:
        texts = [str(pdf.docinfo[key]) for key in ("/Title", "/Author", "/Subject")]
        texts += [str(entry.title) for entry in outline.root]
    assert [text[:1] for text in texts] == ["T", "A", "S", "S"]
    assert all("<U+001B>]0;pwned<U+0007><U+009B>31m<U+202E>" in text for text in texts)


def test_tables_have_colours_of_ours_only() -> None:
    told = io.BytesIO()
    table = Table(title=TERMINAL)
    table.add_column(TERMINAL)
    table.add_row(f"[/b] :smile: {TERMINAL}")
    table.add_row("plain")
    with pytest.MonkeyPatch.context() as patch:
        patch.setattr(sys, "stdout", VisibleStream(told, encoding="utf-8", write_through=True))
        screen = Screen(force_terminal=True, color_system="standard", width=200, _environ={})
        screen.print("ours", style="red")
        screen.print(table)
        screen.print(Text(TERMINAL))
    first, *rest = told.getvalue().decode().splitlines()
    assert first == "\x1b[31mours\x1b[0m"
    assert "[/b] :smile: <U+001B>]0;pwned<U+0007><U+009B>31m<U+202E>evil<U+2028>fake" in "\n".join(rest)
    assert not any(f"{char}" in line for line in rest for char in "\x07\x9b\u202e\u2028")
    rows = [re.sub("\x1b\\[[0-9;]*m", "", line) for line in rest]
    assert len({len(row) for row in rows if row[:1] in "┏┃┡│└"}) == 1, "columns are as wide as what is shown"
    assert rows[-1].strip() == visible(TERMINAL.replace("\x07", ""))  # which a text of rich never holds


def calls_in(path: Path) -> set[str]:
    """What a module that speaks of JSON or consoles calls, as it is written, such as `json.dumps`."""
    text = path.read_text("utf-8")
    if "json" not in text and "Console" not in text:
        return set()
    return {ast.unparse(node.func) for node in ast.walk(ast.parse(text)) if isinstance(node, ast.Call)}


def test_nothing_is_made_past_the_rule() -> None:
    """Pages, JSON and tables are made where the rule is applied; other uses of `json.dumps` are not files for others."""
    allowed = {
        "Console": set(),
        "json.loads": {"report/json_text.py", "testing/contract.py"},
        "json.dumps": {
            "report/json_text.py",
            "games/attack_the_tower/play/tabletop.py",  # digests, as the next two
            "games/stonewater_weir/play/tabletop.py",
            "plugin/rules/simple/rules.py",
            "pipeline/start/words.py",  # values in a deck file of the user, as the next
            "pipeline/start/schema_sample.py",
            "preview/editor/yaml_help.py",
            "preview/grid/yaml_values.py",
            "preview/routes/bodies.py",  # only to see whether a page could have sent it
            "translation/write_words.py",
            "importing/face_file.py",  # values in a face file of the user
            "testing/contract.py",
            "write/folder_lock.py",  # in ASCII
        },
    }
    modules = {path.relative_to(SOURCE).as_posix(): calls_in(path) for path in SOURCE.rglob("*.py")}
    for call, known in allowed.items():
        assert {name for name, calls in modules.items() if call in calls} == known
    pages = {name for name in modules if "<html" in (SOURCE / name).read_text("utf-8")}
    assert pages == {
        "exports/reading.py",
        "report/html.py",
        "preview/gallery/pages.py",
        "preview/gallery/site.py",  # recognizes a page, as the next
        "read/tables/package.py",
    }
