"""Optional packages: imported when they are used, with advice on how to install them.

The extras are those of `pyproject.toml`. In a clone, the command names the folder of the clone; where Clew
was installed, it names Clew, and pip adds the extra's packages.
"""

from __future__ import annotations

from typing import Any

from clew.errors import ClewError

EXTRAS = {
    "arena": ("agents that play boards", ("clew_lab",)),
    "compiled": ("rules of your own as machine code", ("numba",)),
    "draw": ("PNG pictures and animated GIFs; SVG and PDF need nothing", ("PIL", "resvg_py")),
    "gym": ("environments for learning agents", ("clew_lab", "gymnasium", "numpy")),
    "map": ("maps of all states, measures of difficulty", ("numpy", "scipy", "igraph", "threadpoolctl")),
    "play": ("the game in the terminal", ("prompt_toolkit",)),
    "site": ("the studio on PostgreSQL and Redis", ("clew_studio", "psycopg", "redis", "prometheus_client")),
    "studio": ("the web site, and boards as pages", ("clew_studio",)),
    "study": ("players' logs, with figures", ("clew_lab", "numpy", "scipy", "threadpoolctl", "matplotlib")),
    "sweep": (
        "many boards on all cores, or on a cluster",
        ("clew_lab", "distributed", "igraph", "numpy", "pyarrow", "scipy", "threadpoolctl"),
    ),
    "world": ("platform worlds", ("clew_world",)),
}
"""What each extra gives, and the modules that it installs."""

APART = {
    "all": ("lab", "studio", "world"),
    "arena": ("lab",),
    "gym": ("lab",),
    "site": ("studio",),
    "studio": ("studio",),
    "study": ("lab",),
    "sweep": ("lab",),
    "world": ("world",),
}
"""Extras with distributions that have folders of their own in a clone."""


def missing(extra: str) -> list[str]:
    """The modules of an extra that are not installed. They are searched for, not imported."""
    from importlib.util import find_spec

    return [module for module in EXTRAS[extra][1] if find_spec(module) is None]


def install(extra: str) -> str:
    """The command that installs an extra, such as ``"map"``, for the running Clew."""
    clone = _clone()
    if clone is None:
        return f"pip install 'clew[{extra}]'"
    apart = "".join(f" '{clone}/{folder}'" for folder in APART.get(extra, ()))
    return f"pip install '{clone}[{extra}]'{apart}"


def needed(
    module: str,
    what: str,
    extra: str | None = "map",
    *,
    advice: str = "",
    error: type[ClewError] = ClewError,
) -> Any:
    """Imports a module that `what` needs. Raises `error`, with the command that installs it, if it is
    missing.

    `extra`: the extra that it belongs to; None for a package that belongs to no extra. `advice`: an
    alternative to installing it.
    """
    from importlib import import_module

    try:
        return import_module(module)
    except ImportError as missing:
        name = module.partition(".")[0]
        command = f"pip install {name}" if extra is None else install(extra)
        raise error(f"{what} needs {name}, which is not installed: {command}{advice}") from missing


def numpy_for(what: str) -> Any:
    """NumPy, which every map needs. Raises `ClewError` if it is missing."""
    return needed("numpy", what)


def arrow() -> Any:
    """pyarrow, which sweeps need. Raises as `needed` does."""
    return needed("pyarrow", "a sweep", "sweep")


def parquet() -> Any:
    """pyarrow.parquet. Raises as `needed` does."""
    return needed("pyarrow.parquet", "a sweep", "sweep")


def distributed(what: str) -> Any:
    """Dask's distributed. Raises as `needed` does."""
    return needed("distributed", what, "sweep")


def not_on_windows(what: str, error: type[ClewError] = ClewError) -> None:
    """Raises `error` on a system without POSIX processes, which `what` is built on."""
    import os

    if not hasattr(os, "fork"):
        raise error(f"{what} needs Linux or macOS; on Windows, run Clew in WSL")


def _clone() -> str | None:
    """The folder of the clone that Clew runs from: `.` if that is the current folder, None if Clew is
    installed.
    """
    import os

    root = os.path.dirname(os.path.dirname(os.path.dirname(os.path.abspath(__file__))))
    if not os.path.exists(os.path.join(root, "python", "clew", "optional.py")):
        return None
    if not os.path.exists(os.path.join(root, "pyproject.toml")):
        return None
    try:
        here = os.path.samefile(root, os.getcwd())
    except OSError:  # the current folder is gone
        here = False
    return "." if here else root
