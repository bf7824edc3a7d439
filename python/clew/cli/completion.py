"""`clew completion`: a shell's completion script, from the commands' parsers."""

from __future__ import annotations

from argparse import Action, Namespace
from typing import TYPE_CHECKING

from clew.cli import status
from clew.cli.command import SUMMARIES, Command, command_of, summaries
from clew.cli.options import FAMILIES

if TYPE_CHECKING:
    from clew.cli.terminal import Terminal

SHELLS = ("bash", "zsh", "fish")

COMMAND = Command(
    "completion",
    summary=SUMMARIES["completion"],
    description="""\
Prints a script that your shell reads when it starts. It completes commands, subcommands, options and
their values.""",
    arguments="bash|zsh|fish",
    quiet="has no effect: only the script is printed",
    statuses={status.SOLVED: "the script is printed", status.WRONG: "bad usage"},
    examples=(
        ('eval "$(clew completion bash)"', "add this to ~/.bashrc"),
        ('eval "$(clew completion zsh)"', "add this to ~/.zshrc, after compinit"),
        ("clew completion fish > ~/.config/fish/completions/clew.fish", "run this once"),
    ),
)
COMMAND.add_argument("shell", metavar="SHELL", choices=SHELLS, help="your shell")


def run(args: Namespace, terminal: Terminal) -> int:
    """Print the script. Returns the exit status."""
    commands = [command_of(name) for name in summaries()]
    terminal.write(_fish(commands) if args.shell == "fish" else _bash(commands, args.shell))
    return status.SOLVED


def _values(option: Action) -> str:
    if option.dest in ("format", "to"):
        from clew.boards.recognition import formats

        return " ".join(form.name for form in formats() if option.dest == "format" or form.writes)
    values = FAMILIES if option.dest == "family" else option.choices or ()
    return " ".join(map(str, values))


_BASH_HEAD = """\
_clew() {
  local current="${COMP_WORDS[COMP_CWORD]}" option="${COMP_WORDS[COMP_CWORD-1]}"
  local before="" options="" first="" values=""
  COMPREPLY=()
  # --name=VALUE is three words to bash, unless COMP_WORDBREAKS was changed.
  if [ "$current" = "=" ]; then current=""
  elif [ "$option" = "=" ]; then option="${COMP_WORDS[COMP_CWORD-2]}"
  elif [[ "$current" == --*=* ]]; then
    option="${current%%=*}" before="${current%%=*}=" current="${current#*=}"
  fi"""

_BASH_TAIL = """\
  esac
  if [ -n "$values" ]; then
    COMPREPLY=($(compgen -P "$before" -W "$values" -- "$current"))
  elif [ -n "$before" ]; then
    return
  elif [[ "$current" == -* ]]; then
    COMPREPLY=($(compgen -W "$options" -- "$current"))
  elif [ "$COMP_CWORD" -eq 2 ] && [ -n "$first" ]; then
    COMPREPLY=($(compgen -W "$first" -- "$current"))
  fi
}
complete -o default -o bashdefault -F _clew clew
"""


def _bash(commands: list[Command], shell: str) -> str:
    """The function for bash; zsh runs it too, with `bashcompinit`."""
    cases = []
    for command in commands:
        names = [
            name + equals
            for option in command.options
            for name in option.option_strings
            for equals in (("", "=") if option.nargs == "?" else ("",))
        ]
        cases += [
            f"    {command.name})",
            f"      options='{' '.join(names)}' first='{' '.join(command.first)}'",
            '      case "$option" in',
            *(
                f"        {'|'.join(option.option_strings)}) values='{_values(option)}';;"
                for option in command.options
                if _values(option)
            ),
            "      esac;;",
        ]
    every = " ".join(command.name for command in commands)
    return "\n".join(
        [
            *(["autoload -U +X bashcompinit && bashcompinit"] if shell == "zsh" else []),
            _BASH_HEAD,
            '  if [ "$COMP_CWORD" -eq 1 ]; then',
            f"    COMPREPLY=($(compgen -W '{every} help --help --version' -- \"$current\")); return",
            "  fi",
            '  case "${COMP_WORDS[1]}" in',
            f"    help) first='{every}';;",
            *cases,
            _BASH_TAIL,
        ]
    )


_FISH_HEAD = """\
function __clew_is
  set -l words (commandline -opc)
  test (count $words) -gt 1; and test $words[2] = $argv[1]
end
function __clew_first
  set -l words (commandline -opc)
  test (count $words) -eq 2; and test $words[2] = $argv[1]
end"""


def _fish(commands: list[Command]) -> str:
    start = "complete -c clew -n __fish_use_subcommand"
    names = " ".join(command.name for command in commands)
    lines = [
        _FISH_HEAD,
        f"{start} -l help -d 'show the help'",
        f"{start} -l version -d 'show the version'",
        f"complete -c clew -n '__clew_first help' -f -a '{names}'",
    ]
    for command in commands:
        lines.append(f"{start} -f -a {command.name} -d {_quoted(command.summary)}")
        for option in command.options:
            named = [
                f"-{'l' if name[1] == '-' else 's'} {name.lstrip('-')}" for name in option.option_strings
            ]
            values = f" -x -a '{_values(option)}'" if _values(option) else " -r"
            takes = "" if option.nargs in (0, "?") else values
            about = _quoted(option.help or "")
            lines.append(
                f"complete -c clew -n '__clew_is {command.name}' {' '.join(named)}{takes} -d {about}"
            )
        if command.first:
            first = " ".join(command.first)
            lines.append(f"complete -c clew -n '__clew_first {command.name}' -f -a '{first}'")
    return "\n".join([*lines, ""])


def _quoted(text: str) -> str:
    return "'" + text.replace("\\", "\\\\").replace("'", "\\'") + "'"
