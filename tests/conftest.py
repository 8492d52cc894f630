"""Settings and fixtures of all tests: random examples, the order of tests, the toy game, and decks that are built once."""

import gc
import os
import shutil
import signal
import tempfile
from collections.abc import Callable, Iterator
from dataclasses import replace
from functools import cache
from pathlib import Path
from typing import Any

import pytest
import toy
from built_decks import BuiltDecks
from hypothesis import HealthCheck, settings
from leaks import Leaks
from things import BACK, FACE

from cardgen.guard import disk_cache, files
from cardgen.model.svg_fonts import Families
from cardgen.pipeline.printed_file import build
from cardgen.pipeline.printed_file.build import Job
from cardgen.play.simulate import pace
from cardgen.plugin import registry
from cardgen.plugin.components import Component
from cardgen.plugin.game import Game
from cardgen.plugin.resources import resources
from cardgen.plugin.rules.described import evaluation
from cardgen.plugin.rules.described.rules import DescribedContest
from cardgen.plugin.theme import Theme
from cardgen.processes import allowance
from cardgen.read import svg
from cardgen.read.svg import SvgPicture
from cardgen.read.yaml import load_yaml
from cardgen.render.templates import budget
from cardgen.render.text import font
from cardgen.render.text.font import Font
from cardgen.report.diagnostics import Collector
from cardgen.validate.theme import validate_themes

# No test times anything, whatever else the machine is doing.
settings.register_profile("untimed", deadline=None, suppress_health_check=[HealthCheck.too_slow])
# The same examples each time, of which there are more at night.
settings.register_profile("ci", parent=settings.get_profile("untimed"), derandomize=True, max_examples=50)
settings.register_profile("nightly", parent=settings.get_profile("untimed"), max_examples=1000)
settings.load_profile(os.environ.get("HYPOTHESIS_PROFILE", "ci" if "CI" in os.environ else "untimed"))
# The garbage of thousands of tests is collected in the time of whichever template runs then.
budget.MAX_SECONDS = budget.SECONDS_OF_DECK = 3600
pace.PROBE = 0.01  # nobody reads how long the games of a test take
# No file of a test must outlive a power failure: each of thousands would be waited for. A closed file is an error here too.
os.fsync = os.fstat
# What a shell runs in the background ignores Ctrl-C, what `nohup` runs the end of its terminal, and so does all that they start.
for number, handler in (("SIGINT", signal.default_int_handler), ("SIGHUP", signal.SIG_DFL)):
    if hasattr(signal, number) and signal.getsignal(getattr(signal, number)) is signal.SIG_IGN:
        signal.signal(getattr(signal, number), handler)


def _read_shipped_files_once() -> None:
    """Keep each picture and each font that ships once it is read, which takes half of the time in which a deck is opened."""
    read, folders = svg.load_svg, (resources().templates, resources().decks)
    kept: dict[Path, SvgPicture] = {}

    def load_svg(path: Path, families: Families | None = None) -> SvgPicture:
        if not any(path.is_relative_to(folder) for folder in folders):
            return read(path, families)
        if path not in kept:
            kept[path] = read(path, families)
        return kept[path]

    svg.load_svg = load_svg

    class ShippedFont(Font):
        shape = cache(Font.shape)

    shipped = cache(ShippedFont)
    font.Font = lambda path: shipped(path) if path.is_relative_to(resources().fonts) else Font(path)


LONG = (
    "test_contract.py", "test_new_game.py", "test_check_is_build.py", "test_large_box.py", "test_printed.py",
    "browser",
)  # fmt: skip
"""Files of tests that take long together, and a folder of them."""


@pytest.fixture(autouse=True)
def _own_allowance() -> None:
    """Each test is a command of its own, which has opened no folder yet."""
    allowance.begin()
    files._confined.clear()


@pytest.fixture(autouse=True, scope="module")
def _no_old_objects() -> Iterator[None]:
    """Collections of garbage leave out what earlier files left: else each full one takes half a second in the end."""
    yield
    gc.collect()
    gc.freeze()


@pytest.hookimpl(optionalhook=True)
def pytest_xdist_make_scheduler(config: pytest.Config, log: Any) -> Any:
    """Give each worker whole groups of plain tests, in the order of collection.

    Tests of processes are one group, so that no two of them run at the same time. Other extended tests, of which few run, come
    one by one.
    """
    if config.getoption("dist") != "load":  # somebody asks for another way
        return None
    from xdist.scheduler import LoadScopeScheduling

    @cache
    def group_of(file: str) -> str:
        if "/processes/" in file or "mark.processes" in (config.rootpath / file).read_text("utf-8"):
            return "processes"
        return "browser" if "/browser/" in file else file

    class Groups(LoadScopeScheduling):
        def _split_scope(self, nodeid: str) -> str:
            group = group_of(nodeid.partition("::")[0])
            return group if is_plain or group == "processes" else nodeid

    is_plain = "not extended" in config.getoption("markexpr")
    config.option.loadscopereorder = False
    return Groups(config, log)


def pytest_addoption(parser: pytest.Parser) -> None:
    parser.addoption("--leaks", action="store_true", help="fail each test that leaks a file, a process or a coroutine")


