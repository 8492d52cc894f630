"""What is served of decks: what the switches offer, pictures by their names, and events for a limited number of pages."""

import json

import pytest
from starlette.exceptions import HTTPException

from cardgen.impose.paper import COMMON_CARDS, COMMON_PAPERS
from cardgen.pipeline.options import BuildOptions
from cardgen.preview.routes.decks import MOST_STREAMS, event_text, picture_of, server_sent, told
from cardgen.preview.server.open_decks import OpenDecks
from cardgen.processes.worker import WorkerLostError
from cardgen.version import __version__
from tests.preview.applications import application_of
from tests.preview.asgi import Client

KEY = "0123456789abcdef01234567"


def test_the_page_is_told_of_decks_and_of_what_may_be_chosen(page):
    found = json.loads(page.get("/api/preview").text)
    assert found["version"] == __version__
    assert [(one["id"], one["title"]) for one in found["decks"]] == [("cards", "Cards")]
    assert found["decks"][0]["file"].endswith("cards.yaml")
    assert {one["name"]: one["size"] for one in found["papers"]}["a4"] == [210, 297]
    assert {one["name"]: one["size"] for one in found["cards"]}["poker"] == [63.5, 88.9]
    assert [one["name"] for one in found["papers"]] == [*COMMON_PAPERS]
    assert [one["name"] for one in found["cards"]] == [*COMMON_CARDS]
    assert {name: value for name, value in found["options"].items() if value} == {
        "paper": "a4",
        "ink": "full",
        "marks": "crop",
    }
    assert all(value or value == "" for value in found["options"].values()), "an empty choice of the page"
    assert found["visions"] and {"paper", "card"} <= {one["name"] for one in found["panel"]} < {*found["options"]}
    assert all(one["label"] for one in found["panel"])
    panel = {one["name"]: one for one in found["panel"]}
    assert {"full", "low"} <= {word for word, _ in panel["ink"]["words"]} and panel["paper"]["words"] == []
    for key in ("rare", "hint"):
        assert 0 < len([one for one in found["panel"] if one[key]]) < len(panel), key


def test_the_page_is_told_of_all_decks_that_are_open(tmp_path):
    files = [tmp_path / "oars.yaml", tmp_path / "more" / "oars.yaml", tmp_path / "eels.yaml"]
    page = Client(application_of(OpenDecks(files, BuildOptions())), "localhost")
    assert [(one["id"], one["title"]) for one in json.loads(page.get("/api/preview").text)["decks"]] == [
        ("oars", "Oars"), ("oars-2", "Oars"), ("eels", "Eels"),
    ]  # fmt: skip


class Deck:
    """A deck whose process draws each picture as its name; one of the key of zeros is lost, and one of 21 dpi is none."""

    def __init__(self):
        self.worker = self.pictures = self
        self.kept = {}

    def find(self, name):
        return self.kept.get(name)

    def keep(self, name, data):
        self.kept[name] = data

    async def png(self, options, key, dpi):
        if key == "0" * 24:
            raise WorkerLostError
        return None if dpi == 21 else f"{options.language} {key} {dpi}".encode()


async def test_pictures_are_found_by_their_names():
    deck, options = Deck(), BuildOptions(language="pt")
    for dpi in (20, 300, 1200):
        name = f"{KEY}-{dpi}.png"
        answer = await picture_of(deck, options, name)
        assert (answer.body, answer.media_type) == (f"pt {KEY} {dpi}".encode(), "image/png")
        assert answer.headers["cache-control"] == "private, max-age=31536000, immutable"
        assert deck.kept[name] == answer.body
    deck.kept[f"{KEY}-300.png"] = b"kept"
    assert (await picture_of(deck, options, f"{KEY}-300.png")).body == b"kept"
    for name, status in (
        (f"{KEY}-19.png", 404), (f"{KEY}-1201.png", 404), (f"{KEY}-21.png", 404), (f"{KEY}-020.png", 404), (f"{KEY[1:]}-300.png", 404),
        (f"{KEY}0-300.png", 404), (f"{KEY.upper()}-300.png", 404), (f"{KEY}-300.jpg", 404), (f"{'0' * 24}-300.png", 503),
    ):  # fmt: skip
        with pytest.raises(HTTPException) as caught:
            await picture_of(deck, options, name)
        assert caught.value.status_code == status, name
    assert len(deck.kept) == 3


async def test_events_are_told_to_a_limited_number_of_pages(tmp_path):
    async def follow():
        yield "alive", None
        yield "changed", {"a": "é\n"}

    sent = ["retry: 500\n\n", ":\n\n", 'event: changed\ndata: {"a": "é\\n"}\n\n']
    assert [text async for text in server_sent(follow())] == sent
    assert event_text(("alive", 1)) == ":\n\n"
    (tmp_path / "cards.yaml").write_text("game: cards\ncards: [{name: Ferry}]\n", "utf-8")
    decks = OpenDecks([tmp_path / "cards.yaml"], BuildOptions())
    decks.streams = MOST_STREAMS - 1
    answer = told(decks, follow)
    assert answer.media_type == "text/event-stream"
    assert await anext(answer.body_iterator) == sent[0] and decks.streams == MOST_STREAMS
    with pytest.raises(HTTPException) as caught:
        told(decks, follow)
    assert caught.value.status_code == 503
    assert [text async for text in answer.body_iterator] == sent[1:] and decks.streams == MOST_STREAMS - 1
