"""Make short digests of content, by which fingerprints compare it."""

from __future__ import annotations

import hashlib
from collections.abc import Iterable


def digest(*parts: str | bytes, pieces: Iterable[bytes] = (), length: int = 0) -> str:
    """Return a short digest of some content: 128 bits of its SHA-256.

    Args:
        pieces: One more part, which is too large to be in memory as a whole.
        length: Number of bytes of that part; 0 for no such part.
    """
    whole = hashlib.sha256()
    for part in parts:
        data = part.encode() if isinstance(part, str) else part
        whole.update(b"%d:" % len(data) + data)
    if length:
        whole.update(b"%d:" % length)
        for piece in pieces:
            whole.update(piece)
    return whole.hexdigest()[:32]
