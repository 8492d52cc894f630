"""The process of a deck: pictures that have changed are sent at once, before the build has ended."""

import asyncio
import itertools
from collections import deque
from pathlib import Path
from types import SimpleNamespace
from typing import Any

import pytest

from cardgen.pipeline.options import BuildOptions
from cardgen.preview import worker_process
from cardgen.preview.deck_worker import DeckWorker
from cardgen.preview.pictures.drawing import PictureLeftOffError
from cardgen.preview.session.session import PreviewSession
from cardgen.preview.session.snapshot import ShownFace, Snapshot, Version
from cardgen.preview.worker_process import MOST_SESSIONS, DeckServer, Request, Sessions, drawn_ahead
from cardgen.processes.worker import WorkerLostError
from cardgen.report.errors import UnlocatedError
from tests import toy
from tests.preview.coroutines import run_coroutine

OPTIONS = BuildOptions()


class Wire:
    """The end of a connection that a process has, and what it sends.

    Attributes:
        requests: What arrives, one request each time that the process looks; None for nothing.
        news: The faces of each message by id, with the names of the pictures beside it.
        snapshots: The snapshots among them.
        numbers: The number of each message: 0 for news.
        answers: The answers by the numbers of the requests.
        looks: How often the process could do something else.
    """

    def __init__(self) -> None:
        self.requests: deque[Request | None] = deque()
        self.news: list[tuple[dict[str, ShownFace], set[str]]] = []
        self.snapshots: list[Snapshot] = []
        self.numbers: list[int] = []
        self.answers: dict[int, object] = {}
        self.looks = 0
        self._places = itertools.count(1)

    def poll(self, timeout: float | None) -> bool:
        self.looks += 1
        if not self.requests:
            if timeout is None:
                raise EOFError  # it would wait for ever
            return False
        if self.requests[0] is None:
            self.requests.popleft()
            return False
        return True

    def recv(self) -> Request:
        request = self.requests.popleft()
        assert request is not None
        return request

    def send(self, message: tuple[int, Any]) -> None:
        number, value = message
        self.numbers.append(number)
        if number:
            self.answers[number] = value
            return
        place, _, news, pictures = value
        assert place == next(self._places)
        if isinstance(news, Snapshot):
            self.snapshots.append(news)
        faces = news.faces if isinstance(news, Snapshot) else news
        self.news.append(({face.id: face for face in faces}, {*pictures}))


class Drawing:
    """A process that draws a deck, with the wire to it."""

    def __init__(self, deck: Path) -> None:
        self.deck = deck
        self.wire = Wire()
        self.process = DeckServer(self.wire, deck, deck.with_name("out.pdf"))

    def build(self) -> Snapshot:
        """Return the snapshot of a build; the news from before are forgotten."""
        self.wire.news.clear()
        self.process.build(OPTIONS)
        self.early = self.wire.news[:-1]
        return self.wire.snapshots[-1]

    def png(self, key: str, dpi: int) -> bytes | None:
        return self.process.png(OPTIONS, key, dpi)


@pytest.fixture
def deck(toy_folder: Path) -> Path:
    return toy_folder / "suns.yaml"


def edit(deck: Path, *pairs: tuple[str, str]) -> None:
    text = deck.read_text("utf-8")
    for before, after in pairs:
        assert before in text
        text = text.replace(before, after)
    deck.write_text(text, "utf-8")


def own_template(deck: Path, end: str) -> None:
    """Put a template beside the deck which is that of the game with another end."""
    (deck.parent / "templates").mkdir()
    text = (toy.FOLDER / "templates/card.svg.j2").read_text("utf-8")
    (deck.parent / "templates/card.svg.j2").write_text(text.replace("</svg>", end), "utf-8")


@pytest.fixture
def drawing(deck: Path) -> Drawing:
    return Drawing(deck)


def test_the_first_pieces_of_a_deck_are_sent_before_the_others_are_drawn(drawing: Drawing) -> None:
    whole = drawing.build()
    assert [[*faces] for faces, _ in drawing.early] == [["cards/dawn"], ["cards/dawn", "cards/dusk"]]
    assert all(pictures == set() for _, pictures in drawing.early)  # nobody has asked for one yet
    assert drawing.wire.snapshots[-2].faces == whole.faces and drawing.wire.snapshots[-2].sheets == ()
    assert drawing.wire.looks >= 4  # before each side


