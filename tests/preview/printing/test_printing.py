"""The print tab makes what the commands make, and marks the very build that was made as printed."""

import asyncio
import json
from collections.abc import AsyncIterator
from dataclasses import dataclass, replace
from pathlib import Path
from types import SimpleNamespace
from zipfile import ZIP_DEFLATED, ZipFile

import pytest

from cardgen.exports.profile import profiles
from cardgen.impose.plotter import PLOTTERS
from cardgen.pipeline.options import BuildOptions, ExportOptions
from cardgen.pipeline.printed_file.output import build_deck
from cardgen.pipeline.printed_file.records import built_digest, mark_printed, read_printed
from cardgen.pipeline.printed_file.targets import target_of
from cardgen.preview.printing.maker import Maker, _facts, _made, pack
from cardgen.preview.printing.results import PrintResult, ResultFile
from cardgen.preview.printing.worker import PrintWorker
from cardgen.preview.routes.printing import _lines
from cardgen.preview.server.access import Guard
from cardgen.preview.server.open_decks import OpenDeck, OpenDecks
from cardgen.processes.worker import WorkerLostError
from cardgen.report.diagnostics import Diagnostic
from cardgen.report.errors import CardgenError
from tests.edits import edit
from tests.preview.applications import application_of
from tests.preview.asgi import Client
from tests.preview.coroutines import run_coroutine

HOST = "127.0.0.1:8270"
ORIGIN = {"origin": f"http://{HOST}"}


@pytest.fixture
def deck(tmp_path: Path) -> Path:
    file = tmp_path / "cards.yaml"
    file.write_text("game: cards\ncards:\n  - {id: ferry, name: Ferry, copies: 2}\n  - {id: oar, name: Oar}\n", "utf-8")
    return file


@pytest.fixture
def out(tmp_path: Path) -> Path:
    return tmp_path / "out"


@pytest.fixture
def page(deck: Path, out: Path) -> Client:
    one = Client(Guard(application_of(OpenDecks([deck], BuildOptions(), out)), "token", 8270, ("127.0.0.1",)), HOST)
    assert one.get("/?token=token").status_code == 200
    return one


def test_a_pdf_is_that_of_the_command_and_can_be_marked_once_it_is_printed(deck, out, page, monkeypatch):
    touched: list[object] = []
    monkeypatch.setattr(OpenDeck, "touch", lambda _, files: touched.append(files))
    stages: list[str] = []
    made = Maker(deck, stages.append).pdf(BuildOptions(), out)
    assert [file.name for file in made.files] == ["cards.pdf"]
    assert Path(made.files[0].path).read_bytes().startswith(b"%PDF")
    assert made.facts == ("1 sheet of A4", "3 pieces", "pages 3 to 4 are printed, both sides, flip on the long edge")
    assert stages[0] == "load" and stages[-1] == "write"
    assert read_printed(target_of(deck, out)) is None
    answer = page.post("/api/decks/cards/printed", ORIGIN, {"built": made.built})
    assert json.loads(answer.text) == {"designs": 2, "pieces": 3}
    assert touched == [()], "cards that differ from the last print are now others"
    printed = read_printed(target_of(deck, out))
    assert printed is not None and {design.id for design in printed.designs} == {"ferry", "oar"}


def test_another_build_than_the_one_that_was_made_is_not_marked(deck, out, page):
    made = Maker(deck, lambda _: None).pdf(BuildOptions(), out)
    deck.write_text(deck.read_text("utf-8").replace("Ferry", "Raft"), "utf-8")
    Maker(deck, lambda _: None).pdf(BuildOptions(), out)
    for built in (made.built, "", None):
        answer = page.post("/api/decks/cards/printed", ORIGIN, {"built": built})
        assert answer.status_code == 409 and "made meanwhile" in answer.text
    assert read_printed(target_of(deck, out)) is None


def test_only_what_changed_is_made_after_the_last_print(deck, out):
    maker = Maker(deck, lambda _: None)
    maker.pdf(BuildOptions(), out)
    mark_printed(target_of(deck, out))
    none = maker.pdf(BuildOptions(changed=True), out)
    assert (none.files, none.facts) == ((), ("nothing to print: every piece looks as it did when it was last printed",))
    deck.write_text(deck.read_text("utf-8").replace("Oar", "Pole"), "utf-8")
    made = maker.pdf(BuildOptions(changed=True), out)
    assert [file.name for file in made.files] == ["cards-changed.pdf"]
    assert "1 piece" in made.facts
    assert made.instructions and "1 sheet" in "".join(words.text for words in made.instructions.intro)


