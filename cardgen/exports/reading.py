"""Write a deck in words, for screen readers and embossers: a page and a text in each language of the deck.

Each piece comes once. With the address of the folder there is a page of QR codes, one for each piece, that lead to its words.
"""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from dataclasses import replace
from html import escape
from typing import Any, NamedTuple

from cardgen.exports.bundle import Bundle, safe_name
from cardgen.exports.prepare import ExportJob, prepare_export
from cardgen.model.drawing import split_language
from cardgen.pipeline.draw.words import PieceWords, words_of
from cardgen.pipeline.open.load import written_languages
from cardgen.render.templates.localization import fill_placeholders
from cardgen.render.text.scripts import is_right_to_left
from cardgen.report.visible import visible, visible_line, visible_page

_STYLE = """:root { color-scheme: light dark; }
body { font: 1.125rem/1.6 system-ui, sans-serif; max-width: 40rem; margin: 0 auto; padding: 1rem;
  background: #fff; color: #1f2328; } a { color: #1d5b8f; }
@media (prefers-color-scheme: dark) { body { background: #15191e; color: #e6eaef; } a { color: #7fb8ea; } }
dl { display: grid; grid-template-columns: max-content 1fr; gap: 0 1rem; } dd { margin: 0; }
article { border-top: 1px solid; padding: .5rem 0; } article:target { outline: 3px solid; outline-offset: .25rem; }
.codes { display: grid; grid-template-columns: repeat(auto-fill, 32mm); gap: 4mm; list-style: none; padding: 0; }
.codes li { break-inside: avoid; font-size: .75rem; line-height: 1.3; } .codes svg { width: 26mm; height: 26mm; background: #fff; }"""


class _Sheet(NamedTuple):
    """The deck in one language: each component by its name and its title, with the ids, copies and words of its pieces."""

    job: ExportJob
    parts: Sequence[tuple[str, str, Sequence[tuple[str, int, PieceWords]]]]

    @property
    def language(self) -> str:
        return self.job.language

    def word(self, name: str, **values: object) -> str:
        """Return a fixed string."""
        return fill_placeholders(self.job.project.strings[name], **values)


def write_reading(job: ExportJob, bundle: Bundle) -> dict[str, Any]:
    """Write the pages and the texts, in all languages of the deck unless the export names one.

    Returns:
        The entries of the manifest about them.
    """
    languages = (job.language,) if job.options.language else written_languages(job.deck, job.project.game)
    sheets = [_sheet(_in_language(job, language)) for language in languages]
    for sheet in sheets:
        bundle.add(_file(sheet.language), visible_page(_page(sheet, sheets)).encode())
        bundle.add(f"reading.{sheet.language}.txt", visible("\n".join(_text(sheet))).encode())
        if job.options.url:
            bundle.add(f"codes.{sheet.language}.html", visible_page(_codes(sheet)).encode())
    return {"languages": list(languages)}


def _in_language(job: ExportJob, language: str) -> ExportJob:
    """Return the deck drawn in a language."""
    if language == job.language:
        return job
    return prepare_export(job.path, job.target, job.profile, replace(job.options, language=language))


def _sheet(job: ExportJob) -> _Sheet:
    parts = []
    for part in job.drawn:
        words = zip(part.pieces, words_of(part, job.project), strict=False)
        pieces = [(_anchor(piece.kind, piece.id), piece.copies, said) for piece, said in words]
        if pieces:
            parts.append((part.component.name, visible_line(part.title), pieces))
    return _Sheet(job, parts)


def _file(language: str) -> str:
    return f"reading.{language}.html"


def _anchor(kind: str, name: str) -> str:
    """Return the id of a piece on its page, which is the same in every language and build."""
    return f"{safe_name(kind)}-{safe_name(name)}"


