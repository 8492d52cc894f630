"""Prepare a release: check the tree and the changelog, set the version, commit and tag.

Usage: python .ci/release.py 1.2.0 [--dry-run]

Nothing is pushed. Pushing the tag starts the release workflow.
"""

from __future__ import annotations

import argparse
import re
import subprocess
import sys
from datetime import UTC, datetime
from pathlib import Path

ROOT = Path(__file__).resolve().parent.parent
UNRELEASED = "## Unreleased"


class Refusal(Exception):
    """A reason not to release."""


def git(*arguments: str) -> str:
    """Return the output of a git command."""
    done = subprocess.run(["git", *arguments], cwd=ROOT, capture_output=True, text=True, check=True)
    return done.stdout.strip()


def parse(version: str) -> tuple[int, int, int]:
    """Return the three numbers of a version.

    Raises:
        Refusal: The text is not MAJOR.MINOR.PATCH.
    """
    found = re.fullmatch(r"(0|[1-9]\d*)\.(0|[1-9]\d*)\.(0|[1-9]\d*)", version)
    if not found:
        raise Refusal(f"'{version}' is not a version; expected MAJOR.MINOR.PATCH, such as 1.2.0")
    return int(found[1]), int(found[2]), int(found[3])


def released_changelog(changelog: str, version: str, date: str) -> str:
    """Return the changelog with the section of unreleased changes turned into that of a version.

    A changelog that already has a section `## VERSION` above all other versions stays as it is.

    Args:
        changelog: Text of CHANGELOG.md.
        version: The new version.
        date: Day of the release, as YYYY-MM-DD.

    Raises:
        Refusal: The changelog mentions neither the version nor any unreleased change.
    """
    sections = re.split(r"^(?=## )", changelog, flags=re.MULTILINE)
    newest = sections[1] if len(sections) > 1 else ""
    title, _, body = newest.partition("\n")
    if re.match(rf"## {re.escape(version)}\b", title) and body.strip():
        return changelog
    if title.strip() == UNRELEASED and body.strip():
        return changelog.replace(UNRELEASED, f"## {version} ({date})", 1)
    raise Refusal(f"CHANGELOG.md says nothing about {version}: add a section '{UNRELEASED}' with its changes")


def check_tree() -> None:
    """Check that everything is committed.

    Raises:
        Refusal: There are uncommitted or untracked files.
    """
    status = git("status", "--porcelain")
    if status:
        raise Refusal(f"the working tree is not clean:\n{status}")


def check_newer(version: str, current: str) -> None:
    """Check that a version follows the current one and has no tag yet.

    The current version itself is right for the first release, as long as it has no tag.

    Args:
        version: The new version.
        current: The version in `cardgen/version.py`.

    Raises:
        Refusal: The version is older than the current one, or is tagged.
    """
    if parse(version) < parse(current):
        raise Refusal(f"{version} is not newer than {current}")
    if git("tag", "--list", f"v{version}"):
        raise Refusal(f"tag v{version} exists already")


def main(arguments: list[str]) -> int:
    """Run the command line; returns the exit code."""
    parser = argparse.ArgumentParser(description="Prepare a release: check, set the version, commit and tag.")
    parser.add_argument("version", help="version to release, such as 1.2.0")
    parser.add_argument("--dry-run", action="store_true", help="check only; change nothing")
    options = parser.parse_args(arguments)
    package, changes = ROOT / "cardgen" / "version.py", ROOT / "CHANGELOG.md"
    try:
        source = package.read_text("utf-8")
        found = re.search(r'^__version__ = "(.+)"$', source, flags=re.MULTILINE)
        if not found:
            raise Refusal("cardgen/version.py does not state __version__")
        check_newer(options.version, found[1])
        check_tree()
        today = datetime.now(UTC).date().isoformat()
        changelog = released_changelog(changes.read_text("utf-8"), options.version, today)
    except Refusal as refusal:
        print(f"release: {refusal}", file=sys.stderr)
        return 1
    if options.dry_run:
        print(f"{options.version} can be released")
        return 0
    package.write_text(source.replace(found[0], f'__version__ = "{options.version}"'), "utf-8")
    changes.write_text(changelog, "utf-8")
    git("commit", "--all", "--message", f"Release {options.version}")
    git("tag", "--annotate", f"v{options.version}", "--message", f"cardgen {options.version}")
    print(f"tagged v{options.version}; publish it with: git push --follow-tags")
    return 0


if __name__ == "__main__":
    sys.exit(main(sys.argv[1:]))
