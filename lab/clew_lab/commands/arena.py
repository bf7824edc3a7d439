"""`clew arena`: agents against boards."""

from __future__ import annotations

import sys
from argparse import Namespace
from importlib import import_module
from typing import TYPE_CHECKING

from clew.cli import status
from clew.cli.boards import print_json
from clew.cli.command import Command, UsageError
from clew.cli.options import output_name, positive, seconds, whole
from clew.cli.terminal import LiveLine
from clew_lab import arena  # its names import numpy, which `clew --help` need not wait for

if TYPE_CHECKING:
    from clew.cli.terminal import Terminal
    from clew_lab.arena.contest import Player
    from clew_lab.arena.results import Arena

COMMAND = Command(
    "arena",
    summary="let agents play boards, and measure what each move costs",
    description="""\
Lets every AGENT play every board once, and prints a line for each: the share of boards that it solved, the
ratio of its moves to the fewest moves, its regret (how many more moves than necessary a move costs, on
average), how many moves made a board unsolvable, at which move it left the optimal solutions (median), and
how many of its answers were illegal or malformed. In brackets are 95 % confidence intervals over boards.

An AGENT is a baseline (random, greedy, lookahead:K, player, optimal) or a Python function, module:name,
that gets a position and returns moves. --program runs a program, which gets a line of JSON about each
position and answers with a line such as {"move": "AR3"}. --transcripts reads recorded answers: a line of
JSON for each board, {"board": NAME, "answer": TEXT}; --prompts prints the questions.

Wrong answers are counted, and end a game after five in a row. A program that gives no answer in --timeout
seconds is killed, and started again for the next board.

Without --boards, agents play 200 boards that come with Clew: four families, five numbers of moves, ten of
each.""",
    arguments="[AGENT...]",
    quiet="print only the table, no progress",
    statuses={status.SOLVED: "all games were played", status.WRONG: status.BAD_USAGE},
    needs=(("study", ""),),
    examples=(
        ("clew arena random greedy lookahead:2 optimal", "compare the baselines on the 200 boards"),
        (
            "clew arena optimal --program 'python agent.py' --boards set.csv",
            "compare a program with the optimum",
        ),
        ("clew arena --prompts > questions.jsonl", "print the questions for a language model"),
        (
            "clew arena --transcripts answers.jsonl -o out",
            "measure its answers, and write a table of every move",
        ),
    ),
)
COMMAND.add_argument("agents", nargs="*", metavar="AGENT", help="a baseline, or module:name of a function")
COMMAND.add_argument(
    "--boards",
    metavar="BOARD",
    action="append",
    default=[],
    help="a file, folder, set or compact form to play",
)
COMMAND.add_argument(
    "--program", metavar="COMMAND", action="append", default=[], help="a program that exchanges lines of JSON"
)
COMMAND.add_argument(
    "--transcripts",
    metavar="FILE",
    action="append",
    default=[],
    help="an agent's answers, a line for each board",
)
COMMAND.add_argument(
    "--prompts",
    action="store_true",
    help="print a question about each board, as lines of JSON, and play nothing",
)
COMMAND.add_argument(
    "--timeout",
    metavar="SECONDS",
    type=seconds,
    default=10.0,
    help="wait this long for an answer from a program (default 10)",
)
COMMAND.add_argument(
    "--max-ratio", metavar="N", type=positive, default=10, help="end a game after N times the fewest moves"
)
COMMAND.add_argument(
    "--seed", metavar="N", type=whole, default=0, help="random seed of `random` and `player`"
)
COMMAND.add_argument(
    "--output",
    "-o",
    type=output_name,
    metavar="FOLDER",
    help="write the games there, as the tables of clew study",
)
COMMAND.add_argument("--family", metavar="NAME", help="the family of boards that do not name one")
COMMAND.add_argument(
    "--json", action="store_true", help="print the figures and all games as one line of JSON"
)


def run(args: Namespace, terminal: Terminal) -> int:
    """Plays all games; the exit status."""
    boards = args.boards or None
    if args.prompts:
        for name, level in arena.boards_of(boards, args.family).items():
            print_json(terminal, {"board": name, "prompt": arena.prompt(name, level.puzzle)})
        return status.SOLVED
    agents = _agents(args)
    with LiveLine(terminal) as line:

        def told(agent: str, done: int, of: int) -> None:
            if line.seen:
                line.show(f"{agent}: {done} of {of}")

        found = arena.run(
            agents, boards, family=args.family, max_ratio=args.max_ratio, seed=args.seed, on_progress=told
        )
    if args.output is not None:
        found.save(args.output)
    _show(args, terminal, found)
    return status.SOLVED


def _show(args: Namespace, terminal: Terminal, found: Arena) -> None:
    if args.json:
        print_json(terminal, found.to_dict())
        return
    heads, *rows = str(found).splitlines()
    for row in (terminal.faint(heads), *rows):
        terminal.line(row)
    if terminal.quiet:
        return
    for standing in found.standings:
        odd = {how: count for how, count in standing.ended.items() if how != "solved"}
        if odd:
            told = ", ".join(f"{how} {count:,}" for how, count in sorted(odd.items()))
            terminal.line(f"{standing.agent}, not solved: {told}")


def _agents(args: Namespace) -> dict[str, Player]:
    found: dict[str, Player] = {}
    for name in args.agents:
        found[name] = _function(name) if _is_function(name) else name
    for command in args.program:
        found[command] = arena.Program(command, args.timeout)
    for path in args.transcripts:
        found[path] = arena.Transcripts(path)
    if not found:
        raise UsageError(
            "name an agent: random, greedy, lookahead:2, player, optimal, module:function, or --program"
        )
    return found


def _is_function(name: str) -> bool:
    module, colon, function = name.partition(":")
    return bool(colon) and module != "lookahead" and function.isidentifier()


def _function(name: str) -> Player:
    """The function of a module that can be imported from the folder in which the command runs."""
    module, _, function = name.partition(":")
    sys.path.insert(0, "")
    try:
        found: Player = getattr(import_module(module), function)
    except (ImportError, AttributeError) as error:
        raise UsageError(f"{name}: {error}") from error
    finally:
        sys.path.remove("")
    return found
