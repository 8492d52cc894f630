"""The page opens and saves the files of its deck, whole, and no others; a picture never replaces a file."""

import io
import json
import os
import threading
from concurrent.futures import ThreadPoolExecutor
from pathlib import Path
from types import SimpleNamespace

import pytest
from hypothesis import given
from hypothesis import strategies as st
from starlette.exceptions import HTTPException
from starlette.requests import Request

from cardgen.pipeline.options import BuildOptions
from cardgen.preview.editor import files as files_module
from cardgen.preview.editor import fonts as fonts_module
from cardgen.preview.editor import pictures as pictures_module
from cardgen.preview.editor.files import ConflictError, DeckFiles, revision_of
from cardgen.preview.editor.fonts import add_font
from cardgen.preview.editor.pictures import add_picture
from cardgen.preview.routes.bodies import read_body
from cardgen.preview.routes.files import _used_pictures
from cardgen.preview.server.access import Guard
from cardgen.preview.server.open_decks import OpenDecks
from cardgen.read.picture_names import PICTURES
from cardgen.report.errors import UnlocatedError
from cardgen.write.files import replace_file
from tests.preview.applications import application_of
from tests.preview.asgi import Client
from tests.preview.coroutines import run_coroutine

HOST = "127.0.0.1:8270"
ORIGIN = {"origin": f"http://{HOST}"}
PNG = b"\x89PNG\r\n\x1a\n" + b"0" * 40


@pytest.fixture
def deck(tmp_path: Path) -> Path:
    folder = tmp_path / "game"
    (folder / "templates").mkdir(parents=True)
    for name in (
        "theme.yaml", "other.yaml", "cards.csv", "notes.txt", ".hidden.md", "~lock.csv", "templates/face.svg.j2", "rules.md",
    ):  # fmt: skip
        (folder / name).write_text("a,b\n", "utf-8")
    (tmp_path / "secret.md").write_text("hush", "utf-8")
    (folder / "link.md").symlink_to(tmp_path / "secret.md")
    (folder / "outside").symlink_to(tmp_path)
    deck = folder / "cards.yaml"
    deck.write_text("game: cards\ncards:\n  - {name: Ferry}\n", "utf-8")
    return deck


@pytest.fixture
def page(deck: Path) -> Client:
    one = Client(Guard(application_of(OpenDecks([deck], BuildOptions())), "token", 8270, ("127.0.0.1",)), HOST)
    assert one.get("/?token=token").status_code == 200
    return one


def test_the_files_of_a_deck_are_listed_and_no_others(deck, monkeypatch):
    names = [file.name for file in DeckFiles(deck).listed()]
    assert names == ["cards.yaml", "theme.yaml", "cards.csv", "templates/face.svg.j2", "rules.md"]
    last = deck.rename(deck.with_name("zoo.yaml"))
    assert [file.name for file in DeckFiles(last).listed()] == ["zoo.yaml", *names[1:]], "the deck is the first"
    last.rename(deck)
    found = files_module.folders_below
    monkeypatch.setattr(files_module, "folders_below", lambda tops: [deck.parent / "gone", *found(tops)])
    assert [file.name for file in DeckFiles(deck).listed()] == names, "a folder has vanished a moment ago"
    monkeypatch.setattr(files_module, "_MOST_FILES", 3)
    assert [file.name for file in DeckFiles(deck).listed()] == names[:3]


@pytest.mark.parametrize(
    "name",
    [
        "../secret.md", "link.md", "outside/secret.md", "templates/../../secret.md", ".hidden.md", "other.yaml",
        "notes.txt", "/etc/passwd", "", "cards.yaml/", "templates", "outside/game/cards.yaml", "cards.yaml\0",
    ],
)  # fmt: skip
def test_no_name_leads_to_another_file(deck, page, name):
    files = DeckFiles(deck)
    with pytest.raises(FileNotFoundError):
        files.open(name)
    with pytest.raises((FileNotFoundError, ConflictError, ValueError)):
        files.save(name, "x", "")
    address = "/api/decks/cards/files/" + "".join(f"%{byte:02x}" for byte in name.encode())
    assert page.get(address).status_code in {404, 422}
    assert "hush" not in page.get(address).text
    assert (deck.parent.parent / "secret.md").read_text() == "hush"


