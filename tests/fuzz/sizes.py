"""Valid files that ask for far more than they hold: workbooks and descriptions of games."""

from __future__ import annotations

import zipfile
from collections.abc import Callable, Sequence
from pathlib import Path
from random import Random
from xml.sax.saxutils import escape

_MAIN = "http://schemas.openxmlformats.org/spreadsheetml/2006/main"
_DOCUMENT = "http://schemas.openxmlformats.org/officeDocument/2006/relationships"
_TYPES = "application/vnd.openxmlformats-officedocument.spreadsheetml"
_OFFICE = "urn:oasis:names:tc:opendocument:xmlns"
_METHODS = (zipfile.ZIP_DEFLATED, zipfile.ZIP_DEFLATED, zipfile.ZIP_DEFLATED, zipfile.ZIP_BZIP2, zipfile.ZIP_LZMA)


def _letters(random: Random, most: int) -> str:
    """Return a long text, which is one, two or four bytes for each character in memory."""
    return random.choice(("x", "é", "…", "🎉")) + random.choice(("x", "ab ", "é")) * random.choice((10, 1_000, most))


def _zip(path: Path, parts: dict[str, str], method: int) -> None:
    with zipfile.ZipFile(path, "w", method) as archive:
        for name, text in parts.items():
            archive.writestr(name, text)


def write_xlsx(path: Path, random: Random) -> None:
    """Write a valid workbook whose worksheets have many cells, long or shared texts, merged ranges, or far values."""
    shared = [escape(_letters(random, 2**20)) for _ in range(random.choice((1, 3)))]
    rows = ['<row r="1"><c r="A1" t="inlineStr"><is><t>name</t></is></c></row>']
    for row in range(2, random.choice((3, 200, 5_000, 60_000))):
        rows.append(f'<row r="{row}">{_cell(f"A{row}", len(shared), random)}</row>')
    far = random.choice(("A1048576", "XFD1048576", "XFD3", "ALL90000", ""))
    if far:
        rows.append(f"<row>{_cell(far, len(shared), random)}</row>")
    merged, sheets = random.choice((0, 0, 3, 100_000, 2_000_000)), random.choice((1, 1, 2, 40))
    write_book(path, shared, "".join(rows), merged, sheets, random.choice(_METHODS))


def write_book(
    path: Path, shared: Sequence[str], rows: str, merged: int = 0, sheets: int = 1, method: int = zipfile.ZIP_DEFLATED
) -> None:
    """Write a workbook of equal worksheets."""
    ranges = '<mergeCell ref="A3:B9"/>' * merged
    ranges = f"<mergeCells>{ranges}</mergeCells>" if merged else ""
    sheet = f'<worksheet xmlns="{_MAIN}"><sheetData>{rows}</sheetData>{ranges}</worksheet>'
    names = [f"s{number}" for number in range(sheets)]
    listed = "".join(f'<sheet name="{name}" sheetId="{at}" r:id="r{at}"/>' for at, name in enumerate(names, 1))
    kinds = "".join(
        f'<Override PartName="/xl/{name}.xml" ContentType="{_TYPES}.worksheet+xml"/>' for name in names
    ) + "".join(
        f'<Override PartName="/xl/{name}.xml" ContentType="{_TYPES}.{kind}+xml"/>'
        for name, kind in (("workbook", "sheet.main"), ("sharedStrings", "sharedStrings"))
    )
    links = "".join(
        f'<Relationship Id="r{at}" Type="{_DOCUMENT}/worksheet" Target="{name}.xml"/>'
        for at, name in enumerate(names, 1)
    )
    links += f'<Relationship Id="s" Type="{_DOCUMENT}/sharedStrings" Target="sharedStrings.xml"/>'
    package = "http://schemas.openxmlformats.org/package/2006"
    root = f'<Relationship Id="r" Type="{_DOCUMENT}/officeDocument" Target="xl/workbook.xml"/>'
    parts = {
        "[Content_Types].xml": f'<Types xmlns="{package}/content-types"><Default Extension="rels" ContentType="application/vnd.'
        f'openxmlformats-package.relationships+xml"/>{kinds}</Types>',
        "_rels/.rels": f'<Relationships xmlns="{package}/relationships">{root}</Relationships>',
        "xl/workbook.xml": f'<workbook xmlns="{_MAIN}" xmlns:r="{_DOCUMENT}"><sheets>{listed}</sheets></workbook>',
        "xl/_rels/workbook.xml.rels": f'<Relationships xmlns="{package}/relationships">{links}</Relationships>',
        "xl/sharedStrings.xml": f'<sst xmlns="{_MAIN}">{"".join(f"<si><t>{text}</t></si>" for text in shared)}</sst>',
    }
    parts |= {f"xl/{name}.xml": sheet for name in names}
    _zip(path, parts, method)


