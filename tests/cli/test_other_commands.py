"""hint, check, verify, convert, doctor, completion, help: each flag once, each status once."""

from __future__ import annotations

import json
import shutil
import subprocess
from pathlib import Path
from xml.etree import ElementTree

import pytest

from clew import load, optional, read_boards, solve
from clew.cli.command import summaries
from clew.families.null.puzzle import Null
from clew.puzzles.families import NAMES
from tests.cli.program import Inside, Result
from tests.search.boards import GAR, KNOWN, LONG, PANGURU, STUCK

GAME = str(Path(__file__).parents[2] / "examples" / "games" / "store.txt")


def test_a_default_layout_is_named_where_it_is_used(clew: Inside) -> None:
    board = "pebbles:WCBRBOGYGPCORPY/-PCBRYOGYGBCORP"
    assert "\n  layout: panguru\n" in clew("solve", board, "--max-moves", "1").out
    assert "layout" not in clew("solve", "pebbles[grid 2x2]:ABC-/BAC-").out
    made = clew("generate", "pebbles", "--pieces", "3", "--par", "2..", "--seed", "1")
    assert (made.status, "  layout: panguru\n" in made.err) == (0, True)
    made = clew("generate", "pebbles", "--size", "grid 2x2", "--par", "2..", "--seed", "1")
    assert (made.status, "layout" in made.err) == (0, False)


def test_hint_json_has_the_keys_of_the_contract(clew: Inside) -> None:
    result = clew("hint", "--json", GAR)
    (hint,) = result.json
    assert list(hint)[:4] == ["distance", "best", "moves", "line"]
    assert (hint["distance"], len(hint["line"]), result.status) == (8, 8, 0)
    assert {"move": "BR1", "distance": 7} in hint["moves"]
    assert all(move in [entry["move"] for entry in hint["moves"]] for move in hint["best"])


def test_hint_for_people(clew: Inside) -> None:
    out = clew("hint", GAR).out
    assert "8 to go. Move piece B right: BR1." in out
    assert "      7  BR1 BR2 BR3 CL3" in out
    assert "One shortest solution:" in out


def test_hint_levels(clew: Inside) -> None:
    assert [clew("hint", "--level", level, GAR).out for level in "123"] == [
        "Move piece B.\n",
        "Move piece B right.\n",
        "Move piece B right: BR1.\n",
    ]
    assert clew("hint", "--level", "2", "--json", GAR).json[0]["hint"] == "Move piece B right."
    assert clew("hint", "--quiet", GAR).out == "Move piece B right: BR1.\n"
    assert clew("hint", "--level", "4", GAR).status == 2


def test_the_old_name_of_number_works_and_says_the_new_one(clew: Inside) -> None:
    now, before = clew("solve", "-q", "--number", "2", GAME), clew("solve", "-q", "--level", "2", GAME)
    assert (before.status, before.out) == (now.status, now.out)
    assert (now.err, before.err) == ("", "clew: --level is now --number\n")
    assert "--level" not in clew("solve", "--help").out


def test_hint_after_moves_and_statuses(clew: Inside) -> None:
    assert clew("hint", "--json", "--after", "BR1", GAR).json[0]["distance"] == 7
    assert clew("hint", "--after", "ZZ9", GAR).status == 2
    stuck = clew("hint", "--json", STUCK)
    assert (stuck.status, stuck.json[0]["distance"], stuck.json[0]["best"]) == (1, None, [])
    limited = clew("hint", "--json", "--max-seconds", "0.05", LONG)
    assert (limited.status, limited.json[0]["limit"]) == (3, "seconds")


@pytest.mark.parametrize("board", KNOWN)
def test_verify_statuses(clew: Inside, board: str) -> None:
    moves = [*map(str, solve(load(board)))]
    assert clew("verify", board, " ".join(moves)).status == 0
    assert clew("verify", board, *moves).status == 0, "moves need no quotes"
    assert clew("verify", board, " ".join(moves[:-1])).status == 1
    result = clew("verify", board, " ".join([*moves[:1], "??"]))
    assert result.status == 2
    assert "?? (move 2) is not legal here" in result.err
    assert "Legal moves:" in result.err