def test_a_draft_cannot_be_marked_although_the_same_deck_was_made_before(deck, out):
    maker = Maker(deck, lambda _: None)
    assert maker.pdf(BuildOptions(), out).built
    assert maker.pdf(BuildOptions(draft=True), out).built == ""


def test_files_for_a_plotter_and_prints_in_another_language_are_told(deck, out, monkeypatch):
    monkeypatch.chdir(out.parent)
    edit(deck, "cards:\n", "languages: [en, pt]\ncards:\n")
    edit(deck, "name: Oar", "name: Oar, art: gone.svg")
    made = Maker(deck, lambda _: None).pdf(
        BuildOptions(plotter="silhouette", cut_files=("svg", "dxf"), language="pt"), Path("out")
    )
    assert [file.name for file in made.files] == ["cards.pt.pdf", "cards.pt-cut-cards.svg", "cards.pt-cut-cards.dxf"]
    assert all(Path(file.path).is_absolute() and file.size == Path(file.path).stat().st_size for file in made.files)
    record = read_printed(target_of(deck, out, "pt"))
    assert record is None and made.built == built_digest(target_of(deck, out, "pt")) != built_digest(
        target_of(deck, out)
    )
    assert made.folder == "out" and "E121" in [item.code for item in made.problems]


def test_a_build_after_another_one_reads_only_what_has_changed(deck, out, monkeypatch):
    caches, made = [], build_deck(deck, out, BuildOptions(), lambda _: None)

    def build(*given):
        caches.append(given[-1])
        return made

    monkeypatch.setattr("cardgen.preview.printing.maker.build_deck", build)
    maker = Maker(deck, lambda _: None)
    for _ in range(2):
        maker.pdf(BuildOptions(), out)
    assert caches == [maker._cache] * 2


def test_what_is_made_is_counted_in_words():
    def told(sheets, pieces):
        return [
            *_facts(
                SimpleNamespace(files=["a"], sheets=sheets, paper="A4", piece_count=pieces, page_count=4, printing="x")
            )
        ]

    assert told({"a": 1}, 1) == ["1 sheet of A4", "1 piece", "pages 3 to 4 are printed, x"]
    assert told({"a": 1, "b": 2}, 0)[:2] == ["3 sheets of A4", "0 pieces"]
    assert told({}, 2)[:2] == ["0 sheets of A4", "2 pieces"]


def test_what_fails_is_told_with_its_reason(deck, out, tmp_path, monkeypatch):
    edit(deck, "Ferry, copies: 2", "Ferry, copies: 2x")
    edit(deck, "name: Oar}", "name: Oar, copies: many}")
    faults = _made(Maker(deck, lambda _: None).pdf, (BuildOptions(), out)).problems
    assert [fault.code for fault in faults] == ["E204", "E204"]

    def broken():
        raise ZeroDivisionError("by zero")

    (fault,) = _made(broken, ()).problems
    assert (fault.code, fault.severity) == ("E790", "error") and "ZeroDivisionError('by zero')" in fault.message
    assert "CARDGEN_DEBUG=1" in fault.hints[0]
    left_out = [SimpleNamespace(title=title, reason="it has no pages") for title in ("Rules", "Notes")]
    result = SimpleNamespace(
        folder=tmp_path, files=["a.txt"], title="Shop", left_out=left_out, warnings=[Diagnostic("W330", "odd")]
    )
    monkeypatch.setattr("cardgen.preview.printing.maker.export", lambda *_: result)
    for name in ("a.txt", "manifest.json"):
        (tmp_path / name).write_text(name, "utf-8")
    monkeypatch.chdir(tmp_path.parent)
    made = Maker(deck, lambda _: None).export("shop", ExportOptions(), out, tmp_path)
    assert made.folder == tmp_path.name
    assert (made.facts, made.left_out) == (
        ("1 file for Shop",), ("Rules: it has no pages", "Notes: it has no pages"),
    )  # fmt: skip

    assert [item.message for item in made.problems] == ["odd"]
    with ZipFile(made.files[0].path) as packed:
        assert packed.namelist() == [f"{tmp_path.name}/a.txt", f"{tmp_path.name}/manifest.json"]
        assert {info.date_time for info in packed.infolist()} == {(1980, 1, 1, 0, 0, 0)}


