"""A confined folder is left by no path below it, and nothing but a regular file is opened."""

import ast
import contextlib
import io
import os
import re
import socket
import sys
from itertools import count
from pathlib import Path
from types import SimpleNamespace

import pytest

import cardgen
from cardgen.guard import files
from cardgen.guard.files import (
    FileTooLargeError,
    NotAFileError,
    OutsideError,
    check_place,
    check_target,
    confine,
    declare_shipped,
    is_file,
    kind_of,
    names_in,
    open_file,
    read_bytes,
)
from cardgen.plugin.resources import resources

pytestmark = pytest.mark.skipif(sys.platform == "win32", reason="links need rights there, and there are no pipes")


@pytest.fixture
def home(tmp_path, monkeypatch) -> Path:
    """A confined folder with a file, beside a secret."""
    monkeypatch.setattr(files, "_confined", {})
    monkeypatch.setattr(files, "_shipped", set())
    (tmp_path / "secret").mkdir()
    (tmp_path / "secret" / "key.txt").write_text("canary")
    (tmp_path / "deck" / "art").mkdir(parents=True)
    (tmp_path / "deck" / "art" / "sun.txt").write_text("sun")
    confine(tmp_path / "deck")
    return tmp_path / "deck"


@pytest.mark.parametrize("link", ["key.txt", "folder/key.txt", "root/{secret}/key.txt", "twice/key.txt"])
def test_no_link_leads_out(home, link):
    (home / "key.txt").symlink_to("../secret/key.txt")
    (home / "folder").symlink_to("../secret")
    (home / "root").symlink_to("/")
    (home / "twice").symlink_to("folder")
    path = home / link.format(secret=str(home.parent / "secret").lstrip("/"))
    with pytest.raises(OutsideError):
        read_bytes(path, 100)
    assert not is_file(path)
    assert names_in(path.parent, 100) == ([] if path.parent != home else sorted(each.name for each in home.iterdir()))


def test_a_link_within_the_folder_and_one_to_what_ships_are_followed(home):
    (home / "moon.txt").symlink_to("art/sun.txt")
    (home / "shipped").symlink_to("../secret")
    (home.parent / "installed").symlink_to("secret")
    declare_shipped([home.parent / "installed"])
    assert read_bytes(home / "moon.txt", 100) == b"sun"
    assert read_bytes(home / "shipped" / "key.txt", 100) == b"canary"


def test_links_are_followed_into_each_folder_that_comes_with_cardgen(home):
    found = resources.__wrapped__()
    for folder in (found.templates, found.decks, found.fonts):
        (home / folder.name).symlink_to(folder)
        assert names_in(home / folder.name, 9999) == sorted(each.name for each in folder.iterdir())


def test_the_folder_may_be_a_link_itself(home):
    (home.parent / "short").symlink_to("deck")
    confine(home.parent / "short")
    assert read_bytes(home.parent / "short" / "art" / "sun.txt", 100) == b"sun"
    check_target(home.parent / "short" / "out")


def test_a_folder_that_is_confined_by_a_link_is_confined_by_its_own_name_too(home, monkeypatch):
    monkeypatch.setattr(files, "_confined", {})
    (home.parent / "short").symlink_to("deck")
    (home / "key.txt").symlink_to("../secret/key.txt")
    confine(home.parent / "short")
    for folder in (home.parent / "short", home):
        with pytest.raises(OutsideError):
            read_bytes(folder / "key.txt", 100)


def test_the_inner_of_two_confined_folders_counts(home):
    (home / "art" / "up.txt").symlink_to("../beside.txt")
    (home / "beside.txt").write_text("beside")
    assert is_file(home / "art" / "up.txt")
    confine(home / "art")
    assert not is_file(home / "art" / "up.txt")


