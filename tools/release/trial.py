"""A wheel as users get it: in an empty environment, without Rust, Node or a compiler on the PATH."""

from __future__ import annotations

import os
import platform
import re
import shutil
import sys
import tempfile
import tomllib
from pathlib import Path

from tools.release import ROOT, Fault, run

LENT = ("bash", "cat", "dirname", "env", "realpath", "sh", "uname")
"""Programs of the system that the examples of the README and the launchers of uv use."""
README = "from tests.house.pages import ROOT, faults; from pathlib import Path; import sys;"
README += "sys.exit('\\n'.join(faults(ROOT / 'README.md', Path.cwd())) or None)"
ACCEPTANCE = ("tests/acceptance/test_boards.py", "tests/acceptance/test_published_answers.py")
FOR_TESTS = ("pytest", "hypothesis")


def runs_here(wheel: Path) -> bool:
    """Whether the wheel is for this system and processor."""
    machine = platform.machine().lower()
    names = {"x86_64": "x86_64|amd64", "amd64": "x86_64|amd64", "arm64": "arm64|universal2"}
    system = {"linux": "linux", "darwin": "macosx", "win32": "win"}[sys.platform]
    tag = wheel.stem.rpartition("-")[2]
    return system in tag and re.search(names.get(machine, machine), tag) is not None


def trial(wheel: Path) -> None:
    """Installs the wheel and uses it. Raises `Fault` at the first thing that fails."""
    with tempfile.TemporaryDirectory() as place:
        user = User(Path(place))
        user.pip("--no-index", wheel)
        user.run("clew", "doctor")
        if os.name != "nt":
            user.run("python", "-c", README)
        user.uvx(wheel)
        user.pip(*FOR_TESTS)
        user.pytest(*ACCEPTANCE)
        user.resolve(wheel)
        if os.name != "nt":
            user.pip("--find-links", wheel.parent, f"{wheel}[studio]")
            user.run("python", ROOT / "tools" / "release" / "visit.py")
            user.run("clew", "export", "boards/blocks/gar-1.toml", "-o", "garage.html")
            user.pip("--find-links", wheel.parent, f"{wheel}[world]")
            user.run("clew", "world", "check", "meadow")
            user.pip("--find-links", wheel.parent, f"{wheel}[arena]")
            user.run("clew", "arena", "--help")


class User:
    """Somebody with nothing but Python, in a folder with the example boards."""

    def __init__(self, place: Path) -> None:
        self.folder = place / "home"
        self.folder.mkdir()
        shutil.copytree(ROOT / "boards", self.folder / "boards")
        run(sys.executable, "-m", "venv", place / "venv")
        self._programs = place / "venv" / ("Scripts" if os.name == "nt" else "bin")
        lent = place / "lent"
        lent.mkdir()
        for name in LENT:
            if found := shutil.which(name):
                (lent / name).symlink_to(found)
        self._env = {
            name: value for name, value in os.environ.items() if not name.startswith(("PYTHON", "CARGO"))
        }
        self._env.pop("VIRTUAL_ENV", None)
        self._env |= {"PATH": os.pathsep.join([str(self._programs), str(lent)]), "PYTHONPATH": str(ROOT)}
        for tool in ("cargo", "rustc", "node", "cc", "gcc", "clang"):
            if shutil.which(tool, path=self._env["PATH"]):
                raise Fault(f"{tool} is on the PATH of the trial")

    def run(self, program: str, *arguments: str | Path) -> None:
        """Runs a program of the environment in the user's folder."""
        found = shutil.which(program, path=str(self._programs))
        if found is None:
            raise Fault(f"the wheel installs no program {program}")
        run(found, *arguments, cwd=self.folder, env=self._env)

    def uvx(self, wheel: Path) -> None:
        """Runs Clew without installing it, from an index that is a folder, if uv is on this machine."""
        if found := shutil.which("uvx"):
            cache = {"UV_CACHE_DIR": str(self.folder / "uv")}
            words = (
                "--no-index",
                "--find-links",
                wheel.parent,
                "--python",
                self._python(),
                "clew",
                "--version",
            )
            run(found, *words, cwd=self.folder, env=self._env | cache)

    def _python(self) -> str:
        return str(self._programs / ("python.exe" if os.name == "nt" else "python"))

    def pip(self, *what: str | Path) -> None:
        """Installs something; never by building it."""
        self.run("python", "-m", "pip", "install", "--quiet", "--only-binary=:all:", *what)

    def pytest(self, *files: str) -> None:
        """Runs tests of the repository against what is installed."""
        self.run(
            "python",
            "-m",
            "pytest",
            "-q",
            "-p",
            "no:cacheprovider",
            f"--rootdir={ROOT}",
            "-c",
            ROOT / "pyproject.toml",
            *(ROOT / file for file in files),
        )

    def resolve(self, wheel: Path) -> None:
        """Has pip find the packages of every extra, without installing them."""
        project = tomllib.loads((ROOT / "pyproject.toml").read_text(encoding="utf-8"))["project"]
        for extra in project["optional-dependencies"]:
            where = ("--find-links", wheel.parent)  # the other distributions are beside it
            self.run("python", "-m", "pip", "install", "--quiet", "--dry-run", *where, f"{wheel}[{extra}]")
