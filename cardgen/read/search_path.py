"""Names that a deck or a template states, to files; never out of the folders it was given.

A deck may come from a stranger: a name that is absolute, climbs with `..`, is an address, or reaches its file through a
symbolic link that leaves the folder, is refused before any file is opened.
"""

from __future__ import annotations

import re
from collections.abc import Sequence
from pathlib import Path, PurePosixPath

from cardgen.read.files import names_in
from cardgen.report.diagnostics import did_you_mean, quoted
from cardgen.report.errors import UnlocatedError

_SCHEME = re.compile(r"[A-Za-z][A-Za-z0-9+.-]*:")  # RFC 3986, section 3.1; also takes C:
_PICTURES = (".svg", ".png", ".jpg", ".jpeg", ".webp")
_LONGEST_NAME = 1000  # no file system takes longer paths; keeps did-you-mean cheap


class SearchPath:
    """The folders that a build may read.

    Args:
        deck_folder: Where the deck file lies.
        template_folders: Folders of templates, the user's own before the game's.
    """

    def __init__(self, deck_folder: Path, template_folders: Sequence[Path]) -> None:
        self.deck_folder = deck_folder
        self.template_folders = tuple(template_folders)

    def picture_path(self, href: str, base: Path | None = None) -> Path:
        """The file of a picture: beside the deck, else beside whoever names it, else in the template folders in order.

        Args:
            href: The name as written, with `/` between its parts.
            base: Folder of the template that names it; None if the deck does.

        Returns:
            The file itself, symbolic links followed.

        Raises:
            UnlocatedError: E121, there is no such file; E125, the name leaves the folders.
        """
        roots = [self.deck_folder, *([base] if base else []), *self.template_folders]
        subject = f"picture {quoted(href)}"
        parts = _parts(href, "picture", "E121")
        found = [path for root in roots if (path := _inside(root, parts, subject))]
        if file := next((path for path in found if path.is_file()), None):
            return file
        if found:
            raise UnlocatedError("E121", f"{subject} is a folder", expected="a file")
        alike = (name for root in roots for name in _alike(root, parts) if name.lower().endswith(_PICTURES))
        hints = did_you_mean("/".join(parts), alike)
        raise UnlocatedError(
            "E121", f"{subject} does not exist", expected="a file in the folder of the deck", hints=hints
        )

    def template_file(self, name: str) -> Path | None:
        """The file of a template in the first folder that has it, or None.

        Raises:
            UnlocatedError: E125, the name leaves the folders; E401, it can be no name.
        """
        parts = _parts(name, "template", "E401")
        found = (_inside(root, parts, f"template {quoted(name)}") for root in self.template_folders)
        return next((path for path in found if path and path.is_file()), None)

    def template_files(self, name: str) -> tuple[Path, ...]:
        """Return the files of that name in all folders of templates that have one, in the order of the folders.

        Args:
            name: The name as written, with `/` between its parts.

        Raises:
            UnlocatedError: E125, the name leaves the folders; E401, it cannot be a name.
        """
        parts = _parts(name, "template", "E401")
        found = (_inside(root, parts, f"template {quoted(name)}") for root in self.template_folders)
        return tuple(path for path in found if path and path.is_file())

    def names(self, folder: str, suffix: str) -> tuple[str, ...]:
        """Names, without suffix, of the files that a folder of the templates holds, sorted; for closed lists and did-you-mean."""
        files = {name for root in self.template_folders for name in names_in(root / folder) if name.endswith(suffix)}
        return tuple(sorted(name.removesuffix(suffix) for name in files))


def _parts(name: str, noun: str, missing: str) -> tuple[str, ...]:
    """The parts of a relative name that only goes down; else E125, or the code for what is missing."""
    subject = f"{noun} {quoted(name)}"
    expected = "a path below the folder, such as 'art/elves/dojo.svg'"
    if "\\" in name:
        raise UnlocatedError("E125", f"{subject} has a backslash", expected=expected, hints=["put '/' between folders"])
    if _SCHEME.match(name) or name.startswith("//"):
        raise UnlocatedError("E125", f"{subject} is an address, not a file beside the deck", expected=expected)
    if name.startswith("/"):
        raise UnlocatedError("E125", f"{subject} is an absolute path", expected=expected)
    parts = PurePosixPath(name).parts
    if ".." in parts:
        raise UnlocatedError("E125", f"{subject} leaves its folder by '..'", expected=expected)
    if not parts or len(name) > _LONGEST_NAME or not name.isprintable():
        raise UnlocatedError(missing, f"{subject} is no name of a file", expected=expected)
    return parts


def _inside(root: Path, parts: tuple[str, ...], subject: str) -> Path | None:
    """What lies below a folder under that name, None if nothing does, E125 if it is elsewhere in truth."""
    try:
        home = root.resolve()
        path = root.joinpath(*parts).resolve(strict=True)
    except (OSError, RuntimeError):  # RuntimeError: links that go in a circle, before Python 3.13
        return None
    if not path.is_relative_to(home):
        raise UnlocatedError("E125", f"{subject} is a link that leaves its folder", hints=["copy the file instead"])
    return path


def _alike(root: Path, parts: tuple[str, ...]) -> list[str]:
    """Files whose names differ from this one in the first part that does not exist."""
    folder = root
    for index, part in enumerate(parts):
        names = names_in(folder) if _is_within(folder, root) else ()
        if part not in names:
            paths = ("/".join([*parts[:index], name, *parts[index + 1 :]]) for name in names)
            return [path for path in paths if (root / path).is_file()]
        folder = folder / part
    return []


def _is_within(folder: Path, root: Path) -> bool:
    try:
        return folder.resolve().is_relative_to(root.resolve())
    except (OSError, RuntimeError):
        return False
