"""What the page is told of the files, the boxes and the lists of a deck, and of new decks, is as in the last version."""

import json
from collections.abc import Iterable, Iterator
from pathlib import Path
from types import SimpleNamespace

import pytest

from cardgen.pipeline.options import BuildOptions
from cardgen.preview.editor.assistant import Assistant
from cardgen.preview.editor.pictures import PICTURE_LIMIT
from cardgen.preview.editor.worker import AssistantWorker
from cardgen.preview.server.open_decks import OpenDecks
from cardgen.preview.start.starter import Starter
from cardgen.preview.start.worker import StartWorker
from cardgen.processes.worker import WorkerLostError
from cardgen.report.diagnostics import Collector
from tests.preview.applications import application_of
from tests.preview.arrange.test_layout import DECK, FACE, GAME, SUN
from tests.preview.asgi import Client
from tests.recorded import check_recorded

FISH = "game: cards\ncards:\n  - {name: 🐟, art: art/pike.svg}\n  - {name: Crab, art: art/crab.png}\n"
BOX = {"type": "text", "field": "name"}
LIST = {"name": "lamps.yaml", "list": "lamps"}
REQUESTS: tuple[tuple[str, object], ...] = (
    ("files", None), ("files/lamps.yaml", None), ("files/more.csv", None), ("files/sun.svg", None), ("files/SUN.svg", None),
    ("files/.hidden/sun.svg", None), ("files/../sun.svg", None), ("files/other.yaml", None), ("files/latin.csv", None), ("files/huge.svg", None), ("files/nothing.svg", None), ("files/lamps.yaml", {"text": "x", "base": 1}),
    ("files/lamps.yaml", {"text": "x"}), ("files/lamps.yaml", {"text": "x", "base": "old"}), ("files/gone.md", {"text": "x", "base": ""}),
    ("files/book.xlsx", {"text": "x", "base": ""}), ("files/../x.md", {"text": "x", "base": ""}), ("files/latin.csv", {"text": "a\n", "base": "9"}),
    ("icons/sun", None), ("icons/none", None), ("fetched-icon", {"name": "sun"}), ("fetched-icon", {"name": "none"}), ("fetched-icon", {"name": "lost"}), ("fetched-icon", {}),
    ("suggest", {"name": "lamps.yaml", "before": "game: lamps\nlamps:\n  - name: 🐟 {s", "after": "\n"}),
    ("suggest", {"name": "lamp.face.yaml", "before": "boxes:\n  - name: 🐟\n    ty", "after": ""}), ("suggest", {"name": 1}),
    ("suggest", {"name": "text.md", "before": "🐟", "after": ""}), ("explain", {"name": "text.md", "before": "🐟", "after": ""}),
    ("suggest", {"name": "lamp.svg.j2", "before": "🐟 {{ card.na", "after": ""}), ("explain", {"name": "lamps.yaml", "before": "# 🐟\nga", "after": "me: lamps\n"}),
    ("explain", {"name": "lamp.svg.j2", "before": "🐟 {{ card.na", "after": "me }}"}),
    ("name-pictures", {"text": FISH.replace("game: cards", "game: lamps").replace("cards:", "lamps:"), "pictures": [[3, "b.svg"], [4, "c.svg"], [9, "d.svg"]]}),
    ("name-pictures", {"text": "", "pictures": [[3]]}), ("name-pictures", {"text": "", "pictures": 3}), ("name-pictures", {"pictures": []}),
    ("arrange", {"face": "lamps/lantern"}), ("arrange?lang=en&ink=", {"face": "lamps/lantern", "name": "lamp.face.yaml", "text": FACE + "  - {name: more, type: shape, left: 1, width: 2, top: 3, height: 4}\n"}),
    ("arrange", {"face": "lamps/none"}), ("arrange?lang=", {}), ("arrange?wrong=1", {"face": "lamps/lantern"}), ("arrange/choices", {"face": "lamps/lantern"}),
    ("arrange/worst", {"face": "lamps/lantern", "box": BOX}), ("arrange/worst", {"face": "lamps/lantern"}), ("arrange/value", {"face": "lamps/lantern", "box": BOX, "item": 0}),
    ("arrange/value", {"face": "lamps/none", "box": BOX, "item": "1"}), ("arrange/value", {"face": "lamps/lantern"}), ("arrange/card.svg?face=lamps/lantern&as=x", None),
    ("arrange/card.svg?face=lamps/none", None), ("arrange/style.svg?style=name&words=A", None), ("arrange/style.svg?style=none&words=A", None),
    ("arrange/copy", {"name": "lamps.lamp.none"}), ("arrange/copy", {}),
    ("arrange/cells", {"name": "none.xlsx", "base": "", "sheet": "a", "remove": [2]}), ("arrange/cells", {"name": "none.xlsx", "base": "", "remove": [0]}),
    ("arrange/cells", {"name": "none.xlsx", "base": "", "remove": [True], "changes": []}),
    ("arrange/value", {"face": "lamps/lantern", "box": BOX, "item": 1}), ("arrange/style.svg?style=name", None), ("arrange/style.svg?lang=xx&ink=&style=name&words=Ag", None),
    ("grid", LIST), ("grid", LIST | {"text": "game: lamps\nlamps:\n  - {name: Candle}\n"}), ("grid", LIST | {"list": "none"}), ("grid", {"name": "more.csv", "delimiter": ","}),
    ("grid", {"name": "none.csv"}), ("grid", {"name": "latin.csv", "text": "name\nA\n", "delimiter": ","}), ("grid", {"name": "book.xlsx"}), ("grid", {"name": 1}), ("grid/pasted", {"text": "name\tcopies\nA\t2\n", "kind": "lamps"}), ("grid/pasted", {}), ("grid/pasted", {"columns": "name"}), ("grid/pasted", {"columns": [1]}), ("grid/pasted", {"columns": [{}, 1]}), ("grid/pasted", {"columns": [{"title": 1}]}),
)  # fmt: skip
STARTS: tuple[tuple[str, object], ...] = (
    ("/start", None), ("/api/start/new", {"name": "tides", "kinds": "boats, isles", "languages": "en, pt", "look": "", "size": "poker"}),
    ("/api/start/new", {"name": "gulls", "look": "baroque", "languages": "xx9"}), ("/api/start/new", {"name": "tides"}), ("/api/start/new", {"name": ""}), ("/api/start/new", {"name": 1}), ("/api/start/new", {"name": "reefs", "game": "none"}),
    ("/api/start/file?file=winds.csv&bytes=x", b"name,cost\nNorth,2\n"), ("/api/start/file?file=gales.csv&name=Storms", b"name\nGale\n"),
    ("/api/start/file?file=odd.bin", b"\0\1"), ("/api/start", None), ("/api/start/open", {"file": "none.yaml"}),
)  # fmt: skip


