"""Problems for planners, in PDDL: a domain and a problem of a board, so that a planner and Clew can be
compared.

Every board of blocks, coroutine, pebbles, ricochet and sokoban can be written, but for diagonals, robots that
must turn, metrics of two counts, and very large boards; the least `total-cost` is the number of moves that
Clew proves. `clew convert board.toml --to pddl -o board.pddl` writes `board-domain.pddl` and
`board-problem.pddl`. The competition's ricochet-robots and the usual sliding-tile problems are read.
"""

from __future__ import annotations

import re
from typing import TYPE_CHECKING, Any

from clew.boards.format import SURE, Format, Found, Likeness, reason
from clew.errors import BoardError
from clew.puzzles.families import NAMES, has, part

if TYPE_CHECKING:
    from collections.abc import Iterator, Mapping

    from clew.boards.source import Source
    from clew.puzzles.base import EnginePuzzle

    Term = str | list["Term"]

_TOKENS = re.compile(r";[^\n]*|[()]|[^\s();]+")
DEEPEST = 50


class Pddl(Format):
    """Domains and problems in PDDL."""

    name = "pddl"
    about = "problems of planning, in PDDL"
    example = (
        "(define (problem three) (:domain npuzzle)\n"
        "  (:objects t1 t2 - tile p1 p2 p3 - position)\n"
        "  (:init (at t1 p1) (at t2 p2) (empty p3) (adjacent p1 p2) (adjacent p2 p3))\n"
        "  (:goal (and (at t1 p2) (at t2 p3))))\n"
    )
    endings = (".pddl",)
    several = False

    def recognise(self, source: Source) -> Likeness:
        head = source.head()
        if not re.match(r"\s*(;[^\n]*\s*)*\(\s*define\b", head, re.IGNORECASE):
            return Likeness(0)
        try:
            self._keys(source.head())
        except BoardError as error:
            return Likeness(0.8, reason(error))
        return SURE

    def boards(self, source: Source) -> Iterator[Found]:
        yield self._keys(source.text())

    def _keys(self, text: str) -> Found:
        """The keys of the problem in a text. Raises `BoardError`."""
        found = [term for term in terms(text) if isinstance(term, list) and kind_of(term) == "problem"]
        if len(found) != 1:
            raise BoardError(f"has {len(found)} problems, (define (problem ...)); a file holds one")
        problem = Problem(found[0])
        refused = []
        for name in NAMES:
            if has(name, "planning") and hasattr(part(name, "planning"), "read"):
                try:
                    return Found({"family": name, **part(name, "planning").read(problem)})
                except BoardError as error:
                    refused.append(f"{name}: {error.message}")
        raise BoardError(f"is a problem that Clew does not read. As {'; as '.join(refused)}")

    def files(self, puzzle: EnginePuzzle, extra: Mapping[str, Any]) -> dict[str, str]:
        if not has(puzzle.family, "planning"):
            raise self.refuse(puzzle, f"a {puzzle.family} board")
        domain, problem = part(puzzle.family, "planning").written(puzzle, self)
        return {"-domain": domain, "-problem": problem}

    def written(self, puzzle: EnginePuzzle, extra: Mapping[str, Any]) -> str:
        return "\n".join(self.files(puzzle, extra).values())

    def same(self, puzzle: EnginePuzzle, again: EnginePuzzle | None) -> bool:
        return True  # planners have names of their own for pieces, and some domains are not read


FORMAT = Pddl()


class Problem:
    """A problem: its facts, its goal as a list of facts, and the name of its domain."""

    def __init__(self, term: list[Term]) -> None:
        parts = {str(item[0]).lower(): item[1:] for item in term if isinstance(item, list) and item}
        self.domain = str(parts.get(":domain", [""])[0])
        self.facts = [facts_of(item) for item in parts.get(":init", [])]
        self.goal = _conjunction(parts.get(":goal", []))

    def named(self, *names: str) -> list[list[str]]:
        """The arguments of the facts with one of these names."""
        return [fact[1:] for fact in self.facts if fact and fact[0] in names]


def facts_of(term: Term) -> list[str]:
    """A fact as its words, in lower case. Raises `BoardError` for what is no fact; numbers are left out."""
    if not isinstance(term, list) or not all(isinstance(word, str) for word in term):
        if isinstance(term, list) and term and term[0] == "=":
            return []
        raise BoardError("has facts that are more than a predicate with names")
    return [str(word).lower() for word in term]


def _conjunction(terms_: list[Term]) -> list[list[str]]:
    found: list[list[str]] = []
    for term in terms_:
        if isinstance(term, list) and term and str(term[0]).lower() == "and":
            found += _conjunction(term[1:])
        else:
            found.append(facts_of(term))
    return found


def kind_of(term: list[Term]) -> str:
    """``"problem"`` or ``"domain"`` for a definition."""
    second = term[1] if len(term) > 1 else []
    return str(second[0]).lower() if isinstance(second, list) and second else ""


def terms(text: str) -> list[Term]:
    """The terms of a text in brackets. Raises `BoardError`, with the line."""
    found: list[Term] = []
    open_: list[list[Term]] = []
    for token in _TOKENS.finditer(text):
        word = token[0]
        if word == "(":
            if len(open_) > DEEPEST:
                raise BoardError(
                    "has brackets nested too deeply", line=text.count("\n", 0, token.start()) + 1
                )
            open_.append([])
        elif word == ")":
            if not open_:
                raise BoardError("closes a bracket too many", line=text.count("\n", 0, token.start()) + 1)
            done = open_.pop()
            (open_[-1] if open_ else found).append(done)
        elif not word.startswith(";"):
            (open_[-1] if open_ else found).append(word)
    if open_:
        raise BoardError("has brackets that are never closed")
    return found


def conjunction(parts: list[str]) -> str:
    """Facts that all hold."""
    return parts[0] if len(parts) == 1 else f"(and {' '.join(parts)})"


def disjunction(parts: list[str]) -> str:
    """Facts of which one holds."""
    return parts[0] if len(parts) == 1 else f"(or {' '.join(parts)})"


def action(name: str, before: list[str], after: list[str], cost: int = 1, parameters: str = "") -> str:
    """An action with what must hold before it and what holds after it."""
    effects = [*after, f"(increase (total-cost) {cost})"]
    return (
        f" (:action {name}\n  :parameters ({parameters})\n  :precondition {conjunction(before)}\n"
        f"  :effect {conjunction(effects)})\n"
    )


def domain_of(name: str, requirements: str, types: str, predicates: list[str], actions: list[str]) -> str:
    """The text of a domain."""
    kinds = f" (:types {types})\n" if types else ""
    known = " ".join(predicates)
    return (
        f"(define (domain {name})\n (:requirements {requirements} :action-costs)\n{kinds}"
        f" (:predicates {known})\n (:functions (total-cost) - number)\n{''.join(actions)})\n"
    )


def problem_of(domain: str, objects: str, facts: list[str], goal: str) -> str:
    """The text of a problem."""
    things = f" (:objects {objects})\n" if objects else ""
    init = "".join(f"  {fact}\n" for fact in [*facts, "(= (total-cost) 0)"])
    return (
        f"(define (problem board)\n (:domain {domain})\n{things} (:init\n{init} )\n (:goal {goal})\n"
        " (:metric minimize (total-cost)))\n"
    )
