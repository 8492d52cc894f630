"""Render the pages of a gallery. All data but the pictures is inside them, so that they work without a server.

What a deck says is text: it stands in the page as JSON, or escaped. A content security policy lets no script in but that of
the gallery, which is named by its hash, and nothing from elsewhere.
"""

from __future__ import annotations

from base64 import b64encode
from collections.abc import Mapping, Sequence
from dataclasses import asdict, dataclass
from hashlib import sha256
from html import escape
from pathlib import Path
from typing import Any

from cardgen.geometry.colors import VISIONS
from cardgen.preview.session.snapshot import Snapshot, snapshot_json
from cardgen.report.json_text import format_json
from cardgen.report.visible import visible_page

_STATIC = Path(__file__).parent.with_name("static")
_LONGEST_ABOUT = 200  # characters
_QUIET = "default-src 'none'; style-src 'unsafe-inline'; img-src data:"
"""Policy of a page that was made by others: it may look as it wants, and do nothing."""


@dataclass(frozen=True, slots=True)
class ReportTab:
    """A page that is shown in a tab of its own.

    Attributes:
        id: Its name in addresses.
    """

    id: str
    title: str
    file: str


@dataclass(frozen=True, slots=True)
class DeckEntry:
    """A deck on the page with all decks.

    Attributes:
        facts: What is in it, in a few words.
        cover: Address of a picture; empty for none.
    """

    folder: str
    title: str
    facts: str
    cover: str


def deck_page(
    snapshot: Snapshot, resolutions: Mapping[str, Sequence[int]], reports: Sequence[ReportTab], home: str
) -> bytes:
    """Return the page of a deck.

    Args:
        resolutions: Pixels per inch in which there is each picture, by its key, the lowest first.
        home: Address of the page with all decks; empty for none.
    """
    shown = snapshot_json(snapshot) | {"problems": [], "instructions": None, "printed": None}
    for face in shown["faces"]:
        face["place"] = None  # a path on the computer of the author
    data = {
        "snapshot": shown,
        "resolutions": resolutions,
        "visions": VISIONS,
        "reports": [asdict(report) for report in reports],
        "home": home,
    }
    body = f'<script type="application/json" id="gallery">{_json(data)}</script><div id="page"></div>'
    names = ", ".join(face.name for face in snapshot.faces)
    facts = f"{len(snapshot.faces)} designs, {sum(face.copies for face in snapshot.faces)} pieces: {names}"
    return _page(snapshot.title, _words(snapshot) + body, _static("gallery.js"), facts, "cover.webp")


def _words(snapshot: Snapshot) -> str:
    """Return what stands on the faces, for those who read the page without scripts."""
    items = "".join(
        f"<li><div><strong>{escape(face.name)}</strong> ×{face.copies}<p>{escape(face.text)}</p></div></li>"
        for face in snapshot.faces
    )
    return f'<noscript><main class="decks"><h1>{escape(snapshot.title)}</h1><ul>{items}</ul></main></noscript>'


def decks_page(decks: Sequence[DeckEntry]) -> bytes:
    """Return the page with all decks."""
    items = "".join(
        f'<li><a href="{escape(deck.folder)}/index.html"><div class="cover">{_cover(deck)}</div>'
        f"<div><strong>{escape(deck.title)}</strong><span>{escape(deck.facts)}</span></div></a></li>"
        for deck in decks
    )
    return _page(
        "Decks",
        f'<main class="decks"><h1>Decks</h1><ul>{items}</ul></main>',
        "",
        ", ".join(deck.title for deck in decks),
        decks[0].cover if decks else "",
    )


def quiet_page(page: str) -> bytes:
    """Return a page with a policy that lets it do nothing, wherever it is opened from.

    Args:
        page: The page, which may be from anybody.
    """
    return f'<!doctype html><meta http-equiv="Content-Security-Policy" content="{_QUIET}">\n{page}'.encode()


def licences() -> bytes:
    """Return the licences of what is in the pages."""
    return _static("licences.txt").encode()


def _cover(deck: DeckEntry) -> str:
    return f'<img src="{escape(deck.cover)}" alt="">' if deck.cover else ""


def _page(title: str, body: str, script: str, about: str, cover: str) -> bytes:
    """Return a page.

    Args:
        cover: Address of the picture that links show; empty for none.
    """
    about = about if len(about) <= _LONGEST_ABOUT else f"{about[: _LONGEST_ABOUT - 1]}…"
    style = _static("gallery.css")
    policy = "; ".join(
        (
            "default-src 'none'",
            f"script-src {_hash(script)}" if script else "script-src 'none'",
            f"style-src {_hash(style)}",
            "img-src 'self' file: data:",
            "frame-src 'self' file:",
            "base-uri 'none'",
            "form-action 'none'",
        )
    )
    head = (
        f'<meta charset="utf-8"><meta http-equiv="Content-Security-Policy" content="{policy}">'
        '<meta name="viewport" content="width=device-width, initial-scale=1"><meta name="color-scheme" content="light dark">'
        f'<meta name="referrer" content="no-referrer"><title>{escape(title)}</title><link rel="icon" href="data:,">'
        f'<meta name="description" content="{escape(about)}"><meta property="og:type" content="website">'
        f'<meta property="og:title" content="{escape(title)}"><meta property="og:description" content="{escape(about)}">'
        + (f'<meta property="og:image" content="{escape(cover)}">' if cover else "")
        + f"<style>{style}</style>"
    )
    end = f"<script>{script}</script>" if script else ""
    text = visible_page(f'<!doctype html>\n<html lang="en"><head>{head}</head>\n<body>{body}{end}</body></html>\n')
    return text.encode()


def _json(data: Any) -> str:
    """Return data as JSON that cannot end the element in which it stands."""
    return format_json(data, indent=None).replace("<", "\\u003c")


def _hash(text: str) -> str:
    return f"'sha256-{b64encode(sha256(text.encode()).digest()).decode()}'"


def _static(name: str) -> str:
    return (_STATIC / name).read_text("utf-8")
