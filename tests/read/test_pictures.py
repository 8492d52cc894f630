"""The pictures and icons of a build: each is read once, its errors are told once, and what an earlier command has read is trusted."""

import sys
from pathlib import Path

import pytest
from PIL import Image

from cardgen.guard.files import stamp_of
from cardgen.read.pictures import PictureStore, size_of_picture
from cardgen.read.search_path import SearchPath
from cardgen.report.errors import AlreadyReportedError, UnlocatedError

pytestmark = pytest.mark.skipif(sys.platform in ("win32", "darwin"), reason="names of files have no case there")
SVG = '<svg xmlns="http://www.w3.org/2000/svg" viewBox="0 0 9 9"><path d="M0 0h9v9z"/></svg>'


@pytest.fixture
def deck(tmp_path: Path) -> Path:
    for name in ("deck/sun.svg", "game/icons/star.svg", "game/icons/moon.svg"):
        (tmp_path / name).parent.mkdir(parents=True, exist_ok=True)
        (tmp_path / name).write_text(SVG)
    Image.new("RGB", (30, 20)).save(tmp_path / "deck" / "Photo.png")
    return tmp_path / "deck"


def store_of(deck: Path) -> PictureStore:
    return PictureStore(SearchPath(deck, [deck.parent / "game"]))


def codes(*calls) -> list[str]:
    found = []
    for call in calls:
        try:
            call()
            found.append("")
        except AlreadyReportedError as error:
            found.append(f"{error.code} again")
        except UnlocatedError as error:
            found.append(error.code)
    return found


def test_a_picture_is_read_once_and_its_name_is_told_if_it_is_another(deck):
    store = store_of(deck)
    assert store.picture("sun.svg") is store.picture("sun.svg") is store.picture("./sun.svg")
    assert store.other_names == {}
    assert store.picture("photo.png").width_px == 30
    assert store.other_names == {"photo.png": "Photo.png"}
    assert store.icon("star") is store.icon("star") and store.icon_names() == ("moon", "star")
    assert not store.has_errors and store.is_current()


def test_an_error_is_raised_once_and_again_only_as_told_until_the_file_is_there(deck):
    store = store_of(deck)
    look, check = lambda: store.picture("gone.svg"), lambda: store.check("gone.svg")
    assert codes(look, check, look, check, look) == ["E121", "E121", "E121 again", "E121", "E121 again"]
    assert store.has_errors and not store.is_current()
    (deck / "gone.svg").write_text(SVG)
    assert codes(check, look) == ["", ""]
    assert not store.has_errors and store.is_current()
    assert codes(lambda: store.check("placeholder:any")) == [""]


def test_an_unknown_icon_is_final_and_counts_as_an_error(deck):
    store = store_of(deck)
    with pytest.raises(UnlocatedError) as caught:
        store.check_icon("stra")
    assert (caught.value.code, caught.value.expected, caught.value.hints) == (
        "E409",
        "one of: moon, star",
        ("did you mean 'star'?",),
    )
    assert caught.value.is_final and store.has_errors and store.is_current()
    assert codes(lambda: store.icon("stra"), lambda: store.check_icon("star"), lambda: store.icon("star")) == [
        "E409 again",
        "",
        "",
    ]


def test_what_an_earlier_command_has_read_is_not_read_again_while_it_is_the_same(deck, monkeypatch):
    def read_by(store):
        read = []
        whole = store._read
        monkeypatch.setattr(store, "_read", lambda path: (read.append(path.name), whole(path))[1])
        for name in ("sun.svg", "photo.png"):
            store.check(name)
        store.check_icon("star")
        return read

    first = store_of(deck)
    assert read_by(first) == ["sun.svg", "Photo.png", "star.svg"]
    later = store_of(deck)
    assert later.trust(first.record) and read_by(later) == []
    assert later.other_names == {"photo.png": "Photo.png"} and later.is_current()
    assert later.record.stamps == first.record.stamps
    assert later.picture("sun.svg").view_box.width == 9  # read when it is drawn
    (deck / "sun.svg").write_text(SVG.replace("9 9", "19 9"))
    assert not later.is_current() and not first.is_current()
    changed = store_of(deck)
    assert not changed.trust(first.record) and read_by(changed) == ["sun.svg", "Photo.png", "star.svg"]


def test_a_file_that_comes_before_another_of_its_name_makes_a_store_old(deck):
    store = store_of(deck)
    (deck.parent / "game" / "leaf.svg").write_text(SVG)
    assert store.picture("leaf.svg") and store.is_current()
    (deck / "leaf.svg").write_text(SVG)
    assert not store.is_current()
    (deck / "leaf.svg").unlink()
    assert store.is_current()
    (deck.parent / "game" / "leaf.svg").unlink()
    assert not store.is_current()
    assert stamp_of(deck / "leaf.svg") is None
    store = store_of(deck)
    assert store.picture("photo.png") and store.is_current()
    (deck / "PHOTO.png").write_bytes(b"")  # of two, neither is meant
    assert not store.is_current()