def test_an_export_is_packed_with_its_manifest(deck, out, tmp_path):
    stages: list[str] = []
    made = Maker(deck, stages.append).export("png", ExportOptions(), out, tmp_path)
    assert (stages[0], stages[-2:]) == ("load", ["write", "pack"])
    (file,) = made.files
    with ZipFile(file.path) as packed:
        names = set(packed.namelist())
    assert file.name == "cards-png.zip" and "cards-png/manifest.json" in names
    assert len([name for name in names if name.endswith(".png")]) >= 2
    assert (out / "cards-png" / "manifest.json").is_file()


def test_equal_files_make_equal_archives(tmp_path):
    folder = tmp_path / "things"
    folder.mkdir()
    for number in (1, 2):
        (folder / "a.txt").write_text("a", "utf-8")
        pack(folder, ["a.txt"], tmp_path / f"{number}.zip")
    assert (tmp_path / "1.zip").read_bytes() == (tmp_path / "2.zip").read_bytes()
    assert [info.compress_type for info in ZipFile(tmp_path / "1.zip").infolist()] == [ZIP_DEFLATED]


@dataclass
class Making:
    """A `PrintWorker` whose process is played by the test."""

    worker: PrintWorker
    answer: PrintResult
    asked: tuple[object, ...] = ()

    async def ask(self, *asked: object) -> PrintResult:
        self.asked = asked
        self.worker._take(0, 0, ("load",))
        self.worker._take(0, 0, ("write",))
        return self.answer


@pytest.fixture
def making(deck: Path, out: Path, monkeypatch: pytest.MonkeyPatch) -> Making:
    worker = PrintWorker(deck, out)
    file = deck.with_suffix(".pdf")
    found = Making(worker, PrintResult((ResultFile(file.name, str(file), 3),), facts=("1 sheet",)))
    monkeypatch.setattr(worker, "ask", found.ask)
    return found


def test_the_stages_are_told_and_then_what_was_made(making):
    async def steps():
        return [step async for step in making.worker.pdf(BuildOptions())]

    assert run_coroutine(steps()) == ["load", "write", making.answer]
    assert making.asked == ("pdf", BuildOptions(), making.worker.out)
    assert making.worker.file("cards.pdf") is not None
    assert making.worker.file("cards.yaml") is None
    making.answer = PrintResult((ResultFile("more.zip", "/more.zip", 3), ResultFile("cut.svg", "/cut.svg", 3)))
    assert run_coroutine(steps()) == ["load", "write", making.answer]
    assert {name: making.worker.file(name) is not None for name in ("cards.pdf", "more.zip", "cut.svg")} == {
        "cards.pdf": True,
        "more.zip": True,
        "cut.svg": True,
    }, "what was made before can still be saved"
    making.worker._begin_stage(making.worker._starts - 1, "of a process that was stopped")
    assert making.worker._stages.empty()


def test_a_job_that_is_stopped_does_not_end_the_one_that_waits_for_its_turn(making, monkeypatch):
    ended: list[str] = []

    async def never(_name: str, *_arguments: object) -> PrintResult:
        try:
            await asyncio.Event().wait()
        finally:
            ended.append("asked")
        return making.answer

    async def two() -> list[object]:
        quick, making.worker.ask = making.worker.ask, never
        stopped, other = making.worker.pdf(BuildOptions()), making.worker.pdf(BuildOptions())
        first = asyncio.create_task(anext(stopped))
        await asyncio.sleep(0)  # noqa: TID251 - it has its turn then
        following = asyncio.create_task(all_of(other))
        await asyncio.sleep(0)  # noqa: TID251 - the other waits
        making.worker.ask = quick
        first.cancel()
        steps = await following
        assert sorted(ended) == ["asked", "process"], "nobody waits for what was asked"
        return steps

    async def all_of(steps: AsyncIterator[object]) -> list[object]:
        return [step async for step in steps]

    monkeypatch.setattr(making.worker, "stop", lambda: ended.append("process"))
    assert run_coroutine(two()) == ["load", "write", making.answer]