FROM_ELSEWHERE: tuple[tuple[str, object], ...] = (
    ("files", None), ("files/lamps.yaml", {"text": "x", "base": ""}), ("fetched-icon", {"name": "x"}), ("dropped?name=a.svg", b"<svg"),
    ("grid", LIST | {"text": "lamps: []"}), ("arrange/copy", {}), ("arrange/cells", {}), ("arrange/restore", {}),
    ("arrange", {"face": "lamps/lantern", "name": "lamp.face.yaml", "text": "boxes: []"}),
)  # fmt: skip
UNANSWERED: tuple[tuple[str, object], ...] = (
    ("arrange", {"face": "lamps/lantern"}), ("arrange/choices", {"face": "lamps/lantern"}), ("arrange/copy", {"name": "lamps.lamp.name"}),
    ("arrange/card.svg?face=lamps/lantern", None), ("suggest", {"name": "lamps.yaml", "before": "🐟", "after": "x"}),
    ("explain", {"name": "lamps.yaml", "before": "", "after": ""}), ("name-pictures", {"text": "", "pictures": [[3, "a.svg"], [4, "b.svg"]]}),
    ("grid", LIST), ("grid/pasted", {"text": "name\n", "kind": "lamps"}), ("icons/sun", None),
)  # fmt: skip
DROPPED: tuple[tuple[str, object], ...] = (
    *((f"dropped?name={name}.svg", SUN.encode()) for name in ("gull", "Gull", "old", "oa r")), ("dropped?name=gull.svg", b"<svg/>"),
    ("dropped?name=gull.svg", b"gull"), ("dropped", b"gull"), ("dropped?name=Some.TTF", b"no font"), ("dropped?name=a.webp", b"RIFF0000WEBP"),
    ("dropped?name=a.webp", b"RIFF0000WAVE"), ("dropped?name=B.JPEG", b"\xff\xd8\xff"), ("dropped?name=b.png", b"\x89PNG"),
)  # fmt: skip


