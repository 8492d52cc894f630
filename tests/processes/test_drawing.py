"""A deck that several processes draw is the deck that one process draws, to the last byte and the last message."""

import multiprocessing
import os
import sys
from collections import deque
from concurrent.futures import Future
from concurrent.futures.process import BrokenProcessPool
from pathlib import Path
from types import SimpleNamespace
from typing import Any

import pytest
from PIL import Image

from cardgen.pipeline.cache import BuildCache
from cardgen.pipeline.options import BuildOptions
from cardgen.pipeline.printed_file.build import compose, prepare
from cardgen.render.pieces import drawing, worker_pool
from cardgen.render.renderer import Renderer
from cardgen.report.errors import CardgenError

pytestmark = pytest.mark.skipif(sys.platform != "linux", reason="one process draws everything")

COUNT = 40
WORDS = [
    "draw", "two", "cards,", "then", "pay", "the", "keeper", "of", "the", "last", "lantern", "a", "coin", "for",
    "every", "tide",
]  # fmt: skip


@pytest.fixture
def folder(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> Path:
    monkeypatch.setattr(drawing, "FEWEST_AHEAD", 2)
    monkeypatch.setattr(worker_pool, "_SHORTEST_TASK", 3)
    monkeypatch.setattr(worker_pool, "_MOST_KEPT", 20)
    for name, side in (("sharp", 900), ("coarse", 560), ("bad", 100)):
        Image.effect_noise((side, side), 30).save(tmp_path / f"{name}.png")
    return tmp_path


def deck_of(folder: Path, **odd: dict[int, str]) -> Path:
    """A deck whose cards have some words each, and what is stated for a column by the number of the card."""
    lines = ["name,text,cost,art"]
    for number in range(COUNT):
        row = {"name": f"Card {number % 30}", "text": " ".join(WORDS[number % 7 :] + WORDS[: number % 11])}
        row |= {"cost": str(number % 4), "art": "sharp.png" if number % 2 else ""}
        row |= {column: cells[number] for column, cells in odd.items() if number in cells}
        lines.append(",".join(f'"{value}"' for value in row.values()))
    (folder / "list.csv").write_text("\n".join(lines) + "\n", "utf-8")
    deck = folder / "deck.yaml"
    deck.write_text("game: cards\ntitle: Tides\ncards: list.csv\n", "utf-8")
    return deck


def outcome(deck: Path, processes: int) -> tuple[list[str], list[bytes]]:
    """The messages and the files of a build."""
    others = {*multiprocessing.active_children()}
    with pytest.MonkeyPatch.context() as patch:
        patch.setattr(worker_pool, "process_count", lambda: processes)
        try:
            job = prepare(deck, BuildOptions())
        except CardgenError as error:
            return [str(item) for item in error.diagnostics], []
        assert others.issuperset(multiprocessing.active_children())
        return [str(item) for item in job.warnings], compose(job)


@pytest.mark.parametrize("processes", [2, 3])
def test_any_number_of_processes_writes_the_same_bytes(folder: Path, processes: int) -> None:
    deck = deck_of(folder, art={17: "coarse.png", 4: "coarse.png", 33: "coarse.png"}, name={8: "Tide", 23: "Tide"})
    messages, files = outcome(deck, 1)
    assert len([message for message in messages if "W410" in message]) == 3
    assert outcome(deck, processes) == (messages, files)


@pytest.mark.parametrize(
    "odd", [{3: "bad.png", 31: "bad.png", 30: "coarse.png"}, dict.fromkeys(range(COUNT), "bad.png")]
)
def test_any_number_of_processes_finds_the_same_mistakes_in_the_same_words(folder: Path, odd: dict[int, str]) -> None:
    deck = deck_of(folder, art=odd, text={12: "word " * 900})
    messages, files = outcome(deck, 1)
    assert any("E410" in message for message in messages)
    assert outcome(deck, 2) == (messages, files)


def test_what_a_killed_worker_does_not_send_is_drawn(folder: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    deck = deck_of(folder)
    whole = outcome(deck, 1)
    monkeypatch.setattr(worker_pool, "packed", lambda _value: os._exit(9))
    assert outcome(deck, 2) == whole


def test_no_task_is_given_in_place_of_one_whose_process_has_ended(monkeypatch: pytest.MonkeyPatch) -> None:
    futures: list[Future[bytes]] = []

    def submit(_function: object, calls: list[object]) -> list[Future[bytes]]:
        futures.append(Future())
        return futures[-len(calls) :]

    monkeypatch.setattr(worker_pool, "ProcessPool", lambda *_, **__: SimpleNamespace(submit=submit))
    workers = worker_pool._Workers(1, deque(range(number, number + 1) for number in range(9)), None)  # type: ignore[arg-type]
    workers.start()
    assert len(futures) == 2
    futures[0].set_result(b"")
    assert len(futures) == 3
    futures[1].set_exception(BrokenProcessPool())  # told by a thread that holds the lock of the pool
    futures[2].cancel()
    futures[2].set_running_or_notify_cancel()
    assert len(futures) == 3
    assert workers._done.qsize() == 3


def test_where_the_system_has_no_process_left_the_main_one_draws_alone(monkeypatch: pytest.MonkeyPatch) -> None:
    for error in (OSError, NotImplementedError):

        def submit(_function: object, _calls: object, error: type[Exception] = error) -> None:
            raise error

        monkeypatch.setattr(worker_pool, "ProcessPool", lambda *_, **__: SimpleNamespace(submit=submit))
        workers = worker_pool._Workers(1, deque([range(3)]), None)  # type: ignore[arg-type]
        workers.start()
        assert workers.receive(None, all_given=True) == {}  # type: ignore[arg-type]


def test_equal_sides_from_several_processes_are_one_drawing(folder: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(worker_pool, "process_count", lambda: 3)
    (part,) = prepare(deck_of(folder), BuildOptions()).drawn
    assert len({id(piece.back) for piece in part.pieces}) == 1
    assert len({id(piece.face) for piece in part.pieces}) == COUNT


def test_the_next_command_draws_only_what_has_changed(folder: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    drawn, draw = [], Renderer.draw_face

    def note(self: Renderer, markup: str, template: str, *rest: Any) -> Any:
        drawn.append(template)
        return draw(self, markup, template, *rest)

    monkeypatch.setattr(Renderer, "draw_face", note)
    monkeypatch.setattr(worker_pool, "process_count", lambda: 2)
    deck = deck_of(folder, art={17: "coarse.png"})
    for number, words in enumerate(({}, {3: "Two coins."}, {3: "Two coins.", 4: "A lantern."}, {})):
        deck_of(folder, art={17: "coarse.png"}, text=words)
        drawn.clear()
        cache = BuildCache(lasting=False, on_disk=True)
        job = prepare(deck, BuildOptions(), cache=cache)
        files = compose(job, cache)
        assert number == 0 or len(drawn) <= 6, words  # the new card, one with a warning, two of equal names, pages
        assert ([str(item) for item in job.warnings], files) == outcome(deck, 1)


def test_workers_end_with_an_interrupted_build(folder: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    main, draw = os.getpid(), Renderer.draw_side
    others = {*multiprocessing.active_children()}
    started = []

    def interrupted(self: Renderer, *values: object) -> object:
        if os.getpid() == main and (children := {*multiprocessing.active_children()} - others):
            started.extend(children)
            raise KeyboardInterrupt
        return draw(self, *values)  # type: ignore[arg-type]

    monkeypatch.setattr(Renderer, "draw_side", interrupted)
    with pytest.raises(KeyboardInterrupt):
        outcome(deck_of(folder), 3)
    assert len(set(started)) == 2
    assert others.issuperset(multiprocessing.active_children())
