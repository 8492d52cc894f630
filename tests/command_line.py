"""The command line within this process."""

from click.testing import Result
from typer.testing import CliRunner

from cardgen.cli import app


def cardgen(*arguments: object, typed: str = "") -> Result:
    """Run a command; a fault of the command itself is raised."""
    result = CliRunner().invoke(app, [*map(str, arguments)], input=typed)
    if result.exception and not isinstance(result.exception, SystemExit):
        raise result.exception
    return result
