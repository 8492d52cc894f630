"""Names to files: found where they should be, and never outside."""

import sys
from pathlib import Path

import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

from cardgen.guard.files import check_place
from cardgen.read import search_path as search_path_module
from cardgen.read.picture_names import FETCHED, PICTURES, fetched_stem, variants
from cardgen.read.search_path import SearchPath
from cardgen.report.errors import UnlocatedError
from cardgen.report.source import Span
from tests.recorded import check_recorded


@pytest.fixture
def folders(tmp_path: Path) -> Path:
    for name in (
        "deck/art/elves/dojo.svg", "deck/both.svg", "mine/both.svg", "mine/face.svg.j2", "mine/icons/star.svg",
        "game/both.svg", "game/face.svg.j2", "game/back.svg.j2", "game/ornament.svg", "game/icons/hand.svg",
        "game/icons/star.svg", "game/part/ornament.svg", "game/part/leaf.svg", "secret.svg",
    ):  # fmt: skip
        (tmp_path / name).parent.mkdir(parents=True, exist_ok=True)
        (tmp_path / name).write_text(name)
    return tmp_path


@pytest.fixture
def search_path(folders: Path) -> SearchPath:
    return SearchPath(folders / "deck", [folders / "mine", folders / "game"])


@pytest.mark.parametrize(
    ("href", "found"),
    [
        ("art/elves/dojo.svg", "deck/art/elves/dojo.svg"),
        ("./art//elves/dojo.svg", "deck/art/elves/dojo.svg"),
        ("both.svg", "deck/both.svg"),
        ("ornament.svg", "game/ornament.svg"),
    ],
)
def test_picture_is_taken_beside_the_deck_then_from_the_templates(
    search_path: SearchPath, folders: Path, href: str, found: str
) -> None:
    assert search_path.find_picture(href) == (folders / found).resolve()


def test_picture_of_a_template_is_taken_beside_it_before_the_other_templates(
    search_path: SearchPath, folders: Path
) -> None:
    base = folders / "game" / "part"
    assert search_path.find_picture("leaf.svg", base) == (base / "leaf.svg").resolve()
    assert search_path.find_picture("ornament.svg", base) == (base / "ornament.svg").resolve()
    assert search_path.find_picture("both.svg", base) == (folders / "deck" / "both.svg").resolve()


def test_template_of_the_user_comes_first(search_path: SearchPath, folders: Path) -> None:
    assert search_path.find_template("face.svg.j2") == (folders / "mine" / "face.svg.j2").resolve()
    assert search_path.find_template("back.svg.j2") == (folders / "game" / "back.svg.j2").resolve()
    assert search_path.find_template("other.svg.j2") is None
    assert search_path.find_template("part") is None


def test_names_of_all_template_folders_are_listed_once(search_path: SearchPath) -> None:
    assert search_path.file_names("icons", ".svg") == ("hand", "star")
    assert search_path.file_names("nowhere", ".svg") == ()


@pytest.mark.parametrize(
    "href",
    [
        *["../secret.svg", "art/../../secret.svg", "art/../both.svg", "..", "/etc/passwd", "//host/dojo.svg"],
        *["file:///etc/passwd", "http://a.b/c.svg", "https:x", "javascript:alert(1)", "data:image/png;base64,AA"],
        *["C:\\art\\x.svg", "C:/art/x.svg", "..\\secret.svg"],
    ],
)
def test_name_that_leaves_its_folder_is_refused(search_path: SearchPath, href: str) -> None:
    for lookup in (search_path.find_picture, search_path.find_template):
        with pytest.raises(UnlocatedError) as raised:
            lookup(href)
        assert raised.value.code == "E125"
        assert href[:20] in raised.value.message


@pytest.mark.parametrize("target", ["../secret.svg", "/etc/passwd", ".."])
def test_link_that_leaves_its_folder_is_refused(search_path: SearchPath, folders: Path, target: str) -> None:
    (folders / "deck" / "link").symlink_to(target)
    (folders / "game" / "link").symlink_to(target)
    href = "link/secret.svg" if target == ".." else "link"
    for lookup in (search_path.find_picture, search_path.find_template):
        with pytest.raises(UnlocatedError) as raised:
            lookup(href)
        assert raised.value.code == "E125"


