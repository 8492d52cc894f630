"""Put the templates of the games that ship into a wheel as the Python source that Jinja makes of them.

`HATCH_BUILD_HOOKS_ENABLE=1` runs it, or `HATCH_BUILD_HOOK_ENABLE_CUSTOM=1` without the hook that compiles the engines.
"""

from __future__ import annotations

import shutil
import sys
import tempfile
from pathlib import Path
from typing import Any

from hatchling.builders.hooks.plugin.interface import BuildHookInterface


class TemplateHook(BuildHookInterface):
    """Writes the sources before the wheel is packed."""

    _folder = Path()

    def initialize(self, version: str, build_data: dict[str, Any]) -> None:
        """Write the sources; an editable installation has none, since its templates change."""
        if version == "editable":
            return
        sys.path.insert(0, self.root)
        from cardgen.pipeline.face_files import face_template
        from cardgen.printer.calibration_sheets import make_plain_renderer
        from cardgen.read.search_path import SearchPath
        from cardgen.render.templates.environment import Environment
        from cardgen.render.templates.shipped_code import write_sources
        from cardgen.report.diagnostics import Collector

        self._folder = Path(tempfile.mkdtemp())
        templates = Path(self.root, "templates")
        for game in sorted(templates.iterdir()):
            folders = [game, templates / "common"]
            environment = Environment(SearchPath(game, folders).find_template, folders, translate=face_template)
            environment.filters = make_plain_renderer("en", Collector()).environment.filters
            write_sources(environment, self._folder)
        build_data["force_include"][str(self._folder)] = "cardgen/_data/compiled"

    def finalize(self, version: str, build_data: dict[str, Any], artifact_path: str) -> None:  # noqa: ARG002 - of the interface
        """Remove what the wheel holds now."""
        if self._folder != Path():
            shutil.rmtree(self._folder)
