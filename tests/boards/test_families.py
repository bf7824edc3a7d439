"""What the contract of the boards says, family by family: examples, defaults, names and words."""

from __future__ import annotations

import pytest

from clew.errors import BoardError, IllegalMove
from clew.families.blocks.puzzle import Blocks
from clew.families.coroutine.puzzle import Coroutine
from clew.families.pebbles.puzzle import Pebbles
from clew.families.ricochet.puzzle import Ricochet
from clew.puzzles.cells import cell_name, cell_number
from clew.puzzles.registry import FAMILIES, parse_compact

GAR = "BBoooG/EooHoG/EAAHoG/EooHoo/FoooCC/FoDDDo"
BAILEY = "N+S,S+SE,N+S+SW/NE+E,,N+SW/W+SE,N+NW+SE,W+SW+S"
PANGURU = ("WCBRBOGYGPCORPY", "-PCBRYOGYGBCORP")


def test_cells_are_named_as_in_a_spreadsheet() -> None:
    assert [cell_name(cell, 32) for cell in (0, 25, 26, 31, 32)] == ["a1", "z1", "aa1", "af1", "a2"]
    assert all(cell_number(cell_name(cell, 32), 32, 32) == cell for cell in range(1024))
    for text in ("", "a", "1", "A1", "a0", "a01", "a33", "ag1", "1a", "a-1", "a1 ", "aaa1", "a१"):
        assert cell_number(text, 32, 32) is None, text


def test_the_families_are_known_by_name() -> None:
    assert list(FAMILIES) == [
        *("blocks", "coroutine", "null", "pebbles", "puzzlescript", "ricochet", "sokoban")
    ]
    assert all(FAMILIES[name].family == name for name in FAMILIES)


def test_panguru_has_its_lines_and_its_centre_line() -> None:
    puzzle = Pebbles(*PANGURU)
    assert len(puzzle.edges) == 63
    assert puzzle.neighbours[0] == [1, 2, 3, 4, 5, 6, 9, 10, 12, 14]
    triangle = Pebbles(*PANGURU, layout="triangle 5")
    assert set(puzzle.edges) - set(triangle.edges) == {(0, 4), (0, 12), (4, 12)}


def test_a_grid_has_four_neighbours() -> None:
    assert Pebbles("- 1 2 3 4 5 6 7 8", "1 2 - 3 4 5 6 7 8", "grid 3x3").neighbours[4] == [1, 3, 5, 7]


def test_tokens_are_characters_or_words() -> None:
    words = Pebbles("1 2 10 -", "10 2 - 1", layout="grid 2x2")
    assert words.pebbles == ("10", "2", "-", "1")
    assert str(words) == "pebbles[grid 2x2]:1,2,10,-/10,2,-,1"
    spaced = Pebbles("A B\nC -", "A B\n- C", layout="grid 2x2")
    assert spaced.initial() == "AB-C"


def test_more_plates_than_pebbles_are_fine() -> None:
    assert Pebbles("AAB-", "A-B-", layout="grid 2x2").plates == ("A", "A", "B", "-")


def test_a_neighbour_list_is_a_graph() -> None:
    by_lists = Pebbles("AB-", "B-A", allowed_moves=[[1, 2], [0], [0]])
    assert by_lists == Pebbles("AB-", "B-A", edges=[[0, 1], [2, 0]])
    assert str(by_lists) == "pebbles[edges 0-1 0-2]:AB-/B-A"


def test_pebble_paths() -> None:
    puzzle = Pebbles(*PANGURU)
    assert puzzle._split_moves("0-3-5, 4-5;3-4\n2-3") == ["3-0", "5-3", "4-5", "3-4", "2-3"]
    assert puzzle.path([(3, 0), (5, 3)]) == "0-3-5"
    assert puzzle.path([]) == "0"


