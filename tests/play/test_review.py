"""Reviews: every figure against plain breadth-first distances, on random games of all families."""

from __future__ import annotations

from pathlib import Path
from random import Random

import pytest

import clew
from clew.play import ways
from clew.play.record import record_of
from tests.property.random_boards import GENERATORS, Sample, sample
from tests.property.under_test import puzzle_of
from tests.search.boards import COINS, GAR, LONG, SLIDES, STUCK

GAMES = 8
DETOURS = "BR1 EU1 CL1 CR1 CL3 FU1 DL2 GD1 GU1 GD3 HU1 HD1 HD2 AR3"


def random_game(case: Sample, rng: Random) -> list[str]:
    """Moves of which about half are best, so that there are losses, detours, and ends."""
    state, names = case.rules.start, []
    for _ in range(rng.randint(0, 14)):
        legal = case.rules.moves(state)
        if not legal:
            break
        best = {edge.name for edge in case.map.best(case.map.key(state))}
        good = [move for move in legal if move[0] in best]
        name, state = rng.choice(good if good and rng.random() < 0.5 else legal)
        names.append(name)
    return names


def expect(case: Sample, names: list[str], found: clew.Review) -> None:
    """What the reference says of a game."""
    known, rules = case.map, case.rules
    state, spent = rules.start, 0
    distances = [known.distance.get(known.key(state))]
    for name, move in zip(names, found.moves, strict=True):
        here = known.key(state)
        state = rules.after(state, name)
        before, after = distances[-1], known.distance.get(known.key(state))
        distances.append(after)
        cost = rules.cost(name)
        spent += cost
        assert (move.name, move.before, move.after) == (name, before, after), case.board
        assert move.choices == len(known.edges[here])
        best = [] if here in known.goals else [edge.name for edge in known.best(here)]
        assert sorted(move.best) == sorted(best), case.board
        assert move.only_best == (best == [name])
        if before is None:
            assert (move.kind, move.loss) == ("hopeless", None)
        elif after is None:
            assert (move.kind, move.loss) == ("dead end", None)
        else:
            assert (move.kind, move.loss) == (
                "loss" if cost + after > before else "best",
                cost + after - before,
            )
    assert (found.length, found.fewest, found.left) == (spent, distances[0], distances[-1]), case.board
    assert found.solved == rules.is_goal(state)
    assert found.status == ("unsolvable" if distances[0] is None else "solved")
    if distances[0] is None or distances[-1] is None:
        assert found.lost is None
    else:
        assert found.lost == spent + distances[-1] - distances[0]
        assert sum(turn.lost or 0 for turn in found.turning_points) == found.lost, "detours add up"
    expect_turns(found, distances)
    expect_nearest(case, names, found)


def expect_turns(found: clew.Review, distances: list[int | None]) -> None:
    """Outside detours every move is best; a detour ends when the goal is nearer than before it."""
    inside = set()
    for turn in found.turning_points:
        assert turn.distance == distances[turn.number - 1]
        end = len(found.moves) if turn.back is None else turn.back
        for number in range(turn.number, end + 1):
            after = distances[number]
            nearer = after is not None and after < turn.distance
            assert nearer == (number == turn.back)
        inside |= set(range(turn.number, end + 1))
    for move in found.moves:
        assert move.number in inside or move.kind in ("best", "hopeless")


def expect_nearest(case: Sample, names: list[str], found: clew.Review) -> None:
    nearest = found.nearest
    if found.fewest is None:
        assert nearest is None
        return
    assert nearest is not None
    verdict = clew.verify(found.puzzle, nearest.moves)
    assert verdict.solved and verdict.length == found.fewest, case.board
    assert nearest.moves[: nearest.kept] == [move.name for move in found.moves[: nearest.kept]]
    if nearest.kept < len(names):
        move = found.moves[nearest.kept]
        assert move.name not in move.best, "no shortest solution shares one move more"


@pytest.mark.parametrize("by", ["a map", "searches"])
@pytest.mark.parametrize("family", GENERATORS)
def test_every_figure_is_that_of_plain_searches(
    family: str, by: str, monkeypatch: pytest.MonkeyPatch
) -> None:
    if by == "searches":
        monkeypatch.setattr(ways, "MAP_STATES", 0)
    rng = Random(f"{family} {by}")
    for case in sample(family, 7100, GAMES, most_states=600, whole=True):
        names = random_game(case, rng)
        expect(case, names, clew.review(puzzle_of(case.board), names))


def test_a_game_reads_as_sentences() -> None:
    found = clew.review(GAR, DETOURS)
    text = str(found)
    assert "   3  CL1       6     +1  CL3 FU1" in text
    assert "  13  HD2       1         the only one" in text
    assert "Solved in 14 moves; the fewest: 8; 6 lost." in text
    assert (
        "Move 3, CL1: begins a detour that lost 2, until move 5. From there, 6 moves would have been enough."
        in text
    )
    assert "Shortest, with the first 2 of your moves: BR1 EU1 CL3 FU1 DL2 GD3 HD2 AR3" in text
    assert max(map(len, text.split("\n")[:15])) <= 58


def test_the_way_from_a_loss_is_a_shortest_one() -> None:
    found = clew.review(GAR, DETOURS)
    for move in found.moves:
        line = found.way(move.number)
        rest = clew.verify(found.puzzle.at(move.state), line)
        assert rest.solved and rest.length == move.before
    assert found.way(len(found.moves) + 1) == []
    with pytest.raises(IndexError, match="there is no move 16"):
        found.way(16)
    with pytest.raises(clew.ClewError, match="no goal can be reached"):
        clew.review(
            STUCK, ["BU1"] if "BU1" in clew.load(STUCK).moves(clew.load(STUCK).initial()) else []
        ).way(1)