def _cell(place: str, shared: int, random: Random) -> str:
    match random.randrange(6):
        case 0 | 1 | 2:
            return f'<c r="{place}" t="s"><v>{random.randrange(shared)}</v></c>'
        case 3:
            return f'<c r="{place}" t="inlineStr"><is><t>{escape(_letters(random, 2_000))}</t></is></c>'
        case 4:
            return f'<c r="{place}" t="str"><f>1+1</f><v>{escape(_letters(random, 2_000))}</v></c>'
        case _:
            return random.choice((f'<c r="{place}" t="e"><v>#REF!</v></c>', f'<c r="{place}"><f>1</f></c>'))


def write_ods(path: Path, random: Random) -> None:
    """Write a valid workbook whose rows, cells and values are repeated."""
    rows = [
        '<table:table-row><table:table-cell office:value-type="string"><text:p>name</text:p></table:table-cell></table:table-row>'
    ]
    for _ in range(random.choice((1, 20, 2_000))):
        text = escape(_letters(random, random.choice((5_000, 2**20))))
        value = f' office:string-value="{text}"' if random.random() < 0.5 else ""
        words = "" if value else f"<text:p>{text}</text:p>" * random.choice((1, 1, 50))
        down, right = (random.choice((1, 1, 3, 900, 90_000, 1_048_576)) for _ in range(2))
        cell = f'<table:table-cell office:value-type="string"{value} table:number-columns-repeated="{right}">{words}</table:table-cell>'
        rows.append(f'<table:table-row table:number-rows-repeated="{down}">{cell}</table:table-row>')
        if sum(map(len, rows)) > 2**24:
            break
    names = "".join(f' xmlns:{name}="{_OFFICE}:{name}:1.0"' for name in ("office", "table", "text"))
    body = f'<office:body><office:spreadsheet><table:table table:name="a">{"".join(rows)}</table:table></office:spreadsheet></office:body>'
    parts = {
        "mimetype": "application/vnd.oasis.opendocument.spreadsheet",
        "META-INF/manifest.xml": "<manifest/>",
        "content.xml": f"<office:document-content{names}>{body}</office:document-content>",
    }
    _zip(path, parts, random.choice(_METHODS))


def write_game(path: Path, random: Random) -> None:
    """Write a valid description of a game with many kinds, fields, formulas, checks or constants."""
    kinds, fields = random.choice(((1, 499), (199, 4), (199, 499), (20, 499), (3, 30)))
    formulas = random.choice(("text", "{formula: '1'}", '{formula: "card.name * 3000"}', '{formula: "k0 | length"}'))
    formulas = random.choice(
        (formulas, "{formula: \"'x' * 900000\"}", "{formula: \"k0 | map(attribute='name') | list\"}")
    )
    lines = ["id: big", "name: Big", "kinds:"]
    for kind in range(kinds):
        lines.append(
            f"  k{kind}: {{fields: {{name: text, {', '.join(f'f{field}: {formulas}' for field in range(fields))}}}}}"
        )
    checks = random.choice((0, 3, 900))
    lines += ["checks:"] * bool(checks)
    lines += ['  - {each: [k0], that: "card.name | length < 99", say: "{{ card.name * 999 }} is long"}'] * checks
    path.write_text("\n".join(lines) + "\n", "utf-8")


def deck_of_game(random: Random) -> str:
    """Return a deck of such a game, with many values."""
    most = random.choice((1, 40, 150))  # more is honest work of more than 20 seconds
    values = "".join(f"- {{name: card {number}}}\n" for number in range(most))
    return f"game: .\ntitle: Big\nk0:\n{values}"


WRITERS: dict[str, Callable[[Path, Random], None]] = {"cards.xlsx": write_xlsx, "cards.ods": write_ods}
"""What writes a valid workbook, by the name of its file."""