def test_goal_of_blocks_by_default() -> None:
    assert Blocks.parse(GAR).exit == ("A", "right")
    assert Blocks("AoB/AoB").exit == ("A", "down")
    assert str(Blocks(GAR, goal={"piece": "A", "exit": "right"})) == f"blocks:{GAR}"
    assert str(Blocks(GAR, goal={"piece": "A", "exit": "left"})) == f"blocks[exit=A-left]:{GAR}"


def test_signs_of_blocks_have_two_spellings() -> None:
    assert Blocks("AA.#/....") == Blocks("AAox\noooo\n")


def test_blocks_without_separators() -> None:
    flat = GAR.replace("/", "")
    assert Blocks.parse(flat) == Blocks.parse(GAR) == parse_compact(f"blocks:{flat}") == Blocks(flat)
    assert Blocks.parse(f"blocks[step]:{GAR}", metric="piece").metric == "piece"
    assert Blocks("AAoo").rows == 1
    assert Blocks.parse("AAoo").rows == 2
    assert str(Blocks("AAoo")) == "blocks:AAoo/"


def test_blocks_from_pieces() -> None:
    pieces = [(2, 1, 3, 2), (3, 2, 1, 6), (2, 1, 1, 1)]
    assert Blocks.from_pieces(pieces).initial() == "CCoooB/oooooB/oAAooB/oooooo/oooooo/oooooo"
    assert Blocks.from_pieces([(2, 2, 1, 1)], rows=3, columns=4, metric="step").exit == ("A", "down")
    for bad, words in (
        ([(2, 1, 1, 6)], "extends beyond the 6x6 board"),
        ([(2, 1, 1, 1), (2, 2, 1, 2)], "A and B overlap"),
        ([(2, 3, 1, 1)], "from 1 to 2"),
        ([(2, 1, 0, 1)], "from 1 to 6"),
        ([(2, 1, 1)], "a piece is"),
        ([(1, 1, 1, 1)], "single cell"),
    ):
        with pytest.raises(BoardError, match=words):
            Blocks.from_pieces(bad)  # type: ignore[arg-type]


def test_a_wall_has_two_sides() -> None:
    board, goal = "R../...", "..R/..."
    left = Ricochet(board, goal, walls=["b1 left", "a2 up", "c1R"])
    assert str(left) == "ricochet[wall=a1R,wall=a1D,wall=c1R]:R../...>..R/..."
    assert left == Ricochet(board, goal, walls=["a1 right", "a1 down", "c1 right", "a1R"])


def test_a_pattern_is_cut_to_its_letters() -> None:
    puzzle = Ricochet("R.G/...", "..../.RG.", anywhere=True)
    assert puzzle.goal == ("RG",)
    assert puzzle == parse_compact("ricochet[anywhere]:R.G/...>RG")


def test_an_empty_goal_is_solved_at_the_start() -> None:
    for goal in ("", "...", [], ["..."]):
        assert Ricochet("R..", goal).is_goal("R..")


def test_defaults_of_coroutine() -> None:
    puzzle = Coroutine.parse(BAILEY)
    assert puzzle._body() == BAILEY
    assert puzzle.initial() == "a1,c3,0"
    assert puzzle.target == 4
    squares = [["N S", "S SE", "N S SW"], ["NE E", "", "N SW"], ["W SE", "N NW SE", "W SW S"]]
    assert Coroutine(squares, coins=["a1", "c3"], target="b2") == puzzle
    assert Coroutine(squares, coins="a1,c2")._body() == f"{BAILEY}@a1,c2"
    assert Coroutine(squares, target="a2")._body() == f"{BAILEY}>a2"
    assert puzzle.at("a1,b3,1")._body() == f"{BAILEY}@a1,b3,1"


def test_the_order_of_directions_is_kept_but_does_not_matter() -> None:
    assert Coroutine.parse(BAILEY) == Coroutine.parse(BAILEY.replace("N+S,", "S+N,", 1))


def test_coroutine_moves_are_split() -> None:
    puzzle = Coroutine.parse(BAILEY)
    for text in ("0S 1- 0S", "0, S\n1, -\n0, S", "0,S,1,-,0,S", "0S;1-;0S", "0 S 1 - 0 S"):
        assert puzzle._split_moves(text) == ["0S", "1-", "0S"], text
    assert puzzle._find("a1,c3,0", "0, S").name == "0S"