def test_a_game_brings_its_moves_and_pauses() -> None:
    ticks = iter([10.0, 11.0, 13.5, 13.75])
    game = clew.Game(GAR, clock=lambda: next(ticks))
    for move in ("BR1", "CL1", "CL2"):
        game.play(move)
    found = clew.review(game)
    assert [move.seconds for move in found.moves] == [1.0, 2.5, 0.25]
    assert [move.name for move in found.moves] == ["BR1", "CL1", "CL2"]
    assert "2.5 s" in str(found)
    with pytest.raises(clew.ClewError, match="give the game alone"):
        clew.review(game, ["BR1"])


@pytest.mark.parametrize(
    ("times", "words"),
    [([1.0], "times has 1 entries for 2 moves"), ([2.0, 1.0], r"times\[1\] is 1.0, earlier than")],
)
def test_times_that_do_not_match_are_refused(times: list[float], words: str) -> None:
    with pytest.raises(clew.ClewError, match=words):
        clew.review(GAR, ["BR1", "CL1"], times)


def test_an_illegal_move_is_named_by_its_place() -> None:
    with pytest.raises(clew.IllegalMove) as refused:
        clew.review(GAR, "BR1 AR3")
    assert refused.value.index == 1


def test_a_limit_leaves_moves_unmeasured_from_the_beginning() -> None:
    moves = clew.load(LONG).moves(clew.load(LONG).initial())[:1]
    found = clew.review(LONG, moves, states=10)
    assert (found.status, found.limit) == ("limit", "states")
    assert [move.kind for move in found.moves] == ["unknown"]
    assert (found.lost, found.turning_points, found.nearest) == (None, [], None)
    assert "0 of 1 move measured" in str(found)
    stopped = clew.Limits()
    stopped.cancel()
    assert clew.review(GAR, DETOURS, limits=stopped).limit == "interrupted"
    assert clew.review(GAR, DETOURS, seconds=0).limit == "seconds"


def test_moves_after_a_goal_are_losses() -> None:
    found = clew.review("null[highest=5]:1", "down up down")
    assert [(move.kind, move.loss) for move in found.moves] == [("best", 0), ("loss", 2), ("best", 0)]
    assert found.solved and found.lost == 2
    assert found.nearest == (1, ["down"])
    assert "It was solved before" in str(found)


def test_json_has_the_way_from_each_loss() -> None:
    found = clew.review(GAR, DETOURS).to_dict()
    ways_ = {move["number"]: move.get("way") for move in found["moves"]}
    assert ways_[3] == ["CL3", "FU1", "DL2", "GD3", "HD2", "AR3"]
    assert [number for number, way in ways_.items() if way] == [3, 4, 8, 9, 11, 12]
    assert found["turning_points"][0] == {"number": 3, "distance": 6, "lost": 2, "back": 5}
    assert found["nearest"]["kept"] == 2


def test_a_review_whose_ways_meet_a_limit_says_so() -> None:
    limits = clew.Limits()
    found = clew.review(GAR, DETOURS, limits=limits)
    limits.cancel()
    told = found.to_dict()
    assert [move["way"] for move in told["moves"] if "way" in move] == [None] * 6
    assert (told["status"], told["limit"]) == (found.status, found.limit) == ("limit", "interrupted")


@pytest.mark.parametrize("board", [GAR, COINS, SLIDES, STUCK])
def test_every_game_has_a_picture(board: str, tmp_path: Path) -> None:
    puzzle = clew.load(board)
    moves = [puzzle.moves(puzzle.initial())[0]] if puzzle.moves(puzzle.initial()) else []
    found = clew.review(puzzle, moves)
    for theme in ("auto", "light", "dark", "print"):
        assert str(found.draw(theme=theme)).startswith("<svg")
    found.draw(tmp_path / "game.png")
    assert (tmp_path / "game.png").read_bytes().startswith(b"\x89PNG")
    assert "<svg" in (found._repr_svg_() or "")
    for wrong in ({"path": "game.gif"}, {"theme": "pink"}):
        with pytest.raises(clew.ClewError, match="must"):
            found.draw(**wrong)  # type: ignore[arg-type]


def test_the_picture_names_what_was_lost() -> None:
    picture = str(clew.review(GAR, DETOURS).draw())
    assert "move 3, CL1: 1 lost" in picture


@pytest.mark.parametrize(
    ("text", "words"),
    [
        ("{", "not JSON"),
        ('{"moves": 3}', "the log has no moves"),
        ('{"moves": ["BR1"], "puzzle": "null:3"}', "of another board, null:3"),
    ],
)
def test_a_log_that_is_none_is_refused(text: str, words: str) -> None:
    with pytest.raises(clew.ClewError, match=words):
        record_of(clew.load(GAR), text)


def test_logs_are_saved_games_json_and_plain_moves() -> None:
    puzzle = clew.load(GAR)
    game = clew.Game(puzzle)
    game.play("BR1")
    assert record_of(puzzle, game.save())[0] == ["BR1"]
    assert record_of(puzzle, '{"moves": ["BR1", "CL1"]}') == (["BR1", "CL1"], None)
    assert record_of(puzzle, " BR1\nCL1 ") == (["BR1", "CL1"], None)
