"""What commands print is as recorded: the exit code, then the lines of standard output and those of standard error."""

from dataclasses import replace
from pathlib import Path
from types import SimpleNamespace

import pytest

import cardgen
from cardgen.balancing.deck_numbers import open_source
from cardgen.balancing.result import BalanceReport, BalanceSetup, NumberChange, PairingRate, Proposal
from cardgen.changes.rows import FieldChange, RowChange
from cardgen.cli.console import _colored
from cardgen.pipeline.pull import icons, lists
from cardgen.pipeline.pull.pictures import PulledFile
from cardgen.play.simulate.intervals import Interval
from cardgen.plugin.resources import resources
from cardgen.preview.gallery import site
from cardgen.preview.server import start
from cardgen.report.diagnostics import Diagnostic
from cardgen.report.errors import UnlocatedError
from tests.plugin.rules.described.test_effects import CARDS, DECK, GAME
from tests.recorded import check_recorded

pytestmark = pytest.mark.usefixtures("no_front_pages")

COLORS = "colors: {ink: '#222222', paper: '#ffffff', primary: '#884400'}"
FRENCH = f"game: toy\ntitle: {{en: Suns, fr: Soleils}}\n{COLORS}\ncards:\n  - {{id: dawn, name: Dawn, text: {{en: Rise., fr: Levez.}}, copies: 10}}\n"
BAD = f"game: toy\ntitle: Bad\n{COLORS}\ncards: [{{id: a, name: A, text: b, art: none.svg}}, {{id: b, name: B, text: 5, cost: 2}}]\n"


@pytest.fixture
def tell(run, in_folder, monkeypatch):
    """A function that runs command lines and compares what they print with the part of the record of this name."""
    monkeypatch.setenv("CARDGEN_CONFIG", str(in_folder / "config"))

    def tell(name, *lines):
        texts = []
        for line in lines:
            code, out, err = run(*line.split())
            texts.append(f"$ {line} -> {code}")
            shown = [(mark, one) for mark, text in (("|", out), ("!", err)) for one in text.split("\n")[:-1]]
            texts += [f"{mark} {one}".rstrip() for mark, one in shown if not one.startswith(("Usage:", "Try "))]
            assert all(not text or text.endswith("\n") for text in (out, err)), "each line is ended"
        check_recorded(
            Path(__file__).with_name(f"told_{name}.txt"), (text.replace(str(in_folder), ".") for text in texts)
        )

    return tell


def test_what_is_told_of_a_deck(tell, in_folder):
    """Commands that read a deck and write little."""
    (in_folder / "soleils.yaml").write_text(FRENCH, "utf-8")
    (in_folder / "game.yaml").write_text(GAME, "utf-8")
    (in_folder / "cards.csv").write_text(CARDS, "utf-8")
    (in_folder / "little-duel.yaml").write_text(DECK, "utf-8")
    (in_folder / "bad.yaml").write_text(BAD, "utf-8")
    tell(
        "deck", "templates suns.yaml", "templates suns.yaml --copy card", "templates suns.yaml --copy card", "templates none.yaml",
        "templates cards", "templates cards --copy stock/classic --copy stock/back",
        "translate soleils.yaml --to fr", "translate soleils.yaml --to fr --write", "translate soleils.yaml --to fr --po a.txt", "translate soleils.yaml --to fr --po other.po",
        "translate soleils.yaml --to de --quiet", "rules --lang pt", "sizes --card poker --paper a4", "sizes --card 250x250mm --paper a4", "sizes --card poker --paper a4 --margins 30mm",
        "sizes none.yaml", "sizes .", "show bad.yaml a", "check suns.yaml bad.yaml", "check suns.yaml --quiet", "check suns.yaml --text --quiet", "check suns.yaml soleils.yaml --text", "check suns.yaml --format github",
        "check bad.yaml --format github", "check suns.yaml --text --format json", "check suns.yaml --report a.txt",
        "stats little-duel.yaml suns.yaml bad.yaml --only cards", "stats suns.yaml --by a,b,c", "stats suns.yaml --by ,", "stats suns.yaml --html a.txt",
        "stats little-duel.yaml --by cost,text --by cost --html a.html", "stats suns.yaml --json --html a.html --quiet", "box bad.yaml suns.yaml --each kind",
        "build suns.yaml suns.yaml", "build suns.yaml little-duel.yaml --out a.pdf", "build suns.yaml --one a.txt",
        "printer list", "printer add a --dx 1 --scale-x 0.995", "printer add a", "printer add b --read 1,1,1,1 --dx 1",
        "printer add b --bars 100x100mm --scale-y 1.01", "printer add b --scale-x 0.91", "printer list", "printer add a --dx -1 --angle 0.1 --flip short-edge --evens reversed --landscape right --replace", "printer add x/y", "printer add c --bars 90x200mm", "printer add c --bars 90x200mm --sure",
        "printer add d --bars 130x210mm --read 0,0,0,0 --paper a5", "printer show A", "printer show a", "printer add d --dy 2", "printer list", "printer remove b", "printer remove a",
    )  # fmt: skip


