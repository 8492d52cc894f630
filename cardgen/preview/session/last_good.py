"""Keep the last good faces, sheets and documents while a deck has errors."""

from __future__ import annotations

from collections.abc import Container, Iterable, Iterator, Sequence
from dataclasses import replace
from typing import TypeVar

from cardgen.preview.session.snapshot import ShownDocument, ShownFace, ShownKind, ShownPlace, ShownSheet, Snapshot

Shown = TypeVar("Shown", ShownFace, ShownSheet, ShownDocument)


def stale(snapshot: Snapshot) -> Snapshot:
    """Return a snapshot all of which is from before."""
    return replace(
        snapshot,
        state="broken",
        faces=as_stale(snapshot.faces),
        sheets=as_stale(snapshot.sheets),
        documents=as_stale(snapshot.documents),
    )


def as_stale(items: Iterable[Shown]) -> tuple[Shown, ...]:
    """Return items marked as stale."""
    return tuple(replace(item, is_stale=True) for item in items)


def with_missing(now: Iterable[Shown], before: Iterable[Shown]) -> list[Shown]:
    """Return items with those that were shown before, which may have errors now, each behind its former neighbour."""
    found = list(now)
    ids = [item.id for item in found]
    last = -1
    for item in before:
        if item.id in ids:
            last = ids.index(item.id)
            continue
        last += 1
        found.insert(last, replace(item, is_stale=True))
        ids.insert(last, item.id)
    return found


def without_faulty(
    faces: Sequence[ShownFace], good: Container[str], faulty: Container[ShownPlace | None]
) -> Iterator[ShownFace]:
    """Yield faces without those that have errors and were shown before without any; others with errors are marked as stale.

    Args:
        good: Ids of the faces that were shown before without errors.
    """
    for face in faces:
        if face.place not in faulty:
            yield face
        elif face.id not in good:
            yield replace(face, is_stale=True)


def with_kind(shown: Sequence[ShownFace], kind: str, faces: Sequence[ShownFace]) -> tuple[ShownFace, ...]:
    """Return faces with others in the place of those of a kind."""
    at = next((index for index, face in enumerate(shown) if face.kind == kind), len(shown))
    others = [face for face in shown if face.kind != kind]
    return (*others[:at], *faces, *others[at:])


def with_missing_kinds(now: Iterable[ShownKind], before: Iterable[ShownKind]) -> list[ShownKind]:
    """Return kinds as they are, or as they were before while some of their pieces have errors."""
    known = {kind.name: kind for kind in before}
    return [
        known[kind.name] if kind.name in known and known[kind.name].designs > kind.designs else kind for kind in now
    ]
