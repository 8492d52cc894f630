"""The server ends, whatever its connections do at that moment."""

import socket

import uvicorn
from websockets.exceptions import InvalidState

from cardgen.preview.server.http_server import _Server


class Leaving:
    """A connection whose page leaves as the server ends."""

    def shutdown(self):
        raise InvalidState("connection is closing")


async def test_a_page_that_leaves_as_the_server_ends_is_no_fault():
    server = _Server(uvicorn.Config(None, lifespan="off"))
    server.servers = []
    server.server_state.connections.add(Leaving())
    with socket.socket() as listening:
        await server.shutdown([listening])
        assert listening.fileno() == -1, "it takes no more connections"
