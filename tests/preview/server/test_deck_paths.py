"""The decks and the port that `cardgen preview` is given."""

import asyncio
import socket
from pathlib import Path

import pytest

from cardgen.preview.server import listening
from cardgen.preview.server.deck_paths import find_decks
from cardgen.preview.server.listening import open_socket
from cardgen.report.errors import CardgenError, UnlocatedError
from tests.preview.coroutines import run_coroutine


def write(folder: Path, *names: str) -> None:
    folder.mkdir(parents=True, exist_ok=True)
    for name in names:
        (folder / name).write_text("game: cards\n", "utf-8")


def test_a_folder_stands_for_its_decks(tmp_path):
    write(tmp_path, "b.yaml", "a.yaml", "theme.yaml", "cards.csv", "notes.txt")
    assert find_decks([tmp_path, tmp_path / "a.yaml"]) == [tmp_path / "a.yaml", tmp_path / "b.yaml"]


def test_spreadsheets_are_decks_where_nothing_else_is(tmp_path):
    write(tmp_path, "cards.csv")
    assert find_decks([tmp_path]) == [tmp_path / "cards.csv"]
    write(tmp_path, "book.xlsx")
    assert find_decks([tmp_path / "book.xlsx#Cards"]) == [tmp_path / "book.xlsx#Cards"]


def test_without_a_name_the_current_folder_is_taken_or_its_decks(tmp_path, monkeypatch):
    write(tmp_path / "decks", "a.yaml")
    monkeypatch.chdir(tmp_path)
    assert find_decks([]) == [Path("decks/a.yaml")]
    write(tmp_path, "b.yaml")
    assert find_decks([]) == [Path("b.yaml")]


def test_a_broken_deck_is_a_deck(tmp_path):
    (tmp_path / "a.yaml").write_text("cards: [", "utf-8")
    assert find_decks([tmp_path / "a.yaml"]) == [tmp_path / "a.yaml"]


def test_every_name_that_is_none_is_reported(tmp_path):
    write(tmp_path, "theme.yaml")
    with pytest.raises(CardgenError) as raised:
        find_decks([tmp_path / "missing.yaml", tmp_path / "theme.yaml", tmp_path])
    assert [item.code for item in raised.value.diagnostics] == ["E101", "E118", "E794"]


def test_a_single_folder_may_be_empty_for_a_preview(tmp_path, monkeypatch):
    monkeypatch.chdir(tmp_path)
    assert find_decks([], may_be_empty=True) == find_decks([tmp_path], may_be_empty=True) == []
    with pytest.raises(CardgenError, match="holds no deck"):
        find_decks([])
    write(tmp_path / "more", "a.yaml")
    with pytest.raises(CardgenError, match="holds no deck"):
        find_decks([tmp_path, tmp_path / "more"], may_be_empty=True)


def test_a_port_that_is_taken_is_skipped_unless_it_was_asked_for(monkeypatch):
    with socket.create_server(("127.0.0.1", 0)) as taken:
        port = taken.getsockname()[1]
        monkeypatch.setattr(listening, "PORT", port)
        with open_socket("127.0.0.1", 0) as found:
            assert port < found.getsockname()[1] < port + 20
        with pytest.raises(UnlocatedError, match=f"the preview cannot listen on port {port} of 127.0.0.1") as raised:
            open_socket("127.0.0.1", port)
        assert raised.value.code == "E793"


def test_an_address_of_another_computer_is_refused():
    with pytest.raises(UnlocatedError, match="cannot listen") as raised:
        open_socket("192.0.2.1", 0)
    assert raised.value.code == "E793"


def test_a_socket_listens_for_this_computer_alone():
    with open_socket("127.0.0.1", 0) as opened:
        assert opened.family == socket.AF_INET
        assert opened.getsockname()[0] == "127.0.0.1"


def test_each_answer_is_sent_at_once():
    async def is_undelayed() -> bool:
        accepted: asyncio.Queue[asyncio.StreamWriter] = asyncio.Queue()
        with open_socket("127.0.0.1", 0) as opened:
            server = await asyncio.start_server(lambda _, writer: accepted.put_nowait(writer), sock=opened)
            async with server:
                _, ours = await asyncio.open_connection(*opened.getsockname())
                theirs = await accepted.get()
                found = theirs.get_extra_info("socket").getsockopt(socket.IPPROTO_TCP, socket.TCP_NODELAY)
                for writer in (ours, theirs):
                    writer.close()
                    await writer.wait_closed()
        return bool(found)

    assert run_coroutine(is_undelayed())
