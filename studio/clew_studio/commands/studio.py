"""`clew studio`: the web site, served from this machine; no other program is needed."""

from __future__ import annotations

from argparse import Namespace
from typing import TYPE_CHECKING

from clew.cli import status
from clew.cli.command import Command, UsageError
from clew.cli.options import memory, port, positive
from clew.errors import ClewError

if TYPE_CHECKING:
    from socket import socket

    from clew.cli.terminal import Terminal
    from clew_studio.shared.config import Config

PARTS = ("web", "work", "worlds", "migrate", "check", "forecast", "dump", "load", "person", "second-step-off")

COMMAND = Command(
    "studio",
    summary="serve the web site, to play and design puzzles in the browser",
    description="""\
Serves the studio until Ctrl-C, and prints its address. The first start creates a folder with a secret key, a
database and the example boards, and prints a link, valid once, with which the administrator sets a password.

Only this machine can reach it unless --host says otherwise. Behind a proxy that speaks HTTPS, give the
public address with --url: cookies are then sent over HTTPS only, and links in e-mails begin with that
address.

E-mails (links to set a new password) are written to files unless --mail names a server that sends them. To
keep the server's password off the command line, set CLEW_STUDIO_MAIL instead.

With CLEW_DATABASE_URL and CLEW_REDIS_URL, the site uses PostgreSQL and Redis, and its parts may run as
processes of their own, on one machine or several: web serves pages, work runs jobs, worlds runs worlds.
Before you start them, migrate brings the tables up to date, and check says what is missing. dump and load
move a site between databases. docs/operate.md has the settings.

forecast fits a model of solving times to the site's own players; the gallery then shows its times instead of
those of the model that comes with Clew. It needs at least 8 boards, each solved by 3 players without help.

person shows, as JSON, everything that is stored about the person of an account (--export, which may be left
out), or deletes it with the account (--erase): for somebody who asks the operator instead of using the site.

second-step-off takes the second step off an account, given by its name or e-mail address: for somebody who
has lost the authenticator app and the recovery codes, once you know who is asking. It works while the site
runs.

With --allow, the API solves a puzzle of your own, a subclass of clew.Puzzle. Anybody who can reach the
site can then run its code in the solvers here, with any literals as arguments.""",
    arguments="[web|work|worlds|migrate|check|forecast|dump FILE|load FILE"
    "|person ACCOUNT|second-step-off ACCOUNT]",
    quiet="do not say where e-mails go, or how many boards a new site has",
    statuses={
        status.SOLVED: "the site was stopped, or --tidy, --prepare or the named part is done",
        status.WRONG: f"{status.BAD_USAGE}; check has found something missing",
    },
    needs=(("studio", ""), ("site", "PostgreSQL and Redis")),
    examples=(
        ("clew studio", "start it, then open http://127.0.0.1:8000"),
        ("clew studio --data ./site --port 8080", "use another folder and another port"),
        ("clew studio --host 0.0.0.0", "let everybody on this network in"),
        ("clew studio --url https://play.example.org", "run behind a proxy that speaks HTTPS"),
        ("clew studio dump site.jsonl.gz", "write a whole site into a file"),
        ("clew studio person ada > ada.json", "everything that is stored about Ada"),
        ("clew studio person ada --erase", "delete Ada's account, and her name wherever it was written"),
        ("clew studio second-step-off ada", "let Ada sign in with the password alone"),
        ("clew studio --allow hanoi:Hanoi", 'with hanoi.py here, POST /solve takes "hanoi:Hanoi(3, 7)"'),
    ),
)
COMMAND.add_argument("part", nargs="?", metavar="PART", choices=PARTS, help="run this part, or do this")
COMMAND.add_argument(
    "of", nargs="?", metavar="FILE|ACCOUNT", help="what dump, load, person and second-step-off work on"
)
COMMAND.add_argument(
    "--port",
    "-p",
    metavar="N",
    type=port,
    default=8000,
    help="listen on this port (default 8000; 0 means any free one)",
)
COMMAND.add_argument(
    "--host",
    metavar="ADDRESS",
    default="127.0.0.1",
    help="listen on this address (default 127.0.0.1: only this machine can reach it)",
)
COMMAND.add_argument(
    "--data", metavar="FOLDER", help="keep everything in this folder (default ~/.local/share/clew/studio)"
)
COMMAND.add_argument(
    "--url", metavar="URL", help="public address of the site behind a proxy, such as https://play.example.org"
)
COMMAND.add_argument("--workers", metavar="N", type=positive, help="run N solvers at once (default 2)")
COMMAND.add_argument("--memory", metavar="SIZE", type=memory, help="memory for each solver (default 1GiB)")
COMMAND.add_argument(
    "--allow",
    metavar="MODULE:CLASS",
    action="append",
    default=[],
    help="let the API solve this puzzle of your own",
)
COMMAND.add_argument(
    "--mail",
    metavar="HOW",
    help="how to send e-mails: smtp://USER:PASSWORD@HOST:PORT, smtps://..., console or file (the default)",
)
COMMAND.add_argument(
    "--mail-from", metavar="ADDRESS", help="sender of e-mails (default: studio@ and the host of --url)"
)
wanted = COMMAND.add_mutually_exclusive_group()
wanted.add_argument("--export", action="store_true", help="with person: show what is stored (the default)")
wanted.add_argument("--erase", action="store_true", help="with person: delete it, with the account")
COMMAND.add_argument(
    "--tidy", action="store_true", help="delete outdated data, say what was deleted, and exit"
)
COMMAND.add_argument(
    "--prepare", action="store_true", help="create what is missing, print the administrator's link, and exit"
)