class Here:
    """Answers as a process does, in this one."""

    def __init__(self, program):
        self._program = program

    async def answer(self, name, *arguments):
        return getattr(self._program, name)(*arguments)


def told(client: Client, start: str, requests: Iterable[tuple[str, object]]) -> Iterator[str]:
    """Each answer: its status and type, then the beginning of each of its values."""
    for path, body in requests:
        answer = client.get(start + path) if body is None else client.post(start + path, body=body)
        yield f"== {path} {json.dumps(body, ensure_ascii=False) if isinstance(body, dict) else body or ''}".strip()
        headers = ("content-disposition", "content-security-policy")
        about = [f"{key}: {answer.headers[key]}" for key in headers if key in answer.headers]
        yield " | ".join([f"{answer.status_code} {answer.headers['content-type']}", *about])
        is_json = "json" in answer.headers["content-type"]
        text = answer.text.replace(str(Path.cwd()), "HERE").replace("\r", "")
        value = json.loads(text) if is_json else text
        if isinstance(value, dict) and len(text) > 300:
            yield from (f"{key}: {json.dumps(part, ensure_ascii=False)[:300]}" for key, part in value.items())
        else:
            yield (json.dumps(value, ensure_ascii=False) if is_json else value)[:300]


@pytest.fixture
def decks(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> Iterator[OpenDecks]:
    monkeypatch.chdir(tmp_path)
    texts = {
        "game.yaml": GAME, "lamps.yaml": DECK, "lamp.face.yaml": FACE, "sun.svg": SUN, "other.yaml": FISH, "more.csv": "name;cost\nOil;3\n",
        "text.md": "A\n", "lamp.svg.j2": "<svg/>", "icons/sun.svg": SUN, ".hidden/sun.svg": SUN,
    }  # fmt: skip
    for name, text in texts.items():
        Path(name).parent.mkdir(exist_ok=True)
        Path(name).write_text(text, "utf-8")
    Path("latin.csv").write_bytes(b"name\n\xe9\xff\n")
    Path("book.xlsx").write_bytes(b"no workbook \xff")
    with Path("huge.svg").open("wb") as file:
        file.truncate(PICTURE_LIMIT + 1)
    opened = OpenDecks([Path("lamps.yaml")], BuildOptions())
    monkeypatch.setattr(AssistantWorker, "start", lambda _: None)
    monkeypatch.setattr(AssistantWorker, "answer", Here(Assistant(Path("lamps.yaml"))).answer)
    monkeypatch.setattr(StartWorker, "answer", Here(Starter(Path())).answer)
    yield opened
    opened.close()


def pulled(deck, names):
    """An icon that is fetched, or the reason why there is none."""
    problems = Collector()
    if names != ["sun"]:
        problems.add("E124", "there is no icon of this name")
    if names == ["none"]:
        problems.add("E124", "nor another one", expected="the name of an icon")
    return [SimpleNamespace(path=deck.parent / "icons" / f"{names[0]}.svg")], problems


def test_answers_are_as_recorded(decks, monkeypatch):
    monkeypatch.setattr("cardgen.preview.routes.files.pull_icons", pulled)
    client = Client(application_of(decks), "localhost")
    found = [*told(client, "/api/decks/lamps/", REQUESTS)]
    client.peer = "192.0.2.7"  # who may look, and sees what is saved
    found += told(client, "/api/decks/lamps/", FROM_ELSEWHERE)
    check_recorded(Path(__file__).with_name("answers.txt"), found)


def test_answers_while_the_process_does_not_answer_are_as_recorded(decks, monkeypatch):
    async def nothing(*_):
        return None

    monkeypatch.setattr(AssistantWorker, "answer", nothing)
    found = told(Client(application_of(decks), "localhost"), "/api/decks/lamps/", UNANSWERED)
    check_recorded(Path(__file__).with_name("unanswered.txt"), found)


def test_what_a_page_says_reaches_the_process_and_a_table_tells_of_its_workbook(decks, monkeypatch):
    asked = []

    async def answer(_worker, *arguments):
        asked.append([one for one in arguments if not isinstance(one, BuildOptions)])
        return {}

    monkeypatch.setattr(AssistantWorker, "answer", answer)
    client = Client(application_of(decks), "localhost")
    for path, body, wanted in (
        ("arrange/value", {"face": "a", "box": BOX, "item": 2}, ["arrange", "value", "a", BOX, 2]),
        ("arrange/value", {"face": "a", "box": BOX, "item": "2"}, ["arrange", "value", "a", BOX, 0]),
        ("arrange/worst", {"face": "a", "box": BOX}, ["arrange", "worst", "a", BOX]),
        ("arrange", {"face": "a", "name": "b", "text": "c"}, ["arrange", "boxes", "a", "b", "c"]),
        ("arrange", {"face": "a", "name": None}, ["arrange", "boxes", "a", "", ""]),
        ("grid", {"name": "more.csv", "delimiter": ";", "list": "x", "text": "c"}, ["grid", "more.csv", "c", ";", "x"]),
        ("grid", {"name": "more.csv"}, ["grid", "more.csv", "name;cost\nOil;3\n", "", ""]),
        ("name-pictures", {"text": "a", "pictures": [[3, "b.svg"]]}, ["name_pictures", "a", [[3, "b.svg"]]]),
        ("grid/pasted", {"text": "a", "kind": "b"}, ["pasted_headings", "a", "b", []]),
        (
            "grid/pasted",
            {"text": "a", "columns": [{"key": "1"}, {"key": "2", "title": "Name", "field": "name"}]},
            [
                "pasted_headings",
                "a",
                "",
                [{"key": "1", "title": "", "field": ""}, {"key": "2", "title": "Name", "field": "name"}],
            ],
        ),
    ):
        assert client.post(f"/api/decks/lamps/{path}", body=body).status_code == 200, path
        assert asked.pop() == wanted

    async def nothing(_worker, *arguments):
        asked.append([*arguments])

    with monkeypatch.context() as patch:
        patch.setattr(AssistantWorker, "start", lambda _: asked.append("start"))
        client.get("/api/decks/lamps/files")
        assert asked.pop() == "start", "the first suggestion does not wait for it"
        patch.setattr(AssistantWorker, "answer", nothing)
        for what in ("suggest", "explain"):
            client.post(f"/api/decks/lamps/{what}", body={"name": "lamps.yaml", "before": "🐟 la", "after": "mps: []"})
            assert asked.pop() == [what, "lamps.yaml", "🐟 lamps: []", 4], "places are characters there"
    told = json.loads(client.post("/api/decks/lamps/grid", body={"name": "book.xlsx"}).text)
    assert told["revisions"] == decks.by_id["lamps"].workbooks.revisions() and [*told["revisions"]] == ["book.xlsx"]


def test_dropped_files_are_as_recorded(decks, monkeypatch):
    lamps = decks.by_id["lamps"]

    async def missing(_options):
        return ["art/gull.svg"]

    monkeypatch.setattr(lamps, "missing_pictures", missing)
    lamps.path.write_text(DECK.replace("sun.svg", "art/old.svg"), "utf-8")
    found = [*told(Client(application_of(decks), "localhost"), "/api/decks/lamps/", DROPPED)]
    found += sorted(path.as_posix() for path in Path().rglob("*[gulobs]*.*") if path.parent != Path())
    check_recorded(Path(__file__).with_name("dropped.txt"), found)

    async def lost(_options):
        raise WorkerLostError

    monkeypatch.setattr(lamps, "missing_pictures", lost)
    (answer,) = [*told(Client(application_of(decks), "localhost"), "/api/decks/lamps/", DROPPED[:1])][1:2]
    assert answer == "503 text/plain; charset=utf-8"


def test_new_decks_are_as_recorded(decks):
    client = Client(application_of(decks, Path()), "localhost")
    found = [*told(client, "", STARTS)]
    found += sorted(path.as_posix() for path in Path().glob("*/*.yaml"))
    check_recorded(Path(__file__).with_name("starts.txt"), found)
