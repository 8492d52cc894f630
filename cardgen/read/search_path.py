"""Resolve names in decks and templates to files, never outside the folders that a build may read.

A deck may be untrusted: a name is rejected before any file is opened if it is absolute or a URL, contains `..`,
or reaches its file through a symbolic link that leaves the folder.
"""

from __future__ import annotations

import glob
import itertools
import re
from collections.abc import Sequence
from itertools import product
from pathlib import Path, PurePosixPath

from cardgen.guard.files import OutsideError, check_place, is_file, kind_of
from cardgen.read.files import is_below, names_in
from cardgen.read.picture_names import FETCHED, PICTURES, fetched_stem, is_web_address, search, variants
from cardgen.report.diagnostics import did_you_mean, quoted
from cardgen.report.errors import UnlocatedError, final_errors
from cardgen.report.source import Span, display_path

_DRIVE = re.compile(r"[A-Za-z]:(?:/|$)")
_SCHEME = re.compile(r"[A-Za-z][A-Za-z0-9+.-]*:")  # RFC 3986, section 3.1
_MOST_NAMESAKES = 20
_MAX_NAME_LENGTH = 1000  # no file system has longer paths; keeps did-you-mean cheap


class SearchPath:
    """The folders that a build may read, in the order in which they are searched.

    Args:
        template_folders: Folders of templates, the user's own before those of the game.
    """

    def __init__(
        self, deck_folder: Path, template_folders: Sequence[Path], picture_folders: Sequence[Path] = ()
    ) -> None:
        self.deck_folder = deck_folder
        self.template_folders = tuple(template_folders)
        self.picture_folders = tuple(picture_folders)
        self._resolved: dict[Path, Path] = {}

    def find_picture(self, href: str, base: Path | None = None) -> Path:
        """Return the file of a picture: beside the deck, else beside the template, else in the template folders."""
        return self.locate_picture(href, base)[0]

    def locate_picture(self, href: str, base: Path | None = None) -> tuple[Path, str]:
        """Return the file of a picture, and its name if it is called otherwise than the deck writes.

        A backslash is taken as `/`, the suffix may be left out, and case makes no difference if no file has that very name.
        Of a path of another computer, the last part is looked for. The picture of an address is what was fetched from it.

        Args:
            href: Name as written, with `/` or backslashes between its parts.
            base: Folder of the template that names the picture; None if the deck does.

        Returns:
            The file itself, with symbolic links resolved; and its path from its folder, empty if that is how it is written.

        Raises:
            UnlocatedError: E121, the file does not exist; E125, the name leaves the folders.
        """
        roots = [self.deck_folder, *self.picture_folders, *([base] if base else []), *self.template_folders]
        subject = f"picture {quoted(href)}"
        if is_web_address(href):
            return self._fetched_picture(href, subject), ""
        name = href.strip().replace("\\", "/")
        is_elsewhere = bool(_DRIVE.match(name) or (name.startswith("/") and not name.startswith("//")))
        if is_elsewhere and not (found := self._similar_picture([name.rpartition("/")[2]], subject)):
            _parts(href.strip(), "picture", "E121")
        if is_elsewhere and found:
            return found
        parts = _parts(name, "picture", "E121", shown=href)
        other = ""
        names = ["/".join(parts), *variants("/".join(parts))]
        for each in names:
            for root in dict.fromkeys(roots):
                path = self._inside(root, tuple(each.split("/")), subject)
                if path and path.is_file():
                    return path, ""
                other = other or (kind_of(path) if path else "")
        if found := self._similar_picture(names, subject):
            return found
        if other:
            raise UnlocatedError("E121", f"{subject} is {other}", expected="a file")
        similar = (name for root in roots for name in _similar_paths(root, parts) if name.lower().endswith(PICTURES))
        hints = did_you_mean("/".join(parts), [*similar, *_namesakes(self.deck_folder, parts[-1])])
        if not hints and not base:
            hints = ("name another folder of pictures, below that of the deck, with --images FOLDER or the key images",)
        raise UnlocatedError(
            "E121", f"{subject} does not exist", expected="a file in the folder of the deck", hints=hints
        )

    def _similar_picture(self, names: Sequence[str], subject: str) -> tuple[Path, str] | None:
        """Return the file of a picture whose name is written otherwise, and its path; None if there is none."""
        for found in search(names, [self.deck_folder, *self.picture_folders], self.deck_folder):
            path = self._inside(found.folder, tuple(found.name.split("/")), subject)
            if path and path.is_file():
                return path, found.name if found.is_other else ""
        return None

    def _fetched_picture(self, address: str, subject: str) -> Path:
        """Return the file into which the picture of an address was fetched.

        Raises:
            UnlocatedError: E125, it was not.
        """
        for suffix in PICTURES:
            path = self._inside(self.deck_folder, (FETCHED, fetched_stem(address) + suffix), subject)
            if path and path.is_file():
                return path
        message = f"{subject} is a URL, not a file in the folder of the deck"
        raise UnlocatedError("E125", message, hints=["fetch it with cardgen pull, which alone uses the network"])

    @final_errors()
    def find_spreadsheet(self, name: str) -> Path:
        """Return the file of a spreadsheet in the folder of the deck, with symbolic links resolved.

        Args:
            name: Name as written, without a worksheet, with `/` between its parts.

        Raises:
            UnlocatedError: E125, the name leaves the folder; E130, the file does not exist.
        """
        subject = f"spreadsheet {quoted(name)}"
        parts = _parts(name, "spreadsheet", "E130")
        file = self._inside(self.deck_folder, parts, subject)
        if file and file.is_file():
            return file
        hints = did_you_mean("/".join(parts), _similar_paths(self.deck_folder, parts))
        raise UnlocatedError(
            "E130", f"{subject} does not exist", expected="a file in the folder of the deck", hints=hints
        )

    @final_errors()
    def find_template(self, name: str) -> Path | None:
        """Return the file of a template in the first folder that has it, or None.

        Raises:
            UnlocatedError: E125, the name leaves the folders; E401, it cannot be a file name.
        """
        parts = _parts(name, "template", "E401")
        found = (self._inside(root, parts, f"template {quoted(name)}") for root in self.template_folders)
        return next((path for path in found if path and path.is_file()), None)

    @final_errors()
    def find_templates(self, *names: str) -> tuple[Path, ...]:
        """Return the files of some names in all template folders, in the order of the folders.

        Args:
            *names: The names as written, with `/` between their parts.

        Raises:
            UnlocatedError: E125, the name leaves the folders; E401, it cannot be a name.
        """
        wanted = [(_parts(name, "template", "E401"), f"template {quoted(name)}") for name in names]
        found = []
        for root, (parts, subject) in product(self.template_folders, wanted):
            try:
                found.append(self._inside(root, parts, subject))
            except UnlocatedError as error:  # nothing names it: it is found by its place
                error.span = Span(display_path(str(root.joinpath(*parts))))
                raise
        return tuple(path for path in found if path and path.is_file())

    def file_names(self, folder: str, suffix: str, *, keep: bool = False) -> tuple[str, ...]:
        """Return the names of the files in one folder of the templates, sorted.

        Args:
            folder: Name of the folder, such as `icons`.
            suffix: Suffix of the files, such as `.svg`.
        """
        files = {name for root in self.template_folders for name in names_in(root / folder) if name.endswith(suffix)}
        return tuple(sorted(name if keep else name.removesuffix(suffix) for name in files))

    def _inside(self, root: Path, parts: Sequence[str], subject: str) -> Path | None:
        """Return where a name below a folder leads; None if nothing is there.

        A name is looked up in five or more folders, most of which do not have it: one `stat` finds that out, and only a
        file that exists has its symbolic links resolved. A root is resolved once, and again if it seems to have moved.

        Raises:
            UnlocatedError: E125, a symbolic link leaves the folder.
        """
        named = root.joinpath(*parts)
        try:
            named.stat()
            path = Path(check_place(named))
        except OutsideError:
            path = None
        except (OSError, ValueError):
            return None
        if path and path.is_relative_to(self._resolved.get(root, "")):
            return path
        self._resolved[root] = root.resolve()
        if not path or not path.is_relative_to(self._resolved[root]):
            hints = ["copy the file instead"]
            raise UnlocatedError("E125", f"{subject} is a symbolic link out of its folder", hints=hints)
        return path