@pytest.mark.parametrize("name", ["outside/pic.svg", "../pic.svg", ".git/pic.svg", "nothing.svg", "link.svg"])
def test_no_picture_of_another_folder_is_shown(deck, page, name):
    (deck.parent.parent / "pic.svg").write_text("<svg/>", "utf-8")
    (deck.parent / "link.svg").symlink_to(deck.parent.parent / "pic.svg")
    assert page.get(f"/api/decks/cards/files/{name}").status_code == 404


def test_a_picture_of_the_deck_is_no_page_of_its_own(deck, page):
    (deck.parent / "pic.svg").write_text("<svg onload='alert(1)'/>", "utf-8")
    for suffix in PICTURES:
        (deck.parent / f"a{suffix.upper()}").write_bytes(PNG)
        kind = page.get(f"/api/decks/cards/files/a{suffix.upper()}").headers["content-type"]
        assert kind == f"image/{ {'svg': 'svg+xml', 'jpg': 'jpeg'}.get(suffix[1:], suffix[1:]) }"
    headers = page.get("/api/decks/cards/files/pic.svg").headers
    assert headers["content-type"] == "image/svg+xml"
    assert "sandbox" in headers["content-security-policy"] and "script-src" not in headers["content-security-policy"]


@given(
    text=st.text(st.characters(exclude_categories=["Cs"], exclude_characters="\0\r\v\f\x1c\x1d\x1e\x85\u2028\u2029")),
    ending=st.sampled_from(["\n", "\r\n"]),
    mark=st.booleans(),
)
def test_what_is_saved_unchanged_is_unchanged(tmp_path_factory, text, ending, mark):
    deck = tmp_path_factory.mktemp("deck") / "a.yaml"
    data = (b"\xef\xbb\xbf" if mark else b"") + f"game: cards\n{text.removeprefix(chr(0xFEFF))}\n".replace(
        "\n", ending
    ).encode()
    deck.write_bytes(data)
    files = DeckFiles(deck)
    opened = files.open("a.yaml")
    assert files.save("a.yaml", opened.text, opened.revision).revision == revision_of(data)
    assert deck.read_bytes() == data
    files.save("a.yaml", opened.text + "more: 1\n", opened.revision)
    assert deck.read_bytes() == data + f"more: 1{ending}".encode()


def test_a_file_that_has_changed_is_not_written(deck):
    files = DeckFiles(deck)
    seen = files.open("cards.yaml")
    deck.write_text("game: cards\n# by another program\n", "utf-8")
    with pytest.raises(ConflictError) as conflict:
        files.save("cards.yaml", "mine", seen.revision)
    assert conflict.value.now is not None and "another program" in conflict.value.now.text
    assert "another program" in deck.read_text("utf-8")
    with pytest.raises(ConflictError):
        files.save("cards.yaml", "mine", "")
    deck.unlink()
    with pytest.raises(ConflictError) as conflict:
        files.save("cards.yaml", "mine", seen.revision)
    assert conflict.value.now is None and not deck.exists()


def test_of_two_saves_at_a_time_only_one_finds_the_file_as_it_was(deck, monkeypatch):
    seen = DeckFiles(deck).open("cards.yaml")
    saving, is_waiting = files_module._SAVING, threading.Event()

    class Lock:
        def __enter__(self):
            if not saving.acquire(blocking=False):
                is_waiting.set()
                saving.acquire()

        def __exit__(self, *_):
            saving.release()

    def save(words):
        try:
            return DeckFiles(deck).save("cards.yaml", words, seen.revision).text
        except ConflictError as conflict:
            return conflict.now

    def replace(path, data):
        if not others:
            others.append(executor.submit(save, "second"))
            assert is_waiting.wait(60)
        replace_file(path, data)

    others = []
    monkeypatch.setattr(files_module, "_SAVING", Lock())
    monkeypatch.setattr(files_module, "replace_file", replace)
    with ThreadPoolExecutor(1) as executor:
        assert save("first") == "first"
        [second] = others
        assert second.result().text == "first" == deck.read_text("utf-8")


