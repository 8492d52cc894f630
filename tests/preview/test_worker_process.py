"""The process of a deck: pictures that have changed are sent at once, before the build has ended."""

from collections.abc import Mapping
from pathlib import Path

import pytest

from cardgen.pipeline.options import BuildOptions
from cardgen.preview.pictures import PictureLeftOffError
from cardgen.preview.session import PreviewSession
from cardgen.preview.snapshot import Snapshot
from cardgen.preview.worker import DeckWorker, WorkerLostError
from cardgen.preview.worker_process import _Sessions
from tests.preview.coroutines import run_coroutine

OPTIONS = BuildOptions()


def test_a_changed_face_is_sent_with_its_picture_before_the_build_ends(toy_folder: Path) -> None:
    sent: list[tuple[Snapshot, set[str]]] = []
    stages: list[BuildOptions] = []
    deck = toy_folder / "suns.yaml"
    sessions = _Sessions(
        deck,
        toy_folder / "out.pdf",
        lambda _, snapshot, pictures: sent.append((snapshot, {*pictures})),
        stages.append,
        lambda: False,
    )
    whole, _ = sessions.build(OPTIONS)
    (early, pictures), stages_before = sent.pop(), len(stages)
    assert early.faces == whole.faces and early.sheets == () and pictures == set()  # nobody has asked for one yet
    assert sessions.png(OPTIONS, whole.faces[0].face.key, 100)
    deck.write_text(deck.read_text("utf-8").replace("en: Dusk", "en: Night"), "utf-8")
    after, _ = sessions.build(OPTIONS)
    early, pictures = sent.pop()
    assert (early.faces, early.sheets) == (after.faces, whole.sheets)
    assert pictures == {f"{after.faces[1].face.key}-100.png"}
    assert len(stages) == 2 * stages_before  # between which pictures can be asked for
    assert sent == []


def test_of_many_changed_faces_the_first_is_sent_and_the_others_are_drawn(toy_folder: Path) -> None:
    sent: list[set[str]] = []
    deck = toy_folder / "suns.yaml"

    def send(_options: BuildOptions, _snapshot: Snapshot, pictures: Mapping[str, bytes]) -> None:
        sent.append({*pictures})

    sessions = _Sessions(deck, toy_folder / "out.pdf", send, lambda _: None, lambda: False)
    whole, _ = sessions.build(OPTIONS)
    assert sessions.png(OPTIONS, whole.faces[0].face.key, 100)
    text = deck.read_text("utf-8")
    deck.write_text(text.replace("en: Dusk", "en: Night").replace("en: Dawn", "en: Day"), "utf-8")
    after, _ = sessions.build(OPTIONS)
    assert sent[-1] == {f"{after.faces[0].face.key}-100.png"}
    assert sessions.has_picture(OPTIONS, after.faces[1].face.key, 100)


def test_a_large_picture_makes_way_for_an_edit_and_is_drawn_on_after_it(toy_folder: Path) -> None:
    answers = [True, False, True]
    deck = toy_folder / "suns.yaml"
    sessions = _Sessions(
        deck, toy_folder / "out.pdf", lambda *_: None, lambda _: None, lambda: answers.pop() if answers else False
    )
    key = sessions.build(OPTIONS)[0].faces[0].face.key
    for left in (2, 0):  # after its first band, then after two more
        with pytest.raises(PictureLeftOffError):
            sessions.png(OPTIONS, key, 600)
        assert len(answers) == left
    picture = sessions.png(OPTIONS, key, 600)
    other = PreviewSession(deck, OPTIONS, toy_folder / "out.pdf")
    other.build()
    assert picture and picture == other.png(key, 600)


def test_a_closed_worker_is_not_started_again_by_who_comes_late(toy_folder: Path) -> None:
    worker = DeckWorker(toy_folder / "suns.yaml", lambda *_: None, toy_folder / "out.pdf")
    worker.close()
    with pytest.raises(WorkerLostError):
        run_coroutine(worker.png(OPTIONS, "0" * 24, 100))
    assert not worker.is_running
