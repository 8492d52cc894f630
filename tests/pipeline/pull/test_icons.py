"""Icons of game-icons.net are fetched by name, from any form in which the library is copied, and credited on page 2."""

import io
import json
import re
import tracemalloc
import zipfile

import pytest

from cardgen.pipeline.pull import icons as icons_module
from cardgen.pipeline.pull.icons import _icon, _Library, _of_files, pull_icons
from cardgen.read.icon_credits import credits_path, credits_text, read_credits
from cardgen.read.svg import load_svg
from cardgen.report.diagnostics import quoted
from cardgen.report.errors import UnlocatedError
from tests.pipeline.pull.test_lists import server

__all__ = ["server"]

WOLF, SWORD = "M1 1h9v9z", "M2 2l5.5-3e1z"
GROUND = '<path d="M0 0h512v512H0z"/>'
SVG = '<svg xmlns="http://www.w3.org/2000/svg" viewBox="0 0 512 512">{}<path fill="#fff" d="{}"/></svg>'
ICONIFY = {
    "prefix": "game-icons",
    "icons": {"wolf-head": {"body": f'<path fill="currentColor" d="{WOLF}"/>'}},
    "width": 512,
    "height": 512,
}
FILES = {"lorc/wolf-head.svg": SVG.format(GROUND, WOLF), "zeromancer/crossed-swords.svg": SVG.format(GROUND, SWORD)}


@pytest.fixture
def deck(tmp_path):
    path = tmp_path / "deck" / "wolves.yaml"
    path.parent.mkdir()
    path.write_text("game: cards\ncards:\n  - {name: Pack, text: 'Gain {wolf-head}.'}\n", "utf-8")
    return path


@pytest.fixture(params=["folder", "archive", "json", "package", "service", "served archive"])
def source(request, tmp_path, server):
    """The library in one form, and the author that it names for the wolf."""
    archive = tmp_path / "game-icons.zip"
    with zipfile.ZipFile(archive, "w") as package:
        for name, svg in FILES.items():
            package.writestr(f"icons/ffffff/000000/1x1/{name}", svg)
    package = tmp_path / "package"
    package.mkdir()
    (package / "icons.json").write_text(json.dumps(ICONIFY), "utf-8")
    if request.param == "folder":
        for name, svg in FILES.items():
            (tmp_path / "icons" / name).parent.mkdir(parents=True, exist_ok=True)
            (tmp_path / "icons" / name).write_text(svg, "utf-8")
        return str(tmp_path / "icons"), "Lorc"
    anybody = "Lorc, Delapouite and contributors"
    return {
        "archive": (str(archive), "Lorc"), "json": (str(package / "icons.json"), anybody), "package": (str(package), anybody),
        "service": (server("/game-icons.json?icons=wolf-head", json.dumps(ICONIFY).encode()).replace("wolf-head", "{names}"), anybody),
        "served archive": (server("/all.zip", archive.read_bytes()), "Lorc"),
    }[request.param]  # fmt: skip


def test_an_icon_is_kept_beside_the_deck_with_its_author(deck, source):
    where, author = source
    files, problems = pull_icons(deck, ["Wolf head"], where, allow_local=True)
    target = deck.parent / "icons" / "wolf-head.svg"
    assert not problems.items and [(file.path, file.status) for file in files] == [(target, "new")]
    svg = target.read_text("utf-8")
    assert svg.count("<path") == 1 and WOLF in svg and "#fff" not in svg  # neither the ground nor its colour
    assert load_svg(target).view_box.size.width == 512
    assert read_credits(deck.parent) == {"wolf-head": author}
    files, _ = pull_icons(deck, ["wolf-head"], where, allow_local=True)
    assert [file.status for file in files] == ["same"]


def test_a_dry_run_writes_neither_an_icon_nor_whom_it_is_by(deck, tmp_path):
    (tmp_path / "icons.json").write_text(json.dumps(ICONIFY), "utf-8")
    files, problems = pull_icons(deck, ["wolf-head", "Wolf  Head"], str(tmp_path / "icons.json"), dry_run=True)
    assert [file.status for file in files] == ["new"] and not problems.items
    assert [path.name for path in deck.parent.iterdir()] == ["wolves.yaml"]


