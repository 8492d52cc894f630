"""Read the looks that every game with stock faces has."""

from __future__ import annotations

from collections.abc import Mapping
from functools import cache
from typing import Any

import yaml

from cardgen.plugin.description.schema import LookDescription
from cardgen.plugin.resources import resources
from cardgen.yaml_loader import LOADER


@cache
def stock_looks() -> Mapping[str, LookDescription]:
    """Return the stock looks by name, in the order in which they are offered."""
    text = (resources().templates / "common" / "stock" / "looks.yaml").read_text("utf-8")
    stated: dict[str, Any] = yaml.load(text, LOADER)
    return {name: LookDescription.model_validate(look) for name, look in stated.items()}
