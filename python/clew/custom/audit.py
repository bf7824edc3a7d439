"""Audits an answer about a user's puzzle, by the user's own rules, before it is given.

    the path       played by `moves` and `apply` to a state that `is_goal` accepts; `heuristic` along it
    the goals      all that `goals` lists, if the search began there
    near the start a plain search by `moves`, `apply` and `cost` for anything cheaper, as far as it may go
    elsewhere      the laws of `clew.custom.laws` on a sample of the states that the search met

The last two take a small share of the time of the search itself. So they may miss a mistake on few states of
a large puzzle: what a proof then rests on is in its `proof`. The samples are the same on every run.
"""

from __future__ import annotations

from heapq import heappop, heappush
from math import inf
from random import Random
from typing import TYPE_CHECKING, Any

from clew.custom.laws import Laws
from clew.custom.optional_rules import gives, overrides, plain_pairs
from clew.custom.walks import walk
from clew.errors import PuzzleError
from clew.puzzles.fields import shown

if TYPE_CHECKING:
    from collections.abc import Iterator

    from clew.custom.adaptor import Custom
    from clew.puzzles.traits import Answer

HEURISTIC = "the heuristic never overestimates"
CANONICAL = "canonical() merges only states that are the same"
BACKWARDS = "predecessors() leaves out no state"
BOTH_ENDS = "goals() and predecessors() leave out no state"
SUCCESSORS = "successors() gives what moves() and apply() give"

SAMPLED, MOST_SAMPLED = (4, 12), 1_000
"""The fewest states of a sample, where a proof rests on the heuristic at most and where on more; the most."""
NEAR, NEAR_UNSOLVABLE = (20, 100), 2_000
"""How many states the plain search expands at least, likewise; and where there is said to be no solution."""
SHARES = {"asked": (1_000, 200), "compiled": (100_000, 20_000)}
"""For so many states that a search expands, one more is sampled, and one more expanded by the plain
search.
"""


def if_all(conditions: list[str]) -> list[str]:
    """The conditions as one clause, "if ... and ..."; none for none."""
    if not conditions:
        return []
    *others, last = conditions
    return [f"if {', '.join(others)}{' and ' if others else ''}{last}"]