def test_a_page_that_goes_away_stops_the_job():
    ended = []

    async def steps() -> AsyncIterator[str]:
        try:
            for stage in ("load", "write"):
                yield stage
        finally:
            ended.append(True)

    async def first_line() -> str:
        lines = _lines(steps())
        line = await anext(lines)
        await lines.aclose()
        assert ended, "at once, and not when memory is collected"
        return line

    assert run_coroutine(first_line()) == '{"stage": "load"}\n'


def test_a_process_that_ends_while_it_makes_files_is_told(making):
    async def lost(_name: str, *_arguments: object) -> PrintResult:
        making.worker._take(0, 0, ("load",))
        raise WorkerLostError

    async def steps() -> list[object]:
        return [step async for step in making.worker.pdf(BuildOptions())]

    making.worker.ask = lost
    stage, made = run_coroutine(steps())
    assert (stage, made.files, [(one.code, one.message) for one in made.problems]) == (
        "load", (), [("E792", "the process that makes the files ended unexpectedly")],
    )  # fmt: skip


def test_a_job_that_waited_for_its_turn_starts_no_process_after_the_end(deck, out, monkeypatch):
    worker = PrintWorker(deck, out)
    started: list[str] = []
    monkeypatch.setattr(worker, "_begin", started.append)

    async def steps() -> list[object]:
        jobs = worker.pdf(BuildOptions())
        worker.close()
        return [step async for step in jobs]

    (made,) = run_coroutine(steps())
    assert (isinstance(made, PrintResult) and [one.code for one in made.problems], started) == (["E792"], [])


def test_what_is_packed_for_a_page_goes_with_the_worker(making):
    async def steps():
        return [step async for step in making.worker.export("png", ExportOptions(url="a"))]

    assert run_coroutine(steps()) == ["load", "write", making.answer]
    assert making.asked[:-1] == ("export", "png", ExportOptions(url="a"), making.worker.out)
    assert str(making.asked[-1]) == making.worker._scratch.name
    folder = Path(making.worker._scratch.name)
    making.worker.export("tts", ExportOptions())
    assert Path(making.worker._scratch.name) == folder, "what was packed before can still be saved"
    ended = []
    join = lambda: ended.append(folder.is_dir())  # noqa: E731 - until then it may write there
    making.worker._process = SimpleNamespace(kill=lambda: ended.append("killed"), join=join)
    making.worker.close()
    assert (ended, folder.exists()) == (["killed", True], False)


@pytest.mark.parametrize(
    ("path", "body", "status"),
    [
        ("make/nothing", {}, 404),
        ("make/pdf?paper=a4&ink=blood", {}, 400),
        ("make/pdf", {"cut_files": [1]}, 400),
        ("make/tts", {"url": 5}, 400),
        ("make/pdf", b"{", 400),
    ],
)
def test_what_cannot_be_made_is_refused(page, path, body, status):
    assert page.post(f"/api/decks/cards/{path}", ORIGIN, body).status_code == status


@pytest.mark.parametrize("name", ["cards.yaml", "../cards.yaml", "%2e%2e%2fcards.yaml", "cards.pdf", ""])
def test_only_files_that_were_made_are_sent(page, name):
    assert page.get(f"/api/decks/cards/made/{name}").status_code == 404


def test_only_this_computer_makes_files_and_marks_them(page):
    page.peer = "192.168.1.7"
    for path in ("make/pdf", "make/png", "printed"):
        assert page.post(f"/api/decks/cards/{path}", ORIGIN, {}).status_code == 403
    assert json.loads(page.get("/api/decks/cards/printing").text)["may_make"] is False


def test_another_page_can_make_nothing(page):
    assert page.post("/api/decks/cards/make/pdf", {"origin": "http://evil.example"}, {}).status_code == 403


