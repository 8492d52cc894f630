"""What the container file names exists: its sources, its command, and what its health check asks for."""

from __future__ import annotations

import json
import re
from pathlib import Path

from typer.testing import CliRunner

from cardgen.cli import app

ROOT = Path(__file__).parents[2]
LINES = (ROOT / "Containerfile").read_text("utf-8").replace("\\\n", " ").splitlines()


def _stated(word: str) -> str:
    return next(line.removeprefix(f"{word} ") for line in LINES if line.startswith(f"{word} "))


def test_what_the_image_is_built_from_exists_and_is_not_ignored():
    ignored = (ROOT / ".dockerignore").read_text("utf-8").split()
    for file in re.findall(r"/source/(\S+)", _stated("RUN")):
        assert (ROOT / file).is_file() and file.split("/")[0] not in ignored, file


def test_the_command_of_the_image_is_one_that_cardgen_has():
    program, command, *rest = json.loads(_stated("ENTRYPOINT"))
    assert program == "cardgen"
    told = CliRunner().invoke(app, [command, "--help"], env={"COLUMNS": "200"}).output
    assert all(option in told for option in rest if option.startswith("--"))
    assert rest[rest.index("--port") + 1] == _stated("EXPOSE")


def test_the_health_check_asks_the_server_for_a_file_that_it_has():
    check = json.loads(_stated("HEALTHCHECK CMD"))[-1]
    port, file = re.search(r"127\.0\.0\.1:(\d+)/static/(\S+)'", check).groups()
    assert port == _stated("EXPOSE")
    assert (ROOT / "cardgen/preview/static" / file).is_file()
