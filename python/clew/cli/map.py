"""`clew map`: every state of a board."""

from __future__ import annotations

import os
from argparse import Namespace
from importlib.metadata import entry_points
from typing import TYPE_CHECKING, Any

from clew.cli import status
from clew.cli.boards import Numbered, each_board, print_json, show_board, with_input
from clew.cli.command import SUMMARIES, Command, UsageError
from clew.cli.options import (
    add_boards,
    add_family,
    add_json,
    add_limits,
    add_old_name,
    add_workers,
    limits_of,
    output_name,
    positive,
    seconds,
    whole,
)
from clew.cli.terminal import LiveLine, ProgressLine, duration, number
from clew.cli.workers import check_workers
from clew.errors import ClewError, LimitReached
from clew.maps.games import read_games
from clew.maps.reels import check
from clew.optional import install
from clew.pictures.raster import needed
from clew.statespace.explore import explore
from clew.statespace.figures import figures

if TYPE_CHECKING:
    from clew.boards.entries import Entry
    from clew.cli.terminal import Terminal
    from clew.puzzles.base import EnginePuzzle
    from clew.statespace.space import StateSpace

PICTURES = ("svg", "png", "pdf", "html")
FILMS = ("gif", "webm", "mp4")
EXPORTS = ("npz", "parquet", "graphml", "gexf", "gml", "dot", "json", "csv")
COLOURS = ("distance", "depth", "branching")
LAYOUTS = ("stress", "layers", "pivot-mds", "igraph")
THEMES = ("auto", "light", "dark", "print")
BARS = 40
"""The length of the longest bar of a histogram, in characters."""

COMMAND = Command(
    "map",
    summary=SUMMARIES["map"],
    description="""\
Explores every state that can be reached from the start. Prints how many states there are, how many
moves connect them, how many are solved, how far from a goal the farthest is, and how many there are at
each distance from the start.

With --output, the ending of the file name chooses the format. Pictures: .svg, .png and .pdf. A page to
walk in the map, which opens in any browser without a network: .html. The whole map:
.npz and .parquet, which clew.StateSpace.load reads, and .graphml, .gexf, .gml, .dot, .json and .csv (a
list of edges) for other programs. A picture has symbols for the start, the goals, the states on shortest
solutions and a path; with more than 30,000 states it is a cloud of points.

With --film, the map turns and grows, then a shortest solution runs through it, with the board beside it: a
.gif, or a .webm or .mp4 if the program ffmpeg is installed.

With --corridor or --max-depth, the map is a part and says so. It shows no dead ends, because a way to a goal
may leave the part, and it shows gates only if it is proved to have every shortest solution.

With --distributed, the map may be larger than the memory of one machine: worker processes, here or on
the Dask cluster of a --scheduler, share the states and work layer by layer on disk. --output is then a
folder that all of them can see, and --max-memory limits each worker. If it is stopped, run the same
command again to continue. Read the result with clew_lab.sweep.HugeMap. With --verify, every file of such a
folder is compared with its checksum.""",
    arguments="BOARD...",
    quiet="print only the number of states: no board, no figures, no progress",
    statuses={**status.OF_BOARDS, status.SOLVED: "every board can be solved"},
    needs=(("map", ""), ("draw", "a .png or --film"), ("sweep", "--distributed")),
    examples=(
        ("clew map boards/blocks/gar-1.toml", "print its figures"),
        ("clew map board.toml -o map.svg --path", "draw a picture that shows a shortest solution"),
        (
            'clew map board.toml -o map.png --highlight "CL3 HU1" --theme dark',
            "draw a picture that shows your own moves",
        ),
        ("clew map board.toml --games games.txt -o map.html", "show where players went"),
        ("clew map board.toml --film map.gif", "animate the map and a shortest solution"),
        ("clew map board.toml -o map.html", "write a page to walk in the map with a browser"),
        (
            "clew map --corridor 60000 large.toml -o map.html",
            "map what is near the shortest solutions of a board too large for a whole map",
        ),
        ("clew map board.toml -o map.npz", "save everything, for numpy"),
        ("clew map --json set.txt", "print one line of JSON per board"),
        (
            "clew map --distributed --max-memory 8GB board.toml -o big",
            "work on disk; run it again to continue",
        ),
        (
            "clew map --distributed --scheduler tcp://host:8786 board.toml -o /shared/big",
            "use a Dask cluster whose machines share a disk",
        ),
        ("clew map --verify big", "compare every file of a distributed map with its checksum"),
    ),
)
add_boards(COMMAND)
COMMAND.add_argument(
    "--output",
    "-o",
    type=output_name,
    metavar="FILE",
    help="write to this file: " + ", ".join("." + end for end in (*PICTURES, *EXPORTS)),
)
COMMAND.add_argument(
    "--color", metavar="WHAT", default="distance", choices=COLOURS, help="picture: what the colours show"
)
COMMAND.add_argument(
    "--film", metavar="FILE", help="write an animation of the map: " + ", ".join("." + end for end in FILMS)
)
COMMAND.add_argument("--duration", metavar="S", type=seconds, help="animation: how long it is, in seconds")
add_old_name(COMMAND, "--length", "duration", seconds)
COMMAND.add_argument(
    "--highlight", metavar="MOVES", help='picture, animation: show the path of these moves, such as "AR3 BU1"'
)
COMMAND.add_argument("--path", action="store_true", help="picture: show the path of a shortest solution")
COMMAND.add_argument(
    "--games",
    metavar="FILE",
    help="picture, page: show players' paths as bands; one game per line, as its moves or as JSON",
)
COMMAND.add_argument("--layout", metavar="HOW", choices=LAYOUTS, help="picture: how to place the states")
COMMAND.add_argument(
    "--theme", metavar="NAME", default="light", choices=THEMES, help="picture, animation: light or dark"
)
COMMAND.add_argument("--width", metavar="PIXELS", type=positive, help="picture, animation: its width")
COMMAND.add_argument(
    "--seed", metavar="N", type=whole, default=0, help="picture, animation: random seed of the layout"
)
COMMAND.add_argument("--max-depth", metavar="N", type=whole, help="go no farther than N moves from the start")
COMMAND.add_argument(
    "--corridor",
    metavar="N",
    type=positive,
    help="map only the shortest solutions and what is near them, at most N states",
)
COMMAND.add_argument(
    "--no-expand-goals", action="store_true", help="stop at solved states instead of playing on"
)
COMMAND.add_argument(
    "--distributed", action="store_true", help="work layer by layer on disk, on all cores or on a cluster"
)
add_workers(COMMAND, "distributed: ")
COMMAND.add_argument(
    "--edges", action="store_true", help="distributed: also write every state with its distance and its moves"
)
COMMAND.add_argument(
    "--verify",
    action="store_true",
    help="name the missing and damaged files of a distributed map: BOARD is its folder",
)
add_limits(COMMAND, moves=False)
add_family(COMMAND)
add_json(COMMAND)