def test_what_is_told_of_files(tell, in_folder, monkeypatch):
    """Commands that write files."""
    (in_folder / "soleils.yaml").write_text(FRENCH, "utf-8")
    (in_folder / "bad.yaml").write_text(BAD, "utf-8")
    (in_folder / "cards.csv").write_text("name,text\nAnt,It digs.\nBee,It flies.\n", "utf-8")
    opened = []
    monkeypatch.setattr("typer.launch", opened.append)
    tell(
        "files", "build suns.yaml --only cards --lang pt", "printed suns.yaml --lang pt", "printed suns.yaml", "printed suns.yaml suns.yaml", "printed soleils.yaml suns.yaml --lang pt",
        "build suns.yaml --changed --only cards --lang pt", "build suns.yaml --changed --only cards",
        "show suns.yaml dawn --back --both", "show suns.yaml dawn --back --lang pt --open", "show suns.yaml dawn --both --quiet --open --out b.PNG", "show suns.yaml sun",
        "show suns.yaml dawn --out a.jpg", "diff suns.yaml soleils.yaml --only cards --html d.html", "diff suns.yaml suns.yaml --html a.txt", "diff suns.yaml suns.yaml --only cards",
        "diff suns.yaml soleils.yaml --only cards --out x.PDF", "diff suns.yaml bad.yaml --quiet", "proof suns.yaml suns.yaml", "proof soleils.yaml bad.yaml --out p", "proof bad.yaml none.yaml --out x.pdf", "proof soleils.yaml --out p/q.PDF",
        "export suns.yaml --to tgc --to nowhere", "export bad.yaml --to tts --quiet", "export soleils.yaml --to png --quiet", "export bad.yaml soleils.yaml --to png",
        "calibrate --out c.txt", "calibrate --flip short-edge --out c.pdf", "calibrate --paper a44", "calibrate --lang fr --out c.pdf", "calibrate --printer none --out c.pdf",
        "new duel --game toy", "new duel --game toy", "new duel --game toyy", "new foxes --from cards.csv", "new maze --rules", "new mice --quiet --size mini", "import none", "import cards.csv --out taken",
        "explain e7077", "explain toyy:302", "explain attack-the-twoer:302", "explain 999", "explain 7077", "explain toy:399", "schema none", "templates suns.yaml --describe --kinds none",
    )  # fmt: skip
    assert opened == ["out/suns.pt-cards-dawn.png", "b.PNG"]


