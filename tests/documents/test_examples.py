"""The Python examples of the documents run."""

import re
from pathlib import Path

import pytest

ROOT = Path(__file__).parents[2]


def blocks(page: str) -> list[str]:
    """Return the Python code of a page, without loops that wait for a person."""
    found = re.findall(r"^```python\n(.+?)^```$", (ROOT / page).read_text("utf-8"), flags=re.MULTILINE | re.DOTALL)
    return [block for block in found if "input(" not in block]


@pytest.mark.extended
@pytest.mark.parametrize("page", ["README.md", "docs/how-to/use-from-python.md"])
def test_the_examples_of_a_page_run_one_after_the_other(page, tmp_path, monkeypatch, capsys):
    (tmp_path / "decks").symlink_to(ROOT / "decks")
    monkeypatch.chdir(tmp_path)
    names: dict[str, object] = {}
    for block in blocks(page):
        exec(compile(block.replace("games=400", "games=2, jobs=1"), page, "exec"), names)
    written = [*(tmp_path / "out").glob("samurai*.pdf")]
    assert written
    assert all(path.read_bytes().startswith(b"%PDF") for path in written)
    told = capsys.readouterr().out
    assert any(path.name in told for path in written)
