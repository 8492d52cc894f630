"""Find where the boxes of a face stand on one card, and draw each alone, from a file that need not be saved."""

from __future__ import annotations

from collections.abc import Iterable, Iterator, Mapping, Sequence
from dataclasses import dataclass
from pathlib import Path
from typing import Any

from lxml import etree

from cardgen.geometry.units import MM_PER_POINT, Rect
from cardgen.guard.files import PICTURE_LIMIT, open_file
from cardgen.guard.pixels import facts_of, opened
from cardgen.model.drawing import text_spans
from cardgen.pipeline.author_help.template_guide import style_rows
from cardgen.pipeline.cache import BuildCache
from cardgen.pipeline.face_files import SUFFIX, marked_template
from cardgen.pipeline.open.project import Project, open_project
from cardgen.pipeline.options import BuildOptions
from cardgen.pipeline.presets import load_presets
from cardgen.pipeline.print_settings import resolve
from cardgen.plugin.components import PieceKind
from cardgen.preview.arrange.deck_choices import deck_choices
from cardgen.preview.arrange.marked_face import ArrangedBox, MarkedFace, read_marks
from cardgen.preview.arrange.value_edit import shown_value
from cardgen.read.raster import RasterPicture
from cardgen.render.pieces.drawing import DrawnFrom, sides_of
from cardgen.render.templates.card_parts import COLUMN_TYPES, HIDDEN, is_number, shown, sort_parts
from cardgen.render.templates.environment import Environment
from cardgen.render.templates.errors import TemplateError
from cardgen.render.text.fit import fit_text
from cardgen.render.text.rich import Run
from cardgen.report.diagnostics import Collector, Diagnostic
from cardgen.report.errors import CardgenError
from cardgen.report.source import Path as DataPath
from cardgen.report.source import RowNode
from cardgen.write.svg import SvgWriter

_PARSER = etree.XMLParser(resolve_entities=False, no_network=True, load_dtd=False, huge_tree=False, remove_pis=True)
_SAMPLE_WIDTH = 62.0  # mm, as a list of styles beside a card is on a usual screen
_MOST_COMPARED = 2000  # cards among which the worst one is looked for


@dataclass(frozen=True, slots=True)
class Arrangement:
    """The boxes of a card.

    Attributes:
        file: Name of the file that describes them, among the templates.
        text: The text that was arranged.
        width: Width of the card, in units of the face.
        height: Height of the card, in units of the face.
        scale: Millimetres of one unit.
        bleed: Bleed, mm.
        boxes: The boxes that are shown on this card, from the lowest up.
        problems: What is wrong with the face as a whole.
    """

    file: str
    path: Path
    text: str
    width: float
    height: float
    scale: float
    bleed: float
    boxes: Sequence[ArrangedBox]
    problems: Sequence[str]


@dataclass(frozen=True, slots=True)
class ShownValue:
    """A value of a card.

    Attributes:
        field: Its key; empty if the box shows no single value.
        type: Type of the field.
        words: The value as the deck states it.
        path: Where a deck in YAML states it.
        file: The file that states it, as messages name it.
        line: The line on which the card begins, or its row.
        column: Number of its column in a table; 0 if it has none.
        sheet: Worksheet of a workbook.
        focus: The point of a picture that stays in view, as two numbers; empty for its middle.
        focus_column: Number of the column that states it; 0 if the table has none.
    """

    field: str = ""
    type: str = ""
    words: str = ""
    path: DataPath = ()
    file: str = ""
    line: int = 0
    column: int = 0
    sheet: str = ""
    focus: str = ""
    focus_column: int = 0


class NoBoxesError(Exception):
    """A face is not described by boxes.

    Args:
        template: Name of the template that draws it; empty if there is no such piece.
    """

    def __init__(self, template: str) -> None:
        super().__init__(template)
        self.template = template


