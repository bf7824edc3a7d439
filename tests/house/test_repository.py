"""Rules of the repository itself that no other tool holds."""

from __future__ import annotations

import re
import subprocess
import sys
import tomllib
from importlib.metadata import version
from pathlib import Path

import pytest

ROOT = Path(__file__).parents[2]
PAGES = sorted(
    [
        *ROOT.glob("*.md"),
        *ROOT.glob("*/README.md"),
        ROOT / "studio/client/README.md",
        *(ROOT / "docs").rglob("*.md"),
    ]
)
LINK = re.compile(r"\[[^\]]*\]\(([^)\s]+)\)")


def shown(path: Path) -> str:
    return str(path.relative_to(ROOT))


@pytest.mark.parametrize("page", PAGES, ids=shown)
def test_links_lead_somewhere(page: Path) -> None:
    targets = [target.split("#")[0] for target in LINK.findall(page.read_text(encoding="utf-8"))]
    missing = [
        target for target in targets if target and "://" not in target and not (page.parent / target).exists()
    ]
    assert not missing, f"{shown(page)} links to {missing}, which are not there"


def test_no_merge_was_left_half_done() -> None:
    tracked = subprocess.run(["git", "ls-files", "-z"], cwd=ROOT, capture_output=True, text=True, check=True)
    paths = [ROOT / name for name in tracked.stdout.split("\0") if name]
    marks = re.compile(rb"^(<{7} |>{7} )", re.MULTILINE)
    left = [shown(path) for path in paths if path.is_file() and marks.search(path.read_bytes())]
    assert not left, f"marks of a merge in {left}"


def test_imports_go_downwards_only() -> None:
    lint = "from importlinter.cli import lint_imports_command; lint_imports_command()"
    command = [sys.executable, "-c", lint, "--no-cache"]
    check = subprocess.run(command, cwd=ROOT, capture_output=True, text=True, check=False)
    assert check.returncode == 0, check.stdout + check.stderr


def test_the_version_stands_in_one_place() -> None:
    cargo = tomllib.loads((ROOT / "Cargo.toml").read_text(encoding="utf-8"))
    assert (
        version("clew")
        == version("clew-lab")
        == version("clew-studio")
        == version("clew-world")
        == cargo["workspace"]["package"]["version"]
    )


def test_the_version_has_its_lines_in_the_changelog() -> None:
    changelog = (ROOT / "CHANGELOG.md").read_text(encoding="utf-8")
    assert f"## {version('clew')}" in changelog


@pytest.mark.parametrize("lock", sorted((ROOT / "requirements").glob("*.txt")), ids=shown)
def test_locks_pin_by_hash_and_name_no_host(lock: Path) -> None:
    text = lock.read_text(encoding="utf-8")
    pins = re.split(r"\n(?=\S+==)", text)[1:]
    assert pins, f"{shown(lock)} pins nothing"
    assert all("--hash=sha256:" in pin for pin in pins)
    assert "://" not in text
