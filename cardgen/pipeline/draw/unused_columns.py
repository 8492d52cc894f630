"""Find the fields that a face leaves out: what a card states and its drawn face does not hold."""

from __future__ import annotations

import re
from collections import Counter
from collections.abc import Iterable, Iterator, Mapping, Sequence

from cardgen.geometry.colors import readable_on
from cardgen.geometry.outlines import RECTANGLE
from cardgen.model.deck import PictureReference, text_in
from cardgen.model.drawing import DrawingItem, Rotated, TextSpan, View, artworks_of, text_spans
from cardgen.model.piece import Piece
from cardgen.pipeline.face_files import SUFFIX
from cardgen.pipeline.open.look import looks_of
from cardgen.pipeline.open.project import Project
from cardgen.plugin.components import PieceKind
from cardgen.plugin.resources import resources
from cardgen.render.templates.card_parts import COLOR, HIDDEN
from cardgen.report.diagnostics import Collector, FaceSpot, quoted
from cardgen.report.errors import UnlocatedError
from cardgen.report.source import Node, RowNode

_NAMED = 3  # cards that a message names
_SAMPLE = 100  # pieces; what a look leaves out, it leaves out early
_NEVER_BROKEN = 2  # letters of a word
_NO_TEXT = frozenset({"icon", "suit", "focus"})  # they are drawn as pictures
_TEXTS = frozenset({"text", "rich", "integer", "number", "formula", ""})
"""Types of fields whose values stand on a card as they are written; "" for a column that is no field."""
_MARKUP = re.compile(r"<[^>]*>|\{[^}]*\}|:\w+:|@\[[^\]]*\]|&\w+;|[%\\]\w?")
_NO_WORDS = re.compile(
    r"#[0-9a-fA-F]{3,8}|https?:\S+|placeholder:.+|\S.*\.(?:svg|png|jpe?g|webp|gif|bmp|tiff?)", re.IGNORECASE
)
_WORD = re.compile(r"[^\W_]+")
_FORMS = {"picture": ("part: art", "parts.pictures"), "color": ("parts.colors", "over: parts.colors")}
"""What stands in a stock face that shows the first value of a form, and in one that shows further ones."""
_PATH = re.compile(r"\sd=\"([^\"]+)\"")


def note_unused_columns(kind: PieceKind, pieces: Sequence[Piece], project: Project, found: Collector) -> None:
    """Report W426 for each field whose values are not on the faces, once, at the first card that misses it.

    A word of a value counts as shown if it stands anywhere on the face, whatever breaks its lines: a face leaves out a value as
    a whole. A template of one's own shows columns that are no fields as it likes, and a field may stand on the back.
    """
    faces = _Faces(kind, project)
    missed: dict[str, list[tuple[Piece, Node]]] = {}
    for piece in pieces[:_SAMPLE]:
        node = project.deck.node.at(piece.path)
        if node is project.deck.node:  # the piece states nothing itself, as a board or an entry of the game
            continue
        if not isinstance(node.value, dict) or "face" in node.value or _is_cut(piece.face.items):
            continue
        for key in faces.unused(piece, node.value):
            heading = node.columns[key].header if isinstance(node, RowNode) and key in node.columns else key
            missed.setdefault(heading, []).append((piece, node.value[key]))
    for heading, cards in missed.items():
        of_row = isinstance(project.deck.node.at(cards[0][0].path), RowNode)
        _tell(heading, cards, kind, faces.look, found, of_row=of_row)


class _Faces:
    """What the faces of a kind are to show, and how."""

    def __init__(self, kind: PieceKind, project: Project) -> None:
        language = project.renderer.language
        looks = looks_of(project.game) or [""]
        self._project, self._is_stock = project, kind.face.startswith("stock/")
        look, self._is_card = str(getattr(project.deck.data, "look", None) or looks[0]), kind.role == "card"
        self.look = look if self._is_stock and self._is_card and kind.outline == RECTANGLE else ""
        # Cards without corners have one face in every look.
        face = self.look or ("tile" if self._is_stock and self._is_card else "")
        self._stock = _stock_face(f"stock/{face}{SUFFIX}" if face else kind.face)
        self._types = {field.name: field.item if field.item == "effects" else field.type for field in kind.fields}
        self._titles = {field.name: text_in(field.title, language) for field in kind.fields}
        self._hidden = HIDDEN.union(field.name for field in kind.fields if not field.printed)
        if kind.place and "place" not in self._types:
            self._hidden |= {"place"}

    def unused(self, piece: Piece, values: Mapping[str, Node]) -> Iterator[str]:
        """Yield the keys of the values that are not on the face of a piece."""
        back = piece.back.items if piece.back and not self._is_stock else ()
        items = (*piece.face.items, *back)
        words = _Words(items)
        forms: Counter[str] = Counter()  # pictures and colours so far
        for key in sorted(values, key=lambda key: key not in self._types):  # in the order in which a face finds them
            if key in self._hidden or not (self._is_stock or self._is_field(key, piece, values[key])):
                continue
            form = _form(piece.data.get(key))
            forms[form] += 1
            if self._types.get(key) == "icon":
                is_shown = _is_icon_shown(values[key], items, self._project)
            elif form in _FORMS:
                is_there = _FORMS[form][forms[form] > 1] in self._stock
                is_same = form != "color" or _is_color_shown(values[key], items, self._project)
                is_shown = not self._stock or (is_there and is_same)
            elif form == "yes":
                is_shown = not self._stock or words.has(self._titles.get(key, key.replace("_", " ")))
            else:
                is_shown = _is_shown(key, values[key], self._types.get(key, ""), words, self._project)
            if not is_shown:
                yield key

    def _is_field(self, key: str, piece: Piece, stated: Node) -> bool:
        """Return whether a value is a field; of cards of a game in Python, which states none, texts in languages are."""
        if self._types or not self._is_card:
            return key in self._types
        is_text = isinstance(stated.value, dict) and stated.value.keys() <= {*self._project.game.languages}
        return is_text and isinstance(piece.data.get(key), str)


