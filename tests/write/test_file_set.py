from __future__ import annotations

import contextlib
import errno
import json
import os
import re
import subprocess
import sys
from pathlib import Path
from types import SimpleNamespace

import pytest

from cardgen.report.errors import UnlocatedError
from cardgen.write import file_set as module
from cardgen.write import folder_lock
from cardgen.write.file_set import file_set
from cardgen.write.files import is_running
from cardgen.write.folder_lock import LOCK

NAMES = ("a.pdf", "b.pdf", "sub/c..json")


def content(folder: Path) -> dict[str, str]:
    return {path.relative_to(folder).as_posix(): path.read_text() for path in folder.rglob("*") if path.is_file()}


def write(folder: Path, text: str) -> None:
    with file_set(folder) as files:
        for name in NAMES:
            files.add(folder / name, text.encode())


OLD, NEW = dict.fromkeys(NAMES, "old"), dict.fromkeys(NAMES, "new")

KILLED = """
import os, signal, sys
from pathlib import Path
from cardgen.write import file_set as module

folder, stage, renamed = Path(sys.argv[1]), sys.argv[2], int(sys.argv[3])
plain, done = Path.replace, 0

def replace(self, target):
    global done
    if done == renamed:
        os.kill(os.getpid(), signal.SIGKILL)
    done += 1
    return plain(self, target)

Path.replace = replace
with module.file_set(folder) as files:
    for name in sys.argv[4:]:
        files.add(folder / name, b"new")
    files.remove(folder / "gone.png")
    if stage == "staged":
        os.kill(os.getpid(), signal.SIGKILL)
"""


def kill_while_writing(folder: Path, stage: str, renamed: int = 0) -> None:
    command = [sys.executable, "-c", KILLED, folder, stage, str(renamed), *NAMES]
    assert subprocess.run(command, check=False).returncode == -9


def test_all_files_are_replaced_and_nothing_else_is_left(tmp_path: Path) -> None:
    write(tmp_path, "old")
    assert content(tmp_path) == OLD
    write(tmp_path, "new")
    assert content(tmp_path) == NEW
    with file_set(tmp_path) as files:
        files.add(tmp_path / "deep" / "er" / "d.json", b"new")
        files.remove(tmp_path / "b.pdf")
        files.remove(tmp_path / "missing.pdf")
    assert content(tmp_path) == dict.fromkeys(("a.pdf", "sub/c..json", "deep/er/d.json"), "new")
    (tmp_path / "link").symlink_to(tmp_path / "sub")
    write(tmp_path / "link", "newer")
    assert content(tmp_path / "sub") == dict.fromkeys(("c..json", *NAMES), "newer") | {"c..json": "new"}


@pytest.mark.parametrize("fails", [False, True])
def test_folders_are_let_go_of(tmp_path: Path, fails: bool) -> None:
    opened: list[int] = []
    with contextlib.suppress(ZeroDivisionError), file_set(tmp_path) as files:
        files.add(tmp_path / "a.pdf", b"new")
        opened += [handle for handle in files._handles.values() if handle is not None]
        assert all(map(_is_open, opened))
        assert 1 / (not fails)
    assert not any(map(_is_open, opened)) and files._handles == {}


@pytest.mark.parametrize("failure", [ZeroDivisionError, KeyboardInterrupt, SystemExit])
def test_a_failure_leaves_all_old_files(tmp_path: Path, failure: type[BaseException]) -> None:
    write(tmp_path, "old")
    with pytest.raises(failure), file_set(tmp_path) as files:
        files.add(tmp_path / "a.pdf", b"new")
        files.add(tmp_path / "sub" / "c..json", b"new")
        files.remove(tmp_path / "b.pdf")
        raise failure
    assert content(tmp_path) == OLD


@pytest.mark.parametrize("failing", range(3))
def test_a_file_that_cannot_be_replaced_leaves_all_old_files(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch, failing: int
) -> None:
    """As on Windows, where a file that another program holds open cannot be renamed, even to its own name."""
    write(tmp_path, "old")
    rename = Path.rename

    def refuse(path: Path, target: Path) -> Path:
        if path == (tmp_path / NAMES[failing]).resolve():
            raise PermissionError(13, "It is open")
        return rename(path, target)

    monkeypatch.setattr(Path, "rename", refuse)
    with pytest.raises(UnlocatedError, match="it is open") as caught:
        write(tmp_path, "new")
    assert caught.value.code == "E601" and NAMES[failing] in caught.value.message
    assert content(tmp_path) == OLD


