"""The scanner and parser of YAML: libyaml's, or that of Python where PyYAML was installed without libyaml.

Python's refuses question marks in lists and mappings in brackets, which libyaml and YAML 1.2 allow; here it does not.
"""

from __future__ import annotations

from typing import Any

import yaml
from yaml.tokens import ScalarToken

_BREAKS = "\0 \t\r\n\x85\u2028\u2029"


class PythonLoader(yaml.SafeLoader):
    """PyYAML's loader in Python, with question marks in plain text."""

    def check_key(self) -> bool:
        """Return whether a question mark begins a key; inside of a word it never does."""
        return self.peek(1) in _BREAKS

    def scan_plain(self) -> Any:
        """Scan plain text; as `yaml.scanner.Scanner.scan_plain`, but for the question mark."""
        scanner: Any = self
        start = end = scanner.get_mark()
        indent = scanner.indent + 1
        chunks: list[str] = []
        spaces: list[str] = []
        while scanner.peek() != "#":
            length = self._plain_length()
            if length == 0:
                break
            scanner.allow_simple_key = False
            chunks += [*spaces, scanner.prefix(length)]
            scanner.forward(length)
            end = scanner.get_mark()
            spaces = scanner.scan_plain_spaces(indent, start)
            if not spaces or (not scanner.flow_level and scanner.column < indent):
                break
        return ScalarToken("".join(chunks), True, start, end)

    def _plain_length(self) -> int:
        """Return the number of characters until plain text ends, or has a space."""
        scanner: Any = self
        length, ends = 0, ",[]{}" if scanner.flow_level else ""
        while True:
            char = scanner.peek(length)
            if char in _BREAKS or char in ends or (char == ":" and scanner.peek(length + 1) in _BREAKS + ends):
                return length
            length += 1


LOADER: Any = getattr(yaml, "CSafeLoader", PythonLoader)
"""The one that there is; libyaml is ten times faster."""