NEEDED = (
    "django",
    "ninja",
    "uvicorn",
    "a2wsgi",
    "whitenoise",
    "numpy",
    "PIL",
    "pyotp",
    "resvg_py",
    "scipy",
    "segno",
    "threadpoolctl",
)

ABOUT = {"dump": "a file", "load": "a file", "person": "an account", "second-step-off": "an account"}
"""What an action is given the name of; the others are given none."""


def run(args: Namespace, terminal: Terminal) -> int:
    """Serve the studio, or do what --tidy or --prepare asks. Returns the exit status."""
    from importlib.util import find_spec

    from clew.optional import install, not_on_windows

    not_on_windows("the studio")
    for name in NEEDED:
        if find_spec(name) is None:
            raise ClewError(f"the studio needs {name}: {install('studio')}")
    from clew_studio.server.prepare import lock, prepare

    config = _config(args)
    if args.part is not None:
        return _part(args, config, terminal)
    if config.shared is not None:
        return _all_parts(args, config, terminal)
    held = lock(config)
    with held:
        if args.tidy:
            return _tidy(config, terminal)
        listening = None if args.prepare else _listen(args)
        if listening is not None:
            config = config._replace(address=_address(args, listening))
        brought = prepare(config)
        _say_new(terminal, str(config.folder), brought)
        if listening is None:
            _say_admin(terminal, "")
            return status.SOLVED
        _serve(listening, config, terminal)
    return status.SOLVED


def _config(args: Namespace) -> Config:
    from pathlib import Path

    from clew_studio.shared.config import from_environment, read_file

    read_file()
    config = from_environment()
    if args.workers is not None:
        config = config._replace(workers=args.workers)
    if args.data is not None:
        config = config._replace(folder=Path(args.data).absolute())
    if args.url is not None:
        if not args.url.startswith(("http://", "https://")):
            raise UsageError(f"--url {args.url}: an address begins with http:// or https://")
        config = config._replace(url=args.url.rstrip("/"))
    if args.allow:
        config = config._replace(puzzles=tuple(args.allow))
    _check_allowed(config.puzzles)
    config = config._replace(mail=args.mail or config.mail, mail_from=args.mail_from or config.mail_from)
    _check_mail(config)
    return config if args.memory is None else config._replace(memory=args.memory)


def _all_parts(args: Namespace, config: Config, terminal: Terminal) -> int:
    """The site profile in one process."""
    from clew_studio.server import parts
    from clew_studio.server.prepare import prepare

    parts.check_settings(config)
    if args.tidy:
        return _tidy(config, terminal)
    listening = None if args.prepare else _listen(args)
    brought = prepare(config)
    _say_new(terminal, config.origin, brought)
    if listening is None:
        _say_admin(terminal, "")
        return status.SOLVED
    _serve(listening, config, terminal)
    return status.SOLVED


