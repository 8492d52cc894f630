"""What only people at a terminal see: progress, colours and summaries."""

import sys
import threading
from dataclasses import replace
from pathlib import Path
from types import SimpleNamespace

import pytest

from cardgen.changes.compare import Change
from cardgen.changes.inventory import Design
from cardgen.cli import build, check, console, export, playtest, printer
from cardgen.exports.job import ExportResult
from cardgen.exports.prepare import LeftOut
from cardgen.pipeline.printed_file.output import BuildResult
from cardgen.report import screen
from cardgen.report.diagnostics import Diagnostic
from cardgen.report.errors import UnlocatedError
from cardgen.report.source import Span

WARNING = Diagnostic("W401", "odd")


@pytest.fixture
def on_terminal(monkeypatch):
    """Standard output and standard error are a terminal, or say that they are none."""

    def become(yes=True):
        for stream in (sys.stdout, sys.stderr):
            monkeypatch.setattr(stream, "isatty", lambda: yes)

    monkeypatch.delenv("NO_COLOR", raising=False)
    monkeypatch.setenv("TERM", "xterm")
    return become


@pytest.fixture
def work(monkeypatch):
    """A function that does some work of which progress is shown at once or never, and returns what is shown in order."""
    events = []

    class Timer:
        def __init__(self, seconds, act):
            assert seconds == console.PROGRESS_AFTER
            self.act = act

        def start(self):
            assert self.daemon, "it does not keep a command alive"

        def cancel(self):
            events.append("cancelled")

        def join(self):
            events.append("waited")

    def status(self, text):
        events.append(f"status {text} on {'stderr' if self.file.fileno() == sys.stderr.fileno() else 'another stream'}")
        return SimpleNamespace(
            start=lambda: events.append("start"),
            update=events.append,
            stop=lambda: events.append("stop"),
        )

    def work(*, slow=True, quiet=False):
        timers = []
        monkeypatch.setattr(threading, "Timer", lambda *given: timers.append(Timer(*given)) or timers[-1])
        events.clear()
        with console.progress("a.yaml", quiet=quiet) as stage:
            stage("read")
            if slow and timers:
                timers[0].act()
            stage("draw")
        return [*events]

    monkeypatch.setattr(screen.Screen, "status", status)
    return work


def test_slow_work_shows_its_stages_until_it_ends(work, on_terminal):
    on_terminal()
    ended = ["cancelled", "waited"]
    assert work() == ["status a.yaml: read on stderr", "start", "a.yaml: draw", *ended, "stop"]
    assert work(slow=False) == ended
    assert work(quiet=True) == []
    on_terminal(False)
    assert work() == []


def test_colours_are_for_terminals_that_show_them(on_terminal, capsys, monkeypatch):
    plain, colored = "warning[W401]: odd\n", "\x1b[1m\x1b[1;33mwarning[W401]\x1b[0m: odd\n"
    for is_terminal, variables, expected in (
        (True, {}, colored),
        (False, {}, plain),
        (True, {"NO_COLOR": "1"}, plain),
        (True, {"NO_COLOR": ""}, colored),
        (True, {"TERM": "dumb"}, plain),
    ):
        with monkeypatch.context() as patch:
            on_terminal(is_terminal)
            for name, value in variables.items():
                patch.setenv(name, value)
            console.print_diagnostics([WARNING])
            console.print_diagnostics([WARNING], quiet=True)
            assert capsys.readouterr() == ("", expected), (is_terminal, variables)
            console.print_diagnostics([WARNING] * 2)
            assert capsys.readouterr() == ("", expected * 2), (is_terminal, variables)


def result(**changes):
    cuts = (
        SimpleNamespace(path=Path("a-cut.svg"), pages=(3,)),
        SimpleNamespace(path=Path("b-cut.svg"), pages=(5, 7)),
    )
    given = {
        "title": "A: B", "files": (Path("a.pdf"), Path("b.pdf")), "cut_files": cuts, "paper": "A4",
        "sheets": {"cards": 2, "rules": 1}, "page_count": 8, "piece_count": 11, "printing": "both sides", "changes": (),
        "warnings": (WARNING,), "summary": "read as a list",
    }  # fmt: skip
    return BuildResult(**(given | changes))


ABOVE = "read as a list\nwarning[W401]: odd\n"


def test_people_are_told_how_to_print_and_scripts_only_what_is_written(on_terminal, capsys, monkeypatch):
    monkeypatch.setenv("NO_COLOR", "1")
    on_terminal()
    build._show(result())
    assert capsys.readouterr() == (
        "a.pdf and b.pdf: A: B, 11 pieces\n"
        "  3 sheets of A4 (cards 2, rules 1), 8 pages\n"
        "  print pages 3-8 at 100 %, both sides; page 1 says more\n"
        "a-cut.svg: cuts page 3\n"
        "b-cut.svg: cuts pages 5, 7\n",
        ABOVE,
    )
    build._show(
        result(files=(Path("a.pdf"),), cut_files=(), sheets={"cards": 1}, page_count=3, piece_count=1, summary="")
    )
    assert capsys.readouterr().out == (
        "a.pdf: A: B, 1 piece\n  1 sheet of A4 (cards 1), 3 pages\n  print pages 3-3 at 100 %, both sides; page 1 says more\n"
    )
    on_terminal(False)
    build._show(result())
    assert capsys.readouterr() == ("a.pdf\nb.pdf\na-cut.svg\nb-cut.svg\n", ABOVE)
    build._show(result(files=(), cut_files=(), summary="", warnings=()))
    assert capsys.readouterr() == ("", "nothing to print: every piece looks as it did when it was last printed\n")


