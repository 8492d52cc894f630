from __future__ import annotations

import errno
import os
import stat
from collections.abc import Callable
from pathlib import Path

import pytest

from cardgen.guard.files import OutsideError
from cardgen.report.errors import UnlocatedError
from cardgen.write.files import (
    check_writable,
    is_part,
    is_running,
    remove_temporary,
    remove_unfinished,
    replace_file,
    reporting_errors,
    temporary_path,
)


def left_in(folder: Path) -> list[str]:
    return sorted(path.name for path in folder.iterdir())


@pytest.mark.parametrize(
    ("error", "told"),
    [
        (OSError(errno.ENOSPC, "No space"), "no space"), (RuntimeError("Symlink loop"), "symlink loop"),
        (OSError("Odd"), "odd"), (UnicodeEncodeError("utf-8", "\ud800", 0, 1, "surrogates"), "'utf-8' codec .* surrogates"),
    ],
)  # fmt: skip
def test_what_keeps_a_file_from_being_written_is_told(error: Exception, told: str) -> None:
    with (
        pytest.raises(UnlocatedError, match=rf"^output 'a.pdf' cannot be written: {told}$"),
        reporting_errors(Path("a.pdf")),
    ):
        raise error


def test_a_link_that_leads_out_is_told_with_what_to_do() -> None:
    for error, hint in (
        (OutsideError("It leads out"), "name the folder that it leads to, if you mean that one"),
        (OSError("It is open"), "close it in other programs, or choose another path"),
    ):
        with pytest.raises(UnlocatedError) as caught, reporting_errors(Path("a.pdf")):
            raise error
        assert (caught.value.code, caught.value.hints) == ("E601", (hint,))


def test_unfinished_folders_are_removed_and_what_a_link_leads_to_stays(tmp_path: Path) -> None:
    gone = 2**22 + 1  # no system gives such a number to a process
    (tmp_path / "real").mkdir()
    (tmp_path / "real" / "file").touch()
    (tmp_path / f".site.{gone}.part").mkdir()
    (tmp_path / f".site.{gone}.part" / "page").touch()
    (tmp_path / f".link.{gone}.part").symlink_to(tmp_path / "real")
    for kept in (f".a.{os.getpid()}.part", ".a.part", f"a.{gone}.part", f".a.{gone}.parts", f".a.{'9' * 11}.part"):
        (tmp_path / kept).touch()
        assert is_part(kept) == (kept == f".a.{os.getpid()}.part")
    remove_unfinished(tmp_path, "link")
    assert len(left_in(tmp_path)) == 7
    remove_unfinished(tmp_path)
    assert len(left_in(tmp_path)) == 6 and left_in(tmp_path / "real") == ["file"]


@pytest.mark.parametrize("name", ["a\0b", "a\0b/c"])
def test_a_name_that_no_file_can_have_is_told(name: str) -> None:
    with pytest.raises(UnlocatedError, match="its name has a null character"):
        replace_file(Path(name), b"")


def test_another_process_runs_as_long_as_it_may_be_asked(monkeypatch: pytest.MonkeyPatch) -> None:
    """A process of somebody else runs, and one with a number that no process can have does not."""
    answers: list[type[Exception] | None] = [ProcessLookupError, PermissionError, OverflowError, None]

    def kill(_pid: int, signal: int) -> None:
        assert signal == 0
        if (error := answers[0]) is not None:
            raise error

    monkeypatch.setattr("cardgen.write.files.os.kill", kill)
    found = []
    while answers:
        found.append(is_running(1))
        answers.pop(0)
    assert found == [False, True, False, True]


def test_a_temporary_file_is_removed_by_its_path_where_folders_have_no_handles(tmp_path: Path) -> None:
    file = tmp_path / "a"
    file.write_bytes(b"")
    remove_temporary(file, None)
    remove_temporary(file, None)
    assert left_in(tmp_path) == []


def test_missing_folders_are_made(tmp_path: Path) -> None:
    target = tmp_path / "a" / "b" / "deck.pdf"
    replace_file(target, b"new")
    assert target.read_bytes() == b"new"
    assert left_in(target.parent) == ["deck.pdf"]


