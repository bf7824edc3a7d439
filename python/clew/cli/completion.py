"""`clew completion`: a shell's completion script, from the same tables as the parser."""

from __future__ import annotations

from typing import TYPE_CHECKING

from clew.cli import status
from clew.cli.commands import SUMMARIES, command_of, summaries
from clew.cli.parser import Command

if TYPE_CHECKING:
    from collections.abc import Sequence

    from clew.cli.parser import Arguments, Option
    from clew.cli.terminal import Terminal

SHELLS = ("bash", "zsh", "fish")
FILES = ("FILE", "PATH", "FOLDER", "OUT")
"""How the help calls values that are names of files."""

COMMAND = Command(
    "completion",
    summary=SUMMARIES["completion"],
    description="""\
Prints a script that your shell reads when it starts. It completes commands, subcommands, options and
their values.""",
    arguments="bash|zsh|fish",
    quiet="has no effect: only the script is printed",
    statuses={status.SOLVED: "the script is printed", status.WRONG: "bad usage"},
    least=1,
    most=1,
    choices=SHELLS,
    options=(),
    examples=(
        ('eval "$(clew completion bash)"', "add this to ~/.bashrc"),
        ('eval "$(clew completion zsh)"', "add this to ~/.zshrc, after compinit"),
        ("clew completion fish > ~/.config/fish/completions/clew.fish", "run this once"),
    ),
)


def run(args: Arguments, terminal: Terminal) -> int:
    """Print the script. Returns the exit status."""
    commands = [command_of(name) for name in summaries()]
    write = {"bash": _bash, "zsh": _zsh, "fish": _fish}[args.arguments[0]]
    terminal.write(write(commands))
    return status.SOLVED


def _first(command: Command) -> Sequence[str]:
    """The values of the first argument: actions, as in `clew world run`, or the values of every argument."""
    return command.actions or command.choices


def _names(option: Option) -> list[str]:
    return [*option.names, *(f"{name}=" for name in option.names if option.optional)]


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


def _bash(commands: list[Command]) -> str:
    cases = []
    for command in commands:
        options = " ".join(name for option in command.options for name in _names(option))
        cases += [
            f"    {command.name})",
            f"      options='{options}' first='{' '.join(_first(command))}'",
            '      case "$option" in',
            *(
                f"        {'|'.join(option.names)}) values='{' '.join(option.suggested)}';;"
                for option in command.options
                if option.suggested
            ),
            "      esac;;",
        ]
    names = " ".join(command.name for command in commands)
    return "\n".join(
        [
            _BASH_HEAD,
            '  if [ "$COMP_CWORD" -eq 1 ]; then',
            f"    COMPREPLY=($(compgen -W '{names} help --help --version' -- \"$current\")); return",
            "  fi",
            '  case "${COMP_WORDS[1]}" in',
            f"    help) first='{names}';;",
            *cases,
            _BASH_TAIL,
        ]
    )


def _zsh(commands: list[Command]) -> str:
    cases = []
    for command in commands:
        specs = [_zsh_option(option) for option in command.options]
        first = _first(command)
        if first:
            specs.append(f"'1:what:({' '.join(first)})'")
        lines = ["      _arguments", *(f"        {spec}" for spec in specs), "        '*:board:_files';;"]
        cases += [f"    {command.name})", " \\\n".join(lines)]
    names = [f"    '{command.name}:{_zsh_text(command.summary)}'" for command in commands]
    return "\n".join(
        [
            "#compdef clew",
            "_clew() {",
            "  local -a commands",
            "  commands=(",
            *names,
            "  )",
            '  if (( CURRENT == 2 )) || [[ "$words[2]" == help && CURRENT -eq 3 ]]; then',
            "    _describe command commands; return",
            "  fi",
            '  local command="$words[2]"',
            "  shift words; (( CURRENT-- ))",
            '  case "$command" in',
            *cases,
            "  esac",
            "}",
            "compdef _clew clew",
            "",
        ]
    )


def _zsh_option(option: Option) -> str:
    help = _zsh_text(option.help).replace("[", "(").replace("]", ")")
    if option.value is None:
        names, value = list(option.names), ""
    else:
        files = "_files" if option.value in FILES else ""
        what = f"({' '.join(option.suggested)})" if option.suggested else files
        value = f":{':' if option.optional else ''}{option.value}:{what}"
        # The value is in the word after the name, or in the same one: --name=VALUE, -nVALUE.
        joined = ("=-", "-") if option.optional else ("=", "+")
        names = [name + joined[0 if name.startswith("--") else 1] for name in option.names]
    if len(names) == 1:
        return f"'{'*' if option.repeat else ''}{names[0]}[{help}]{value}'"
    return f"'({' '.join(option.names)})'{{{','.join(names)}}}'[{help}]{value}'"


def _zsh_text(text: str) -> str:
    return text.replace("'", "'\\''").replace(":", "\\:")


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
    lines = [_FISH_HEAD, f"{start} -l help -d 'show the help'", f"{start} -l version -d 'show the version'"]
    names = " ".join(command.name for command in commands)
    lines.append(f"complete -c clew -n '__clew_first help' -f -a '{names}'")
    for command in commands:
        lines.append(f"{start} -f -a {command.name} -d {_fish_text(command.summary)}")
        for option in command.options:
            names = " ".join(f"-{'l' if name[1] == '-' else 's'} {name.lstrip('-')}" for name in option.names)
            takes = ""
            if option.value is not None and not option.optional:
                takes = f" -x -a '{' '.join(option.suggested)}'" if option.suggested else " -r"
            about = _fish_text(option.help)
            lines.append(f"complete -c clew -n '__clew_is {command.name}' {names}{takes} -d {about}")
        first = _first(command)
        if first:
            lines.append(f"complete -c clew -n '__clew_first {command.name}' -f -a '{' '.join(first)}'")
    return "\n".join([*lines, ""])


def _fish_text(text: str) -> str:
    return "'" + text.replace("\\", "\\\\").replace("'", "\\'") + "'"
