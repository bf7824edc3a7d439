"""Exit statuses: each command ends with those that its help names, never with a traceback."""

from __future__ import annotations

import os
import re
import subprocess
import sys
from pathlib import Path

import pytest

from clew.cli.command import command_of, summaries
from clew.optional import install
from tests.cli.bare import bare
from tests.cli.program import Inside
from tests.promptness import HANGS

UNSOLVABLE = "blocks:AAx"
LONG = "blocks:BBoooG/EooHoG/EAAHoG/EooHoo/FoooCC/FoDDDo"
AT_ONCE = ("--max-states", "1")

ENDS: dict[str, dict[int, tuple[str, ...]]] = {
    "solve": {0: ("null:2",), 1: (UNSOLVABLE,), 2: ("nowhere",), 3: (LONG, *AT_ONCE)},
    "hint": {0: ("null:2",), 1: (UNSOLVABLE,), 2: ("null:2", "--after", "left"), 3: (LONG, *AT_ONCE)},
    "check": {0: ("null:2",), 1: (UNSOLVABLE,), 2: ("par.toml",), 3: ("hard.toml", *AT_ONCE)},
    "verify": {0: ("null:1", "down"), 1: ("null:2", "down"), 2: ("null:2", "left")},
    "review": {
        0: ("null:1", "down"),
        1: ("null:2", "down"),
        2: ("null:2", "left"),
        3: (LONG, "BR1", *AT_ONCE),
    },
    "compare": {0: ("null:2",), 1: (UNSOLVABLE,), 2: ("nowhere",), 3: (LONG, *AT_ONCE)},
    "play": {2: ("null:2",)},  # this is no terminal
    "map": {0: ("null:2",), 1: (UNSOLVABLE,), 2: ("nowhere",), 3: (LONG, *AT_ONCE)},
    "rate": {0: ("null:2",), 1: (UNSOLVABLE,), 2: ("nowhere",), 3: (LONG, *AT_ONCE)},
    "study": {2: ("nowhere", "--levels", "nowhere", "-o", "out", "--no-figures")},
    "arena": {0: ("optimal", "--boards", "null:2"), 2: ("nobody",)},
    "census": {0: ("null:2",), 2: ("nowhere",), 3: (LONG, "--max-seconds", "0")},
    "sweep": {2: ("solve", "nowhere")},
    "generate": {
        0: ("pebbles", "--size", "grid 2x2", "--seed", "1"),
        2: ("zebras",),
        3: ("pebbles", "--par", "500", "--max-seconds", "0"),
    },
    "draw": {0: ("null:2",), 2: ("nowhere",)},
    "export": {2: ("null:2", "-o", "null.html")},  # no family of pages
    "studio": {2: ("--port", "70000")},
    "world": {0: ("check", "meadow"), 2: ("check", "nowhere")},
    "convert": {0: ("null:2",), 2: ("nowhere",)},
    "formats": {0: ("toml",), 2: ("tomml",)},
    "doctor": {0: (), 2: ("more",)},
    "completion": {0: ("bash",), 2: ("tcsh",)},
}
ELSEWHERE = {
    *(("export", 0), ("play", 0), ("study", 0), ("studio", 0)),
    *(("sweep", 0), ("sweep", 1), ("sweep", 3)),
    *(("world", 1), ("world", 3)),
}
"""Those that take a terminal, a server, the built client or longer: their own tests see them."""

FILES = {"draw": ("null:2", "-o", "two.svg"), "convert": ("null:2", "-o", "boards/")}
"""Commands that say something where they write a file."""