def test_what_is_told_of_mistyped_commands(tell, run, in_folder, monkeypatch):
    (in_folder / "empty").mkdir()
    tell(
        "usage", "biuld", "None.YAML", "empty", "check", "check --deck suns.yaml", "check suns.yaml --in", "schema --file x", "build suns.yaml --language pt", "build suns.yaml --papersize a4",
        "build suns.yaml --size poker", "check suns.yaml --no-limits", "preview --no-limits", "check suns.yaml --no-limit", "show", "show suns.yaml", "import", "pull --dry-run", "pull suns.yaml --lang pt",
        "--paper a4 build", "--quiet check suns.yaml", "--nothing", "printer ad", "rules --language pt", "build suns.yaml --coulour", "build suns.yaml --lang", "show suns.yaml dawn --dpi 0",
        "build suns.yaml --ink gray", "build suns.yaml --marks dots",
    )  # fmt: skip
    for name in ("--deck", "--decks", "--file", "--input", "--in", "-i", "-f", "-d"):
        assert (
            f"No such option: {name}. A deck is no option; write 'cardgen check" in run("check", name, "suns.yaml").err
        )
    monkeypatch.chdir(in_folder / "empty")
    tell("usage_of_none", "check")


def test_commands_that_are_quiet_do_not_tell_what_they_wrote(run, in_folder, monkeypatch):
    proof = SimpleNamespace(warnings=[Diagnostic("W401", "odd")], files=[Path("a-proof.pdf")])
    monkeypatch.setattr("cardgen.proof.files.compare_decks", lambda *_: ([], Path("d.pdf")))
    monkeypatch.setattr("cardgen.proof.files.proof_deck", lambda *_, **_more: proof)
    for line in ("diff suns.yaml suns.yaml --html d.html", "proof suns.yaml"):
        assert run(*line.split()).out, line
        assert run(*line.split(), "--quiet") == (0, "", ""), line


def test_only_files_that_are_no_decks_stay_if_they_are_all(run, in_folder):
    (in_folder / "theme.yaml").write_text("{}\n", "utf-8")
    for files, checked in ((("suns.yaml", "theme.yaml"), "1 deck: "), (("theme.yaml",), "theme.yaml: error[E118]")):
        result = run("check", *files)
        assert checked in result.out + result.err, files


def test_what_is_told_of_fetched_files(tell, in_folder, monkeypatch):
    """Changes of each kind, the longest values, and more changes than are listed."""
    values = [(None, "a" * 24), ("b" * 25, {"x": 1, "y": 2}), ([1, 2], "c\n d"), (0, False)]
    fields = tuple(FieldChange(f"f{number}", *both) for number, both in enumerate(values))
    several = [
        RowChange("changed", "cards", "a", "A\n a", fields),
        RowChange("removed", "cards", "b", "B"),
        RowChange("added", "units", "c", "C"),
    ]
    many = tuple(RowChange("added", "cards", str(number), "") for number in range(42))
    files = [
        PulledFile(Path("a.csv"), "changed", 1, tuple(several)), PulledFile(Path("b.csv"), "changed", 42, many),
        PulledFile(Path("c.csv"), "changed", 40, many[:40]), PulledFile(Path("d.csv"), "same", 2, ()), PulledFile(Path("e.csv"), "new", 0, ()),
        PulledFile(Path("f.csv"), "changed", 2, ()), PulledFile(Path("g.PNG"), "same", 0, ()), PulledFile(Path("h.png"), "new", 0, ()),
    ]  # fmt: skip
    asked = []

    def pull(path, **options):
        del files[1 : 3 * bool(asked)]
        asked.append((path, options))
        return lists.PullResult(tuple(files), (Diagnostic("E148", "no list"), Diagnostic("W401", "odd")))

    monkeypatch.setattr(lists, "pull_deck", pull)
    asked_of_icons = []

    def pull_icons(path, names, source, **options):
        asked_of_icons.append((path.name, names, source, options))
        return [PulledFile(Path("icons/fox.svg"), "new", 0, ())], SimpleNamespace(items=[Diagnostic("E148", "no icon")])

    monkeypatch.setattr(icons, "pull_icons", pull_icons)
    tell(
        "pull", "pull suns.yaml", "pull suns.yaml --dry-run --allow-local", "pull suns.yaml --quiet",
        "pull a.yaml --icon fox --icon cat --icons-from lib --dry-run", "pull a.yaml --icon fox --allow-local", "pull a.yaml b.yaml --icon fox --quiet",
    )  # fmt: skip
    assert [tuple(options.values()) for _, options in asked] == [(False, False), (True, True), (False, False)]
    assert asked_of_icons == [
        ("a.yaml", ["fox", "cat"], "lib", {"dry_run": True, "allow_local": False}),
        ("a.yaml", ["fox"], "", {"dry_run": False, "allow_local": True}),
        *((name, ["fox"], "", {"dry_run": False, "allow_local": False}) for name in ("a.yaml", "b.yaml")),
    ]


