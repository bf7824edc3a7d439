"""`clew completion`: a shell's completion script, from the same tables as the parser."""

from __future__ import annotations

from clew.cli import status
from clew.cli.commands import SUMMARIES, command_of
from clew.cli.parser import Command

TYPE_CHECKING = False
if TYPE_CHECKING:
    from collections.abc import Sequence

    from clew.cli.parser import Arguments, Option
    from clew.cli.terminal import Terminal

HELP = "all about one command"
SHELLS = ("bash", "zsh", "fish")

COMMAND = Command(
    "completion",
    summary="write a shell's completion script",
    description="Prints a script that teaches a shell the commands and options, to be read at its start.",
    arguments="bash|zsh|fish",
    quiet="taken as everywhere; it changes nothing, since the script is all that is printed",
    statuses={status.SOLVED: "it is written", status.WRONG: "bad usage"},
    least=1,
    most=1,
    choices=SHELLS,
    options=(),
    examples=(
        ('eval "$(clew completion bash)"', "in ~/.bashrc"),
        ('eval "$(clew completion zsh)"', "in ~/.zshrc, after compinit"),
        ("clew completion fish > ~/.config/fish/completions/clew.fish", "once"),
    ),
)


def run(args: Arguments, terminal: Terminal) -> int:
    commands = [command_of(name) for name in SUMMARIES]
    write = {"bash": _bash, "zsh": _zsh, "fish": _fish}[args.arguments[0]]
    terminal.write(write(commands))
    return status.SOLVED


def _names(option: Option) -> list[str]:
    return [*option.names, *(f"{name}=" for name in option.names if option.optional)]


def _bash(commands: list[Command]) -> str:
    cases = [line for command in commands for line in _bash_case(command)]
    return "\n".join(
        [
            "_clew() {",
            '  local words=""',
            # Bash takes `--theme=d` for three words: `--theme`, `=` and `d`.
            '  local current="${COMP_WORDS[COMP_CWORD]}" previous="${COMP_WORDS[COMP_CWORD-1]}"',
            '  if [ "$current" = "=" ]; then current=""',
            '  elif [ "$previous" = "=" ]; then previous="${COMP_WORDS[COMP_CWORD-2]}"; fi',
            "  COMPREPLY=()",
            '  if [ "$COMP_CWORD" -eq 1 ]; then',
            f"    {_bash_reply([*SUMMARIES, 'help', '--help', '--version'])}; return",
            "  fi",
            '  case "${COMP_WORDS[1]}" in',
            f"    help) {_bash_reply(list(SUMMARIES))}; return;;",
            *cases,
            "  esac",
            '  COMPREPLY=($(compgen -W "$words" -- "$current"))',
            "}",
            "complete -o default -o bashdefault -F _clew clew",
            "",
        ]
    )


def _bash_case(command: Command) -> list[str]:
    values = [
        f"        {'|'.join(option.names)}) {_bash_reply(option.suggested)}; return;;"
        for option in command.options
        if option.suggested
    ]
    names = " ".join([*(name for option in command.options for name in _names(option)), *command.choices])
    lines = [
        f"    {command.name})",
        '      case "$previous" in',
        *values,
        "      esac",
        f"      words='{names}'",
    ]
    if command.actions:
        first = f'[ "$COMP_CWORD" -eq 2 ] && words="$words {" ".join(command.actions)}"'
        lines.append(f"      {first}")
    return [*lines, "      ;;"]


def _bash_reply(words: Sequence[str]) -> str:
    return f"COMPREPLY=($(compgen -W '{' '.join(words)}' -- \"$current\"))"


def _zsh(commands: list[Command]) -> str:
    cases = []
    for command in commands:
        specs = [_zsh_option(option) for option in command.options]
        if command.actions:
            specs.append(f"'1:action:({' '.join(command.actions)})'")
        last = f"'*:choice:({' '.join(command.choices)})'" if command.choices else "'*:board:_files'"
        lines = ["      _arguments", *(f"        {spec}" for spec in specs), f"        {last};;"]
        cases += [f"    {command.name})", " \\\n".join(lines)]
    names = [f"    '{name}:{_zsh_text(text)}'" for name, text in [*SUMMARIES.items(), ("help", HELP)]]
    return "\n".join(
        [
            "#compdef clew",
            "_clew() {",
            "  local -a commands",
            "  commands=(",
            *names,
            "  )",
            "  if (( CURRENT == 2 )); then",
            "    _describe command commands; return",
            "  fi",
            '  local command="$words[2]"',
            "  shift words; (( CURRENT-- ))",
            '  case "$command" in',
            f"    help) _arguments '1:command:({' '.join(SUMMARIES)})';;",
            *cases,
            "  esac",
            "}",
            "compdef _clew clew",
            "",
        ]
    )


def _zsh_option(option: Option) -> str:
    names = option.names
    help = _zsh_text(option.help).replace("[", "(").replace("]", ")")
    value = ""
    if option.value is not None:
        what = (
            f"({' '.join(option.suggested)})"
            if option.suggested
            else "_files"
            if option.value == "PATH"
            else ""
        )
        value = f":{option.value}:{what}"
    mark = "=-" if option.optional else ""
    if option.optional:
        value = f":{value}"
    if len(names) == 1:
        return f"'{'*' if option.repeat else ''}{names[0]}{mark}[{help}]{value}'"
    return f"'({' '.join(names)})'{{{','.join(names)}}}'[{help}]{value}'"


def _zsh_text(text: str) -> str:
    return text.replace("'", "'\\''").replace(":", "\\:")


def _fish(commands: list[Command]) -> str:
    lines = ["complete -c clew -n __fish_use_subcommand -l help -d 'show the help'"]
    lines.append("complete -c clew -n __fish_use_subcommand -l version -d 'show the version'")
    lines.append(f"complete -c clew -n __fish_use_subcommand -f -a help -d '{HELP}'")
    lines.append(f"complete -c clew -n '__fish_seen_subcommand_from help' -f -a '{' '.join(SUMMARIES)}'")
    for command in commands:
        about = _fish_text(command.summary)
        lines.append(f"complete -c clew -n __fish_use_subcommand -f -a {command.name} -d {about}")
        condition = f"-n '__fish_seen_subcommand_from {command.name}'"
        for option in command.options:
            names = " ".join(f"-{'l' if name[1] == '-' else 's'} {name.lstrip('-')}" for name in option.names)
            takes = ""
            if option.value is not None and not option.optional:
                takes = f" -x -a '{' '.join(option.suggested)}'" if option.suggested else " -r"
            lines.append(f"complete -c clew {condition} {names}{takes} -d {_fish_text(option.help)}")
        if command.actions:
            early = (
                f"-n '__fish_seen_subcommand_from {command.name}; and test (count (commandline -opc)) -eq 2'"
            )
            lines.append(f"complete -c clew {early} -f -a '{' '.join(command.actions)}'")
        if command.choices:
            lines.append(f"complete -c clew {condition} -f -a '{' '.join(command.choices)}'")
    return "\n".join([*lines, ""])


def _fish_text(text: str) -> str:
    return "'" + text.replace("\\", "\\\\").replace("'", "\\'") + "'"
