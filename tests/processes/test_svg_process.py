"""The converter of SVG may be ended at any time, and nothing else is harmed."""

import contextlib
import io
import os
import select
import subprocess
import sys

import pikepdf
import pytest

from cardgen.geometry.units import Size
from cardgen.model.drawing import Artwork
from cardgen.report.errors import UnlocatedError
from cardgen.write import artwork as artworks
from cardgen.write import svg_process
from cardgen.write.artwork import ArtworkConverter
from cardgen.write.svg_process import ConversionError, OverLimitError, SvgProcess

SVG = '<svg xmlns="http://www.w3.org/2000/svg" viewBox="0 0 9 9" width="9mm" height="9mm">{}</svg>'


def art(body: str = '<rect width="3" height="3"/>') -> Artwork:
    return Artwork(SVG.format(body), Size(9, 9))


@pytest.fixture
def process():
    started = SvgProcess()
    yield started
    started.close()


def test_each_artwork_becomes_a_page_and_the_worker_is_used_again(process):
    with pikepdf.open(io.BytesIO(process.convert([art(), art("<circle r='2'/>")], []))) as pdf:
        assert len(pdf.pages) == 2
    first = process._process
    process.convert([art()], [])
    assert process._process is first


def test_what_the_converter_refuses_is_told_and_ends_nothing(process):
    process.start()
    first = process._process
    with pytest.raises(ConversionError, match="SVG"):
        process.convert([Artwork("<svg", Size(9, 9))], [])
    assert process.convert([art()], [])
    assert process._process is first


@pytest.mark.skipif(sys.platform != "linux", reason="other systems do not limit the memory of a process")
def test_too_much_memory_ends_the_worker_only_and_another_one_is_started(process):
    process._memory = 2**20
    with pytest.raises(OverLimitError):
        process.convert([art()], [])
    process._memory = svg_process.MEMORY
    assert process.convert([art()], [])


def test_a_worker_that_is_ended_while_it_works_is_over_its_limit(process, monkeypatch):
    process.start()
    real = svg_process._read
    monkeypatch.setattr(svg_process, "_read", lambda *read: process._process.kill() or real(*read))
    with pytest.raises(OverLimitError):
        process.convert([art()], [])
    monkeypatch.setattr(svg_process, "_read", real)
    assert process.convert([art()], [])


@pytest.mark.skipif(not hasattr(os, "pidfd_open"), reason="nobody can wait for the process of another one")
def test_a_worker_ends_with_the_process_that_started_it():
    code = "from cardgen.write.svg_process import svg_process as p; p().start(); print(p()._process.pid, flush=True); import os; os._exit(0)"
    env = {**os.environ, "PYTHONPATH": os.pathsep.join(sys.path)}
    worker = int(subprocess.run([sys.executable, "-c", code], env=env, capture_output=True, check=True).stdout)
    with contextlib.suppress(ProcessLookupError):  # it has ended already
        handle = os.pidfd_open(worker)
        try:
            assert select.select([handle], [], [], 60)[0]
        finally:
            os.close(handle)


def test_the_first_artwork_that_is_over_the_limit_is_named(monkeypatch):
    def convert(batch, folders):
        if any("bomb" in artwork.svg for artwork in batch):
            raise OverLimitError
        return svg_process.svg_process().convert(batch, folders)

    monkeypatch.setattr(artworks, "_compile", convert)
    with pytest.raises(UnlocatedError) as raised:
        ArtworkConverter().convert([art(), art('<g id="bomb"/>'), art("<circle r='2'/>")])
    assert raised.value.code == "E602"
    assert raised.value.message == "picture '<g id=\"bomb\"/></svg>' takes too long to draw, or too much memory"
    assert "10 s" in raised.value.expected


@pytest.mark.skipif(not hasattr(os, "fork"), reason="there are no forked processes")
def test_a_forked_process_leaves_the_worker_to_its_parent_and_warns_of_nothing(process):
    process.start()
    pid = os.fork()
    if not pid:
        sys.unraisablehook = lambda _: os._exit(1)  # a warning, which is an error here, while something is freed
        process.close()
        os._exit(0)
    assert os.waitpid(pid, 0)[1] == 0
    assert process._process.poll() is None
    assert process.convert([art()], [])