MISTAKES = [
    (f"blocks:{GAR}", "AR3", "piece A has no free cell to its right"),
    (f"blocks:{GAR}", "BR4", "piece B has 3 free cells to its right"),
    (f"blocks:{GAR}", "GD2", "piece G has 1 free cell below it"),
    (f"blocks:{GAR}", "AU1", "piece A moves only left and right"),
    (f"blocks:{GAR}", "QR1", "there is no piece Q"),
    (f"blocks:{GAR}", "aR1", "there is no piece a"),
    (f"blocks:{GAR}", "BR", "a move is a piece"),
    (f"blocks:{GAR}", "BR0", "a move is a piece"),
    (f"blocks:{GAR}", "", "a move is a piece"),
    (f"blocks[step]:{GAR}", "BR2", "one move is one cell"),
    (f"blocks:{GAR}", "BR1R1", "one move goes along one line"),
    ("blocks[free,piece,exit=A-down]:Aoo/ooo", "AR1L1", "the path ends where piece A already is"),
    ("blocks[free,piece,exit=A-down]:Aoo/ooo", "AR1D2", "piece A then has 1 free cell below it"),
    ("pebbles[grid 2x2]:AB--/AB--", "2-3", "cell 2 is empty"),
    ("pebbles[grid 2x2]:AB--/AB--", "0-1", "pebble B is there"),
    ("pebbles[grid 2x2]:AB--/AB--", "0-3", "its neighbours are 1 2"),
    ("pebbles[grid 2x2]:AB--/AB--", "0-9", "there is no cell 9"),
    ("pebbles[grid 2x2]:AB--/AB--", "00-2", "without zeros in front: 0-2"),
    ("pebbles[grid 2x2]:AB--/AB--", "up", "a move is two cells"),
    ("ricochet[wall=a2R]:R.#/G.B>", "a1L", "the edge of the board stops it"),
    ("ricochet[wall=a2R]:R.#/G.B>", "a1D", "the tile G stops it"),
    ("ricochet[wall=a2R]:R.#/G.B>", "a2R", "a wall stops it"),
    ("ricochet[wall=a2R]:R.#/G.B>", "c2U", "a block stops it"),
    ("ricochet[wall=a2R]:R.#/G.B>", "b1L", "cell b1 is empty"),
    ("ricochet[wall=a2R]:R.#/G.B>", "c1L", "cell c1 is a fixed block"),
    ("ricochet[wall=a2R]:R.#/G.B>", "d1L", "there is no cell d1"),
    ("ricochet[wall=a2R]:R.#/G.B>", "a1", "a move is the cell of a tile"),
    ("ricochet[open]:R../...>", "a1R", "would slide off the board"),
    (f"coroutine:{BAILEY}", "1S", "it is coin 0's turn"),
    (f"coroutine:{BAILEY}", "0E", "which shows W SW S"),
    (f"coroutine:{BAILEY}", "0W", "would leave the grid"),
    (f"coroutine:{BAILEY}", "0-", "may not pass"),
    (f"coroutine:{BAILEY}", "0Q", "a move is a coin"),
    ("coroutine:,E/,@a1,b1>a2", "0E", "the other coin is on b1"),
    ("null:3", "up", "at its highest value 3"),
    ("null:0", "down", "the counter is at 0"),
    ("null:3", "left", "a move is `down` or `up`"),
]


@pytest.mark.parametrize(
    ("board", "move", "reason"), MISTAKES, ids=[f"{m[0][:12]}.. {m[1]}" for m in MISTAKES]
)
def test_an_illegal_move_is_refused_with_the_reason(board: str, move: str, reason: str) -> None:
    puzzle = parse_compact(board)
    with pytest.raises(IllegalMove) as caught:
        puzzle._find(puzzle.initial(), move, 4)
    assert reason in caught.value.reason
    assert caught.value.legal == puzzle.moves(puzzle.initial())
    assert caught.value.index == 4


