"""Tag a PDF for screen readers: collect the structure while pages are drawn, and write it as a tree.

Pages to be read have headings, paragraphs, lists, tables and figures in reading order. On a sheet of pieces each piece is a
figure, whose alternative text says all that is on it where it is first shown, and its name from then on. All else is marked
as an artifact, which nobody reads out.

Source:
    PDF 32000-1, 14.7 and 14.8; ISO 14289-1 (PDF/UA-1).
"""

from __future__ import annotations

import re
from collections.abc import Iterator, Mapping, Sequence
from dataclasses import field
from typing import Any

import pikepdf
from pikepdf import Array, Dictionary, Name, String

from cardgen.model.drawing import Drawing, PageBlock
from cardgen.records import dataclass
from cardgen.report.visible import visible_line
from cardgen.write.page import DocumentInfo, ShownPiece

ARTIFACT, END = "/Artifact BMC", "EMC"
_PARENTS = {"label": "Lbl", "item": "LBody", "th": "TH", "td": "TD", "figure": "Figure", "p": "P"}
_LANGUAGE = re.compile(r"\x1b([^\x1b]*)\x1b")
_SHORT = re.compile(r"([a-z]{2})(?:-([A-Z]{2}))?(?:-|$)")
_XMP = """<?xpacket begin="\ufeff" id="W5M0MpCehiHzreSzNTczkc9d"?>
<x:xmpmeta xmlns:x="adobe:ns:meta/"><rdf:RDF xmlns:rdf="http://www.w3.org/1999/02/22-rdf-syntax-ns#">
<rdf:Description rdf:about="" xmlns:dc="http://purl.org/dc/elements/1.1/" xmlns:pdfuaid="http://www.aiim.org/pdfua/ns/id/">
<dc:title><rdf:Alt><rdf:li xml:lang="x-default">{title}</rdf:li></rdf:Alt></dc:title>
<pdfuaid:part>1</pdfuaid:part>
</rdf:Description></rdf:RDF></x:xmpmeta>
<?xpacket end="r"?>"""


@dataclass(slots=True)
class _Element:
    """A structure element.

    Attributes:
        role: Its structure type, such as `H1`.
        parent: The element that it is in; None for the whole document.
        kids: Elements in it, and pieces of content as page and number of the marked content.
        words: Alternative text of a figure, or title of a section.
        language: Language code of its text where it is not that of the document; else empty.
    """

    role: str
    parent: _Element | None
    kids: list[_Element | tuple[int, int]] = field(default_factory=list)
    words: str = ""
    language: str = ""

    def last(self, role: str) -> _Element | None:
        """Return the last element in it, if it has a role."""
        found = self.kids[-1] if self.kids else None
        return found if isinstance(found, _Element) and found.role == role else None


