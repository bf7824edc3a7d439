"""`clew world`: small platform worlds: play, simulate, check, replay."""

from __future__ import annotations

from clew.cli import status, values
from clew.cli.boards import JSON, print_json
from clew.cli.parser import Command, Option, UsageError
from clew.cli.progress import PATIENCE, LiveLine
from clew.cli.terminal import clean
from clew.errors import LimitReached
from clew.world import World

TYPE_CHECKING = False
if TYPE_CHECKING:
    from typing import Any

    from clew.cli.parser import Arguments
    from clew.cli.terminal import Terminal
    from clew.world.paint.film import Film

ACTIONS = ("run", "simulate", "check", "replay")
_SECONDS_OF_FILM = 60
"""The longest film, in seconds of the world."""

COMMAND = Command(
    "world",
    summary="small platform worlds: physics, touch to walk, animals scripted in Lua",
    description="""\
A LEVEL is a TOML file, or the name of one that comes with Clew: meadow, orchard, henhouse, long-way.

run opens a window: click where the player is to go. simulate runs without a window, always the same way:
the same level and inputs give the same digest of all positions. check reads a level and proves which of its
items, and its goal, the player can reach (exit status 1 if not all). replay plays a record again and holds
it against its digest (exit status 3 if it takes longer than --max-seconds).

Inputs are a JSON file of touches, each at its tick (60 a second) and a point in metres:
[[60, "touch", 9.5, 4.2], [400, "touch", 3.0, 1.2]].
Physics by Box2D (Erin Catto), scripts in Lua (PUC-Rio).""",
    arguments="run|simulate|check|replay LEVEL|FILE",
    quiet="of check only what cannot be reached; no progress",
    statuses={
        status.SOLVED: "it ran; of check: all can be reached",
        status.UNSOLVABLE: "of check: something cannot be reached",
        status.WRONG: "bad usage, a bad level, or a replay that went another way",
    },
    needs=(("world", ""),),
    actions=ACTIONS,
    least=2,
    options=(
        Option(
            "--ticks",
            value="N",
            read=values.positive,
            help="simulate: run N ticks (600, which is 10 s); run: end after N",
        ),
        Option("--input", value="FILE", help="simulate: touches, as JSON"),
        Option("--digest", help="print the digest alone, 32 hexadecimal digits"),
        Option("--png", value="FILE", help="write a picture of the end"),
        Option("--gif", value="FILE", help=f"write a film (of the first {_SECONDS_OF_FILM} s at most)"),
        Option(
            "--max-seconds",
            value="S",
            read=values.seconds,
            help="replay: stop after so long (left out: a minute and ten times the length of the game)",
        ),
        Option("--record", value="FILE", help="run, simulate: write the record, for replay"),
        Option("--overlay", help="show everybody's targets, ways and names"),
        Option("--log", help="simulate, replay: print what scripts log"),
        JSON,
    ),
    examples=(
        ("clew world run meadow", "play a level that comes with Clew"),
        ("clew world check my-level.toml", "can everything be reached?"),
        ("clew world simulate orchard --ticks 1200 --gif orchard.gif", "twenty seconds as a film"),
        ("clew world simulate my-level.toml --input touches.json --digest", "for a test"),
        ("clew world run meadow --record game.json", "then: clew world replay game.json --gif game.gif"),
    ),
)


def run(args: Arguments, terminal: Terminal) -> int:
    """Runs, simulates, checks or replays a world; the exit status."""
    action, *sources = args.arguments
    if action not in ACTIONS:
        raise UsageError(f"there is no {action!r}; choose one of {', '.join(ACTIONS)}: clew world run meadow")
    if action == "check":
        result = status.SOLVED
        for source in sources:
            result = status.worst(result, _check(source, args, terminal))
        return result
    if len(sources) > 1:
        raise UsageError(f"{sources[1]!r} is one too many: clew world {action} takes one")
    return {"run": _run, "simulate": _simulate, "replay": _replay}[action](sources[0], args, terminal)


def _run(source: str, args: Arguments, terminal: Terminal) -> int:
    from clew.world.window import play

    with World.load(source) as world:
        played = play(world, ticks=args.ticks, overlay=args.overlay)
        with played:
            return _finish(played, source, args, terminal)


def _simulate(source: str, args: Arguments, terminal: Terminal) -> int:
    from clew.world.simulate import read_inputs, simulate

    ticks = 600 if args.ticks is None else args.ticks
    inputs = read_inputs(args.input) if args.input is not None else []
    with World.load(source) as world, _Line(ticks, terminal) as line:
        film = _film(world, ticks, args)
        simulate(world, ticks, inputs, film=film, on_tick=line.callback)
        line.clear()
        return _finish(world, source, args, terminal, film)