def test_what_servers_and_galleries_are_asked_for_and_tell(tell, in_folder, monkeypatch):
    asked, opened = [], []
    monkeypatch.setattr("typer.launch", opened.append)

    def host(decks, choices, chosen, announce):
        asked.append((decks, chosen))
        announce("http://127.0.0.1:1/#a")

    def show(found, choices, announce, **options):
        asked.append((found, options))
        announce("http://127.0.0.1:2/#b")

    def make(*given):
        if given[1].name == "bad":
            raise cardgen.CardgenError([Diagnostic("W401", "odd"), Diagnostic("E101", "wrong")])
        asked.append((*given[:2], given[3]))
        return site.GalleryResult(given[1] / "index.html", 2, ("A", "B"), (Diagnostic("W401", "odd"),))

    monkeypatch.setattr(start, "host_table", host)
    monkeypatch.setattr(start, "show_decks", show)
    monkeypatch.setattr(site, "make_gallery", make)
    (in_folder / "folder").mkdir()
    (in_folder / "soleils.yaml").write_text(FRENCH, "utf-8")
    tell(
        "servers", "table suns.yaml", "table suns.yaml --host 0.0.0.0 --port 9 --new --open", "table suns.yaml --address https://a.example --poll",
        "preview suns.yaml --no-browser", "preview folder --port 8 --out b --poll", "gallery suns.yaml --out g", "gallery suns.yaml --out g --report r.html --quiet",
        "gallery suns.yaml --out bad", "gallery suns.yaml --out bad --quiet",
        "table suns.yaml --certificate c.pem --key k.pem --records r --store s.db --rule a=1 --rule b=2",
        "table suns.yaml soleils.yaml", "preview soleils.yaml suns.yaml --host 0.0.0.0 --no-browser", "gallery suns.yaml soleils.yaml --out g",
    )  # fmt: skip
    assert opened == ["http://127.0.0.1:1/#a", "http://127.0.0.1:2/#b"]
    suns, both = [Path("suns.yaml")], [Path("suns.yaml"), Path("soleils.yaml")]
    records = Path("out/games")
    assert asked == [
        (suns, start.TableOptions("127.0.0.1", 0, None, None, "", records, None, (), is_new=False, is_polling=False)),
        (suns, start.TableOptions("0.0.0.0", 9, None, None, "", records, None, (), is_new=True, is_polling=False)),
        (suns, start.TableOptions("127.0.0.1", 0, None, None, "https://a.example", records, None, (), is_new=False, is_polling=True)),
        (suns, {"out": Path("out"), "host": "127.0.0.1", "port": 0, "is_polling": False, "folder": Path()}),
        ([], {"out": Path("b"), "host": "127.0.0.1", "port": 8, "is_polling": True, "folder": Path("folder")}),
        (suns, Path("g"), []), (suns, Path("g"), [Path("r.html")]),
        (suns, start.TableOptions(certificate=Path("c.pem"), key=Path("k.pem"), records=Path("r"), store=Path("s.db"), rules=["a=1", "b=2"])),
        (both, start.TableOptions(records=records, rules=())),
        (both[::-1], {"out": Path("out"), "host": "0.0.0.0", "port": 0, "is_polling": False, "folder": Path()}), (both, Path("g"), []),
    ]  # fmt: skip