def test_verify_json_and_quiet(clew: Inside) -> None:
    (verdict,) = clew("verify", "--json", "null:2", "down").json
    assert (verdict["legal"], verdict["solved"], verdict["length"], verdict["puzzle"]) == (
        True,
        False,
        1,
        "null:2",
    )
    assert clew("verify", "--quiet", "null:2", "down down") == (0, "", "")
    assert clew("verify", "null:0", "").status == 0


def test_verify_reads_the_path_of_a_hole(clew: Inside) -> None:
    path = solve(load(PANGURU)).path
    assert path is not None
    assert clew("verify", PANGURU, path).status == 0


def test_check_holds_par_against_the_optimum(clew: Inside, tmp_path: Path) -> None:
    for name, text in {
        "right": 'family = "null"\nstart = 3\npar = 3\n',
        "wrong": 'family = "null"\nstart = 3\npar = 4\n',
        "none": 'family = "null"\nstart = 3\n',
        "bad": 'family = "null"\n',
    }.items():
        (tmp_path / f"{name}.toml").write_text(text)
    result = clew("check", str(tmp_path))
    assert result.status == 2
    assert "wrong.toml: `par` is 4, but the proved optimum is 3; write par = 3" in result.err
    assert "bad.toml" in result.err
    assert [line.split()[0] for line in result.out.splitlines()] == ["ok", "ok"]
    assert clew("check", str(tmp_path / "right.toml")).status == 0
    assert clew("check", "--quiet", str(tmp_path / "right.toml")) == (0, "", "")
    words = {answer["puzzle"]: answer["status"] for answer in clew("check", "--json", str(tmp_path)).json}
    assert words == {None: "error", "null:3": "par"}


def test_check_of_an_unsolvable_board_and_at_a_limit(clew: Inside, tmp_path: Path) -> None:
    stuck = tmp_path / "stuck.toml"
    stuck.write_text(f"par = 5\n{load(STUCK).to_toml()}")
    result = clew("check", str(stuck))
    assert result.status == 2
    assert "no solution" in result.err
    long = tmp_path / "long.toml"
    for par, status in ((80, 3), (10, 2)):
        long.write_text(f"par = {par}\n{load(LONG).to_toml()}")
        assert clew("check", "--max-seconds", "0.05", str(long)).status == status


@pytest.mark.parametrize("form", ["compact", "toml", "json", "jsonl", "csv"])
@pytest.mark.parametrize("board", KNOWN)
def test_convert_round_trips(clew: Inside, tmp_path: Path, board: str, form: str) -> None:
    text = clew("convert", "--to", form, board).out
    path = tmp_path / f"board.{ {'compact': 'txt', 'json': 'jsonl'}.get(form, form) }"
    path.write_text(json.dumps(json.loads(text)) if form == "json" else text)
    assert clew("convert", str(path)).out == f"{load(board)}\n"


def test_convert_into_files_and_folders(clew: Inside, tmp_path: Path) -> None:
    source = tmp_path / "set.csv"
    source.write_text("id,board\n7,null:3\n8,null:2\n")
    folder = tmp_path / "out"
    result = clew("convert", str(source), "-o", f"{folder}/")
    assert result.out.split() == [str(folder / "set-0001.toml"), str(folder / "set-0002.toml")]
    assert [str(load(folder / f"set-{number:04}.toml")) for number in (1, 2)] == ["null:3", "null:2"]
    lines = tmp_path / "set.jsonl"
    assert clew("convert", str(source), "--output", str(lines)).status == 0
    assert [json.loads(line)["id"] for line in lines.read_text().splitlines()] == ["7", "8"]
    table = tmp_path / "again.csv"
    assert clew("convert", str(lines), "-o", str(table)).status == 0
    assert table.read_text() == "board,id\nnull:3,7\nnull:2,8\n"


