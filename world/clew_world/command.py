"""`clew world`: small platform worlds: begin, play, simulate, check, replay."""

from __future__ import annotations

from argparse import Namespace
from typing import TYPE_CHECKING, Any

from clew.cli import status
from clew.cli.boards import print_json
from clew.cli.command import Command, UsageError
from clew.cli.options import add_json, positive, seconds
from clew.cli.terminal import PATIENCE, LiveLine, clean
from clew.errors import LimitReached

if TYPE_CHECKING:
    from clew.cli.terminal import Terminal
    from clew_world.check import Target
    from clew_world.paint.animation import Animation
    from clew_world.record import Record
    from clew_world.world import World

ACTIONS = ("run", "simulate", "check", "replay", "new")
_SECONDS_OF_ANIMATION = 60
"""The longest animation, in seconds of the world."""

COMMAND = Command(
    "world",
    summary="run small platform worlds, with physics and scripted animals",
    description="""\
A LEVEL is a TOML file, or the name of a level that comes with Clew: meadow, orchard, hills, harvest,
henhouse, stockroom, canyon, gatehouse, round-up, tower, long-way.

run opens a window: click where the player should go, or steer it with arrows or a gamepad. The window shows
all keys.

simulate plays without a window, 60 ticks per second. The same level and inputs always give the same digest
of all positions.

check says of each item and switch of a level and of its goal: yes, with the route by which the player gets
there; no, if it is proved that nothing gets the player there; or ?, if neither is proved, as where crates can
be moved or only keys might help.

replay plays a record again and compares the result with its digest.

new writes a small commented level and a script into a folder, for you to change.

--input names a JSON file of touches, each with its tick and a point in metres: [[60, "touch", 9.5, 4.2],
[400, "touch", 3.0, 1.2]]. "steer" with two numbers from -1 to 1 (to the right, up) steers as keys do, until
the next touch. Physics by Box2D (Erin Catto), scripts in Lua (PUC-Rio).""",
    arguments="run|simulate|check|replay|new LEVEL|FILE|FOLDER",
    quiet="check: print only what cannot be reached; no progress",
    statuses={
        status.SOLVED: "it ran; check: everything can be reached",
        status.UNSOLVABLE: "check: something cannot be reached",
        status.WRONG: "bad usage, a bad level, or a replay that differs from its record",
        status.LIMIT: "check: not proved either way; replay: it takes longer than --max-seconds",
    },
    needs=(("world", ""),),
    examples=(
        ("clew world run meadow", "play a level that comes with Clew"),
        ("clew world new garden", "begin a level of your own; then: clew world run garden/level.toml"),
        ("clew world check my-level.toml", "check that everything can be reached"),
        ("clew world simulate orchard --ticks 1200 --gif orchard.gif", "animate twenty seconds"),
        ("clew world simulate my-level.toml --input touches.json --digest", "compute a digest, for a test"),
        (
            "clew world run meadow --record game.json",
            "record a game; then: clew world replay game.json --gif game.gif",
        ),
    ),
)
COMMAND.add_argument("action", metavar="ACTION", choices=ACTIONS, help="what to do")
COMMAND.add_argument(
    "sources", nargs="+", metavar="LEVEL|FILE|FOLDER", help="a level; replay: a record; new: a folder"
)
COMMAND.add_argument(
    "--ticks",
    metavar="N",
    type=positive,
    help="simulate: run N ticks (default 600, which is 10 s); run: end after N ticks",
)
COMMAND.add_argument("--input", metavar="FILE", help="simulate: read touches from this JSON file")
COMMAND.add_argument("--digest", action="store_true", help="print only the digest, 32 hexadecimal digits")
COMMAND.add_argument(
    "--png", metavar="FILE", help="run, simulate, replay: write a picture of the final state"
)
COMMAND.add_argument(
    "--gif",
    metavar="FILE",
    help=f"run, simulate, replay: write an animation, {_SECONDS_OF_ANIMATION} s long at most",
)
COMMAND.add_argument(
    "--max-seconds",
    metavar="S",
    type=seconds,
    help="replay: stop after S seconds (default: a minute plus ten times the length of the game)",
)
COMMAND.add_argument("--record", metavar="FILE", help="run, simulate: write a record, for replay")
COMMAND.add_argument(
    "--overlay",
    action="store_true",
    help="window, --png, --gif: show the targets, routes and names of all characters",
)
COMMAND.add_argument(
    "--debug",
    action="store_true",
    help="window, --png, --gif: show what all characters do and think",
)
COMMAND.add_argument("--mute", action="store_true", help="run: play no sounds; M switches them on and off")
COMMAND.add_argument("--log", action="store_true", help="simulate, replay: print what scripts log")
add_json(COMMAND)