def test_the_credits_of_icons_that_are_there_stay_beside_those_of_others(deck, tmp_path, monkeypatch):
    for name, svg in FILES.items():
        (tmp_path / "lib" / name).parent.mkdir(parents=True)
        (tmp_path / "lib" / name).write_text(svg, "utf-8")
    for name in ("wolf-head", "crossed-swords"):
        assert [file.status for file in pull_icons(deck, [name], str(tmp_path / "lib"))[0]] == ["new"]
    assert read_credits(deck.parent) == {"wolf-head": "Lorc", "crossed-swords": "Zeromancer"}
    monkeypatch.setattr(icons_module, "replace_file", lambda *_: pytest.fail("what is the same is written again"))
    files, _ = pull_icons(deck, ["wolf-head", "crossed-swords"], str(tmp_path / "lib"))
    assert [file.status for file in files] == ["same", "same"]


def test_a_library_in_json_states_the_size_of_its_icons(deck, tmp_path):
    library = tmp_path / "icons.json"
    library.write_text(json.dumps({**ICONIFY, "width": 640, "height": 512}), "utf-8")
    pull_icons(deck, ["wolf-head"], str(library))
    assert 'viewBox="0 0 640 512"' in (deck.parent / "icons" / "wolf-head.svg").read_text("utf-8")
    library.write_text(
        json.dumps({"icons": {"wolf": {"body": ""}, "sword": {"body": f'<path d="{SWORD}"/>'}}}), "utf-8"
    )
    files, problems = pull_icons(deck, ["sword"], str(library))
    assert ([file.path.name for file in files], problems.items) == (["sword.svg"], [])


def test_what_is_no_icon_is_told_and_the_others_are_fetched(deck, tmp_path):
    (tmp_path / "lib" / "lorc").mkdir(parents=True)
    for name, body in {
        "wolf-head": SVG.format("", WOLF), "script": SVG.format("", '"><script/>'), "moved": SVG.format('<g transform="scale(2)"/>', WOLF),
        "empty": SVG.format(GROUND, "").replace('<path fill="#fff" d=""/>', ""), "broken": "<svg", "path": SVG.format("", "url(x)"),
    }.items():  # fmt: skip
        (tmp_path / "lib" / "lorc" / f"{name}.svg").write_text(body, "utf-8")
    names = ["script", "moved", "empty", "broken", "path", "wolf-haed", "../wolf-head", "wolf-head"]
    files, problems = pull_icons(deck, names, str(tmp_path / "lib"))
    assert [file.path.name for file in files] == ["wolf-head.svg"]
    assert {item.code for item in problems.items} == {"E148"} and len(problems.items) == 7
    assert "did you mean 'wolf-head'?" in problems.items[5].hints
    for where in (str(tmp_path / "nothing"), str(deck)):
        assert pull_icons(deck, ["wolf-head"], where)[1].items
    files, _ = pull_icons(deck, ["wolf-head"], str(tmp_path / "lib"), dry_run=True)
    assert [file.status for file in files] == ["same"]


def test_a_dry_run_tells_of_a_new_icon_and_writes_nothing(deck, source):
    before = sorted(deck.parent.rglob("*"))
    files, _ = pull_icons(deck, ["wolf-head"], source[0], dry_run=True, allow_local=True)
    assert [file.status for file in files] == ["new"] and sorted(deck.parent.rglob("*")) == before


def test_credits_that_strangers_wrote_do_no_harm(deck):
    (deck.parent / "icons").mkdir()
    for text in ("[", "a: [b]\n", "- a\n", "../wolves: x\n", "wolf: '<b>{x} *y*'\n"):
        credits_path(deck.parent).write_text(text, "utf-8")
        (deck.parent / "icons" / "wolf.svg").touch()
        assert read_credits(deck.parent) in ({}, {"wolf": "bx y"})
    assert read_credits(deck.parent) == {"wolf": "bx y"}
    credits_path(deck.parent).write_text(f"wolf: {'x' * 99}\n", "utf-8")
    assert read_credits(deck.parent) == {"wolf": "x" * 80}
    credits_path(deck.parent).write_text("".join(f"a{n}: x\n" for n in range(500)) + "wolf: Lorc\n", "utf-8")
    assert read_credits(deck.parent) == {}, "no more than 500 are read"
    assert credits_text({"wolf": '"*}\nx: {y}'}).decode().splitlines()[1:] == ['wolf: "x y"']


