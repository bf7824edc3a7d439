"""New boards of a given difficulty."""

from __future__ import annotations

from collections import Counter
from itertools import count
from random import Random
from secrets import randbelow
from typing import TYPE_CHECKING

from clew.errors import ClewError
from clew.generation.evaluator import Evaluator, Halt, Making
from clew.generation.spec import Order
from clew.puzzles.families import has, having, part
from clew.puzzles.registry import from_dict
from clew.puzzles.symmetry import signature
from clew.search.limits import Run, bounded
from clew.search.solutions import solutions
from clew.search.solve import solve

if TYPE_CHECKING:
    from collections.abc import Callable, Iterable, Iterator, Sequence
    from threading import Event

    from clew.generation.generator import Maker
    from clew.puzzles.base import EnginePuzzle
    from clew.search.limits import Limits


_AIMS = 1000
"""Boards are spread over this many numbers of moves at most."""


class Generated(list["EnginePuzzle"]):
    """The boards, each with its `par`, in the order in which they were found.

    `seed`: makes the same boards again. `limit`: None if there are as many boards as requested, otherwise
    what ended it: "seconds", "memory", "interrupted", "boards" (there seem to be no more) or "tries" (200,000
    were in vain). `making`: the last progress (see `Making`).
    """

    def __init__(self, seed: int) -> None:
        super().__init__()
        self.seed = seed
        self.limit: str | None = None
        self.making = Making()


def generate(
    family: str,
    *,
    size: str | Sequence[int] | None = None,
    pieces: int | Sequence[int] | None = None,
    par: int | Sequence[int | None] | None = None,
    count: int | None = 1,
    seed: int | None = None,
    unique: bool = False,
    symmetric: bool = False,
    min_bits: float | None = None,
    method: str = "auto",
    minimal: bool = False,
    walls: int | Sequence[int] | None = None,
    numbered: bool = False,
    game: str | None = None,
    limits: Limits | None = None,
    on_progress: Callable[[Making], object] | None = None,
    on_board: Callable[[EnginePuzzle], object] | None = None,
    known: Iterable[EnginePuzzle] = (),
    seconds: float | None = None,
    states: int | None = None,
    memory: int | str | None = None,
    moves: int | None = None,
    stop: Event | None = None,
) -> Generated:
    """Makes boards of a family whose fewest moves, proved by the solver, are in a given range.

    `size`: rows and columns, ``(6, 6)`` or ``"6x6"``; for pebbles a layout, such as ``"panguru"`` or ``"grid
    3x3"``.
    `pieces`: how many, a number or a pair (least, most): block pieces, ricochet tiles, pebbles (the other
    cells are holes).
    `walls`: for blocks, how many cells are walls, a number or a pair. `numbered`: for pebbles, they are
    numbered and belong in their order, as in the 15-puzzle. `par`: the fewest moves, a number or a pair
    (least, most), over which the boards are spread evenly as far as there are such boards; most may be None.
    `unique`: essentially one optimal solution (`Solutions.essential`): orders of moves that commute count
    once. `symmetric`: the fixed parts are their own mirror image: ricochet blocks, coroutine squares; for
    blocks, the lines and lengths of the pieces. `min_bits`: at least that many bits by `clew.rate`; boards
    whose map is too large to compute them are skipped. `minimal`: no piece (fixed block, printed direction)
    can be removed without making the board easier or unsolvable; there may then be fewer than `pieces`. With
    `symmetric`, mirror images are removed together, so the board stays symmetric and no such pair can be
    removed. `method`: "forwards" (the farthest of all positions: blocks, pebbles), "backward" (played
    backward from the target: coroutine), "search" (hill climbing with restarts: ricochet, coroutine,
    pebbles); "auto" is the family's default.

    `game`: for PuzzleScript, the source of a game; its levels are changed until they need as many moves as
    requested.

    `count`: how many; None continues until a limit or Ctrl-C. No two boards are equal up to rotation,
    reflection and renaming, nor equal to one of `known`. The same seed makes the same boards on any machine,
    as long as no limit ends it; None picks a new seed, see `Generated.seed`.
    If there seem to be no more boards, or 200,000 were tried since the last one that fits (with `count=None`,
    tries are not limited), those found so far are returned, and `Generated.limit` says so. `limits`:
    `seconds` for the whole call, `states` and `memory` for one search. At a limit, and on Ctrl-C, the boards
    found so far are returned. `on_progress` is called about ten times a second, `on_board` with each board
    when it is found.

    >>> clew.generate("pebbles", size="grid 2x2", par=(2, None), seed=1)
    [Pebbles.parse('pebbles[grid 2x2]:BAAW/-AAB')]

    Raises `ClewError` for arguments that are invalid or cannot be satisfied, which may take those 200,000
    tries.
    """
    limits = bounded(limits, seconds=seconds, states=states, memory=memory, moves=moves, stop=stop)
    order = Order(
        size=size,
        pieces=pieces,
        par=par,
        unique=unique,
        symmetric=symmetric,
        min_bits=min_bits,
        minimal=minimal,
        method=method,
        walls=walls,
        numbered=numbered,
        game=game,
    )
    _check_count(count)
    seed = _new_seed() if seed is None else seed
    seen = {signature(puzzle) for puzzle in known}
    with Run(limits) as run:
        evaluator = Evaluator(run, on_progress)
        maker = maker_of(family)(order, evaluator)
        order.fits(family, game=maker.of_games, walls=maker.has_walls, numbered=maker.has_numbers)
        evaluator.patient = count is None
        found = Generated(seed)
        found.making = evaluator.making
        try:
            for puzzle in _unlike(_boards(maker, order, evaluator, seed), seen, count):
                found.append(puzzle)
                evaluator.making.found, evaluator.fruitless = len(found), 0
                if on_board is not None:
                    on_board(puzzle)
        except Halt as halt:
            found.limit = halt.limit
        except KeyboardInterrupt:
            found.limit = "interrupted"
    if not found and found.limit in ("boards", "tries"):
        raise ClewError(_none_fits(found))
    return found


