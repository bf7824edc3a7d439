"""A TOML text is looked at before it is parsed: what would cost a parser gigabytes is refused at once."""

from __future__ import annotations

import tomllib
from pathlib import Path

import pytest

from clew.boards.entries import toml_values
from clew.boards.toml_limits import check_intricacy
from clew.errors import BoardError

ROOT = Path(__file__).parents[2]
DOTTED = ".".join("a" * 50)
GOOD = {
    "a grid of dots": 'board = """\n' + "................\n" * 16 + '"""\n',
    "text": f"notes = '{DOTTED}'",
    "an escaped quote": f'notes = "\\"{DOTTED}"',
    "a long text": f"notes = '''\n{DOTTED}\n'''",
    "a long text that ends with quotes": f'notes = """{DOTTED}"""""\npar = 1',
    "brackets in text": 'notes = "' + "[{" * 40 + '"',
    "a comment": f"# {DOTTED} {'[' * 40}\npar = 1",
    "numbers": "at = [" + "1.5, " * 50 + "]",
    "keys in one line": "at = {" + ", ".join(f"k{n}.x = 1.5" for n in range(50)) + "}",
}
HIDDEN = {
    "after an empty text": f't = ""\n{DOTTED} = 1',
    "after an empty long text": f't = """"""\n{DOTTED} = 1',
    "after a quote in a long text": f't = """b" ""c"""\n{DOTTED} = 1',
    "after a long text that ends with quotes": f't = {{b = """c"""", {DOTTED} = 1}}',
    "the same with apostrophes": f"t = {{b = '''c'''', {DOTTED} = 1}}",
    "after an escaped backslash": f't = "\\\\"\n{DOTTED} = 1',
    "after a backslash that is none": f"t = 'b\\'\n{DOTTED} = 1",
    "after a comment with a quote": f'# "\n{DOTTED} = 1',
    "with spaces": DOTTED.replace(".", " . ") + " = 1",
    "of quoted words": ".".join('"a"' for _ in range(50)) + " = 1",
    "in a header": f"[{DOTTED}]",
    "in a header of several": f"[[{DOTTED}]]",
}


@pytest.mark.parametrize("text", GOOD.values(), ids=GOOD)
def test_dots_and_brackets_that_are_no_keys_are_free(text: str) -> None:
    assert toml_values(text) == tomllib.loads(text)


@pytest.mark.parametrize("text", HIDDEN.values(), ids=HIDDEN)
def test_a_dotted_key_is_found_wherever_it_stands(text: str) -> None:
    tomllib.loads(text)  # a parser would read it
    with pytest.raises(BoardError, match="8 dots"):
        toml_values(text)


@pytest.mark.parametrize("part", ['"""\\"', "'''\\'", '"\\', '"""', "'''", '"', "'", "[", "a.", "{a=", "#"])
def test_no_text_of_a_megabyte_makes_it_read_twice(part: str) -> None:
    """Were a part read again and again, the work would not end within the life of a test."""
    try:
        check_intricacy(part * (1_000_000 // len(part)))
    except BoardError:
        return


def test_every_board_and_level_that_comes_with_clew_is_far_below() -> None:
    paths = [*(ROOT / "boards").rglob("*.toml"), *(ROOT / "world/clew_world").rglob("*.toml")]
    assert len(paths) > 40
    for path in paths:
        check_intricacy(path.read_text(encoding="utf-8"))
