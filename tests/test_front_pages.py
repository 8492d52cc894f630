"""Pages 1 and 2 are true on every paper."""

import re

import pytest

from cardgen.model.drawing import PlacedArtwork


@pytest.mark.parametrize(("paper", "length"), [("a4", 50), ("letter", 50), ("a3", 50), ("a5", 50), ("a6", 30)])
def test_the_ruler_is_as_long_on_paper_as_it_says(built, paper, length):
    job, _ = built("samurai", paper=paper, only=("counters",))
    (instructions, _), _ = job.front
    (ruler,) = (
        item for item in instructions.items if isinstance(item, PlacedArtwork) and 'id="ruler"' in item.artwork.svg
    )
    drawn = float(re.search(r"h([\d.]+)\"", ruler.artwork.svg)[1])
    assert drawn * ruler.box.width / ruler.artwork.size.width == pytest.approx(length, abs=0.01)
    assert instructions.size == job.paper.size