def _replay(source: str, args: Arguments, terminal: Terminal) -> int:
    from clew.world.record import Record
    from clew.world.simulate import simulate

    record = Record.read(source)
    if args.gif is not None:
        # Once for the film, on its way; then, below, held against its digest as every replay is.
        with World.replaying(record) as world:
            film = _film(world, record.ticks, args)
            simulate(world, record.ticks, film=film)
            if film is not None:
                film.write(args.gif)
    try:
        with _Line(record.ticks, terminal) as line:
            world = World.resume(record, seconds=args.max_seconds, on_tick=line.callback)
    except LimitReached as error:
        terminal.complain(str(error))
        return status.LIMIT
    with world:
        return _finish(world, source, args, terminal)


def _film(world: World, ticks: int, args: Arguments) -> Film | None:
    if args.gif is None:
        return None
    if ticks > _SECONDS_OF_FILM * 60:
        raise UsageError(f"--gif: a film has at most {_SECONDS_OF_FILM * 60} ticks, these are {ticks}")
    from clew.world.paint.film import Film
    from clew.world.paint.frame import Painter

    painter = Painter(world, zoom=world.level.zoom * 0.6)
    painter.overlay = args.overlay
    return Film(painter, follow=True)


def _finish(world: World, source: str, args: Arguments, terminal: Terminal, film: Film | None = None) -> int:
    """Writes what was asked for, and says how it ended."""
    if film is not None:
        film.shoot()
        film.write(args.gif)
    if args.png is not None:
        from clew.world.paint.film import write_png
        from clew.world.paint.frame import Painter

        painter = Painter(world)
        painter.overlay = args.overlay
        painter.camera.look_at(world.player.x, world.player.y)
        write_png(painter, args.png)
    if args.record is not None:
        world.save(args.record)
    if args.json:
        print_json(terminal, _object(world, source))
    elif args.digest:
        terminal.write(world.digest() + "\n")
    else:
        _tell(world, args, terminal)
    return status.SOLVED


def _tell(world: World, args: Arguments, terminal: Terminal) -> None:
    for line in world.log if args.log else world.troubles:
        words = f"{line.tick:>6}  {line.name}: {clean(line.text)}"
        terminal.line(terminal.bad(words) if line.trouble else words)
    player = world.player
    parts = [f"{world.tick} ticks ({world.seconds:.1f} s)", world.status, f"score {world.rules.score}"]
    parts.append(
        f"player at {player.x:.2f}, {player.y:.2f}" + (f", {player.answer}" if player.answer else "")
    )
    terminal.line(" · ".join([*parts, f"digest {world.digest()}"]))


def _object(world: World, source: str) -> dict[str, Any]:
    player = world.player
    return {
        "level": source,
        "title": world.level.title,
        "ticks": world.tick,
        "seconds": round(world.seconds, 3),
        "status": world.status,
        "score": world.rules.score,
        "collected": world.rules.collected,
        "player": {"x": round(player.x, 4), "y": round(player.y, 4), "answer": player.answer},
        "stopped": world.stopped,
        "troubles": [{"tick": t.tick, "name": t.name, "text": t.text} for t in world.troubles],
        "digest": world.digest(),
    }


def _check(source: str, args: Arguments, terminal: Terminal) -> int:
    from clew.world.check import check
    from clew.world.level import read

    level = read(source)
    for character in level.characters[1:]:
        if character.script is not None:
            level.script(character.script)
    targets = check(level)
    bad = [target for target in targets if target.legs is None]
    if args.json:
        print_json(
            terminal,
            {
                "level": source,
                "title": level.title,
                "reachable": not bad,
                "targets": [
                    {
                        "name": target.name,
                        "x": target.x,
                        "y": target.y,
                        "reachable": target.legs is not None,
                        "way": None if target.legs is None else [leg.kind for leg in target.legs],
                        "reason": target.reason or None,
                    }
                    for target in targets
                ],
            },
        )
        return status.UNSOLVABLE if bad else status.SOLVED
    if not terminal.quiet:
        terminal.line(f"{terminal.heading(level.title)}  {clean(source)}")
    for target in targets:
        place = f"{clean(target.name)} at {target.x:.1f}, {target.y:.1f}"
        if target.legs is None:
            terminal.line(f"  {terminal.bad('no  ')} {place}: {target.reason}")
        elif not terminal.quiet:
            terminal.line(f"  {terminal.good('yes ')} {place}  {terminal.faint(_way(target.legs))}")
    return status.UNSOLVABLE if bad else status.SOLVED


def _way(legs: list[Any]) -> str:
    return ", ".join(leg.kind for leg in legs) or "it is there already"


class _Line(LiveLine):
    """How far a simulation is, on a terminal."""

    def __init__(self, ticks: int, terminal: Terminal) -> None:
        super().__init__(terminal)
        from time import monotonic

        self._clock = monotonic
        self._ticks = ticks
        self._next = monotonic() + PATIENCE

    @property
    def callback(self) -> _Line | None:
        return self if self.seen else None

    def __call__(self, world: World) -> None:
        if self._clock() > self._next:
            self._next = self._clock() + 0.1
            self.show(f"tick {world.tick} of {self._ticks}, score {world.rules.score}")