def test_a_piece_move_may_be_spelt_by_any_free_path() -> None:
    puzzle = parse_compact("blocks[free,piece,exit=A-down]:Aoo/ooo")
    assert puzzle._find("Aoo/ooo", "AD1R1").name == "AR1D1"
    assert puzzle._find("Aoo/ooo", "AD1R2U1").name == "AR2"


def test_words_for_hints() -> None:
    said = {}
    for board in (
        f"blocks:{GAR}",
        "pebbles[grid 1x2]:A-/-A",
        "ricochet:.R>",
        f"coroutine:{BAILEY}",
        "null:1",
    ):
        puzzle = parse_compact(board)
        state = puzzle.initial()
        code = puzzle.moves(state)[0].code
        (said[puzzle.family],) = puzzle._words(state, [code])
    assert said == {
        "blocks": ("piece B", "piece B right"),
        "pebbles": ("the pebble A on cell 1", "the pebble A on cell 1 into cell 0"),
        "ricochet": ("the tile R at b1", "the tile R at b1 left"),
        "coroutine": ("coin 0", "coin 0 south"),
        "null": ("the counter", "the counter down"),
    }


POSITIONS = [
    ("blocks:AAo/Boo/Boo", "oAA/Boo", "2 rows of 3"),
    ("blocks:AAo/Boo/Boo", "oAA/Coo/Coo", "no piece B"),
    ("blocks:AAo/Boo/Boo", "oAA/oBo/oBo", "never leaves column 1"),
    ("blocks:AAo/Boo/Boo", "xAA/Boo/Boo", "a wall at a1"),
    ("blocks:AAo/Boo/Boo", "ooA/BoA/Boo", "a different shape"),
    ("blocks:AAxBBo", "BBxAAo", "never passes another piece"),
    ("blocks:AABBBo", "BBBAAo", "never passes another piece"),
    ("blocks:AAoxo", "oooxAA", "6 cells"),
    ("ricochet:RR./.#.>", "R../.#.", "1 R tiles, but the board has 2"),
    ("ricochet:RR./.#.>", "RR./...", "blocks never move"),
    ("pebbles[grid 1x3]:AB-/AB-", "AA-", "2 of `A`"),
    ("pebbles[grid 1x3]:AB-/AB-", "AB", "2 tokens for 3"),
    (f"coroutine:{BAILEY}", "a1,a1,0", "both coins"),
    (f"coroutine:{BAILEY}", "a1", "whose turn"),
    (f"coroutine:{BAILEY}", "a1,b2,2", "write 0 or 1"),
    ("null:3", "4", "from 0 to 3"),
    ("null:3", "x", "is not a counter"),
]


@pytest.mark.parametrize(
    ("board", "text", "words"), POSITIONS, ids=[f"{p[0][:12]}.. {p[1]}" for p in POSITIONS]
)
def test_a_position_of_another_board_is_refused(board: str, text: str, words: str) -> None:
    with pytest.raises(BoardError, match=words):
        parse_compact(board).position(text)


def test_swapped_alike_pieces_are_a_position_of_the_board() -> None:
    assert parse_compact("blocks:BBCCo/AAooo").position("CCoBB/AAooo") == "CCoBB/AAooo"
    assert parse_compact("blocks[free]:BoC/AAo").canonical("CoB/AAo") == "BoC/AAo"


def test_puzzles_are_values() -> None:
    one, other = parse_compact(f"blocks:{GAR}"), Blocks(GAR, title="level 1", par=8)
    assert one == other and hash(one) == hash(other) and one != parse_compact("null:3")
    assert one != "blocks" and len({one, other}) == 1
    assert repr(one) == f"Blocks.parse('blocks:{GAR}')"
    assert other.at(other.moves(other.initial())[0].after).par is None
    with pytest.raises(TypeError, match="did you mean `title`"):
        Blocks(GAR, titel="x")  # type: ignore[call-arg]
