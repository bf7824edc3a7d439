"""A puzzle that breaks a duty gets an error that shows the state, or an answer that says what its proof
rests on.
"""

from __future__ import annotations

import json
import subprocess
import sys
from dataclasses import dataclass
from typing import Any

import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

import clew
from clew.testing import check_puzzle
from tests.custom.broken import KINDS, draw, fewest, questions, verdict
from tests.custom.puzzles import Walk
from tests.promptness import HANGS

IF = "if the heuristic never overestimates"


class Hanoi(clew.Puzzle):
    """Discs on three pegs; a state is the peg of each disc, the smallest first. Four discs need 15 moves."""

    discs = 4

    def initial(self) -> Any:
        return (0,) * self.discs

    def moves(self, state: Any) -> list[tuple[int, int]]:
        top = {peg: disc for disc, peg in reversed(list(enumerate(state)))}
        return [
            (disc, to) for disc in sorted(top.values()) for to in range(3) if top.get(to, self.discs) > disc
        ]

    def apply(self, state: Any, move: tuple[int, int]) -> Any:
        disc, to = move
        return (*state[:disc], to, *state[disc + 1 :])

    def is_goal(self, state: Any) -> bool:
        return all(peg == 2 for peg in state)


class BothEnds(Hanoi):
    def predecessors(self, state: Any) -> Any:
        return [self.apply(state, move) for move in self.moves(state)]

    def goals(self) -> Any:
        return [(2,) * self.discs]


class Guided(Hanoi):
    def heuristic(self, state: Any) -> Any:
        return sum(peg != 2 for peg in state)


class AtTheStart(Hanoi):
    def heuristic(self, state: Any) -> Any:
        return 16 if state == (0, 0, 0, 0) else 0


class TooHigh(Guided):
    def heuristic(self, state: Any) -> Any:
        return 100 * super().heuristic(state)


class AtTheGoal(Guided):
    def heuristic(self, state: Any) -> Any:
        return super().heuristic(state) + 1


class Hopeless(Guided):
    def heuristic(self, state: Any) -> Any:
        return None


class NoGoal(BothEnds):
    def goals(self) -> Any:
        return [(2,) * self.discs, (1,) * self.discs]


class GoalsMissing(BothEnds):
    def is_goal(self, state: Any) -> bool:
        return super().is_goal(state) or state == (1,) + (0,) * (self.discs - 1)


class NoWayBack(BothEnds):
    def predecessors(self, state: Any) -> Any:
        return []


class SomeWaysBack(BothEnds):
    def predecessors(self, state: Any) -> Any:
        return super().predecessors(state)[:1]


class Merging(Hanoi):
    """The two other pegs are not the same: only one is the goal."""

    def canonical(self, state: Any) -> Any:
        return min(state, tuple((0, 2, 1)[peg] for peg in state))


class OtherCosts(Hanoi):
    """Costs that depend on how often they were asked for."""

    asked = 0

    def cost(self, state: Any, move: Any) -> int:
        self.asked += 1
        return 1 if self.asked < 60 else 2


class Otherwise(Hanoi):
    """`successors` leave out a move that `moves` lists."""

    def successors(self, state: Any) -> Any:
        return [(move, self.apply(state, move)) for move in self.moves(state)][:1]


BROKEN: list[tuple[type[Hanoi], str, str]] = [
    (AtTheStart, "astar", "says 16 at (0, 0, 0, 0), but the true distance is at most 15"),
    (TooHigh, "auto", "a lower bound must never exceed it"),
    (TooHigh, "ida_star", "a lower bound must never exceed it"),
    (AtTheGoal, "auto", "says 1 at (2, 2, 2, 2), but the true distance is 0: it is solved"),
    (Hopeless, "auto", "says that no goal can be reached at"),
    (NoGoal, "auto", "goals: lists (1, 1, 1, 1), which is_goal says is not solved"),
    (GoalsMissing, "bidirectional", "goals: leave out (1, 0, 0, 0), which is_goal says is solved"),
    (NoWayBack, "bidirectional", "predecessors: of "),
    (SomeWaysBack, "bidirectional", "predecessors: of "),
    (Merging, "bfs", "canonical: treats "),
    (OtherCosts, "bfs", "cost"),
    (Otherwise, "bfs", "successors: yields "),
]