def _none_fits(found: Generated) -> str:
    """Why no board was found."""
    making = found.making
    if making.best_board is None:
        best = "none of them can be solved"
    else:
        moves = "1 move" if making.best == 1 else f"{making.best} moves"
        best = f"the hardest needs {moves}: {making.best_board}"
    if found.limit == "tries":
        return f"no board like this was found: {making.tried:,} were tried; {best}"
    if not making.met:
        return "no board like this can be made: the pieces have no room"
    return f"no board like this was found, and all there are seem to have been tried ({making.met:,}); {best}"


def _check_count(count: int | None) -> None:
    if count is not None and (isinstance(count, bool) or not isinstance(count, int) or count < 0):
        raise ClewError(f"count={count!r}: expected a whole number, or None for as many as time allows")


def _new_seed() -> int:
    return randbelow(2**32)


def _unlike(puzzles: Iterable[EnginePuzzle], seen: set[str], count: int | None) -> Iterator[EnginePuzzle]:
    """Those puzzles whose signature is not in `seen`, each signature once, and no more than `count`."""
    found = 0
    for puzzle in puzzles if count != 0 else ():
        text = signature(puzzle)
        if text in seen:
            continue
        seen.add(text)
        yield puzzle
        found += 1
        if found == count:
            return


def maker_of(family: str) -> type[Maker]:
    """The maker of a family. Raises `ClewError` if its boards cannot be generated."""
    if not has(family, "maker"):
        known = ", ".join(having("maker"))
        raise ClewError(f"{family!r} boards cannot be generated: choose one of {known}")
    made: type[Maker] = part(family, "maker").MAKER
    return made


def _boards(maker: Maker, order: Order, evaluator: Evaluator, seed: int) -> Iterator[EnginePuzzle]:
    """Boards that fit the order, round by round. Each round has a random generator of its own."""
    aims: Counter[int] = Counter()
    for number in count():
        evaluator.look()
        evaluator.making.rounds = number + 1
        if order.most is not None:
            order.aim = _next_aim(aims, order.least, order.most, Random(f"{seed}/{number}/par"))
        puzzle = maker.round(Random(f"{seed}/{number}"))
        if puzzle is not None:
            puzzle = _fitted(maker, order, evaluator, puzzle)
        if puzzle is not None:
            yield puzzle


def _next_aim(aims: Counter[int], least: int, most: int, rng: Random) -> int:
    """One of the numbers of moves that were aimed at least often, so that boards are spread over them; takes
    note of it.
    """
    moves = range(least, min(most, least + _AIMS) + 1)
    fewest = min(aims[aim] for aim in moves)
    aim = rng.choice([aim for aim in moves if aims[aim] == fewest])
    aims[aim] += 1
    return aim


def _fitted(maker: Maker, order: Order, evaluator: Evaluator, puzzle: EnginePuzzle) -> EnginePuzzle | None:
    """The board, made minimal and shortened as requested, with its par; None if it does not fit."""
    length = length_of(evaluator, puzzle)
    if length is not None and order.most is not None and length > order.aim:
        puzzle, length = _nearer(evaluator, puzzle, length, order.aim)
    if length is not None and order.minimal:
        puzzle, length = _trimmed(maker, evaluator, puzzle, length)
    if length is None or not order.admits(length):
        return None
    settled = maker.settled(puzzle)
    if settled is None:
        return None
    puzzle = settled
    if order.symmetric and not maker.is_symmetric(puzzle):
        return None
    if order.unique and not _is_unique(evaluator, puzzle):
        return None
    if order.min_bits is not None and (evaluator.bits(puzzle) or 0.0) < order.min_bits:
        return None
    return with_par(puzzle, length)


def length_of(evaluator: Evaluator, puzzle: EnginePuzzle) -> int | None:
    """The fewest moves of a board; None if it cannot be solved."""
    return evaluator.length(puzzle._engine, puzzle._numbers(puzzle.initial()))


def _is_unique(evaluator: Evaluator, puzzle: EnginePuzzle) -> bool:
    found = solutions(puzzle, limits=evaluator.limits())
    evaluator.heed(found.limit)
    essential = None if found.limit is not None else found.essential
    evaluator.heed(found.limit)
    return essential == 1


def _nearer(evaluator: Evaluator, puzzle: EnginePuzzle, length: int, most: int) -> tuple[EnginePuzzle, int]:
    """The board after enough moves of an optimal solution that it needs no more than `most`."""
    solution = solve(puzzle, limits=evaluator.limits())
    evaluator.heed(solution.limit)
    state = puzzle.initial()
    for name in solution.moves or []:
        if length <= most:
            break
        step = puzzle._find(state, name)
        state, length = step.after, length - step.cost
    return puzzle.at(state), length


def _trimmed(
    maker: Maker, evaluator: Evaluator, puzzle: EnginePuzzle, length: int
) -> tuple[EnginePuzzle, int]:
    """The board without anything that can be removed without making it easier."""
    improved = True
    while improved:
        improved = False
        for fewer in maker.without(puzzle):
            other = length_of(evaluator, fewer)
            if other is not None and other >= length:
                puzzle, length, improved = fewer, other, True
                break
    return puzzle, length


def with_par(puzzle: EnginePuzzle, length: int) -> EnginePuzzle:
    """The board with its par."""
    return from_dict({**puzzle.to_dict(), "par": length})
