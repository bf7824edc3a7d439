"""The files that a code host reads are well formed, and name commands, modules and versions that exist."""

from __future__ import annotations

import importlib.util
import os
import re
import tomllib
from pathlib import Path
from typing import Any

import pytest
import yaml

from clew.errors import ClewError
from clew.optional import not_on_windows
from tests.house.pages import ROOT

WORKFLOWS = sorted((ROOT / ".github" / "workflows").glob("*.yml"))
FORMS = sorted(path for path in (ROOT / ".github" / "ISSUE_TEMPLATE").glob("*.yml") if path.stem != "config")
PROSE = [ROOT / "CONTRIBUTING.md", ROOT / "SECURITY.md"]


def shown(path: Path) -> str:
    return path.name


def read(path: Path) -> dict[Any, Any]:
    document: dict[Any, Any] = yaml.safe_load(path.read_text(encoding="utf-8"))
    return document


def steps(path: Path) -> list[dict[str, Any]]:
    return [step for job in read(path)["jobs"].values() for step in job["steps"]]


@pytest.mark.parametrize("path", WORKFLOWS, ids=shown)
def test_a_workflow_may_only_read_unless_a_job_says_otherwise_and_every_job_ends(path: Path) -> None:
    document = read(path)
    assert document["permissions"] == {"contents": "read"}
    assert True in document, "no `on`, which YAML reads as true"
    for name, job in document["jobs"].items():
        assert "runs-on" in job and job["steps"], name
        assert "timeout-minutes" in job or "permissions" in job, f"{name} may run for six hours"
        for needed in [job["needs"]] if isinstance(job.get("needs"), str) else job.get("needs", []):
            assert needed in document["jobs"]


@pytest.mark.parametrize("path", WORKFLOWS, ids=shown)
def test_actions_are_the_hosts_own_in_a_named_version(path: Path) -> None:
    used = [step["uses"] for step in steps(path) if "uses" in step]
    assert used
    assert [action for action in used if not re.fullmatch(r"actions/[a-z-]+@v\d+", action)] == []


@pytest.mark.parametrize("path", [*WORKFLOWS, *PROSE], ids=shown)
def test_commands_are_there(path: Path) -> None:
    text = path.read_text(encoding="utf-8")
    makefile = (ROOT / "Makefile").read_text(encoding="utf-8")
    for target in re.findall(r"(?:^|run: |`)make ([\w-]+)", text, re.MULTILINE):
        assert re.search(rf"^{target}:", makefile, re.MULTILINE), f"there is no make {target}"
    for module in re.findall(r"python -m (tools\.[\w.]+)", text):
        assert importlib.util.find_spec(module) is not None, f"there is no {module}"
    for lock in re.findall(r"requirements/\S+\.txt", text):
        assert (ROOT / lock).is_file(), f"there is no {lock}"
    if ".ci/run" in text:
        assert os.access(ROOT / ".ci" / "run", os.X_OK)


@pytest.mark.parametrize("path", FORMS, ids=shown)
def test_a_form_asks_for_something_under_names_of_its_own(path: Path) -> None:
    form = read(path)
    assert form["name"] and form["description"]
    asked = [part["id"] for part in form["body"] if part["type"] != "markdown"]
    assert asked and len(asked) == len(set(asked))
    assert all(part["type"] in ("input", "textarea", "dropdown", "markdown") for part in form["body"])
    assert any(part.get("validations", {}).get("required") for part in form["body"])


def test_the_citation_has_the_version_and_the_licence_of_the_package() -> None:
    citation = read(ROOT / "CITATION.cff")
    cargo = tomllib.loads((ROOT / "Cargo.toml").read_text(encoding="utf-8"))["workspace"]["package"]
    assert citation["cff-version"] == "1.2.0" and citation["message"] and citation["title"]
    assert citation["version"] == cargo["version"], "CITATION.cff lags behind Cargo.toml"
    assert citation["license"] == cargo["license"]
    assert citation["authors"] == [{"name": "The Clew developers"}]


def test_what_needs_posix_says_so_elsewhere(monkeypatch: pytest.MonkeyPatch) -> None:
    not_on_windows("the studio")
    monkeypatch.delattr(os, "fork")
    with pytest.raises(ClewError, match="the studio needs Linux or macOS"):
        not_on_windows("the studio")
