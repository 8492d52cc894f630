"""The process of a deck: pictures that have changed are sent at once, before the build has ended."""

from collections.abc import Mapping
from pathlib import Path

import pytest

from cardgen.pipeline.options import BuildOptions
from cardgen.preview.pictures import PictureLeftOffError
from cardgen.preview.session import PreviewSession
from cardgen.preview.snapshot import News, ShownFace, Snapshot
from cardgen.preview.worker import DeckWorker, WorkerLostError
from cardgen.preview.worker_process import _Sessions
from tests import toy
from tests.preview.coroutines import run_coroutine

OPTIONS = BuildOptions()


class Sent:
    """What a process sends during its builds.

    Attributes:
        news: The faces of each message by id, with the names of the pictures beside it.
        snapshots: The snapshots among them.
        rests: How often it could do something else.
    """

    def __init__(self, deck: Path) -> None:
        self.news: list[tuple[dict[str, ShownFace], set[str]]] = []
        self.snapshots: list[Snapshot] = []
        self.rests = 0
        self.sessions = _Sessions(deck, deck.with_name("out.pdf"), self._send, self._rest, lambda: True)

    def _send(self, _options: BuildOptions, news: News, pictures: Mapping[str, bytes]) -> None:
        if isinstance(news, Snapshot):
            self.snapshots.append(news)
        faces = news.faces if isinstance(news, Snapshot) else news
        self.news.append(({face.id: face for face in faces}, {*pictures}))

    def _rest(self, _options: BuildOptions) -> None:
        self.rests += 1


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


def test_the_first_pieces_of_a_deck_are_sent_before_the_others_are_drawn(deck: Path) -> None:
    sent = Sent(deck)
    whole, _ = sent.sessions.build(OPTIONS)
    assert [[*faces] for faces, _ in sent.news] == [["cards/dawn"], ["cards/dawn", "cards/dusk"]]
    assert all(pictures == set() for _, pictures in sent.news)  # nobody has asked for one yet
    assert sent.snapshots[-1].faces == whole.faces and sent.snapshots[-1].sheets == ()
    assert sent.rests >= 4  # before each side


def test_changed_faces_that_somebody_has_seen_are_sent_one_by_one_before_all_others(deck: Path) -> None:
    sent = Sent(deck)
    whole, _ = sent.sessions.build(OPTIONS)
    assert all(sent.sessions.png(OPTIONS, face.face.key, 100) for face in whole.faces)
    sent.news.clear()
    edit(deck, ("en: Dusk", "en: Night"), ("en: Dawn", "en: Day"))
    after, _ = sent.sessions.build(OPTIONS)
    day, night = after.faces
    assert sent.news == [({face.id: face}, {f"{face.face.key}-100.png"}) for face in (day, night)]
    assert (day.name, "Day" in day.text, night.name) == ("Day", True, "Night")


def test_of_faces_shown_together_those_that_take_long_are_left_to_the_page(deck: Path) -> None:
    sent = Sent(deck)
    whole, _ = sent.sessions.build(OPTIONS)
    for resolution, count in ((150, 2), (600, 1)):
        assert all(sent.sessions.png(OPTIONS, face.face.key, 50) for face in whole.faces)
        sent.sessions._session(OPTIONS).dpi = resolution
        keys = [face.face.key for face in whole.faces]
        assert [*sent.sessions._drawn(OPTIONS, keys)] == [f"{key}-{resolution}.png" for key in keys[:count]]


def test_of_changed_faces_that_nobody_has_seen_the_first_is_sent_with_its_picture(deck: Path) -> None:
    sent = Sent(deck)
    whole, _ = sent.sessions.build(OPTIONS)
    assert sent.sessions.png(OPTIONS, whole.faces[0].face.key, 100)
    sent.news.clear()
    edit(deck, ("en: Dusk", "en: Night"))
    after, _ = sent.sessions.build(OPTIONS)
    assert sent.news == [({face.id: face for face in after.faces}, {f"{after.faces[1].face.key}-100.png"})]
    assert (sent.snapshots[-1].faces, sent.snapshots[-1].sheets) == (after.faces, whole.sheets)


def test_a_face_with_a_warning_is_sent_early_and_its_warning_is_told_once(deck: Path) -> None:
    sent = Sent(deck)
    whole, _ = sent.sessions.build(OPTIONS)
    assert sent.sessions.png(OPTIONS, whole.faces[1].face.key, 100)
    sent.news.clear()
    own_template(deck, "{% if card.id == 'dusk' %}<title>Dusk</title><blink/>{% endif %}</svg>")
    after, _ = sent.sessions.build(OPTIONS)
    assert [*sent.news[0][0]] == ["cards/dusk"] and sent.news[0][1]
    assert [problem.code for problem in after.problems] == ["W425"]
    assert after == PreviewSession(deck, OPTIONS).build()


def test_a_face_with_an_error_is_not_sent_early(deck: Path) -> None:
    sent = Sent(deck)
    whole, _ = sent.sessions.build(OPTIONS)
    assert all(sent.sessions.png(OPTIONS, face.face.key, 100) for face in whole.faces)
    sent.news.clear()
    own_template(deck, "<circle r='1'/>{{ 1 / (card.id != 'dusk') }}</svg>")
    after, _ = sent.sessions.build(OPTIONS)
    assert all([*faces] == ["cards/dawn"] for faces, _ in sent.news)
    assert after.state == "faulty" and [face.is_stale for face in after.faces] == [False, True]


def test_quick_pictures_are_answered_during_a_build(deck: Path) -> None:
    sent = Sent(deck)
    face = sent.sessions.build(OPTIONS)[0].faces[0].face
    assert sent.sessions.is_quick(OPTIONS, face.key, 150) and not sent.sessions.is_quick(OPTIONS, face.key, 600)
    assert not sent.sessions.is_quick(OPTIONS, "0" * 24, 150)
    assert sent.sessions.png(OPTIONS, face.key, 150)  # although there is always something more urgent


def test_a_large_picture_makes_way_for_an_edit_and_is_drawn_on_after_it(deck: Path) -> None:
    answers = [True, False, True]
    sessions = _Sessions(
        deck, deck.with_name("out.pdf"), lambda *_: None, lambda _: None, lambda: answers.pop() if answers else False
    )
    key = sessions.build(OPTIONS)[0].faces[0].face.key
    for left in (2, 0):  # after its first band, then after two more
        with pytest.raises(PictureLeftOffError):
            sessions.png(OPTIONS, key, 600)
        assert len(answers) == left
    picture = sessions.png(OPTIONS, key, 600)
    other = PreviewSession(deck, OPTIONS)
    other.build()
    assert picture and picture == other.png(key, 600)


def test_a_closed_worker_is_not_started_again_by_who_comes_late(deck: Path) -> None:
    worker = DeckWorker(deck, lambda *_: None, deck.with_name("out.pdf"))
    worker.close()
    with pytest.raises(WorkerLostError):
        run_coroutine(worker.png(OPTIONS, "0" * 24, 100))
    assert not worker.is_running
