"""The public functions, which programs and the command line use.

Each function takes paths as `str` or `Path` and options as a frozen dataclass with defaults, and returns a typed result.
An error in the input raises `CardgenError`; an exception of any other type is a bug in cardgen or in a game.
"""

from __future__ import annotations

from collections.abc import Callable, Sequence
from os import PathLike
from pathlib import Path
from typing import TYPE_CHECKING

from cardgen.processes import allowance
from cardgen.report.errors import as_cardgen_error

if TYPE_CHECKING:  # each function imports what it needs: loading a deck needs no PDF engine
    from cardgen.balancing.assistant import BalanceOptions
    from cardgen.balancing.result import BalanceReport
    from cardgen.exports.job import ExportResult
    from cardgen.exports.show import ShowResult
    from cardgen.pipeline.cache import BuildCache
    from cardgen.pipeline.open.load import LoadedDeck
    from cardgen.pipeline.options import BuildOptions, ExportOptions, ShowOptions
    from cardgen.pipeline.printed_file.output import BuildResult
    from cardgen.play.playtests import PlaytestOptions
    from cardgen.play.simulate.report import Report
    from cardgen.play.simulate.stage import Progress
    from cardgen.report.diagnostics import Diagnostic

FilePath = str | PathLike[str]
"""A path, as a string or a path-like object."""

Stage = Callable[[str], None]
"""A function that is called with the name of each stage of the work as it begins."""


def _ignore(*_progress: object) -> None:
    """Show no progress."""


def load(deck: FilePath) -> LoadedDeck:
    """Load a deck and check it against the schema and the rules of its game.

    Pictures, templates and the fit of texts are not checked; `check` does that.

    Args:
        deck: A YAML file, or the list of its cards alone, as a spreadsheet or CSV file.

    Raises:
        CardgenError: The file cannot be read, or the deck has errors.

    Examples:
        >>> deck = load("decks/samurai.yaml")
        >>> deck.game.id, deck.title, deck.languages
        ('attack-the-tower', 'Samurai', ('en', 'pt'))
    """
    allowance.begin()
    from cardgen.pipeline.open.load import load_deck

    return load_deck(Path(deck))


def check(
    deck: FilePath,
    options: BuildOptions | None = None,
    *,
    out: FilePath | None = None,
    progress: Stage | None = None,
) -> tuple[Diagnostic, ...]:
    """Find everything that is wrong with a deck, without writing a file.

    Args:
        deck: A YAML file, or the list of its cards alone, as a spreadsheet or CSV file.
        options: Options of the build to check; None for the defaults. Without a language, the deck is checked in each
            language that it is written in.
        out: Folder of the PDF, or the PDF itself, to check too whether its files can be written; None does not.
        progress: Called with the name of each stage as it begins; None shows nothing.

    Returns:
        Errors and warnings by file, line and column; empty if a build would succeed without a warning.

    Examples:
        >>> from cardgen import BuildOptions
        >>> check("decks/samurai.yaml")
        ()
        >>> [problem.message for problem in check("decks/samurai.yaml", BuildOptions(paper="a44"))]
        ["unknown paper 'a44'"]
    """
    allowance.begin()
    from cardgen.pipeline.check import check_deck
    from cardgen.pipeline.options import BuildOptions

    target = None if out is None else Path(out)
    return tuple(check_deck(Path(deck), options or BuildOptions(), progress or _ignore, target))


def build(
    deck: FilePath | Sequence[FilePath],
    out: FilePath = "out",
    options: BuildOptions | None = None,
    *,
    progress: Stage | None = None,
    cache: BuildCache | None = None,
) -> BuildResult:
    """Build a deck into a PDF that is ready to print.

    Args:
        deck: The deck file. Several become one print job in which they share sheets; one that is named twice is printed
            twice.
        out: Folder of the PDF, which is named after the deck, or the PDF itself; of several decks, always the PDF.
        options: Options of the build; None for the defaults.
        progress: Called with the name of each stage as it begins; None shows nothing.
        cache: Keeps in memory what the next build can reuse, for a preview; None keeps nothing.

    Returns:
        The files that were written, and what is in them.

    Raises:
        CardgenError: The deck or an option has errors, or a file cannot be written; the old files stay as they were.
        ValueError: There are several decks, but `out` is not a PDF; or there is none.

    Examples:
        >>> from cardgen import BuildOptions
        >>> result = build("decks/samurai.yaml", folder, BuildOptions(paper="letter", only=("rules",)))
        >>> [file.name for file in result.files], result.paper, result.sheets
        (['samurai.pdf'], 'Letter', {'rules': 2})
    """
    allowance.begin()
    from cardgen.pipeline.options import BuildOptions
    from cardgen.pipeline.printed_file.output import build_deck, build_decks

    choices, stage = options or BuildOptions(), progress or _ignore
    if isinstance(deck, str | PathLike):
        return build_deck(Path(deck), Path(out), choices, stage, cache)
    if not deck or Path(out).suffix.lower() != ".pdf":
        raise ValueError("several decks become one PDF; name at least one deck, and a PDF as out")
    return build_decks([Path(one) for one in deck], Path(out), choices, stage)


