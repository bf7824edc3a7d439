"""What changes only with a version of Python, Numba or NumPy."""

from __future__ import annotations

from functools import cache

TYPE_CHECKING = False
if TYPE_CHECKING:
    from types import ModuleType
    from typing import Any


def is_of_a_library(value: Any) -> bool:
    """Whether a value is code of Python, Numba or NumPy."""
    import sys
    from types import FunctionType

    if type(value) is FunctionType:
        return is_in_a_library(value.__code__.co_filename)
    name = getattr(value, "__name__", None)
    home = sys.modules.get(str(getattr(value, "__module__", None)))
    if home is None or not isinstance(name, str) or vars(home).get(name) is not value:
        return False  # it only says that it is from there
    return is_a_librarys(home)


def is_a_librarys(module: ModuleType) -> bool:
    """Whether a module belongs to Python, Numba or NumPy."""
    import sys

    file = getattr(module, "__file__", None)
    return module.__name__ in sys.builtin_module_names if file is None else is_in_a_library(file)


@cache
def is_in_a_library(file: str) -> bool:
    """Whether a file belongs to Python, Numba or NumPy."""
    from importlib.util import find_spec
    from pathlib import Path
    from sysconfig import get_path

    if not Path(file).is_absolute():
        return False  # "<string>", for example
    path, python = Path(file).resolve(), Path(get_path("stdlib")).resolve()
    for name in ("numba", "numpy"):
        spec = find_spec(name)  # imports nothing
        if spec is not None and spec.origin and path.is_relative_to(Path(spec.origin).resolve().parent):
            return True
    if not path.is_relative_to(python):
        return False
    return not {"site-packages", "dist-packages"} & set(path.relative_to(python).parts)
