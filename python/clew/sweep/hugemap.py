"""The folder of a huge map: its layers and its progress.

```text
OUT/map.json                              what is mapped, and all layers that are complete
OUT/depth/00007-0/part-0003.parquet       states 7 moves from the start, of partition 3
OUT/distance/00002-0/part-0003.parquet    states 2 moves from a goal
OUT/states/part-0003.parquet              if asked for: every state with both, and its moves
OUT/exchange/                             runs on their way from partition to partition
```
"""

from __future__ import annotations

import json
import os
import shutil
from typing import TYPE_CHECKING, NamedTuple

from clew.errors import ClewError
from clew.late import late

if TYPE_CHECKING:
    from os import PathLike
    from typing import Any

    from clew._engine import Status
    from clew.puzzles.base import EnginePuzzle
    from clew.statespace.space import StateSpace
    from clew.sweep.partitions import Plan, Step

FORMAT = "clew distributed map 1"
WAVES = ("depth", "distance")


class Layer(NamedTuple):
    """A complete layer: its step, the number of states in each partition, and the number of goals."""

    step: Step
    counts: list[int]
    goals: int


class Wave:
    """One search through the space: its layers in order, `reach`, the farthest level to which a move has led,
    and totals over the expanded states.
    """

    def __init__(self, kept: dict[str, Any]) -> None:
        steps = kept.get("steps", [])
        self.steps = [Layer((level, number), counts, goals) for level, number, counts, goals in steps]
        self.reach: int = kept.get("reach", 0)
        self.edges: int = kept.get("edges", 0)
        self.halves: int = kept.get("halves", 0)
        self.spills: int = kept.get("spills", 0)

    def to_json(self) -> dict[str, Any]:
        """What `map.json` keeps."""
        figures = {name: getattr(self, name) for name in ("reach", "edges", "halves", "spills")}
        steps = [[*layer.step, layer.counts, layer.goals] for layer in self.steps]
        return {**figures, "steps": steps}

    def add(self, told: dict[str, Any]) -> None:
        """Adds the tasks' results for a layer and for the moves that led there."""
        if told.get("cost", -1) >= 0:
            self.reach = max(self.reach, self.steps[-1].step[0] + told["cost"])
        level, number = told["step"]
        self.steps.append(Layer((level, number), told["counts"], sum(told["goals"])))
        self.edges += told.get("edges", 0)
        self.halves += told.get("halves", 0)
        self.spills += told.get("spills", 0)

    @property
    def done(self) -> bool:
        """Whether the search in this direction is complete."""
        return bool(self.steps) and not sum(self.steps[-1].counts) and self.steps[-1].step[0] >= self.reach

    @property
    def states(self) -> int:
        """States found so far in this direction."""
        return sum(sum(layer.counts) for layer in self.steps)

    @property
    def filled(self) -> list[Step]:
        """The steps that have states."""
        return [layer.step for layer in self.steps if sum(layer.counts)]

    @property
    def levels(self) -> list[int]:
        """The states of each level."""
        found: list[int] = []
        for (level, _), counts, _ in self.steps:
            found += [0] * (level + 1 - len(found))
            found[level] += sum(counts)
        while found and not found[-1]:
            found.pop()
        return found


