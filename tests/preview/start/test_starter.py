"""New decks from the page: each beginning gives a deck, and nothing is written outside of the folder."""

import asyncio
import json
import os
from pathlib import Path
from types import SimpleNamespace

from cardgen.pipeline.open.deck_file import read_deck
from cardgen.pipeline.start.plan import NewOptions
from cardgen.preview.start import starter as starter_module
from cardgen.preview.start import worker as start_worker
from cardgen.preview.start.recent_decks import RecentDeck, RecentDecks
from cardgen.preview.start.starter import Starter, _as_folder, _is_project, _told, _words
from cardgen.preview.start.worker import StartWorker
from cardgen.processes.worker import WorkerLostError
from cardgen.report.diagnostics import Collector, Diagnostic
from cardgen.report.errors import CardgenError
from tests.preview.coroutines import run_coroutine


def value_of(deck: str, key: str) -> object:
    node, _ = read_deck(Path(deck), Collector())
    assert node
    return node.plain()[key]


def test_each_beginning_makes_a_deck(tmp_path):
    starter = Starter(tmp_path)
    offers = starter.offers()
    assert {"classic", "tarot"} <= set(offers["looks"])
    assert "Samurai" in [deck["title"] for deck in offers["examples"]]
    look = starter.make("Tall Ships", NewOptions(look="tarot"))
    assert look == {"deck": str(tmp_path / "Tall Ships" / "tall-ships.yaml")}
    assert value_of(look["deck"], "look") == "tarot"
    army = starter.make("Clan", NewOptions(example="samurai"))
    assert value_of(army["deck"], "game") == "attack-the-tower"
    assert (tmp_path / "Clan/art/samurai/emblem.svg").is_file()
    drop = tmp_path / "drop"
    drop.mkdir()
    (drop / "fish.csv").write_text("name,cost\nPike,3\n", "utf-8")
    fish = starter.take("Fish", drop / "fish.csv", NewOptions())["deck"]
    assert value_of(fish, "cards") == [{"name": "Pike", "cost": 3}]
    for name, text in (
        ("a.json", '[{"name": "Carp"}]'),
        ("b.JSONL", '{"name": "Carp"}'),
        ("c.md", "| name |\n|---|\n| Carp |\n"),
        ("D.CSV", "name\nCarp\n"),
        ("e.ndjson", '{"name": "Carp"}'),
        ("f.markdown", "| name |\n|---|\n| Carp |\n"),
        ("g.yaml", "- {name: Carp}\n"),
        ("h.yml", "- {name: Carp}\n"),
    ):
        (drop / name).write_text(text, "utf-8")
        assert value_of(starter.take(f"Carps {name}", drop / name, NewOptions())["deck"], "cards") == [{"name": "Carp"}]
    (drop / "words.csv").write_text('name\n"ObjectStates"\n', "utf-8")
    assert value_of(starter.take("Words", drop / "words.csv", NewOptions())["deck"], "cards") == [
        {"name": "ObjectStates"}
    ]
    for text in (b'{"ObjectStates": []}', b'{"SaveName": "\xe9", "ObjectStates": []}'):
        (drop / "save.json").write_bytes(text)
        assert (
            "holds no card of Tabletop Simulator"
            in starter.take("Save", drop / "save.json", NewOptions())["problems"][0]
        )
    (drop / "deck.txt").write_text('CARDSIZE=6,9\nTEXT=1,"Pike",0,0,6,1\n', "utf-8")
    assert Path(starter.take("Nan", drop / "deck.txt", NewOptions())["deck"]).is_file()


def test_a_list_of_cards_is_told_from_the_files_of_other_tools(tmp_path):
    for text, is_project in (
        ('{"CustomDeck": 1}', True),
        ('{"ObjectStates": 1}', True),
        ('{"formatName": 1}', True),
        ('[{"name": "formatName"}]', True),
        ('[{"name": "Carp"}]', False),
    ):
        (tmp_path / "a.JSON").write_text(text, "utf-8")
        assert _is_project(tmp_path / "a.JSON") is is_project, text


