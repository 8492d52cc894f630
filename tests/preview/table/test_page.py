"""What waits to be sent to a page, and when its connection is closed."""

import asyncio

from cardgen.preview.table.page import MOST_WAITING, RoomPage


async def sent(page: RoomPage) -> list[object]:
    """Take what the connection of a page would send before it is closed."""
    found = []
    while (frame := await asyncio.wait_for(page.next(), 60)) is not None:
        found.append(frame)
    return found


async def test_a_page_that_was_closed_takes_nothing_more_and_keeps_why():
    page = RoomPage()
    page.send({"type": "refused"})
    page.close(4429)
    for number in range(2 * MOST_WAITING):
        page.send({"number": number})
    assert await sent(page) == [{"type": "refused"}] and page.why == 4429


async def test_a_page_that_takes_nothing_is_closed():
    page = RoomPage()
    for number in range(MOST_WAITING):
        page.send({"number": number})
    assert not page.is_closed
    page.send({"number": MOST_WAITING})
    assert page.is_closed and page.why == 1001, "RFC 6455, 7.4.1: the server goes away"
    assert await sent(page) == [{"number": number} for number in range(1, MOST_WAITING)]