def run(args: Namespace, terminal: Terminal) -> int:
    """Map every board. Returns the exit status."""
    if args.verify:
        result: int = _distributed().verify(args, COMMAND, terminal)
        return result
    check_workers(args)
    if args.distributed:
        return each_board(
            args,
            args.boards,
            terminal,
            lambda puzzle, entry: _distributed().map_board(puzzle, entry, args, terminal, _figures),
        )
    names = None if args.output is None else _names(args)
    films = None if args.film is None else _films(args)
    if args.corridor is not None and (args.max_depth is not None or args.no_expand_goals):
        other = "--no-expand-goals" if args.max_depth is None else "--max-depth"
        raise UsageError(f"--corridor and {other} both cut the map: choose one of them")
    if args.games is not None and (names is None or _form(names.ending) not in PICTURES):
        raise UsageError(
            "--games is shown in a picture or a page: give --output with .svg, .png, .pdf or .html"
        )
    if args.duration is not None and films is None:
        raise UsageError("--duration is that of an animation: give --film too")
    if args.path and args.highlight is not None:
        raise UsageError("--path and --highlight both name the path to show: choose one of them")

    def handle(puzzle: EnginePuzzle, entry: Entry) -> int:
        return _map(puzzle, entry, args, terminal, names, films)

    return each_board(args, args.boards, terminal, handle)


def _distributed() -> Any:
    """What maps on many machines: the entry point `distributed` of the group `clew.maps`, of clew-lab. Raises
    `ClewError`, with the command that installs it, if it is missing.
    """
    for found in entry_points(group="clew.maps", name="distributed"):
        return found.load()
    raise ClewError(f"--distributed needs clew-lab, which is not installed: {install('sweep')}")


def _names(args: Namespace) -> Numbered:
    names = Numbered(args.output)
    if _form(names.ending) not in (*PICTURES, *EXPORTS):
        endings = ", ".join("." + end for end in (*PICTURES, *EXPORTS))
        raise UsageError(f"--output {args.output}: the name must end in one of {endings}")
    if _form(names.ending) == "png":
        needed("resvg_py", "a PNG picture")
    return names


def _films(args: Namespace) -> Numbered:
    names = Numbered(args.film)
    if _form(names.ending) not in FILMS:
        endings = ", ".join("." + end for end in FILMS)
        raise UsageError(f"--film {args.film}: the name must end in one of {endings}")

    check(_form(names.ending))
    return names


def _form(ending: str) -> str:
    return ending.lower().lstrip(".")


def _map(
    puzzle: EnginePuzzle,
    entry: Entry,
    args: Namespace,
    terminal: Terminal,
    names: Numbered | None,
    films: Numbered | None,
) -> int:
    with ProgressLine(terminal) as progress:
        space = _explored(puzzle, args, progress)
    if args.json:
        print_json(terminal, with_input(figures(space), entry))
    else:
        _show(terminal, space, entry)
    if names is not None:
        path = names.next()
        if space.n:
            layout = _write(space, path, args)
        if not terminal.quiet and not args.json and space.n:
            shown = "" if layout is None else f", layout: {layout}"
            terminal.line(f"  {path}: {os.path.getsize(path):,} bytes{shown}\n")
    if films is not None and not _film(space, films.next(), args, terminal):
        return status.LIMIT
    return _status(space)