def _part(args: Namespace, config: Config, terminal: Terminal) -> int:
    from clew_studio.server import parts

    part, given = args.part, args.of
    if (part in ABOUT) != (given is not None):
        raise UsageError(f"{part} takes {'no name' if part not in ABOUT else f'the name of {ABOUT[part]}'}")
    if part == "check":
        faults = parts.faults(config)
        for line in faults or ["ready to start"]:
            terminal.line(line)
        return status.WRONG if faults else status.SOLVED
    if (args.erase or args.export) and part != "person":
        raise UsageError("--export and --erase belong to person")
    if part == "person":
        terminal.line(parts.person(config, given, erase=args.erase))
        return status.SOLVED
    if part in ABOUT:
        act = {"dump": parts.dump, "load": parts.load, "second-step-off": parts.second_step_off}[part]
        terminal.line(act(config, given))
        return status.SOLVED
    if part == "forecast":
        terminal.line(parts.forecast(config))
        return status.SOLVED
    parts.check_settings(config)
    if part == "migrate":
        terminal.line(parts.migrate(config))
        _say_admin(terminal, config.origin)
    elif part == "work":
        parts.work(config, lambda: terminal.line("Clew studio: running jobs"))
    else:
        held = _listen(args)
        address = _address(args, held)
        ready = lambda: terminal.line(f"Clew studio: {address}")  # noqa: E731
        (parts.web if part == "web" else parts.worlds)(config, held, ready)
    return status.SOLVED


def _check_mail(config: Config) -> None:
    from clew_studio.accounts.mail import mail_of

    if mail_of(config.mail).is_sent and config.url is None:
        raise UsageError("sending e-mail through a server needs --url: links in e-mails begin with it")
    if config.mail_from and "@" not in config.mail_from:
        raise UsageError(f"--mail-from {config.mail_from}: write an address, such as studio@example.org")


def _check_allowed(names: tuple[str, ...]) -> None:
    from clew.puzzles.spec import can_import
    from clew_studio.puzzles.custom_puzzles import is_class

    for name in names:
        if not is_class(name):
            raise UsageError(f"--allow {name}: write module:Class, such as hanoi:Hanoi, without arguments")
        if not can_import(name):
            module = name.partition(":")[0]
            raise ClewError(
                f"--allow {name}: there is no module {module} to import here; "
                "start in the folder of its file, or add that folder to PYTHONPATH"
            )


def _tidy(config: Config, terminal: Terminal) -> int:
    from clew_studio.server.prepare import prepare

    prepare(config, clean=False)
    from clew_studio.server.cleanup import clean_up

    gone = clean_up()
    told = ", ".join(f"{what} {count}" for what, count in gone.items())
    terminal.line(f"{config.folder}: deleted {told or 'nothing'}")
    return status.SOLVED


def _listen(args: Namespace) -> socket:
    from clew_studio.server.serve import listen

    try:
        return listen(args.host, args.port)
    except OSError as error:
        raise ClewError(
            f"cannot listen on {args.host}:{args.port}: {error.strerror}; choose another --port"
        ) from error


def _address(args: Namespace, held: socket) -> str:
    host = f"[{args.host}]" if ":" in args.host else args.host
    return f"http://{host}:{held.getsockname()[1]}"


def _serve(held: socket, config: Config, terminal: Terminal) -> None:
    from clew_studio.server.serve import serve

    def ready() -> None:
        _say_admin(terminal, config.origin)
        _say_mail(terminal, config)
        terminal.line(f"Clew studio: {config.origin}")

    serve(config, held, ready)


def _say_new(terminal: Terminal, place: str, brought: int) -> None:
    if brought and not terminal.quiet:
        terminal.line(f"{place}: a new site with {brought} boards")


def _say_mail(terminal: Terminal, config: Config) -> None:
    from clew_studio.accounts.mail import mail_of

    if not mail_of(config.mail).is_sent and not terminal.quiet:
        where = f"written into {config.folder / 'mail'}" if config.mail == "file" else "written into this log"
        terminal.line(f"Mail: {where} and not sent; to send it, use --mail smtp://USER:PASSWORD@HOST:PORT")


def _say_admin(terminal: Terminal, address: str) -> None:
    from clew_studio.server.roles import admin_link

    link = admin_link()
    if link is not None:
        terminal.line(f"Administrator, once: {address}{link}")