def test_a_failed_save_leaves_the_old_file(deck, monkeypatch):
    files, before = DeckFiles(deck), deck.read_bytes()
    seen = files.open("cards.yaml")

    def fail(*_: object) -> None:
        raise OSError(28, "No space left on device")

    monkeypatch.setattr(os, "fsync", fail)
    with pytest.raises(UnlocatedError, match="no space left"):
        files.save("cards.yaml", "mine", seen.revision)
    assert deck.read_bytes() == before
    assert sorted(path.name for path in deck.parent.iterdir() if path.name.endswith(".part")) == []


def test_what_is_no_text_or_too_large_is_refused(deck):
    deck.write_bytes(b"\xff\xfea\0b\0")
    with pytest.raises(UnlocatedError, match="UTF-16"):
        DeckFiles(deck).open("cards.yaml")
    deck.write_bytes(b"#" * (2 * 2**20 + 1))
    with pytest.raises(UnlocatedError, match="too large"):
        DeckFiles(deck).open("cards.yaml")


def test_a_text_as_large_as_it_may_be_is_saved_an_empty_one_too_and_an_equal_one_touches_nothing(deck, monkeypatch):
    files = DeckFiles(deck)
    monkeypatch.setattr(files_module, "TEXT_LIMIT", 2**20)
    full = files.save("cards.yaml", "é" * 2**19, files.open("cards.yaml").revision)
    with pytest.raises(UnlocatedError, match=r"the text is too large: 1\.5 MiB"):
        files.save("cards.yaml", "é" * (3 * 2**18), full.revision)
    number = deck.stat().st_ino
    assert files.save("cards.yaml", "é" * 2**19, full.revision) == full and deck.stat().st_ino == number
    assert files.save("cards.yaml", "", full.revision).text == "" and deck.read_bytes() == b""


def test_lines_end_as_most_of_them_did(deck):
    for before, after in (
        (b"a\r\nb\r\nc\n", b"a\r\nx\r\n"),
        (b"a\r\nb\n", b"a\nx\n"),
        (b"a\rb\r", b"a\nx\n"),
        (b"", b"a\nx\n"),
    ):
        deck.write_bytes(before)
        files = DeckFiles(deck)
        opened = files.open("cards.yaml")
        assert opened.text == before.decode().replace("\r\n", "\n").replace("\r", "\n")
        files.save("cards.yaml", "a\nx\r\n", opened.revision)
        assert deck.read_bytes() == after, before


def test_a_file_is_edited_as_what_its_name_says(tmp_path):
    names = (
        "a.yml",
        "theme.yaml",
        "b.csv",
        "c.TSV",
        "d.tab",
        "e.xlsx",
        "f.XLSM",
        "g.ods",
        "h.svg.j2",
        "i.MD",
        "j.txt",
        "k.yml",
        "l.html",
    )
    for name in names:
        (tmp_path / name).write_text("a\n", "utf-8")
    listed = DeckFiles(tmp_path / "a.yml").listed()
    assert [(file.name, file.type, file.is_deck) for file in listed] == [
        ("a.yml", "yaml", True), ("theme.yaml", "yaml", False), ("b.csv", "table", False), ("c.TSV", "table", False), ("d.tab", "table", False),
        ("e.xlsx", "workbook", False), ("f.XLSM", "workbook", False), ("g.ods", "workbook", False), ("h.svg.j2", "template", False), ("i.MD", "text", False),
    ]  # fmt: skip
    assert [Path(file.shown) for file in listed[:2]] == [tmp_path / "a.yml", tmp_path / "theme.yaml"]


def test_cells_are_parted_as_the_name_of_a_table_says(deck):
    for name, delimiter in (("a.tsv", "\t"), ("b.TAB", "\t"), ("c.csv", ";"), ("rules.md", "")):
        deck.with_name(name).write_text("x;y\n1;2\n", "utf-8")
        assert DeckFiles(deck).open(name).delimiter == delimiter, name


