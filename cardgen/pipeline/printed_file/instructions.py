"""Return how to print a file as text for the screen: the words of page 1 of the PDF, without its ruler."""

from __future__ import annotations

from collections.abc import Iterator, Mapping
from typing import Any

from lxml import etree

from cardgen.model.instructions import InstructionPart, Instructions, Paragraph, Words
from cardgen.pipeline.printed_file.build import Job
from cardgen.pipeline.printed_file.front_pages import describe_file, joint_strings
from cardgen.render.templates.localization import fill_placeholders
from cardgen.render.text.rich import NAMESPACE, Run, parse_markup, to_markup


def print_instructions(job: Job) -> Instructions | None:
    """Return how to print the file of a job, in the language of the build; None if nothing is printed."""
    if not job.sheets:
        return None
    layout, projects = job.settings.layout, [job.project]
    told = describe_file(projects, job.title, job.sheets, job.paper, layout, job.settings.printer_name)
    texts = _Texts(joint_strings(projects), job.language)
    count = texts.strings["sheet_one" if told["count"] == 1 else "sheet_many"]
    sheets = fill_placeholders(count, n=told["count"])
    return Instructions(
        title=texts.strings["how_title"],
        intro=texts.named("how_intro", title=told["title"], sheets=sheets, paper=told["paper"]),
        parts=tuple(part for part in _parts(told, texts) if part.paragraphs),
    )


class _Texts:
    """Fixed strings as words of several looks."""

    def __init__(self, strings: Mapping[str, str], language: str) -> None:
        self.strings = strings
        self._language = language

    def named(self, name: str, **values: object) -> Paragraph:
        """Return the string of a name with its placeholders filled."""
        return self.of(fill_placeholders(self.strings[name], **values))

    def of(self, text: str) -> Paragraph:
        """Return a text with marks for bold and italic as words."""
        markup = f'<text xmlns:card="{NAMESPACE}">{to_markup(text, self._language)}</text>'
        inlines = parse_markup(etree.fromstring(markup))
        return tuple(Words(part.text, part.bold, part.italic) for part in inlines if isinstance(part, Run))


def _parts(told: Mapping[str, Any], texts: _Texts) -> Iterator[InstructionPart]:
    t, how = texts.strings, told["how"]
    paper = [texts.named("paper_text", paper=told["paper"], measure=told["measure"])]
    if told["printer"]:
        paper.append(texts.named("adjusted_for", printer=told["printer"]))
    if len(told["papers"]) > 1:
        paper.append(texts.named("papers_text", title=t["order_title"]))
    yield InstructionPart(t["paper_title"], tuple(paper))
    yield InstructionPart(how["way_title"], _texts(texts, how["way"]))
    yield InstructionPart(how["steps_title"], _texts(texts, *how["steps"]), are_steps=True)
    yield InstructionPart("", _texts(texts, how["test"]))
    titles = {paper["name"]: paper["title"] for paper in told["papers"]}
    todo = [
        f"**{part['title']}** · {part['pages']}{_on(titles.get(part['paper'], ''))}: {part['todo']}"
        for part in told["parts"]
    ]
    yield InstructionPart(t["order_title" if titles else "then_title"], _texts(texts, *todo), are_steps=True)
    if told["note"]:
        yield InstructionPart("", _texts(texts, told["note"]))


def _on(paper: str) -> str:
    return f" · {paper}" if paper else ""


def _texts(texts: _Texts, *found: str) -> tuple[Paragraph, ...]:
    return tuple(texts.of(text) for text in found if text)