def test_of_pictures_of_one_name_a_template_has_the_one_beside_it(deck):
    game = deck.parent / "game"
    part, other = game / "part", game / "other"
    for folder, name, side in ((game, "leaf", 1), (part, "leaf", 2), (part, "Only", 3), (other, "leaf", 4)):
        folder.mkdir(exist_ok=True)
        (folder / f"{name}.svg").write_text(SVG.replace("9 9", f"{side} 9"))

    def sides(store, name, *bases):
        return [store.picture(name, base).view_box.width for base in bases]

    store = store_of(deck)
    order = (None, part, other, part, None)
    assert sides(store, "leaf.svg", *order) == sides(store, "leaf.svg", *order) == [1, 2, 4, 2, 1]
    assert sides(store, "Only.svg", part) == [3] and store.is_current()
    assert codes(lambda: store.picture("Only.svg"), lambda: store.picture("Only.svg", other)) == ["E121", "E121"]
    later = store_of(deck)
    assert (
        later.trust(store.record)
        and later.check("leaf.svg") is None
        and sides(later, "leaf.svg", *order[1:3]) == [2, 4]
    )
    (other / "Only.svg").write_text(SVG)
    assert store.is_current()
    (other / "leaf.svg").unlink()
    assert not store.is_current()
    assert store_of(deck).picture("leaf.svg", other).view_box.width == 1


def test_a_folder_of_that_very_name_goes_before_one_in_other_letters(deck):
    for name in ("art/Sun.svg", "Art/Moon.svg", "Art/x/leaf.svg", "art/x/leaf.svg"):
        (deck / name).parent.mkdir(parents=True, exist_ok=True)
        (deck / name).write_text(SVG)
    store = store_of(deck)
    found = {}
    for name in (
        "art/sun.svg",
        "Art/moon.svg",
        "ART/moon.svg",
        "art/X/leaf.svg",
        "Art/x/LEAF.SVG",
        "aRt/x/leaf.svg",
        "Leaf.svg",
    ):
        try:
            store.picture(name)
            found[name] = store.other_names.get(name)
        except UnlocatedError as error:
            found[name] = error.code
    assert found == {
        "art/sun.svg": "art/Sun.svg", "Art/moon.svg": "Art/Moon.svg", "ART/moon.svg": "Art/Moon.svg", "art/X/leaf.svg": "art/x/leaf.svg",
        "Art/x/LEAF.SVG": "Art/x/leaf.svg", "aRt/x/leaf.svg": "E121", "Leaf.svg": "E121",
    }  # fmt: skip


def test_a_picture_is_looked_for_two_folders_down(deck):
    for name in (
        "a/one.svg",
        "a/b/two.svg",
        "a/b/c/three.svg",
        "a/Out/four.svg",
        ".a/five.svg",
        "_a/six.svg",
        "Icons/seven.svg",
    ):
        (deck / name).parent.mkdir(parents=True, exist_ok=True)
        (deck / name).write_text(SVG)
    store = store_of(deck)
    assert codes(*(lambda name=name: store.check(f"{name}.svg") for name in ("one", "two", "three", "four", "five", "six", "seven"))) == [
        "", "", *["E121"] * 5,
    ]  # fmt: skip
    assert store.other_names == {"one.svg": "a/one.svg", "two.svg": "a/b/two.svg"}
    assert codes(lambda: store.check("./A/one.SVG")) == [""] and store.other_names["./A/one.SVG"] == "a/one.svg"


def test_a_picture_is_looked_for_in_so_many_folders_and_no_more(deck):
    for number in range(51):
        (deck / f"f{number:02}").mkdir()
        (deck / f"f{number:02}" / f"{number}.svg").write_text(SVG)
    store = store_of(deck)
    assert codes(lambda: store.check("49.svg"), lambda: store.check("50.svg")) == ["", "E121"]


def test_the_size_of_a_picture_in_pixels(deck):
    (deck / "big.SVG").write_text("no picture")
    sizes = {
        name: size_of_picture(SearchPath(deck, []), name)
        for name in ("photo.png", "Photo", "sun.svg", "big.SVG", "gone.png")
    }
    assert sizes == {"photo.png": (30, 20), "Photo": (30, 20), "sun.svg": (0, 0), "big.SVG": (0, 0), "gone.png": None}
