"""`clew` where none of the extras is installed."""

from __future__ import annotations

import subprocess
import sys

from tests.cli.program import Result
from tests.promptness import HANGS

EXTRAS = (
    "numpy", "scipy", "igraph", "threadpoolctl", "PIL", "resvg_py", "prompt_toolkit", "matplotlib",
    "pyarrow", "distributed", "pandas", "numba", "clew_lab", "clew_studio", "clew_world", "django", "ninja",
    "uvicorn", "a2wsgi", "whitenoise", "gymnasium", "pyotp", "segno",
)  # fmt: skip
_PROGRAM = (
    "import sys\n"
    f"missing = {EXTRAS!r}\n"
    "class Missing:\n"
    "    def find_spec(self, name, path=None, target=None):\n"
    "        if name.partition('.')[0] in missing:\n"
    "            raise ModuleNotFoundError(f'No module named {name!r}', name=name)\n"
    "sys.meta_path.insert(0, Missing())\n"
    "import importlib.util\n"
    "there = importlib.util.find_spec\n"
    "importlib.util.find_spec = lambda name, *more: None if name in missing else there(name, *more)\n"
    "import importlib.metadata\n"
    "importlib.metadata.entry_points = lambda **group: ()\n"
    "from clew.cli.main import main\n"
    "sys.exit(main())\n"
)


def bare(*arguments: str) -> Result:
    """`clew` in a process of its own that finds none of the extras' packages."""
    done = subprocess.run(
        [sys.executable, "-c", _PROGRAM, *arguments],
        stdin=subprocess.DEVNULL,
        capture_output=True,
        timeout=HANGS,
        text=True,
        check=False,
    )
    return Result(done.returncode, done.stdout, done.stderr)