def test_a_save_over_the_network_answers_with_the_conflict(deck, page):
    opened = json.loads(page.get("/api/decks/cards/files/cards.yaml").text)
    deck.write_text("game: cards\ntheirs: 1\n", "utf-8")
    answer = page.post("/api/decks/cards/files/cards.yaml", ORIGIN, {"text": "mine", "base": opened["revision"]})
    assert answer.status_code == 409
    assert json.loads(answer.text)["now"]["text"] == "game: cards\ntheirs: 1\n"


def test_only_this_computer_changes_files(deck, page):
    opened = json.loads(page.get("/api/decks/cards/files/cards.yaml").text)
    body = {"text": "game: cards\n", "base": opened["revision"]}
    assert page.post("/api/decks/cards/files/cards.yaml", {}, body).status_code == 403  # from no page
    page.peer = "192.168.1.9"
    for address in ("files/cards.yaml", "dropped?name=a.png", "arrange/copy"):
        assert page.post(f"/api/decks/cards/{address}", ORIGIN, body).status_code == 403
    assert json.loads(page.get("/api/decks/cards/files").text)["is_editable"] is False
    page.peer = "127.0.0.1"
    assert page.post("/api/decks/cards/files/cards.yaml", ORIGIN, body).status_code == 200
    assert deck.read_text("utf-8") == "game: cards\n"


@pytest.mark.parametrize("body", [b"", b"[]", b"{}", b'{"text": 1, "base": ""}', b"\xff", b"[" * 100_000])
def test_requests_that_make_no_sense_are_refused(page, body):
    assert page.post("/api/decks/cards/files/cards.yaml", ORIGIN, body).status_code == 400


def test_a_body_without_end_is_refused(page):
    assert page.post("/api/decks/cards/suggest", ORIGIN, b" " * (9 * 2**20)).status_code == 413


def test_a_picture_never_replaces_a_file(tmp_path):
    assert add_picture(tmp_path, "Suns", "Ögre Face.PNG", PNG).file == "art/suns/ogre-face.png"
    assert add_picture(tmp_path, "Suns", "ogre face.png", PNG).file == "art/suns/ogre-face.png"
    assert add_picture(tmp_path, "Suns", "ogre face.png", PNG + b"1").file == "art/suns/ogre-face-2.png"
    assert (tmp_path / "art/suns/ogre-face.png").read_bytes() == PNG


def test_a_picture_goes_where_the_others_are(tmp_path):
    (tmp_path / "pics").mkdir()
    assert add_picture(tmp_path, "suns", "a.png", PNG, ["d.png", "pics/b.png", "pics/c.png"]).file == "pics/a.png"
    assert add_picture(tmp_path, "suns", "a.png", PNG, ["/etc/d.png", "/etc/e.png", "d.png"]).file == "a.png"
    assert add_picture(tmp_path, "suns", "水.png", PNG).file == "art/suns/picture.png"
    assert add_picture(tmp_path, "suns", f"{'x' * 99}.jpeg", b"\xff\xd8\xff").file == f"art/suns/{'x' * 60}.jpg"
    for name, start in (
        ("0.svg", b"\xef\xbb\xbf<svg"),
        ("1.svg", b"\n <?xml?><svg"),
        ("2.webp", b"RIFF\0\0\0\0WEBPVP8 "),
    ):
        assert add_picture(tmp_path, "suns", name, start).file == f"art/suns/{name}"
    (tmp_path / "art" / "suns" / "link.png").symlink_to(tmp_path / "a.png")
    assert add_picture(tmp_path, "suns", "link.png", PNG).file == "art/suns/link-2.png"
    (tmp_path / "away").symlink_to(tmp_path.parent)
    assert (
        add_picture(tmp_path, "suns", "b.png", PNG, ["away/b.png", "../x.png", "no/../x.png"]).file == "art/suns/b.png"
    )


