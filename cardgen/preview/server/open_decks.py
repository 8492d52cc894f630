"""Hold the open decks, each with its workers, watcher, editor files and games."""

from __future__ import annotations

from collections import OrderedDict
from collections.abc import Callable, Collection, Mapping, Sequence
from pathlib import Path

from starlette.exceptions import HTTPException
from starlette.requests import Request

from cardgen.model.deck import deck_name, split_sheet
from cardgen.pipeline.options import BuildOptions
from cardgen.pipeline.printed_file.targets import printed_record, target_of
from cardgen.preview.deck_worker import DeckWorker
from cardgen.preview.editor.files import DeckFiles
from cardgen.preview.editor.worker import AssistantWorker
from cardgen.preview.live import LIMIT, LiveDeck
from cardgen.preview.pictures.recent_pictures import RecentPictures
from cardgen.preview.printing.worker import PrintWorker
from cardgen.preview.server.page_options import read_options
from cardgen.preview.session.snapshot import News, Version
from cardgen.preview.tryit.trial import DeckTrials
from cardgen.preview.watch import FolderWatcher, is_read
from cardgen.preview.workbooks.files import WorkbookFiles
from cardgen.read.strings import readable

MOST_LIVE = 6
"""Combinations of options of a deck that are kept up to date, at most, besides those that a page follows."""


class OpenDeck:
    """A deck with everything that is open of it.

    Args:
        path: The deck file, absolute.
        shown: The path as the user wrote it.
        watcher: Watches its folder from the first look at it on.
        out: Folder of what is made of the deck, and of the records of what was printed.

    Attributes:
        printed_record: The file that says what is on paper; it need not exist.
    """

    def __init__(self, id: str, path: Path, shown: str, watcher: FolderWatcher, out: Path) -> None:
        self.id = id
        self.path = path
        self.shown = shown
        self.assistant = AssistantWorker(Path(shown))
        self.printing = PrintWorker(Path(shown), out if id == deck_name(path) else out / id)
        target = target_of(path, self.printing.out)
        self.worker = DeckWorker(Path(shown), self._publish, target, self._build_after_loss)
        self.pictures = RecentPictures()
        self.printed_record = printed_record(target).absolute()
        self.trials = DeckTrials()
        self.files = DeckFiles(path)
        self.workbooks = WorkbookFiles(self.files)
        self._watcher = watcher
        self._live: OrderedDict[BuildOptions, LiveDeck] = OrderedDict()

    @property
    def title(self) -> str:
        """Name for people, by which decks of one game are told apart."""
        return readable(deck_name(self.path))

    def live(self, options: BuildOptions) -> LiveDeck:
        """Return the deck with some options."""
        if options not in self._live:
            self._watcher.add([self.path.parent, self.printed_record.parent])
            self._live[options] = LiveDeck(self.worker, options, self.title, self._watcher.add)
        self._live.move_to_end(options)
        for old, live in [*self._live.items()][:-MOST_LIVE]:
            if not live.has_listeners:
                live.close()
                del self._live[old]
        return self._live[options]

    async def missing_pictures(self, options: BuildOptions) -> Sequence[str]:
        """Return the pictures that the deck names and that did not exist when it was drawn last.

        Args:
            options: With which it is drawn if it is not shown yet.

        Raises:
            WorkerLostError: The preview ends.
        """
        # Only what a page follows is drawn again after each edit.
        shown = (live.snapshot for live in self._live.values() if live.has_listeners and live.snapshot)
        known = next((snapshot.missing for snapshot in shown if snapshot.missing is not None), None)
        return known if known is not None else (await self.live(options).current(LIMIT)).missing or ()

    def touch(self, files: Collection[Path]) -> None:
        """Build again if a file that the deck is made of may have changed.

        Args:
            files: The files that have changed; empty if any may have.
        """
        if not files or any(file == self.printed_record or is_read(file, self.path) for file in files):
            for live in self._live.values():
                live.touch()
        self.trials.touch(files)

    def close(self) -> None:
        """End everything that is open."""
        for live in self._live.values():
            live.close()
        self.worker.close()
        self.assistant.close()
        self.printing.close()
        self.trials.close()

    def _build_after_loss(self) -> None:
        for live in self._live.values():
            live.build_after_loss()

    def _publish(self, options: BuildOptions, news: News, version: Version, pictures: Mapping[str, bytes]) -> None:
        for name, data in pictures.items():
            self.pictures.keep(name, data)
        if options in self._live:
            self._live[options].publish(news, version)


class OpenDecks:
    """The decks that are shown.

    Args:
        decks: The deck files as the user wrote them.
        options: Options of the command, which those of an address override.
        out: Folder of what is made of the decks; two decks of one name get a folder in it for the second.
        is_polling: Whether to look for changes again and again, for network drives that report none.

    Attributes:
        streams: Number of pages that are being told of changes.
        on_touch: Called with the files that have changed, none if any may have.
    """

    def __init__(
        self,
        decks: Sequence[Path],
        options: BuildOptions,
        out: Path = Path("out"),
        *,
        is_polling: bool = False,
    ) -> None:
        self.options = options
        self.streams = 0
        self.on_touch: list[Callable[[Collection[Path]], None]] = []
        self.watcher = FolderWatcher(self._touch, is_polling=is_polling)
        self._decks: dict[str, OpenDeck] = {}
        self._out = out
        for deck in decks:
            self.add(deck)

    def add(self, deck: Path) -> OpenDeck:
        """Open a deck, unless it is open.

        Args:
            deck: The deck file as the user wrote it.
        """
        file, mark, sheet = str(deck), "", ""
        if split_sheet(file)[1]:
            file, mark, sheet = file.rpartition("#")
        absolute = Path(f"{Path(file).absolute()}{mark}{sheet}")
        known = next((opened for opened in self._decks.values() if opened.path == absolute), None)
        if known is None:
            id = _free_name(deck_name(deck), self._decks)
            known = self._decks[id] = OpenDeck(id, absolute, str(deck), self.watcher, self._out)
        return known

    @property
    def by_id(self) -> Mapping[str, OpenDeck]:
        """The decks by their names in addresses, in the order of the command."""
        return self._decks

    def of(self, request: Request) -> OpenDeck:
        """Return the deck that an address names.

        Raises:
            HTTPException: 404, there is none of this name.
        """
        opened = self._decks.get(request.path_params["deck"])
        if opened is None:
            raise HTTPException(404)
        return opened

    def view(self, request: Request) -> tuple[OpenDeck, BuildOptions]:
        """Return the deck and the options that an address names.

        Raises:
            HTTPException: 404, there is no such deck; 400, an option is unknown or has no such value.
        """
        return self.of(request), read_options(self.options, dict(request.query_params))

    def close(self) -> None:
        """End everything that is open, so that the server can stop."""
        for opened in self._decks.values():
            opened.close()

    def _touch(self, files: Collection[Path]) -> None:
        for opened in self._decks.values():
            opened.touch(files)
        for hear in self.on_touch:
            hear(files)


def _free_name(name: str, taken: Collection[str]) -> str:
    number, free = 2, name
    while free in taken:
        free, number = f"{name}-{number}", number + 1
    return free