@pytest.mark.parametrize(
    ("broken", "algorithm", "words"), BROKEN, ids=lambda value: getattr(value, "__name__", "")
)
def test_a_broken_duty_is_an_error_that_shows_the_state(
    broken: type[Hanoi], algorithm: str, words: str
) -> None:
    with pytest.raises(clew.PuzzleError) as caught:
        clew.solve(broken(), algorithm)
    assert words in str(caught.value)


@pytest.mark.parametrize(
    "ask", [clew.solutions, clew.hint, clew.distance, lambda puzzle: clew.improve(puzzle).finish()]
)
@pytest.mark.parametrize("broken", [TooHigh, Hopeless, NoGoal, Merging])
def test_every_question_is_audited(broken: type[Hanoi], ask: Any) -> None:
    with pytest.raises(clew.PuzzleError):
        ask(broken())


@pytest.mark.parametrize("seed", [2065, 2108, 2257])
def test_a_wrong_heuristic_ends_all_questions_where_moves_cost_nothing(seed: int) -> None:
    puzzle = draw(seed)
    assert {"cost", "heuristic"} <= puzzle.given
    for ask in (clew.solve, clew.solutions, clew.hint):
        with pytest.raises(clew.PuzzleError, match=r"heuristic: says .* must never exceed it"):
            ask(puzzle, seconds=5)


@dataclass(unsafe_hash=True)
class Left:
    stones: int


class Taking(clew.Puzzle):
    """Takes one or two of five stones, from the state itself."""

    def initial(self) -> Any:
        return Left(5)

    def moves(self, state: Any) -> list[int]:
        return [take for take in (1, 2) if take <= state.stones]

    def apply(self, state: Any, move: int) -> Any:
        state.stones -= move
        return state

    def is_goal(self, state: Any) -> bool:
        return bool(state.stones == 0)


@pytest.mark.parametrize("ask", [clew.solve, clew.solutions, clew.hint, clew.distance, clew.explore])
def test_states_that_moves_change_prove_nothing(ask: Any) -> None:
    with pytest.raises(clew.PuzzleError, match="apply: changes states that it is given"):
        ask(Taking())


def test_all_solutions_within_a_bound_rest_on_the_heuristic() -> None:
    assert clew.solutions(Guided(), algorithm="bfs").proof == IF
    assert clew.solutions(Hanoi(), algorithm="bfs").proof is None


def test_maps_are_audited() -> None:
    with pytest.raises(clew.PuzzleError, match="canonical: treats"):
        clew.explore(Merging())


@pytest.mark.parametrize(
    ("puzzle", "algorithm", "proof"),
    [
        (Hanoi(), "auto", None),
        (Guided(), "auto", IF),
        (Guided(), "ida_star", IF),
        (Guided(), "bfs", None),
        (BothEnds(), "astar", None),
    ],
)
def test_a_solution_says_what_its_proof_rests_on(puzzle: Hanoi, algorithm: str, proof: str | None) -> None:
    solution = clew.solve(puzzle, algorithm)
    assert (solution.length, solution.optimal, solution.proof) == (15, True, proof)
    assert solution.to_dict().get("proof") == proof


def test_what_a_plain_search_covers_is_not_mentioned() -> None:
    class Large(BothEnds):
        discs = 6

    assert clew.solve(BothEnds(), "bidirectional").proof is None
    assert clew.solve(Large(), "bidirectional").proof == "if goals() and predecessors() leave out no state"
    assert clew.solutions(BothEnds()).proof == "if goals() and predecessors() leave out no state"