def test_problems_are_coloured_by_their_severity():
    plain = ["    1 | error[a]", "no problem", "  found it"]
    assert [*map(_colored, plain)] == plain
    assert _colored("a.yaml:1: error[E101]: x [y]") == "\x1b[1ma.yaml:1: \x1b[1;31merror[E101]\x1b[0m: x [y]"
    assert _colored("warning[W101]: x") == "\x1b[1m\x1b[1;33mwarning[W101]\x1b[0m: x"
    for line in ("  expected x", "  hint: y", "  note: z"):
        assert _colored(line) == f"\x1b[36m{line}\x1b[0m"


def balanced():
    """A report with a proposal that meets the target and one that does not."""
    numbers = open_source(resources().decks / "samurai.yaml", "samurai").numbers
    number = next(one for one in numbers if one.name == "troop.power of Keeper of Scrolls")
    place = f"samurai.yaml:{number.node.span.line}:{number.node.span.column}"
    change = NumberChange("samurai", number.card, number.name, number.node.value, 5, place)
    rate = PairingRate("samurai", "elves", "script", 0.5, Interval(0.49, 0.51, 0.53), Interval(0.48, 0.5, 0.52), 200)
    met = Proposal((change,), 1, 4, (rate,), (), True, True)
    off = replace(met, rates=(replace(rate, tested=Interval(0.6, 0.62, 0.64)),), is_met=False, is_sure=False)
    setup = BalanceSetup(("samurai", "elves"), ("samurai",), ("script",), (), 100, 0, 0.05, 3, 1, "0")
    return BalanceReport(setup, "", 400, ("It is so.",), replace(off, changes=(), steps=0), (met, off))


def test_what_is_told_of_a_balance(tell, in_folder, monkeypatch):
    report, asked = balanced(), []

    def balance(deck, against, chosen, progress):
        asked.append((deck, against, chosen, progress is None))
        if chosen.seed == 7:
            raise cardgen.UnfinishedBalance(UnlocatedError("E711", "a game failed"), report)
        return report

    monkeypatch.setattr(cardgen, "balance", balance)
    for name in ("samurai", "elves"):
        (in_folder / f"{name}.yaml").write_bytes((resources().decks / f"{name}.yaml").read_bytes())
    tell(
        "balance", "balance samurai.yaml elves.yaml --write b.yaml", "balance samurai.yaml elves.yaml --quiet --write a.yaml",
        "balance samurai.yaml --pick 3 --write d.yaml --quick --html a.txt", "balance samurai.yaml --quiet --pick 3 --write d.yaml", "balance samurai.yaml --quiet --for 7m --list --may lost",
        "balance samurai.yaml elves.yaml --quick --within 4 --seed 3 --jobs 2 --held-out none --changes 2 --reach 1 --games 9 --all --rule a=1 --scheduler tcp://a:1 --html a.html --json --write c.yaml --pick 2",
        "balance samurai.yaml --quiet --seed 7 --quick --for 7m",
    )  # fmt: skip
    assert report.is_met and not replace(report, proposals=report.proposals[1:]).is_met
    assert (in_folder / "a.yaml").read_bytes() == (in_folder / "b.yaml").read_bytes()
    assert not (in_folder / "c.yaml").exists()
    assert "It is so." in (in_folder / "a.html").read_text("utf-8")
    assert [is_quiet for *_, is_quiet in asked] == [False, True, True, False, True]
    last = asked[-2]
    assert last[:2] == (Path("samurai.yaml"), [Path("elves.yaml")])
    wanted = {
        "time": "5m",
        "within": 4,
        "seed": 3,
        "jobs": 2,
        "held_out": "none",
        "changes": 2,
        "reach": 1,
        "games": 9,
        "scheduler": "tcp://a:1",
        "change_all": True,
        "rules": ["a=1"],
    }
    assert (
        {key: getattr(last[2], key) for key in wanted} == wanted
        and asked[0][2].time == ""
        and asked[-1][2].time == "7m"
    )