def test_people_are_told_what_an_export_left_out_and_of_how_many_files_it_is(on_terminal, capsys, monkeypatch):
    monkeypatch.setenv("NO_COLOR", "1")
    left = [LeftOut("Map", "it is large"), LeftOut("Rules", "it is a document"), LeftOut("Mat", "it is large")]
    done = ExportResult(Path("out/a-tgc"), ("a.png",), "The Shop", tuple(left), (WARNING,))
    told = (
        "warning[W401]: odd\nnot for The Shop, so left out; print them at home with cardgen build:\n"
        "  it is large: Map, Mat\n  it is a document: Rules\n"
    )
    on_terminal()
    export._show(done)
    assert capsys.readouterr() == ("out/a-tgc: 1 file for The Shop, and manifest.json\n", told)
    export._show(ExportResult(Path("out/b-png"), ("a.png", "b.png"), "Pictures", (), ()))
    assert capsys.readouterr() == ("out/b-png: 2 files for Pictures, and manifest.json\n", "")
    on_terminal(False)
    export._show(done)
    assert capsys.readouterr() == ("out/a-tgc\n", told)


def test_changes_say_what_to_print_and_what_to_take_out(capsys):
    one = Design("cards", "a", "Ant", 3, "")
    changes = [
        Change("same", one, one), Change("changed", one, one, 3, 2), Change("new", None, one, 3), Change("gone", one, None, 0, 1),
        Change("more", one, one, 1), Change("fewer", one, one, 0, 1),
    ]  # fmt: skip
    console.print_changes(changes)
    assert capsys.readouterr() == ("", (
        "  changed cards/a: Ant, print 3, take out 2\n  new     cards/a: Ant, print 3\n  gone    cards/a: Ant, take out 1\n"
        "  more    cards/a: Ant, print 1\n  fewer   cards/a: Ant, take out 1\n"
    ))  # fmt: skip


def test_an_exit_code_says_whether_only_the_command_line_is_wrong():
    here = Span("a.yaml", 1, 1)
    usage, fault, look, placed = (Diagnostic(code, "x", span) for code, span in (
        ("E502", None), ("E101", None), ("E412", None), ("E412", here),
    ))  # fmt: skip
    for found, code in (
        ((), 0), ((WARNING,), 0), ((usage,), 2), ((usage, WARNING, look), 2), ((usage, fault), 1), ((placed,), 1), ((look, placed), 1),
    ):  # fmt: skip
        assert console.exit_code(found) == code, found


def test_a_verdict_counts_errors_and_warnings_with_those_that_are_not_listed():
    error = Diagnostic("E101", "x")
    told = "; cardgen explain CODE says more"
    for found, words in (
        ((), "no problems"), ((error,), f"1 error, 0 warnings{told}"), ((WARNING, error, error), f"2 errors, 1 warning{told}"),
        ((error, replace(error, more=5), WARNING, replace(WARNING, more=2)), f"6 errors, 3 warnings{told}"),
    ):  # fmt: skip
        assert check._verdict(found) == words


def test_a_log_has_a_line_of_progress_now_and_then(on_terminal, capsys, monkeypatch):
    now = [100.0]
    monkeypatch.setattr(playtest, "monotonic", lambda: now[0])
    on_terminal(False)
    with playtest.game_progress(quiet=False) as show:
        show(0, 9000, "games for the pairings")
        for later, done in ((29.9, 1000), (0.1, 2000), (0.1, 3000), (29.8, 4000), (0.1, 5000)):
            now[0] += later
            show(done, 9000, "even")
    told = ["games for the pairings", "2,000 of 9,000 games: even", "5,000 of 9,000 games: even"]
    assert capsys.readouterr().err.splitlines() == told
    with playtest.game_progress(quiet=True) as show:
        assert show is None


def test_a_terminal_has_a_bar_of_progress(on_terminal, capsys, monkeypatch):
    on_terminal()
    monkeypatch.setattr(sys.stderr, "write_raw", sys.stderr.write, raising=False)
    with playtest.game_progress(quiet=False) as show:
        show(0, 7, "games for the pairings")
        show(3, 7, "[even]")
    shown = capsys.readouterr().err
    assert "games for the pairings\n" in shown.replace("\r", "")
    assert "3/7" in shown and "games: [even]" in shown


def test_only_a_person_is_asked_whether_an_odd_size_is_true(monkeypatch):
    asked = []

    def confirm(text, *, err):
        asked.append((text, err))
        return text.startswith("prints are 96")

    monkeypatch.setattr("typer.confirm", confirm)
    for is_terminal, scale, is_stored in ((True, 1 / 0.96, True), (True, 1 / 0.95, False), (False, 1 / 0.96, False)):
        monkeypatch.setattr(sys, "stdin", SimpleNamespace(isatty=lambda is_terminal=is_terminal: is_terminal))
        if is_stored:
            printer._ask_about_size(scale, 1, "a4")
            continue
        with pytest.raises(UnlocatedError, match="% wide: was the paper A4"):
            printer._ask_about_size(scale, 1, "a4")
    told = "prints are {} % wide: was the paper A4, and the sheet printed at 100 %?"
    assert asked == [(told.format("96.0"), True), (told.format("95.0"), True)]