class Audit:
    """The audit of answers about one puzzle."""

    def __init__(self, puzzle: Custom) -> None:
        self.puzzle = puzzle
        self.own = puzzle.own
        self.laws = Laws(self.own, wraps=False)
        self._weighted = overrides(self.own, "cost")
        self._rests = overrides(self.own, "canonical")
        self._two_lists = puzzle.has_successors and not hasattr(self.own, "_compiled_code")
        self._has_two_forms = self._two_lists or puzzle.form != "asked"
        self._sampled_one_in, self._near_one_in = SHARES[puzzle.form]

    def of(self, answer: Answer) -> list[str]:
        """Checks an answer, and returns what its proof rests on. Raises `PuzzleError`."""
        rests = self._rests_on(answer)
        self._rests = any(condition != HEURISTIC for condition in rests)
        backwards = BOTH_ENDS in rests or BACKWARDS in rests
        if BOTH_ENDS in rests:
            self.laws.check_goals()
        self._check_path(answer, exact=answer.optimal and answer.asks != "waypoints" and not rests)
        if answer.status == "limit" and answer.limit is None:
            return if_all(rests)  # an anytime search that goes on
        complete = False
        proved = answer.optimal or answer.status == "unsolvable"
        if proved and answer.asks in ("one", "all", "moves") and (rests or self._has_two_forms):
            complete = self._hold_near(answer, backwards)
        path = answer.positions if answer else [answer.start]
        self.sample(answer.expanded, backwards, path)
        if complete and answer.asks == "one":
            rests = [condition for condition in rests if condition == HEURISTIC]
        return if_all(rests)

    def of_states(self, states: int, backwards: bool) -> list[str]:
        """Checks a map of so many states, and returns what it rests on. `backwards`: it was made from the
        goals. Raises `PuzzleError`.
        """
        if backwards:
            self.laws.check_goals()
        rests = [BOTH_ENDS] if backwards else []
        rests += self._rests_on_states()
        self._rests = bool(rests)
        self.sample(states, backwards)
        return if_all(rests)

    def _rests_on_states(self) -> list[str]:
        """The duties that every answer relies on which meets the states of the puzzle."""
        found = [CANONICAL] if overrides(self.own, "canonical") else []
        return found + ([SUCCESSORS] if self._two_lists and self.puzzle.numbered > MOST_SAMPLED else [])

    def _rests_on(self, answer: Answer) -> list[str]:
        """The duties, beyond the rules themselves, that a search of this kind relies on."""
        own, algorithm = self.own, answer.algorithm
        guided, back = overrides(own, "heuristic"), gives(own, "predecessors") and not self._weighted
        both = back and gives(own, "goals") and self.puzzle.form == "asked"
        if algorithm in ("auto", "improve"):
            guides, ends = guided, both and (algorithm == "improve" or not guided)
        else:
            guides, ends = (
                guided and algorithm in ("astar", "ida_star"),
                both and algorithm == "bidirectional",
            )
            # All solutions are gathered backwards, or else within the bound that the heuristic gives.
            guides |= guided and (answer.asks == "these" or (answer.asks == "all" and not back))
        walks_back = back and (answer.asks == "waypoints" or (answer.asks != "one" and not guides))
        found = [HEURISTIC] if guides or (guided and answer.asks == "waypoints") else []
        found += [BOTH_ENDS] if ends else [BACKWARDS] if walks_back else []
        return found + self._rests_on_states()

    def _check_path(self, answer: Answer, exact: bool) -> None:
        """Plays the solution by `moves`, `apply` and `is_goal`, and holds the heuristic against it, the
        goal first.
        """
        if not answer:
            return
        own, positions = self.own, answer.positions
        self._names_path(positions, [step.name for step in answer.steps])
        cost = 0
        for state, step in zip(positions, answer.steps, strict=False):
            if self._two_lists and (step.name, step.after) not in self._plain(state):
                raise self.laws.breach(
                    "successors",
                    f"yields {shown(repr((step.name, step.after)))} at {shown(repr(state))}, which moves and "
                    "apply do not give",
                    state,
                )
            cost += step.cost
        if self.puzzle.form != "asked" and (cost != answer.length or not own.is_goal(positions[-1])):
            raise PuzzleError(
                f"the moves found for {self.puzzle} do not solve it by its rules for one state: the two "
                "forms of its rules differ; clew.testing.check_puzzle(puzzle) looks for where"
            )
        if not own.is_goal(positions[-1]):
            raise self.laws.breach(
                "is_goal", f"refuses {shown(repr(positions[-1]))}, which was a goal in the search",
                positions[-1],
            )  # fmt: skip
        if cost != answer.length:
            raise self.laws.breach(
                "cost", f"gives {cost} for the moves of a solution that cost {answer.length} in the search",
                answer.start,
            )  # fmt: skip
        self._check_bounds(positions, [step.cost for step in answer.steps], exact)

    def _names_path(self, positions: list[Any], names: list[str]) -> None:
        """From now on errors name the moves to the states of this path."""
        self.laws.path_to = lambda state: names[: positions.index(state)] if state in positions else None

    def _check_bounds(self, positions: list[Any], costs: list[int], exact: bool = False) -> None:
        if not overrides(self.own, "heuristic"):
            return
        left = 0
        self.laws.check_bound(positions[-1], 0)
        for state, cost in zip(reversed(positions[:-1]), reversed(costs), strict=True):
            left += cost
            self.laws.check_bound(state, left, exact)

    def _plain(self, state: Any) -> list[tuple[str, Any]]:
        return [(str(move), after) for move, after in plain_pairs(self.own, state)]

    # ------------------------------------------------------------ near the start

    def _hold_near(self, answer: Answer, backwards: bool) -> bool:
        """Looks for a cheaper solution by a plain search; whether that was complete. Raises `PuzzleError`."""
        length = inf if answer.length is None else answer.length
        most = (
            NEAR_UNSOLVABLE if length == inf else NEAR[self._rests]
        ) + answer.expanded // self._near_one_in
        if self.puzzle.form == "compiled":
            most //= 5  # each takes longer in Python
        line, complete = self._cheaper(answer.start, length, most)
        if line is None:
            return complete
        names, positions, costs = line
        self._names_path(positions, names)
        self._check_bounds(positions, costs)
        for state in positions:
            for turn in range(max(1, len(self._plain(state)))):
                self.laws.check_relied_on(state, backwards, turn)
        self._same_rows(positions)
        claim = "there is no solution" if length == inf else f"no solution costs less than {answer.length}"
        raise PuzzleError(
            f"the rules contradict themselves: a search shows that {claim} from {shown(repr(answer.start))}, "
            f"but these moves solve it at a cost of {sum(costs)}: {' '.join(names[:40])}; "
            "clew.testing.check_puzzle(puzzle) looks for where",
            answer.start,
        )

    def _cheaper(
        self, start: Any, length: float, most: int
    ) -> tuple[tuple[list[str], list[Any], list[int]] | None, bool]:
        """A solution that costs less than `length`, as moves, states and costs; otherwise whether there is
        none, as far as a search of `most` states can tell.
        """
        own = self.own
        best: dict[Any, int] = {start: 0}
        came: dict[Any, tuple[Any, Any, int]] = {}
        queue, number = [(0, 0, start)] if length else [], 0
        while queue:
            spent, _, state = heappop(queue)
            if spent > best[state]:
                continue
            if own.is_goal(state):
                names, positions, costs = [], [state], []
                while state in came:
                    state, move, cost = came[state]
                    names.append(str(move))
                    positions.append(state)
                    costs.append(cost)
                return (names[::-1], positions[::-1], costs[::-1]), True
            if most == 0:
                return None, False
            most -= 1
            for move, after in plain_pairs(own, state):
                cost = own.cost(state, move) if self._weighted else 1
                if spent + cost < min(length, best.get(after, inf)):
                    best[after], came[after] = spent + cost, (state, move, cost)
                    number += 1
                    heappush(queue, (spent + cost, number, after))
        return None, True

    # ------------------------------------------------------------ elsewhere

    def sample(self, expanded: int, backwards: bool = False, path: list[Any] | None = None) -> None:
        """Checks laws on a sample of the states that a search met. Raises `PuzzleError`.

        `expanded`: how many it expanded; `path`: a solution.
        """
        most = min(SAMPLED[self._rests] + expanded // self._sampled_one_in, MOST_SAMPLED)
        if self._two_lists:
            most = MOST_SAMPLED  # a move that successors leaves out at one state changes the answer
        path = [self.puzzle.initial()] if path is None else path
        states = list(self._met(most, path))
        for turn, state in enumerate(states):
            self.laws.check_relied_on(state, backwards, turn)
        self._same_rows(states)

    def _met(self, most: int, path: list[Any]) -> Iterator[Any]:
        """States that the search met, by their numbers; if they have none, on walks from the path."""
        numbered = self.puzzle.numbered
        if numbered:
            for number in Random(0).sample(range(numbered), min(most, numbered)):
                numbers = (number >> 16, number & 0xFFFF)
                state = self.puzzle._state_of(numbers)
                if tuple(self.puzzle._rules.position(state)) != numbers:  # it is not found where it was put
                    raise self.laws.breach(
                        "apply", f"changes states that it is given: one became {shown(repr(state))}", state
                    )
                yield state
            return
        begins = path[:: max(1, len(path) // 8)]
        for begin in begins:
            yield from walk(begin, self._after, max(1, most // len(begins)))

    def _after(self, state: Any) -> list[Any]:
        return [] if self.own.is_goal(state) else [after for _, after in self._plain(state)]

    def _same_rows(self, states: list[Any]) -> None:
        """Checks that moves and costs are still those that the search had."""
        puzzle, engine = self.puzzle, self.puzzle._engine
        for state in states:
            same = puzzle.canonical(state)
            if self.own.is_goal(same):
                continue
            has = [(puzzle.canonical(step.after), step.cost) for step in puzzle.moves(same)]
            had = [(puzzle._state_of(after), cost) for _, cost, after in engine.moves(puzzle._numbers(same))]
            if had != has:
                rule = "cost" if [one for one, _ in had] == [one for one, _ in has] else "moves"
                raise self.laws.breach(
                    rule, f"gave {shown(repr(had))} in the search and gives {shown(repr(has))} now, as "
                    f"states and costs, at {shown(repr(same))}", same,
                )  # fmt: skip