def run(args: Namespace, terminal: Terminal) -> int:
    """Run, simulate, check, replay or begin a world. Returns the exit status."""
    action, sources = args.action, args.sources
    if action == "check":
        result = status.SOLVED
        for source in sources:
            result = status.worst(result, _check(source, args, terminal))
        return result
    if len(sources) > 1:
        raise UsageError(f"{sources[1]!r} is one argument too many: clew world {action} takes one")
    actions = {"run": _run, "simulate": _simulate, "replay": _replay, "new": _new}
    return actions[action](sources[0], args, terminal)


def _new(source: str, args: Namespace, terminal: Terminal) -> int:
    from clew_world.new import write_new

    level, script = write_new(source)
    if args.json:
        print_json(terminal, {"level": str(level), "script": str(script)})
    elif not terminal.quiet:
        terminal.line(f"{clean(str(level))}  the level; play it: clew world run {clean(str(level))}")
        terminal.line(f"{clean(str(script))}  the script of its chicken; what you save runs at once")
    return status.SOLVED


def _run(source: str, args: Namespace, terminal: Terminal) -> int:
    from clew_world.record import Record
    from clew_world.window import play
    from clew_world.world import World

    if args.gif is not None and args.ticks is not None:
        _check_length(args.ticks)
    with World.load(source) as world:
        played = play(world, ticks=args.ticks, overlay=args.overlay, debug=args.debug, muted=args.mute)
        with played:
            # The window draws when it can; an animation of the game is made from its record, tick by tick.
            record = Record.of(played.save())
            if args.gif is not None and record.ticks > _SECONDS_OF_ANIMATION * 60:
                terminal.complain(f"{clean(args.gif)} shows the first {_SECONDS_OF_ANIMATION} s of the game")
                record.ticks = _SECONDS_OF_ANIMATION * 60
            _animate(record, args)
            return _finish(played, source, args, terminal)


def _simulate(source: str, args: Namespace, terminal: Terminal) -> int:
    from clew_world.simulate import read_inputs, simulate
    from clew_world.world import World

    ticks = 600 if args.ticks is None else args.ticks
    inputs = read_inputs(args.input) if args.input is not None else []
    with World.load(source) as world, _Line(ticks, terminal) as line:
        animation = _animation(world, ticks, args)
        simulate(world, ticks, inputs, animation=animation, on_tick=line.callback)
        line.clear()
        return _finish(world, source, args, terminal, animation)


def _replay(source: str, args: Namespace, terminal: Terminal) -> int:
    from clew_world.record import Record
    from clew_world.world import World

    record = Record.read(source)
    # Replayed twice: here for the animation, and below to compare it with its digest.
    _animate(record, args)
    try:
        with _Line(record.ticks, terminal) as line:
            world = World.resume(record, seconds=args.max_seconds, on_tick=line.callback)
    except LimitReached as error:
        terminal.complain(str(error))
        return status.LIMIT
    with world:
        return _finish(world, source, args, terminal)


def _animate(record: Record, args: Namespace) -> None:
    """Write the animation of a record, if one is wanted."""
    from clew_world.simulate import simulate
    from clew_world.world import World

    if args.gif is None:
        return
    with World.replaying(record) as world:
        animation = _animation(world, record.ticks, args)
        simulate(world, record.ticks, animation=animation)
        if animation is not None:
            animation.write(args.gif)


