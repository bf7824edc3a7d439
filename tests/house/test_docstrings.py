"""Every public module, class, function and method of the package says what it does.

A method that a base class of the package documents needs no docstring of its own: an override does what the
base promises. Nor do the members of a protocol, which are documented where they are implemented.
"""

from __future__ import annotations

import ast
from pathlib import Path

from tests.house.pages import ROOT

PACKAGE = ROOT / "python" / "clew"
NOT_OURS_TO_WRITE = {"migrations"}  # written by Django
DECLARATIVE = {"Meta"}  # what Django reads of a model

Function = ast.FunctionDef | ast.AsyncFunctionDef


class Modules:
    """The syntax trees of a package, and which class a name in a module stands for."""

    def __init__(self, package: Path) -> None:
        self.trees: dict[str, ast.Module] = {}
        for path in sorted(package.rglob("*.py")):
            parts = path.relative_to(package.parent).with_suffix("").parts
            if not NOT_OURS_TO_WRITE & set(parts):
                name = ".".join(parts[:-1] if parts[-1] == "__init__" else parts)
                self.trees[name] = ast.parse(path.read_text(encoding="utf-8"))

    def class_named(self, module: str, name: str) -> tuple[str, ast.ClassDef] | None:
        """The class that `name` is in a module, followed through one import after the other."""
        for node in ast.walk(self.trees.get(module, ast.Module(body=[], type_ignores=[]))):
            if isinstance(node, ast.ClassDef) and node.name == name:
                return module, node
            if isinstance(node, ast.ImportFrom) and node.module is not None:
                for alias in node.names:
                    if (alias.asname or alias.name) == name and node.module != module:
                        return self.class_named(node.module, alias.name)
        return None

    def inherits(self, module: str, owner: ast.ClassDef, method: str) -> bool:
        """Whether a base class of the package, near or far, documents the method."""
        for base in owner.bases:
            name = base.value if isinstance(base, ast.Subscript) else base
            if not isinstance(name, ast.Name):
                continue
            found = self.class_named(module, name.id)
            if found is None:
                continue
            home, cls = found
            if any(ast.get_docstring(node) for node in methods(cls) if node.name == method):
                return True
            if self.inherits(home, cls, method):
                return True
        return False

    def undocumented(self) -> list[str]:
        """What lacks a docstring, as ``module:line name``."""
        missing: list[str] = []
        for module, tree in self.trees.items():
            if tree.body and ast.get_docstring(tree) is None:
                missing.append(f"{module}:1 the module")
            for node in tree.body:
                if isinstance(node, Function) and lacks(node):
                    missing.append(f"{module}:{node.lineno} {node.name}")
                if isinstance(node, ast.ClassDef):
                    missing += self.undocumented_in(module, node)
        return missing

    def undocumented_in(self, module: str, cls: ast.ClassDef) -> list[str]:
        """What lacks a docstring of a class and its methods."""
        if cls.name.startswith("_") or cls.name in DECLARATIVE:
            return []
        missing = [] if ast.get_docstring(cls) else [f"{module}:{cls.lineno} {cls.name}"]
        if is_protocol(cls):
            return missing
        return missing + [
            f"{module}:{node.lineno} {cls.name}.{node.name}"
            for node in methods(cls)
            if lacks(node) and not self.inherits(module, cls, node.name)
        ]


def methods(cls: ast.ClassDef) -> list[Function]:
    return [node for node in cls.body if isinstance(node, Function)]


def is_protocol(cls: ast.ClassDef) -> bool:
    return any(isinstance(base, ast.Name) and base.id == "Protocol" for base in cls.bases)


def lacks(node: Function) -> bool:
    """Whether this is public and undocumented; overloads and setters belong to something documented."""
    forms = {ast.unparse(decorator).rpartition(".")[2] for decorator in node.decorator_list}
    return not (node.name.startswith("_") or ast.get_docstring(node) or forms & {"overload", "setter"})


def test_everything_public_is_documented() -> None:
    assert Modules(PACKAGE).undocumented() == []


def test_the_search_finds_what_is_missing(tmp_path: Path) -> None:
    package = tmp_path / "pack"
    package.mkdir()
    (package / "base.py").write_text(
        '"""A module."""\nclass Base:\n    """A class."""\n    def told(self):\n        """Says so."""\n'
    )
    (package / "other.py").write_text(
        "from pack.base import Base\nclass Child(Base):\n    def told(self): ...\n    def mute(self): ...\n"
        "    def _own(self): ...\ndef bare(): ...\n"
    )
    assert Modules(package).undocumented() == [
        "pack.other:1 the module",
        "pack.other:2 Child",
        "pack.other:4 Child.mute",
        "pack.other:6 bare",
    ]
