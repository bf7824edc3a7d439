"""How extras are installed: said in one place, and true of a clone and of an installed Clew."""

from __future__ import annotations

import importlib.util
import re
import shutil
import subprocess
import tomllib
from pathlib import Path
from types import ModuleType

import pytest

from clew import optional
from clew.cli.command import command_of, summaries
from clew.errors import ClewError

ROOT = Path(__file__).parents[2]


def loaded(path: Path) -> ModuleType:
    """`clew.optional` as it stands at that place."""
    spec = importlib.util.spec_from_file_location("needs_elsewhere", path)
    assert spec is not None and spec.loader is not None
    module = importlib.util.module_from_spec(spec)
    spec.loader.exec_module(module)
    return module


def test_in_a_clone_the_clone_is_installed(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.chdir(ROOT)
    assert optional.install("map") == "pip install '.[map]'"
    monkeypatch.chdir(tmp_path)
    assert optional.install("map") == f"pip install '{ROOT}[map]'"
    assert optional.install("study") == f"pip install '{ROOT}[study]' '{ROOT}/lab'"
    assert optional.install("studio") == f"pip install '{ROOT}[studio]' '{ROOT}/studio'"
    assert optional.install("world") == f"pip install '{ROOT}[world]' '{ROOT}/world'"


def test_of_an_installed_clew_the_extra_is_added(tmp_path: Path) -> None:
    there = tmp_path / "site-packages" / "clew" / "needs.py"
    there.parent.mkdir(parents=True)
    shutil.copy(optional.__file__, there)
    assert loaded(there).install("map") == "pip install 'clew[map]'"
    assert loaded(there).install("world") == "pip install 'clew[world]'"


def test_what_is_missing_is_named_with_the_command() -> None:
    with pytest.raises(ClewError, match=re.escape(optional.install("draw"))):
        optional.needed("no_such_module_here", "a picture", "draw")
    with pytest.raises(
        ClewError, match=r"a table needs no_such_module_here, .*: pip install no_such_module_here"
    ):
        optional.needed("no_such_module_here", "a table", None)


def test_nothing_else_names_a_package_that_no_index_has() -> None:
    found = subprocess.run(
        [
            "git",
            "grep",
            "-nE",
            r"clew\[[a-z]+\]",
            "--",
            "python",
            "docs",
            "studio/client",
            "examples",
            "README.md",
        ],
        cwd=ROOT,
        capture_output=True,
        text=True,
        check=False,
    )
    elsewhere = [line for line in found.stdout.splitlines() if not line.startswith("docs/decisions/")]
    assert elsewhere == []


def test_commands_name_extras_that_there_are() -> None:
    project = tomllib.loads((ROOT / "pyproject.toml").read_text(encoding="utf-8"))["project"]
    named = {extra for name in summaries() for extra, _ in command_of(name).needs}
    assert named <= project["optional-dependencies"].keys()
    assert {"map", "draw", "play", "study", "sweep", "studio", "world"} <= named


def test_doctor_knows_the_extras_of_the_package() -> None:
    project = tomllib.loads((ROOT / "pyproject.toml").read_text(encoding="utf-8"))["project"]
    wanted = {
        extra: {re.split(r"[<>=]", package)[0].lower() for package in packages}
        for extra, packages in project["optional-dependencies"].items()
        if extra != "all"
    }
    package_of = {"pil": "pillow", "resvg_py": "resvg-py", "ninja": "django-ninja", "pygame": "pygame-ce"}
    package_of |= {"psycopg": "psycopg[binary]", "prometheus_client": "prometheus-client"}
    package_of |= {"clew_lab": "clew-lab", "clew_studio": "clew-studio", "clew_world": "clew-world"}
    known = {
        extra: {package_of.get(module.lower(), module.lower()) for module in modules}
        for extra, (_, modules) in optional.EXTRAS.items()
    }
    assert known == wanted
    assert project["optional-dependencies"]["all"] == [f"clew[{','.join(e for e in wanted)}]"]
