"""Say in words what is on each piece of a component, for who cannot see it."""

from __future__ import annotations

import re
from collections.abc import Iterable, Iterator, Mapping
from functools import partial
from html import unescape
from typing import Any, NamedTuple

from cardgen.model.drawing import Drawing, split_language, spoken_in
from cardgen.pipeline.draw.components import DrawnComponent
from cardgen.pipeline.open.project import Project
from cardgen.plugin.components import PieceKind
from cardgen.render.pieces.naming import shown_fields
from cardgen.render.templates.card_parts import sort_parts
from cardgen.render.templates.localization import fill_placeholders, localized
from cardgen.render.text.rich import to_markup
from cardgen.report.visible import visible_line
from cardgen.write.page import ShownPiece

_ICON = re.compile(r'<card:icon name="([^"]*)"[^>]*>|\{([^{}\s]+)\}')
_NAMED = re.compile(r"\x02([^\x03]*)\x03 ?((?:[\w\u2011\u2019'-]+ ?)*)")
_BREAK = re.compile(r"\s*<br/>\s*")
_TAG = re.compile(r"<[^>]*>|[\u00ad\u2060\u2066-\u2069]")
_CLOSE = re.compile("(?<=\x03)(?=[\x02\\d])|(?<=\\d)(?=\x02)")  # between two icons, or an icon and a number
_MARKS = dict.fromkeys((2, 3))  # stand around the names of icons
_OF = {"de", "da", "do", "das", "dos", "of"}  # within names
_SHORT = 3  # letters of a word that two labels may share by chance
_ENDS = (".", "!", "?", ":", "\u2026", "\u201d", '"')


class PieceWords(NamedTuple):
    """A piece in words.

    Attributes:
        type: Words of its type line; may be empty.
        values: Its numbers and short texts, each with a title.
        texts: What else is written on it, in reading order.
        picture: What its picture shows, as the deck says in `alt`; may be empty.
        behind: What is written on a back that is not that of all its kind, in reading order.
        language: Language code of all but those texts that begin with another.
    """

    name: str
    type: str = ""
    values: tuple[tuple[str, str], ...] = ()
    texts: tuple[str, ...] = ()
    picture: str = ""
    behind: tuple[str, ...] = ()
    language: str = ""

    @property
    def text(self) -> str:
        """All of it as sentences, with the code of a language where it changes."""
        values = [f"{title}: {value}" for title, value in self.values]
        parts = [part for part in (self.name, self.type, *values, *self.texts, self.picture) if part]
        sentences = [part if part.endswith(_ENDS) else f"{part}." for part in parts]
        languages = [split_language(part)[0] for part in parts]
        back = [
            self.language if before and not own else ""
            for before, own in zip(["", *languages], languages, strict=False)
        ]
        return " ".join(map(spoken_in, back, sentences))


def words_of(part: DrawnComponent, project: Project) -> Iterator[PieceWords]:
    """Yield each piece of a component in words, in the order of the deck.

    A stock face says the fields of its card with their titles. Any other face says what is written on it, or what its template
    states in `<desc>`.
    """
    kind = part.component
    if not isinstance(kind, PieceKind):
        return
    fields = localized(shown_fields(kind, project.deck), project.renderer.language)
    plain = partial(_plain, language=project.renderer.language, strings=project.strings)
    for piece in part.pieces:
        name = plain(piece.name) if piece.has_name else part.title
        picture = plain(str(piece.data.get("alt") or ""))
        if kind.face.startswith("stock/") and not piece.data.get("face") and kind.made is None:
            words = _fields_in_words(sort_parts(piece.data, fields, lambda _: False), plain)
        else:
            words = PieceWords("", texts=tuple(_lines(piece.face, plain)))
        texts = tuple(text for text in words.texts if text.casefold() != name.casefold())
        behind = tuple(_lines(piece.back, plain)) if piece.back and kind.duplex == "two-sided" else ()
        yield words._replace(
            name=visible_line(name), texts=texts, picture=picture, behind=behind, language=project.renderer.language
        )


def spoken_pieces(project: Project, parts: Iterable[DrawnComponent]) -> Mapping[Drawing, ShownPiece]:
    """Return what is read out for the faces and backs of pieces; sides that look the same are told as the first of them."""
    found: dict[Drawing, ShownPiece] = {}
    for part in parts:
        back = fill_placeholders(project.strings["back_of"], title=part.title)
        for piece, words in zip(part.pieces, words_of(part, project), strict=False):
            found.setdefault(piece.face, ShownPiece(words.name, words.text))
            if piece.back:
                said = PieceWords(back, texts=words.behind, language=words.language).text if words.behind else ""
                found.setdefault(piece.back, ShownPiece(back, said, is_back=True))
    return found


