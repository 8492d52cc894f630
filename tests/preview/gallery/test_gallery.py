"""A gallery works from the files alone, shows what strangers wrote as text, and is written whole or not at all."""

import inspect
import io
import json
import re
import shutil
from base64 import b64encode
from dataclasses import replace
from hashlib import sha256
from pathlib import Path
from types import SimpleNamespace
from typing import Any

import pytest
from PIL import Image

from cardgen.cli.gallery import gallery
from cardgen.exports.bundle import MANIFEST
from cardgen.geometry.colors import VISIONS
from cardgen.model.instructions import Instructions
from cardgen.pipeline.options import BuildOptions
from cardgen.preview.gallery import site
from cardgen.preview.gallery.pages import DeckEntry, ReportTab, deck_page, decks_page
from cardgen.preview.gallery.site import _dpi_of, _folders, _webp, check_folder, make_gallery
from cardgen.preview.session.snapshot import (
    ShownDocument,
    ShownPicture,
    ShownPlace,
    ShownPrinted,
    ShownSheet,
    Snapshot,
    shown_problem,
    snapshot_json,
)
from cardgen.report.diagnostics import Diagnostic
from cardgen.report.errors import CardgenError, UnlocatedError
from cardgen.report.json_text import format_json
from cardgen.stats.collect import deck_stats
from cardgen.write.folder_lock import LOCK
from tests.edits import edit
from tests.preview import snapshots

HOSTILE = "</script><script>alert(1)</script><img src=x onerror=alert(2)>"
PAGE = "<!doctype html><html><body><h1>Playtest: Pool</h1><script>alert(3)</script></body></html>"


STAGES: list[str] = []
"""The stages of that gallery."""


@pytest.fixture(scope="module", autouse=True)
def coarse_pictures():
    """Pictures of few pixels, which are drawn and packed in no time."""
    with pytest.MonkeyPatch.context() as patch:
        for name, value in {"_FACE_DPI": (30, 50), "_PAGE_DPI": (10, 20), "_COVER_DPI": 40}.items():
            patch.setattr(site, name, value)
        yield


@pytest.fixture(scope="module")
def made(tmp_path_factory: pytest.TempPathFactory) -> Path:
    """A folder with a deck and its gallery, which no test changes."""
    folder = tmp_path_factory.mktemp("made")
    file = folder / "decks" / "pool.yaml"
    file.parent.mkdir()
    cards = [{"id": "fish", "name": "Lantern Fish", "copies": 3}, {"id": "tide", "name": HOSTILE}]
    file.write_text(f"game: cards\ntitle: {json.dumps(HOSTILE)}\ncards: {json.dumps(cards)}\n", "utf-8")
    make_gallery([file], folder / "gallery", BuildOptions(), progress=STAGES.append)
    return folder


@pytest.fixture
def deck(tmp_path: Path, made: Path) -> Path:
    shutil.copytree(made / "decks", tmp_path / "decks")
    return tmp_path / "decks" / "pool.yaml"


def files_in(folder: Path) -> dict[str, bytes]:
    return {path.relative_to(folder).as_posix(): path.read_bytes() for path in folder.rglob("*") if path.is_file()}


def data_of(page: str) -> Any:
    found = re.search(r'<script type="application/json" id="gallery">(.*?)</script>', page, re.DOTALL)
    assert found
    return json.loads(found[1])


@pytest.fixture
def out(tmp_path: Path, made: Path) -> Path:
    """A gallery of the deck."""
    return Path(shutil.copytree(made / "gallery", tmp_path / "gallery"))