def _animation(world: World, ticks: int, args: Namespace) -> Animation | None:
    if args.gif is None:
        return None
    _check_length(ticks)
    from clew_world.paint.animation import Animation
    from clew_world.paint.frame import Painter

    painter = Painter(world, zoom=world.level.zoom * 0.6)
    painter.overlay, painter.debug = args.overlay, args.debug
    return Animation(painter, follow=True)


def _check_length(ticks: int) -> None:
    """Raise `UsageError` for an animation that would be too long."""
    if ticks > _SECONDS_OF_ANIMATION * 60:
        raise UsageError(f"--gif: an animation has at most {_SECONDS_OF_ANIMATION * 60} ticks, not {ticks}")


def _finish(
    world: World, source: str, args: Namespace, terminal: Terminal, animation: Animation | None = None
) -> int:
    """Write the files that the options name, and print how it ended."""
    if animation is not None:
        animation.shoot()
        animation.write(args.gif)
    if args.png is not None:
        from clew_world.paint.animation import write_png
        from clew_world.paint.frame import Painter

        painter = Painter(world)
        painter.overlay, painter.debug = args.overlay, args.debug
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


def _tell(world: World, args: Namespace, terminal: Terminal) -> None:
    for line in world.log if args.log else world.troubles:
        words = f"{line.tick:>6}  {line.name}: {clean(line.text)}"
        terminal.line(terminal.bad(words) if line.trouble else words)
    player = world.player
    parts = [f"{world.tick} ticks ({world.seconds:.1f} s)", world.status, f"score {world.rules.score}"]
    answer = ": ".join(filter(None, (player.answer, player.why)))
    parts.append(f"player at {player.x:.2f}, {player.y:.2f}" + (f", {answer}" if answer else ""))
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
        "player": {
            "x": round(player.x, 4),
            "y": round(player.y, 4),
            "answer": player.answer,
            "why": player.why,
        },
        "stopped": world.stopped,
        "troubles": [{"tick": t.tick, "name": t.name, "text": t.text} for t in world.troubles],
        "digest": world.digest(),
    }


def _check(source: str, args: Namespace, terminal: Terminal) -> int:
    from clew_world.check import MAYBE, RESTLESS, check
    from clew_world.findings import NO_GOAL
    from clew_world.level import read

    level = read(source)
    for character in level.characters[1:]:
        if character.script is not None:
            level.script(character.script)
    for picture in level.pictures.values():
        picture.read(level.folder)
    targets = check(level)
    bad = [target for target in targets if target.legs is None and not target.open]
    unproved = any(target.open for target in targets)
    result = status.UNSOLVABLE if bad else status.LIMIT if unproved else status.SOLVED
    if args.json:
        print_json(
            terminal,
            {
                "level": source,
                "title": level.title,
                "reachable": False if bad else None if unproved else True,
                "targets": [
                    {
                        "name": target.name,
                        "x": target.x,
                        "y": target.y,
                        "reachable": None if target.open else target.legs is not None,
                        "way": None if target.legs is None else [leg.kind for leg in target.legs],
                        "reason": target.reason or None,
                        "switches": list(target.switches),
                    }
                    for target in targets
                ],
            },
        )
        return result
    if not terminal.quiet:
        terminal.line(f"{terminal.heading(level.title)}  {clean(source)}")
        if not targets:
            terminal.line(f"  {NO_GOAL}")
    for target in targets:
        place = f"{clean(target.name)} at {target.x:.1f}, {target.y:.1f}"
        if target.open:
            sure = target.reason == RESTLESS or target.reason.endswith(MAYBE)
            unless = "" if sure else "unless crates are moved, "
            terminal.line(f"  ?    {place}: {unless}{target.reason}")
        elif target.legs is None:
            terminal.line(f"  {terminal.bad('no  ')} {place}: {target.reason}")
        elif not terminal.quiet:
            terminal.line(f"  {terminal.good('yes ')} {place}  {terminal.faint(_way(target))}")
    return result


def _way(target: Target) -> str:
    way = ", ".join(leg.kind for leg in target.legs or ()) or "already there"
    return f"after {clean(', '.join(target.switches))}: {way}" if target.switches else way


class _Line(LiveLine):
    """Shows on a terminal how far a simulation is."""

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
