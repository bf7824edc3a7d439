"""The imports of Clew's Python files, at the top and in functions.

What stands under `if TYPE_CHECKING` is for type checkers alone: no module needs it to run.
"""

from __future__ import annotations

import ast
from pathlib import Path
from typing import TYPE_CHECKING

if TYPE_CHECKING:
    from collections.abc import Iterator

ROOT = Path(__file__).parents[2] / "python"


def modules(root: Path = ROOT) -> dict[str, Path]:
    """The dotted name of each module below `root`, with its file."""
    found = {}
    for path in sorted(root.rglob("*.py")):
        parts = path.relative_to(root).with_suffix("").parts
        found[".".join(parts[:-1] if parts[-1] == "__init__" else parts)] = path
    return found


def imports(root: Path = ROOT) -> dict[str, dict[str, int]]:
    """For each module the modules that it imports, with the line."""
    known = modules(root)
    graph: dict[str, dict[str, int]] = {}
    for name, path in known.items():
        ends = graph.setdefault(name, {})
        for node in at_run_time(ast.parse(path.read_text(encoding="utf-8"))):
            if isinstance(node, ast.ImportFrom) and node.module and not node.level:
                for alias in node.names:
                    inner = f"{node.module}.{alias.name}"
                    ends.setdefault(inner if inner in known else node.module, node.lineno)
            elif isinstance(node, ast.Import):
                for alias in node.names:
                    ends.setdefault(alias.name, node.lineno)
        graph[name] = {end: line for end, line in ends.items() if end in known and end != name}
    return graph


def at_run_time(tree: ast.AST) -> Iterator[ast.AST]:
    """The nodes of a tree but for what stands under `if TYPE_CHECKING`."""
    for node in ast.iter_child_nodes(tree):
        if isinstance(node, ast.If) and ast.unparse(node.test) == "TYPE_CHECKING":
            for other in node.orelse:
                yield other
                yield from at_run_time(other)
            continue
        yield node
        yield from at_run_time(node)


def circles(graph: dict[str, dict[str, int]]) -> list[list[str]]:
    """Sets of nodes that reach each other, each sorted: strongly connected components (Tarjan 1972) of two or
    more."""
    number: dict[str, int] = {}
    low: dict[str, int] = {}
    stack: list[str] = []
    found: list[list[str]] = []

    def visit(node: str) -> None:
        number[node] = low[node] = len(number)
        stack.append(node)
        for end in graph.get(node, {}):
            if end not in number:
                visit(end)
                low[node] = min(low[node], low[end])
            elif end in stack:
                low[node] = min(low[node], number[end])
        if low[node] == number[node]:
            place = stack.index(node)
            together = stack[place:]
            del stack[place:]
            if len(together) > 1:
                found.append(sorted(together))

    for node in graph:
        if node not in number:
            visit(node)
    return sorted(found)