def test_a_gallery_holds_every_picture_that_its_page_shows(out):
    names = files_in(out)
    data = data_of(names["index.html"].decode())
    assert data["home"] == "", "there is no page with all decks"
    for face in data["snapshot"]["faces"]:
        for side in (face["face"], face["back"]):
            for dpi in data["resolutions"][side["key"]] if side else ():
                assert names[f"pictures/{side['key']}-{dpi}.webp"][8:12] == b"WEBP"
    cover, first = Image.open(io.BytesIO(names["cover.webp"])), data["snapshot"]["faces"][0]["face"]
    trim = [first[side] / 25.4 * site._COVER_DPI for side in ("width", "height")]
    assert first["bleed"] > 0 and cover.size == pytest.approx(trim, abs=1), "a cover has no bleed"
    sides = [side for sheet in data["snapshot"]["sheets"] for side in (sheet["recto"], sheet["verso"]) if side]
    assert {f"pictures/{side['key']}-{dpi}.webp" for side in sides for dpi in site._PAGE_DPI} <= {*names} and len(
        sides
    ) > 3
    assert {name.partition("/")[0] for name in names} == {
        *("index.html", "statistics.html", "pictures", "cover.webp", "licences.txt", "manifest.json")
    }


@pytest.mark.usefixtures("made")
def test_each_stage_is_told():
    assert STAGES == ["pool.yaml", "pictures", "statistics"]


def test_nothing_in_a_gallery_tells_where_its_deck_is(out, made):
    data = data_of((out / "index.html").read_text("utf-8"))
    assert all(face["place"] is None for face in data["snapshot"]["faces"])
    assert {key: data["snapshot"][key] for key in ("problems", "instructions", "printed")} == {
        "problems": [], "instructions": None, "printed": None,
    }  # fmt: skip
    assert not any(str(made).encode() in content for content in files_in(out).values())


def test_the_page_of_a_deck_holds_all_that_it_shows_without_what_is_for_its_author():
    public = Snapshot("Pool", faces=(replace(snapshots.face("a < b"), copies=3),))
    place, problem = ShownPlace("/home/ann/pool.yaml", 3, 4, 9, "", ""), shown_problem(Diagnostic("W330", "odd"))
    snapshot = replace(
        public,
        faces=(replace(public.faces[0], place=place),),
        problems=(problem,),
        instructions=Instructions("Print", (), ()),
        printed=ShownPrinted({"cards/one": "new"}, 1, 0),
    )
    tab = ReportTab("statistics", "Statistics", "statistics.html")
    page = deck_page(snapshot, {"key": (30, 50)}, [tab], "../index.html").decode()
    assert data_of(page) == json.loads(
        format_json(
            {
                "snapshot": snapshot_json(public),
                "resolutions": {"key": (30, 50)},
                "visions": VISIONS,
                "reports": [{"id": "statistics", "title": "Statistics", "file": "statistics.html"}],
                "home": "../index.html",
            }
        )
    )
    assert "<h1>Pool</h1><ul><li><div><strong>One</strong> ×3<p>a &lt; b</p></div></li></ul>" in page
    assert '<meta name="description" content="1 designs, 3 pieces: One">' in page


def test_a_picture_that_cannot_be_drawn_stops_the_gallery(deck, tmp_path, monkeypatch):
    class Session:
        problems = found = ()

        def __init__(self, *_):
            sessions.append(self)

        def build(self):
            return Snapshot("Pool", sheets=(ShownSheet("1", "", "", ShownPicture("k", 9, 9), None, (1,), 0, ""),))

        def settled(self):
            self.problems = self.found

        def png(self, _key, _dpi):
            self.found = (Diagnostic("W330", "odd"), Diagnostic("E602", "picture 'x' cannot be converted"))

        def close(self):
            closed.append(self)

    sessions, closed = [], []
    monkeypatch.setattr(site, "PreviewSession", Session)
    with pytest.raises(CardgenError, match="cannot be converted"):
        make_gallery([deck], tmp_path / "none", BuildOptions())
    assert closed == sessions and len(closed) == 1 and files_in(tmp_path / "none") == {}