class HugeMap:
    """A map in a folder, complete or in progress.

    `puzzle`, `expand_goals`, `max_depth`: as in `StateSpace`. `status`: "solved", "unsolvable", or "limit"
    with its name in `limit`. `states`, `edges`, `undirected_edges` (None for a map cut by `max_depth`),
    `goal_states`, `dead_ends`: their numbers. `min_moves`: from the start to a goal; `eccentricity`: the
    largest distance of a state to a goal; both None if no goal can be reached. `layers`: states by moves from
    the start; `distances`: by moves to a goal. `complete`: no state lacks its moves. `seconds`: of all runs.
    """

    def __init__(self, path: str, kept: dict[str, Any]) -> None:
        from clew.puzzles.registry import from_dict

        self.path = path
        self._about = {key: kept[key] for key in ("format", "puzzle", "expand_goals", "max_depth")}
        self.partitions: int = kept["portions"]
        self.puzzle: EnginePuzzle = from_dict(kept["puzzle"])
        self.expand_goals: bool = kept["expand_goals"]
        self.max_depth: int | None = kept["max_depth"]
        self.waves = {wave: Wave(kept["waves"].get(wave, {})) for wave in WAVES}
        self.booked: bool = kept["booked"]
        self.seconds: float = kept["seconds"]
        self.reached: str | None = kept["limit"]  # in the last run

    @classmethod
    def open(cls, path: str | PathLike[str]) -> HugeMap:
        """The map in a folder. Raises `ClewError` if there is none."""
        folder = os.path.abspath(os.fspath(path))
        try:
            with open(os.path.join(folder, "map.json"), encoding="utf-8") as file:
                kept = json.load(file)
        except (OSError, ValueError) as error:
            raise ClewError(
                f"{folder}: there is no distributed map ({error}); give the folder that -o named"
            ) from error
        if kept.get("format") != FORMAT:
            raise ClewError(f'{folder}: its format is {kept.get("format")!r}; this version reads "{FORMAT}"')
        return cls(folder, kept)

    @classmethod
    def begun(cls, path: str, about: dict[str, Any], partitions: int) -> HugeMap:
        """The map in this folder, started now if the folder is empty. Raises `ClewError` if it contains
        another map.
        """
        if os.path.exists(os.path.join(path, "map.json")):
            there = cls.open(path)
            if there._about != about:
                raise ClewError(
                    f"{path} holds the map of {there.puzzle} with other options; give the same "
                    "board and options to continue it, or choose another folder"
                )
            return there
        kept = {"portions": partitions, "waves": {}, "booked": False, "seconds": 0.0, "limit": None}
        made = cls(path, {**about, **kept})
        made.keep()
        return made

    def keep(self) -> None:
        """Writes the progress of the map."""
        path = os.path.join(self.path, "map.json")
        waves = {name: wave.to_json() for name, wave in self.waves.items()}
        kept = {
            **self._about,
            "portions": self.partitions,
            "booked": self.booked,
            "seconds": self.seconds,
            "limit": self.reached,
            "waves": waves,
        }
        with open(f"{path}.new", "w", encoding="utf-8") as file:
            json.dump(kept, file)
            file.flush()
            os.fsync(file.fileno())
        os.replace(f"{path}.new", path)

    # ------------------------------------------------------------ layers in the making

    def plan(self, budget: int) -> Plan:
        """What tasks need to know, with that many bytes of buffers."""
        from clew.sweep.partitions import Plan

        each = len(self.puzzle.engine.words_of(self.puzzle.engine.initial()))
        keys = json.dumps(self._about["puzzle"])
        return Plan(self.path, keys, self.partitions, each, self.expand_goals, self.max_depth, budget)

    def seed(self, wave: str, plan: Plan) -> None:
        """Puts the start where the first layer is gathered; for the backward search, these are the goals."""
        if wave == "distance":
            return
        import numpy as np

        from clew.sweep.runs import write_run

        shutil.rmtree(os.path.join(self.path, "exchange"), ignore_errors=True)
        engine = self.puzzle.engine
        start = engine.initial()
        partition = engine.partition_of(start, self.partitions)
        words = np.array(engine.words_of(start), np.uint64)
        write_run(os.path.join(plan.runs(wave, 0), "start", f"{partition:04d}.run"), iter([words]))

    def clear(self, wave: str, plan: Plan) -> None:
        """Removes unfinished results of the last layer's moves, which are made again, perhaps by other
        groups.
        """
        level, number = self.waves[wave].steps[-1].step
        folder = os.path.dirname(plan.runs(wave, 0))
        for name in os.listdir(folder) if os.path.isdir(folder) else []:
            inside = os.path.join(folder, name)
            for producer in os.listdir(inside):
                if producer.startswith(f"{level:05d}-{number}-"):
                    shutil.rmtree(os.path.join(inside, producer), ignore_errors=True)

    def tidy(self, wave: str, plan: Plan) -> None:
        """Removes the runs of complete levels, and all of them when the last level is complete."""
        if self.waves["distance"].done:
            shutil.rmtree(os.path.join(self.path, "exchange"), ignore_errors=True)
            return
        steps = self.waves[wave].steps
        if len(steps) > 1 and steps[-1].step[0] > steps[-2].step[0]:
            shutil.rmtree(plan.runs(wave, steps[-2].step[0]), ignore_errors=True)

    def opened(self, wave: str) -> Step | None:
        """The last layer, if its moves are to be made next."""
        steps = self.waves[wave].steps
        if not steps or not sum(steps[-1].counts):
            return None
        too_deep = wave == "depth" and self.max_depth is not None and steps[-1].step[0] >= self.max_depth
        return None if too_deep else steps[-1].step

    def seen(self, wave: str) -> list[Step]:
        """The layers that can contain states of the next one."""
        filled = self.waves[wave].filled
        near = self._even and (wave == "depth" or self.max_depth is None)
        return filled[-2:] if near else filled

    def within(self, wave: str) -> list[Step] | None:
        """The layers to which the backward search is restricted; None if it cannot leave the map."""
        if wave == "depth" or not self.waves[wave].steps or (self._even and self.max_depth is None):
            return None  # the goals themselves are always on the map
        most = self.max_depth
        return [step for step in self.waves["depth"].filled if most is None or step[0] < most]

    @property
    def _even(self) -> bool:
        """Whether every move can be undone, at cost 1, even from goals."""
        engine = self.puzzle.engine
        return self.expand_goals and engine.unit_cost and engine.backward == "reversible"

    # ------------------------------------------------------------ what is known

    @property
    def finished(self) -> bool:
        """Whether both searches are complete."""
        return all(wave.done for wave in self.waves.values())

    @property
    def complete(self) -> bool:
        """Whether every state has its moves, none left out because of `max_depth`."""
        return self.finished and not self._cut

    @property
    def _cut(self) -> bool:
        """Whether a state lacks its moves because of `max_depth`."""
        most = self.max_depth
        deep = [layer for layer in self.waves["depth"].steps if most is not None and layer.step[0] >= most]
        closed = 0 if self.expand_goals else sum(layer.goals for layer in deep)
        return sum(sum(layer.counts) for layer in deep) > closed

    @property
    def status(self) -> Status:
        """ "solved" or "unsolvable" when that is proved, otherwise "limit"."""
        if not self.finished:
            return "limit"
        if self.min_moves is not None:
            return "solved"
        return "limit" if self._cut else "unsolvable"

    @property
    def limit(self) -> str | None:
        """The limit that stopped the search; None if nothing did."""
        if not self.finished:
            return self.reached or "interrupted"
        return "moves" if self.status == "limit" else None

    @property
    def states(self) -> int:
        """The number of states."""
        return self.waves["depth"].states

    @property
    def edges(self) -> int:
        """The number of directed edges: the legal moves of all states."""
        return self.waves["depth"].edges

    @property
    def undirected_edges(self) -> int | None:
        """Pairs of states with a move between them; None for a map cut by `max_depth`."""
        return None if self._cut else self.waves["depth"].halves // 2

    @property
    def goal_states(self) -> int:
        """The number of goal states."""
        return sum(layer.goals for layer in self.waves["depth"].steps)

    @property
    def dead_ends(self) -> int | None:
        """States from which no goal can be reached; None while that is unknown, and for a part."""
        return self.states - self.waves["distance"].states if self.complete else None

    @property
    def part(self) -> str | None:
        """Which part of the whole map this is, in words; None for a whole map."""
        return f"within {self.max_depth} moves of the start" if self._cut else None

    @property
    def _leaving(self) -> int | None:
        """States of a part from which no goal can be reached on it."""
        return self.states - self.waves["distance"].states if self.finished and self._cut else None

    @property
    def min_moves(self) -> int | None:
        """The fewest moves from the start to a goal; None if there is no way."""
        levels = (layer.step[0] for layer in self.waves["depth"].steps if layer.goals)
        return next(levels, None)

    @property
    def eccentricity(self) -> int | None:
        """The largest distance of any state to a goal; None if no goal can be reached, and for a part."""
        return len(self.distances) - 1 if self.complete and self.distances else None

    @property
    def layers(self) -> list[int]:
        """The number of states at each depth from the start."""
        return self.waves["depth"].levels

    @property
    def distances(self) -> list[int]:
        """The number of states at each distance to a goal."""
        return self.waves["distance"].levels

    def to_json(self) -> dict[str, Any]:
        """The keys of `clew map --json`, and `distances`."""
        result: dict[str, Any] = {
            "family": self.puzzle.family,
            "board": self.puzzle.body(),
            "status": self.status,
            "puzzle": str(self.puzzle),
            "metric": self.puzzle.metric,
            "states": self.states,
            "edges": self.edges,
            "undirected_edges": self.undirected_edges,
            "goal_states": self.goal_states,
            "dead_ends": self.dead_ends,
            "min_moves": self.min_moves,
            "eccentricity": self.eccentricity,
            "layers": self.layers,
            "distances": self.distances,
            "expand_goals": self.expand_goals,
            "max_depth": self.max_depth,
            "complete": self.complete,
            "part": self.part,
            "leaving": self._leaving,
            "stored": self.states,
            "seconds": round(self.seconds, 6),
        }
        if self.limit is not None:
            result["limit"] = self.limit
        return result

    def load(self) -> StateSpace:
        """Loads the whole map into memory, with its moves: 8 bytes per word, and 4 per move.

        States are numbered partition by partition. Raises `ClewError` for an unfinished map.
        """
        loaded: StateSpace = late("sweep.loading.load")(self)
        return loaded

    def __repr__(self) -> str:
        return f"<HugeMap {self.status} of {self.puzzle}: {self.states:,} states in {self.path}>"