@pytest.mark.skipif(os.unlink not in os.supports_dir_fd, reason="a folder cannot be held there")
def test_a_folder_that_is_swapped_for_a_link_keeps_its_old_files_and_no_others(tmp_path: Path) -> None:
    folder, away, other = (tmp_path / name for name in ("out", "away", "other"))
    write(folder, "old")
    other.mkdir()

    def swap() -> None:
        with file_set(folder) as files:
            files.add(folder / "a.pdf", b"new")
            folder.rename(away)
            folder.symlink_to(other)

    with pytest.raises(UnlocatedError, match="its folder was moved while it was written"):
        swap()
    assert {name: text for name, text in content(away).items() if name != LOCK} == OLD
    assert content(other) == {}


@pytest.mark.parametrize(("added", "removed"), [(2, 0), (1, 1), (0, 2), (3, 1)])
def test_what_a_set_of_several_files_changes_is_noted_before_the_first_is_changed(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch, added: int, removed: int
) -> None:
    old = [tmp_path / "sub" / f"old{at}.png" for at in range(removed)]
    (tmp_path / "sub").mkdir()
    for path in old:
        path.write_text("old")
    put, notes = module.FileSet._put, list[dict[str, object]]()
    monkeypatch.setattr(
        module.FileSet, "_put", lambda files: (notes.append(json.loads((tmp_path / LOCK).read_text())), put(files))
    )
    with file_set(tmp_path) as files:
        for name in NAMES[:added]:
            files.add(tmp_path / name, b"new")
        for path in old:
            files.remove(path)
    (note,) = notes
    names = [f"{Path(name).parent / f'.{Path(name).name}.{os.getpid()}.part'}" for name in NAMES[:added]]
    assert (note["parts"], note["removed"]) == (names, [f"sub/{path.name}" for path in old])
    assert content(tmp_path) == dict.fromkeys(NAMES[:added], "new")


