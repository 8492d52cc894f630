"""The page of caches names every module that bounds a cache or keeps something on disk."""

from pathlib import Path

import cardgen

PACKAGE = Path(cardgen.__file__).parent
PAGE = (PACKAGE.parent / "docs" / "explanation" / "caches.md").read_text("utf-8")


def test_each_bounded_cache_and_each_use_of_the_disk_is_on_the_page():
    keeping = [
        path
        for path in PACKAGE.rglob("*.py")
        if "node_modules" not in path.parts
        and any(word in path.read_text("utf-8") for word in ("lru_cache(", "disk_cache()"))
    ]
    named = [path for path in keeping if path.name in PAGE or path.relative_to(PACKAGE).parts[0] == "guard"]
    assert len(keeping) > 20
    assert {*keeping} - {*named} == set()