def test_an_older_file_is_replaced(tmp_path: Path) -> None:
    target = tmp_path / "deck.pdf"
    target.write_bytes(b"old")
    replace_file(target, b"new")
    assert target.read_bytes() == b"new"


def test_a_link_is_replaced_and_what_it_points_to_is_unchanged(tmp_path: Path) -> None:
    real, link = tmp_path / "real.pdf", tmp_path / "link.pdf"
    real.write_bytes(b"old")
    link.symlink_to(real)
    replace_file(link, b"new")
    assert not link.is_symlink()
    assert (real.read_bytes(), link.read_bytes()) == (b"old", b"new")
    (tmp_path / "folder").mkdir()
    (tmp_path / "to.pdf").symlink_to(tmp_path / "folder")
    replace_file(tmp_path / "to.pdf", b"new")
    assert (tmp_path / "to.pdf").read_bytes() == b"new" and left_in(tmp_path / "folder") == []


def test_what_a_killed_process_left_of_the_same_file_is_removed(tmp_path: Path) -> None:
    """What it left of others stays: they may belong to a set, which the next run completes."""
    gone = 2**22 + 1  # no system gives such a number to a process
    own, other = (tmp_path / f".{name}.{gone}.part" for name in ("deck.pdf", "deck-backs.pdf"))
    own.write_bytes(b"half")
    other.write_bytes(b"half")
    replace_file(tmp_path / "deck.pdf", b"new")
    assert left_in(tmp_path) == [other.name, "deck.pdf"]


def test_a_link_in_the_place_of_the_temporary_file_is_not_followed(tmp_path: Path) -> None:
    (tmp_path / "real").write_bytes(b"old")
    temporary_path(tmp_path / "deck.pdf").symlink_to(tmp_path / "real")
    replace_file(tmp_path / "deck.pdf", b"new")
    assert (tmp_path / "real").read_bytes() == b"old"