def test_hints_improvements_and_waypoints_say_it_too() -> None:
    assert clew.hint(Guided()).proof == IF
    assert clew.hint(Guided()).to_dict()["proof"] == IF
    assert clew.hint(Hanoi()).proof is None
    assert clew.improve(Guided()).finish().proof == IF
    assert clew.solve(Guided(), via=[(1, 1, 0, 0)]).proof == IF
    assert clew.solve("null[highest=9]:3").proof is None


def test_a_map_says_what_it_rests_on() -> None:
    class Merged(Guided):
        def canonical(self, state: Any) -> Any:
            return state

    same = "if canonical() merges only states that are the same"
    assert clew.explore(Guided()).proof is None
    assert clew.explore(Merged()).proof == same
    assert clew.heatmap(Merged()).proof == f"{IF} and {same[3:]}"
    assert clew.explore("null[highest=9]:3").proof is None


def test_layers_do_not_rest_on_a_heuristic_which_is_told_where_it_is_wrong() -> None:
    class Two(clew.Puzzle):
        """From 0 to 3 by 1, of which the heuristic says too much, or by 2."""

        def initial(self) -> int:
            return 0

        def is_goal(self, state: int) -> bool:
            return state == 3

        def moves(self, state: int) -> list[int]:
            return [1, 2] if state == 0 else [3]

        def apply(self, state: int, move: int) -> int:
            return move

        def heuristic(self, state: int) -> int:
            return 5 if state == 1 else 0

    with pytest.raises(clew.PuzzleError, match="heuristic: says 5 at 1"):
        clew.solve(Two(), "bfs")


def test_a_heuristic_that_is_wrong_off_the_way_leaves_an_answer_with_a_condition() -> None:
    class Aside(Hanoi):
        discs = 5

        def heuristic(self, state: Any) -> int:
            return 40 if state == (1, 1, 1, 1, 0) else 0

    solution = clew.solve(Aside(), "astar")
    assert len(solution) > 31
    assert solution.proof == IF


# ------------------------------------------------------------ check_puzzle


class NotANumber(Hanoi):
    def heuristic(self, state: Any) -> Any:
        return float("nan") if state == (1, 2, 0, 0) else 0


class Text(Hanoi):
    def heuristic(self, state: Any) -> Any:
        return "0"


class Shadow(Hanoi):
    goals = ((2, 2, 2, 2),)  # type: ignore[assignment]


@pytest.mark.parametrize(
    ("broken", "rule", "state"),
    [
        (NotANumber, "heuristic", (1, 2, 0, 0)),
        (Text, "heuristic", (0, 0, 0, 0)),
        (NoGoal, "goals", (1, 1, 1, 1)),
        (GoalsMissing, "goals", (1, 0, 0, 0)),
        (Hopeless, "heuristic", (2, 2, 2, 2)),
    ],
)
def test_check_puzzle_finds_it(broken: type[Hanoi], rule: str, state: Any) -> None:
    with pytest.raises(clew.PuzzleError) as caught:
        check_puzzle(broken())
    assert (caught.value.rule, caught.value.state) == (rule, state)


def test_an_attribute_that_hides_a_method_is_refused() -> None:
    with pytest.raises(clew.PuzzleError, match=r"Shadow\.goals is of type tuple.*needs another name"):
        check_puzzle(Shadow())

    class Pebbles(clew.Pebbles):
        valid = 3  # type: ignore[assignment]

    with pytest.raises(clew.PuzzleError, match=r"Pebbles\.valid is of type int"):
        check_puzzle(Pebbles("RRG", "RG-", layout="grid 1x3"))


def test_a_check_says_whether_the_heuristic_held_everywhere() -> None:
    assert check_puzzle(Guided()).never_overestimates
    assert check_puzzle(Guided()).left_of(IF) is None
    assert check_puzzle(Guided(), states=10, seconds=0).left_of("if canonical() is right") is not None


class Pushes(Walk):
    """Steps back and forth that cost nothing, and one that does."""

    def cost(self, state: int, move: int) -> int:
        return 1 if move == -2 else 0

    def heuristic(self, state: int) -> int:
        return 0