def test_credits_elsewhere_are_not_read(deck, tmp_path):
    (deck.parent / "icons").mkdir()
    (deck.parent / "icons" / "wolf.svg").touch()
    (tmp_path / "mine.yaml").write_text("wolf: Secret\n")
    credits_path(deck.parent).symlink_to(tmp_path / "mine.yaml")
    assert read_credits(deck.parent) == {}


def test_a_link_leads_out_of_no_library(deck, tmp_path):
    (tmp_path / "wolf.svg").write_text(FILES["lorc/wolf-head.svg"])
    (tmp_path / "icons.json").write_text(json.dumps(ICONIFY))
    for name in ("lorc/wolf.svg", "package/icons.json"):
        link = tmp_path / "libraries" / name
        link.parent.mkdir(parents=True)
        link.symlink_to(tmp_path / link.name)
    for folder, name in (("lorc", "wolf"), ("package", "wolf-head")):
        files, errors = pull_icons(deck, [name], str(tmp_path / "libraries" / folder))
        assert not files and [error.code for error in errors.items] == ["E148"]


def test_hostile_libraries_are_errors(deck, tmp_path):
    def archive(edit, method=zipfile.ZIP_DEFLATED, body=FILES["lorc/wolf-head.svg"]):
        target = io.BytesIO()
        with zipfile.ZipFile(target, "w", method) as made:
            made.writestr("lorc/wolf.svg", body)
        data = bytearray(target.getvalue())
        edit(data, data.index(b"PK\x01\x02"))
        return bytes(data)

    def encrypt(data, entry):
        data[6] |= 1
        data[entry + 8] |= 1

    def small(data, entry):
        data[entry + 24 : entry + 28] = (99).to_bytes(4, "little")

    def unknown(data, entry):
        data[8] = data[entry + 10] = 99

    bomb = bytes(100_000_000)
    for name, data in (
        ("encrypted", archive(encrypt)), ("unknown method", archive(unknown)), ("bzip2", archive(small, zipfile.ZIP_BZIP2, bomb)),
        ("deflate", archive(small, zipfile.ZIP_DEFLATED, bomb)), ("infinite", b'{"icons": {"wolf": {"body": ""}}, "width": Infinity}'),
    ):  # fmt: skip
        (tmp_path / "library").write_bytes(data)
        tracemalloc.start()
        files, problems = pull_icons(deck, ["wolf"], str(tmp_path / "library"))
        most = tracemalloc.get_traced_memory()[1]
        tracemalloc.stop()
        assert not files and problems.items and most < 60_000_000, (name, most)


