"""The programs of the processes of the preview: each request is answered by its number, also after a bug, until the server ends."""

from pathlib import Path
from pkgutil import resolve_name
from typing import Any

import pytest

from cardgen.pipeline.options import BuildOptions
from cardgen.preview import worker_process
from cardgen.preview.deck_worker import DeckWorker
from cardgen.preview.editor import assistant
from cardgen.preview.editor.worker import AssistantWorker
from cardgen.preview.pictures import recent_pictures
from cardgen.preview.pictures.recent_pictures import RecentPictures
from cardgen.preview.printing import maker
from cardgen.preview.printing.worker import PrintWorker
from cardgen.preview.start import starter
from cardgen.preview.start.worker import StartWorker
from cardgen.preview.table import game_process
from cardgen.preview.table.workers import GameWorker
from cardgen.preview.tryit import trial_process
from cardgen.preview.tryit.subject import TrialSubject
from cardgen.preview.tryit.trial import TrialWorker


class Connection:
    """The end of a server that asks something, and is gone then."""

    def __init__(self, *requests: tuple[object, ...], end: type[Exception] = EOFError) -> None:
        self.requests = [*requests]
        self.end = end
        self.sent: list[Any] = []

    def poll(self, timeout: float | None = None) -> bool:
        return bool(self.requests) or timeout is None

    def recv(self) -> tuple[object, ...]:
        if not self.requests:
            raise self.end
        return self.requests.pop(0)

    def send(self, message: object) -> None:
        self.sent.append(message)


@pytest.fixture
def deck(tmp_path: Path) -> Path:
    path = tmp_path / "cards.yaml"
    path.write_text("game: cards\ncards: [{name: Ferry}]\n", "utf-8")
    return path


def test_each_process_has_a_program():
    for worker in (AssistantWorker, DeckWorker, GameWorker, PrintWorker, StartWorker, TrialWorker):
        assert callable(resolve_name(worker.program)), worker


def test_an_assistant_answers_nothing_after_a_bug(deck):
    server = Connection((3, "icon", ("none",)), (4, "suggest", ()), (5, "icon", ("sun",)))
    assistant.serve_assistant(server, deck)
    assert [number for number, _ in server.sent] == [3, 4, 5]
    assert [answer is None for _, answer in server.sent] == [True, True, False]


def test_a_starter_says_what_bug_there_is(tmp_path):
    server = Connection((3, "make", ("a",)), (4, "offers", ()))
    starter.serve_starter(server, tmp_path)
    (three, told), (four, offers) = server.sent
    assert (three, four) == (3, 4) and "classic" in offers["looks"]
    assert told["problems"][0].startswith("this is a bug in cardgen: TypeError: ")


def test_a_maker_tells_its_stages_and_what_it_made_or_why_it_did_not(deck, tmp_path):
    wrong = BuildOptions(paper="a44")
    server = Connection(
        (3, "pdf", (wrong, tmp_path / "out")), (4, "pdf", (None,)), (5, "pdf", (BuildOptions(), tmp_path / "out"))
    )
    maker.serve_printing(server, deck)
    answers = {number: answer for number, answer in server.sent if number}
    assert [*answers] == [3, 4, 5]
    assert [[item.code for item in answer.problems] for answer in answers.values()] == [["E502"], ["E790"], []]
    assert "TypeError" in answers[4].problems[0].message
    assert [file.name for file in answers[5].files] == ["cards.pdf"]
    stages = [more for number, more in server.sent if not number]
    assert stages[0] == ("load",) and stages[-1] == ("write",) and server.sent[-1][0] == 5


def test_games_are_answered_one_after_the_other(monkeypatch, deck):
    priorities: list[int] = []
    monkeypatch.setattr(game_process.os, "nice", priorities.append)
    server = Connection((3, "settings", (deck, "en")), (4, "settings", (deck.with_name("none.yaml"), "en")))
    game_process.serve_games(server, "reader")
    assert (server.sent, priorities) == ([(3, []), (4, [])], [])
    game_process.serve_games(Connection(), game_process.OUTLOOKS)
    assert priorities == [game_process.PRIORITY]


def test_decks_are_drawn_and_followed_until_the_server_ends(monkeypatch, deck):
    monkeypatch.setattr(trial_process.os, "nice", bool)
    for end in (EOFError, OSError):
        server = Connection((3, "png", (BuildOptions(), "0" * 24, 20)), end=end)
        worker_process.serve_requests(server, deck, deck.with_suffix(".pdf"))
        assert {number: answer for number, answer in server.sent if number} == {3: None}
        assert [face.name for face in server.sent[0][1][2].faces] == ["Ferry"], "a process that is new draws the deck"
        server = Connection((4, "follow", ()), end=end)
        trial_process.serve_trial(server, TrialSubject(deck))
        assert (4, None) in server.sent
        told = [value[0] for number, value in server.sent if not number]
        assert told[-1]["state"] == "none", "it cannot be played"


def test_the_pictures_that_were_asked_for_last_are_kept(monkeypatch):
    monkeypatch.setattr(recent_pictures, "MOST_BYTES", 10)
    kept = RecentPictures()
    for name in ("a", "b", "c"):
        kept.keep(name, name.encode() * 3)
    kept.keep("b", b"other")  # a name says what a picture shows
    assert kept.find("a") == b"aaa"
    kept.keep("d", b"dddd")
    assert [kept.find(name) for name in "abcd"] == [b"aaa", None, b"ccc", b"dddd"]
    kept.keep("e", b"e" * 11)
    assert [kept.find(name) for name in "acde"] == [None] * 4
    kept.keep("f", b"f" * 10)
    assert kept.find("f") == b"f" * 10