def _parts(name: str, noun: str, missing: str, *, shown: str = "") -> tuple[str, ...]:
    """Return the parts of a relative name that only goes down.

    Args:
        noun: `picture` or `template`, for messages.
        missing: Code of the error for a text that cannot be a file name.
        shown: The name in messages; empty for `name`.

    Raises:
        UnlocatedError: E125, the name leaves the folder; or `missing`.
    """
    subject = f"{noun} {quoted(shown or name)}"
    expected = "a path below the folder, such as 'art/ships/dory.svg'"
    if "\\" in name:
        raise UnlocatedError("E125", f"{subject} has a backslash", expected=expected, hints=["put '/' between folders"])
    if name.startswith("/") or _DRIVE.match(name):
        hints = ["copy the file into the folder of the deck"]
        raise UnlocatedError("E125", f"{subject} is an absolute path", expected=expected, hints=hints)
    if _SCHEME.match(name):
        raise UnlocatedError("E125", f"{subject} is a URL, not a file in the folder of the deck", expected=expected)
    parts = PurePosixPath(name).parts
    if ".." in parts:
        raise UnlocatedError("E125", f"{subject} leaves its folder with '..'", expected=expected)
    if not parts or len(name) > _MAX_NAME_LENGTH or not name.isprintable():
        raise UnlocatedError(missing, f"{subject} is not a file name", expected=expected)
    return parts


def _similar_paths(root: Path, parts: tuple[str, ...]) -> list[str]:
    """Return existing files whose path differs only in the first part that does not exist."""
    folder = root
    for index, part in enumerate(parts):
        names = names_in(folder) if is_below(folder, root) else ()
        if part not in names:
            paths = ("/".join([*parts[:index], name, *parts[index + 1 :]]) for name in names)
            return [path for path in paths if is_file(root / path)]
        folder = folder / part
    return []


def _namesakes(root: Path, name: str) -> list[str]:
    """Return files of a name in the folders below a folder and in the folders in those, as paths from it."""
    patterns = (f"{prefix}{glob.escape(name)}" for prefix in ("*/", "*/*/"))
    try:
        found = itertools.islice(itertools.chain.from_iterable(map(root.glob, patterns)), _MOST_NAMESAKES)
        return [path.relative_to(root).as_posix() for path in found if is_file(path) and is_below(path, root)]
    except (OSError, ValueError):
        return []