def test_moves_that_cost_nothing_may_form_cycles() -> None:
    checked = check_puzzle(Pushes())
    assert checked.complete
    assert checked.never_overestimates


# ------------------------------------------------------------ the command


def test_the_command_prints_what_a_proof_rests_on(tmp_path: Any) -> None:
    def command(*words: str) -> subprocess.CompletedProcess[str]:
        run = [sys.executable, "-m", "clew", *words]
        return subprocess.run(run, cwd=tmp_path, capture_output=True, text=True, timeout=HANGS)

    source = (
        "import clew\n"
        "class Down(clew.Puzzle):\n"
        "    def initial(self): return 5\n"
        "    def moves(self, state): return [take for take in (1, 2) if take <= state]\n"
        "    def apply(self, state, move): return state - move\n"
        "    def is_goal(self, state): return state == 0\n"
        "    def heuristic(self, state): return self.per * state\n"
        "    per, par = 0.5, 3\n"
        "class High(Down):\n"
        "    def heuristic(self, state): return 9 if state == 2 else 0\n"
    )
    (tmp_path / "down.py").write_text(source)
    assert f"3 moves, proved optimal {IF}" in command("solve", "down:Down()").stdout
    assert json.loads(command("solve", "--json", "down:Down()").stdout)["proof"] == IF
    checked = command("check", "down:Down()")
    assert "par 3, proved optimal" in checked.stdout
    assert IF not in checked.stdout
    high = command("check", "down:High()")
    assert high.returncode == 2
    assert "High.heuristic: says 9 at 2, but the true distance is 1" in high.stderr


# ------------------------------------------------------------ at random


@settings(max_examples=30, deadline=None)
@given(seed=st.integers(0, 10**9).map(lambda seed: 20 * seed + 1), kind=st.sampled_from(KINDS))
def test_no_false_proof_of_a_random_puzzle(seed: int, kind: str) -> None:
    puzzle = draw(seed, kind)
    truth = fewest(puzzle)
    for name in questions(puzzle):
        found = verdict(puzzle, name, truth)
        assert found != "FALSE", name
        assert kind != "none" or found in ("right", "refused"), name


class Short(clew.Puzzle):
    """A line of 400 steps, with a short cut that `successors` leaves out."""

    def initial(self) -> int:
        return 0

    def moves(self, state: int) -> list[str]:
        return ["on"] * (state < 400) + ["cut"] * (state == 5)

    def apply(self, state: int, move: str) -> int:
        return state + 1 if move == "on" else 300

    def is_goal(self, state: int) -> bool:
        return state == 400

    def successors(self, state: int) -> list[tuple[str, int]]:
        return [("on", state + 1)] if state < 400 else []


@pytest.mark.parametrize("ask", [clew.solve, clew.explore, clew.hint, clew.distance])
def test_a_move_that_successors_leaves_out_at_one_state_is_found(ask: Any) -> None:
    with pytest.raises(clew.PuzzleError, match="cut"):
        ask(Short())


class Merged(Short):
    """A line in which 8 counts as 4, so that nothing lies beyond."""

    def successors(self, state: int) -> list[tuple[str, int]]:
        return [(move, self.apply(state, move)) for move in self.moves(state)]

    def canonical(self, state: int) -> int:
        return 4 if state == 8 else state


def test_improve_says_unsolvable_only_after_the_audit() -> None:
    with pytest.raises(clew.PuzzleError, match="canonical"):
        list(clew.improve(Merged(), seconds=20))


def test_two_moves_of_one_name_are_refused() -> None:
    class Twins(clew.Puzzle):
        def initial(self) -> int:
            return 0

        def moves(self, state: int) -> list[str]:
            return ["a", "a"]

        def apply(self, state: int, move: str) -> int:
            return state + 1

        def is_goal(self, state: int) -> bool:
            return state == 3

    with pytest.raises(clew.PuzzleError, match="gives two moves the name 'a'"):
        clew.solve(Twins())
