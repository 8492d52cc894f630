"""What the server knows of a deck that is open with several options."""

from dataclasses import replace
from pathlib import Path
from types import SimpleNamespace

import pytest
from starlette.datastructures import Address
from starlette.exceptions import HTTPException

from cardgen.pipeline.options import BuildOptions
from cardgen.preview.live import LIMIT
from cardgen.preview.routes.bodies import may_edit
from cardgen.preview.server.open_decks import MOST_LIVE, OpenDecks
from cardgen.preview.server.page_options import read_options
from cardgen.preview.session.snapshot import Snapshot
from tests.preview.coroutines import run_coroutine


def test_the_missing_pictures_are_those_of_a_deck_that_a_page_follows(tmp_path, monkeypatch):
    """One that nobody follows, such as another language that was looked at before, is not drawn again after an edit."""
    (tmp_path / "cards.yaml").write_text("game: cards\ncards:\n  - {name: Ferry, art: ferry.png}\n", "utf-8")
    opened = OpenDecks([tmp_path / "cards.yaml"], BuildOptions()).by_id["cards"]
    asked, drawn = [], Snapshot("", missing=("drawn.png",))

    async def current(patience):
        asked.append(patience)
        return drawn

    def shown(is_followed, *missing):
        return SimpleNamespace(
            has_listeners=is_followed, snapshot=Snapshot("", missing=missing[0]) if missing else None, close=bool
        )

    monkeypatch.setattr(opened, "live", lambda options: asked.append(options) or SimpleNamespace(current=current))
    ferry, none = ("ferry.png",), ()
    for known, found in (
        ([shown(False, ()), shown(True, ferry)], ferry),
        ([shown(True), shown(True, None), shown(True, ferry)], ferry),
        ([shown(True, none), shown(True, ferry)], none),
    ):
        opened._live = dict(enumerate(known))
        assert (run_coroutine(opened.missing_pictures(BuildOptions())), asked) == (found, [])
    for known, missing in (([], ferry), ([shown(False, ferry), shown(True), shown(True, None)], None)):
        opened._live, drawn = dict(enumerate(known)), Snapshot("", missing=missing)
        assert run_coroutine(opened.missing_pictures(BuildOptions(players=3))) == (missing or ())
        assert asked == [BuildOptions(players=3), LIMIT]
        asked.clear()
    opened.close()


class Live:
    """A deck with some options, which notes what it is told."""

    def __init__(self, *, has_listeners=False):
        self.has_listeners = has_listeners
        self.told = []

    def touch(self):
        self.told.append("touched")

    def build_after_loss(self):
        self.told.append("lost")

    def publish(self, news, version):
        self.told.append((news, version))

    def close(self):
        self.told.append("closed")


@pytest.fixture
def decks(tmp_path):
    for name in ("cards", "other"):
        (tmp_path / f"{name}.yaml").write_text("game: cards\ncards: [{name: Ferry}]\n", "utf-8")
    decks = OpenDecks([tmp_path / "cards.yaml", tmp_path / "other.yaml"], BuildOptions(), tmp_path / "out")
    yield decks
    decks.close()


def test_combinations_that_were_asked_for_last_and_those_that_a_page_follows_are_kept(decks):
    opened = decks.by_id["cards"]
    options = [BuildOptions(players=number) for number in range(MOST_LIVE + 2)]
    live = [Live(has_listeners=one == options[1]) for one in options]
    opened._live |= dict(zip(options[:MOST_LIVE], live, strict=False))
    opened.live(options[0])  # asked for again
    opened._live |= dict(zip(options[MOST_LIVE:], live[MOST_LIVE:], strict=True))
    opened.live(options[-1])
    assert [one.players for one in opened._live] == [1, *range(3, MOST_LIVE), 0, MOST_LIVE, MOST_LIVE + 1]
    assert [one.told for one in live] == [["closed"] if number == 2 else [] for number in range(MOST_LIVE + 2)]


def test_what_decides_about_a_deck_is_watched_as_soon_as_somebody_looks(decks):
    opened, more = decks.by_id["cards"], decks.by_id["cards"].path.parent / "more"
    assert not decks.watcher._tops
    shown = opened.live(BuildOptions(players=3))
    assert (shown.options, shown._title) == (BuildOptions(players=3), "Cards")
    shown._on_folders((more,))
    assert [*decks.watcher._tops] == [opened.path.parent, opened.printed_record.parent, more]


