"""How pieces are divided among processes, and what a process sends; `tests/processes` draws with several of them."""

import itertools
import multiprocessing
import os
import sys
import threading
from collections import deque
from concurrent.futures import Future
from concurrent.futures.process import BrokenProcessPool
from types import SimpleNamespace

import pytest

from cardgen.model.drawing import PlacedArtwork, TextSpan
from cardgen.render.pieces import drawing, worker_pool
from cardgen.render.pieces.drawing import FEWEST_AHEAD
from cardgen.render.pieces.serialization import Unpacker
from cardgen.render.pieces.worker_pool import _draw_task, _tasks, _Worker, _Workers, process_count
from tests.render.samples import SIZE, SUBJECT, DrawingFixture


@pytest.mark.parametrize(
    ("count", "processes", "lengths"),
    [
        (0, 2, []), (1, 2, [1]), (6, 2, [6]), (7, 2, [6, 1]), (200, 2, [25, 21, 19, 16, 14, 13, 11, 10, 8, 7, 7, 6, 6, 6, 6, 6, 6, 6, 6, 1]),
        (1000, 4, [48] * 5 + [47, 44, 41, 39, 36, 34, 32, 30, 28, 26, 25, 23, 22, 20, 19, 18, 17, 16, 15, 14, 13, 12, 11, 11, 10, 9, 9, 8, 8, 7, 7, 6] + [6] * 17),
    ],
)  # fmt: skip
def test_tasks_become_shorter_so_that_all_processes_end_at_about_the_same_time(count, processes, lengths):
    tasks = [*_tasks(count, processes)]
    assert [number for task in tasks for number in task] == [*range(count)]
    assert [len(task) for task in tasks][: len(lengths)] == lengths or len(lengths) > 30
    assert all(6 <= len(task) <= 48 for task in tasks[:-1])
    assert all(len(one) >= len(other) for one, other in itertools.pairwise(tasks))


def test_there_are_as_many_processes_as_processors_up_to_four(monkeypatch):
    monkeypatch.setattr(sys, "platform", "linux")
    processors = [0]
    monkeypatch.setattr(os, "sched_getaffinity", lambda _: {*range(processors[0])}, raising=False)
    found = []
    for processors[0] in (1, 2, 4, 9):
        found.append(process_count())
    assert found == [1, 2, 4, 4]
    threads = threading.Thread(target=lambda: found.append(process_count()))
    threads.start()
    threads.join()
    with monkeypatch.context() as patch:
        patch.setattr(multiprocessing, "current_process", lambda: SimpleNamespace(daemon=True))
        found.append(process_count())
    monkeypatch.setattr(sys, "platform", "darwin")
    assert [*found[4:], process_count()] == [1, 1, 1]


def drawer(fixture: DrawingFixture):
    """Draws a piece by its number; two in a row are alike, each has the same back."""
    word = "<card:text x='0' y='0' width='40' height='9' style='body'>%s</card:text>"
    for name, words in (("face", "{{ card.name }} of all"), ("back", "{{ shared }}")):
        (fixture.folder / f"{name}.svg.j2").write_text(
            fixture.markup(f"{word % words}<g><rect width='9' height='9'/></g>")
        )

    def draw(number):
        card = {"card": {"name": f"n{number // 2}"}}
        return tuple(fixture.renderer.draw_side(f"{name}.svg.j2", card, SIZE, 3, SUBJECT) for name in ("face", "back"))

    return draw


def test_a_process_sends_each_drawing_once_and_keeps_none_of_them(fixture, tmp_path):
    fixture.renderer.keep_inputs = True
    main, unpacker = DrawingFixture(fixture.folder), Unpacker()
    worker, wanted = _Worker(drawer(fixture), fixture.renderer), drawer(main)
    sent = []
    for task in (range(3), range(3, 6), range(6)):
        found, released = unpacker.unpack(worker.run(task))
        sent.append(len(released[0]))
        assert [number for number, _ in found] == [*task]
        main.renderer.receive(released)
        for number, keys in found:
            assert [main.renderer.drawings[key] for key in keys] == [*wanted(number)]
    assert sent == [3, 1, 0]  # n0, n1 and the back; n2
    assert all(not drawing.items for drawing in fixture.renderer.drawings.values())
    words = [
        span.words
        for drawing in main.renderer.drawings.values()
        for span in drawing.items
        if isinstance(span, TextSpan)
    ]
    assert len({id(one) for spans in words for one in spans if one.text == "of"}) == 1  # equal words are one object
    artworks = [
        item.artwork
        for drawing in main.renderer.drawings.values()
        for item in drawing.items
        if isinstance(item, PlacedArtwork)
    ]
    assert len(artworks) > len({id(artwork) for artwork in artworks}) == 1


