"""The folder of a huge map: its layers and its progress.

```text
OUT/map.json                              what is mapped, and all files that are complete, with checksums
OUT/depth/00007-0/part-0003.parquet       states 7 moves from the start, of partition 3
OUT/distance/00002-0/part-0003.parquet    states 2 moves from a goal
OUT/states/part-0003.parquet              if asked for: every state with both, and its moves
OUT/exchange/depth/00008/00007-0-0003.runs   on their way from partition to partition
```

A file exists for the map when `map.json` lists it, and `map.json` lists it when it is on the disk. Others are
what an interrupted run left: they are not read.
"""

from __future__ import annotations

import json
import os
import shutil
from contextlib import suppress
from typing import TYPE_CHECKING, Any

from clew.errors import ClewError
from clew.moved import renamed_method
from clew.puzzles.registry import from_dict
from clew.version import version
from clew_lab.sweep import mapfile
from clew_lab.sweep.mapfile import WAVES, File, Wave

if TYPE_CHECKING:
    from os import PathLike

    from clew._engine import Status
    from clew.puzzles.base import EnginePuzzle
    from clew.statespace.space import StateSpace
    from clew_lab.sweep.mapfile import Leveled, Step
    from clew_lab.sweep.partitions import Plan


OURS = (".parquet", ".runs", ".new")
"""How the names of a map's files end."""


