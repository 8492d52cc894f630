from pathlib import Path

import pytest

from .samples import DrawingFixture

PICTURE = """<svg xmlns="http://www.w3.org/2000/svg" viewBox="0 0 20 10">
<defs><linearGradient id="g"><stop stop-color="#ff0000"/></linearGradient></defs>
<rect width="20" height="10" fill="url(#g)" stroke="currentColor"/></svg>"""


@pytest.fixture
def fixture(tmp_path: Path) -> DrawingFixture:
    (tmp_path / "wide.svg").write_text(PICTURE)
    return DrawingFixture(tmp_path)
