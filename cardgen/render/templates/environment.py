"""Load and render templates in the sandbox: strict, autoescaping, compiled once, with the names that each has used."""

from __future__ import annotations

from collections.abc import Callable, Iterable, Mapping, Sequence
from pathlib import Path
from typing import Any, NoReturn

import jinja2
from jinja2 import nodes, runtime
from jinja2.environment import TemplateModule
from jinja2.lexer import TokenStream

from cardgen.guard.files import FileTooLargeError, Stamp, read_bytes, stamp_of
from cardgen.render.templates import instrumentation, sandbox
from cardgen.render.templates.budget import MAX_OUTPUT, measured_again
from cardgen.render.templates.bytecode_cache import BytecodeCache
from cardgen.render.templates.errors import (
    OverBudgetError,
    TemplateError,
    TooSlowError,
    UndefinedValue,
    to_diagnostic,
)
from cardgen.render.templates.instrumentation import CheckingGenerator, add_checks
from cardgen.render.templates.positions import with_columns
from cardgen.render.templates.sandbox import TemplateSandbox
from cardgen.report.diagnostics import Diagnostic
from cardgen.report.errors import CardgenError, UnlocatedError
from cardgen.report.source import Span, display_path, place_of_byte

MAX_FILE = 1_000_000  # bytes
_MOST_EXHAUSTING = 3
"""Renderings of a template that take all the time or memory of one, after which the others are not tried."""

_TAGS = ("block", "call", "extends", "filter", "for", "from", "if", "import", "include", "macro", "raw", "set", "with")
Translate = Callable[[str, Path, str], str]


class _Template(jinja2.Template):
    """Lets each template that imports another one note what that reads."""

    def _get_default_module(self, ctx: runtime.Context | None = None) -> TemplateModule:
        """Return what is imported without the context of the importing template; Jinja makes it only once."""
        is_noted = self.environment.is_noted  # type: ignore[attr-defined]
        return self.make_module() if is_noted else super()._get_default_module(ctx)


class _Context(runtime.Context):
    """Records which variables a template uses."""

    def resolve_or_missing(self, key: str) -> Any:
        """Return a variable, as Jinja does."""
        self.environment.used_variables.add(key)  # type: ignore[attr-defined]
        return super().resolve_or_missing(key)