def test_what_processes_send_is_received_also_behind_one_that_was_killed(fixture, monkeypatch):
    fixture.renderer.keep_inputs = True
    worker, main = _Worker(drawer(fixture), fixture.renderer), DrawingFixture(fixture.folder)
    sent = [Future() for _ in range(3)]
    sent[0].set_result(worker.run(range(1)))
    sent[1].set_exception(BrokenProcessPool())
    sent[2].set_result(worker.run(range(1, 3)))
    monkeypatch.setattr(worker_pool, "ProcessPool", lambda *_, **__: None)
    workers = _Workers(1, deque(), worker)
    workers._given += [range(1)] * len(sent)
    assert workers.receive(main.renderer, all_given=False) == {}, "it does not wait for what may come"
    workers._done.put(sent[0])
    found = workers.receive(main.renderer, all_given=False)
    for one in sent[1:]:
        workers._done.put(one)
    found |= workers.receive(main.renderer, all_given=True)
    wanted = drawer(main)
    assert found == {number: wanted(number) for number in range(3)}
    assert workers.receive(main.renderer, all_given=True) == {}, "all has come"


def test_a_process_that_meets_many_problems_draws_no_more(fixture, monkeypatch):
    asked = []

    def draw(number):
        asked.append(number)
        if number % 2:
            raise ValueError
        return (None,)

    worker = _Worker(draw, fixture.renderer)
    assert _draw_task(range(5), draw, fixture.renderer) == {} and len(asked) == 5
    for _ in range(2):
        assert Unpacker().unpack(worker.run(range(20))) == ([], ([], {}))
    assert asked == [*range(5), *range(6)]
    assert fixture.renderer.diagnostics.items == []


def test_five_problems_in_a_task_stop_no_process(fixture):
    sides = drawer(fixture)
    worker = _Worker(lambda number: (None,) if number < 5 else sides(number), fixture.renderer)
    for _ in range(2):
        found, _released = Unpacker().unpack(worker.run(range(7)))
        assert [number for number, _ in found] == [5, 6]


def test_a_process_forgets_parts_of_faces_that_have_become_many(fixture, monkeypatch):
    sides = drawer(fixture)
    monkeypatch.setattr(worker_pool, "_MOST_KEPT", 3)
    _draw_task(range(4), sides, fixture.renderer)
    assert len(fixture.renderer.texts) == 3 and fixture.renderer.placed and fixture.renderer._artworks
    _draw_task(range(4, 6), sides, fixture.renderer)
    kept = fixture.renderer.texts, fixture.renderer.placed, fixture.renderer._artworks
    assert kept == ({}, {}, {})


def test_after_many_pieces_with_problems_no_more_is_drawn_ahead(fixture, monkeypatch):
    class Alone:
        def __init__(self, *_given):
            self.pool = SimpleNamespace(kill=lambda: None)

        def start(self):
            pass

        def receive(self, _renderer, *, all_given):
            return {99: ("all",)} if all_given else {}

    monkeypatch.setattr(worker_pool, "_Workers", Alone)
    monkeypatch.setattr(worker_pool, "process_count", lambda: 2)
    asked = []

    def draw(number):
        asked.append(number)
        return (None,) if 3 <= number < 9 else ("face",)

    assert worker_pool.draw_ahead(100, draw, fixture.renderer) == dict.fromkeys((0, 1, 2), ("face",)) | {99: ("all",)}
    assert asked == [0, *range(9)]  # of the first twelve

    asked.clear()
    some = worker_pool.draw_ahead(
        60, lambda number: asked.append(number) or ((None,) if number % 3 else ("face",)), fixture.renderer
    )
    assert asked == [0, *range(60)] and some.keys() == {99, *range(0, 60, 3)}  # no more than five in each
    monkeypatch.setattr(worker_pool, "process_count", lambda: 1)
    assert worker_pool.draw_ahead(100, draw, fixture.renderer) == {} and len(asked) == 61


@pytest.mark.parametrize(("new", "asked"), [(0, []), (FEWEST_AHEAD - 1, []), (FEWEST_AHEAD, [FEWEST_AHEAD])])
def test_processes_draw_only_what_no_earlier_command_has_drawn(monkeypatch, new, asked):
    counts = []

    def draw_ahead(count, draw, _renderer):
        counts.append(count)
        return {number: draw(number) for number in (0, count - 1)}

    monkeypatch.setattr(worker_pool, "draw_ahead", draw_ahead)
    known = {value: (f"known {value}",) for value in range(100, 110)}
    sides = SimpleNamespace(draw_known=lambda value: known.get(value, ()), draw=lambda value: (f"new {value}",))
    found = [*known, *range(1000, 1000 + new), *([100] * max(0, FEWEST_AHEAD - new))]
    drawn = drawing._drawn_ahead(sides, found, SimpleNamespace(in_processes=True))
    assert counts == asked
    assert [drawn[number] for number in range(10)] == [*known.values()]
    numbers = {10, 9 + new} if asked else set()
    assert {number: drawn[number] for number in drawn if found[number] not in known} == {
        number: (f"new {990 + number}",) for number in numbers
    }
    assert drawing._drawn_ahead(sides, found, SimpleNamespace(in_processes=False)) == {}
    assert drawing._drawn_ahead(sides, found[: FEWEST_AHEAD - 1], SimpleNamespace(in_processes=True)) == {}