def test_a_deck_hears_of_its_files_of_what_its_process_sends_and_of_its_end(decks, tmp_path, monkeypatch):
    opened, other = decks.by_id.values()
    live, portuguese, heard, tried = Live(), Live(), [], []
    monkeypatch.setattr(opened.trials, "touch", tried.append)
    opened._live |= {BuildOptions(): live, BuildOptions(language="pt"): portuguese}
    also = []
    decks.on_touch += [heard.append, also.append]
    for files, count in (
        ([], 1), ([opened.path], 1), ([opened.printed_record], 1), ([tmp_path / "a.txt", opened.path], 1), ([tmp_path / "a.txt"], 0),
        ([other.printed_record], 0),
    ):  # fmt: skip
        live.told.clear()
        decks._touch(files)
        assert live.told == portuguese.told == ["touched"] * count, files
        portuguese.told.clear()
        assert heard[-1] == also[-1] == tried[-1] == files
    live.told.clear()
    opened._build_after_loss()
    opened._publish(BuildOptions(), "news", 3, {"a": b"one", "c": b"three"})
    opened._publish(BuildOptions(players=2), "other news", 4, {"b": b"two"})
    assert (live.told, portuguese.told) == (["lost", ("news", 3)], ["lost"])
    assert [opened.pictures.find(name) for name in "abc"] == [b"one", b"two", b"three"]
    monkeypatch.chdir(tmp_path)
    assert decks.add(opened.path) is decks.add(Path("cards.yaml")) is opened
    assert [one.id for one in (decks.add(tmp_path / "x" / "cards.yaml"), decks.add(tmp_path / "y" / "cards.yaml"))] == [
        "cards-2",
        "cards-3",
    ]
    assert [one.printing.out.relative_to(tmp_path).as_posix() for one in decks.by_id.values()] == [
        "out",
        "out",
        "out/cards-2",
        "out/cards-3",
    ]
    for folder in (tmp_path, tmp_path / "a#1"):
        book = decks.add(folder / "book.xlsx#Sheet 1")
        assert book.path == folder / "book.xlsx#Sheet 1" and book.files.folder == folder
    assert decks.add(folder / "book.xlsx#Sheet 2") is not book is decks.add(book.path)


def test_everything_of_a_deck_ends_with_it(decks, monkeypatch):
    opened, live, ended = decks.by_id["cards"], Live(), []
    opened._live[BuildOptions()] = live
    for name in ("worker", "assistant", "printing", "trials"):
        monkeypatch.setattr(getattr(opened, name), "close", lambda name=name: ended.append(name))
    decks.close()
    assert (ended, live.told) == (["worker", "assistant", "printing", "trials"], ["closed"])


def test_options_of_an_address_go_over_those_of_the_command():
    base = BuildOptions(language="pt", strict=True, paper="letter", only=("a",))
    for query, changed in (
        ({}, {}), ({"strict": "0", "paper": ""}, {"strict": False, "paper": "a4"}), ({"players": "3", "only": "b, c,, d "}, {"players": 3, "only": ("b", "c", "d")}),
        ({"players": "-2", "only": ""}, {"players": 0, "only": ()}), ({"large-print": "1", "lang": "en"}, {"large_print": True, "language": "en"}),
    ):  # fmt: skip
        assert read_options(base, query) == replace(base, **changed), query
    for query, words in (
        ({"strict": "yes"}, "strict has no value 'yes'"), ({"strict": "true"}, "strict has no value 'true'"), ({"strict": "2"}, "strict has no value '2'"), ({"players": "x"}, "players has no value 'x'"), ({"large_print": "1"}, "unknown option 'large_print'"),
        ({"split": "1"}, "unknown option 'split'"),
    ):  # fmt: skip
        with pytest.raises(HTTPException) as caught:
            read_options(base, query)
        assert (caught.value.status_code, caught.value.detail) == (400, words)


def test_only_the_computer_of_the_server_may_edit():
    for client, server, is_own in (
        ("127.0.0.1", None, True), ("::1", None, True), ("127.9.9.9", None, True), ("192.0.2.7", None, False), ("192.0.2.7", ("192.0.2.7", 80), True),
        ("192.0.2.7", ("192.0.2.8", 80), False), ("nobody", None, False), (None, ("127.0.0.1", 80), False),
    ):  # fmt: skip
        request = SimpleNamespace(client=client and Address(client, 5), scope={"server": server} if server else {})
        assert may_edit(request) is is_own, (client, server)