@pytest.fixture(autouse=True)
def folder(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> Path:
    monkeypatch.chdir(tmp_path)
    (tmp_path / "par.toml").write_text('family = "null"\nstart = 2\npar = 1\n')
    (tmp_path / "hard.toml").write_text(f'family = "blocks"\nboard = "{LONG[7:]}"\npar = 8\n')
    return tmp_path


def named(command: str, clew: Inside) -> set[int]:
    """The statuses that the help of a command names."""
    help = clew(command, "--help").out
    part = help.partition("exit status:\n")[2].partition("examples:\n")[0]
    return {int(number) for number in re.findall(r"^  (\d+) ", part, re.MULTILINE)}


@pytest.mark.parametrize("command", summaries())
def test_a_command_ends_as_its_help_says(command: str, clew: Inside) -> None:
    seen = {number: clew(command, *words).status for number, words in ENDS[command].items()}
    assert seen == {number: number for number in seen}
    others = {number for name, number in ELSEWHERE if name == command}
    assert named(command, clew) == {*seen, *others, 130}


@pytest.mark.parametrize("command", summaries())
def test_quiet_is_told_by_what_it_does(command: str, clew: Inside) -> None:
    (quiet,) = [option for option in command_of(command).options if "--quiet" in option.option_strings]
    about = str(quiet.help)
    words = FILES.get(command) or ENDS[command].get(0)
    if words is None:
        assert command in {name for name, number in ELSEWHERE if number == 0}
        return
    loud, still = clew(command, *words), clew(command, "--quiet", *words)
    assert still.status == loud.status
    # Words, not characters: a time may have more of them.
    said, quietly = (len((told.out + told.err).split()) for told in (loud, still))
    if "has no effect" in about or "no progress" in about.split(": ")[0].split(", ")[-1]:
        assert quietly == said
    else:
        assert quietly < said


def test_the_version_has_a_short_name(clew: Inside) -> None:
    assert clew("-V").out == clew("--version").out == clew("solve", "-V").out
    assert clew("-V").status == 0


def files(folder: Path) -> list[str]:
    """Names that hold no board."""
    (folder / "bytes.toml").write_bytes(bytes(range(256)))
    (folder / "bytes.txt").write_bytes(bytes(range(256)))
    (folder / "empty.toml").write_text("")
    (folder / "wide.csv").write_bytes(b"\xff\xfe\0")
    (folder / "torn.json").write_bytes(b"\x80{")
    (folder / "empty").mkdir()
    (folder / "folder.toml").mkdir()
    (folder / "round").symlink_to(folder / "round")
    there = sorted(path.name for path in folder.iterdir() if path.name not in ("par.toml", "hard.toml"))
    return [*there, "nowhere.toml", "", "hard.toml/x", os.fsdecode(b"\xff\xfe")]


TEXTS = (
    "blocks:",
    "pebbles:A/",
    "ricochet:A",
    "coroutine:Q",
    "null:x",
    "BBoooG/EooHoG",
    "os:getcwd()",
    "a(b:",
)
TAKE_BOARDS = [
    name for name in summaries() if name not in ("studio", "completion", "doctor", "sweep", "generate")
]


@pytest.mark.parametrize("command", TAKE_BOARDS)
def test_what_is_no_board_is_status_2_and_words(command: str, folder: Path, clew: Inside) -> None:
    before = {"world": ("check",)}.get(command, ())
    after = {
        "verify": ("down",),
        "review": ("down",),
        "study": ("--levels", "empty", "-o", "out", "--no-figures"),
        "export": ("-o", "out.html"),
    }.get(command, ())
    for board in (*files(folder), *TEXTS):
        result = clew(command, *before, board, *after)
        assert result.status == 2 and result.err.startswith("clew: "), (board, result)


BAD_OPTIONS = (
    ("--no-such",),
    ("--json=1",),
    ("--quiet=1",),
    ("-Z",),
    ("--max-states", "x"),
    ("--max-memory", "much"),
    ("--threads", "-1"),
    ("--after", "left"),
    ("--family",),
)


@pytest.mark.parametrize("command", [name for name in TAKE_BOARDS if name not in ("study", "world")])
def test_a_bad_option_is_status_2_and_words(command: str, clew: Inside) -> None:
    more = ("down",) if command in ("verify", "review") else ()
    for option in BAD_OPTIONS:
        result = clew(command, "null:2", *more, *option)
        assert result.status == 2 and result.err.startswith("clew: "), (option, result)


@pytest.mark.parametrize(
    "words",
    [
        ("solve", "blocks:AACCoxBB", "--via", "AAoBBxCC"),
        ("solve", "null:2", "--via", "9"),
        ("solve", "null:2", "--gif", "nowhere/x.gif"),
        ("draw", "null:2", "-o", "nowhere/x.svg"),
        ("draw", '{"puzzle":5,"moves":[]}'),
        ("draw", '{"puzzle":"null:2","moves":[5]}'),
        ("map", "null:2", "-o", "nowhere/x.npz"),
        ("census", "null:2", "--checkpoint", "par.toml"),
        ("convert", "null:2", "-o", "nowhere/x.toml"),
        ("world", "replay", "par.toml"),
        ("world", "simulate", "meadow", "--input", "par.toml"),
        ("generate", "blocks", "--size", "0x0"),
        ("rate", "null:2", "--measures", "beauty"),
        ("studio", "--data", "par.toml"),
        ("help", "nothing"),
        ("nothing",),
    ],
    ids=" ".join,
)
def test_what_cannot_be_done_is_status_2_and_words(words: tuple[str, ...], clew: Inside) -> None:
    result = clew(*words)
    assert result.status == 2 and result.err.startswith("clew: "), result


@pytest.mark.parametrize(
    ("words", "extra"),
    [
        (("rate", "null:2"), "map"),
        (("rate", "null:2", "--json"), "map"),
        (("map", "null:2"), "map"),
        (("map", "null:2", "-o", "x.png"), "draw"),
        (("draw", "null:2", "-o", "x.png"), "draw"),
        (("solve", "null:2", "--gif", "x.gif"), "draw"),
        (("study", "log.csv", "--levels", ".", "-o", "out"), "study"),
        (("sweep", "rate", "null:2", "-o", "out"), None),
        (("generate", "blocks"), "map"),
        (("world", "simulate", "meadow"), "world"),
        (("studio",), "studio"),
        (("export", "blocks:AAoox", "-o", "x.html"), "studio"),
    ],
    ids=str,
)
def test_a_missing_extra_is_named(words: tuple[str, ...], extra: str | None) -> None:
    result = bare(*words)
    assert (result.status, result.out) == (2, "")
    assert "which is not installed: pip install" in result.err or "needs django" in result.err
    assert extra is None or install(extra) in result.err
    assert len(result.err.splitlines()) == 1


@pytest.mark.parametrize(
    "words", [("solve", "null:2"), ("hint", "null:2"), ("census", "null:2"), ("doctor",)]
)
def test_what_needs_no_extra_runs_without_them(words: tuple[str, ...]) -> None:
    assert bare(*words).status == 0


@pytest.mark.parametrize("command", ["solve", "hint", "draw", "completion", "doctor"])
def test_nobody_reads_any_more(command: str) -> None:
    words = {"completion": ["bash"], "doctor": []}.get(command, [LONG])
    reader, writer = os.pipe()
    os.close(reader)
    try:
        done = subprocess.run(
            [sys.executable, "-m", "clew", command, *words],
            stdout=writer,
            stderr=subprocess.PIPE,
            timeout=HANGS,
            check=False,
        )
    finally:
        os.close(writer)
    assert (done.returncode, done.stderr) == (0, b"")


def test_statuses_are_told_on_every_page_of_help() -> None:
    for name in summaries():
        assert "exit status:" in command_of(name).format_help()


CLOSED = (
    ">&-",
    "2>&-",
    "<&-",
    *(f"{stream}>/dev/full" for stream in ("", "2") if Path("/dev/full").exists()),
)
"""How a shell takes one of the three streams away."""
WRITES = (("--help",), ("--version",), ("nothing",), ("solve", "null:2"), ("solve", "null:x"), ("solve", "-"))


@pytest.mark.parametrize("closed", CLOSED)
@pytest.mark.parametrize("words", WRITES, ids=" ".join)
def test_streams_that_are_closed_or_full_bring_no_traceback(closed: str, words: tuple[str, ...]) -> None:
    done = subprocess.run(
        ["sh", "-c", f'exec "$0" -m clew "$@" {closed}', sys.executable, *words],
        stdin=subprocess.DEVNULL,
        capture_output=True,
        text=True,
    )
    fine = words[0] in ("--help", "--version") or words[-1] == "null:2"
    full = closed == ">/dev/full" and fine
    assert done.returncode == (0 if fine and not full else 2)
    assert "Traceback" not in done.stderr
    assert done.stderr == "" or done.stderr.startswith("clew: ")