def test_what_a_deck_says_is_text_and_only_the_script_of_the_gallery_runs(out):
    page = (out / "index.html").read_text("utf-8")
    assert HOSTILE not in page
    assert data_of(page)["snapshot"]["faces"][1]["name"] == HOSTILE
    (script,) = re.findall(r"<script>(.*?)</script>", page, re.DOTALL)
    policy = re.search(r'Content-Security-Policy" content="([^"]*)"', page)
    assert policy
    digest = b64encode(sha256(script.encode()).digest()).decode()
    assert f"script-src 'sha256-{digest}'" in policy[1]
    assert {f"{what} 'none'" for what in ("default-src", "base-uri", "form-action")} < {*policy[1].split("; ")}
    assert not re.search(r"""(?:src|href)=["']?(?:https?:|//)""", page)
    assert HOSTILE not in (out / "statistics.html").read_text("utf-8")


def test_the_page_with_all_decks_escapes_what_they_say():
    page = decks_page([DeckEntry("pool", f"{HOSTILE}\u202e", HOSTILE, "pool/cover.webp")]).decode()
    assert "\u202e" not in page, "nothing turns the words behind it"
    assert HOSTILE not in page and "&lt;script&gt;alert(1)" in page
    assert "script-src 'none'" in page


def test_links_to_the_page_with_all_decks_show_the_first_one_and_a_few_words():
    def told(*titles):
        page = decks_page([DeckEntry(title, title, "2 designs", f"{title}.webp") for title in titles]).decode()
        return re.findall('<meta (?:name="description"|property="og:image") content="(.*?)">', page)

    assert told("a", "b") == ["a, b", "a.webp"] and told() == [""]
    long = "x" * 100, "y" * 98
    assert told(*long)[0] == ", ".join(long)
    assert told(*long, "z")[0] == f"{', '.join(long)[:199]}…"


def test_all_sides_and_all_pages_are_drawn_large_boards_coarser():
    card, board = (
        [ShownPicture(f"{key}{side}", *size) for side in "ab"] for key, size in (("c", (63, 88)), ("b", (200, 200)))
    )
    one, two = (ShownPicture(key, 210, 297) for key in ("one", "two"))
    plain = snapshots.face("plain")
    faces = (*(replace(plain, face=face, back=back) for face, back in (card, board)), plain)
    sheets = [ShownSheet("1", "", "", one, verso, (1,), 0, "") for verso in (two, None)]
    documents = [ShownDocument(name, "", (one, two)) for name in ("rules", "aid")]
    found = [
        (picture.key, dpi)
        for picture, dpi in site._pictures(Snapshot("", faces=faces, sheets=sheets, documents=documents))
    ]
    usual, large, page = site._FACE_DPI, site._LARGE_FACE_DPI, site._PAGE_DPI
    assert found == [
        ("ca", usual), ("cb", usual), ("ba", large), ("bb", large), ("plain", usual),
        *((key, page) for key in ("one", "two", "one", *("one", "two") * 2)),
    ]  # fmt: skip


def test_pictures_are_as_fine_as_their_size_asks_for_and_a_cover_has_no_bleed():
    for size, dpi in (
        ((63, 150), site._FACE_DPI),
        ((150.1, 90), site._LARGE_FACE_DPI),
        ((90, 151), site._LARGE_FACE_DPI),
    ):
        assert _dpi_of(ShownPicture("", *size)) == dpi, size
    Image.new("RGB", (120, 240), "white").save(picture := io.BytesIO(), "PNG")
    sizes = [Image.open(io.BytesIO(_webp(picture.getvalue(), *bleed))).size for bleed in ((), (0.1,))]
    assert sizes == [(120, 240), (100, 220)]


def test_decks_of_one_name_have_folders_of_their_own():
    decks = [Path(folder, "my deck.yaml") for folder in "abc"]
    assert [*_folders([*decks, Path("my deck-2.yaml")])] == ["my-deck", "my-deck-2", "my-deck-3", "my-deck-2-2"]


