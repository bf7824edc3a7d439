"""Texts made from a design: its pre-registration, its questions in words, scripts that read its data."""

from __future__ import annotations

from pathlib import Path

from clew.version import version
from clew_studio.experiments.design import Condition, Design, Item, PlannedLevel

SCRIPTS = Path(__file__).parent / "scripts"
OPEN = "*To be written.*"
ORDERS = {
    "fixed": "The levels come in the order given below, for everybody.",
    "random": "Each participant meets the levels in a random order of their own.",
    "latin": "The order of the levels follows a Latin square: the participant's row is by order of "
    "arrival within the condition. With an even number of levels the square is a Williams design, in which "
    "each level follows each other level equally often; with an odd number, rows are shifts of the first.",
}


def script(name: str) -> str:
    """A script that reads the data: `analysis.R` or `analysis.py`."""
    kept = name + ".txt" if name.endswith(".py") else name  # no module of this package
    return (SCRIPTS / kept).read_text(encoding="utf-8")


def question(part: str, item: Item) -> str:
    """A question with its answers, in one line."""
    told = f"[{part}] {' '.join(item.text.split())}"
    if item.kind == "likert":
        ends = " to ".join(
            f"{point} ({text})" if text else str(point)
            for point, text in ((1, item.low), (item.points, item.high))
        )
        return f"{told} {ends}"
    options = "; ".join(f"{number} {option}" for number, option in enumerate(item.options, 1))
    return f"{told} {options}".rstrip()


def preregistration(design: Design) -> str:
    """A text for a pre-registration, in Markdown: what the design decides; the rest is left open."""
    parts = [
        f"# {design.title or 'Untitled experiment'}",
        f"Made from the design of the experiment with Clew {version()}. Sections that a design cannot know "
        f"are marked: {OPEN}",
        f"## Hypotheses\n\n{OPEN}",
        f"## Participants\n\nRecruitment, number and stopping rule: {OPEN}\n\n{_people(design)}",
        f"## Conditions\n\n{_conditions(design)}",
        f"## Procedure\n\n{_procedure(design)}",
        f"## Levels\n\n{_levels(design)}",
        f"## Questions\n\n{_items(design)}",
        f"## Measures\n\n{_measures()}",
        f"## Exclusions\n\n{_exclusions(design)}",
        f"## Analysis\n\n{OPEN}\n\n`analysis.R` and `analysis.py` read the data and print a first table.",
    ]
    return "\n\n".join(parts) + "\n"


def _people(design: Design) -> str:
    kept = "deleted" if design.withdrawal == "delete" else "kept and marked as withdrawn"
    known = (
        f"identified by the parameter `{design.pid}` of their link"
        if design.pid
        else "known by their browser"
    )
    asked = (
        f"agree to a text (version {design.consent_version}) before anything is recorded but their arrival"
        if design.consent.strip()
        else "begin without a text to agree to"
    )
    return f"Participants are {known} and {asked}. They can withdraw at any time; then their data are {kept}."


def _conditions(design: Design) -> str:
    if not design.conditions:
        return "There is one group."
    told = (
        "Conditions vary between participants. Each participant gets the condition with the fewest "
        "participants who have not withdrawn or been screened out; ties are drawn with a seed."
    )
    return (
        told + "\n\n" + "\n".join(f"- **{one.name}**: {_settings(design, one)}" for one in design.conditions)
    )


def _settings(design: Design, condition: Condition) -> str:
    levels = design.levels_of(condition)
    hints = design.hints if condition.hints is None else condition.hints
    distance = design.distance if condition.distance is None else condition.distance
    seconds = design.seconds if condition.seconds is None else condition.seconds
    limit = "no time limit" if seconds is None else f"at most {seconds} s per level"
    shown = "shown" if distance else "not shown"
    return f"{len(levels)} levels, {limit}, hints {'on' if hints else 'off'}, distance to the goal {shown}"


def _procedure(design: Design) -> str:
    lines = []
    if design.instructions.strip():
        lines.append("Instructions")
    if design.comprehension.items:
        after = "end there" if design.comprehension.ends else "go on"
        lines.append(
            f"Comprehension checks: {len(design.comprehension.items)}. A wrong answer shows the instructions "
            f"again; after {design.comprehension.tries} wrong tries, participants {after}"
        )
    if design.before:
        lines.append(f"Questions: {len(design.before)}")
    if design.practice:
        lines.append(f"Practice levels, which do not count: {len(design.practice)}")
    lines.append(f"The levels, one at a time. {ORDERS[design.order]}")
    if design.attention:
        places = ", ".join(str(check.after) for check in design.attention)
        lines.append(f"Attention checks after so many levels: {places}")
    if design.after:
        lines.append(f"Questions: {len(design.after)}")
    numbered = "\n".join(f"{number}. {line.rstrip('.')}." for number, line in enumerate(lines, 1))
    give_up = (
        "Levels cannot be given up."
        if design.give_up_s is None
        else f"A level can be given up after {design.give_up_s} s."
    )
    whole = "" if design.total_s is None else f" All levels together take at most {design.total_s} s."
    group = "" if design.conditions else f"The group has {_settings(design, Condition())}. "
    return f"{numbered}\n\n{group}{give_up}{whole}"


def _levels(design: Design) -> str:
    sets = [(one.name, one.levels) for one in design.conditions if one.levels]
    found = [("All conditions", design.levels)] if design.levels else []
    found = [*found, *sets, *([("Practice", design.practice)] if design.practice else [])]
    return "\n\n".join(f"{name}:\n\n{_table(levels)}" for name, levels in found) or OPEN


def _table(levels: list[PlannedLevel]) -> str:
    cells = [(one.name, one.family, "" if one.par is None else one.par) for one in levels]
    rows = [f"| {name} | {family} | {par} |" for name, family, par in cells]
    return "\n".join(["| level | puzzle | fewest moves |", "|---|---|---|", *rows])


def _items(design: Design) -> str:
    lines = [f"- `{item.name}` {question(part, item)}" for part, _, item in design.items()]
    return "\n".join(lines) or "There are none."


def _measures() -> str:
    return (
        "Of each participant and level: the outcome (won, given up, out of time, skipped), the number of "
        "moves and how many exceed the fewest, moves undone, the time to the first move and to the end by "
        "the clock of the server. Every move is recorded with the time of the server and of the page. "
        "`codebook.csv` defines each column."
    )


def _exclusions(design: Design) -> str:
    checks = [f"`{item.name}`" for part, _, item in design.items() if item.right and part != "comprehension"]
    told = f"Checks with a right answer: {', '.join(checks)}.\n\n" if checks else ""
    return f"{told}Rule for exclusions: {OPEN}"
