"""The harness finds what it looks for, and its seeds are right; the inputs themselves run by `python -m tests.fuzz`."""

from __future__ import annotations

import os
import sys
from pathlib import Path
from random import Random

import pytest

from .mutators import CLASSES, make_input
from .seeds import plant_small

pytestmark = pytest.mark.skipif(sys.platform != "linux", reason="the harness watches files as Linux does")
if sys.platform == "linux":
    from . import child, corpus, verdict
    from .run import CORPUS, main, run_one
    from .stops import _compare


def run(code: str, folder: Path, seconds: float = 300) -> child.Outcome:
    """What a process does that runs some code in the place of a command."""

    def before() -> None:
        exec(code, {"os": os, "sys": sys})

    return child.wait(*child.start(["--version"], folder, {}, before), seconds)


@pytest.mark.parametrize(
    ("code", "wrong"),
    [
        ("", []),
        ("raise ValueError", ["exit code 99", "a library shows through: Traceback"]),
        ("os._exit(3)", ["exit code 3"]),
        ("os.write(1, b'this is a bug in cardgen')", ["a bug in cardgen"]),
        ("os.kill(os.getpid(), 9)", ["exit code -9"]),
        ("os.write(2, b'oh dear'); os._exit(1)", ["it failed without a message of its own"]),
        ("os.write(2, b'error[E101]: x'); os._exit(1)", []),
        (r"os.write(1, b'\x1b[2J')", ["it printed control characters"]),
        ("open('canary/secret.txt').read()", ["a canary was read: secret.txt"]),
        ("os.stat('canary/secret.txt')", []),
        ("open('out/deck.pdf', 'wb').write(b'x'); os.write(2, b'error[E101]'); os._exit(1)", ["it failed and changed deck.pdf", "deck.pdf is no PDF"]),
        ("open('out/.deck.pdf.1.part', 'w')", ["it left .deck.pdf.1.part"]),
    ],
)  # fmt: skip
def test_what_a_command_must_not_do_is_found(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch, code: str, wrong: list[str]
) -> None:
    monkeypatch.setattr(verdict, "MEMORY", 2**40)  # the process begins as a copy of that of the tests
    for name in ("canary", "out"):
        (tmp_path / name).mkdir()
    (tmp_path / "canary" / "secret.txt").write_text("secret")
    (tmp_path / "out" / "deck.pdf").write_bytes(b"%PDF-old")
    before, watch = verdict.state_of(tmp_path / "out"), child.CanaryWatch(tmp_path / "canary")
    outcome = run(code, tmp_path)
    found = verdict.judge(outcome, before, verdict.state_of(tmp_path / "out"), watch.read())
    watch.close()
    assert len(found) == len(wrong), found
    assert all(one.startswith(start) for one, start in zip(found, wrong, strict=True)), found


def test_what_does_not_end_is_ended(tmp_path: Path) -> None:
    outcome = run("import signal; signal.pause()", tmp_path, 0.2)
    assert verdict.judge(outcome, {}, {}, set()) == ["it did not end in time"]