def test_a_deck_that_ships_is_shown_in_english_by_its_title_or_that_of_its_first_part():
    for values, shown in (
        ({"title": {"pt": "Chuva", "en": "Rain"}, "subtitle": "Of old"}, ("Rain", "Of old")),
        ({"game": "x", "faction": {"name": {"pt": "Clã", "en": "Clan"}}, "other": {"name": "No"}}, ("Clan", "")),
        ({"title": None, "subtitle": 3}, ("", "3")),
        ({"cards": []}, ("", "")),
    ):
        assert _words(values) == dict(zip(("title", "subtitle"), shown, strict=True)), values


def test_a_file_beside_the_decks_that_ship_that_is_no_deck_is_not_offered(tmp_path, monkeypatch):
    for name, text in (("a", "game: cards\ntitle: A\n"), ("b", "- no deck\n"), ("c", "[")):
        (tmp_path / f"{name}.yaml").write_text(text, "utf-8")
    monkeypatch.setattr(starter_module, "resources", lambda: SimpleNamespace(decks=tmp_path))
    assert Starter(tmp_path).offers()["examples"] == [{"id": "a", "game": "cards", "title": "A", "subtitle": ""}]


def test_what_cannot_be_made_is_told_and_stays_in_the_folder(tmp_path):
    def several():
        raise CardgenError([Diagnostic("E601", "it is read-only"), Diagnostic("E601", "it is full", expected="room")])

    starter = Starter(tmp_path / "games")
    for name, options, said in (
        ("x", NewOptions(look="baroque"), "unknown look 'baroque'"),
        ("x", NewOptions(example="../../etc/passwd"), "unknown example"),
        ("../up", NewOptions(kinds=("No Name",)), "cannot be the name of a kind"),
    ):
        made = starter.make(name, options)
        assert said in "; ".join(made.get("problems", [])), made
    assert _told(several) == {"problems": ["it is read-only", "it is full; expected room"]}
    made = starter.make("../up", NewOptions())
    assert Path(made["deck"]).resolve().is_relative_to(tmp_path / "games")
    names = {
        "..": ".",
        " . ": ".",
        "": ".",
        "../up": "-up",
        "a/b\\c:d": "a-b-c-d",
        " a b. ": "a b",
        'x*?"<>|\0': "x-------",
        ".hidden": "hidden",
    }
    assert {name: _as_folder(name) for name in names} == names