def test_the_session_that_was_not_used_for_longest_is_closed_for_a_new_one(
    deck: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    sessions, ways = Sessions(deck, deck), [BuildOptions(players=count) for count in range(1, MOST_SESSIONS + 2)]
    first = [sessions.of(options) for options in ways[:-1]]
    assert sessions.of(ways[0]) is first[0]
    sessions.keep(ways[1])
    closed: list[PreviewSession] = []

    def close(session: PreviewSession) -> None:
        closed.append(session)

    monkeypatch.setattr(PreviewSession, "close", close)
    sessions.of(ways[-1])
    assert closed == [first[1]] and not sessions._kept
    assert [sessions.find(options) for options in ways[:-1]] == [first[0], None, *first[2:]]


def test_changed_faces_that_somebody_has_seen_are_sent_one_by_one_before_all_others(
    drawing: Drawing, deck: Path
) -> None:
    whole = drawing.build()
    assert all(drawing.png(face.face.key, 100) for face in whole.faces)
    edit(deck, ("en: Dusk", "en: Night"), ("en: Dawn", "en: Day"))
    day, night = drawing.build().faces
    assert drawing.early == [({face.id: face}, {f"{face.face.key}-100.png"}) for face in (day, night)]
    assert (day.name, "Day" in day.text, night.name) == ("Day", True, "Night")


def test_of_faces_shown_together_those_that_take_long_are_left_to_the_page(drawing: Drawing, deck: Path) -> None:
    session = PreviewSession(deck, OPTIONS)
    keys = [face.face.key for face in session.build().faces]
    assert drawn_ahead(session, keys) == {}  # nobody has asked for one
    for resolution, count in ((150, 2), (600, 1)):
        assert session.png(keys[0], resolution)
        assert [*drawn_ahead(session, keys)] == [f"{key}-{resolution}.png" for key in keys[:count]]
    assert drawn_ahead(session, ["0" * 24]) == {}  # which cannot be drawn


def test_changed_faces_are_drawn_before_a_page_asks_unless_they_are_large(
    drawing: Drawing, monkeypatch: pytest.MonkeyPatch
) -> None:
    def face(id: str, width: float, height: float) -> Any:
        return SimpleNamespace(id=id, face=SimpleNamespace(key=id.upper(), width=width, height=height))

    whole = Snapshot("", faces=(face("a", 100, 100), face("b", 101, 100), face("c", 9, 900), face("d", 5, 5)))
    seen = (face("d", 6, 6), face("e", 100, 101), face("a", 7, 7), face("f", 8, 8))
    drawn, waited = [], []

    def build(publish: Any, on_rest: Any) -> Snapshot:
        for news in (whole, whole, seen, seen):
            publish(news)
            on_rest()
            on_rest()
        return whole

    kept: list[BuildOptions] = []
    session = SimpleNamespace(
        snapshot=Snapshot(""), dpi=0, folders=("art",), build=build, draw=lambda keys: drawn.append([*keys])
    )
    drawing.process._sessions = SimpleNamespace(of=lambda _: session, keep=kept.append)
    monkeypatch.setattr(worker_process, "MOST_AHEAD", 2)
    monkeypatch.setattr(drawing.process, "_receive", waited.append)
    assert drawing.process.build(OPTIONS) == ("art",)
    assert drawn == [["A", "C"], [], ["D", "A", "F"], []], "all of those on the screen, and nothing twice"
    assert len(drawing.wire.news) == 5 and kept == [*drawing.process._unsettled] == [OPTIONS]
    assert waited == [worker_process._MOMENT, *[0] * 7], (
        "once for a page that was told of others without their pictures"
    )


def test_a_picture_that_was_left_off_is_the_next_one(drawing: Drawing, monkeypatch: pytest.MonkeyPatch) -> None:
    def left_off(*_: object) -> None:
        raise PictureLeftOffError

    monkeypatch.setattr(drawing.process, "png", left_off)
    requests = [(number, "png", (OPTIONS, "a", 100)) for number in (1, 2)]
    drawing.process._waiting = [*requests]
    drawing.process._answer(requests[0])
    assert drawing.process._waiting == requests and not drawing.wire.answers


def test_a_session_that_was_closed_for_others_has_nothing_to_settle(drawing: Drawing) -> None:
    drawing.process._unsettled = {OPTIONS: None, BuildOptions(players=3): None}
    drawing.process._settle(OPTIONS)
    assert [*drawing.process._unsettled] == [BuildOptions(players=3)] and not drawing.wire.numbers


def test_of_changed_faces_that_nobody_has_seen_the_first_is_sent_with_its_picture(drawing: Drawing, deck: Path) -> None:
    whole = drawing.build()
    assert drawing.png(whole.faces[0].face.key, 100)
    edit(deck, ("en: Dusk", "en: Night"))
    after = drawing.build()
    assert drawing.early == [({face.id: face for face in after.faces}, {f"{after.faces[1].face.key}-100.png"})]
    assert (drawing.wire.snapshots[-2].faces, drawing.wire.snapshots[-2].sheets) == (after.faces, whole.sheets)


def test_faces_that_were_sent_singly_are_not_sent_with_the_others_and_of_these_one_with_its_picture(
    tmp_path: Path,
) -> None:
    deck = tmp_path / "boats.yaml"
    deck.write_text("game: cards\ncards: [{id: a, name: Ferry}, {id: b, name: Barge}, {id: c, name: Sloop}]\n", "utf-8")
    drawing = Drawing(deck)
    assert drawing.png(PreviewSession(deck, OPTIONS).build().faces[0].face.key, 20), (
        "a process that is new draws the deck"
    )
    edit(deck, ("Ferry", "Canoe"), ("Barge", "Kayak"), ("Sloop", "Punts"))
    faces = drawing.build().faces
    assert drawing.early == [
        ({faces[0].id: faces[0]}, {f"{faces[0].face.key}-20.png"}), ({face.id: face for face in faces}, {f"{faces[1].face.key}-20.png"}),
    ]  # fmt: skip


def test_a_face_with_a_warning_is_sent_early_and_its_warning_is_told_once(drawing: Drawing, deck: Path) -> None:
    assert drawing.png(drawing.build().faces[1].face.key, 100)
    own_template(deck, "{% if card.id == 'dusk' %}<title>Dusk</title><blink/>{% endif %}</svg>")
    after = drawing.build()
    assert [*drawing.early[0][0]] == ["cards/dusk"] and drawing.early[0][1]
    assert [problem.code for problem in after.problems] == ["W425"]
    assert after == PreviewSession(deck, OPTIONS).build()


def test_a_face_with_an_error_is_not_sent_early(drawing: Drawing, deck: Path) -> None:
    assert all(drawing.png(face.face.key, 100) for face in drawing.build().faces)
    own_template(deck, "<circle r='1'/>{{ 1 / (card.id != 'dusk') }}</svg>")
    after = drawing.build()
    assert all([*faces] == ["cards/dawn"] for faces, _ in drawing.early)
    assert after.state == "faulty" and [face.is_stale for face in after.faces] == [False, True]


def test_a_face_that_is_mended_is_not_stale_in_what_is_sent_early(drawing: Drawing, deck: Path) -> None:
    assert all(drawing.png(face.face.key, 100) for face in drawing.build().faces)
    edit(deck, ("cards:", "cards: ["))
    assert all(face.is_stale for face in drawing.build().faces)
    edit(deck, ("cards: [", "cards:"), ("en: Dusk", "en: Night"))
    night = drawing.build().faces[1]
    assert drawing.early[0][0] == {"cards/dusk": night} and not night.is_stale


def test_quick_pictures_are_answered_during_a_build(drawing: Drawing, deck: Path) -> None:
    key = drawing.build().faces[0].face.key
    drawing.wire.requests += [(5, "png", (OPTIONS, key, 150)), (6, "png", (OPTIONS, key, 600))]
    drawing.wire.requests += [(7, "png", (OPTIONS, "0" * 24, 150))]
    edit(deck, ("en: Dusk", "en: Night"))
    drawing.build()
    assert [*drawing.wire.answers] == [5] and drawing.wire.answers[5]  # the others are large, or unknown


def test_a_large_picture_makes_way_for_an_edit_and_is_drawn_on_after_it(drawing: Drawing, deck: Path) -> None:
    key = drawing.build().faces[0].face.key
    build = 8, "build", (OPTIONS,)
    drawing.wire.requests += [
        (7, "png", (OPTIONS, key, 600)),
        None,
        None,
        (9, "png", (OPTIONS, "0" * 24, 20)),
        build,
    ]  # after two bands
    with pytest.raises(EOFError):
        drawing.process.run()
    assert [number for number in drawing.wire.numbers if number] == [8, 7, 9]
    other = PreviewSession(deck, OPTIONS)
    other.build()
    assert drawing.wire.answers[7] == other.png(key, 600)


def test_the_snapshot_of_a_build_comes_before_its_end_and_what_is_found_later_after_it(
    drawing: Drawing, monkeypatch: pytest.MonkeyPatch
) -> None:
    def play() -> list[int]:
        drawing.wire.requests += [(3, "build", (OPTIONS,)), None]
        drawing.wire.numbers.clear()
        with pytest.raises(EOFError):
            drawing.process.run()
        return drawing.wire.numbers[drawing.wire.numbers.index(3) - 1 :]

    assert play() == [0, 3]

    def fail(*_: object) -> bytes:
        raise UnlocatedError("E602", "picture 'x' cannot be converted")

    monkeypatch.setattr("cardgen.write.document.compose_pdf", fail)
    edit(drawing.deck, ("en: Dusk", "en: Night"))
    assert play() == [0, 3, 0]
    before, after = drawing.wire.snapshots[-2:]
    assert {problem.code for problem in after.problems} == {"E602"}
    assert len(before.problems) < len(after.problems), "those of pages that nobody has asked for"


def test_a_closed_worker_is_not_started_again_by_who_comes_late(deck: Path) -> None:
    worker = DeckWorker(deck, lambda *_: None, deck.with_name("out.pdf"))
    worker.close()
    with pytest.raises(WorkerLostError):
        run_coroutine(worker.png(OPTIONS, "0" * 24, 100))
    assert not worker.is_running


def test_what_the_process_answers_and_publishes_reaches_who_asked(deck: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    told: list[object] = []
    asked: list[tuple[object, ...]] = []
    worker = DeckWorker(deck, lambda *news: told.append(news), deck.with_name("out.pdf"), lambda: told.append("lost"))

    async def ask(*request: object) -> object:
        asked.append(request)
        return ("a", "b/c") if request[0] == "build" else b"png"

    monkeypatch.setattr(worker, "ask", ask)
    assert run_coroutine(worker.build(OPTIONS)) == (Path("a"), Path("b/c"))
    assert run_coroutine(worker.png(OPTIONS, "key", 150)) == b"png"
    assert asked == [("build", OPTIONS), ("png", OPTIONS, "key", 150)]
    worker._take(2, 0, (7, OPTIONS, "news", {"a": b"1"}))
    assert told == [(OPTIONS, "news", Version(2, 7), {"a": b"1"})]
    here, there = (SimpleNamespace(close=lambda: None) for _ in range(2))
    worker._connection = here  # type: ignore[assignment]
    worker._lose(there)  # type: ignore[arg-type]  # that of a process before
    assert told[1:] == []
    worker._lose(here)  # type: ignore[arg-type]
    assert told[1:] == ["lost"]


@pytest.mark.processes
def test_the_end_of_the_process_between_two_requests_is_told(deck: Path) -> None:
    async def lose() -> None:
        lost = asyncio.Event()
        worker = DeckWorker(deck, lambda *_: None, deck.with_name("out.pdf"), lost.set)
        await worker.build(OPTIONS)
        assert worker._process and not lost.is_set()
        worker._process.kill()
        await asyncio.wait_for(lost.wait(), 60)
        assert not worker.is_running

    run_coroutine(lose())