def _page(sheet: _Sheet, sheets: Sequence[_Sheet]) -> str:
    links = [
        f'<li><a href="{_file(other.language)}" hreflang="{other.language}" lang="{other.language}">{escape(other.job.title)}'
        f" ({other.language})</a></li>"
        for other in sheets
        if other.language != sheet.language
    ]
    nav = (
        f'<nav aria-label="{escape(sheet.word("reading_languages"))}"><ul>{"".join(links)}</ul></nav>' if links else ""
    )
    kinds = "".join(f'<li><a href="#{name}">{escape(title)}</a></li>' for name, title, _ in sheet.parts)
    contents = f'<nav aria-label="{escape(sheet.word("reading_contents"))}"><ul>{kinds}</ul></nav>'
    sections = "\n".join(
        f'<section aria-labelledby="{name}"><h2 id="{name}">{escape(title)}</h2>\n'
        + "\n".join(_article(sheet, anchor, copies, words) for anchor, copies, words in pieces)
        + "\n</section>"
        for name, title, pieces in sheet.parts
    )
    return _document(sheet, sheet.job.title, f"{nav}\n{contents}", sections)


def _article(sheet: _Sheet, anchor: str, copies: int, words: PieceWords) -> str:
    values = "".join(f"<div><dt>{escape(title)}</dt><dd>{escape(value)}</dd></div>" for title, value in words.values)
    texts = [
        *filter(None, [words.type]),
        *(f"<dl>{values}</dl>" for _ in words.values[:1]),
        *words.texts,
        *_rest(sheet, copies, words),
    ]
    inner = "\n".join(text if text.startswith("<dl>") else _paragraph(text) for text in texts)
    return f'<article id="{anchor}" aria-labelledby="{anchor}-name"><h3 id="{anchor}-name">{escape(words.name)}</h3>\n{inner}</article>'


def _paragraph(text: str) -> str:
    language, words = split_language(text)
    return f'<p lang="{language}">{escape(words)}</p>' if language else f"<p>{escape(words)}</p>"


def _rest(sheet: _Sheet, copies: int, words: PieceWords) -> Iterator[str]:
    """Yield what is not written on a piece: what its picture shows, and how many there are."""
    if words.behind:
        yield f"{sheet.word('back_of', title=words.name)}:"
        yield from words.behind
    if words.picture:
        yield sheet.word("reading_picture", words=words.picture)
    if copies > 1:
        yield sheet.word("reading_copies", n=copies)


def _text(sheet: _Sheet) -> Iterator[str]:
    """Yield the lines of the text; a paragraph is one line, since embossers and reading displays wrap lines themselves."""
    yield sheet.job.title
    for _, title, pieces in sheet.parts:
        yield from ("", "", f"{title} ({len(pieces)})")
        for _, copies, words in pieces:
            yield from ("", words.name, *filter(None, [words.type]))
            yield from (f"{name}: {value}" for name, value in words.values)
            yield from (*(split_language(text)[1] for text in words.texts), *_rest(sheet, copies, words))
    yield ""


def _codes(sheet: _Sheet) -> str:
    """Return the page of codes, to be cut out and stuck on sleeves; pieces have the numbers of their places in the list."""
    import segno  # only who asks for codes pays for the import

    folder = sheet.job.options.url.rstrip("/")
    parts = []
    for _, title, pieces in sheet.parts:
        items = []
        for number, (anchor, _, words) in enumerate(pieces, 1):
            code = segno.make(f"{folder}/{_file(sheet.language)}#{anchor}", micro=False, error="m")
            drawn = code.svg_inline(omitsize=True, border=4)
            label = f"{number}. {escape(words.name)}"
            items.append(f'<li><span role="img" aria-label="{label}">{drawn}</span><br>{label}</li>')
        parts.append(f'<section><h2>{escape(title)}</h2><ul class="codes">{"".join(items)}</ul></section>')
    return _document(sheet, sheet.word("reading_codes", title=sheet.job.title), "", "\n".join(parts))


def _document(sheet: _Sheet, title: str, nav: str, body: str) -> str:
    direction = ' dir="rtl"' if is_right_to_left(sheet.language) else ""
    return (
        f'<!doctype html>\n<html lang="{sheet.language}"{direction}><head><meta charset="utf-8"><title>{escape(title)}</title>'
        f'<meta name="viewport" content="width=device-width, initial-scale=1"><style>\n{_STYLE}</style></head>\n'
        f"<body><header><h1>{escape(title)}</h1>\n{nav}</header>\n<main>\n{body}\n</main></body></html>\n"
    )