def test_a_file_of_the_library_that_leaves_its_folder_is_told_by_its_place(
    search_path: SearchPath, folders: Path
) -> None:
    (folders / "game" / "strings").mkdir()
    (folders / "game" / "strings" / "en.yaml").symlink_to("../../secret.svg")
    with pytest.raises(UnlocatedError) as raised:
        search_path.find_templates("theme.yaml", "strings/en.yaml")
    assert (raised.value.code, raised.value.span) == ("E125", Span(str(folders / "game" / "strings" / "en.yaml")))


def test_link_within_its_folder_is_followed(search_path: SearchPath, folders: Path) -> None:
    (folders / "deck" / "link.svg").symlink_to("art/elves/dojo.svg")
    assert search_path.find_picture("link.svg") == (folders / "deck/art/elves/dojo.svg").resolve()


def test_folder_of_the_deck_may_be_a_link_itself(folders: Path) -> None:
    (folders / "short").symlink_to("deck")
    assert SearchPath(folders / "short", []).find_picture("both.svg").read_text() == "deck/both.svg"


@pytest.mark.parametrize(
    "href", ["loop", "loop/x.svg", "a" * 300, "a" * 5000, "a\0b", "a\nb", "", ".", "no/such/file.svg"]
)
def test_name_of_no_file_is_not_found(search_path: SearchPath, folders: Path, href: str) -> None:
    (folders / "deck" / "loop").symlink_to("loop")
    with pytest.raises(UnlocatedError) as raised:
        search_path.find_picture(href)
    assert raised.value.code == "E121"


def test_folder_is_no_picture(search_path: SearchPath) -> None:
    with pytest.raises(UnlocatedError, match="is a folder") as raised:
        search_path.find_picture("art")
    assert raised.value.code == "E121"


@pytest.mark.parametrize(
    ("href", "meant"),
    [("art/elves/doja.svg", "art/elves/dojo.svg"), ("art/elfes/doja.svg", ""), ("ornamnet.svg", "ornament.svg")],
)
def test_close_name_is_suggested(search_path: SearchPath, href: str, meant: str) -> None:
    with pytest.raises(UnlocatedError) as raised:
        search_path.find_picture(href)
    (hint,) = raised.value.hints
    assert hint == f"did you mean '{meant}'?" if meant else "--images FOLDER" in hint


OTHERWISE = [
    ("art\\elves\\dojo.svg", "deck/art/elves/dojo.svg", ""),
    ("art/elves/dojo", "deck/art/elves/dojo.svg", ""),
    ("Art/Elves/DOJO.svg", "deck/art/elves/dojo.svg", "art/elves/dojo.svg"),
    ("Dojo", "deck/art/elves/dojo.svg", "art/elves/dojo.svg"),
    ("dojo.svg", "deck/art/elves/dojo.svg", "art/elves/dojo.svg"),
    ("elfes/dojo.svg", "deck/art/elves/dojo.svg", "art/elves/dojo.svg"),
    ("C:\\Users\\Ada\\Dojo.svg", "deck/art/elves/dojo.svg", "art/elves/dojo.svg"),
    ("/home/ada/dojo.svg", "deck/art/elves/dojo.svg", "art/elves/dojo.svg"),
    ("own", "deck/mine/own.png", ""),
    ("OWN.png", "deck/mine/own.png", "own.png"),
]


def test_a_picture_is_found_as_people_write_it(folders: Path) -> None:
    (folders / "deck" / "mine").mkdir()
    (folders / "deck" / "mine" / "own.png").touch()
    search_path = SearchPath(folders / "deck", [folders / "game"], [folders / "deck" / "mine"])
    for href, file, other in OTHERWISE:
        assert search_path.locate_picture(href) == ((folders / file).resolve(), other), href


def test_a_name_that_two_files_may_mean_is_not_found(search_path: SearchPath, folders: Path) -> None:
    (folders / "deck" / "old").mkdir()
    (folders / "deck" / "old" / "dojo.svg").touch()
    with pytest.raises(UnlocatedError, match="does not exist"):
        search_path.find_picture("dojo.svg")