def test_only_a_gallery_is_replaced_by_one(tmp_path):
    for manifest, is_one in (
        ({"made_by": "cardgen 1", "target": "gallery"}, True), ({"made_by": "cardgen 1", "target": "png"}, False),
        ({"made_by": "other", "target": "gallery"}, False), ({"target": "gallery"}, False), ([], False),
    ):  # fmt: skip
        (tmp_path / MANIFEST).write_text(json.dumps(manifest), "utf-8")
        if is_one:
            check_folder(tmp_path)
        else:
            with pytest.raises(UnlocatedError, match="holds something else than a gallery"):
                check_folder(tmp_path)
    (tmp_path / MANIFEST).unlink()
    check_folder(tmp_path)
    (tmp_path / "photos").mkdir()
    check_folder(tmp_path)
    (tmp_path / "photos" / "fox.jpg").write_bytes(b"")
    with pytest.raises(UnlocatedError, match="holds something else than a gallery"):
        check_folder(tmp_path)


def test_several_decks_have_a_folder_each_with_their_reports_and_a_page_with_all(deck, tmp_path, monkeypatch):
    deck.with_name("pool-playtest.html").write_text(PAGE, "utf-8")
    edit(deck, '"copies": 3', '"copies": 3, "art": "gone.svg"')
    given, other = tmp_path / "Better tides.html", tmp_path / "my balance.html"
    given.write_text(PAGE, "utf-8-sig")
    other.write_text(PAGE.replace("html>", "HTML>"), "utf-8")
    out, asked = tmp_path / "both", []
    monkeypatch.setattr(site, "deck_stats", lambda *what, **more: asked.append(more) or deck_stats(*what, **more))
    result = make_gallery([deck, deck], out, BuildOptions(only=("cards",), language="en"), [given, other])
    assert asked == [{"language": "en"}] * 2
    names = files_in(out)
    assert {"index.html", "pool/index.html", "pool-2/index.html", "pool/cover.webp"} <= set(names)
    assert (
        b'href="pool-2/index.html"' in names["index.html"]
        and b"<span>2 designs, 4 pieces</span>" in names["index.html"]
    )
    assert result.files == len({*names} - {MANIFEST})
    assert result.titles == (HOSTILE, HOSTILE) and result.page == out / "index.html"
    assert [(item.code, item.span and item.span.file) for item in result.warnings] == [("E121", str(deck))] * 2
    for name in ("pool", "pool-2"):
        data = data_of(names[f"{name}/index.html"].decode())
        assert data["home"] == "../index.html"
        assert [(tab["title"], tab["file"]) for tab in data["reports"]] == [
            ("Statistics", "statistics.html"),
            ("Playtest", "report-playtest.html"),
            ("Better tides", "report-better-tides.html"),
            ("Balance", "report-my-balance.html"),
        ]
    assert names["pool/report-better-tides.html"] == names["pool/report-playtest.html"], (
        "nor is a mark of their bytes kept"
    )
    page = names["pool/report-playtest.html"].decode()
    policy = '<!doctype html><meta http-equiv="Content-Security-Policy" content="default-src \'none\';'
    assert page.startswith(policy) and page.endswith(PAGE), "it can do nothing"


def test_an_older_gallery_is_replaced_with_all_its_files(deck, out):
    (out / "own.txt").write_text("mine", "utf-8")
    before = files_in(out)
    deck.write_text(deck.read_text("utf-8").replace("Lantern Fish", "Angler Fish"), "utf-8")
    make_gallery([deck], out, BuildOptions())
    after = files_in(out)
    assert after["own.txt"] == b"mine"
    changed = {name for name in before if name not in after}
    assert changed and all(name.startswith("pictures/") for name in changed)


@pytest.mark.parametrize(
    ("before", "after", "code"),
    [('"copies": 3', '"copies": "many"', "E204"), ("cards: [", "cards: [[", "E105")],
    ids=["a value", "the syntax"],
)
def test_a_deck_with_errors_leaves_the_older_gallery_as_it_was(deck, out, before, after, code):
    files, text = files_in(out), deck.read_text("utf-8")
    assert before in text
    deck.write_text(text.replace(before, after), "utf-8")
    with pytest.raises(CardgenError) as raised:
        make_gallery([deck], out, BuildOptions())
    assert code in {item.code for item in raised.value.diagnostics}
    assert files_in(out) == files