def test_a_picture_as_large_as_it_may_be_is_stored_and_half_of_one_is_not(tmp_path, monkeypatch):
    monkeypatch.setattr(pictures_module, "PICTURE_LIMIT", len(PNG))
    assert add_picture(tmp_path, "suns", "a.png", PNG).file == "art/suns/a.png"
    with pytest.raises(UnlocatedError, match=r"picture 'a\.png' is too large"):
        add_picture(tmp_path, "suns", "a.png", PNG + b"1")

    class Full(io.BytesIO):
        def write(self, _data):
            raise OSError(28, "No space left on device")

    monkeypatch.setattr(pictures_module, "_MOST_NAMES", 3)
    for data, place in ((b"1", "a-2.png"), (b"2", "")):
        png = PNG[:-1] + data
        if place:
            assert add_picture(tmp_path, "suns", "a.png", png).file == f"art/suns/{place}"
        else:
            with pytest.raises(UnlocatedError, match=r"'a\.png' cannot be written: too many of this name"):
                add_picture(tmp_path, "suns", "a.png", png)
    monkeypatch.setattr(os, "fdopen", lambda number, _: os.close(number) or Full())
    with pytest.raises(UnlocatedError, match=r"'b\.png' cannot be written: No space left"):
        add_picture(tmp_path, "suns", "b.png", PNG)
    assert sorted(path.name for path in (tmp_path / "art" / "suns").iterdir()) == ["a-2.png", "a.png"]


def test_a_picture_that_the_deck_names_goes_where_it_is_named(tmp_path):
    missing = [
        "late_frost.png",
        "pics/East Wind.PNG",
        "meadow",
        "C:\\art\\ogre.png",
        "../out.png",
        "/a/far.png",
        "n\x00.png",
        "pics/hill",
    ]
    for name, place in {
        "Late_Frost.png": "late_frost.png",
        "east wind.png": "pics/East Wind.PNG",
        "meadow.png": "meadow.png",
        "ogre.png": "ogre.png",
        "far.png": "far.png",
        "hill.PNG": "pics/hill.PNG",
    }.items():
        assert add_picture(tmp_path, "suns", name, PNG, missing=missing) == (place, True), name
        assert (tmp_path / place).read_bytes() == PNG
    assert add_picture(tmp_path, "suns", "n\x00.png", PNG, missing=missing) == ("art/suns/n.png", False)
    assert add_picture(tmp_path, "suns", "out.png", PNG, missing=missing) == ("art/suns/out.png", False)
    assert add_picture(tmp_path, "suns", "meadow.png", PNG + b"1", missing=missing) == ("art/suns/meadow.png", False)
    (tmp_path / "away").symlink_to(tmp_path.parent)
    assert add_picture(tmp_path, "suns", "b.png", PNG, missing=["away/b.png"]) == ("art/suns/b.png", False)
    for place in ("a/owl.png", "b/owl.png"):
        data = PNG + place.encode()
        assert add_picture(tmp_path, "suns", "owl.png", data, missing=["a/owl.png", "b/owl.png"]) == (place, True)


@pytest.mark.parametrize(
    ("name", "data"),
    [
        ("a.png", b"<svg/>"),
        ("a.svg", b"hello"),
        ("a.yaml", b"game: cards"),
        ("../../a", PNG),
        ("", PNG),
        ("a.webp", b"RIFF....WAVE"),
    ],
)
def test_what_is_no_picture_is_refused(tmp_path, name, data):
    with pytest.raises(UnlocatedError, match="not a picture"):
        add_picture(tmp_path, "suns", name, data)
    assert list(tmp_path.iterdir()) == []


def test_the_name_of_a_picture_leads_nowhere(tmp_path):
    folder = tmp_path / "deck"
    folder.mkdir()
    assert add_picture(folder, "../x", "../../..\\evil/..png/a b.png", PNG).file == "art/x/a-b.png"
    assert [path.name for path in tmp_path.iterdir()] == ["deck"]


