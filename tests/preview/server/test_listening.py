"""The socket of the preview: which ports are tried, what is said of those that cannot be used, and its names."""

import errno
import socket

import pytest

from cardgen.preview.server import listening
from cardgen.report.errors import UnlocatedError


@pytest.fixture
def computer(monkeypatch):
    """A computer on which binding a port fails with the number of an error; returns the ports that were tried."""

    def of(fails):
        tried = []

        class Socket:
            def __init__(self, *kind):
                self.kind, self.is_open, self.options, self.backlog = kind, True, [], 0
                tried.append(self)

            def setsockopt(self, *option):
                self.options.append(option)

            def bind(self, address):
                self.address = address
                if error := fails(address[1]):
                    raise OSError(error, "Some Reason")

            def listen(self, backlog):
                self.backlog = backlog

            def close(self):
                self.is_open = False

        monkeypatch.setattr(listening.socket, "socket", Socket)
        monkeypatch.setattr(listening.socket, "getaddrinfo", lambda host, port, type: [(socket.AF_INET6, type)])
        return tried

    return of


def test_the_first_free_port_is_taken(computer):
    tried = computer({8270: errno.EADDRINUSE, 8271: errno.EACCES}.get)
    found = listening.open_socket("127.0.0.1", 0)
    assert [one.address for one in tried] == [("127.0.0.1", port) for port in (8270, 8271, 8272)]
    assert [one.is_open for one in tried] == [False, False, True] and found is tried[2]
    assert found.kind == (socket.AF_INET6, socket.SOCK_STREAM, socket.IPPROTO_TCP) and found.backlog == 128
    assert found.options == [(socket.SOL_SOCKET, socket.SO_REUSEADDR, 1)]
    tried = computer(lambda port: 0)
    assert listening.open_socket("::1", 9000) is tried[0] and tried[0].address == ("::1", 9000)


@pytest.mark.parametrize(
    ("port", "error", "count", "message"),
    [
        (0, errno.EADDRINUSE, 20, "the preview cannot listen on any port from 8270 to 8289 of ::1: some reason"),
        (0, errno.EADDRNOTAVAIL, 1, "the preview cannot listen on any port from 8270 to 8289 of ::1: some reason"),
        (9000, errno.EACCES, 1, "the preview cannot listen on port 9000 of ::1: some reason"),
    ],
)
def test_ports_that_cannot_be_used_are_told(computer, port, error, count, message):
    tried = computer(lambda port: error)
    with pytest.raises(UnlocatedError) as caught:
        listening.open_socket("::1", port)
    assert (caught.value.code, caught.value.message) == ("E793", message)
    assert caught.value.hints == ("another preview may be running; name another port with --port",)
    assert len(tried) == count and not any(one.is_open for one in tried)


def test_an_address_that_is_none_is_told(monkeypatch):
    def unknown(*_, **__):
        raise socket.gaierror(-2, "Name or service not known")

    monkeypatch.setattr(listening.socket, "getaddrinfo", unknown)
    with pytest.raises(UnlocatedError) as caught:
        listening.open_socket("nowhere", 0)
    assert caught.value.message == "the preview cannot listen on 'nowhere': name or service not known"
    assert caught.value.expected == "an address of this computer"


def test_names_of_the_page_are_those_of_its_address(monkeypatch):
    monkeypatch.setattr(listening.socket, "gethostname", lambda: "Desk")
    monkeypatch.setattr(listening, "_own_address", lambda: "192.168.1.7")
    own = {"localhost", "127.0.0.1", "::1"}
    for host, is_shared, names, shown in (
        ("localhost", False, own, "localhost"),
        ("127.0.0.1", False, own, "127.0.0.1"),
        ("::1", False, own, "[::1]"),
        ("0.0.0.0", True, {"", "localhost", "desk"}, "192.168.1.7"),
        ("::", True, {"", "localhost", "desk"}, "192.168.1.7"),
        ("Desk.local", True, {"desk.local"}, "Desk.local"),
        ("fe80::1", True, {"fe80::1"}, "[fe80::1]"),
    ):
        told = listening.is_shared(host), listening.allowed_names(host), listening.shown_host(host)
        assert told == (is_shared, names, shown), host


@pytest.mark.parametrize(("fails", "shown"), [(False, "192.168.1.7"), (True, "127.0.0.1")])
def test_the_address_of_this_computer_is_that_of_its_way_into_the_network(monkeypatch, fails, shown):
    used = []

    class Probe:
        def __init__(self, *kind):
            used.append(kind)

        def __enter__(self):
            return self

        def __exit__(self, *error):
            used.append("closed")

        def connect(self, address):
            assert address[0].startswith("192.0.2.")  # of no computer, RFC 5737
            if fails:
                raise OSError

        def getsockname(self):
            return "192.168.1.7", 40_000

    monkeypatch.setattr(listening.socket, "socket", Probe)
    assert listening.shown_host("0.0.0.0") == shown
    assert used == [(socket.AF_INET, socket.SOCK_DGRAM), "closed"]
