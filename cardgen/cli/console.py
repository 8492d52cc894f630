"""What the commands have in common: options, progress, and how diagnostics look on a screen."""

from __future__ import annotations

import os
import sys
import threading
from collections.abc import Callable, Iterable, Iterator
from contextlib import contextmanager
from pathlib import Path
from typing import TYPE_CHECKING, Annotated, Any, NoReturn

import typer

from cardgen.report.diagnostics import Diagnostic, to_text

if TYPE_CHECKING:
    from cardgen.changes.inventory import Change

USAGE_CODES = {
    "E502",
    "E504",
    "E506",
    "E507",
    "E508",
    "E509",
    "E520",
    "E521",
    "E522",
    "E523",
    "E524",
    "E525",
    "E526",
    "E527",
    "E530",
    "E531",
    "E532",
    "E533",
    "E560",
    "E561",
    "E562",
    "E704",
    "E705",
    "E706",
    "E710",
    "E711",
    "E718",
    "E720",
    "E721",
    "E722",
    "E723",
    "E734",
}
"""Faults of the command line rather than of a deck: exit code 2."""


def _only_decks(paths: list[Path]) -> list[Path]:
    """Without the sizes that lie beside decks: `decks/*.yaml` names them too."""
    return [path for path in paths if path.name != "sizes.yaml"] or paths


Decks = Annotated[
    list[Path],
    typer.Argument(metavar="DECK...", help="Deck files (YAML).", show_default=False, callback=_only_decks),
]
Out = Annotated[Path, typer.Option(help="Folder for the PDFs, or the PDF itself for one deck.", show_default=True)]
Paper = Annotated[str, typer.Option(help="Paper: a4, letter, a3, legal, ... or WxH such as 210x297mm.")]
Card = Annotated[
    str, typer.Option(help="Card size: 40x53mm, poker, tarot, ... [default: that of the game]", show_default=False)
]
Language = Annotated[
    str,
    typer.Option("--lang", help="Language, such as en or pt. [default: the first of the game]", show_default=False),
]
Only = Annotated[str, typer.Option(help="Only these parts, with commas: bases,abilities,board,...", show_default=False)]
Printer = Annotated[
    str, typer.Option(help="Adjust the pages to this printer (cardgen printer list).", show_default=False)
]
Strict = Annotated[bool, typer.Option("--strict", help="Take warnings for errors.")]
Quiet = Annotated[bool, typer.Option("--quiet", "-q", help="Say nothing but errors.")]

PROGRESS_AFTER = 1.0  # seconds: quicker work needs no progress


Stage = Callable[[str], None]
"""Takes the name of what is being done now."""


@contextmanager
def progress(title: str, *, quiet: bool) -> Iterator[Stage]:
    """Show what is being done, on a terminal, once it takes longer than a second."""
    if quiet or not sys.stderr.isatty():
        yield lambda _name: None
        return
    now = [title]
    shown: list[Any] = []

    def show() -> None:
        from rich.console import Console

        status = Console(stderr=True).status(now[0])
        status.start()
        shown.append(status)

    def stage(name: str) -> None:
        now[0] = f"{title}: {name}"
        for status in shown:
            status.update(now[0])

    timer = threading.Timer(PROGRESS_AFTER, show)
    timer.daemon = True
    timer.start()
    try:
        yield stage
    finally:
        timer.cancel()
        timer.join()
        for status in shown:
            status.stop()


def say(items: Iterable[Diagnostic]) -> None:
    """Print diagnostics on standard error, in colour where that is wanted."""
    text = to_text(items)
    if not text:
        return
    if not sys.stderr.isatty() or os.environ.get("NO_COLOR") or os.environ.get("TERM") == "dumb":
        print(text, file=sys.stderr)
        return
    for line in text.splitlines():
        print(_colored(line), file=sys.stderr)


def _colored(line: str) -> str:
    for word, code in (("error[", "1;31"), ("warning[", "1;33")):
        start = line.find(word)
        if start >= 0 and not line.startswith(" "):
            end = line.index("]", start) + 1
            return f"\x1b[1m{line[:start]}\x1b[{code}m{line[start:end]}\x1b[0m{line[end:]}"
    if line.startswith(("  expected", "  hint:", "  note:")):
        return f"\x1b[36m{line}\x1b[0m"
    return line


def fail(items: Iterable[Diagnostic]) -> NoReturn:
    """Tell of faults and end the command."""
    found = list(items)
    say(found)
    raise typer.Exit(exit_code(found))


def exit_code(items: Iterable[Diagnostic]) -> int:
    """0 without errors, 2 if the command line is at fault, else 1."""
    errors = [item for item in items if item.is_error]
    if not errors:
        return 0
    return 2 if all(item.code in USAGE_CODES for item in errors) else 1


def parts_of(only: str) -> tuple[str, ...]:
    """The names in `--only`."""
    return tuple(part.strip() for part in only.split(",") if part.strip())


def plural(count: int, noun: str) -> str:
    """`1 sheet`, `2 sheets`."""
    return f"{count} {noun}" if count == 1 else f"{count} {noun}s"


def check_suffix(out: Path, suffix: str, option: str) -> None:
    """Refuse the name of another kind of file, such as a deck's, which would be lost."""
    if out.suffix.lower() != suffix:
        raise typer.BadParameter(f"'{out}' does not end in {suffix}", param_hint=option)


def targets(decks: list[Path], out: Path) -> list[Path]:
    """Where each deck's PDF goes."""
    if out.suffix.lower() == ".pdf":
        if len(decks) > 1:
            raise typer.BadParameter(f"'{out}' is one file, but there are {len(decks)} decks; name a folder")
        return [out]
    targets = [out / f"{deck.stem}.pdf" for deck in decks]
    twice = {target for target in targets if targets.count(target) > 1}
    if twice:
        raise typer.BadParameter(f"two decks would both write '{min(twice)}'; build them one by one with --out")
    return targets


def say_changes(changes: Iterable[Change]) -> None:
    """List what differs, a line each, on standard error."""
    for change in changes:
        if change.status != "same":
            look = change.look
            typer.echo(f"  {change.status:8}{look.kind}/{look.id}: {look.name}{_copies(change)}", err=True)


def _copies(change: Change) -> str:
    """How many are to be printed, and how many to be thrown away."""
    parts = [f"print {change.missing}"] if change.missing else []
    if change.left:
        parts.append(f"take out {change.left}")
    return f", {', '.join(parts)}"