class Environment(TemplateSandbox):
    """The sandbox, with files.

    Args:
        find: Returns the file of a template name, or None.
        translate: Returns the template that the text of a file stands for, given its name and its path; it raises
            CardgenError for what is wrong with the file.
        is_noted: Whether what templates read is noted by those who render them.

    Attributes:
        find: Returns the file of a template name, or None.
        used_variables: Names of the variables used by the last template rendered; its output depends on no others.
        used_templates: Names of the templates that were used for it, itself among them.
    """

    context_class = _Context
    template_class = _Template
    code_generator_class = CheckingGenerator

    def __init__(
        self,
        find: Callable[[str], Path | None],
        cached_folders: Sequence[Path] = (),
        names: Callable[[], Iterable[str]] = tuple,
        translate: Translate = lambda _name, _path, text: text,
        *,
        is_noted: bool = False,
    ) -> None:
        self.find = find
        self.translate = translate
        self.is_noted = is_noted
        self._names = names
        self.used_variables: set[str] = set()
        self.used_templates: set[str] = set()
        self._files: dict[str, tuple[Path | None, Stamp | None]] = {}
        self._broken: dict[str, Exception] = {}  # each is compiled once for all cards
        # How often a template took all it may, and what is told of it; its exceptions would keep the values that it made.
        self._exhausting: dict[str, tuple[int, Diagnostic]] = {}
        super().__init__(
            loader=jinja2.FunctionLoader(self._read),
            undefined=UndefinedValue,
            autoescape=lambda name: not (name or "").endswith(".md"),
            optimized=False,  # it folds constants in a time that grows with the cube of the depth of an expression
            trim_blocks=True,
            lstrip_blocks=True,
            keep_trailing_newline=False,
        )
        if cached_folders:
            self.bytecode_cache = BytecodeCache(cached_folders, (__file__, sandbox.__file__, instrumentation.__file__))

    def share(self, other: Environment) -> None:
        """Use the filters and tests of another environment, and its budget, in which they count what they do."""
        self.filters, self.tests, self.budget = other.filters, other.tests, other.budget

    def render_template(self, name: str, variables: Mapping[str, object]) -> str:
        """Render a template.

        Raises:
            TemplateError: The template does not exist, is invalid, fails, exceeds its budget or tries what it may not
                do. After `_MOST_EXHAUSTING` renderings that took all the time or memory of one, the next ones fail unseen.
        """
        if name in self._exhausting and self._exhausting[name][0] >= _MOST_EXHAUSTING:
            raise TemplateError(self._exhausting[name][1])
        try:
            template = self.get_template(name)
            self.used_variables.clear()
            self.used_templates = {name}
            return measured_again(lambda: self._render(template, variables))
        except CardgenError as error:  # of the file of a template
            raise TemplateError(*error.diagnostics) from None
        except Exception as error:  # any exception is caused by the template
            told = to_diagnostic(error, name, self._known())
            if isinstance(error, MemoryError | TooSlowError):
                before, _ = self._exhausting.get(name, (0, None))
                self._exhausting[name] = before + 1, told
            raise TemplateError(told) from None

    def _render(self, template: jinja2.Template, variables: Mapping[str, object]) -> str:
        parts: list[str] = []
        size = 0  # of the output; `self.budget` counts everything printed, in macros too
        with self.budget.rendering():
            for part in template.root_render_func(template.new_context(dict(variables))):
                size += len(part)
                if size > MAX_OUTPUT:
                    raise OverBudgetError(f"writes more than {MAX_OUTPUT} characters")
                parts.append(part)
        return "".join(parts)

    def forget_changed(self) -> set[str]:
        """Return the names of the templates whose files have changed; they are read again when they are used."""
        changed = {name for name, known in self._files.items() if known[0] and stamp_of(known[0]) != known[1]}
        self._exhausting.clear()  # values that are others may take less
        for name in changed:
            del self._files[name]
        if changed:
            self._broken.clear()
        return changed

    def forget(self, name: str) -> None:
        """Read a template again when it is used, since what `translate` returns for it has changed."""
        self._files.pop(name, None)
        self._broken.clear()

    def _known(self) -> dict[str, Iterable[str]]:
        """Return the names that a template may use, by kind."""
        return {"filter": self.filters, "test": self.tests, "tag": _TAGS, "template": self._names()}

    def handle_exception(self, source: str | None = None) -> NoReturn:  # noqa: ARG002 - the signature is Jinja's
        """Raise the exception that is being handled as it is: `to_diagnostic` finds the templates in its traceback."""
        raise  # noqa: PLE0704 - Jinja calls this while it handles an exception

    def _tokenize(
        self, source: str, name: str | None, filename: str | None = None, state: str | None = None
    ) -> TokenStream:
        """Return the tokens of a template; the line of each holds its column too."""
        tokens = with_columns(self.lexer.tokeniter(source, name, filename, state), source)
        return TokenStream(self.lexer.wrap(tokens, name, filename), name, filename)

    def _load_template(self, name: str, globals: Any) -> jinja2.Template:
        """Return a template, as Jinja does, or raise again what an earlier attempt raised."""
        self.used_templates.add(name)
        if name in self._broken:
            raise self._broken[name].with_traceback(None)
        try:
            return super()._load_template(name, globals)
        except Exception as error:
            self._broken[name] = error
            raise

    def _read(self, name: str) -> tuple[str, str, Callable[[], bool]] | None:
        path = self.find(name)
        known = self._files[name] = path, stamp_of(path) if path else None  # taken first, so that no change is missed
        if path is None:
            return None
        try:
            data = read_bytes(path, MAX_FILE)
            text = self.translate(name, path, data.decode("utf-8-sig"))
            return text, str(path), lambda: self._files.get(name) is known
        except FileTooLargeError:
            raise UnlocatedError(
                "E404", f"template '{name}' is too large", expected=f"at most {MAX_FILE // 1000} kB"
            ) from None
        except UnicodeDecodeError as error:
            place = Span(display_path(str(path)), *place_of_byte(data, data.index(error.object) + error.start))
            raise UnlocatedError("E402", f"template '{name}' is not UTF-8 text", span=place) from None
        except OSError as error:
            raise UnlocatedError(
                "E401", f"template '{name}' cannot be read: {(error.strerror or '').lower()}"
            ) from None

    def _generate(self, source: nodes.Template, name: Any, filename: Any, defer_init: bool = False) -> str:
        """Compile a template after adding a step to each loop, macro, block and file."""
        add_checks(source)
        return super()._generate(source, name, filename, defer_init)
