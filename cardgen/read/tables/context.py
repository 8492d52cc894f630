"""State what a list is read with besides its file: languages, mapped columns, and what its folder holds."""

from __future__ import annotations

from collections.abc import Callable, Mapping, Sequence
from dataclasses import field
from typing import NamedTuple

from cardgen.records import dataclass
from cardgen.report.source import Span


class StatedColumn(NamedTuple):
    """A heading that the user maps to a field.

    Attributes:
        span: Where the deck states it; None for an option of the command line.
    """

    heading: str
    span: Span | None = None


@dataclass(frozen=True, slots=True)
class ListContext:
    """What a list is read with, besides its file.

    Attributes:
        languages: Codes of the languages of the deck; the first is that of texts whose column names no language.
        columns: The column that gives a field, by field, as the user maps them.
        is_picture: Returns whether a text names a picture that exists; None if nobody knows.
        is_icon: Returns whether the game has an icon of a name; None if nobody knows.
        defines: Texts by the name under which `@[name]` takes them, in lower case.
    """

    languages: Sequence[str] = ()
    columns: Mapping[str, StatedColumn] = field(default_factory=dict)
    is_picture: Callable[[str], bool] | None = None
    is_icon: Callable[[str], bool] | None = None
    defines: Mapping[str, str] = field(default_factory=dict)