def test_an_interrupt_between_two_files_comes_after_the_last(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    plain, calls = Path.replace, list[Path]()

    def interrupted(self: Path, target: Path) -> Path:
        calls.append(target)
        if len(calls) == 2:
            raise KeyboardInterrupt
        return plain(self, target)

    write(tmp_path, "old")
    monkeypatch.setattr(Path, "replace", interrupted)
    with pytest.raises(KeyboardInterrupt):
        write(tmp_path, "new")
    assert content(tmp_path) == NEW


@pytest.mark.skipif(os.name != "posix", reason="kills a process")
def test_a_run_that_is_killed_before_its_files_are_complete_leaves_the_old_ones(tmp_path: Path) -> None:
    write(tmp_path, "old")
    kill_while_writing(tmp_path, "staged")
    assert {name: text for name, text in content(tmp_path).items() if name in NAMES} == OLD
    with file_set(tmp_path) as files:  # the next run removes what it left, in the folders that it writes to
        files.add(tmp_path / "a.pdf", b"old")
        files.add(tmp_path / "sub" / "c..json", b"old")
    assert content(tmp_path) == OLD


@pytest.mark.skipif(os.name != "posix", reason="kills a process")
@pytest.mark.parametrize("renamed", range(len(NAMES)))
def test_what_a_run_that_is_killed_between_its_files_began_is_completed_by_the_next(
    tmp_path: Path, renamed: int
) -> None:
    write(tmp_path, "old")
    (tmp_path / "gone.png").write_text("old")
    kill_while_writing(tmp_path, "", renamed)
    with file_set(tmp_path):
        pass
    assert content(tmp_path) == NEW


def test_unfinished_files_of_running_processes_stay(tmp_path: Path) -> None:
    own, other = f".x.pdf.{os.getppid()}.part", ".x.pdf.part"
    for name in (own, other):
        (tmp_path / name).write_text("")
    write(tmp_path, "new")
    assert set(content(tmp_path)) == {own, other, *NAMES}


def test_a_second_run_is_told_who_writes(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(folder_lock, "WAIT", 0)
    monkeypatch.setattr(sys, "argv", ["/usr/bin/cardgen", "export", "deck.yaml"])
    (tmp_path / LOCK).write_text(json.dumps({"pid": 1, "command": "cardgen " + "a" * 500}))  # of a run that was killed
    with file_set(tmp_path), pytest.raises(UnlocatedError) as caught, file_set(tmp_path):
        pass
    assert caught.value.code == "E603"
    who = rf"process {os.getpid()} \(cardgen export deck\.yaml\) since \d{{4}}-\d\d-\d\d \d\d:\d\d:\d\d"
    assert caught.value.hints == ("wait until it has ended, or choose another folder",)
    assert re.fullmatch(f"folder '{re.escape(str(tmp_path))}' is being written by {who}", caught.value.message)


@pytest.mark.parametrize(
    ("noted", "told"),
    [
        ({}, "another process"), ({"pid": 7}, "process 7"), ({"command": "a b"}, "(a b)"), ({"pid": 0, "since": "now", "command": ""}, "since now"),
        ([1], "another process"), ("{", "another process"), (None, "another process"),
    ],
)  # fmt: skip
def test_of_who_writes_is_told_what_is_known(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch, noted: object, told: str
) -> None:
    monkeypatch.setattr(folder_lock, "WAIT", -1)
    monkeypatch.setattr(folder_lock, "_try_lock", lambda _handle: False)
    (tmp_path / LOCK).write_text(noted if isinstance(noted, str) else json.dumps(noted))
    with pytest.raises(UnlocatedError) as caught, folder_lock.locked(tmp_path):
        pass
    assert caught.value.message == f"folder '{tmp_path}' is being written by {told}"


@pytest.mark.parametrize(
    ("argv", "command"),
    [
        ([], ""),
        (["/x/cardgen/__main__.py", "build"], "cardgen build"),
        (["/bin/cardgen"], "cardgen"),
        (["a", "b" * 300], f"a {'b' * 198}"),
    ],
)
def test_the_command_is_noted_as_a_person_would_repeat_it(
    monkeypatch: pytest.MonkeyPatch, argv: list[str], command: str
) -> None:
    monkeypatch.setattr(sys, "argv", argv)
    assert folder_lock._command() == command


def test_what_the_system_says_of_a_lock_is_understood(monkeypatch: pytest.MonkeyPatch) -> None:
    """A folder without locks is written to, one that somebody holds is waited for, and any other error is told."""
    fcntl = pytest.importorskip("fcntl")
    errors: list[int | None] = [
        None,
        errno.ENOLCK,
        errno.ENOTSUP,
        errno.ENOSYS,
        errno.EINVAL,
        errno.EWOULDBLOCK,
        errno.EACCES,
        errno.EIO,
    ]

    def flock(_handle: int, how: int) -> None:
        assert how == fcntl.LOCK_EX | fcntl.LOCK_NB
        if errors[0] is not None:
            raise OSError(errors[0], "no")

    monkeypatch.setattr(fcntl, "flock", flock)
    found = []
    while len(errors) > 1:
        found.append(folder_lock._try_lock_posix(0))
        errors.pop(0)
    assert found == [True] * 5 + [False] * 2
    with pytest.raises(OSError, match="no"):
        folder_lock._try_lock_posix(0)


def test_windows_locks_a_byte_that_no_note_reaches(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    """Nobody can read locked bytes there, so the note of who writes must not be among them."""
    asked: list[tuple[int, ...]] = []

    def locking(handle: int, how: int, count: int) -> None:
        asked.append((os.lseek(handle, 0, os.SEEK_CUR), how, count))
        if len(asked) == 2:
            raise OSError(errno.EACCES, "held")

    monkeypatch.setitem(sys.modules, "msvcrt", SimpleNamespace(locking=locking, LK_NBLCK=2))
    with (tmp_path / "lock").open("wb") as file:
        assert [folder_lock._try_lock_windows(file.fileno()) for _ in range(2)] == [True, False]
    assert asked == [(folder_lock._LARGEST, 2, 1)] * 2


@pytest.mark.skipif(not hasattr(os, "mkfifo"), reason="the system has no such files")
def test_what_is_no_regular_file_is_no_lock(tmp_path: Path) -> None:
    os.mkfifo(tmp_path / LOCK)
    with pytest.raises(OSError, match=r"'\.cardgen\.lock' in it is not a regular file"), folder_lock.locked(tmp_path):
        pass


def test_a_lock_whose_holder_removes_it_before_it_is_ours_is_taken_again(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    """Otherwise this run would hold the lock of a file that is gone, and another run could hold a new one."""
    take, taken = folder_lock._try_lock, list[int]()

    def after_its_holder_has_ended(handle: int) -> bool:
        if not taken:
            (tmp_path / LOCK).unlink()
        taken.append(handle)
        return take(handle)

    monkeypatch.setattr(folder_lock, "_try_lock", after_its_holder_has_ended)
    monkeypatch.setattr(folder_lock, "_POLL", 0)
    with folder_lock.locked(tmp_path) as lock:
        assert len(taken) == 2
        assert os.path.samestat((tmp_path / LOCK).stat(), os.fstat(lock.handle))
    assert [*tmp_path.iterdir()] == []


def test_a_run_waits_for_another_one_as_long_as_it_says(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    now = [100.0]
    clock = SimpleNamespace(monotonic=lambda: now[0], sleep=lambda seconds: now.append(now.pop() + seconds))
    monkeypatch.setattr(folder_lock, "time", clock)
    monkeypatch.setattr(folder_lock, "_try_lock", lambda _handle: False)
    with pytest.raises(UnlocatedError), folder_lock.locked(tmp_path):
        pass
    assert folder_lock.WAIT <= now[0] - 100 < folder_lock.WAIT + 0.2


def test_a_lock_is_the_file_that_is_there_now(tmp_path: Path) -> None:
    path, other = tmp_path / "lock", tmp_path / "other"
    path.touch()
    other.touch()
    with path.open() as file:
        assert folder_lock._is_same(path, file.fileno())
        path.unlink()
        assert not folder_lock._is_same(path, file.fileno())
        other.rename(path)
        assert not folder_lock._is_same(path, file.fileno())
    with path.open() as file:
        path.rename(other)
        path.symlink_to(other)
        assert not folder_lock._is_same(path, file.fileno()), "a link to the file is not the file"


def test_a_lock_that_nobody_holds_says_nothing(tmp_path: Path) -> None:
    (tmp_path / LOCK).write_text("[" * 100_000)
    write(tmp_path, "new")
    assert content(tmp_path) == NEW


def test_a_note_of_a_stranger_moves_and_removes_nothing_outside(tmp_path: Path) -> None:
    folder, outside = tmp_path / "out", tmp_path / "secret"
    folder.mkdir()
    outside.mkdir()
    (folder / "link").symlink_to(outside)
    (outside / ".x.1.part").write_text("")
    (outside / "y").write_text("")
    note = {
        "parts": ["../secret/.x.1.part", "link/.x.1.part", 7, "a\0b", str(outside / ".x.1.part")],
        "removed": ["../secret/y", "link/y", str(outside / "y"), "link", None, "\ud800", "a" * 5000],
    }
    (folder / LOCK).write_text(json.dumps(note))
    write(folder, "new")
    assert set(content(outside)) == {".x.1.part", "y"}
    assert not (folder / "link").is_symlink(), "the link itself is a file of the folder"


def test_a_note_of_a_stranger_puts_nothing_in_its_place_but_files_that_a_run_has_begun(tmp_path: Path) -> None:
    (tmp_path / ".sub.1.part").mkdir()
    (tmp_path / "own.part").write_text("own")
    (tmp_path / LOCK).write_text(json.dumps({"parts": [".sub.1.part", "own.part", ".none.1.part"]}))
    write(tmp_path, "new")
    assert (tmp_path / ".sub.1.part").is_dir() and (tmp_path / "own.part").read_text() == "own"


def test_a_note_may_name_thousands_of_files(tmp_path: Path) -> None:
    names = [f".{'long name ' * 10}{number}.png.1.part" for number in range(3000)]
    (tmp_path / names[-1]).write_text("new")
    (tmp_path / LOCK).write_text(json.dumps({"parts": names}))
    write(tmp_path, "new")
    assert (tmp_path / f"{'long name ' * 10}2999.png").read_text() == "new"


def test_a_link_in_the_place_of_a_part_is_put_nowhere(tmp_path: Path) -> None:
    folder, secret = tmp_path / "out", tmp_path / "secret"
    folder.mkdir()
    secret.write_text("secret")
    (folder / ".page.html.1.part").symlink_to(secret)
    (folder / LOCK).write_text(json.dumps({"parts": [".page.html.1.part"]}))
    write(folder, "new")
    assert not (folder / "page.html").exists()
    assert secret.read_text() == "secret"


@pytest.mark.skipif(os.name != "posix", reason="no file has such a name there")
@pytest.mark.parametrize("name", ["C:x", "a\\x", "sub/../x"])
def test_a_note_removes_nothing_whose_name_means_something_else_on_another_system(tmp_path: Path, name: str) -> None:
    (tmp_path / "sub").mkdir()
    (tmp_path / name).write_text("")
    (tmp_path / "gone").write_text("")
    (tmp_path / LOCK).write_text(json.dumps({"removed": [name, "gone"]}))
    write(tmp_path, "new")
    assert (tmp_path / name).exists() and not (tmp_path / "gone").exists()


def test_a_link_in_the_place_of_the_lock_is_not_followed(tmp_path: Path) -> None:
    (tmp_path / "real").write_text("old")
    (tmp_path / LOCK).symlink_to(tmp_path / "real")
    with pytest.raises(UnlocatedError, match="cannot be written"):
        write(tmp_path, "new")
    assert (tmp_path / "real").read_text() == "old"


def test_a_folder_that_is_a_link_out_of_the_working_folder_is_not_made(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    (tmp_path / "here").mkdir()
    monkeypatch.chdir(tmp_path / "here")
    Path("out").symlink_to(tmp_path / "there")
    with pytest.raises(UnlocatedError, match="symbolic link that leads elsewhere"), file_set(Path("out")):
        pass
    assert not (tmp_path / "there").exists()


def test_a_file_elsewhere_does_not_belong_to_the_set(tmp_path: Path) -> None:
    (tmp_path / "elsewhere").mkdir()
    (tmp_path / "out").mkdir()
    (tmp_path / "out" / "sub").symlink_to(tmp_path / "elsewhere")
    with pytest.raises(UnlocatedError, match="not below"):
        write(tmp_path / "out", "new")
    assert content(tmp_path / "elsewhere") == {}
    assert not (tmp_path / "out" / "a.pdf").exists()


def test_a_file_elsewhere_is_not_removed_with_the_set(tmp_path: Path) -> None:
    (tmp_path / "other.pdf").write_text("old")
    with pytest.raises(UnlocatedError, match="not below"), file_set(tmp_path / "out") as files:
        files.remove(tmp_path / "other.pdf")
    assert content(tmp_path) == {"other.pdf": "old"}


def test_whether_a_process_runs() -> None:
    ended = subprocess.run([sys.executable, "-c", "import os; print(os.getpid())"], check=True, capture_output=True)
    assert is_running(os.getpid())
    assert is_running(os.getppid())
    assert os.name != "posix" or not is_running(int(ended.stdout))


def test_where_open_files_cannot_be_removed_the_lock_is_closed_first(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    """As on Windows: else the lock and its note would stay, and the next run would remove again what this one removed."""
    unlink = Path.unlink
    handles: list[int] = []

    def refuse_open(path: Path, missing_ok: bool = False) -> None:
        if path.name == LOCK and any(map(_is_open, handles)):
            raise PermissionError(13, "it is open")
        unlink(path, missing_ok=missing_ok)

    monkeypatch.setattr(folder_lock, "_REMOVES_OPEN_FILES", False)
    monkeypatch.setattr(Path, "unlink", refuse_open)
    with folder_lock.locked(tmp_path) as lock:
        handles.append(lock.handle)
    assert [*tmp_path.iterdir()] == []


def _is_open(handle: int) -> bool:
    try:
        os.fstat(handle)
    except OSError:
        return False
    return True


def handles() -> int:
    return len([*Path("/dev/fd").iterdir()])


@pytest.mark.skipif(not Path("/dev/fd").exists(), reason="only there handles can be counted")
@pytest.mark.parametrize("fails", [False, True])
def test_every_handle_is_closed_whether_the_files_are_written_or_not(tmp_path: Path, fails: bool) -> None:
    (tmp_path / "taken").mkdir()
    before = handles()
    with contextlib.suppress(UnlocatedError), file_set(tmp_path) as files:
        for name in (*NAMES, "d.pdf", "sub/e.pdf", *["taken"] * fails):
            files.add(tmp_path / name, b"new")
        assert handles() == before + 3, "the lock and two folders"
    assert handles() == before
    assert (tmp_path / "d.pdf").exists() != fails