def test_a_font_is_put_beside_the_deck_and_over_no_other(tmp_path):
    font = b"OTTO" + bytes(8)
    for _ in range(2):
        assert add_font(tmp_path, "My Serif-Bold.OTF", font) == "fonts/MySerif-Bold.otf"
    assert (tmp_path / "fonts/MySerif-Bold.otf").read_bytes() == font
    for name, data, words in (
        ("My Serif-Bold.otf", font + b"1", "another font"),
        ("x.ttf", b"<svg", "not a font"),
        ("...ttf", font, "not a font"),
    ):
        with pytest.raises(UnlocatedError, match=words):
            add_font(tmp_path, name, data)
    assert [path.name for path in (tmp_path / "fonts").iterdir()] == ["MySerif-Bold.otf"]
    for number, start in enumerate((b"\0\1\0\0", b"true")):
        assert add_font(tmp_path, f"{number}.ttf", start) == f"fonts/{number}.ttf"
    assert add_font(tmp_path, f"{'x' * 99}.ttf", b"true") == f"fonts/{'x' * 60}.ttf"
    (deck := tmp_path / "deck").mkdir()
    (deck / "fonts").symlink_to(tmp_path)
    with pytest.raises(UnlocatedError, match="not a font"):
        add_font(deck, "a.ttf", b"true")


def test_a_deck_that_is_a_link_out_of_its_folder_is_not_opened(deck, tmp_path):
    (deck.parent / "away.yaml").symlink_to(tmp_path / "secret.md")
    (deck.parent / "here.yaml").symlink_to(deck)
    assert DeckFiles(deck.parent / "here.yaml").open("here.yaml").text.startswith("game: cards")
    away = DeckFiles(deck.parent / "away.yaml")
    assert not any(file.is_deck for file in away.listed())
    with pytest.raises(FileNotFoundError):
        away.open("away.yaml")


def test_no_folder_of_pictures_leads_out_of_the_folder_of_the_deck(tmp_path):
    folder, elsewhere = tmp_path / "deck", tmp_path / "elsewhere"
    for one in (folder / "pics", elsewhere):
        one.mkdir(parents=True)
    assert add_picture(folder, "suns", "hut.png", PNG, missing=["pics/../hut.png"]) == ("art/suns/hut.png", False)
    (folder / "art").rename(tmp_path / "old")
    (folder / "art").symlink_to(elsewhere)
    assert add_picture(folder, "suns", "a.png", PNG) == ("a.png", False)
    assert [*elsewhere.iterdir()] == []


def test_a_font_that_cannot_be_written_is_told_with_the_reason(tmp_path, monkeypatch):
    def full(*_):
        raise OSError(28, "No space left on device")

    monkeypatch.setattr(fonts_module, "put_new", full)
    with pytest.raises(UnlocatedError, match=r"^font 'a\.ttf' cannot be written: No space left on device$") as caught:
        add_font(tmp_path, "a.ttf", b"true")
    assert caught.value.code == "E601"


def test_what_is_sent_is_read_up_to_its_limit_and_not_at_all_if_the_page_has_gone():
    def sent(*messages):
        left = [*messages]

        async def receive():
            return left.pop(0)

        return run_coroutine(read_body(Request({"type": "http"}, receive), 4))

    first, second = ({"type": "http.request", "body": b"ab", "more_body": more} for more in (True, False))
    assert sent(first, second) == b"abab"
    for messages, status in (((first, first, second), 413), ((first, {"type": "http.disconnect"}), 400)):
        with pytest.raises(HTTPException) as caught:
            sent(*messages)
        assert caught.value.status_code == status


def test_the_pictures_that_a_deck_names_stand_in_its_own_text(deck):
    def used(deck):
        return _used_pictures(SimpleNamespace(files=DeckFiles(deck)))

    (deck.parent / "theme.yaml").write_text("ground: other.png\n", "utf-8")
    text = "game: cards\ncards: [{name: Caf\u00e9, art: pics/a.svg}, {art: B.PNG}]\n"
    deck.write_text(text, "utf-8")
    assert used(deck) == ["pics/a.svg", "B.PNG"]
    deck.write_text(text, "latin-1")
    assert used(deck) == used(deck.parent / "gone.yaml") == []
