"""What is shown of decks that nobody has drawn."""

from cardgen.preview.session.snapshot import ShownFace, ShownPicture


def face(text: str) -> ShownFace:
    """Return the only face of a deck."""
    return ShownFace("cards/one", "cards", "One", 1, ShownPicture(text, 40, 53), None, "", 0, False, None, text)