def _lines(side: Drawing, plain: partial[str]) -> Iterator[str]:
    """Yield what is written on a side of a piece; texts of a single sign that follow each other share a line."""
    short: list[str] = []
    own = plain.keywords["language"]
    for written in side.words.split("\n"):
        language, words = split_language(written)
        line = plain(words, language=language or own)
        if language not in {"", own}:
            yield spoken_in(language, line)
            continue
        if len(line) <= 2:
            short += [line] if line else []
            continue
        if short:
            yield ", ".join(dict.fromkeys(short))
            short = []
        yield line
    if short:
        yield ", ".join(dict.fromkeys(short))


def _fields_in_words(parts: Mapping[str, Any], plain: partial[str]) -> PieceWords:
    """Return the fields of a card in words, as its stock face sorts them."""
    stated: Iterable[Mapping[str, str]] = [*filter(None, [parts["cost"]]), *parts["stats"], *parts["details"]]
    values = [(plain(item["title"]), plain(item["value"])) for item in stated]
    suit = " ".join(
        plain(str(parts[name])) for name in ("letter" if parts["letter"] else "rank", "suit") if parts[name]
    )
    type_line = ", ".join(filter(None, [*map(plain, parts["kind"]), suit]))
    tags = [", ".join(map(plain, parts["tags"]))]
    long = [f"{plain(item['title'])}: {plain(item['value'])}" for item in parts["texts"]]
    texts = [*tags, plain(str(parts["text"])), *long, plain(str(parts["flavor"])), *map(plain, parts["credits"])]
    return PieceWords("", type_line, tuple(values), tuple(filter(None, texts)))


def _plain(text: str, *, language: str, strings: Mapping[str, str]) -> str:
    """Return a text in one line without its markup.

    An icon is told by its name, unless the words beside it say that: behind what it qualifies, where its sentence goes on with a
    name of capital letters (in many languages `um Infantaria leve Monge` is wrong, and `um Monge (infantaria leve)` is not).
    """

    def icon(found: re.Match[str]) -> str:
        name = found[1] or found[2]
        return f"\x02{strings.get(name) or name.replace('_', ' ')}\x03"

    def told(found: re.Match[str]) -> str:
        before, after = found.string[: found.start()].rstrip(), found.string[found.start(2) :]
        is_mark = after[:1].isalpha() and (not before or before.endswith(_ENDS))  # of the sentence that follows
        said = re.search(rf"\b{re.escape(found[1])}s?$", before, re.IGNORECASE)
        if said or _says(after, found[1], is_mark=is_mark):
            return found[2] if after[:1].isalnum() else f"\x02{found[2]}"  # without the space before the icon, too
        owner = "" if is_mark else _name_at_start(found[2])
        if owner and before:
            return f"{owner} ({_inside(found[1], language)}){found[2].removeprefix(owner)}"
        return found[0][1:].replace("\x03", "")

    marked = _BREAK.sub(" ", to_markup(text.translate(_MARKS), language))
    words = _CLOSE.sub(" ", unescape(_TAG.sub("", _ICON.sub(icon, marked))))
    return visible_line(re.sub(" ?\x02", "", _NAMED.sub(told, words)))


def _name_at_start(words: str) -> str:
    """Return the words of capital letters that a text begins with, with the `of` between them."""
    listed = words.split(" ")
    ahead = [*listed[1:], ""]
    is_name = [
        word[:1].isupper() or (word in _OF and after[:1].isupper()) for word, after in zip(listed, ahead, strict=True)
    ]
    return " ".join(listed[: [*is_name, False].index(False)]) if listed[0][:1].isupper() else ""


def _inside(name: str, language: str) -> str:
    """Return the name of an icon as it stands within a sentence."""
    return name if language == "de" or not name[1:2].islower() else name[:1].lower() + name[1:]


def _says(words: str, name: str, *, is_mark: bool) -> bool:
    """Return whether words say the name of the icon before them.

    Args:
        is_mark: Whether the icon marks their sentence; then it is enough that the first word is of the same stem, as
            `Repair` and `Repairing`, that the sentence says the name further on, or that a label of no more words shares one
            of them, as `Tropa especial` and `Habilidade especial`.
    """
    mine, theirs = (re.findall(r"\w+", text.casefold()) for text in (name, words))
    if is_mark and len(theirs) <= len(mine) and any(len(word) > _SHORT and word in mine for word in theirs):
        return True
    whole = rf"\b{re.escape(name)}s?\b"
    stem = re.escape(name[: max(3, (len(name) + 1) // 2)])
    told = rf"{stem}|[^.!?]*{whole}" if is_mark else whole
    return re.match(told, words, re.IGNORECASE) is not None