def test_an_interrupt_leaves_the_older_gallery_as_it_was(deck, out):
    def interrupt(stage: str) -> None:
        if stage == "statistics":
            raise KeyboardInterrupt

    files = files_in(out)
    deck.write_text(deck.read_text("utf-8").replace("Lantern Fish", "Angler Fish"), "utf-8")
    with pytest.raises(KeyboardInterrupt):
        make_gallery([deck], out, BuildOptions(), progress=interrupt)
    assert files_in(out) == files


@pytest.mark.parametrize("is_new", [True, False])
def test_a_gallery_that_was_killed_is_taken_up_again(deck, out, is_new):
    files = files_in(out)
    killed = "99999999"  # no process has this number
    if is_new:
        shutil.rmtree(out)
        (out / "pictures").mkdir(parents=True)
        (out / "pictures" / f".a.webp.{killed}.part").write_bytes(b"half")
    else:  # while the files were put in their places, the manifest as the last one
        place = out / MANIFEST
        place.rename(out / f".{MANIFEST}.{killed}.part")
        (out / LOCK).write_text(json.dumps({"pid": 1, "parts": [f".{MANIFEST}.{killed}.part"], "removed": []}), "utf-8")
    make_gallery([deck], out, BuildOptions())
    assert files_in(out) == files


def test_a_gallery_says_what_it_is_to_links_and_without_scripts(out):
    page = (out / "index.html").read_text("utf-8")
    (about,) = re.findall('<meta name="description" content="(.*?)">', page)
    assert (
        about.startswith("2 designs, 4 pieces: Lantern Fish, ")
        and f'<meta property="og:description" content="{about}">' in page
    )
    assert '<meta property="og:image" content="cover.webp">' in page and (out / "cover.webp").is_file()
    (words,) = re.findall("<noscript>(.*?)</noscript>", page, re.DOTALL)
    assert "<strong>Lantern Fish</strong> ×3" in words and HOSTILE not in words


def test_a_folder_with_other_files_is_left_alone(deck):
    before = files_in(deck.parent)
    with pytest.raises(CardgenError) as raised:
        make_gallery([deck], deck.parent, BuildOptions())
    assert [item.code for item in raised.value.diagnostics] == ["E795"]
    assert files_in(deck.parent) == before


@pytest.mark.parametrize("content", [b"{}", b"\xff\xfe<html>", None], ids=["json", "bytes", "missing"])
def test_a_report_that_is_no_page_is_refused(deck, tmp_path, content):
    report = tmp_path / "report.html"
    if content is not None:
        report.write_bytes(content)
    with pytest.raises(CardgenError) as raised:
        make_gallery([deck], tmp_path / "gallery", BuildOptions(), [report])
    assert [item.code for item in raised.value.diagnostics] == ["E796"]
    assert not (tmp_path / "gallery").exists()


def test_a_deck_without_cards_has_no_cover():
    deck = SimpleNamespace(_at="songs/", _add=None)
    assert "<img" not in decks_page([DeckEntry("songs", "Songs", "0 designs", "")]).decode()
    assert site._Deck._entry(deck, None, Snapshot(title="Songs")) == DeckEntry(
        "songs", "Songs", "0 designs, 0 pieces", ""
    )


def test_a_person_is_told_how_many_files_a_gallery_has(tmp_path, monkeypatch, capsys):
    page = tmp_path / "index.html"
    monkeypatch.setattr(site, "make_gallery", lambda *_: site.GalleryResult(page, 7, ("Sea", "Sky"), ()))
    usual = {name: option.default for name, option in inspect.signature(gallery).parameters.items()}
    for is_terminal, told in ((True, ": Sea, Sky, 7 files"), (False, "")):
        monkeypatch.setattr("sys.stdout.isatty", lambda is_terminal=is_terminal: is_terminal)
        gallery(**{**usual, "decks": [], "out": tmp_path})
        assert capsys.readouterr().out == f"{page}{told}\n"