def _form(value: object) -> str:
    """Return how a value is shown that is not in words: `picture`, `color`, `yes` for one that only is; else nothing."""
    if isinstance(value, PictureReference):
        return "picture"
    if value is True:
        return "yes"
    return "color" if isinstance(value, str) and COLOR.fullmatch(value.strip()) else ""


def _is_shown(key: str, inner: Node, type: str, words: _Words, project: Project) -> bool:
    text = "" if key in _NO_TEXT or type not in _TEXTS else _text(inner, project)
    if words.has(text) or key != "rank":
        return words.has(text)
    from cardgen.render.templates.suits import RANK_LETTERS

    return words.has(RANK_LETTERS.get(text, text))


def _is_icon_shown(inner: Node, items: Iterable[DrawingItem], project: Project) -> bool:
    """Return whether the longest path of an icon is drawn; an icon without paths counts as shown."""
    try:
        icon = project.renderer.pictures.icon(str(inner.value)).document("#000000")
    except UnlocatedError:  # it is told where it is drawn
        return True
    path = max(_PATH.findall(icon), key=len, default="")
    return any(path in artwork.svg for artwork in artworks_of(items))


def _is_color_shown(stated: Node, items: Sequence[DrawingItem], project: Project) -> bool:
    """Return whether a colour is drawn, or what it becomes where it is made readable on paper."""
    color = str(stated.value).strip().lower()
    drawn = [artwork.svg for artwork in artworks_of(items)] + [span.color for span in text_spans(items)]
    wanted = {color, readable_on(project.renderer.styles.color("paper"), color)}
    return any(one in each for one in wanted for each in drawn)


def _tell(
    heading: str, missed: Sequence[tuple[Piece, Node]], kind: PieceKind, look: str, found: Collector, *, of_row: bool
) -> None:
    """Report that a field is missing on some cards.

    Args:
        missed: The cards, each with the value that is not on it.
        of_row: Whether the value is a cell of a table.
    """
    (first, value), count = missed[0], len(missed)
    size = first.face.size
    spot = FaceSpot(f"{first.kind}/{first.id}", False, (0.0, 0.0, size.width, size.height))
    names = ", ".join(quoted(piece.name) for piece, _ in missed[:_NAMED])
    more = f" and {count - _NAMED} more" if count > _NAMED else ""
    if look:
        what, other = f"look {quoted(look)} does not show {'column' if of_row else 'field'}", "choose another look"
    else:
        what = f"the face of {kind.name} does not show {'column' if of_row else 'field'}"
        is_stock = kind.face.startswith("stock/")
        other = "give the kind a face that shows it" if is_stock else "show it in the template"
    if of_row:
        other += ", or begin the heading with '#' if it is not for print"
    elif not look:
        other += ", or state 'printed: no' of the field in game.yaml"
    found.add("W426", f"{what} {quoted(heading)}, of {names}{more}", value.span, hints=[other], spot=spot)


class _Words:
    """The words on a face, as far as it is of use to compare them."""

    def __init__(self, items: Iterable[DrawingItem]) -> None:
        texts = [word.text for span in text_spans(items) for word in span.words]
        self._each = {part for text in texts for part in _WORD.findall(text.casefold())}
        self._all = "".join("".join(_WORD.findall(text.casefold())) for text in texts)

    def has(self, text: str) -> bool:
        """Return whether most words of a text are there; long words may be broken, numbers and initials stand alone."""
        wanted = _WORD.findall(_MARKUP.sub(" ", text).casefold())
        there = sum(word in self._each or (not _stands_alone(word) and word in self._all) for word in wanted)
        return 2 * there >= len(wanted)


def _stands_alone(word: str) -> bool:
    return word.isdigit() or (word.isascii() and len(word) <= _NEVER_BROKEN)


def _is_cut(items: Iterable[DrawingItem]) -> bool:
    """Return whether a text is cut off at its box (E406), so that some of its words are not on the face."""
    return any(
        isinstance(item, Rotated | View)
        and ((isinstance(item, View) and any(isinstance(part, TextSpan) for part in item.items)) or _is_cut(item.items))
        for item in items
    )


def _text(node: Node, project: Project) -> str:
    """Return the words of a value in the language of the build; empty for what is no text."""
    value = node.value
    if isinstance(value, dict):
        own = value.get(project.renderer.language) or next(iter(value.values()), None)
        return _text(own, project) if own else ""
    if isinstance(value, list):
        return " ".join(_text(inner, project) for inner in value)
    if isinstance(value, bool) or value is None:
        return ""
    text = f"{value:g}" if isinstance(value, float) else str(value).strip()
    return "" if _NO_WORDS.fullmatch(text) else text


def _stock_face(name: str) -> str:
    """Return the text of a stock face; empty if it is none."""
    file = resources().templates / "common" / name
    return file.read_text("utf-8") if name.startswith("stock/") and file.is_file() else ""
