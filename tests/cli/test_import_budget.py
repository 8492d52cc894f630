"""What a build imports: each module takes about half a millisecond of every command."""

import os
import subprocess
import sys
from pathlib import Path

import pytest

ROOT = Path(__file__).resolve().parents[2]
MOST_OWN, MOST = 256, 705
"""Modules of cardgen, and all modules, that a build of a deck whose artworks are known may import; the lowest declared
releases of libraries import a few more. Make a module that few decks need an import within a function before you raise these."""
NEEDED_BY_FEW = {
    "cardgen.balancing", "cardgen.exports", "cardgen.importing", "cardgen.play", "cardgen.preview", "cardgen.proof",
    "cardgen.pipeline.open.guess_look", "cardgen.pipeline.open.list_summary",
    "cardgen.preflight.contrast", "cardgen.preflight.matrices", "cardgen.preflight.outlines", "cardgen.preflight.shapes",
    "cardgen.preflight.svg_shapes",
    "cardgen.read.svg", "cardgen.read.yaml_edit", "cardgen.render.face.face", "cardgen.render.text.fit", "cardgen.render.text.font", "lxml",
    "cardgen.validate.partial_deck", "cardgen.write.artwork_conversion", "markdown_it", "rich", "typst",
    "cardgen.games.attack_the_tower.engine", "cardgen.games.attack_the_tower.play", "cardgen.games.stonewater_weir",
}  # fmt: skip
SCRIPT = """
import os, sys
def end(code):
    print(*sys.modules, file=sys.stderr)
    sys.stderr.flush()
    exits(code)
exits, os._exit = os._exit, end
sys.argv = ["cardgen", "build", *sys.argv[1:]]
from cardgen.__main__ import main
main()
"""


@pytest.mark.processes
def test_a_build_imports_what_its_deck_needs(tmp_path: Path):
    for _ in range(2):  # the first one leaves converted artworks and drawings
        command = [sys.executable, "-c", SCRIPT, str(ROOT / "decks/samurai.yaml"), "--out", str(tmp_path)]
        environment = {**os.environ, "CARDGEN_CACHE": str(tmp_path / "cache"), "PYTHONPATH": os.pathsep.join(sys.path)}
        run = subprocess.run(command, env=environment, capture_output=True, text=True, check=False)
        assert run.returncode == 0, run.stderr
    modules = set(run.stderr.split())
    assert modules & NEEDED_BY_FEW == set()
    own = [name for name in modules if name.partition(".")[0] == "cardgen"]
    assert len(own) <= MOST_OWN, sorted(own)
    assert len(modules) <= MOST, sorted(modules)