def test_of_an_icon_only_its_shapes_are_taken():
    """In one colour, which the place where it is used chooses, and without the ground of the library."""

    def made(svg, name="wolf-head"):
        try:
            data, author = _icon(_Library({"wolf-head": "Lorc", "Sun": "Ann"}, lambda _name: svg.encode()), name)
        except UnlocatedError as error:
            return error.code, error.message, *error.hints
        assert author == "Lorc" and b"<title>Wolf head</title>" in data
        view, drawn = re.search(r'viewBox="(.*?)".*<g fill="currentColor">(.*)</g>', data.decode()).groups()
        return view, re.findall('<path d="(.*?)"/>', drawn)

    def icon(inner, attributes='viewBox="0 0 512 512"'):
        return f'<svg xmlns="http://www.w3.org/2000/svg" {attributes}>{inner}</svg>'

    wolf = '<path d=" M1 1\n h9v9z "/>'
    assert made(icon(f'{GROUND}<g fill="#fff">{wolf}</g><path d="M2 2z" fill="red"/>')) == (
        "0 0 512 512",
        ["M1 1 h9v9z", "M2 2z"],
    )
    assert made(icon(f'<path d="M0,0h512v512H0z"/>{wolf}<path fill="none" d="M3 3z"/><circle r="4"/>', "")) == (
        "0 0 512 512",
        ["M1 1 h9v9z"],
    )
    assert made(icon(wolf, 'viewBox="0 0 24.5 16"')) == ("0 0 24.5 16", ["M1 1 h9v9z"])
    cannot = ("E148", "icon 'wolf-head' is drawn in a way that cannot be taken over")
    for svg in (
        icon(""), icon(GROUND), icon('<circle r="4"/>'), icon(f'<g transform="rotate(4)">{wolf}</g>'), icon('<path d="M1 1&quot;/>"/>'), icon('<path d=""/>'),
        icon(wolf, 'viewBox="1 0 24 24"'), icon(wolf, 'viewBox="0 0 24"'), icon(wolf, 'viewBox="0 0 99999 24"'),
    ):  # fmt: skip
        assert made(svg) == cannot, svg
    for svg in ("", "<svg", icon(f'<path d="M1 1{" " * 200_000}z"/>')):
        assert made(svg) == ("E148", "icon 'wolf-head' is damaged"), svg[:80]
    assert made(icon(wolf), "wolf-hed") == ("E148", "game-icons has no icon 'wolf-hed'", "did you mean 'wolf-head'?")
    for name in ("Sun", "-a", "nothing", "a" * 65):  # the first is there, under a name that no text can state
        assert made(icon(wolf), name)[1] == f"game-icons has no icon {quoted(name)}"


def test_a_library_of_files_has_the_first_of_each_name_and_the_author_of_its_folder():
    files = {
        "b/lorc/wolf.svg": b"2",
        "a/delapouite/wolf.svg": b"1",
        "skoll/old-owl.svg": b"3",
        "x_y/elk.svg": b"4",
        "bear.svg": b"5",
        "c/carl-olsen/fox.svg": b"6",
    }
    library = _of_files(files, lambda data: data)
    assert {name: (author, library.svg(name)) for name, author in library.authors.items()} == {
        "wolf": ("Delapouite", b"1"), "old-owl": ("Skoll", b"3"), "elk": ("X_Y", b"4"), "bear": ("Lorc, Delapouite and contributors", b"5"), "fox": ("Carl Olsen", b"6"),
    }  # fmt: skip


def test_an_icon_that_has_changed_is_fetched_anew_and_what_is_left_out_is_usual(deck, tmp_path):
    library = tmp_path / "icons.json"
    target = deck.parent / "icons" / "wolf-head.svg"
    for body, view, status in (
        (f'<path d="{WOLF}"/>', 512, "new"), (f'<path d="{WOLF}"/>', 512, "same"), (f'<path d="{SWORD}"/>', 512, "new"),
        (f'<!-- a --><path d="{SWORD}"/><path fill="none" d="{WOLF}"/>', 512, "same"), (f'<path d="{SWORD}"/>', 0, "same"),
    ):  # fmt: skip
        size = {"width": view, "height": view} if view else {}
        library.write_text(json.dumps({"icons": {"wolf-head": {"body": body}}, **size}), "utf-8")
        files, problems = pull_icons(deck, ["wolf-head"], str(library))
        assert ([file.status for file in files], problems.items) == ([status], []), body
        assert (SWORD if SWORD in body else WOLF) in target.read_text("utf-8")
    for body in (f'<path/><path d="{WOLF}"/>', "<path/>"):
        library.write_text(json.dumps({"icons": {"wolf-head": {"body": body}}}), "utf-8")
        files, problems = pull_icons(deck, ["wolf-head"], str(library))
        assert (files, [item.code for item in problems.items]) == ([], ["E148"]), "a path without a shape"


def test_of_an_archive_only_icons_are_taken_that_are_no_larger_than_an_icon(tmp_path, monkeypatch):
    archive = tmp_path / "icons.zip"
    with zipfile.ZipFile(archive, "w") as package:
        for name in ("lorc/wolf.svg", "lorc/notes.txt", "lorc/bear.svg", "lorc/owl.svg"):
            package.writestr(name, "x" * (100 + ("bear" in name) - ("owl" in name)))
    monkeypatch.setattr(icons_module, "_LONGEST", 100)
    assert sorted(icons_module._open(str(archive), [], allow_local=False).authors) == ["owl", "wolf"]