def export(
    deck: FilePath,
    target: str,
    out: FilePath = "out",
    options: ExportOptions | None = None,
    *,
    progress: Stage | None = None,
) -> ExportResult:
    """Write the files that a print shop or a virtual tabletop accepts.

    Args:
        deck: A YAML file, or the list of its cards alone, as a spreadsheet or CSV file.
        target: Name of the target, such as `png`, `tgc` or `tts`.
        out: Folder of all exports; the files go into a folder `DECK-TARGET` in it.
        options: Options of the export; None for the defaults.
        progress: Called with the name of each stage as it begins; None shows nothing.

    Returns:
        The files that were written, and the components that the target does not accept.

    Raises:
        CardgenError: The deck, the target or an option has errors, or a file cannot be written.

    Examples:
        >>> from cardgen import ExportOptions
        >>> result = export("decks/samurai.yaml", "png", folder, ExportOptions(only=("rules",)))
        >>> result.folder.name, result.files[0]
        ('samurai-png', '001_rules-1_front.png')
    """
    allowance.begin()
    from cardgen.exports.job import export as export_deck
    from cardgen.pipeline.options import ExportOptions

    return export_deck(Path(deck), target, Path(out), options or ExportOptions(), progress or _ignore)


def show(deck: FilePath, card: str, out: FilePath = "out", options: ShowOptions | None = None) -> ShowResult:
    """Write one piece of a deck as a picture; the others are neither drawn nor checked.

    Args:
        deck: A YAML file, or the list of its cards alone, as a spreadsheet or CSV file.
        card: Id or name of the piece; `KIND/ID`, such as `cards/ferry`, if several kinds have one of that id.
        out: The picture, a PNG file, or the folder of a picture `DECK-KIND-ID.png`.
        options: Options of the picture; None for the defaults.

    Returns:
        The file that was written, and what it shows.

    Raises:
        CardgenError: The piece or the deck itself has errors, no piece has this name, or the file cannot be written.

    Examples:
        >>> from cardgen import ShowOptions
        >>> result = show("decks/samurai.yaml", "steppes", folder, ShowOptions(dpi=100))
        >>> result.file.name, result.name, result.width, result.height
        ('samurai-bases-steppes.png', 'Steppes', 157, 208)
    """
    allowance.begin()
    from cardgen.exports.show import show_piece
    from cardgen.pipeline.options import ShowOptions

    return show_piece(Path(deck), card, Path(out), options or ShowOptions())


def playtest(
    decks: FilePath | Sequence[FilePath], options: PlaytestOptions | None = None, *, progress: Progress | None = None
) -> Report:
    """Play decks against each other and report whether they are fair.

    Args:
        decks: Deck files of one game; a single deck plays against itself.
        options: Options of the playtest; None for the defaults.
        progress: Called after each round with the number of games played, the number of all games, and as text the
            estimate so far and the time that is left; before the first round with 0, what is going to be played and how long
            that takes. None tells nothing.

    Returns:
        The report: win rates with intervals, findings, and what each card did.

    Raises:
        CardgenError: A deck or an option has errors, or the game has no rules to play by.
        UnfinishedPlaytest: The worker processes were lost; it is a `CardgenError` that carries the report so far.

    Examples:
        >>> from cardgen import PlaytestOptions
        >>> report = playtest("decks/samurai.yaml", PlaytestOptions(level="random", games=2, jobs=1))
        >>> report.games, report.setup.decks
        (2, ('samurai',))
    """
    from cardgen.play.playtests import PlaytestOptions, play_decks

    paths = [decks] if isinstance(decks, str | PathLike) else decks
    with as_cardgen_error():
        return play_decks([Path(deck) for deck in paths], options or PlaytestOptions(), progress)


def balance(
    deck: FilePath,
    against: FilePath | Sequence[FilePath],
    options: BalanceOptions | None = None,
    *,
    progress: Progress | None = None,
) -> BalanceReport:
    """Propose the fewest and smallest changes of numbers that bring the win rates of a deck to a target.

    Args:
        against: Deck files of the same game that it plays against, at least one.
        options: Options of the search; None for the defaults.
        progress: See `playtest`.

    Returns:
        The report: proposals with predicted and tested win rates, from the best, and what each number does.

    Raises:
        CardgenError: A deck or an option has errors, or the game has no rules for opponents.
        UnfinishedBalance: The worker processes were lost; it is a `CardgenError` that carries the report so far.

    Examples:
        >>> from cardgen import BalanceOptions
        >>> options = BalanceOptions(level="random", games=100, held_out="none", jobs=1, may=["keeper-of-scrolls/power"])
        >>> report = balance("decks/samurai.yaml", "decks/elves.yaml", options)
        >>> report.setup.numbers
        1
    """
    from cardgen.balancing.assistant import BalanceOptions, balance_decks

    others = [against] if isinstance(against, str | PathLike) else against
    with as_cardgen_error():
        return balance_decks([Path(one) for one in (deck, *others)], options or BalanceOptions(), progress)