@pytest.mark.parametrize("beside", ["deck-evil", "deck2", "deck.", "deck ", "dec"])
def test_a_folder_whose_name_begins_alike_is_another_folder(home, beside, monkeypatch):
    other = home.parent / beside
    (other / "out").mkdir(parents=True)
    (other / "key.txt").write_text("canary")
    assert not files.is_confined(other / "key.txt") and files.is_confined(home) and files.is_confined(home / "x")
    (home / "link.txt").symlink_to(other / "key.txt")
    (home / "out").symlink_to(other / "out")
    for refused in (lambda: read_bytes(home / "link.txt", 100), lambda: check_target(home / "out")):
        with pytest.raises(OutsideError):
            refused()
    assert not is_file(home / "link.txt") and names_in(home / "out", 9) == []
    declare_shipped([home])
    monkeypatch.setattr(files, "_shipped", {os.path.realpath(other)})
    assert read_bytes(home / "link.txt", 100) == b"canary"
    monkeypatch.chdir(home.parent)
    (other / "away").symlink_to("/tmp")
    with pytest.raises(OutsideError):
        check_target(other / "away")  # the working folder counts where no confined one does
    monkeypatch.chdir(home)
    check_target(other / "away")


def test_a_confined_root_is_the_folder_of_everything(home, monkeypatch):
    monkeypatch.setattr(files, "_confined", {})
    confine(Path("/"))
    assert files.is_confined(home / "x") and read_bytes(home / "art" / "sun.txt", 3) == b"sun"


def test_what_is_not_confined_is_read_wherever_it_leads(home):
    (home.parent / "link").symlink_to("secret/key.txt")
    assert read_bytes(home.parent / "link", 100) == b"canary"


def test_a_file_that_is_swapped_while_it_is_opened_is_refused(home, monkeypatch):
    real_open = os.open

    def swapped(path, flags):
        return real_open(home.parent / "secret" / "key.txt", flags)  # the link pointed there for a moment

    monkeypatch.setattr(files.os, "open", swapped)
    with pytest.raises(OutsideError, match="replaced"):
        open_file(home / "art" / "sun.txt", 100)


@pytest.mark.parametrize(
    ("what", "make"),
    [
        ("a folder", Path.mkdir),
        ("a pipe", os.mkfifo if hasattr(os, "mkfifo") else None),
        ("a device", lambda path: path.symlink_to("/dev/zero")),
        ("a socket", lambda path: socket.socket(socket.AF_UNIX).bind(os.path.relpath(path))),
    ],
)
@pytest.mark.filterwarnings("ignore::ResourceWarning")
def test_what_is_no_file_is_refused_at_once(home, monkeypatch, what, make):
    monkeypatch.chdir(home)
    make(home / "x")
    assert kind_of(home / "x") == what
    with pytest.raises(NotAFileError, match=what):
        open_file(home / "x", 100)


def test_what_the_system_has_no_word_for_is_no_regular_file():
    with pytest.raises(NotAFileError) as raised:
        files._check_regular(os.stat_result([0] * 10))
    assert raised.value.strerror == "it is no regular file"


def test_a_folder_to_write_into_does_not_lead_out_of_the_working_folder(home, monkeypatch):
    monkeypatch.chdir(home.parent)
    Path("out").symlink_to("/tmp")
    Path("within").symlink_to("secret")
    for folder in ("out", "out/sub", home.parent / "out"):
        with pytest.raises(OutsideError):
            check_target(Path(folder))
    for folder in ("within", "new/sub", "/tmp", home.parent / "secret"):
        check_target(Path(folder))


def test_a_folder_to_write_into_does_not_lead_out_of_the_folder_of_the_deck(home):
    (home / "out").symlink_to("../secret")
    with pytest.raises(OutsideError):
        check_target(home / "out")
    check_target(home / "new" / "out")


def test_no_more_is_read_than_the_limit(home):
    with pytest.raises(FileTooLargeError):
        read_bytes(home / "art" / "sun.txt", 2)
    assert read_bytes(home / "art" / "sun.txt", 3) == b"sun"


def test_a_file_that_is_refused_is_closed(home, monkeypatch):
    opened, real_open = [], os.open
    monkeypatch.setattr(files.os, "open", lambda *given: opened.append(real_open(*given)) or opened[-1])
    with pytest.raises(FileTooLargeError):
        open_file(home / "art" / "sun.txt", 2)
    with pytest.raises(OSError, match="Bad file descriptor"):
        os.fstat(opened[0])


