"""Bytes to text, and offsets to places."""

import sys
from pathlib import Path
from unittest.mock import Mock

import pytest
from hypothesis import given
from hypothesis import strategies as st

from cardgen.guard import files as guard
from cardgen.guard.files import confine
from cardgen.read import files
from cardgen.read.files import FileKind, decode, line_and_column, looks_like, read_file, stamps_in
from cardgen.report.errors import UnlocatedError


@given(st.text(st.characters(codec="utf-8", exclude_characters="\0"), max_size=40))
def test_utf_8_is_read_with_and_without_a_mark(text: str) -> None:
    bare = text.removeprefix("\ufeff")
    assert decode(text.encode()) == bare
    assert decode(b"\xef\xbb\xbf" + bare.encode()) == bare


@given(st.text("ab\n", max_size=40), st.integers(0, 40))
def test_place_leads_back_to_the_character(text: str, offset: int) -> None:
    offset = min(offset, len(text))
    line, column = line_and_column(text, offset)
    lines = text.split("\n")
    assert sum(len(before) + 1 for before in lines[: line - 1]) + column - 1 == offset


@pytest.mark.parametrize(
    ("data", "words"),
    [
        ("Olá".encode("utf-16"), "UTF-16 text"),
        ("Olá, mundo".encode("utf-16-be"), "UTF-16 text"),
        ("Olá".encode("utf-32"), "UTF-32 text"),
        ("Olá".encode("latin-1"), "Windows-1252 or Latin-1 text"),
        (b"\xd0\xcf\x11\xe0\xa1", "an old office document"),
        (bytes(100), "binary data"),
        (b"ol\xe1\x01", "binary data"),
        (b"ol\xe1\t\r\n\f", "Windows-1252 or Latin-1 text"),
        (b"\0\0\xfe\xff\0\0\0a", "UTF-32 text"),
    ],
)
def test_bytes_are_named_for_what_they_look_like(data: bytes, words: str) -> None:
    assert looks_like(data) == words


def test_files_below_a_folder_have_stamps_unless_only_those_in_it_are_asked_for(tmp_path) -> None:
    (tmp_path / "a" / "b").mkdir(parents=True)
    sizes = {tmp_path / "x": 0, tmp_path / "a" / "y": 1, tmp_path / "a" / "b" / "z": 2}
    for path, size in sizes.items():
        path.write_bytes(bytes(size))
    found = {path: stamp[1] for path, stamp in stamps_in([tmp_path]).items() if stamp}
    assert found == {str(path): size for path, size in sizes.items()}
    assert [*stamps_in([tmp_path], deep=False)] == [str(tmp_path / "x")]


def test_lines_end_as_in_yaml() -> None:
    text = "a\rb\r\nc\x85d\u2028e\nf"
    assert [line_and_column(text, text.index(letter)) for letter in "abcdef"] == [(line, 1) for line in range(1, 7)]


def test_a_null_character_is_told_at_its_place() -> None:
    for data in (b"ab\0c", b"\0c"):
        with pytest.raises(UnicodeDecodeError) as caught:
            decode(data)
        assert (caught.value.start, caught.value.end) == (data.index(0), data.index(0) + 1)
        assert caught.value.reason == looks_like(data)


@pytest.mark.skipif(sys.platform == "win32", reason="links need rights there")
def test_what_cannot_be_read_is_told_by_the_codes_of_its_kind(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(guard, "_confined", {})
    (tmp_path / "deck").mkdir()
    (tmp_path / "deck" / "sun.txt").write_bytes(bytes(2**20 + 1))
    (tmp_path / "deck" / "away.txt").symlink_to("/etc/hosts")
    confine(tmp_path / "deck")

    def told(name: str, missing: str = "E101") -> tuple[object, ...]:
        with pytest.raises(UnlocatedError) as caught:
            read_file(tmp_path / "deck" / name, FileKind("file", missing, "E102", "E103", 2**20))
        error = caught.value
        return error.code, error.message, error.expected, error.hints, error.is_final

    hint = (f"did you mean '{tmp_path / 'deck' / 'sun.txt'}'?",)
    assert told("sum.txt") == ("E101", "file 'sum.txt' does not exist", "", hint, False)
    for name, shown in (("a\0b", "'a<U+0000>b'"), ("sun.txt/x", "'x'")):
        assert told(name)[:2] == ("E101", f"file {shown} does not exist")
    outside = (
        "E125",
        "file 'away.txt' cannot be read: it is a symbolic link out of its folder",
        "",
        ("copy the file instead",),
    )
    assert told("away.txt") == (*outside, True)
    assert told("away.txt", "E121") == (*outside, False), "a picture may be missing from a draft"
    assert told("sun.txt") == ("E103", "file 'sun.txt' is too large: 1.0 MiB", "at most 1 MiB", (), False)
    for error, reason in ((OSError(5, "Broken Disk"), "broken disk"), (OSError(), "oserror")):
        monkeypatch.setattr(files, "read_bytes", Mock(side_effect=error))
        assert told("sun.txt") == ("E102", f"file 'sun.txt' cannot be read: {reason}", "", (), False)


def test_a_path_without_a_name_is_told_whole() -> None:
    kind = FileKind("file", "E101", "E102", "E103", 9)
    with pytest.raises(UnlocatedError, match="file '/' is a folder"):
        read_file(Path("/"), kind)
