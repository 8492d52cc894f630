"""The release script refuses what must not be released."""

import runpy
import subprocess
import sys
from pathlib import Path

import pytest

ROOT = Path(__file__).parents[2]
RELEASE = runpy.run_path(str(ROOT / ".ci" / "release.py"))
Refusal, released_changelog = RELEASE["Refusal"], RELEASE["released_changelog"]

BEFORE = "# Changelog\n\n## Unreleased\n\n- Something new.\n\n## 1.0.0 (2026-01-02)\n\n- Everything.\n"


def test_the_unreleased_changes_become_those_of_the_version():
    after = released_changelog(BEFORE, "1.1.0", "2026-03-04")
    assert after == BEFORE.replace("## Unreleased", "## 1.1.0 (2026-03-04)")


def test_a_changelog_that_mentions_the_version_stays():
    text = BEFORE.replace("Unreleased", "1.1.0 (2026-03-04)")
    assert released_changelog(text, "1.1.0", "2026-03-05") == text


@pytest.mark.parametrize(
    "changelog",
    [
        "# Changelog\n",
        "# Changelog\n\n## Unreleased\n\n## 1.0.0 (2026-01-02)\n\n- Everything.\n",
        "# Changelog\n\n## 1.0.0 (2026-01-02)\n\n- Everything; 1.1.0 will bring more.\n",
    ],
)
def test_an_unmentioned_version_is_refused(changelog):
    with pytest.raises(Refusal, match=r"says nothing about 1\.1\.0"):
        released_changelog(changelog, "1.1.0", "2026-03-04")


@pytest.mark.parametrize("version", ["1", "1.2", "v1.2.3", "1.2.3rc1", "01.2.3"])
def test_what_is_no_version_is_refused(version):
    with pytest.raises(Refusal, match="is not a version"):
        RELEASE["parse"](version)


@pytest.fixture
def repository(tmp_path):
    """A small repository with the script in its place."""
    (tmp_path / ".ci").mkdir()
    (tmp_path / "cardgen").mkdir()
    (tmp_path / ".ci" / "release.py").write_text((ROOT / ".ci" / "release.py").read_text("utf-8"), "utf-8")
    (tmp_path / "cardgen" / "version.py").write_text('__version__ = "1.0.0"\n', "utf-8")
    (tmp_path / "CHANGELOG.md").write_text(BEFORE, "utf-8")
    for command in (["init", "-q"], ["add", "."], ["commit", "-q", "-m", "Begin"]):
        git(tmp_path, *command)
    return tmp_path


def git(folder, *arguments):
    identity = ["-c", "user.name=A", "-c", "user.email=a@example.org"]
    done = subprocess.run(["git", *identity, *arguments], cwd=folder, capture_output=True, text=True, check=True)
    return done.stdout.strip()


def release(folder, *arguments):
    environment = {
        "GIT_AUTHOR_NAME": "A",
        "GIT_AUTHOR_EMAIL": "a@example.org",
        "PATH": __import__("os").environ["PATH"],
    }
    environment |= {"GIT_COMMITTER_NAME": "A", "GIT_COMMITTER_EMAIL": "a@example.org"}
    command = [sys.executable, ".ci/release.py", *arguments]
    return subprocess.run(command, cwd=folder, capture_output=True, text=True, env=environment, check=False)


def test_a_release_sets_the_version_dates_the_changelog_and_tags(repository):
    done = release(repository, "1.1.0")
    assert (done.returncode, done.stderr) == (0, "")
    assert '__version__ = "1.1.0"' in (repository / "cardgen" / "version.py").read_text("utf-8")
    assert "## 1.1.0 (20" in (repository / "CHANGELOG.md").read_text("utf-8")
    assert git(repository, "tag") == "v1.1.0"
    assert git(repository, "status", "--porcelain") == ""


def test_a_changed_tree_is_refused_and_left_alone(repository):
    (repository / "new.txt").write_text("new", "utf-8")
    done = release(repository, "1.1.0")
    assert done.returncode == 1
    assert "the working tree is not clean" in done.stderr
    assert git(repository, "tag") == ""


def test_an_older_or_tagged_version_is_refused(repository):
    assert "is not newer than 1.0.0" in release(repository, "0.9.0").stderr
    git(repository, "tag", "v1.0.0")
    assert "tag v1.0.0 exists already" in release(repository, "1.0.0").stderr


def test_a_dry_run_changes_nothing(repository):
    assert release(repository, "1.1.0", "--dry-run").stdout == "1.1.0 can be released\n"
    assert git(repository, "status", "--porcelain") == git(repository, "tag") == ""
