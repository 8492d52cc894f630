"""Write and read the templates that a wheel holds as the Python source that Jinja makes of them.

To make this source takes Jinja four times as long as Python takes to compile it. A build hook writes it
(`hatch_build.py`), and pip compiles it for its version of Python, as it does all modules.
"""

from __future__ import annotations

from hashlib import blake2b
from importlib.machinery import SourceFileLoader
from pathlib import Path
from types import CodeType
from typing import TYPE_CHECKING

import jinja2

from cardgen.render.templates.bytecode_cache import BytecodeCache

if TYPE_CHECKING:
    from cardgen.render.templates.environment import Environment

FOLDER = Path(__file__).parents[2] / "_data/compiled"
"""Where a wheel has them; a checkout has none."""
_SUFFIXES = (".svg.j2", ".md", ".face.yaml")


def write_sources(environment: Environment, folder: Path) -> None:
    """Write the sources of all templates that an environment keeps between runs."""
    cache = environment.bytecode_cache
    assert isinstance(cache, BytecodeCache) and environment.loader
    for below in cache.folders:
        for file in below.rglob("*.*"):
            name = file.relative_to(below).as_posix()
            if name.endswith(_SUFFIXES) and environment.find(name) == file:
                text, path, _ = environment.loader.get_source(environment, name)
                source = environment.compile(text, name, path, raw=True)
                _file(folder, name, cache.get_source_checksum(text)).write_text(source, "utf-8")


def shipped_code(name: str, path: str, checksum: str) -> CodeType | None:
    """Return the compiled form of a template, or None if it did not come along or this is another version of Jinja."""
    file = _file(FOLDER, name, checksum)
    try:
        code = SourceFileLoader(file.stem, str(file)).get_code(file.stem)
    except OSError:
        return None
    return code.replace(co_filename=path) if code else None


def _file(folder: Path, name: str, checksum: str) -> Path:
    key = f"{name}\0{checksum}\0{jinja2.__version__}"
    return folder / f"t{blake2b(key.encode(), digest_size=12).hexdigest()}.py"