def test_no_more_names_of_a_folder_are_read_than_are_asked_for(home, monkeypatch):
    for name in ("a.txt", "b.txt"):
        (home / "art" / name).write_text("")
    assert [len(names_in(home / "art", most)) for most in (0, 2, 3, 4)] == [0, 2, 3, 3]

    @contextlib.contextmanager
    def endless(_folder):
        yield (
            SimpleNamespace(name=str(9 - number) if number < 2 else pytest.fail("it reads on")) for number in count()
        )

    monkeypatch.setattr(files.os, "scandir", endless)
    assert names_in(home, 2) == ["8", "9"]


def test_a_file_that_grows_while_it_is_read_is_too_large(home, monkeypatch):
    monkeypatch.setattr(files, "open_file", lambda path, limit: io.BytesIO(b"grown"))
    assert read_bytes(home / "art" / "sun.txt", 5) == b"grown"
    with pytest.raises(FileTooLargeError) as caught:
        read_bytes(home / "art" / "sun.txt", 4)
    assert caught.value.size == 5


def test_a_path_that_does_not_exist_has_a_place(home):
    assert check_place(home / "nowhere" / "x").startswith(str(home))
    with pytest.raises(FileNotFoundError):
        open_file(home / "nowhere", 10)


def test_a_file_that_becomes_a_pipe_before_it_is_opened_is_refused(home, monkeypatch):
    real_open = os.open

    def swapped(path, flags):
        Path(path).unlink()
        os.mkfifo(path)
        return real_open(path, flags)

    monkeypatch.setattr(files.os, "open", swapped)
    with pytest.raises(NotAFileError, match="a pipe"):
        open_file(home / "art" / "sun.txt", 100)


def test_a_file_and_nothing_at_all_are_of_no_other_kind(home):
    assert kind_of(home / "art" / "sun.txt") == kind_of(home / "nowhere") == kind_of(home / "a\0b") == ""
    assert files.stamp_of(home / "nowhere") is files.stamp_of(home / "a\0b") is None
    assert files.stamp_of(home / "art" / "sun.txt")[1] == 3


_OWN_FILES = {  # what each reads comes with cardgen, or it made it, or the person at the terminal names it
    "balancing/targets.py",
    "exports/ink.py",
    "exports/profile.py",
    "guard/disk_cache.py",
    "guard/files.py",
    "impose/products.py",
    "pipeline/start/new_game.py",
    "pipeline/start/write_folder.py",
    "pipeline/draw/unused_columns.py",
    "play/records.py",
    "plugin/codes.py",
    "plugin/description/stock_looks.py",
    "plugin/headings.py",
    "plugin/language_files.py",
    "preview/gallery/pages.py",
    "preview/start/recent_decks.py",
    "preview/start/starter.py",
    "preview/server/access.py",
    "preview/printing/maker.py",
    "preview/routes/page.py",
    "render/expressions/cache.py",
    "report/html.py",
    "report/streams.py",
    "processes/command_limits.py",
    "processes/limits.py",
    "testing/contract.py",
    "write/folder_lock.py",
    "write/recolor.py",  # streams of a PDF in memory
}


def test_no_other_module_opens_files():
    """What a deck may name is opened in one place; what else is read is in the list above."""
    root = Path(cardgen.__file__).parent
    found = []
    for path in root.rglob("*.py"):
        name = path.relative_to(root).as_posix()
        text = path.read_text("utf-8")
        if name not in _OWN_FILES and name.split("/")[0] not in ("cli", "games") and re.search(r"read_|\bopen\b", text):
            calls = (node for node in ast.walk(ast.parse(text)) if isinstance(node, ast.Call))
            found += [f"{name}:{call.lineno}" for call in calls if _opens(call)]
    assert found == []


def _opens(call: ast.Call) -> bool:
    if isinstance(call.func, ast.Attribute):
        return call.func.attr == "read_text" or (call.func.attr == "read_bytes" and not call.args)
    return isinstance(call.func, ast.Name) and (
        call.func.id == "open" or (call.func.id == "read_text" and not call.args)
    )
