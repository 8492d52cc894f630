"""Write the functions of a generated class: their lines, and which of them are steps that others continue with."""

from __future__ import annotations

import re
from collections.abc import Iterator
from contextlib import contextmanager
from dataclasses import dataclass, field


@dataclass(slots=True)
class Function:
    """A method of the generated class.

    Attributes:
        arguments: Arguments after `self`.
        comment: What it is for; empty without.
        number: Number by which others continue with it; -1 for a method that is called.
        lines: Lines of its body, indented.
    """

    name: str
    arguments: str = ""
    comment: str = ""
    number: int = -1
    lines: list[str] = field(default_factory=list)
    depth: int = 0

    def emit(self, *lines: str) -> None:
        """Add lines at the present indentation."""
        self.lines += ["    " * self.depth + line for line in lines]

    @contextmanager
    def block(self, head: str) -> Iterator[None]:
        """Add a head such as `if x:`, and indent what is added inside."""
        self.emit(head)
        self.depth += 1
        before = len(self.lines)
        yield
        if len(self.lines) == before:
            self.emit("pass")
        self.depth -= 1

    def source(self) -> list[str]:
        """Return the lines of the method."""
        body = self.lines or ["pass"]
        head = ", ".join(part for part in ("self", self.arguments) if part)
        uses = any(re.search(r"(?<![\w.])player\b", line) for line in body)
        first = ["player = self.player"] if uses and "player" not in self.arguments else []
        comment = [f'"""{self.comment}"""'] if self.comment else []
        return [f"    def {self.name}({head}):", *(f"        {line}" for line in (*comment, *first, *body))]


class Functions:
    """All methods of the generated class, and the one that is being written."""

    def __init__(self) -> None:
        self.all: list[Function] = []
        self.steps: list[Function] = []
        self.now = Function("_nothing")

    def new(self, name: str, arguments: str = "", comment: str = "") -> Function:
        """Return a new method.

        Args:
            arguments: Arguments after `self`.
        """
        taken = {function.name for function in self.all}
        unique, at = name, 2
        while unique in taken:
            unique, at = f"{name}_{at}", at + 1
        function = Function(unique, arguments, comment)
        self.all.append(function)
        return function

    def step(self, name: str, comment: str = "") -> Function:
        """Return a new step, which others continue with by its number."""
        function = self.new(name, comment=comment)
        function.number = len(self.steps)
        self.steps.append(function)
        return function

    def go_on(self, function: Function) -> None:
        """End the present function by continuing with another, and write that one."""
        self.now.emit(f"return {function.number}")
        self.now = function

    @property
    def is_open(self) -> bool:
        """Whether the present function has not ended."""
        return not (self.now.depth == 0 and self.now.lines and self.now.lines[-1].startswith("return "))