def test_recent_decks_are_those_that_exist_the_newest_first(tmp_path):
    decks = [tmp_path / name for name in ("a.yaml", "b.yaml", "c.csv")]
    for deck in decks:
        deck.touch()
    recent = RecentDecks(tmp_path / "state" / "recent.json")
    record = tmp_path / "out" / ".cardgen" / "a.printed.json"

    def listed():
        return [one.deck for one in recent.listed()]

    assert listed() == []
    recent.note(dict.fromkeys(decks[:2], record))
    recent.note({Path(f"{decks[2]}#Cards"): record, decks[1]: record})
    assert listed() == [f"{decks[2]}#Cards", str(decks[1]), str(decks[0])]
    decks[1].unlink()
    assert listed() == [f"{decks[2]}#Cards", str(decks[0])]
    assert recent.listed()[1].printed == 0  # never
    record.parent.mkdir(parents=True)
    record.touch()
    os.utime(record, (500, 500))
    assert recent.listed()[1].printed == 500
    for name, time in (
        ("a.printed.json", 1000), ("a.pt.printed.json", 2000), *((f"a.{code}.printed.json", 1500) for code in ("de", "es", "fr", "it")), ("ab.printed.json", 3000),
    ):  # fmt: skip
        (record.parent / name).touch()
        os.utime(record.parent / name, (time, time))
    assert recent.listed()[1].printed == 2000  # in any language
    recent.note({decks[0]: record.with_name("z.printed.json")})  # opened again, to be built elsewhere
    assert [(one.deck, one.printed) for one in recent.listed()] == [(str(decks[0]), 0), (f"{decks[2]}#Cards", 2000)]
    (tmp_path / "state" / "recent.json").write_text(json.dumps([str(decks[0])]), "utf-8")  # as older releases wrote it
    assert [(one.deck, one.printed) for one in recent.listed()] == [(str(decks[0]), 0)]
    titles = {
        "title: {en: Rain, pt: Chuva}": "Rain",
        "title: 'Low: Water'": "Low: Water",
        "cards: []": "A",
        "title: null": "A",
        "title: {}": "A",
        "title: {en: ~}": "A",
        "title: [": "A",
    }
    for text, title in titles.items():
        decks[0].write_text(text, "utf-8")
        assert recent.listed()[0].title == title, text
    decks[2].write_text("title: Rain\n", "utf-8")
    assert RecentDeck(str(decks[2])).title == "C", "a list has no title"
    decks[0].write_bytes("title: Café".encode("latin-1"))
    (other := tmp_path / "dark[1].yml").write_text("title: Night", "utf-8")
    record = tmp_path / "out" / "dark[1].printed.json"
    for name, time in (("dark[1].pt.printed.json", 1000), ("dark1.pt.printed.json", 2000)):
        (record.parent / name).touch()
        os.utime(record.parent / name, (time, time))
    recent.note({other: record})
    assert [(one.title, one.printed) for one in recent.listed()] == [("Night", 1000), ("A", 0)]
    more = [tmp_path / f"{number:02}.yaml" for number in range(13)]
    for deck in more:
        deck.touch()
    recent.note(dict.fromkeys(more, record))
    recent.note({other: record})
    assert [one.deck for one in recent.listed()] == [str(deck) for deck in (other, *more[:11])], (
        "no more than people read"
    )
    for odd in ({"no": "list"}, 5, None, [5, {"deck": 5}, {}]):
        (tmp_path / "state" / "recent.json").write_text(json.dumps(odd), "utf-8")
        assert recent.listed() == [], odd
    (tmp_path / "state" / "recent.json").write_text(json.dumps([str(other), {"deck": str(decks[0])}]), "utf-8")
    assert recent.listed() == [RecentDeck(str(other)), RecentDeck(str(decks[0]), "")]
    RecentDecks(folder := tmp_path / "out").note({other: record})
    RecentDecks(other / "recent.json").note({other: record})
    assert folder.is_dir() and other.is_file(), "where nothing can be kept, nothing is told"
    for damaged in (b"", b'[{"deck": "', b"[\xff]"):
        (tmp_path / "state" / "recent.json").write_bytes(damaged)
        assert recent.listed() == [], damaged


def test_a_deck_that_is_never_made_is_told_and_its_process_ends(monkeypatch, tmp_path):
    monkeypatch.setattr(start_worker, "_PATIENCE", 0.01)
    ended = []

    class Endless(StartWorker):
        async def ask(self, *_):
            await asyncio.Event().wait()

        def stop(self):
            ended.append(True)

    class Lost(StartWorker):
        async def ask(self, *_):
            raise WorkerLostError

    late = run_coroutine(Endless(tmp_path, None).answer("make"))
    assert (late, ended) == ({"problems": ["it took more than 0.01 seconds and was stopped"]}, [True])

    class Quick(StartWorker):
        async def ask(self, *asked):
            return {"asked": asked}

    assert run_coroutine(Quick(tmp_path, None).answer("take", "Fish", 2)) == {"asked": ("take", "Fish", 2)}
    lost = run_coroutine(Lost(tmp_path, None).answer("make"))
    assert lost == {"problems": ["the process that makes the deck ended unexpectedly"]}