def test_the_picture_of_an_address_is_what_was_fetched(search_path: SearchPath, folders: Path) -> None:
    address = "https://pictures.example/art/Dojo%20One.png?size=3"
    with pytest.raises(UnlocatedError, match="is a URL") as raised:
        search_path.find_picture(address)
    assert "cardgen pull" in raised.value.hints[0]
    file = folders / "deck" / FETCHED / f"{fetched_stem(address)}.png"
    file.parent.mkdir()
    file.touch()
    assert file.name.startswith("dojo-one-")
    assert search_path.find_picture(address) == file.resolve()


def test_only_pictures_are_suggested(search_path: SearchPath, folders: Path) -> None:
    (folders / "game" / "strings.yaml").write_text("a: b")
    with pytest.raises(UnlocatedError) as raised:
        search_path.find_picture("string.yaml")
    assert "did you mean" not in "".join(raised.value.hints)


def test_suggestion_lists_no_folder_outside(search_path: SearchPath, folders: Path) -> None:
    (folders / "deck" / "out").symlink_to("..")
    with pytest.raises(UnlocatedError) as raised:
        search_path.find_picture("out/secrit.svg")
    assert "did you mean" not in "".join(raised.value.hints)


@settings(max_examples=50)
@given(st.lists(st.sampled_from(["..", ".", "art", "link", "secret.svg", "dojo.svg", "", "~", "both.svg"]), max_size=5))
def test_no_name_leads_out(tmp_path_factory: pytest.TempPathFactory, parts: list[str]) -> None:
    root = tmp_path_factory.mktemp("search_path")
    (root / "deck" / "art").mkdir(parents=True)
    (root / "deck" / "both.svg").touch()
    (root / "deck" / "art" / "dojo.svg").touch()
    (root / "deck" / "link").symlink_to("..")
    (root / "secret.svg").touch()
    try:
        found = SearchPath(root / "deck", []).find_picture("/".join(parts))
    except UnlocatedError as error:
        assert error.code in {"E121", "E125"}
    else:
        assert found.is_relative_to((root / "deck").resolve())