class HugeMap:
    """A map in a folder, complete or in progress.

    `puzzle`, `expand_goals`, `max_depth`: as in `StateSpace`. `status`: "solved", "unsolvable", or "limit"
    with its name in `limit`. `states`, `edges`, `undirected_edges` (None for a map cut by `max_depth`),
    `goal_states`, `dead_ends`: their numbers. `min_moves`: from the start to a goal; `eccentricity`: the
    largest distance of a state to a goal; both None if no goal can be reached. `layers`: states by moves from
    the start; `distances`: by moves to a goal. `complete`: no state lacks its moves. `seconds`: of all runs.
    `clew`: the version that began it. `books`: the files with every state and its moves.
    """

    def __init__(self, path: str, kept: dict[str, Any]) -> None:
        self.path = path
        self._about = {key: kept[key] for key in ("puzzle", "expand_goals", "max_depth")}
        self.clew: str = kept["clew"]
        self.partitions: int = kept["partitions"]
        self.puzzle: EnginePuzzle = from_dict(kept["puzzle"])
        self.expand_goals: bool = kept["expand_goals"]
        self.max_depth: int | None = kept["max_depth"]
        self.waves = {wave: Wave(wave, kept["waves"].get(wave, {})) for wave in WAVES}
        self.books = [File(*file) for file in kept["books"]]
        self.seconds: float = kept["seconds"]
        self.reached: str | None = kept["limit"]  # in the last run

    @classmethod
    def open(cls, path: str | PathLike[str]) -> HugeMap:
        """The map in a folder. Raises `ClewError` if there is none, if `map.json` is damaged, and if this
        version stores states in another way.
        """
        folder = os.path.abspath(os.fspath(path))
        return cls(folder, mapfile.read(folder))

    @classmethod
    def begun(cls, path: str, about: dict[str, Any], partitions: int) -> HugeMap:
        """The map in this folder, started now if the folder is empty. Raises `ClewError` if it contains
        another map, one that another version of Clew began and did not finish, and one with a file missing.
        """
        if os.path.exists(os.path.join(path, "map.json")):
            there = cls.open(path)
            if there._about != about:
                raise ClewError(
                    f"{path} holds the map of {there.puzzle} with other options; give the same "
                    "board and options to continue it, or choose another folder"
                )
            if there.clew != version() and not there.finished:
                raise ClewError(
                    f"{path} holds a map that Clew {there.clew} began, and this is {version()}: finish it "
                    "with that version, or make it again in another folder"
                )
            for file in there.listed:
                mapfile.present(path, file)
            return there
        for wave in WAVES:
            if os.path.exists(os.path.join(path, wave)):
                raise ClewError(
                    f"{os.path.join(path, 'map.json')} is missing, but there are layers of a map: restore it "
                    "from a copy, or choose another folder"
                )
        kept = {"partitions": partitions, "waves": {}, "books": [], "seconds": 0.0, "limit": None}
        made = cls(path, {**about, "clew": version(), **kept})
        made.keep()
        return made

    def keep(self) -> None:
        """Writes the progress of the map."""
        kept = {
            "clew": self.clew,
            **self._about,
            "partitions": self.partitions,
            "books": self.books,
            "seconds": self.seconds,
            "limit": self.reached,
            "waves": {name: wave.to_dict() for name, wave in self.waves.items()},
        }
        mapfile.write(self.path, kept)

    @property
    def booked(self) -> bool:
        """Whether every state and its moves are written to ``states/``."""
        return bool(self.books)

    @property
    def listed(self) -> list[File]:
        """All files of the map, besides `map.json`."""
        waves = self.waves.values()
        layers = [file for wave in waves for layer in wave.steps for file in layer.files.values()]
        return [*layers, *(file for wave in waves for _, file in wave.waiting), *self.books]

    def verify(self) -> list[str]:
        """Reads all files of the map and compares them with their checksums. Returns what is wrong: a
        sentence for each missing or damaged file, which begins with its path. Raises `ClewError` like `open`
        if that file is `map.json`.
        """
        from clew_lab.sweep.loading import verify

        verified: list[str] = verify(self)
        return verified

    # ------------------------------------------------------------ layers in the making

    def plan(self, budget: int) -> Plan:
        """What tasks need to know, with that many bytes of buffers."""
        from clew_lab.sweep.partitions import Plan

        each = len(self.puzzle._engine.words_of(self.puzzle._engine.initial()))
        keys = json.dumps(self._about["puzzle"])
        return Plan(self.path, keys, self.partitions, each, self.expand_goals, self.max_depth, budget)

    def seed(self, wave: str, plan: Plan) -> None:
        """Puts the start where the first layer is gathered; for the backward search, these are the goals."""
        if wave == "distance":
            return
        import numpy as np

        engine = self.puzzle._engine
        start = engine.initial()
        writer = plan.writer(wave, 0, "start")
        writer.add(
            engine.partition_of(start, self.partitions), iter([np.array(engine.words_of(start), np.uint64)])
        )
        file = writer.close(lasting=False)
        assert file is not None
        self.waves[wave].waiting = [(0, file)]

    def clear(self) -> None:
        """Removes what the map does not list: unfinished results, which are made again."""
        listed = {os.path.join(self.path, file.path) for file in self.listed}
        for part in (*WAVES, "states", "exchange"):
            for folder, _, names in os.walk(os.path.join(self.path, part), topdown=False):
                for path in (os.path.join(folder, name) for name in names if name.endswith(OURS)):
                    if path not in listed:
                        with suppress(FileNotFoundError):  # a worker that seemed lost has renamed it
                            os.remove(path)
                with suppress(OSError):  # not empty
                    os.rmdir(folder)

    def add(self, wave: str, told: dict[str, Any]) -> None:
        """Adds a layer, and keeps the map; then removes the runs that led to the layer."""
        here = self.waves[wave]
        here.add(told)
        level = told["step"][0]
        for where, other, file in told["runs"]:
            self.waves[where].waiting.append((other, file))
        here.waiting = [(other, file) for other, file in here.waiting if other != level]
        self.keep()
        done = "exchange" if self.waves["distance"].done else f"exchange/{wave}/{level:05d}"
        shutil.rmtree(os.path.join(self.path, done), ignore_errors=True)

    def opened(self, wave: str) -> Step | None:
        """The last layer, if its moves are to be made next."""
        steps = self.waves[wave].steps
        if not steps or not steps[-1].files:
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

    def files(self, wave: str, partition: int, steps: list[Step] | None = None) -> list[Leveled]:
        """The files of a partition of these layers (None: of all), with their levels; none if it is empty."""
        return [
            (layer.step[0], layer.files[partition])
            for layer in self.waves[wave].steps
            if partition in layer.files and (steps is None or layer.step in steps)
        ]

    @property
    def _even(self) -> bool:
        """Whether every move can be undone, at cost 1, even from goals."""
        engine = self.puzzle._engine
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
        return sum(layer.states for layer in deep) > closed

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

    def to_dict(self) -> dict[str, Any]:
        """The keys of `clew map --json`, and `distances`."""
        result: dict[str, Any] = {
            "family": self.puzzle.family,
            "board": self.puzzle._body(),
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
            "radius": None,
            "all_solutions": self.complete if self.states else None,
            "leaving": self._leaving,
            "stored": self.states,
            "seconds": round(self.seconds, 6),
        }
        if self.limit is not None:
            result["limit"] = self.limit
        return result

    to_json = renamed_method("to_json", "to_dict")

    def load(self) -> StateSpace:
        """Loads the whole map into memory, with its moves: 8 bytes per word, and 4 per move.

        States are numbered partition by partition. Raises `ClewError` for an unfinished map.
        """
        from clew_lab.sweep.loading import load

        loaded: StateSpace = load(self)
        return loaded

    def __repr__(self) -> str:
        return f"<HugeMap {self.status} of {self.puzzle}: {self.states:,} states in {self.path}>"