def _film(space: StateSpace, path: str, args: Namespace, terminal: Terminal) -> bool:
    """Write the animation of a map. False if its limit of seconds was reached."""
    if not space.n:
        return True
    limits = limits_of(args)
    if limits.seconds is not None:
        limits = limits.within(max(0.0, limits.seconds - space.seconds))
    with LiveLine(terminal) as line:

        def tell(made: int, frames: int) -> None:
            if line.seen:
                line.show(f"animation: {made} of {frames} frames")

        try:
            space.film(
                path,
                highlight="path" if args.path else args.highlight,
                theme=args.theme,
                **({} if args.width is None else {"width": args.width}),
                duration=args.duration,
                seed=args.seed,
                limits=limits,
                on_progress=tell,
            )
        except LimitReached as reached:
            line.clear()
            terminal.complain(f"{path} is not written: {reached}")
            return False
    if not terminal.quiet and not args.json:
        terminal.line(f"  {path}: {os.path.getsize(path):,} bytes\n")
    return True


def _explored(puzzle: EnginePuzzle, args: Namespace, progress: ProgressLine) -> StateSpace:
    limits, threads = limits_of(args), args.threads
    if args.corridor is not None:
        from clew.statespace.corridor import explore_corridor

        return explore_corridor(
            puzzle, args.corridor, limits=limits, threads=threads, on_progress=progress.callback
        )

    return explore(
        puzzle,
        expand_goals=not args.no_expand_goals,
        limits=limits,
        max_depth=args.max_depth,
        threads=threads,
        on_progress=progress.callback,
    )


def _write(space: StateSpace, path: str, args: Namespace) -> str | None:
    """Write the map. Returns the layout of its picture, or None if it is no picture."""
    if _form(os.path.splitext(path)[1]) in EXPORTS:
        space.save(path)
        return None
    from clew.maps.picture import DEFAULT_LAYOUT

    layout: str = args.layout or DEFAULT_LAYOUT
    space.draw(
        path,
        color=args.color,
        highlight="path" if args.path else args.highlight,
        layout=layout,
        theme=args.theme,
        width=args.width,
        seed=args.seed,
        heat=None if args.games is None else read_games(args.games),
    )
    return layout


def _status(space: StateSpace) -> int:
    if space.limit == "interrupted":
        return status.INTERRUPTED
    return {"solved": status.SOLVED, "unsolvable": status.UNSOLVABLE}.get(space.status, status.LIMIT)


def _show(terminal: Terminal, space: StateSpace, entry: Entry) -> None:
    told = figures(space)
    if terminal.quiet:
        terminal.line(f"limit: {space.limit}" if not space.n else str(space.n))
        return
    show_board(terminal, space.puzzle, space.puzzle.initial(), entry)
    if not space.n:
        stopped = "interrupted" if space.limit == "interrupted" else f"stopped by the limit on {space.limit}"
        terminal.line(f"  {terminal.bad(stopped)} after {number(space.stored)} states: there is no map\n")
        return
    _figures(terminal, told)


def _figures(terminal: Terminal, told: dict[str, Any]) -> None:
    """Print the figures of a map and its layers; if it is not complete, what is known."""
    part = told.get("part")
    pairs = told["undirected_edges"]
    joined = "" if pairs is None else f", which connect {number(pairs)} pairs of states"
    rows = [
        ("part", part),
        ("states", number(told["states"]) + ("" if part is None else " of this part")),
        ("moves", number(told["edges"]) + joined),
        ("solved states", number(told["goal_states"])),
        ("dead ends", number(told["dead_ends"]) if told["dead_ends"] else None),
        ("leave the part", number(told["leaving"]) if told.get("leaving") else None),
        (
            "fewest moves",
            terminal.bad("no solution" if told["complete"] else "no solution on this part")
            if told["min_moves"] is None
            else str(told["min_moves"]),
        ),
        (
            "farthest state",
            None if part else "-" if told["eccentricity"] is None else f"{told['eccentricity']} from a goal",
        ),
        ("time", duration(told["seconds"])),
        ("left out", told.get("left_out")),
        ("stopped", told.get("stopped")),
        ("all this is so", told.get("proof")),
    ]
    for name, text in rows:
        if text is not None:
            terminal.line(f"  {terminal.faint(name.ljust(14))}  {text}")
    terminal.line()
    _histogram(terminal, told["layers"], "" if part is None else " on this part")
    terminal.line()


def _histogram(terminal: Terminal, layers: list[int], where: str) -> None:
    most, wide = max(layers), len(number(max(layers)))
    terminal.line("  " + terminal.faint(f"states by moves from the start{where}"))
    for depth, count in enumerate(layers):
        bar = "#" * max(1, round(BARS * count / most))
        terminal.line(f"  {depth:>3}  {number(count):>{wide}}  {bar}")