def test_only_a_file_that_exists_has_its_links_resolved(folders: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    (folders / "last").mkdir()
    (folders / "last" / "sea.svg.j2").write_text("")
    resolved: list[Path] = []
    monkeypatch.setattr(search_path_module, "check_place", lambda path: resolved.append(path) or check_place(path))
    search = SearchPath(folders, [*(folders / f"empty{number}" for number in range(5)), folders / "last"])
    assert search.find_template("sea.svg.j2") == folders / "last" / "sea.svg.j2"
    assert resolved == [folders / "last" / "sea.svg.j2"]


def test_a_folder_that_is_a_link_may_come_to_lead_elsewhere(folders: Path) -> None:
    for name in ("old", "new"):
        (folders / name).mkdir()
        (folders / name / "sea.svg.j2").write_text("")
    link = folders / "link"
    link.symlink_to(folders / "old")
    search = SearchPath(folders, [link])
    assert search.find_template("sea.svg.j2") == folders / "old" / "sea.svg.j2"
    link.unlink()
    link.symlink_to(folders / "new")
    assert search.find_template("sea.svg.j2") == folders / "new" / "sea.svg.j2"


NAMES = [
    "both.svg", "both", "BOTH.SVG", "Both", " both.svg ", "both.png", "art/elves/dojo.svg", "art\\elves\\dojo.svg", "art/elves/dojo", "ART/Elves/Dojo.SVG", "dojo.svg",
    "dojo", "Dojo.svg", "art/elfs/dojo.svg", "elves/dojo.svg", "art/elves", "art", "art/", ".", "", "/", "./both.svg", "art//elves/./dojo.svg", "art/../both.svg", "../secret.svg",
    "/both.svg", "/home/me/pictures/dojo.svg", "C:\\cards\\dojo.svg", "C:/cards/nothing.svg", "//server/dojo.svg", "~/dojo.svg", "ornament.svg", "ornament", "leaf.svg", "leaf",
    "twin.svg", "twin", "Twin.png", "photo", "photo.jpg", "photo.JPEG", "photo.webp", "more/moon", "moon", "deep", "hidden", "two.names", "two", "link.svg", "inside.svg", "loop.svg",
    "http://a.b/sun.png", " HTTPS://a.b/sun.png", "ftp://a.b/sun.png", "data:image/png;base64,AA", "file:both.svg", "x" * 300, "x" * 201, "a\0b", "a\nb", "*.svg", "face.svg.j2",
    "icons/star.svg", "icons/sta.svg", "cards.csv", "Cards.csv", "lists/cards.csv", "lists/card.csv", "cards.xlsx", "fetched", "b\u0301oth.svg", "pairs.svg",
]  # fmt: skip


@pytest.mark.skipif(sys.platform in ("win32", "darwin"), reason="names of files have no case there")
def test_what_names_lead_to_is_as_recorded(folders: Path) -> None:
    for name in (
        "deck/twin.svg", "deck/art/twin.svg", "deck/Twin.SVG", "deck/photo.jpeg", "deck/Photo.png", "deck/pictures/more/moon.webp", "deck/pictures/leaf.png", "deck/a/b/deep.png",
        "deck/a/b/c/deeper.png", "deck/.git/hidden.png", "deck/_old/hidden.png", "deck/out/hidden.png", "deck/two.names.png", "deck/art/pairs.svg", "deck/art/elves/pairs.svg", "deck/cards.csv", "deck/lists/cards.csv", "away/link.svg",
        f"deck/{FETCHED}/{fetched_stem('http://a.b/sun.png')}.png",
    ):  # fmt: skip
        (folders / name).parent.mkdir(parents=True, exist_ok=True)
        (folders / name).write_text(name)
    (folders / "deck" / "link.svg").symlink_to("../away/link.svg")
    (folders / "deck" / "inside.svg").symlink_to("art/elves/dojo.svg")
    (folders / "deck" / "loop.svg").symlink_to("loop.svg")
    paths = SearchPath(folders / "deck", [folders / "mine", folders / "game"], [folders / "deck" / "pictures"])

    def told():
        ways = {
            "picture": paths.locate_picture, "picture of a template": lambda name: paths.locate_picture(name, folders / "game" / "part"),
            "list": paths.find_spreadsheet, "template": paths.find_template, "templates": lambda name: [*paths.find_templates(name, "both.svg")],
        }  # fmt: skip
        for way, find in ways.items():
            yield f"== {way}"
            for name in NAMES:
                try:
                    found = str(find(name))
                except UnlocatedError as error:
                    found = " | ".join(filter(None, (f"{error.code} {error.message}", error.expected, *error.hints)))
                yield f"{name[:30]!r}: {found}"
        yield "== names"
        yield from (
            str(paths.file_names(*names))
            for names in (("icons", ".svg"), ("", ".j2"), ("part", ".svg"), ("none", ".svg"))
        )

    lines = (line.replace("PosixPath", "").replace(f"{folders}/", "") for line in told())
    check_recorded(Path(__file__).with_name("names.txt"), lines)


def test_a_name_with_a_suffix_has_no_other() -> None:
    assert [variants(name) for name in ("a.PNG", "b.svg")] == [[], []]
    assert variants("c.d") == [f"c.d{suffix}" for suffix in PICTURES]


def test_a_fetched_picture_is_called_after_the_last_part_of_its_address() -> None:
    names = {
        "http://a.b/Big%20Sun.png": "big-sun", "http://a.b/c/Noext/": "noext", "http://a.b": "picture", "http://a.b/.png": "png",
        f"http://a.b/{'x' * 50}.png": "x" * 40, "http://a.b/c.tar.gz?d=1": "c-tar",
    }  # fmt: skip
    assert {address: fetched_stem(address).rpartition("-")[0] for address in names} == names
    assert (
        fetched_stem(" http://a.b/sun.png ") == fetched_stem("http://a.b/sun.png") != fetched_stem("http://a.c/sun.png")
    )