def test_a_link_that_takes_the_place_of_the_temporary_file_at_the_last_moment_is_not_followed(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    real, unlink = tmp_path / "real", Path.unlink
    real.write_bytes(b"old")

    def swap(path: Path, missing_ok: bool = False) -> None:
        unlink(path, missing_ok=missing_ok)
        monkeypatch.undo()
        path.symlink_to(real)

    monkeypatch.setattr(Path, "unlink", swap)
    with pytest.raises(UnlocatedError, match="cannot be written"):
        replace_file(tmp_path / "deck.pdf", b"new")
    assert real.read_bytes() == b"old" and left_in(tmp_path) == ["real"]


def test_the_file_is_as_readable_as_any_new_file(tmp_path: Path) -> None:
    (tmp_path / "other").write_bytes(b"")
    replace_file(tmp_path / "deck.pdf", b"new")
    modes = [stat.S_IMODE((tmp_path / name).stat().st_mode) for name in ("other", "deck.pdf")]
    assert modes[0] == modes[1]


@pytest.mark.parametrize("failure", [OSError(errno.ENOSPC, "No space left on device"), KeyboardInterrupt()])
@pytest.mark.parametrize("step", ["fsync", "replace"])
def test_a_failure_leaves_the_old_file_and_nothing_else(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch, failure: BaseException, step: str
) -> None:
    def fail(*_: object) -> None:
        raise failure

    target = tmp_path / "deck.pdf"
    target.write_bytes(b"old")
    if step == "fsync":
        monkeypatch.setattr(os, "fsync", fail)
    else:
        monkeypatch.setattr(Path, "replace", fail)
    with pytest.raises((UnlocatedError, KeyboardInterrupt)) as caught:
        replace_file(target, b"new")
    assert target.read_bytes() == b"old"
    assert left_in(tmp_path) == ["deck.pdf"]
    if isinstance(failure, OSError):
        assert isinstance(caught.value, UnlocatedError)
        assert caught.value.code == "E601"
        assert "no space left" in caught.value.message


def write(target: Path) -> None:
    replace_file(target, b"new")


@pytest.mark.parametrize("act", [write, check_writable])
def test_nothing_is_written_through_a_link_that_leads_out_of_the_working_folder(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch, act: Callable[[Path], None]
) -> None:
    for name in ("here", "there"):
        (tmp_path / name).mkdir()
    monkeypatch.chdir(tmp_path / "here")
    Path("out").symlink_to(tmp_path / "there")
    with pytest.raises(UnlocatedError, match="symbolic link that leads elsewhere") as caught:
        act(Path("out/a.pdf"))
    assert caught.value.hints == ("name the folder that it leads to, if you mean that one",)
    assert left_in(tmp_path / "there") == []


@pytest.mark.parametrize("act", [write, check_writable])
def test_a_folder_in_the_place_of_the_file_is_an_error(tmp_path: Path, act: Callable[[Path], None]) -> None:
    (tmp_path / "deck.pdf").mkdir()
    with pytest.raises(UnlocatedError, match="is a folder") as caught:
        act(tmp_path / "deck.pdf")
    assert caught.value.code == "E601"
    assert not any("--" in hint for hint in caught.value.hints)  # not every command has the same options


@pytest.mark.parametrize("act", [write, check_writable])
def test_a_file_in_the_place_of_the_folder_is_an_error(tmp_path: Path, act: Callable[[Path], None]) -> None:
    (tmp_path / "out").write_bytes(b"a file")
    with pytest.raises(UnlocatedError, match=r"deck\.pdf' cannot be written") as caught:
        act(tmp_path / "out" / "deck.pdf")
    assert caught.value.code == "E601"
    assert (tmp_path / "out").read_bytes() == b"a file"
    assert left_in(tmp_path) == ["out"]


def test_trying_leaves_everything_as_it_was(tmp_path: Path) -> None:
    old = tmp_path / "old.pdf"
    old.write_bytes(b"old")
    check_writable(old)
    check_writable(tmp_path / "new.pdf")
    check_writable(tmp_path / "a" / "b" / "deck.pdf")
    assert left_in(tmp_path) == ["old.pdf"]
    assert old.read_bytes() == b"old"


@pytest.mark.skipif(not Path("/proc/self").is_dir(), reason="needs a folder in which nobody can write")
def test_a_folder_in_which_nobody_can_write_is_found_by_trying() -> None:
    for target in (Path("/proc/self/deck.pdf"), Path("/proc/self/a/deck.pdf")):
        with pytest.raises(UnlocatedError, match="cannot be written"):
            check_writable(target)


@pytest.mark.skipif(os.name != "posix" or os.geteuid() == 0, reason="needs a user whom permissions bind")
def test_a_folder_without_permission_is_an_error(tmp_path: Path) -> None:
    tmp_path.chmod(0o500)
    for act in (write, check_writable):
        with pytest.raises(UnlocatedError, match="permission denied"):
            act(tmp_path / "deck.pdf")
    tmp_path.chmod(0o700)


def test_a_device_is_not_replaced(tmp_path: Path) -> None:
    pipe = tmp_path / "pipe"
    os.mkfifo(pipe)
    for write in (lambda: replace_file(pipe, b"new"), lambda: check_writable(pipe)):
        with pytest.raises(UnlocatedError, match="not a regular file"):
            write()
    assert stat.S_ISFIFO(pipe.stat().st_mode)


@pytest.mark.skipif(os.unlink not in os.supports_dir_fd, reason="the system moves no folder that is written to")
def test_a_folder_that_is_swapped_for_a_link_keeps_no_temporary_file(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    out, real, other = tmp_path / "out", tmp_path / "moved", tmp_path / "other"
    for folder in (out, other):
        folder.mkdir()
        (folder / "deck.pdf").write_bytes(b"old")

    def swap(_file: int) -> None:
        out.rename(real)
        out.symlink_to(other)

    monkeypatch.setattr(os, "fsync", swap)
    with pytest.raises(UnlocatedError, match="its folder was moved while it was written"):
        replace_file(out / "deck.pdf", b"new")
    for folder in (real, other):
        assert left_in(folder) == ["deck.pdf"]
        assert (folder / "deck.pdf").read_bytes() == b"old"