class Arranger:
    """Arranges the cards of one deck; what has not changed is read and drawn once.

    Args:
        deck: The deck file, as the user wrote it.
    """

    def __init__(self, deck: Path) -> None:
        self._deck = deck
        self._cache = BuildCache()
        self._writers: dict[int, SvgWriter] = {}
        self._marking: tuple[Environment, dict[str, tuple[Path, str]]] | None = None
        self._unsaved = "", ""

    def arrange(self, options: BuildOptions, face: str, name: str = "", text: str = "") -> Arrangement:
        """Return the boxes of a card.

        Args:
            face: Id of the card, as `cards/dojo`.
            name: Name of the file of boxes that has `text` and is not saved; empty for none.

        Raises:
            CardgenError: The deck or the file has errors.
            NoBoxesError: The card is drawn by a template, or there is none of this id.
        """
        project, side, drawn = self._drawn(options, face, name, text)
        view, (path, used) = drawn.view, drawn.source
        boxes = [*self._boxes(drawn, project, side)]
        scale = side.size.width / view.width
        return Arrangement(drawn.owner, path, used, view.width, view.height, scale, side.bleed, boxes, drawn.others)

    def document(self, options: BuildOptions, face: str) -> str:
        """Return a card with its bleed as one document; see `arrange`."""
        project, side, drawn = self._drawn(options, face)
        return self._writer(project).document(drawn.items, _with_bleed(side))

    def value(self, options: BuildOptions, face: str, box: Mapping[str, Any], item: int) -> ShownValue:
        """Return the value of a card that a box shows, and where the deck states it.

        Args:
            item: Number of the item that a repeated box shows, from 0.

        Raises:
            CardgenError: The deck has errors.
            NoBoxesError: There is no card of this id.
        """
        project, side = self._side(options, face)
        card, fields = side.variables["card"], side.variables["fields"]
        part = {"body": "text", "rest": "text", "note": "text", "facts": "text", "type": "kind"}.get(
            str(box.get("part")), box.get("part")
        )
        is_playing = part in {"suit", "rank"}
        parts = sort_parts(card, fields, project.renderer.has_icon, suits=is_playing, playing=is_playing)
        name = str(box.get("field") or parts["names"].get(part, ""))
        if str(box.get("value", "")).startswith("item.") and item < len(parts["stats"]):
            name = parts["stats"][item]["name"]
        types = {field["name"]: _typed(field) for field in fields}
        if not name and box.get("part") == "art":  # a card that has no picture yet
            name = next((key for key, type_name in types.items() if type_name == "picture"), "")
        kind, entry_id = _kind(project, face), face.partition("/")[2]
        path = next((entry.path for entry in kind.entries(project.deck.data) if entry.id == entry_id), ())
        if not name or not path:
            return ShownValue()
        holder = project.deck.node.at(path)
        inside = holder.value if isinstance(holder.value, dict) else {}
        stated = inside.get(name)
        language = project.renderer.language
        plain = stated.plain() if stated else None
        if isinstance(plain, dict) and "file" in plain:
            words, key = str(plain["file"]), ""
        elif isinstance(plain, list):
            return ShownValue()
        else:
            words, key = shown_value(plain, language, project.game.languages)
        usual = "number" if is_number(plain) else "text"
        columns = holder.columns if isinstance(holder, RowNode) else {}
        column = columns.get(f"{name}.{key}") or columns.get(name)
        focus_column = columns.get(f"{name}.focus")
        focus = card.get(name)
        return ShownValue(
            name, types.get(name, usual), words, (*path, name, *([key] if key else [])), holder.span.file,
            holder.span.line, column.number if column else 0, holder.span.sheet, str(getattr(focus, "focus", "") or ""),
            focus_column.number if focus_column else 0,
        )  # fmt: skip

    def choices(self, options: BuildOptions, face: str) -> dict[str, Any]:
        """Return what the boxes of a card may state: fields with their types, styles with their sizes and colours, colours and icons.

        Raises:
            CardgenError: The deck has errors.
            NoBoxesError: There is no card of this id.
        """
        project, side = self._side(options, face)
        renderer = project.renderer
        card, known = side.variables["card"], {field["name"]: field for field in side.variables["fields"]}
        names = [name for name in dict.fromkeys((*known, *card)) if name not in HIDDEN - {"name"}]
        types = {name: _typed(known[name]) if name in known else "text" for name in names}
        return {
            "fields": [[name, types[name]] for name in names],
            "styles": [*style_rows(project)],
            "fonts": renderer.styles.families(),
            "colors": renderer.styles.colors(),
            "deck": deck_choices(project),
            "icons": list(renderer.pictures.icon_names()),
        }

    def style_sample(self, options: BuildOptions, name: str, words: str) -> str:
        """Return words in a style, as a document of one line, in true size unless that is too wide.

        Raises:
            CardgenError: The deck has errors.
            UnlocatedError: There is no such style, or it lacks its font.
        """
        project = open_project(self._deck, options, Collector(), self._cache, is_partial=True)
        renderer = project.renderer
        style = renderer.styles.style(name)
        box = Rect(0, 0, _SAMPLE_WIDTH, 1.4 * style.size)
        fonts, icon, language = renderer.fonts, renderer.icon, renderer.language
        block = fit_text(
            (Run(words),),
            style,
            box,
            align="left",
            valign="middle",
            fit="line",
            fontbook=fonts,
            icons=icon,
            language=language,
        )
        return self._writer(project).document(block.items, box)

    def _drawn(
        self, options: BuildOptions, face: str, name: str = "", text: str = ""
    ) -> tuple[Project, DrawnFrom, MarkedFace]:
        project, side = self._side(options, face)
        renderer = project.renderer
        environment, texts = self._templates(project, name, text)
        variables = {**side.variables, "width": side.size.width, "height": side.size.height, "bleed": side.bleed}
        try:
            markup = environment.render_template(side.template, {**renderer.shared, **variables})
        except TemplateError as error:
            raise CardgenError([error.diagnostic, *error.others]) from None
        root = etree.fromstring(markup.encode(), _PARSER)
        owner, marks = read_marks(root)
        if owner not in texts:
            raise NoBoxesError(side.template)
        with renderer.without_reports():
            drawn = MarkedFace(renderer, root, owner, texts[owner], side, marks)
            drawn.build()
        return project, side, drawn

    def worst(self, options: BuildOptions, face: str, box: Mapping[str, Any]) -> str:
        """Return the id of the card of the same kind that is hardest on a box: the longest text, or no picture.

        Raises:
            CardgenError: The deck has errors.
            NoBoxesError: There is no card of this id.
        """
        project, _ = self._side(options, face)
        kind = _kind(project, face)
        renderer = project.renderer
        wanted = str(box.get("field") or box.get("part") or "")
        hardest, found = -1.0, ""
        sides = sides_of(kind, project.deck, project.card, renderer, _All())
        for (side, *_), entry in zip(sides, kind.entries(project.deck.data)[:_MOST_COMPARED], strict=False):
            card, fields = side.variables["card"], side.variables["fields"]
            if box.get("field"):
                value = card.get(wanted)
            elif wanted == "name":
                value = card.get("name") or card.get("id")
            else:
                parts = sort_parts(card, fields, renderer.has_icon, suits=False)
                value = parts["weight"] if wanted == "body" else parts.get(wanted)
            if box.get("type") == "picture":
                weight = 0.0 if value else 1.0
            elif isinstance(value, Mapping):
                weight = float(len(shown(value.get("value"))))
            else:
                weight = float(value) if wanted == "body" else float(len(shown(value))) if value else 0.0
            if weight > hardest:
                hardest, found = weight, f"{kind.name}/{entry.id}"
        return found

    def _side(self, options: BuildOptions, face: str) -> tuple[Project, DrawnFrom]:
        project = open_project(self._deck, options, Collector(), self._cache, is_partial=True)
        kind = _kind(project, face)
        settings = resolve(options, load_presets(self._deck.parent, Collector()), project.card, Collector())
        bled = settings.bleed_of(kind)
        found = sides_of(kind, project.deck, settings.card, project.renderer, {face.partition("/")[2]})
        side = next(iter(next(found, [])), None)
        if side is None:
            raise NoBoxesError("")
        return project, side._replace(bleed=bled)

    def _boxes(self, drawn: MarkedFace, project: Project, side: DrawnFrom) -> Iterator[ArrangedBox]:
        box = _with_bleed(side)
        writer = self._writer(project)
        for path, one in drawn.boxes.items():
            items = drawn.drawn.get(path, [])
            whole = [item for key, inside in drawn.drawn.items() if key.split(".")[0] == path for item in inside]
            one.size = round(max((span.size for span in text_spans(items)), default=0.0) / MM_PER_POINT, 2)
            one.svg = writer.document(whole, box) if "." not in path else ""
            yield one

    def _templates(self, project: Project, name: str, text: str) -> tuple[Environment, Mapping[str, tuple[Path, str]]]:
        """Return what renders templates with marks, and the files of boxes that it has read: their paths and texts."""
        renderer = project.renderer
        if self._marking is None or self._marking[0].find is not renderer.environment.find:
            self._marking = Environment(renderer.environment.find, translate=self._translate), {}
        environment, texts = self._marking
        environment.share(renderer.environment)
        environment.forget_changed()
        for known in {name, self._unsaved[0]} - {""}:
            if (name, text) != self._unsaved:
                environment.forget(known)
        self._unsaved = name, text
        return environment, texts

    def _translate(self, name: str, path: Path, saved: str) -> str:
        if name.endswith(SUFFIX) and self._marking:
            saved = self._unsaved[1] if name == self._unsaved[0] else saved
            self._marking[1][name] = path, saved
        return marked_template(name, path, saved)

    def _writer(self, project: Project) -> SvgWriter:
        key = id(project.renderer.fonts)
        if key not in self._writers:
            self._writers = {key: SvgWriter(project.fonts, _embed)}
        return self._writers[key]


def _with_bleed(side: DrawnFrom) -> Rect:
    bleed, size = side.bleed, side.size
    return Rect(-bleed, -bleed, size.width + 2 * bleed, size.height + 2 * bleed)


def problem_words(items: Iterable[Diagnostic]) -> list[str]:
    """Return what diagnostics say, for a page that knows where it is."""
    return [f"{item.message}{f'; expected {item.expected}' if item.expected else ''}" for item in items]


class _All:
    """Contains everything."""

    def __contains__(self, _: object) -> bool:
        return True


def _typed(field: Mapping[str, Any]) -> str:
    """Return the type by which the page lets a field be typed; a column of words takes any text."""
    return "text" if field["type"] in COLUMN_TYPES else str(field["type"])


def _kind(project: Project, face: str) -> PieceKind:
    name = face.partition("/")[0]
    for component in project.game.components:
        if isinstance(component, PieceKind) and component.name == name and component.made is None:
            return component
    raise NoBoxesError("")


def _embed(path: Path, width: int, height: int) -> tuple[str, bytes]:
    with open_file(path, PICTURE_LIMIT) as stream, opened(stream) as image:
        facts = facts_of(image)
    return RasterPicture(path, facts.width, facts.height, facts.format).embedded(width, height)
