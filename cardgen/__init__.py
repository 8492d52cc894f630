"""cardgen: a list of cards in, a printable card game out.

The functions `load`, `check`, `build`, `export`, `show`, `playtest` and `balance` do what the commands of the same names do,
and return typed results. An error in the input raises `CardgenError`, whose `diagnostics` say what is wrong and where.

    >>> import cardgen
    >>> deck = cardgen.load("decks/samurai.yaml")
    >>> deck.title
    'Samurai'

Nothing is imported before it is used, so `import cardgen` is cheap.
"""

from __future__ import annotations

from importlib import import_module

from cardgen.version import __version__

TYPE_CHECKING = False  # type checkers treat it as True; importing it from `typing` would take most of the time

if TYPE_CHECKING:
    from cardgen.api import balance, build, check, export, load, playtest, show
    from cardgen.balancing.assistant import BalanceOptions, UnfinishedBalance
    from cardgen.balancing.result import BalanceReport
    from cardgen.exports.job import ExportResult
    from cardgen.exports.show import ShowResult
    from cardgen.pipeline.cache import BuildCache
    from cardgen.pipeline.open.load import LoadedDeck
    from cardgen.pipeline.options import BuildOptions, CheckOptions, ExportOptions, ShowOptions
    from cardgen.pipeline.printed_file.output import BuildResult
    from cardgen.play.playtests import PlaytestOptions
    from cardgen.play.simulate.playtest import UnfinishedPlaytest
    from cardgen.play.simulate.report import Report
    from cardgen.report.diagnostics import Diagnostic
    from cardgen.report.errors import CardgenError

__all__ = [
    "BalanceOptions",
    "BalanceReport",
    "BuildCache",
    "BuildOptions",
    "BuildResult",
    "CardgenError",
    "CheckOptions",
    "Diagnostic",
    "ExportOptions",
    "ExportResult",
    "LoadedDeck",
    "PlaytestOptions",
    "Report",
    "ShowOptions",
    "ShowResult",
    "UnfinishedBalance",
    "UnfinishedPlaytest",
    "__version__",
    "balance",
    "build",
    "check",
    "export",
    "load",
    "playtest",
    "show",
]

_HOMES = {
    "BalanceOptions": "cardgen.balancing.assistant",
    "BalanceReport": "cardgen.balancing.result",
    "BuildCache": "cardgen.pipeline.cache",
    "BuildOptions": "cardgen.pipeline.options",
    "BuildResult": "cardgen.pipeline.printed_file.output",
    "CardgenError": "cardgen.report.errors",
    "Diagnostic": "cardgen.report.diagnostics",
    "ExportOptions": "cardgen.pipeline.options",
    "ExportResult": "cardgen.exports.job",
    "LoadedDeck": "cardgen.pipeline.open.load",
    "PlaytestOptions": "cardgen.play.playtests",
    "Report": "cardgen.play.simulate.report",
    "CheckOptions": "cardgen.pipeline.options",
    "ShowOptions": "cardgen.pipeline.options",
    "ShowResult": "cardgen.exports.show",
    "UnfinishedBalance": "cardgen.balancing.assistant",
    "UnfinishedPlaytest": "cardgen.play.simulate.playtest",
    "balance": "cardgen.api",
    "build": "cardgen.api",
    "check": "cardgen.api",
    "export": "cardgen.api",
    "load": "cardgen.api",
    "playtest": "cardgen.api",
    "show": "cardgen.api",
}
"""The module that defines each public name."""


if not TYPE_CHECKING:  # type checkers see the imports above, and so find names that do not exist

    def __getattr__(name: str) -> object:
        """Import a public name when it is first used (PEP 562)."""
        home = _HOMES.get(name)
        if home is None:
            raise AttributeError(f"module {__name__!r} has no attribute {name!r}")
        value = getattr(import_module(home), name)
        globals()[name] = value
        return value


def __dir__() -> list[str]:
    """Return the public names, whether or not they have been imported."""
    return sorted({*globals(), *__all__})