class StructureTree:
    """The structure of one document, collected page by page."""

    def __init__(self, pieces: Mapping[Drawing, ShownPiece]) -> None:
        self._pieces = pieces
        self._document = _Element("Document", None)
        self._section = self._document
        self._contents: list[list[_Element]] = []  # the elements of each page by the number of their marked content
        self._told: set[Drawing] = set()
        self._level = 0  # of the heading before
        self._latest: _Element | None = None  # of the block before, which may go on in another column

    def begin_page(self, title: str | None) -> None:
        """Begin a page.

        Args:
            title: Title of the section that begins with it; None if it continues the one before.
        """
        self._contents.append([])
        if title is not None or self._section is self._document:
            self._section = self._added(self._document, "Sect", visible_line(title or ""))

    def piece(self, drawing: Drawing, shown_before: bool) -> str:
        """Return the operator that begins a piece."""
        name, words, is_back = self._pieces.get(drawing) or ShownPiece("", drawing.words)
        if (shown_before and is_back) or not (name or words):
            return ARTIFACT
        text = words if words and drawing not in self._told else name or words
        self._told.add(drawing)
        return self._content(self._added(self._section, "Figure", text))

    def block(self, block: PageBlock) -> str:
        """Return the operator that begins a block of a page to be read."""
        if not block.role:
            return ARTIFACT
        if block.begins or self._latest is None or block.role in {"th", "td"}:
            self._latest = self._place(block)
            self._latest.language = block.language
        return self._content(self._latest)

    def _place(self, block: PageBlock) -> _Element:
        """Return the element of a block, in a list or a table if it belongs into one."""
        section, role = self._section, block.role
        if role in {"label", "item"}:
            group = section.last("L") or self._added(section, "L")
            entry = group.last("LI")
            if role == "label" or entry is None:
                entry = self._added(group, "LI")
            return entry.last(_PARENTS[role]) or self._added(entry, _PARENTS[role])
        if role in {"th", "td"}:
            table = section.last("Table") or self._continued_table(role) or self._added(section, "Table")
            row = table.last("TR")
            if block.begins or row is None:
                row = self._added(table, "TR")
            return self._added(row, _PARENTS[role])
        tag = self._heading(int(role[1])) if role.startswith("h") else _PARENTS[role]
        return self._added(section, tag, block.words)

    def _continued_table(self, role: str) -> _Element | None:
        """Return the table of the block before, if it goes on where a section begins: its head stands there."""
        cell = self._latest
        if role == "th" or self._section.kids or cell is None or cell.role not in {"TH", "TD"}:
            return None
        return cell.parent.parent if cell.parent else None

    def _heading(self, level: int) -> str:
        """Return the structure type of a heading: no level is left out."""
        self._level = min(level, self._level + 1)
        return f"H{self._level}"

    def _added(self, parent: _Element, role: str, words: str = "") -> _Element:
        element = _Element(role, parent, words=words)
        parent.kids.append(element)
        return element

    def _content(self, element: _Element) -> str:
        """Return the operator that begins content of an element."""
        page = len(self._contents) - 1
        number = len(self._contents[page])
        self._contents[page].append(element)
        element.kids.append((page, number))
        return f"/{element.role} <</MCID {number}>> BDC"

    def write(self, pdf: pikepdf.Pdf, info: DocumentInfo) -> None:
        """Write the tree into a document whose pages have been drawn."""
        pages = [page.obj for page in pdf.pages]
        root = pdf.make_indirect(Dictionary(Type=Name.StructTreeRoot))
        objects = {id(element): pdf.make_indirect(Dictionary(S=Name(f"/{element.role}"))) for element in self._all()}
        for element in self._all():
            _fill(objects[id(element)], element, root, objects, pages)
        numbers = Array()
        for index, contents in enumerate(self._contents):
            if contents:
                pages[index].StructParents = index
                numbers.append(index)
                numbers.append(pdf.make_indirect(Array([objects[id(element)] for element in contents])))
        root.K = objects[id(self._document)]
        root.ParentTree = pdf.make_indirect(Dictionary(Nums=numbers))
        root.ParentTreeNextKey = len(self._contents)
        pdf.Root.StructTreeRoot = root
        pdf.Root.MarkInfo = Dictionary(Marked=True)
        title = info.title.replace("&", "&amp;").replace("<", "&lt;")
        pdf.Root.Metadata = pdf.make_stream(
            _XMP.format(title=title).encode("utf-8"), Type=Name.Metadata, Subtype=Name.XML
        )

    def _all(self) -> Iterator[_Element]:
        """Yield all elements in the order of the document; sections of blank pages are left out."""
        open_ones = [self._document]
        while open_ones:
            element = open_ones.pop()
            yield element
            inner = [kid for kid in element.kids if isinstance(kid, _Element)]
            open_ones += reversed([kid for kid in inner if kid.role != "Sect" or kid.kids])


def _fill(
    target: pikepdf.Object,
    element: _Element,
    root: pikepdf.Object,
    objects: Mapping[int, pikepdf.Object],
    pages: Sequence[pikepdf.Object],
) -> None:
    """Write what an element consists of into its object."""
    target.P = objects[id(element.parent)] if element.parent else root
    first = next((kid[0] for kid in element.kids if isinstance(kid, tuple)), None)
    if first is not None:
        target.Pg = pages[first]
    kids: list[Any] = []
    for kid in element.kids:
        if isinstance(kid, _Element):
            if id(kid) in objects:
                kids.append(objects[id(kid)])
        elif kid[0] == first:
            kids.append(kid[1])
        else:
            kids.append(Dictionary(Type=Name.MCR, Pg=pages[kid[0]], MCID=kid[1]))
    target.K = kids[0] if len(kids) == 1 else Array(kids)
    if element.words:
        target["/Alt" if element.role == "Figure" else "/T"] = String(_LANGUAGE.sub(_short_code, element.words))
    if element.language:
        target.Lang = String(element.language)
    if attributes := _attributes(element):
        target.A = attributes


def _short_code(found: re.Match[str]) -> str:
    """Return the code of a language as a text string can hold it, of two letters and two for its country; else nothing."""
    code = _SHORT.match(found[1])
    return f"\x1b{code[1]}{code[2] or ''}\x1b" if code else ""


def _attributes(element: _Element) -> pikepdf.Dictionary | None:
    """Return the attributes of a cell that heads a column, or a row of its own."""
    row = element.parent
    if element.role not in {"TH", "TD"} or row is None or row.parent is None:
        return None
    head = row.parent.kids[0]
    assert isinstance(head, _Element)
    if element.role == "TH":
        heads_column = all(isinstance(cell, _Element) and cell.role == "TH" for cell in row.kids)
        return Dictionary(O=Name.Table, Scope=Name.Column if heads_column else Name.Row)
    span = len(head.kids) if len(row.kids) == 1 else 1
    return Dictionary(O=Name.Table, ColSpan=span) if span > 1 else None