def test_a_process_that_outlives_its_command_is_found_and_one_that_is_just_ending_is_not(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    """It waits for a pipe; the test writes to it when the end of the second one is waited for."""
    reader, writer = os.pipe()
    code = f"os.fork() or (os.close({writer}), os.read({reader}, 1), os._exit(0))"
    monkeypatch.setattr(child, "MOMENT", 0)
    assert verdict.judge(run(code, tmp_path), {}, {}, set()) == ["it left a process"]
    monkeypatch.undo()
    real = child._ends
    monkeypatch.setattr(child, "_ends", lambda pid: os.write(writer, b"x") and real(pid))
    assert verdict.judge(run(code, tmp_path), {}, {}, set()) == []
    os.close(reader)
    os.close(writer)


def test_what_holds_too_much_is_found() -> None:
    assert verdict.judge(child.Outcome(0, "", "", 1.0, 2**31, False), {}, {}, set()) == ["it held 2048 MiB"]


def test_an_input_that_ends_earlier_than_in_what_it_is_about_is_found(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    _, codes, spoil = corpus.FOUND["chains in templates"]
    monkeypatch.setattr(
        corpus, "FOUND", {"right": ("check deck.yaml", codes, spoil), "early": ("check none.yaml", codes, spoil)}
    )
    assert [wrong for wrong in run_one(CORPUS, 1, 0, tmp_path / "a") if "ended in" in wrong] == []
    assert "it ended in E101, not in E403" in run_one(CORPUS, 1, 1, tmp_path / "b")


def test_the_end_of_what_an_input_told_is_shown(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch, capsys: pytest.CaptureFixture[str]
) -> None:
    lines = "".join(f"line {number}\n" for number in range(30))
    texts = [b"out\n", lines.encode() + b"Traceback\n\n  \x1b[2J\t\xff" + b"x" * 999]

    def tell() -> None:
        for number, text in enumerate(texts, 1):
            os.write(number, text)
        os._exit(99)

    def start(arguments: list[str], folder: Path, env: dict[str, str], _: object) -> tuple[int, int, int]:
        return begin(arguments, folder, env, tell)

    begin = child.start
    monkeypatch.setattr(child, "start", start)
    monkeypatch.setattr(
        sys, "argv", ["fuzz", "--only", "corpus", "--inputs", "1", "--jobs", "1", "--keep", str(tmp_path)]
    )
    with pytest.raises(SystemExit) as ended:
        main()
    told = capsys.readouterr().out.partition("  again: ")[2].partition("corpus  ")[0].splitlines()[1:]
    assert ended.value.code == 1
    assert told == [
        *(f"    | line {number}" for number in range(12, 30)),
        "    | Traceback",
        f"    |   <U+001B>[2J<U+0009><U+DCFF>{'x' * 292}",
    ]


def test_the_disk_behind_a_link_is_not_read(tmp_path: Path) -> None:
    (tmp_path / "elsewhere").mkdir()
    (tmp_path / "elsewhere" / "deck.pdf").write_bytes(b"%PDF")
    (tmp_path / "out").symlink_to(tmp_path / "elsewhere")
    assert verdict.state_of(tmp_path / "elsewhere")
    assert not verdict.state_of(tmp_path / "out")


def test_mixed_files_are_found() -> None:
    old, new = {"a": b"1", "b": b"1", "c": b"0"}, {"a": b"2", "b": b"2", "c": b"0"}
    assert _compare(new, new, old, new) == []
    assert _compare({**old, "a": b"2"}, old, old, new) == []
    assert _compare(old, {**old, "a": b"2"}, old, new) == ["files are mixed: b"]
    assert _compare({**old, "a": b"?"}, {**new, "x": b""}, old, new) == [
        "a file is neither the old nor the new one",
        "it left x",
    ]


def test_the_seed_is_right(tmp_path: Path) -> None:
    from cardgen.pipeline.check import check_deck
    from cardgen.pipeline.options import BuildOptions

    assert check_deck(plant_small(tmp_path), BuildOptions(), lambda _stage: None) == []


@pytest.mark.extended
@pytest.mark.parametrize("kind", sorted(CLASSES))
def test_an_input_depends_on_its_number_alone(tmp_path: Path, kind: str) -> None:
    for number in range(3):
        found = []
        for home in ("a", "b"):
            folder = tmp_path / f"{number}" / home
            folder.mkdir(parents=True)
            item = make_input(kind, folder, Random(f"1/{kind}/{number}"))
            files = {name.relative_to(folder): content[1] for name, content in verdict.state_of(folder).items()}
            text = {name: data.replace(os.fsencode(folder), b"") for name, data in files.items()}
            command = [word.replace(str(folder), "") for word in item.command]
            found.append((command, item.before, {name for name in text if name.suffix != ".xlsx"}))
        assert found[0] == found[1]
