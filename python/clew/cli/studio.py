"""`clew studio`: the web site, on this machine, with nothing else to start."""

from __future__ import annotations

from clew.cli import status, values
from clew.cli.parser import Command, Option, UsageError
from clew.errors import ClewError

TYPE_CHECKING = False
if TYPE_CHECKING:
    from clew.cli.parser import Arguments
    from clew.cli.terminal import Terminal
    from clew.studio.config import Config

COMMAND = Command(
    "studio",
    summary="the web site: play, design and solve puzzles in the browser",
    description="""\
Serves the studio until Ctrl-C, and prints its address. The first start makes a folder with a secret key,
a database and the example boards, and prints a link with which the administrator sets a password, once.

It listens on this machine alone unless --host says otherwise. Behind a proxy that speaks https, name the
public address with --url: cookies are for https alone then.

A puzzle of your own, a subclass of clew.Puzzle, is solved through the API once --allow names its class.
Anybody who reaches the site may then have its code run, with any literals as arguments, in solvers here.

It needs the extra: pip install 'clew[studio]'.""",
    arguments="",
    most=0,
    options=(
        Option("--port", "-p", value="N", read=values.whole, default=8000, help="default 8000; 0: any"),
        Option("--host", value="ADDRESS", default="127.0.0.1", help="default 127.0.0.1: this machine alone"),
        Option(
            "--data", value="FOLDER", help="where everything is kept (default ~/.local/share/clew/studio)"
        ),
        Option("--url", value="URL", help="how people reach it, behind a proxy: https://play.example.org"),
        Option("--workers", value="N", read=values.positive, default=2, help="solvers at once (default 2)"),
        Option(
            "--memory",
            value="SIZE",
            read=values.memory,
            help="for each solver (default 1GiB)",
        ),
        Option(
            "--allow",
            value="MODULE:CLASS",
            repeat=True,
            help="a puzzle of your own that may be solved through the API; again for more (default none)",
        ),
        Option("--prepare", help="make what is missing, print the links, and end"),
    ),
    examples=(
        ("clew studio", "then open http://127.0.0.1:8000"),
        ("clew studio --data ./site --port 8080", "another folder, another port"),
        ("clew studio --host 0.0.0.0", "for everybody in this network"),
        ("clew studio --url https://play.example.org", "behind a proxy that speaks https"),
        ("clew studio --allow hanoi:Hanoi", 'hanoi.py is here: POST /solve takes "hanoi:Hanoi(3, 7)"'),
    ),
)


NEEDED = ("django", "ninja", "uvicorn", "a2wsgi", "whitenoise", "numpy", "PIL", "resvg_py")


def run(args: Arguments, terminal: Terminal) -> int:
    from importlib.util import find_spec

    for name in NEEDED:
        if find_spec(name) is None:
            raise ClewError(f"the studio needs {name}: pip install 'clew[studio]'")
    from clew.studio.server.prepare import lock, prepare

    config = _config(args)
    held = lock(config)
    with held:
        brought = prepare(config)
        if brought and not terminal.quiet:
            terminal.line(f"{config.folder}: a new site with {brought} boards")
        if args.prepare:
            _say_admin(terminal, "")
            return status.SOLVED
        _serve(args, config, terminal)
    return status.SOLVED


def _config(args: Arguments) -> Config:
    from pathlib import Path

    from clew.studio.config import from_environment

    config = from_environment()._replace(workers=args.workers)
    if args.data is not None:
        config = config._replace(folder=Path(args.data).absolute())
    if args.url is not None:
        if not args.url.startswith(("http://", "https://")):
            raise UsageError(f"--url {args.url}: it begins with http:// or https://")
        config = config._replace(url=args.url.rstrip("/"))
    if args.allow:
        config = config._replace(puzzles=tuple(args.allow))
    _check_allowed(config.puzzles)
    return config if args.memory is None else config._replace(memory=args.memory)


def _check_allowed(names: tuple[str, ...]) -> None:
    from clew.puzzles.spec import can_import
    from clew.studio.own import is_class

    for name in names:
        if not is_class(name):
            raise UsageError(f"--allow {name}: write module:Class, such as hanoi:Hanoi, without arguments")
        if not can_import(name):
            module = name.partition(":")[0]
            raise ClewError(
                f"--allow {name}: there is no module {module} to import here; "
                "start in the folder of its file, or put that on PYTHONPATH"
            )


def _serve(args: Arguments, config: Config, terminal: Terminal) -> None:
    from clew.studio.server.serve import listen, serve

    try:
        held = listen(args.host, args.port)
    except OSError as error:
        raise ClewError(
            f"cannot listen on {args.host}:{args.port}: {error.strerror}; choose another --port"
        ) from error
    host = f"[{args.host}]" if ":" in args.host else args.host
    address = config.url or f"http://{host}:{held.getsockname()[1]}"

    def ready() -> None:
        _say_admin(terminal, address)
        terminal.line(f"Clew studio: {address}")

    serve(config, held, ready)


def _say_admin(terminal: Terminal, address: str) -> None:
    from clew.studio.server.roles import admin_link

    link = admin_link()
    if link is not None:
        terminal.line(f"Administrator, once: {address}{link}")