def pytest_configure(config: pytest.Config) -> None:
    _read_shipped_files_once()
    if config.getoption("leaks"):
        config.pluginmanager.register(Leaks(config))
    if disk_cache.VARIABLE not in os.environ:  # workers and commands inherit it
        folder = os.environ[disk_cache.VARIABLE] = tempfile.mkdtemp(prefix="cardgen-cache-")
        config.add_cleanup(lambda: shutil.rmtree(folder, ignore_errors=True))


@pytest.hookimpl(wrapper=True)
def pytest_make_collect_report(collector: pytest.Collector) -> Iterator[None]:
    """Let every other worker read the tests from the last folder on, so that each compiles half of them in a new clone."""
    report = yield
    if isinstance(collector, pytest.Directory) and os.environ.get("PYTEST_XDIST_WORKER", "gw0")[-1] in "13579":
        report.result.reverse()
    return report


def pytest_collection_modifyitems(items: list[pytest.Item]) -> None:
    """Begin with the longest files."""
    if "PYTEST_XDIST_WORKER" in os.environ:  # in whatever order they were read
        items.sort(key=lambda item: str(item.path))
    items.sort(key=lambda item: not {item.path.name, item.path.parent.name} & {*LONG})


@pytest.hookimpl(wrapper=True)
def pytest_collection() -> Iterator[object]:
    """Collect no garbage while tests are read, which takes half as long so, and leave them out of later collections."""
    gc.disable()
    try:
        return (yield)
    finally:
        gc.collect()
        gc.freeze()
        gc.set_threshold(20_000)  # collections of Python's usual number take 7 % of the time of tests
        gc.enable()


@pytest.fixture(scope="session")
def theme_of() -> Callable[[Game], Theme]:
    """Gives the theme of a game over that of the core."""

    def read(game: Game) -> Theme:
        found = Collector()
        files = [folder / "theme.yaml" for folder in (resources().templates / "common", game.resources)]
        theme = validate_themes([load_yaml(file, found) for file in files], found)
        assert theme and not found.items
        return theme

    return read


@pytest.fixture
def toy_game() -> Iterator[None]:
    """Make the toy game known, as an installed plug-in would be."""
    with pytest.MonkeyPatch.context() as patch:
        patch.setattr(registry, "_added", {})
        registry.add_game(toy.GAME)
        yield


@pytest.fixture
def toy_folder(tmp_path: Path, toy_game: None) -> Path:
    """A folder of one's own with the toy deck, `suns.yaml`, to be broken."""
    shutil.copytree(toy.FOLDER / "art", tmp_path / "art")
    shutil.copy(toy.DECK, tmp_path / "suns.yaml")
    return tmp_path


@pytest.fixture
def things(toy_folder: Path, monkeypatch: pytest.MonkeyPatch) -> Callable[..., Path]:
    """Makes the toy game one of other components, such as those in `things.py`; gives its deck."""

    def make(*components: Component) -> Path:
        (toy_folder / "templates").mkdir(exist_ok=True)
        (toy_folder / "templates" / "thing.svg.j2").write_text(FACE, "utf-8")
        (toy_folder / "templates" / "thing-back.svg.j2").write_text(BACK, "utf-8")
        monkeypatch.setitem(registry._added, toy.GAME.id, replace(toy.GAME, components=components))
        return toy_folder / "suns.yaml"

    return make


@pytest.fixture
def no_front_pages(monkeypatch: pytest.MonkeyPatch) -> None:
    """Pages 1 and 2, which take half of the time of a small deck, are not drawn where only its pieces count."""
    monkeypatch.setattr(build, "draw_front_pages", lambda *_: ())


@pytest.fixture
def learns_little(monkeypatch: pytest.MonkeyPatch) -> None:
    """Chances of described games are learned from a tenth of the random games, where it only counts that they are chances."""
    for name in ("DECISIONS", "MOST_DECISIONS", "FEWEST", "SAMPLES"):
        monkeypatch.setattr(evaluation, name, getattr(evaluation, name) // 10)
    for name in ("evaluation", "rollout_turns"):  # so that contests that tests share do not keep what was learned
        monkeypatch.setattr(DescribedContest, name, _of_this_test(vars(DescribedContest)[name].func))


def _of_this_test(learn: Callable[[DescribedContest], object]) -> property:
    """Return a property that is learned once for each contest, and forgotten after the test."""
    kept: dict[int, tuple[DescribedContest, object]] = {}  # with the contest, so that no other one gets its number

    def value(contest: DescribedContest) -> object:
        if id(contest) not in kept:
            kept[id(contest)] = contest, learn(contest)
        return kept[id(contest)][1]

    return property(value)


@pytest.fixture(scope="session")
def built(tmp_path_factory: pytest.TempPathFactory) -> Callable[..., tuple[Job, Path]]:
    """Builds a deck that ships, each way once in a run: what was prepared, and the file."""
    folder = tmp_path_factory.getbasetemp()
    if "PYTEST_XDIST_WORKER" in os.environ:
        folder = folder.parent  # that of the run, which its workers share
    return BuiltDecks(folder / "built").build
