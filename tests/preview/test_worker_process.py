"""The process of a deck: pictures that have changed are sent at once, before the build has ended."""

from pathlib import Path

import pytest

from cardgen.pipeline.options import BuildOptions
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
        deck, toy_folder / "out.pdf", lambda _, snapshot, pictures: sent.append((snapshot, {*pictures})), stages.append
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


def test_a_closed_worker_is_not_started_again_by_who_comes_late(toy_folder: Path) -> None:
    worker = DeckWorker(toy_folder / "suns.yaml", lambda *_: None, toy_folder / "out.pdf")
    worker.close()
    with pytest.raises(WorkerLostError):
        run_coroutine(worker.png(OPTIONS, "0" * 24, 100))
    assert not worker.is_running