def test_the_options_of_the_page_reach_what_makes_the_files_and_each_stage_is_a_line(deck, out, monkeypatch):
    given = {"columns": ("name=Title",), "images": ("art",)}  # of the command alone
    decks, asked = OpenDecks([deck], BuildOptions(language="de", **given), out), []
    printing = decks.by_id["cards"].printing
    made = PrintResult((ResultFile("cards.pdf", str(deck), 3),), facts=("1 sheet",))

    async def steps(*asking: object) -> AsyncIterator[str | PrintResult]:
        asked.append(asking)
        yield "load"
        yield made

    monkeypatch.setattr(printing, "pdf", steps)
    monkeypatch.setattr(printing, "export", steps)
    page = Client(application_of(decks), HOST)
    query = "paper=letter&card=tarot&lang=pt&look=text&palette=dark&players=3&only=ferry,oar&strict=1&draft=1"
    stated = {
        "paper": "letter", "card": "tarot", "language": "pt", "look": "text", "palette": "dark", "players": 3,
        "only": ("ferry", "oar"), "strict": True, "draft": True,
    }  # fmt: skip
    answers = [
        page.post(f"/api/decks/cards/make/{path}", body=body)
        for path, body in (
            (f"pdf?{query}", {"cut_files": ["svg", "dxf"], "changed": True}), ("pdf", {"split": True, "changed": False}),
            (f"tts?{query}", {"url": "https://a.example"}), (f"tgc?{query}", {}), ("png", {}),
        )
    ]  # fmt: skip
    plain = BuildOptions(language="de", **given)
    assert asked == [
        (replace(plain, **stated, cut_files=("svg", "dxf"), changed=True),),
        (replace(plain, split=True),),
        ("tts", ExportOptions(**stated, **given, url="https://a.example")),
        ("tgc", ExportOptions(**(stated | {"card": ""}), **given)),
        ("png", ExportOptions(language="de", **given)),
    ]
    lines = [json.loads(line) for line in answers[0].text.splitlines()]
    assert lines[0] == {"stage": "load"} and lines[1]["made"]["facts"] == ["1 sheet"] and len(lines) == 2
    assert answers[0].headers["content-type"] == "application/x-ndjson"

    printing._files["cards.pdf"] = deck
    sent = page.get("/api/decks/cards/made/cards.pdf")
    assert sent.content == deck.read_bytes() and 'filename="cards.yaml"' in sent.headers["content-disposition"]
    deck.unlink()
    assert page.get("/api/decks/cards/made/cards.pdf").status_code == 404


def test_what_cannot_be_marked_is_told(deck, out, page, monkeypatch):
    made = Maker(deck, lambda _: None).pdf(BuildOptions(), out)

    def broken(_target):
        raise CardgenError([Diagnostic("E601", "it is read-only"), Diagnostic("E601", "and full")])

    monkeypatch.setattr("cardgen.pipeline.printed_file.records.mark_printed", broken)
    answer = page.post("/api/decks/cards/printed", ORIGIN, {"built": made.built})
    assert (answer.status_code, json.loads(answer.text)) == (422, {"message": "It is read-only; and full"})


def test_the_choices_are_those_of_the_commands(page, deck, monkeypatch):
    deck.with_name("sizes.yaml").write_text("plotters:\n  My Cutter: {inset: 12mm, arm: 1.5cm}\n", "utf-8")
    choices = json.loads(page.get("/api/decks/cards/printing").text)
    assert choices["may_make"] is True
    assert [(one["name"], one["title"], one["about"]) for one in choices["targets"]] == [
        (name, profile.title, profile.about) for name, profile in profiles().items()
    ]
    assert {"png", "tts", "tgc", "pdf-cards"} <= {target["name"] for target in choices["targets"]}
    assert [target["name"] for target in choices["targets"] if target["has_url"]] == ["reading", "tts"]
    assert choices["plotters"] == [*PLOTTERS, "my-cutter"] and "silhouette" in PLOTTERS

    def printers():
        return {"attic": None}

    monkeypatch.setattr("cardgen.preview.routes.printing.load_printers", printers)
    assert json.loads(page.get("/api/decks/cards/printing").text)["printers"] == ["attic"]

    def broken():
        raise CardgenError([Diagnostic("E103", "a broken file")])

    monkeypatch.setattr("cardgen.preview.routes.printing.load_printers", broken)
    assert json.loads(page.get("/api/decks/cards/printing").text)["printers"] == []
