"""Checks that what was read from a file is a map, by comparing its numbers with each other."""

from __future__ import annotations

from typing import TYPE_CHECKING, Any

from clew.optional import numpy_for

if TYPE_CHECKING:
    from clew.puzzles.base import EnginePuzzle

KINDS = {
    "indptr": ("i4", "i8", "u8"),
    "indices": ("i4", "i8", "u4"),
    "costs": ("u2",),
    "distance": ("u2",),
    "depth": ("u2",),
    "is_goal": ("b1",),
    "words": ("u8",),
}
"""The arrays of a map in a file, as numpy writes their types; see `StateSpace` for what they hold. Rows are
signed; files of earlier versions hold them without a sign."""

NEEDED = ("distance", "depth", "is_goal", "words")
BLOCK = 1 << 20
"""Edges that are checked together."""


def check(puzzle: EnginePuzzle, about: dict[str, Any], arrays: dict[str, Any]) -> None:
    """Raises `ValueError`, saying what is wrong, unless the arrays are a map of the puzzle."""
    _check_shapes(arrays)
    n = len(arrays["distance"])
    for name in ("start", "edges"):
        _expect(type(about[name]) is int and about[name] >= 0, f"`{name}` is {about[name]!r}")
    for name in ("expand_goals", "complete"):
        _expect(type(about[name]) is bool, f"`{name}` is {about[name]!r}")
    _expect(
        type(about.get("all_solutions", True)) is bool, f"`all_solutions` is {about.get('all_solutions')!r}"
    )
    radius = about.get("radius")
    _expect(radius is None or (type(radius) is int and radius >= 0), f"`radius` is {radius!r}")
    depth = about["max_depth"]
    _expect(depth is None or (type(depth) is int and depth >= 0), f"`max_depth` is {depth!r}")
    _expect(about["start"] < n, f"the start is state {about['start']} of {n}")
    _expect(
        int(arrays["is_goal"].view("u1").max()) <= 1, "`is_goal` contains values other than true and false"
    )
    own = puzzle._engine.words_of(puzzle._numbers(puzzle.initial()))
    arrays["words"] = _narrowed(arrays["words"], len(own))
    _check_states(own, about["start"], arrays["words"])
    if "indptr" in arrays:
        _check_rows(arrays, about["edges"])
        _check_distances(arrays)


def _expect(holds: bool, wrong: str) -> None:
    if not holds:
        raise ValueError(wrong)


def _check_shapes(arrays: dict[str, Any]) -> None:
    for name in NEEDED:
        _expect(name in arrays, f"it has no array `{name}`")
    for name, array in arrays.items():
        kind = array.dtype.str[1:]
        _expect(kind in KINDS[name] and array.dtype.isnative, f"`{name}` is an array of {array.dtype}")
        _expect(array.ndim == (2 if name == "words" else 1), f"`{name}` has {array.ndim} dimensions")
    n = len(arrays["distance"])
    _expect(0 < n < 2**32 - 1, f"it has {n} states")
    for name in ("depth", "is_goal", "words"):
        _expect(len(arrays[name]) == n, f"`{name}` has {len(arrays[name])} entries for {n} states")
    _expect(("indptr" in arrays) == ("indices" in arrays), "it has only one of `indptr` and `indices`")
    _expect("costs" not in arrays or "indices" in arrays, "it has `costs` without `indices`")


def _narrowed(words: Any, width: int) -> Any:
    """States in so many words. Earlier versions stored those of large boards in more, the last of them 0."""
    if words.shape[1] > width and not words[:, width:].any():
        return words[:, :width].copy()
    return words


def _check_states(own: list[int], start: int, words: Any) -> None:
    _expect(words.shape[1] == len(own), f"its states have {words.shape[1]} words, not {len(own)}")
    _expect(words[start].tolist() == own, "its start is not the start of its puzzle")


def _check_rows(arrays: dict[str, Any], edges: int) -> None:
    indptr, indices = arrays["indptr"], arrays["indices"]
    n = len(arrays["distance"])
    _expect(len(indices) == edges, f"it has {len(indices)} edges, not {edges}")
    _expect("costs" not in arrays or len(arrays["costs"]) == edges, "`costs` and `indices` differ in length")
    _expect(len(indptr) == n + 1, f"`indptr` has {len(indptr)} entries for {n} states")
    _expect(int(indptr[0]) == 0 and int(indptr[-1]) == edges, "`indptr` does not go from 0 to the edges")
    _expect(bool((indptr[:-1] <= indptr[1:]).all()), "`indptr` falls")
    _expect(
        edges == 0 or (int(indices.min()) >= 0 and int(indices.max()) < n),
        f"an edge leads beyond the {n} states",
    )


def _check_distances(arrays: dict[str, Any]) -> None:
    """Checks that a goal has distance 0, and any other state one move more than the best of its
    successors."""
    np = numpy_for("a map")
    indptr, indices = arrays["indptr"], arrays["indices"]
    distance, goal = arrays["distance"], arrays["is_goal"]
    begin, n = 0, len(distance)
    while begin < n:
        most = int(indptr[begin]) + BLOCK
        end = max(begin + 1, min(begin + BLOCK, int(np.searchsorted(indptr, most, side="right")) - 1, n))
        rows = indptr[begin : end + 1].astype(np.int64) - int(indptr[begin])
        moves = slice(int(indptr[begin]), int(indptr[end]))
        after = distance[indices[moves]].astype(np.int64)
        after += 1 if "costs" not in arrays else arrays["costs"][moves]
        best = np.full(end - begin, 65535, np.int64)
        some = rows[:-1] < rows[1:]
        if some.any():
            best[some] = np.minimum.reduceat(after, rows[:-1][some])
        best[goal[begin:end]] = 0
        right = np.minimum(best, 65535) == distance[begin:end]
        _expect(bool(right.all()), f"the distance of state {begin + int(right.argmin())} is wrong")
        begin = end