def test_convert_says_what_does_not_fit(clew: Inside, tmp_path: Path) -> None:
    result = clew("convert", "--to", "toml", "null:1", "null:2")
    assert (result.status, result.out) == (2, 'family = "null"\nstart = 1\n')
    assert "--to jsonl" in result.err
    assert clew("convert", "null:1", "-o", str(tmp_path / "x.yaml")).status == 2
    assert "no/x.toml: No such file" in clew("convert", "null:1", "-o", str(tmp_path / "no" / "x.toml")).err
    mixed = clew("convert", "null:x", "null:1")
    assert (mixed.status, mixed.out) == (2, "null:1\n")


def test_doctor_says_all_is_well(clew: Inside) -> None:
    result = clew("doctor")
    assert result.status == 0
    for word in ("engine", "python", "processor", "threads", "memory", "terminal", "text", "colour"):
        assert f"\n{word}" in result.out
    assert result.out.count("\nok  ") == len(NAMES), "a board of each family"
    (facts,) = clew("doctor", "--json").json
    assert facts["ok"] is True
    assert clew("doctor", "--quiet") == (0, "", "")


def test_doctor_says_what_is_broken(clew: Inside, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr("clew.cli.doctor.samples", lambda: [("null:5", 6, 1), ("null:x", 1, 1)])
    result = clew("doctor")
    assert result.status == 2
    assert "expected 6 moves" in result.err
    assert "BoardError" in result.err


def test_doctor_lists_the_extras(clew: Inside, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setitem(optional.EXTRAS, "map", ("maps of all states", ("no_such_module_here",)))
    out = clew("doctor").out
    assert f"maps of all states: needs no_such_module_here: {optional.install('map')}\n" in out
    (facts,) = clew("doctor", "--json").json
    assert facts["extras"].keys() == optional.EXTRAS.keys()
    assert facts["extras"]["map"] is False


WORDS = 40
"""Columns from which a single word (a file, a compact board) may be too long for a narrow terminal."""


@pytest.mark.parametrize(
    "words",
    [
        (),
        *((name, "--help") for name in summaries()),
        ("solve", "--count", str(GAR)),
        ("rate", str(GAR)),
        ("compare", "--max-seconds", "1", str(GAR)),
        ("census", "null:5"),
        ("doctor",),
    ],
    ids=" ".join,
)
def test_sixty_columns_are_enough(
    clew: Inside, words: tuple[str, ...], monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setenv("COLUMNS", "60")
    shown = clew(*words)
    # Examples are for copying: their command lines stay whole. What doctor says of this machine is as it is.
    free = ("  clew ", "engine ", "python ", "processor ", "      {", "      hanoi.py")
    long = [
        line
        for line in (shown.out or shown.err).splitlines()
        if len(line) > 60
        and not line.startswith(free)
        and not any(len(word) > WORDS for word in line.split())
    ]
    assert long == []


def test_an_engine_without_the_family_is_to_be_rebuilt(clew: Inside, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(Null, "_build", lambda self, engine: engine.make("tower", discs=3))
    result = clew("solve", "null:3")
    assert result.status == 2
    assert "the engine has no family `tower`" in result.err
    assert "rebuild the engine with `make engine`" in result.err


@pytest.mark.parametrize("name", summaries())
def test_help_teaches_with_examples(clew: Inside, name: str) -> None:
    result = clew(name, "--help")
    assert result.status == 0
    assert f"clew {name}" in result.out.split("examples:")[1]
    assert max(map(len, result.out.splitlines())) <= 100
    assert clew("help", name).out == result.out


def test_help_and_version_of_the_whole(clew: Inside) -> None:
    overview = clew("--help")
    assert all(name in overview.out for name in summaries())
    assert overview.status == 0
    assert clew("--version").out.startswith("clew ")
    assert clew("solve", "--version").out == clew("--version").out
    nothing = clew()
    assert (nothing.status, nothing.out, nothing.err) == (2, "", overview.out)


@pytest.mark.parametrize(
    ("words", "right"),
    [
        (["slove"], "did you mean solve"),
        (["solve"], "required: BOARD"),
        (["solve", "--jsno", GAR], "did you mean --json"),
        (["solve", "--max-states"], "--max-states: expected one"),
        (["solve", "--max-states", "many", GAR], "whole number"),
        (["solve", "--max-seconds=-1", GAR], "number of seconds"),
        (["solve", "--max-memory", "lots", GAR], "200MB"),
        (["solve", "--algorithm", "dfs", GAR], "bidirectional"),
        (["solve", "--all=0", GAR], "1 or more"),
        (["solve", "--json=yes", GAR], "--json: ignored explicit argument"),
        (["completion", "tcsh"], "invalid choice: 'tcsh' (choose from "),
        (["doctor", "now"], "unrecognized arguments: now"),
        (["help", "slove"], "did you mean solve"),
    ],
)
def test_bad_usage_says_what_would_be_right(clew: Inside, words: list[str], right: str) -> None:
    result = clew(*words)
    assert (result.status, result.out) == (2, "")
    assert result.err.startswith("clew: ")
    assert right in result.err
    assert "clew --help" in result.err or f"clew {words[0]} --help" in result.err


def test_two_dashes_end_the_options(clew: Inside) -> None:
    assert clew("verify", "null:1", "--", "down").status == 0
    assert "no such file" in clew("solve", "--", "--json").err


@pytest.mark.parametrize(
    ("text", "size"),
    [
        ("200MB", 200_000_000),
        ("2GiB", 2**31),
        ("1.5g", 1_500_000_000),
        ("64", 64),
        ("1 kib", 1024),
        ("3T", 3 * 10**12),
    ],
)
def test_amounts_of_memory(text: str, size: int) -> None:
    from clew.cli.options import memory

    assert memory(text) == size


@pytest.mark.parametrize("shell", ["bash", "zsh", "fish"])
def test_completion_knows_every_command_and_option(clew: Inside, shell: str) -> None:
    script = clew("completion", shell).out
    for word in (*summaries(), "max-memory", "algorithm", "bidirectional"):
        assert word in script
    if shutil.which(shell):
        assert subprocess.run([shell, "-n"], input=script.encode(), check=False).returncode == 0


@pytest.mark.parametrize(
    ("words", "offered"),
    [
        (["clew", "wor"], ["world"]),
        (["clew", "solve", "--al"], ["--all", "--all=", "--algorithm"]),
        (["clew", "world", ""], ["run", "simulate", "check", "replay", "new"]),
        (["clew", "sweep", "c"], ["census"]),
        (["clew", "help", "gen"], ["generate"]),
        (["clew", "generate", "ri"], ["ricochet"]),
        (["clew", "draw", "--theme", "d"], ["dark"]),
        (["clew", "draw", "--theme", "=", "d"], ["dark"]),
        (["clew", "draw", "--theme", "=", "l"], ["light"]),
        (["clew", "draw", "--theme=d"], ["--theme=dark"]),
        (["clew", "sweep", "solve", "--algorithm", "=", "as"], ["astar"]),
        (["clew", "solve", "--family", "=", "p"], ["pebbles", "puzzlescript"]),
    ],
)
def test_bash_completes(clew: Inside, words: list[str], offered: list[str]) -> None:
    script = clew("completion", "bash").out
    typed = " ".join(f"'{word}'" for word in words)
    ask = f'COMP_WORDS=({typed}); COMP_CWORD={len(words) - 1}; _clew; printf "%s\\n" "${{COMPREPLY[@]}}"'
    done = subprocess.run(["bash", "-c", f"{script}\n{ask}"], capture_output=True, check=True, text=True)
    assert done.stdout.split() == offered


def test_check_lists_the_fewest_moves_of_every_level(clew: Inside, tmp_path: Path) -> None:
    game = Path(__file__).parents[2] / "examples" / "games" / "store.txt"
    lines = clew("check", str(game)).out.splitlines()
    assert [line.split("  ")[-1] for line in lines] == ["5 moves, proved optimal", "7 moves, proved optimal"]
    table = clew("check", "--table", str(game)).out.splitlines()
    assert table == ["| board | fewest moves |", "|---|---|", f"| {game}#1 | 5 |", f"| {game}#2 | 7 |"]
    walled = tmp_path / "walled.txt"
    walled.write_text(game.read_text(encoding="utf-8").replace("#P*.O.#", "#P*##O#"), encoding="utf-8")
    assert clew("check", "--table", str(walled)).out.endswith(f"| {walled}#2 | cannot be solved |\n")
    assert clew("check", "--table", "--json", str(game)).status == 2


def test_a_board_file_names_the_game_beside_it(clew: Inside, tmp_path: Path) -> None:
    game = Path(__file__).parents[2] / "examples" / "games" / "store.txt"
    (tmp_path / "store.txt").write_text(game.read_text(encoding="utf-8"), encoding="utf-8")
    board = tmp_path / "second.toml"
    board.write_text('family = "puzzlescript"\ngame = "store.txt"\nlevel = 2\npar = 7\n', encoding="utf-8")
    assert clew("check", str(board)).out == f"ok    {board}  par 7, proved optimal\n"
    board.write_text('family = "puzzlescript"\ngame = "../store.txt"\n', encoding="utf-8")
    assert "must be the name of a file next to this one, without a folder" in clew("check", str(board)).err


def test_levels_of_a_game_are_written_as_a_game(clew: Inside, tmp_path: Path) -> None:
    source = Path(GAME).read_text(encoding="utf-8").rstrip() + "\n\n(the end)\nmessage Well done.\n"
    levels = source.index("######\n#P..##")
    source = f"{source[:levels]}message Two floors.\n\n{source[levels:]}"
    game, back, one = (tmp_path / name for name in ("game.txt", "back.txt", "one.txt"))
    game.write_text(source, encoding="utf-8")
    assert clew("convert", str(game), "-o", str(back)).status == 0
    assert back.read_text(encoding="utf-8") == source
    clew("convert", f"{game}#2", "-o", str(one))
    assert "Two floors" not in one.read_text(encoding="utf-8")
    assert [line.split("  ")[-1] for line in clew("check", str(one)).out.splitlines()] == [
        "7 moves, proved optimal"
    ]
    clew("convert", str(game), "--to", "compact", "-o", str(one))
    assert one.read_text(encoding="utf-8").startswith("puzzlescript:title")
    pond = str(Path(GAME).with_name("pond.txt"))
    mixed = clew("convert", GAME, pond, "-o", str(one))
    assert mixed.status == 2 and "the levels of one game, and this is one of another" in mixed.err


def test_new_levels_are_added_to_a_game(clew: Inside, tmp_path: Path) -> None:
    pack = tmp_path / "pack.txt"
    made = ("generate", "--game", GAME, "--par", "6..12", "-o", str(pack))
    assert clew(*made, "--count", "2", "--seed", "1").status == 0
    text = pack.read_text(encoding="utf-8")
    assert text.startswith("title The store") and text.count("COLLISIONLAYERS") == 1
    assert len(clew("check", str(pack)).out.splitlines()) == 2
    clew(*made, "--until-interrupted", "--max-seconds", "1", "--seed", "2")
    more = pack.read_text(encoding="utf-8")
    assert more.startswith(text) and more.count("COLLISIONLAYERS") == 1
    assert len(clew("check", str(pack)).out.splitlines()) >= 2


@pytest.mark.parametrize(
    ("old", "new"),
    [
        ("#P..##\n", "#P..##\n(half way)\n"),
        ("##.O.#\n######\n", "##.O.#\n###### (end of\nthe first level)\n"),
        ("##.O.#\n######\n\n", "##.O.#\n######\nmessage Well done.\n"),
        ("LEVELS\n", "LEVELS (easy ones)\n"),
        ("LEVELS\n", "LEVELS (easy\nones)\n"),
        ("#..O..#\n#######\n", "#..O..#\n#######\n\n(\nLEVELS\n)\n"),
    ],
)
def test_comments_and_messages_stay_where_they_are(clew: Inside, tmp_path: Path, old: str, new: str) -> None:
    source = Path(GAME).read_text(encoding="utf-8")
    assert source.count(old) == 1
    game, back = tmp_path / "game.txt", tmp_path / "back.txt"
    game.write_text(source.replace(old, new), encoding="utf-8")
    assert clew("convert", str(game), "-o", str(back)).status == 0
    assert back.read_text(encoding="utf-8") == game.read_text(encoding="utf-8")
    for level, par in ((1, 5), (2, 7)):
        clew("convert", f"{game}#{level}", "-o", str(back))
        assert clew("check", str(back)).out == f"ok    {back}  {par} moves, proved optimal\n"


def test_a_level_is_added_below_a_last_line_without_an_end(clew: Inside, tmp_path: Path) -> None:
    pack = tmp_path / "pack.txt"
    text = Path(GAME).read_text(encoding="utf-8").rstrip("\n")
    pack.write_text(text, encoding="utf-8")
    made = ("generate", "--game", GAME, "--par", "6..12", "-o", str(pack), "--until-interrupted")
    clew(*made, "--max-seconds", "1", "--seed", "2")
    assert pack.read_text(encoding="utf-8").startswith(f"{text}\n\n#")
    assert len(clew("check", str(pack)).out.splitlines()) > 2


@pytest.mark.parametrize("text", ["blocks:AAo/ooo/ooo\n", "compact", "(no rules)\n", "broken"])
def test_levels_are_added_to_nothing_but_a_good_game(clew: Inside, tmp_path: Path, text: str) -> None:
    pack = tmp_path / "pack.txt"
    source = Path(GAME).read_text(encoding="utf-8")
    text = {"compact": f"{load(f'{GAME}#1')}\n", "broken": source.replace("all Target", "all Tarte")}.get(
        text, text
    )
    pack.write_text(text, encoding="utf-8")
    made = clew("generate", "--game", GAME, "--par", "6..", "-o", str(pack), "--until-interrupted")
    assert made.status == 2 and "boards cannot be added to it" in made.err
    assert pack.read_text(encoding="utf-8") == text


def test_an_input_is_not_written_over(clew: Inside, tmp_path: Path) -> None:
    game, link = tmp_path / "game.txt", tmp_path / "link.txt"
    text = Path(GAME).read_text(encoding="utf-8")
    game.write_text(text, encoding="utf-8")
    link.symlink_to(game)
    for source in (game, f"{game}#1", link, tmp_path):
        refused = clew("convert", str(source), "-o", str(game))
        assert refused.status == 2 and f"{game} is also read" in refused.err
    for more in ((), ("--until-interrupted",)):
        refused = clew("generate", "--game", str(game), "--par", "6..", "-o", str(link), *more)
        assert refused.status == 2 and "is the game itself" in refused.err
    board = tmp_path / "board.toml"
    board.write_text('family = "puzzlescript"\ngame = "game.txt"\nlevel = 2\n', encoding="utf-8")
    refused = clew("convert", str(board), "-o", str(game))
    assert refused.status == 2 and f"{game} is also read" in refused.err
    (tmp_path / "more").mkdir()
    board.rename(tmp_path / "game.toml")
    refused = clew("convert", str(tmp_path / "game.toml"), "--to", "puzzlescript", "-o", f"{tmp_path}/")
    assert refused.status == 2 and f"{game} is also read" in refused.err
    # A board is recognised by what it says, whatever its name is.
    (tmp_path / "game.toml").rename(board.with_suffix(".board"))
    refused = clew("convert", str(board.with_suffix(".board")), "-o", str(game))
    assert refused.status == 2 and f"{game} is also read" in refused.err
    assert game.read_text(encoding="utf-8") == text


def test_a_folder_is_converted_in_place_if_each_file_becomes_itself(clew: Inside, tmp_path: Path) -> None:
    boards, words = tmp_path / "boards", 'family = "blocks"  # mine\nboard = "AAo/ooo"\n'
    boards.mkdir()
    for name in ("a.toml", "b.toml"):
        (boards / name).write_text(words, encoding="utf-8")
    done = clew("convert", str(boards), "-o", f"{boards}/")
    assert done.status == 0 and done.out.split() == [f"{boards}/a.toml", f"{boards}/b.toml"]
    assert [load(path) for path in sorted(boards.iterdir())] == [load("blocks:AAo/ooo")] * 2
    assert "mine" not in (boards / "a.toml").read_text(encoding="utf-8")
    # The second board of the set would be written over a file that is read later: nothing is written.
    (boards / "a.toml").write_text(words, encoding="utf-8")
    (boards / "c.csv").write_text("board\nblocks:AAo/ooo\nblocks:oAA/ooo\n", encoding="utf-8")
    (boards / "c-0002.toml").write_text(words, encoding="utf-8")
    before = {path: path.read_bytes() for path in boards.iterdir()}
    inputs = [f"{boards}/{name}" for name in ("a.toml", "c.csv", "c-0002.toml")]
    refused = clew("convert", *inputs, "-o", f"{boards}/")
    assert refused.status == 2 and f"{boards}/c-0002.toml is also read" in refused.err
    assert {path: path.read_bytes() for path in boards.iterdir()} == before


@pytest.mark.parametrize("output", ["made.pddl", ""])
def test_none_of_the_files_of_a_board_is_written_over_an_input(
    clew: Inside, tmp_path: Path, output: str
) -> None:
    def written(*inputs: str) -> Result:
        return clew("convert", *inputs, "blocks:AAo/ooo", "--to", "pddl", "-o", f"{tmp_path}/{output}")

    made = written().out.split()
    assert len(made) > 1
    for path in made:
        text = Path(path).read_text(encoding="utf-8")
        refused = written(path)
        assert refused.status == 2 and f"{path} is also read" in refused.err
        assert Path(path).read_text(encoding="utf-8") == text


def test_a_set_holds_the_source_of_a_game_once(clew: Inside, tmp_path: Path) -> None:
    pack = tmp_path / "pack.jsonl"
    assert clew("convert", GAME, "-o", str(pack)).status == 0
    lines = [json.loads(line) for line in pack.read_text(encoding="utf-8").splitlines()]
    assert "RULES" in lines[0]["game"] and lines[1]["game"].startswith("sha256:")
    levels = [entry.puzzle for entry in read_boards(pack)]
    assert levels == [entry.puzzle for entry in read_boards(GAME)]
    made = clew("generate", "--game", GAME, "--par", "2..", "--count", "3", "--seed", "1", "-o", str(pack))
    assert made.status == 0
    text = pack.read_text(encoding="utf-8")
    assert text.count("COLLISIONLAYERS") == 1 and len(text.splitlines()) == 3
    new = [entry.puzzle for entry in read_boards(pack)]
    assert [puzzle and (puzzle.par, solve(puzzle).length) for puzzle in new] == [
        (puzzle and puzzle.par, puzzle and puzzle.par) for puzzle in new
    ]
    assert len(set(new)) == 3
    first, second, third = text.splitlines(keepends=True)
    pack.write_text(second + first + third, encoding="utf-8")
    told = clew("check", str(pack))
    assert told.status == 2 and "no line above holds that game" in told.err
    assert len(told.out.splitlines()) == 2


def test_lines_of_several_games_may_be_mixed(clew: Inside, tmp_path: Path) -> None:
    pack, mixed = tmp_path / "pack.jsonl", tmp_path / "mixed.jsonl"
    other = tmp_path / "other.txt"
    other.write_text(Path(GAME).read_text(encoding="utf-8").replace("title ", "title Another ", 1), "utf-8")
    lines = []
    for game in (GAME, str(other)):
        assert clew("convert", game, "-o", str(pack)).status == 0
        lines.append(pack.read_text(encoding="utf-8").splitlines(keepends=True)[:2])
    together = [line for pair in zip(*lines, strict=True) for line in pair]
    wanted = [clew("convert", f"{game}#{n}").out for n in (1, 2) for game in (GAME, other)]
    mixed.write_text("".join(together), encoding="utf-8")
    assert [f"{entry.puzzle}\n" for entry in read_boards(mixed)] == wanted
    # As jq -s makes it.
    document = tmp_path / "mixed.json"
    document.write_text(json.dumps([json.loads(line) for line in together]), encoding="utf-8")
    assert [f"{entry.puzzle}\n" for entry in read_boards(document)] == wanted
    assert clew("convert", str(mixed), "-o", str(pack)).status == 0
    assert pack.read_text(encoding="utf-8").count("sha256:") == 2
    # A fault in the line that holds the source is that line's alone.
    first = json.dumps({**json.loads(together[0]), "par": -1})
    mixed.write_text("\n".join([first, *map(str.strip, together[1:])]), encoding="utf-8")
    assert [entry.error is None for entry in read_boards(mixed)] == [False, True, True, True]


def test_an_error_in_a_game_has_its_line_and_column(clew: Inside, tmp_path: Path) -> None:
    game = tmp_path / "game.txt"
    source = Path(GAME).read_text(encoding="utf-8").replace("Player, Wall, Crate", "Player, Wal, Crate")
    game.write_text(source.replace("@ = Crate and", "@ = Crat and"), encoding="utf-8")
    lines = game.read_text(encoding="utf-8").split("\n")
    places = [
        f"{game}:{1 + lines.index(line)}:{column}: "
        for line, column in (("@ = Crat and Target", 5), ("Player, Wal, Crate", 9))
    ]
    told = clew("check", str(game)).err
    assert all(place in told for place in places)
    (answer,) = clew("solve", "--json", str(game)).json
    found = answer["error"]
    assert f"{found['file']}:{found['line']}:{found['column']}: " in told
    assert not found["message"].startswith("column")


def test_levels_of_a_game_have_names_of_their_own_in_a_report(clew: Inside, tmp_path: Path) -> None:
    report = tmp_path / "report.xml"
    assert clew("check", GAME, "--junit", str(report)).status == 0
    cases = ElementTree.parse(report).getroot().iter("testcase")
    assert [(case.get("classname"), case.get("name")) for case in cases] == [
        (GAME, "The store 1"),
        (GAME, "The store 2"),
    ]


def test_the_farthest_position_of_a_level_is_told_without_its_game(clew: Inside) -> None:
    (answer,) = clew("rate", "--json", "--measures", "farthest,eccentricity", f"{GAME}#1").json
    level = load(f"{GAME}#1")
    assert level.position(answer["farthest"]) and "\n" not in answer["farthest"]
    assert "Crate" not in answer["farthest"]


def test_a_game_of_chance_says_why_nothing_can_be_proved(clew: Inside, tmp_path: Path) -> None:
    source = (Path(__file__).parents[2] / "examples" / "games" / "store.txt").read_text(encoding="utf-8")
    game = tmp_path / "chance.txt"
    game.write_text(source.replace("RULES\n", "RULES\nrandom [ Crate | ] -> [ | Crate ]\n"), encoding="utf-8")
    assert "nothing can be proved: line" in clew("check", str(game)).out
    refused = clew("solve", f"{game}#1")
    assert refused.status == 2 and "leaves something to chance" in refused.err
